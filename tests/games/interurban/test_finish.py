"""IU-5: finished lines, in positions drawn by hand and against a slow search in random positions."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Literal

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.games.interurban.law.finish import finish_lines
from stellwerk.games.interurban.law.state import Laid, Line, LineStation, Options, Step, board_of
from tests.games.interurban.slow_finish import anything_fits, can_get_a_station
from tests.games.interurban.table import FIVE, GAME, SEVEN, SIX, lay, table

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.grid import Direction
    from stellwerk.games.interurban.law.state import Board, State

HEADINGS: dict[str, Direction] = {"^": "N", ">": "E", "v": "S", "<": "W"}
FAR = 100
"""Pockets are drawn far away from the start tiles."""


class Pocket:
    """A drawn position: ``>`` or another arrow is the last tile of the line in question.

    ``T`` is the last tile of another line that heads south, ``#`` a tile without track, ``*`` a station
    without track, ``X`` a crossing whose tracks are free, ``.`` an empty cell, as are cells not drawn.
    """

    def __init__(
        self, drawing: str, stations: str = "", other: str = "", crossing: tuple[int, int] = (0, 1)
    ) -> None:
        self.board: Board = {}
        self.lines: tuple[Line, ...] = ()
        rows = drawing.strip("\n").split("\n")
        ends = {}
        for y, row in enumerate(reversed(rows)):
            for x, sign in enumerate(row.strip()):
                cell = (FAR + x, FAR + y)
                if sign in HEADINGS:
                    self.board[cell] = Laid(cell, HEADINGS[sign], "s0")
                    ends[0] = self._line(cell, HEADINGS[sign], stations)
                elif sign == "T":
                    self.board[cell] = Laid(cell, "S", "s0")
                    ends[1] = self._line(cell, "S", other)
                elif sign == "X":
                    self.board[cell] = Laid(cell, "NESW", f"x{crossing[1]}", crossing[0])  # type: ignore[arg-type]  # x1 to x4
                elif sign in "#*":
                    self.board[cell] = Laid(cell, "", "s0") if sign == "#" else Laid(cell, "", "1", 0)
        self.lines = tuple(ends[number] for number in sorted(ends))

    @staticmethod
    def _line(cell: tuple[int, int], heading: Direction, stations: str) -> Line:
        x, y = cell
        dx, dy = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}[heading]
        served = tuple(LineStation(*map(int, text.split(":"))) for text in stations.split())
        return Line("4", (x + dx, y + dy), heading, stations=served)

    def is_finished(self, seats: int = 2, option: Literal["lookahead", "next_cell"] = "lookahead") -> bool:
        before = dict(self.board)
        after = finish_lines(self.board, self.lines, self.lines, set(), Options(option), seats)
        assert self.board == before, "the search leaves the board as it was"
        slow = can_get_a_station if option == "lookahead" else anything_fits
        assert bool(after[0].finished) != slow(self.board, self.lines, 0, seats)
        return bool(after[0].finished)


@pytest.mark.clause("IU-5.2")
def test_open_country_is_no_pocket() -> None:
    assert not Pocket(">..").is_finished()
    assert not Pocket("""
        ###
        >..
        ###""").is_finished()


@pytest.mark.clause("IU-5.2")
def test_dead_ends() -> None:
    assert Pocket("""
        ###
        >.#
        ###""").is_finished()
    assert (
        Pocket("""
        ####
        >..#
        *###""").is_finished()
        is False
    ), "a station straight on, before the last cell"
    assert Pocket("""
        .*##
        >..#
        .###""").is_finished(), "no station beside a station, and none without a way on"


@pytest.mark.clause("IU-5.2")
def test_a_way_around_the_corner() -> None:
    assert not Pocket("""
        #..#
        *..#
        >.##
        .##.""").is_finished()
    assert Pocket("""
        .##.
        *..#
        >.##
        .##.""").is_finished()


@pytest.mark.clause("IU-5.2")
def test_spirals_are_followed_to_their_end() -> None:
    """Stations lie all along the spiral, so a station fits only in its centre, if at all."""
    spiral = """
    ##########
    #*****####
    #.....*###
    #.***.*###
    #.*...{}
    #.*######*
    #.*******#
    #........<
    ##########"""
    assert Pocket(spiral.format("..##")).is_finished()
    assert Pocket(spiral.format("..*#")).is_finished()
    assert not Pocket(spiral.format("...#")).is_finished(), "straight on, before the last cell"


