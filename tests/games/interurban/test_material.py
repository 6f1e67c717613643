"""IU-1 and IU-2: the tiles and the deal."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import CHANCE, IllegalAction
from stellwerk.games.interurban.law.actions import Deal, LayStation, LayTrack
from stellwerk.games.interurban.law.data import COLOURS, START_TILES, STATION_SUPPLY, TRACK_SUPPLY
from tests.games.interurban.table import GAME, SEVEN, dealt, lay, refusal, table


@pytest.mark.clause("IU-1.1")
def test_each_colour_has_ten_stations() -> None:
    assert Counter(STATION_SUPPLY) == {"1": 1, "2": 1, "3": 1, "4": 2, "x1": 2, "x2": 1, "x3": 1, "x4": 1}
    assert COLOURS == ("red", "blue", "purple", "green", "yellow")
    assert GAME.info.seats == (2, 5)
    assert sum(GAME.pieces(GAME.initial(5)).values()) == 4 + 42 + 50
    assert sum(GAME.pieces(GAME.initial(2)).values()) == 4 + 42 + 20


@pytest.mark.clause("IU-1.2")
def test_a_plain_station_is_passed_straight_and_a_crossing_has_track_all_around() -> None:
    state = lay(table("s1@2,0:EW"), "red3@3,0:EW")
    assert state.lines[SEVEN].end == (4, 0)
    assert lay(table("s1@2,0:EW"), "redx3@3,0").tiles[-1].edges == "NESW"
    for action, code in (
        (LayStation(0, "3", 3, 0, "NE"), "station_is_straight"),
        (LayStation(0, "3", 3, 0), "station_is_straight"),
        (LayStation(0, "x3", 3, 0, "EW"), "crossing_is_not_turned"),
    ):
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(table("s1@2,0:EW"), action)
        assert (caught.value.clause, caught.value.code) == ("IU-1.2", code)


@pytest.mark.clause("IU-1.3")
def test_there_are_42_track_tiles() -> None:
    assert Counter(TRACK_SUPPLY) == {"s2": 3, "s1": 11, "s0": 6, "c1": 11, "c0": 11}
    for action in (LayTrack("s1", 2, 0, "NE"), LayTrack("c1", 2, 0, "EW")):
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(table(), action)
        assert (caught.value.clause, caught.value.code) == ("IU-1.3", "no_such_track")


@pytest.mark.clause("IU-1.4")
def test_lines_are_their_exits_not_their_labels() -> None:
    assert START_TILES == ("4H6", "57C", "4S7", "5L6")
    state = dealt(start="4H6 4S7")
    assert [line.label for line in state.lines] == ["4", "H", "6", "4", "S", "7"]
    assert [line.end for line in state.lines] == [(0, -1), (-1, 0), (0, 1), (1, 1), (2, 0), (1, -1)]
    longer = lay(state, "s1@1,1:NS")
    assert longer.lines[3].track_value == 1
    assert longer.lines[0] == state.lines[0], "the other line 4 is another line"
    assert [worth.name for worth in GAME.view(state, 0).worth] == ["4 (S)", "H", "6", "4 (N)", "S", "7"]


@pytest.mark.clause("IU-1.4", "IU-2.2")
def test_labels_go_clockwise_from_the_blank_edge() -> None:
    state = dealt(start="57C 5L6")
    assert [(line.label, line.heading) for line in state.lines] == [
        ("5", "S"), ("7", "W"), ("C", "N"), ("5", "N"), ("L", "E"), ("6", "S"),
    ]  # fmt: skip
    assert state.box == ("4H6", "4S7")
    assert [(tile.cell, tile.edges) for tile in state.tiles] == [((0, 0), "NSW"), ((1, 0), "NES")]


@pytest.mark.clause("IU-1.5", "IU-3.6")
def test_an_unfinished_line_has_one_end_and_it_moves_on() -> None:
    state = table()
    assert len({line.end for line in state.lines}) == 6
    after = lay(state, "c1@2,0:NW")
    assert (after.lines[SEVEN].end, after.lines[SEVEN].heading) == ((2, 1), "N")
    assert after.lines[:SEVEN] == state.lines[:SEVEN]


@pytest.mark.clause("IU-2.1", "IU-2.3", "IU-2.4")
def test_the_deal_opens_three_tiles_each() -> None:
    state = stellwerk.new_game("interurban", 4, seed="a", start_seat=2)
    assert state.turn == 2
    assert len(state.open) == 3
    assert len(state.stack) == 39
    for player in state.players:
        assert (len(player.open), len(player.stack)) == (3, 7)
    assert {stellwerk.new_game("interurban", 3, seed=str(i)).turn for i in range(20)} == {0, 1, 2}
    turns: list[int] = []
    while GAME.actor(state) is not None and len(turns) < 60:
        turns.append(state.turn)
        state = GAME.apply(state, GAME.legal(state)[0])
    order = [turn for turn, before in zip(turns, [None, *turns], strict=False) if turn != before]
    assert order[:6] == [2, 3, 0, 1, 2, 3], "clockwise"


@pytest.mark.clause("IU-2.1", "IU-2.2", "IU-2.3")
def test_a_deal_of_other_tiles_is_refused() -> None:
    state = GAME.initial(2)
    assert GAME.actor(state) == CHANCE
    good = Deal(("4H6", "57C"), TRACK_SUPPLY, (STATION_SUPPLY, STATION_SUPPLY))
    GAME.apply(state, good)
    wrong = {
        "other_start_tiles": replace(good, start=("4H6", "4H6")),
        "other_track_tiles": replace(good, track=(*TRACK_SUPPLY[1:], "c0")),
        "other_stations": replace(good, stations=(STATION_SUPPLY,)),
    }
    for code, deal in wrong.items():
        with pytest.raises(IllegalAction) as caught:
            GAME.apply(state, deal)
        assert caught.value.code == code
    with pytest.raises(IllegalAction, match="other_stations"):
        GAME.apply(state, replace(good, stations=(STATION_SUPPLY, ("1",) * 10)))
    with pytest.raises(IllegalAction, match="no_deal_due"):
        GAME.apply(dealt(), good)
    with pytest.raises(IllegalAction, match="deal_due"):
        GAME.apply(state, GAME.parse("E"))


@pytest.mark.clause("IU-2.2")
def test_start_tiles_are_drawn_at_random() -> None:
    drawn = Counter(
        tuple(tile.tile for tile in stellwerk.new_game("interurban", 2, seed=str(i)).tiles)
        for i in range(240)
    )
    assert len(drawn) == 12
    assert min(drawn.values()) > 5


def test_a_wrong_refusal_would_be_seen() -> None:
    """The helper `refusal` fails when an action is not refused."""
    assert refusal(table(), "s1@7,7:NS").clause == "IU-3.1"
