"""Runs, special runs and the end of Trambahn: TB-4 and TB-5."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from stellwerk.core.game import Result
from stellwerk.core.remember import remembered
from stellwerk.games.trambahn.law.data import LINES, RUNS
from stellwerk.games.trambahn.law.memory import SEEN_BY_BOTH
from stellwerk.games.trambahn.law.state import Row, Run, SpecialRun, State, Step

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Line


def line_worth(state: State, line: Line) -> tuple[int, int]:
    """The points that a run of this line would give each player now (TB-4.1)."""
    nine = state.options.points_of_nine
    first, second = (
        sum(row.worth(nine) for row in player.rows if row.line == line) for player in state.players
    )
    return first, second


def lines_worth(state: State) -> tuple[tuple[int, int], ...]:
    """The points that a run of each line would give each player now, in the order of the lines."""
    nine = state.options.points_of_nine
    points = {line: [0, 0] for line in LINES}
    for seat, player in enumerate(state.players):
        for row in player.rows:
            points[row.line][seat] += row.worth(nine)
    return tuple((first, second) for first, second in points.values())


def run(state: State, line: Line) -> State:
    """Score a line whose terminal is full (TB-4.1); the tenth run ends the game (TB-5.1)."""
    place = LINES.index(line)
    runs = (*state.runs, Run(line, line_worth(state, line)))
    return replace(
        state,
        runs=runs,
        discard=state.discard.put(state.terminals[place], SEEN_BY_BOTH),
        terminals=(*state.terminals[:place], (), *state.terminals[place + 1 :]),
        step=Step.OVER if len(runs) == RUNS else state.step,  # TB-5.1
    )


def special_run(state: State, row: Row) -> State:
    """Score a row that has just been given its eighth card (TB-4.3)."""
    assert row.tram is not None, "a row that reaches eight cards has a tram"
    entry = SpecialRun(state.turn, row.number, row.line, row.worth(state.options.points_of_nine))
    return replace(state, special_runs=(*state.special_runs, entry))


def result(state: State) -> Result | None:
    """The final scores, ranks and score sheet (TB-5.2); None before the end."""
    if state.step is not Step.OVER:
        return None
    scores = totals(state)
    money = tuple(len(player.money.cards) for player in state.players)
    standing = tuple(zip(scores, money, strict=True))
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    return Result(
        scores=scores,
        ranks=ranks,
        winners=tuple(seat for seat, rank in enumerate(ranks) if rank == 1),
        reason=end_reason(state),
        sheet={
            "runs": [{"line": run.line, "points": list(run.points)} for run in state.runs],
            "special_runs": [msgspec.to_builtins(entry) for entry in state.special_runs],
            "totals": list(scores),
            "money": list(money),
        },
    )


def totals(state: State) -> tuple[int, int]:
    """Each player's points so far, from runs and special runs."""
    return _added_up(state.runs, state.special_runs)


@remembered(1_024)  # most actions score nothing
def _added_up(runs: tuple[Run, ...], special_runs: tuple[SpecialRun, ...]) -> tuple[int, int]:
    points = [0, 0]
    for run in runs:
        for seat in (0, 1):
            points[seat] += run.points[seat]
    for entry in special_runs:
        points[entry.seat] += entry.points
    return points[0], points[1]


def end_reason(state: State) -> str:
    """The clause that ended the game."""
    return "TB-5.1" if len(state.runs) == RUNS else "TB-5.3"
