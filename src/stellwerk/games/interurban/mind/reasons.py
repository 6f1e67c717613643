"""Why a turn is good, as terms for the texts under `reasons`: what it changes on each line, and how it ends.

A term's value is the change of everybody's expected points on that line, times what a point is worth for
winning: the evaluation itself, made linear at the table before the turn. What only playing on would show is
not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.interurban.fast.layout import (
    ECONOMIC,
    FINISHED,
    LINE_SIZE,
    LINES,
    SEATS,
    TURN,
    VALUES,
)
from stellwerk.games.interurban.fast.supply import end_reason
from stellwerk.games.interurban.law.state import line_name
from stellwerk.search import Term

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.core import FastTable
    from stellwerk.games.interurban.fast.value import Value
    from stellwerk.games.interurban.law.view import View


def turn_terms(value: Value, view: View, before: FastTable, after: FastTable) -> tuple[Term, ...]:
    """What speaks for a turn, and against it: one term for each line, and one for the end of the game."""
    me = int(before.state[TURN])
    worth = _worth_of_points(value, before, me)
    terms = [_line_term(value, view, before, after, worth, number) for number in range(LINES)]
    if end_reason(after.state):
        terms.append(_end(value, before, after, me, sum(term.value for term in terms)))
    return tuple(terms)


def _line_term(
    value: Value, view: View, before: FastTable, after: FastTable, worth: list[float], number: int
) -> Term:
    """What a turn does to a line: its stations first, then its track; named is what gains more."""
    me, line = int(before.state[TURN]), {"line": line_name(view.lines, number)}
    stations = _with_stations(before, after, number)
    steps = []
    for earlier, later in ((before, stations), (stations, after)):
        old, new = value.of_line(earlier.state, number), value.of_line(later.state, number)
        gain = sum(weight * (more - less) for weight, more, less in zip(worth, new, old, strict=True))
        steps.append((gain, earlier, later, new[me] > old[me]))
    total = sum(gain for gain, *_ in steps)
    if total <= 0:
        return Term("costs_less", total, line, number)
    _, earlier, later, rises = max(steps, key=lambda step: step[0])
    code, params = _what_happens(earlier, later, number, me, rises=rises)
    return Term(code, total, line | params, number, is_deed=True)


def _with_stations(before: FastTable, after: FastTable, number: int) -> FastTable:
    """The table before a turn with the stations that it brings a line; without them if it closes the line."""
    table, line = before.copy(), number * LINE_SIZE
    if not after.state[line + FINISHED]:
        for field in (VALUES, ECONOMIC):
            table.state[line + field] = after.state[line + field]
    return table


def _worth_of_points(value: Value, table: FastTable, me: int) -> list[float]:
    """How much the probability to win grows with a point for each seat."""
    chances = [value.chance(table.state, seat) for seat in range(table.state[SEATS])]
    return [
        chances[me] * ((seat == me) - chance) / value.scale(table.state)
        for seat, chance in enumerate(chances)
    ]


def _what_happens(
    before: FastTable, after: FastTable, number: int, me: int, *, rises: bool
) -> tuple[str, dict[str, object]]:
    """The code for what a turn does to a line, and its parameters."""
    (old_own, old_other), (own, other) = _strengths(before, number, me), _strengths(after, number, me)
    strength: dict[str, object] = {"own": own, "other": other}
    leads = own > other
    finished = number * LINE_SIZE + FINISHED
    if after.state[finished] and not before.state[finished]:
        return ("closes_leading" if leads else "closes_even" if own == other else "closes_behind"), strength
    if own > old_own:
        return ("takes_lead" if own > other and old_own <= old_other else "strengthens"), strength
    if not rises:
        return "holds_others", {}
    return ("grows", strength) if leads else ("improves", {})


def _strengths(table: FastTable, number: int, me: int) -> tuple[int, int]:
    """The own economic value on a line and the best of the others."""
    packed = int(table.state[number * LINE_SIZE + ECONOMIC])
    values = [packed >> 5 * seat & 31 for seat in range(table.state[SEATS])]
    return values[me], max(value for seat, value in enumerate(values) if seat != me)


def _end(value: Value, before: FastTable, after: FastTable, me: int, lines: float) -> Term:
    """The turn ends the game: what that gives beyond what it does to the lines."""
    scores = after.score()
    gain = value.final_share(after.state, me) - value.chance(before.state, me) - lines
    other = max(score for seat, score in enumerate(scores) if seat != me)
    return Term("ends", gain, {"own": scores[me], "other": other}, is_deed=True)
