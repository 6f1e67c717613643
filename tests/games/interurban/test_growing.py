"""What `growing.c` finds out about lines, sites and points is what Python finds out."""

from __future__ import annotations

import os
import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk import IllegalAction, settle, step
from stellwerk.core.compiled import PAIRS
from stellwerk.games.interurban import GAME
from stellwerk.games.interurban.law.actions import LayStation, LayTrack
from stellwerk.games.interurban.law.boards import new_board, with_tile
from stellwerk.games.interurban.law.data import EDGES_OF, STATION_TILES, TRACK_TILES
from stellwerk.games.interurban.law.grid import STRAIGHTS, beside
from stellwerk.games.interurban.law.laying import check_laying, to_laid
from stellwerk.games.interurban.law.sites import ground_of
from stellwerk.games.interurban.law.state import Laid, LineStation, Options, Player, State, Step, board_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stellwerk.games.interurban.law.actions import Placement

FINISH = ("lookahead", "next_cell")


def both(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """A function in Python and in C. The latter may be missing on a developer's machine, never in CI."""
    if f"growing.{name}" not in PAIRS:
        assert os.environ.get("CI") != "true", "CI compiles it"
        pytest.skip("growing.c is not compiled here")
    return PAIRS[f"growing.{name}"]


def states(name: str, games: int, finish: str = "lookahead") -> Iterator[tuple[State, Placement | None]]:
    """The states of random games with two to five players, each with the tile that is laid next."""
    for number in range(games):
        rng = random.Random(f"{name} {number}")
        state = settle(GAME, GAME.begin(GAME.setup(2 + number % 4, {"finish": finish})), rng)
        while GAME.actor(state) is not None:
            action = rng.choice(GAME.legal(state))
            yield state, action if isinstance(action, LayTrack | LayStation) else None
            state = step(GAME, state, action, rng)


def anything(state: State, rng: random.Random) -> Laid:
    """Any tile turned in any way, on or beside the board."""
    x, y = rng.choice(beside(rng.choice(beside(rng.choice(state.tiles).cell))))
    if rng.random() < 0.5:
        tile = rng.choice(TRACK_TILES)
        return to_laid(LayTrack(tile, x, y, rng.choice(EDGES_OF[tile])))
    station = rng.choice(STATION_TILES)
    seat = rng.randrange(len(state.players))
    return to_laid(LayStation(seat, station, x, y, None if station[0] == "x" else rng.choice(STRAIGHTS)))


def test_the_same_tiles_are_allowed() -> None:
    """Python alone never says so before it has looked at every rule."""
    python, in_c = both("is_surely_allowed")
    rng, found = random.Random(1), {True: 0, False: 0}
    for state, _ in states("allowed", 24):
        board, tiles = ground_of(state).board, board_of(state.tiles)
        at_ends = [to_laid(action) for site in ground_of(state).sites for action in site.tracks["c1"]]
        for laid in [anything(state, rng) for _ in range(30)] + at_ends:
            assert not python(tiles, state.lines, laid)
            allowed = in_c(board, state.lines, laid)
            found[allowed] += 1
            if allowed:
                check_laying(tiles, state.lines, laid)
            else:
                with pytest.raises(IllegalAction):
                    check_laying(tiles, state.lines, laid)
    assert min(found.values()) > 3_000


@pytest.mark.parametrize("finish", FINISH)
def test_the_same_lines_after_a_tile(finish: str) -> None:
    python, in_c = both("settle")
    ended: set[str | None] = set()
    for state, action in states("settle", 24, finish):
        if action is None:
            continue
        laid = to_laid(action)
        board = {**board_of(state.tiles), laid.cell: laid}
        given = (state.lines, laid, Options(finish=state.options.finish), len(state.players))
        lines = in_c(with_tile(ground_of(state).board, laid), *given)
        assert msgspec.to_builtins(lines) == msgspec.to_builtins(python(board, *given))
        for line, old in zip(lines, state.lines, strict=True):
            assert (line is old) == (line == old)
            ended.add(line.finished)
    assert ended == {None, "IU-5.1", "IU-5.2"}


@pytest.mark.parametrize("finish", FINISH)
def test_the_same_lines_at_the_beginning(finish: str) -> None:
    python, in_c = both("settle")
    for state, _ in states("begin", 8, finish):
        if len(state.tiles) == 2:
            first = tuple([msgspec.structs.replace(line, watched=()) for line in state.lines])
            given = (first, None, state.options, len(state.players))
            board, tiles = ground_of(state).board, board_of(state.tiles)
            assert in_c(board, *given) == python(tiles, *given) == state.lines


def test_the_same_sites() -> None:
    python, in_c = both("next_sites")
    crossed = 0
    for state, action in states("sites", 24):
        seats, sites = len(state.players), ground_of(state).sites
        anew = (state.tiles[-1].cell, (), state.lines, seats)
        board, tiles = ground_of(state).board, board_of(state.tiles)
        assert in_c((), board, *anew) == python((), tiles, *anew) == sites
        if action is None:
            continue
        after = GAME.apply(state, action)
        board, tiles = ground_of(after).board, board_of(after.tiles)
        given = (after.tiles[-1].cell, state.lines, after.lines, seats)
        found, same = in_c(sites, board, *given), python(sites, tiles, *given)
        assert found == same
        crossed += sum(site.crossing and site.plain is None for site in found)
        kept = {id(site) for site in sites}
        assert sum(id(site) in kept for site in found) == sum(id(site) in kept for site in same)
    assert crossed > 10


@pytest.mark.parametrize("finish", FINISH)
def test_the_same_placements(finish: str) -> None:
    python, in_c = both("placements")
    forbidden = 0
    for state, _ in states("placements", 40, finish):
        ground, tiles = ground_of(state), board_of(state.tiles)
        for one in (state, msgspec.structs.replace(state, turns=0)):  # as if it were the first round
            found = in_c(one, ground.board, ground.sites, False)
            assert found == python(one, tiles, ground.sites, False)
            assert in_c(one, ground.board, ground.sites, True) == found[:1]
            assert python(one, tiles, ground.sites, True) == found[:1]
            forbidden -= len(found) if one is not state else -len(found)
    assert forbidden > 1_000


def test_the_first_round_allows_what_finishes_no_line() -> None:
    """What is listed as if it were the first round is what the law then applies."""
    refused = 0
    for state, _ in states("first round", 16):
        one = msgspec.structs.replace(state, turns=0)
        allowed = set(GAME.legal(one))
        for action in GAME.legal(state):
            clause = None
            try:
                GAME.apply(one, action)
            except IllegalAction as error:
                clause = error.clause
            assert clause == (None if action in allowed else "IU-4.B")
            refused += clause is not None
    assert refused > 500


@pytest.mark.parametrize("way", ["Python", "C"])
def test_a_crossing_where_two_lines_end_is_judged_by_both(way: str) -> None:
    """A 4 leaves the other line without its 3, so whether the 3 completes it has to be asked once more."""
    placements = both("placements")[way == "C"]
    stations = (LineStation(2, 1), LineStation(3, 2), LineStation(2, 4))
    found = 0
    for state, _ in states("both", 150):
        for site in ground_of(state).sites:
            if len(state.players) < 4 or not site.crossing or site.plain is not None:
                continue
            lines = tuple(
                msgspec.structs.replace(line, stations=() if line is site.line else stations)
                if line.end == site.cell
                else line
                for line in state.lines
            )
            players = (Player(("x4",), ()), Player(("x3",), ()), *[Player((), ())] * (len(state.players) - 2))
            one = msgspec.structs.replace(
                state, lines=lines, players=players, open=(), turns=0, station_laid=False
            )
            board = ground_of(one).board if way == "C" else board_of(one.tiles)
            for action in placements(one, board, ground_of(one).sites, False):
                GAME.apply(msgspec.structs.replace(one, open=state.open), action)
                found += action.station == "x4" and (action.x, action.y) == site.cell
    assert found > 10


def test_a_board_is_the_same_however_it_came_about() -> None:
    in_c = both("new_board")[1]
    for state, action in states("boards", 4):
        board = in_c(state.tiles)
        assert board == ground_of(state).board
        if action is not None:
            laid = to_laid(action)
            assert with_tile(board, laid) == new_board((*state.tiles, laid)) != board


def test_the_same_points() -> None:
    python, in_c = both("totals")
    assert in_c((), 3) == python((), 3) == (0, 0, 0)
    different: set[tuple[int, ...]] = set()
    for state, _ in states("points", 24):
        seats = len(state.players)
        assert in_c(state.lines, seats) == python(state.lines, seats)
        different.add(in_c(state.lines, seats))
    assert len(different) > 500


def test_other_arguments_are_refused() -> None:
    state = next(states("refused", 1))[0]
    board, sites = ground_of(state).board, ground_of(state).sites
    laid = state.tiles[0]
    for name, given in {
        "is_surely_allowed": (board, state.lines, None),
        "settle": (board, state.lines, laid, state.options, 9),
        "next_sites": (sites, board, laid.cell, state.lines[1:], state.lines, 2),
        "placements": (None, board, sites, False),
        "totals": (state.lines, 9),
        "new_board": (None,),
        "with_tile": (board, None),
    }.items():
        in_c = both(name)[1]
        for wrong in (given, given[1:], (*given, 1)):
            with pytest.raises(TypeError):
                in_c(*wrong)


def test_states_of_no_game_are_refused() -> None:
    """Other programs may send views, and what is written down may be damaged: C looks before it counts."""
    state = next(state for state, _ in states("damaged", 1) if state.step is Step.TURN)
    first, board, laid = state.lines[0], ground_of(state).board, state.tiles[0]
    totals, with_tile_in_c = both("totals")[1], both("with_tile")[1]
    for station in [(-1, 1), (-7, 1), (6, 1), (1 << 70, 1), (0, 0), (0, 5), (0, 64), (0, -(1 << 70))]:
        damaged = msgspec.structs.replace(first, stations=(LineStation(*station),))
        with pytest.raises(TypeError):
            totals((damaged, *state.lines[1:]), 2)
    far = msgspec.structs.replace(first, end=(1 << 70, -(1 << 70)), track_value=1 << 70)
    assert len(totals((far, *state.lines[1:]), 2)) == 2
    for cell in [(1024, 0), (0, -1024), (1 << 70, 0), (0.0, 1), (0,), None]:
        with pytest.raises(TypeError):
            with_tile_in_c(board, msgspec.structs.replace(laid, cell=cell))
    for seat in (-1, 6, 1 << 70, 0.0, "a"):
        with pytest.raises(TypeError):  # wrong types on purpose
            with_tile_in_c(board, Laid((5, 5), "NS", "1", seat))  # type: ignore[arg-type]


def test_a_board_takes_no_more_tiles_than_it_has_places_for() -> None:
    """Otherwise somebody would look for an empty place for ever."""
    board, add = both("new_board")[1](()), both("with_tile")[1]
    *tiles, last = (Laid((number % 30, number // 30), "NS", "s1") for number in range(129))
    for laid in tiles:
        board = add(board, laid)
    with pytest.raises(TypeError):
        add(board, last)
    with pytest.raises(TypeError):
        both("new_board")[1]((*tiles, last))


FAR = [999, 1023, 1024, 1 << 30, 1 << 40, 1 << 63, 1 << 70]


@pytest.mark.parametrize("x", [*FAR, *(-x for x in FAR)])
def test_a_cell_far_away_is_refused_by_its_clause(x: int) -> None:
    state = next(state for state, _ in states("far", 1) if state.step is Step.TURN)
    tile = next(tile for tile in state.open if tile is not None)
    for cell in ((x, 0), (0, x), (x, x)):
        with pytest.raises(IllegalAction) as refused:
            GAME.apply(state, LayTrack(tile, *cell, EDGES_OF[tile][0]))
        assert refused.value.clause == "IU-3.1"


@pytest.mark.parametrize("kind", [float, Fraction, str, lambda _: None])
def test_a_cell_of_no_integers_is_refused_and_remembered_nowhere(kind: Callable[[int], Any]) -> None:
    """The tables of the grid keep the first of equal cells, for all later games."""
    for state, action in states("no integers", 2):
        if isinstance(action, LayTrack):
            odd = LayTrack(action.tile, kind(action.x), kind(action.y), action.edges)
            with pytest.raises(TypeError):
                GAME.apply(state, odd)
            for cell in beside((action.x, action.y)):
                assert [type(part) for part in cell] == [int, int]
