"""Why a turn of Trambahn is good, part by part: what bots say about their turns.

The linear evaluation is taken apart by line and kind. Every part counts from the table before the turn, in
shares of the win probability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn import fast_features as f
from stellwerk.games.trambahn import fast_layout as at
from stellwerk.games.trambahn.data import LINES
from stellwerk.search import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from librt.vecs import vec

    from stellwerk.games.trambahn.fast import Fast
    from stellwerk.games.trambahn.fast_play import Player


HARDLY = 1e-9
"""What is said only where nothing else speaks for a turn."""


def terms(player: Player, start: Fast, moves: Sequence[int], chance: float) -> list[Term]:
    """The parts of a turn, given as moves, that leads to this chance to win."""
    after = start.copy()
    for move in moves:
        if move != at.END_TURN:
            after.play(move)
    net, me = player.net, int(start.table[at.TURN])
    runs_left = at.RUNS - int(after.table[at.RUNS_DONE])
    share = max(chance * (1 - chance), 0.05) / (net.spread[0] + net.spread[1] * runs_left)
    parts = [*_runs(start, after, me, moves), *_special_runs(start, after, me)]
    if runs_left:
        parts += [*_lines(player, start, after, me), *_rest(player, start, after, me)]
    gains = [Term(code, points * share, params, is_gain=True) for code, points, params in parts]
    return [*gains, Term("least_harm", HARDLY, is_gain=True)]


Part = tuple[str, float, dict[str, object]]
"""A code, points, and what the sentence needs."""


def _runs(start: Fast, after: Fast, me: int, moves: Sequence[int]) -> Iterator[Part]:
    """Lines that run in this turn; the worth of rows does not change before."""
    waiting = [int(start.table[at.WAITING + line]) for line in range(4)]
    for move in moves:
        if move >> 12 != at.PASSENGER:
            continue
        line = move & 63
        waiting[line] += 1
        if waiting[line] == 4:
            waiting[line] = 0
            own, other = int(start.worth(me, line)), int(start.worth(1 - me, line))
            yield "run", own - other, {"line": LINES[line], "own": own, "other": other}
    if after.table[at.STEP] == at.OVER:
        own, other = int(after.score(me)), int(after.score(1 - me))
        yield "last_run", 20.0 if own > other else -20.0, {"own": own, "other": other}


def _special_runs(start: Fast, after: Fast, me: int) -> Iterator[Part]:
    for place in range(int(start.table[at.ROW_COUNT + me])):
        row = at.ROWS + at.SEAT_ROWS * me + at.ROW * place
        if start.table[row + at.SIZE] < 8 <= after.table[row + at.SIZE]:
            points = int(after.table[row + at.POINTS] * after.table[row + at.ROW_TRAM])
            yield "special_run", points, {"line": LINES[after.table[row + at.LINE]], "points": points}


def _lines(player: Player, start: Fast, after: Fast, me: int) -> Iterator[Part]:
    """Each line: passengers come first, then stops and trams."""
    linear, left = player.net.linear, (at.RUNS - int(after.table[at.RUNS_DONE])) / 10
    for line in range(4):
        before = int(start.worth(me, line) - start.worth(1 - me, line))
        now = int(after.worth(me, line) - after.worth(1 - me, line))
        was, waits = int(start.table[at.WAITING + line]), int(after.table[at.WAITING + line])
        closer = _lead(linear, before, waits, left) - _lead(linear, before, was, left)
        code = "closer" if before > 0 else "spare"
        yield code, closer, {"line": LINES[line]}
        gain = _lead(linear, now, waits, left) - _lead(linear, before, waits, left)
        gain += left * (_growth(linear, after, me, line) - _growth(linear, start, me, line))
        if tram := _best_new_tram(start, after, me, line):
            yield "tram", gain, {"line": LINES[line], "tram": f"x{tram}"}
        else:
            yield "lead", gain, {"line": LINES[line]}


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


def _rest(player: Player, start: Fast, after: Fast, me: int) -> Iterator[Part]:
    """Money, cards in hand, and hopes for special runs."""
    net = player.net
    values: list[list[float]] = []
    for fast in (start, after):
        net.expected_lead(fast, me)
        values.append([net.linear[place] * net.features[place] for place in range(f.FEATURES)])
    gains = [new - old for old, new in zip(*values, strict=True)]
    yield "money", sum(gains[f.MONEYS : f.GROWTH]), {}
    yield "hopes", sum(gains[f.SPECIAL : f.HELD]), {}
    yield "hand", sum(gains[f.HELD : f.FEATURES]), {}
