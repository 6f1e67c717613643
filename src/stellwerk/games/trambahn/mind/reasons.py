"""Why a turn of Trambahn is good, part by part: what bots say about their turns.

The linear evaluation is taken apart into one part for each line, and money, hopes and hand. These can be put
into words. The net that corrects it for the master cannot, so what the evaluation says beyond the parts is a
part of its own (`whole`), and all parts together are what the evaluation says about the turn. What playouts
find is not included: `Analysis.explain` says when that decided. Parts compare the table after the turn with
the table before it, in shares of the probability of winning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.linear import value_of_growth, worth_of_point
from stellwerk.games.trambahn.law.data import LINES
from stellwerk.search import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from librt.vecs import vec

    from stellwerk.games.trambahn.fast.core import Core
    from stellwerk.games.trambahn.fast.net import Net

Part = tuple[str, float, dict[str, object]]
"""A code, points, and the parameters of its sentence."""


def share_of_a_point(net: Net, start: Core, chance: float) -> float:
    """How much a point of lead adds to this probability of winning; the same for all turns of a position."""
    spread, runs_left = net.spread, at.RUNS - int(start.table[at.RUNS_DONE])
    return max(chance * (1 - chance), 0.05) / (spread[0] + spread[1] * runs_left)


def terms(net: Net, start: Core, moves: Sequence[int], prior: float, share: float) -> list[Term]:
    """The parts of a turn, given as moves; together they make `prior`, its probability of winning."""
    after = start.copy()
    for move in moves:
        if move != at.END_TURN:
            after.play(move)
    me = int(start.table[at.TURN])
    found = [_line_term(net, start, after, me, moves, line, share) for line in range(4)]
    params: dict[str, object] = {}
    if after.table[at.STEP] == at.OVER:
        code, params = "last_run", {"own": int(after.score(me)), "other": int(after.score(1 - me))}
    else:
        code = "whole"
        found += [Term(part, points * share) for part, points in _rest(net, start, after, me)]
    return [*found, Term(code, prior - sum(term.value for term in found), params, "whole")]


def _line_term(
    net: Net, start: Core, after: Core, me: int, moves: Sequence[int], line: int, share: float
) -> Term:
    """What a turn does to a line, named after the part that gains most."""
    parts = [*_runs(start, me, moves, line), *_special_runs(start, after, me, line)]
    if after.table[at.STEP] != at.OVER:
        parts += _line(net, start, after, me, line)
    total = share * sum(points for _, points, _ in parts)
    names: dict[str, object] = {"line": LINES[line]}
    if total > 0:
        code, _, params = max(parts, key=lambda part: part[1])
        return Term(code, total, names | params, line, is_deed=True)
    boarded = any(_boards(move, line) for move in moves)
    return Term("costs_less" if boarded or _lead(start, me, line) > 0 else "spare", total, names, line)


def _boards(move: int, line: int) -> bool:
    """True if a move puts a passenger at the terminal of this line."""
    return move >> 12 == at.PASSENGER and move & 63 == line


def _lead(core: Core, me: int, line: int) -> int:
    return int(core.line_worth(me, line) - core.line_worth(1 - me, line))


def _runs(start: Core, me: int, moves: Sequence[int], line: int) -> Iterator[Part]:
    """The runs of a line in this turn, which all come before its rows change."""
    waiting = int(start.table[at.WAITING + line])
    for move in moves:
        if _boards(move, line):
            waiting += 1
            if waiting == 4:
                waiting = 0
                own, other = int(start.line_worth(me, line)), int(start.line_worth(1 - me, line))
                yield "run", own - other, {"own": own, "other": other}


def _rows(core: Core, me: int, line: int) -> Iterator[int]:
    """Where the rows of a seat in a line lie."""
    for row in range(int(at.first_row(me)), int(core.end_of_rows(me)), at.ROW):
        if core.table[row + at.LINE] == line:
            yield row


def _special_runs(start: Core, after: Core, me: int, line: int) -> Iterator[Part]:
    for row in _rows(start, me, line):
        if start.table[row + at.SIZE] < 8 <= after.table[row + at.SIZE]:
            points = int(after.table[row + at.POINTS] * after.table[row + at.ROW_TRAM])
            yield "special_run", points, {"points": points}


def _line(net: Net, start: Core, after: Core, me: int, line: int) -> Iterator[Part]:
    """What the linear evaluation says about a line: first the passengers, then stops and trams."""
    linear, to_come = net.linear, at.share_to_come(after.table[at.RUNS_DONE])
    before, now = _lead(start, me, line), _lead(after, me, line)
    was, waits = int(start.table[at.WAITING + line]), int(after.table[at.WAITING + line])
    waited = before * worth_of_point(linear, before > 0, waits, to_come)
    yield "closer", waited - before * worth_of_point(linear, before > 0, was, to_come), {}
    gain = now * worth_of_point(linear, now > 0, waits, to_come) - waited
    gain += to_come * (_growth(linear, after, me, line) - _growth(linear, start, me, line))
    if tram := _best_new_tram(start, after, me, line):
        yield "tram", gain, {"tram": f"x{tram}"}
    else:
        yield "lead", gain, {}


def _best_new_tram(start: Core, after: Core, me: int, line: int) -> int:
    """The best tram that a line was given in this turn; 0 if it was given none."""
    with_tram = {row for row in _rows(start, me, line) if start.table[row + at.ROW_TRAM] > 0}
    new = [int(after.table[row + at.ROW_TRAM]) for row in _rows(after, me, line) if row not in with_tram]
    return max(new, default=0)


def _growth(linear: vec[float], core: Core, me: int, line: int) -> float:
    ends = [(core.table[row + at.ROW_END], core.table[row + at.ROW_TRAM]) for row in _rows(core, me, line)]
    return sum(value_of_growth(linear, end, tram) for end, tram in ends)


def _rest(net: Net, start: Core, after: Core, me: int) -> Iterator[tuple[str, float]]:
    """Money, hopes of special runs, and the cards in hand."""
    values: list[list[float]] = []
    for core in (start, after):
        net.expected_lead(core, me)
        values.append([net.linear[place] * net.features[place] for place in range(f.FEATURES)])
    gains = [new - old for old, new in zip(*values, strict=True)]
    yield "money", sum(gains[f.MONEYS : f.GROWTH])
    yield "hopes", sum(gains[f.SPECIAL : f.HELD])
    yield "hand", sum(gains[f.HELD : f.FEATURES])
