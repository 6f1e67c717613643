"""Questions about whole cores, for code that is not compiled.

mypyc never gives back a `vec` that it is handed from outside: every call would lose the memory of a board. So
vecs stay among the compiled modules, and others hand over cores (`tests/search/test_memory.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast import evaluation as judge
from stellwerk.games.interurban.fast import read, scoring, supply
from stellwerk.games.interurban.fast.layout import FINISHED, LINE_SIZE, LINES, SEATS
from stellwerk.games.interurban.fast.line_key import line_key, open_stations

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.core import Core
    from stellwerk.games.interurban.fast.evaluation import Evaluation
    from stellwerk.games.interurban.fast.playout import Playout
    from stellwerk.games.interurban.fast.turns import TurnFinder
    from stellwerk.games.interurban.law.data import StationTile, TrackTile


def chance(evaluation: Evaluation, core: Core, seat: i64) -> float:
    """A seat's chance to win."""
    return evaluation.chance(core.state, seat)


def sees_whole(playout: Playout, core: Core) -> bool:
    """True if playouts from this table end in the net that sees all lines together."""
    return playout.whole.judges(core.state)


def whole_chance(playout: Playout, core: Core, seat: i64) -> float:
    """A seat's chance to win, as playouts judge it where they end."""
    return playout.whole.chance(core.state, seat)


def chance_after_turn(evaluation: Evaluation, core: Core) -> float:
    """The chance of the seat whose turn it is, if its turn ended now."""
    return evaluation.chance_after_turn(core.state)


def final_share(evaluation: Evaluation, core: Core, seat: i64) -> float:
    """A seat's share of the win in a game that is over."""
    return evaluation.final_share(core.state, seat)


def scale(evaluation: Evaluation, core: Core) -> float:
    """The lead in points that makes a win likely."""
    return evaluation.scale(core.state)


def of_line(evaluation: Evaluation, core: Core, number: i64) -> list[float]:
    """The points that each seat may expect from one line."""
    return evaluation.of_line(core.state, number)


def find_all(finder: TurnFinder, core: Core, width: i64) -> None:
    """Look at every possible turn and keep the `width` best."""
    finder.find_all(core.board, core.state, width)


def find_few(finder: TurnFinder, core: Core, width: i64, few: i64) -> None:
    """Look for the `few` best turns, following only the `width` best beginnings."""
    finder.find_few(core.board, core.state, width, few)


def stacks_of(core: Core) -> tuple[tuple[TrackTile, ...], list[tuple[StationTile, ...]]]:
    """The face-down tiles of the table and of each seat, as the law has them."""
    return read.stacks_of(core.state, core.stacks)


def end_reason(core: Core) -> int:
    """Why the game ends at the end of this turn: 1 to 3 for IU-6.1a to IU-6.1c; 0 if it goes on."""
    return int(supply.end_reason(core.state))


def line_values(core: Core) -> list[int]:
    """What each line is worth as it stands."""
    values = vec[i64]([i64(0)] * LINES)
    scoring.line_values(core.state, values)
    return [int(value) for value in values]


def keys_of(core: Core) -> list[int]:
    """What the evaluation knows of each line, as a number; 0 for finished lines."""
    state, values = core.state, vec[i64]([i64(0)] * LINES)
    scoring.line_values(state, values)
    shown = open_stations(state)
    return [
        0 if state[number * LINE_SIZE + FINISHED] else int(line_key(state, number, values[number], shown))
        for number in range(LINES)
    ]


def sure_points(core: Core) -> list[int]:
    """What each seat has from finished lines."""
    state, values = core.state, vec[i64]([i64(0)] * LINES)
    scoring.line_values(state, values)
    return [
        sum(
            [
                int(scoring.points(state, values, number, seat))
                for number in range(LINES)
                if state[number * LINE_SIZE + FINISHED]
            ]
        )
        for seat in range(state[SEATS])
    ]


def expectations(evaluation: Evaluation, core: Core) -> list[float]:
    """What each seat may expect, in leads that make a win likely."""
    evaluation.look(core.state)
    scale = evaluation.scale(core.state)
    return [evaluation.expected[seat] / scale for seat in range(core.state[SEATS])]


def track_left(core: Core) -> int:
    """The track tiles that nobody has laid yet."""
    return int(judge.track_left(core.state))
