"""Why a turn of Trambahn is good, part by part: what bots say about their turns.

The linear evaluation is taken apart: one part for each line, and money, hopes and hand. It can be put into
words; the net, which corrects it for the master, cannot. What the evaluation in use says beyond the parts is
therefore a part of its own (`whole`), so that all parts together are what that evaluation says of a turn.
What playouts find besides is not in them: `Analysis.explain` says when that decided. Parts count from the
table before the turn, in shares of the win probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.law.data import LINES
from stellwerk.search import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from librt.vecs import vec

    from stellwerk.games.trambahn.fast.core import Fast
    from stellwerk.games.trambahn.fast.play import Player

Part = tuple[str, float, dict[str, object]]
"""A code, points, and what the sentence needs."""


def share_of_a_point(player: Player, start: Fast, chance: float) -> float:
    """What a point of lead adds to a chance to win like this, the same for all turns of a position."""
    spread, runs_left = player.net.spread, at.RUNS - int(start.table[at.RUNS_DONE])
    return max(chance * (1 - chance), 0.05) / (spread[0] + spread[1] * runs_left)


def terms(player: Player, start: Fast, moves: Sequence[int], prior: float, share: float) -> list[Term]:
    """The parts of a turn, given as moves, that the evaluation gives this chance to win."""
    after = start.copy()
    for move in moves:
        if move != at.END_TURN:
            after.play(move)
    me = int(start.table[at.TURN])
    found = [_line_term(player, start, after, me, moves, line, share) for line in range(4)]
    params: dict[str, object] = {}
    if after.table[at.STEP] == at.OVER:
        code, params = "last_run", {"own": int(after.score(me)), "other": int(after.score(1 - me))}
    else:
        code = "whole"
        found += [Term(part, points * share) for part, points in _rest(player, start, after, me)]
    return [*found, Term(code, prior - sum(term.value for term in found), params, "whole")]


def _line_term(
    player: Player, start: Fast, after: Fast, me: int, moves: Sequence[int], line: int, share: float
) -> Term:
    """What a turn does to a line: named is what gains most."""
    parts = [*_runs(start, me, moves, line), *_special_runs(start, after, me, line)]
    if after.table[at.STEP] != at.OVER:
        parts += _line(player, start, after, me, line)
    total = share * sum(points for _, points, _ in parts)
    names: dict[str, object] = {"line": LINES[line]}
    if total > 0:
        code, _, params = max(parts, key=lambda part: part[1])
        return Term(code, total, names | params, line, is_deed=True)
    boarded = any(move >> 12 == at.PASSENGER and move & 63 == line for move in moves)
    leads = start.worth(me, line) > start.worth(1 - me, line)
    return Term("costs_less" if boarded or leads else "spare", total, names, line)


def _runs(start: Fast, me: int, moves: Sequence[int], line: int) -> Iterator[Part]:
    """Runs of a line in this turn; the worth of rows does not change before."""
    waiting = int(start.table[at.WAITING + line])
    for move in moves:
        if move >> 12 == at.PASSENGER and move & 63 == line:
            waiting += 1
            if waiting == 4:
                waiting = 0
                own, other = int(start.worth(me, line)), int(start.worth(1 - me, line))
                yield "run", own - other, {"own": own, "other": other}


def _special_runs(start: Fast, after: Fast, me: int, line: int) -> Iterator[Part]:
    for place in range(int(start.table[at.ROW_COUNT + me])):
        row = at.ROWS + at.SEAT_ROWS * me + at.ROW * place
        is_long = start.table[row + at.SIZE] < 8 <= after.table[row + at.SIZE]
        if is_long and after.table[row + at.LINE] == line:
            points = int(after.table[row + at.POINTS] * after.table[row + at.ROW_TRAM])
            yield "special_run", points, {"points": points}


def _line(player: Player, start: Fast, after: Fast, me: int, line: int) -> Iterator[Part]:
    """Of the evaluation: passengers come first, then stops and trams."""
    linear, left = player.net.linear, (at.RUNS - int(after.table[at.RUNS_DONE])) / 10
    before = int(start.worth(me, line) - start.worth(1 - me, line))
    now = int(after.worth(me, line) - after.worth(1 - me, line))
    was, waits = int(start.table[at.WAITING + line]), int(after.table[at.WAITING + line])
    yield "closer", _lead(linear, before, waits, left) - _lead(linear, before, was, left), {}
    gain = _lead(linear, now, waits, left) - _lead(linear, before, waits, left)
    gain += left * (_growth(linear, after, me, line) - _growth(linear, start, me, line))
    if tram := _best_new_tram(start, after, me, line):
        yield "tram", gain, {"tram": f"x{tram}"}
    else:
        yield "lead", gain, {}


def _lead(linear: vec[float], lead: int, waiting: int, left: float) -> float:
    first, more = (f.LEADS, f.LEADS_R) if lead > 0 else (f.BEHINDS, f.BEHINDS_R)
    return lead * (linear[first + waiting] + left * linear[more + waiting])


def _best_new_tram(start: Fast, after: Fast, me: int, line: int) -> int:
    """Of the trams that a line has got in this turn; 0 if there is none."""
    best = 0
    for place in range(int(after.table[at.ROW_COUNT + me])):
        row = at.ROWS + at.SEAT_ROWS * me + at.ROW * place
        had = place < start.table[at.ROW_COUNT + me] and start.table[row + at.ROW_TRAM] > 0
        if not had and after.table[row + at.LINE] == line:
            best = max(best, int(after.table[row + at.ROW_TRAM]))
    return best


def _growth(linear: vec[float], fast: Fast, me: int, line: int) -> float:
    total = 0.0
    for place in range(int(fast.table[at.ROW_COUNT + me])):
        row = at.ROWS + at.SEAT_ROWS * me + at.ROW * place
        end = int(fast.table[row + at.ROW_END])
        if fast.table[row + at.LINE] == line and end < 10:
            total += int(fast.table[row + at.ROW_TRAM]) * linear[f.GROWTH + end - 1]
    return total


def _rest(player: Player, start: Fast, after: Fast, me: int) -> Iterator[tuple[str, float]]:
    """Money, cards in hand, and hopes for special runs."""
    net = player.net
    values: list[list[float]] = []
    for fast in (start, after):
        net.expected_lead(fast, me)
        values.append([net.linear[place] * net.features[place] for place in range(f.FEATURES)])
    gains = [new - old for old, new in zip(*values, strict=True)]
    yield "money", sum(gains[f.MONEYS : f.GROWTH])
    yield "hopes", sum(gains[f.SPECIAL : f.HELD])
    yield "hand", sum(gains[f.HELD : f.FEATURES])