RING = """
    ##***#
    #*...*
    >..{}.*
    #*...*
    ##***#
"""


@pytest.mark.clause("IU-5.2")
def test_a_pocket_whose_only_way_out_is_the_lines_own_track() -> None:
    """The cell at the fork takes a station only for a line that comes from below, but such a line has already
    passed it.

    A flood fill would find the way around the ring and back, and call the line unfinished.
    """
    assert Pocket(RING.format("#")).is_finished()
    assert not Pocket(RING.format(".")).is_finished(), "straight on at the fork it is open"


@pytest.mark.clause("IU-5.2", "IU-4.K")
def test_a_free_crossing_is_a_way_out_if_it_suits() -> None:
    pocket = """
        ###.
        >.X.
        ###."""
    assert not Pocket(pocket).is_finished()
    assert not Pocket(pocket, stations="1:2", crossing=(0, 1)).is_finished()
    assert Pocket(pocket, stations="0:2", crossing=(0, 1)).is_finished(), "the same owner twice"
    assert Pocket(pocket, stations="0:1 1:2", crossing=(0, 1)).is_finished(), "the value is there"
    assert Pocket(pocket, stations="0:4 1:2", crossing=(0, 4)).is_finished(), "that player's 4 is there"
    assert not Pocket(pocket, stations="0:2 1:4", crossing=(0, 4)).is_finished()


@pytest.mark.clause("IU-5.2", "IU-4.K")
def test_a_free_crossing_further_on() -> None:
    pocket = """
        .*##..
        >..#..
        *#.X..
        .*##.."""
    assert not Pocket(pocket, stations="1:2").is_finished()
    assert Pocket(pocket, stations="0:2").is_finished()


@pytest.mark.clause("IU-5.2", "IU-5.3", "IU-4.L")
def test_a_crossing_over_another_lines_end_must_suit_both() -> None:
    """The other line comes from above; with two players every station may be refused by one of the lines."""
    pocket = """
        .T.
        >..
        ..."""
    assert not Pocket(pocket).is_finished()
    assert Pocket(pocket, stations="0:1", other="1:2").is_finished(), "red is last on one, blue on the other"
    assert not Pocket(pocket, stations="0:1", other="1:2").is_finished(seats=3)
    assert Pocket(pocket, stations="0:1 1:2", other="0:3 1:4").is_finished(seats=2) is False, (
        "red 4 suits both"
    )
    assert Pocket(pocket, stations="0:4 0:1 1:2", other="0:3 1:1").is_finished(), "red 2, 3 and 4 are taken"


@pytest.mark.clause("IU-5.2", "IU-4.M")
def test_a_finished_lines_end_is_a_wall() -> None:
    pocket = Pocket("""
        .T.
        >..
        ...""")
    assert not pocket.is_finished()
    pocket.lines = (pocket.lines[0], replace(pocket.lines[1], finished="IU-5.1"))
    assert pocket.is_finished()


@pytest.mark.clause("IU-5.2")
def test_option_next_cell_looks_no_further() -> None:
    dead_end = Pocket("""
        .*##
        >..#
        .###""")
    assert dead_end.is_finished()
    assert not dead_end.is_finished(option="next_cell"), "a straight track still fits"
    assert Pocket("""
        ###
        >.#
        ###""").is_finished(option="next_cell")
    crossing = """
        ###.
        >.X.
        ###."""
    assert not Pocket(crossing).is_finished(option="next_cell")
    assert Pocket(crossing, stations="0:2").is_finished(option="next_cell"), "D counts"


@pytest.mark.clause("IU-5.1")
def test_a_line_with_all_four_values_is_finished() -> None:
    state = table("s1@2,0:EW red1@3,0:EW s1@4,0:EW blue4@5,0:EW s1@6,0:EW red3@7,0:EW s1@8,0:EW")
    assert state.lines[SEVEN].missing == (2,)
    assert lay(state, "blue2@9,0:EW").lines[SEVEN].finished == "IU-5.1"
    fours = lay(table("s1@2,0:EW red4@3,0:EW s1@4,0:EW"), "blue4@5,0:EW")
    assert fours.lines[SEVEN].finished is None
    assert fours.lines[SEVEN].missing == (1, 2, 3)


