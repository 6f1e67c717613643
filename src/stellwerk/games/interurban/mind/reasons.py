"""Why a turn is good: what it changes on each line, as codes for the texts under `reasons`.

A term's value is the change in everybody's expected points on that line, times what a point is worth for
winning: a linear approximation of the evaluation before the turn. What playouts find out is not part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast.layout import (
    ECONOMIC,
    FINISHED,
    LINE_SIZE,
    LINES,
    OPEN_CROSSING,
    OPEN_PLAIN,
    OWNER,
    SEATS,
    TAKEN,
    TURN,
    VALUES,
)
from stellwerk.games.interurban.law.state import line_name
from stellwerk.search import Term

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.core import Core
    from stellwerk.games.interurban.fast.evaluation import Evaluation
    from stellwerk.games.interurban.law.view import View


OPEN_STATIONS: Final = (OPEN_PLAIN, OPEN_PLAIN + 1, OPEN_CROSSING, OPEN_CROSSING + 1)


def turn_terms(evaluation: Evaluation, view: View, before: Core, after: Core) -> tuple[Term, ...]:
    """What speaks for and against a turn: one term for each line, and one if the turn ends the game."""
    me = int(before.state[TURN])
    worth = _worth_of_points(evaluation, before, me)
    terms = [_line_term(evaluation, view, before, after, worth, number) for number in range(LINES)]
    if ask.end_reason(after):
        terms.append(_end(evaluation, before, after, me, sum(term.value for term in terms)))
    return tuple(terms)


def _line_term(
    evaluation: Evaluation, view: View, before: Core, after: Core, worth: list[float], number: int
) -> Term:
    """What a turn does to a line, its stations first, then its track. The term names what gains more."""
    me, line = int(before.state[TURN]), {"line": line_name(view.lines, number)}
    stations = _with_stations(before, after, number)
    steps = []
    for earlier, later in ((before, stations), (stations, after)):
        old, new = ask.of_line(evaluation, earlier, number), ask.of_line(evaluation, later, number)
        gain = sum(weight * (more - less) for weight, more, less in zip(worth, new, old, strict=True))
        steps.append((gain, earlier, later, new[me] > old[me]))
    total = sum(gain for gain, *_ in steps)
    if total <= 0:
        return Term("costs_less", total, line, number)
    _, earlier, later, rises = max(steps, key=lambda step: step[0])
    code, params = _what_happens(earlier, later, number, me, rises=rises)
    return Term(code, total, line | params, number, is_deed=True)


def _with_stations(before: Core, after: Core, number: int) -> Core:
    """The position before a turn plus the stations that it gives a line, unless it finishes the line."""
    core, line = before.copy(), number * LINE_SIZE
    if not after.state[line + FINISHED]:
        places = [*(line + field for field in (OWNER, VALUES, TAKEN, ECONOMIC)), *OPEN_STATIONS]
        for place in places:
            core.state[place] = after.state[place]
    return core


def _worth_of_points(evaluation: Evaluation, core: Core, me: int) -> list[float]:
    """How much the probability to win grows with one more point for each seat."""
    chances = [ask.chance(evaluation, core, seat) for seat in range(core.state[SEATS])]
    return [
        chances[me] * ((seat == me) - chance) / ask.scale(evaluation, core)
        for seat, chance in enumerate(chances)
    ]


def _what_happens(
    before: Core, after: Core, number: int, me: int, *, rises: bool
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
    is_worth_more = _value(after, number) > _value(before, number)
    return ("grows", strength) if leads and is_worth_more else ("improves", {})


def _value(core: Core, number: int) -> int:
    """What a line is worth as it stands."""
    return ask.line_values(core)[number]


def _strengths(core: Core, number: int, me: int) -> tuple[int, int]:
    """The seat's economic value on a line, and the best of the others."""
    packed = int(core.state[number * LINE_SIZE + ECONOMIC])
    values = [packed >> 5 * seat & 31 for seat in range(core.state[SEATS])]
    return values[me], max(value for seat, value in enumerate(values) if seat != me)


def _end(evaluation: Evaluation, before: Core, after: Core, me: int, lines: float) -> Term:
    """What ending the game gives beyond what the turn does to the lines."""
    scores = after.score()
    gain = ask.final_share(evaluation, after, me) - ask.chance(evaluation, before, me) - lines
    other = max(score for seat, score in enumerate(scores) if seat != me)
    return Term("ends", gain, {"own": scores[me], "other": other}, is_deed=True)