@pytest.mark.clause("IU-5.3")
def test_one_tile_finishes_several_lines_also_others() -> None:
    after = lay(table(), "c1@0,1:ES")
    assert [bool(line.finished) for line in after.lines] == [False, False, True, True, False, False]
    assert (after.lines[SIX].curves, after.lines[FIVE].curves) == (1, 0), "the tile belongs to one of them"


@pytest.mark.clause("IU-5.3")
def test_complete_lines_are_settled_before_the_others_are_asked() -> None:
    """A line that is now complete blocks the line that could only have crossed its end."""
    pocket = Pocket("""
        .T.
        >..
        ...""")
    old = replace(pocket.lines[1], stations=())
    complete = replace(old, stations=tuple(LineStation(0, value) for value in (1, 2, 3, 4)))
    lines = (pocket.lines[0], complete)
    after = finish_lines(pocket.board, (pocket.lines[0], old), lines, set(), Options(), 2)
    assert [line.finished for line in after] == ["IU-5.2", "IU-5.1"]


@pytest.mark.clause("IU-5.3")
def test_lines_that_lose_their_way_are_settled_all_at_once() -> None:
    """Two lines could only cross each other, and no station suits both: the same tile finishes both."""
    pocket = Pocket(
        """
        .T.
        >..
        ...""",
        stations="0:1",
        other="1:2",
    )
    after = finish_lines(pocket.board, pocket.lines, pocket.lines, set(), Options(), 2)
    assert [line.finished for line in after] == ["IU-5.2", "IU-5.2"]


def curvy(rng: random.Random, state: State) -> object:
    """The choice of a player who likes curves, which make pockets more often."""
    legal = GAME.legal(state)
    curves = [action for action in legal if getattr(action, "tile", "")[:1] == "c"]
    return rng.choice(curves if curves and rng.random() < 0.6 else legal)


def random_steps(games: int, option: str) -> list[tuple[State, State]]:
    found = []
    for number in range(games):
        rng = random.Random(f"{option} {number}")
        start = GAME.begin(GAME.setup(2 + number % 4, {"finish": option}))
        moments = stellwerk.moments(GAME, start, partial(curvy, rng), rng)
        found += [(moment.before, moment.after) for moment in moments if moment.before.step is not Step.DEAL]
    return found


@pytest.mark.clause("IU-5.2", "IU-5.3")
@pytest.mark.parametrize(("option", "games"), [("lookahead", 60), ("next_cell", 24)])
def test_the_quick_search_agrees_with_the_slow_one(option: str, games: int) -> None:
    slow = can_get_a_station if option == "lookahead" else anything_fits
    positions = asked = closed = 0
    for before, after in random_steps(games, option):
        if after.tiles == before.tiles:
            continue
        positions += 1
        board = board_of(after.tiles)
        # as things stood between IU-5.1 and IU-5.2
        lines = tuple(
            replace(new, finished=None) if new.finished == "IU-5.2" and not old.finished else new
            for old, new in zip(before.lines, after.lines, strict=True)
        )
        for number, line in enumerate(lines):
            if not line.finished:
                goes_on = slow(board, lines, number, len(after.players))
                assert (after.lines[number].finished is None) == goes_on, (number, after)
                asked += 1
                closed += not goes_on
    assert positions > games * 25
    assert asked > games * 100
    assert closed > games


@pytest.mark.clause("IU-5.3")
def test_remembered_ways_change_nothing() -> None:
    """Searching all lines after every tile gives the same games as searching those that may have changed."""
    for number in range(12):
        rng = random.Random(number)
        state = GAME.begin(GAME.setup(2 + number % 4))
        while GAME.actor(state) is not None:
            action = GAME.chance(state, rng) if state.step is Step.DEAL else curvy(rng, state)
            quick = GAME.apply(state, action)
            forgetful = replace(state, lines=tuple([replace(line, watched=()) for line in state.lines]))
            thorough = GAME.apply(forgetful, action)
            assert [line.finished for line in quick.lines] == [line.finished for line in thorough.lines]
            state = quick
