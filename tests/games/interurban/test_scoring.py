"""IU-6: the end of the game, the value of lines, the points of players, and matches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import IllegalAction, Result
from stellwerk.core.match import GivenUp, match_game, match_standing, start_seats
from stellwerk.games.interurban.law.scoring import (
    economic_values,
    line_values,
    points,
    rank,
    result,
    shares,
    start_numbers,
    totals,
)
from stellwerk.games.interurban.law.state import Player, State
from tests.games.interurban.table import GAME, legal_texts, line, parse, table, walled
from tests.golden import archive


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.apply(state, parse(text))
    return state


@pytest.mark.clause("IU-6.1", "IU-6.1a")
def test_the_game_ends_when_all_lines_are_finished() -> None:
    state = walled(table(), "", finished=(0, 1, 4, 5))
    state = play(state, "c1@0,1:ES")
    assert GAME.actor(state) is None
    assert state.reason == "IU-6.1a"
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, parse("s1@2,0:EW"))
    assert (caught.value.clause, caught.value.code) == ("IU-6.1a", "game_over")


@pytest.mark.clause("IU-6.1", "IU-6.1b")
def test_the_game_ends_at_the_end_of_the_turn_that_lays_the_last_track() -> None:
    state = replace(table("s1@0,1:NS"), open=(None, "s1", None), stack=())
    state = play(state, "s1@2,0:EW")
    assert GAME.actor(state) == 0, "the remaining tiles may still be laid"
    assert "red1@3,0:EW" in legal_texts(state)
    ended = play(state, "E")
    assert (GAME.actor(ended), ended.reason) == (None, "IU-6.1b")
    assert play(state, "red1@3,0:EW").reason == "IU-6.1b", "no second station: the turn is over"


@pytest.mark.clause("IU-6.1", "IU-6.1c")
def test_the_game_ends_when_the_players_own_stations_are_laid() -> None:
    last = (Player(("1", None, None)), Player(("2", "3", "4"), ("x1",)))
    state = play(replace(table("s1@2,0:EW"), players=last), "red1@3,0:EW")
    assert GAME.actor(state) == 0
    assert "s1@4,0:EW" in legal_texts(state), "the remaining tiles may still be laid"
    ended = play(state, "s1@4,0:EW", "E")
    assert (GAME.actor(ended), ended.reason) == (None, "IU-6.1c")


@pytest.mark.clause("IU-6.1c")
def test_a_last_station_laid_by_somebody_else_counts_at_the_end_of_its_owners_turn() -> None:
    players = (Player(("1", "2", "3"), ("4",)), Player(("2", None, None)), Player(("1", "2", "3"), ("4",)))
    state = replace(table("s1@2,0:EW", seats=3), players=players)
    state = play(state, "blue2@3,0:EW", "E")
    assert (GAME.actor(state), state.players[1].left) == (1, 0)
    state = play(state, "s1@4,0:EW")
    assert GAME.actor(state) == 1
    state = play(state, "E")
    assert (GAME.actor(state), state.reason, state.turn) == (None, "IU-6.1c", 1)


@pytest.mark.clause("IU-6.1")
def test_of_several_reasons_the_first_is_named() -> None:
    last = (Player(("1", None, None)), Player(("2", None, None), ("1",)))
    state = replace(table("s1@2,0:EW"), open=("s1", None, None), stack=(), players=last)
    assert play(state, "red1@3,0:EW", "s1@4,0:EW").reason == "IU-6.1b"
    closing = replace(walled(table(), "", finished=(0, 1, 4, 5)), open=("c1", None, None), stack=())
    assert play(closing, "c1@0,1:ES").reason == "IU-6.1a"


@pytest.mark.clause("IU-6.2")
def test_unfinished_lines_count() -> None:
    state = replace(table("s1@2,0:EW red4@3,0:EW"), open=("s1", None, None), stack=())
    state = play(state, "s1@4,0:EW", "E")
    end = result(state)
    assert end is not None
    assert not any(entry["finished"] for entry in end.sheet["lines"])
    assert end.scores == (9, 0)


@pytest.mark.clause("IU-6.3")
def test_a_line_is_worth_its_start_number_and_its_track() -> None:
    state = table("s2@2,0:EW c1@3,0:NW c0@3,1:SW".replace("SW", "ES") + " red4@4,1:EW")
    assert line_values(state.lines)[4] == 7 + 2 + 1 + 0
    assert (state.lines[4].straights, state.lines[4].curves) == (1, 2)


@pytest.mark.clause("IU-6.4")
def test_letters() -> None:
    lines = (line("4"), line("H"), line("6"), line("4"), line("S", straights=3), line("7"))
    assert start_numbers(lines) == (4, 7, 6, 4, 3, 7)
    lines = (
        line("4"),
        line("H"),
        line("6"),
        line("5"),
        line("7"),
        line("C", curves=8, straights=2, track_value=3),
    )
    assert start_numbers(lines) == (4, 8, 6, 5, 7, 8), "H may be the value of C"
    assert line_values(lines) == (4, 8, 6, 5, 7, 11)
    lines = (line("4"), line("S", straights=0), line("7"), line("5"), line("L", track_value=2), line("6"))
    assert start_numbers(lines) == (4, 0, 7, 5, 0, 6), "L may be 0"
    assert line_values(lines)[1] == 0, "and a line may be worth 0"
    lines = (line("5"), line("7"), line("C", curves=2), line("4"), line("S", straights=9), line("7"))
    assert start_numbers(lines) == (5, 7, 2, 4, 9, 7)
    lines = (line("4"), line("H"), line("6"), line("5"), line("L"), line("6"))
    assert start_numbers(lines) == (4, 6, 6, 5, 4, 6)


@pytest.mark.clause("IU-6.4")
def test_stations_are_neither_straights_nor_curves() -> None:
    state = table("s1@1,-1:NS red3@1,-2:NS c1@1,-3:NE bluex1@2,-3", start="4H6 57C")
    assert start_numbers(state.lines)[5] == 1
    state = table("s1@2,0:EW red3@3,0:EW s0@4,0:EW bluex1@5,0", start="57C 4S7")
    assert start_numbers(state.lines)[4] == 2


@pytest.mark.clause("IU-6.5")
def test_economic_values_add_up_and_a_crossing_counts_twice() -> None:
    assert economic_values(line("4", "0:4 1:4 0:1 2:3"), 3) == (5, 4, 3)
    state = table("c1@0,1:SW c0@-1,0:NE redx2@-1,1")
    assert [economic_values(one, 2) for one in state.lines] == [
        (0, 0), (2, 0), (2, 0), (0, 0), (0, 0), (0, 0),
    ]  # fmt: skip


@pytest.mark.clause("IU-6.6")
@pytest.mark.parametrize(
    ("value", "economic", "expected"),
    [
        (10, (9, 5, 4), (10, 5, 3)),
        (9, (4, 4, 2), (9, 9, 5)),
        (7, (1, 2, 3, 4, 5), (0, 1, 2, 4, 7)),
        (7, (0, 0, 2), (0, 0, 7)),
        (7, (0, 0), (0, 0)),
        (9, (3, 3, 2, 2, 1), (9, 9, 5, 5, 3)),
        (1, (5, 4, 3, 2, 1), (1, 1, 1, 1, 0)),
        (0, (5, 4), (0, 0)),
        (5, (2, 2), (5, 5)),
        (17, (5, 4, 3, 2, 2), (17, 9, 5, 3, 3)),
    ],
)
def test_shares(value: int, economic: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert shares(value, economic) == expected


@pytest.mark.clause("IU-6.6", "IU-6.7")
def test_points_of_all_lines_are_added_up() -> None:
    lines = (
        line("4", "0:1 1:2"),
        line("5"),
        line("6", "1:4"),
        line("7", "0:3"),
        line("5", "0:1 1:1"),
        line("4"),
    )
    assert points(lines, 2) == ((2, 4), (0, 0), (0, 6), (7, 0), (5, 5), (0, 0))
    assert totals(lines, 2) == (14, 15)


@pytest.mark.clause("IU-6.7")
def test_ranks_are_shared() -> None:
    assert rank((10, 30, 20)) == (3, 1, 2)
    assert rank((30, 30, 20, 30)) == (1, 1, 4, 1)
    state = replace(
        table("s1@2,0:EW red4@3,0:EW s1@4,0:EW blue4@5,0:EW", seats=3), open=("s1", None, None), stack=()
    )
    end = result(play(state, "s1@6,0:EW", "E"))
    assert end is not None
    assert (end.scores, end.ranks, end.winners) == ((10, 10, 0), (1, 1, 3), (0, 1))
    assert end.sheet["totals"] == [10, 10, 0]
    assert end.sheet["lines"][4] == {
        "label": "7", "exit": "E", "start": 7, "track": 3, "value": 10,
        "economic": [4, 4, 0], "points": [10, 10, 0], "finished": None,
    }  # fmt: skip


def won(*scores: int) -> Result:
    return Result(scores, (), (), "IU-6.1a", None)


@pytest.mark.clause("IU-6.8")
def test_a_match_is_one_game_for_each_player() -> None:
    assert start_seats(3, 2) == (2, 0, 1)
    assert start_seats(5, 0) == (0, 1, 2, 3, 4)
    played = [match_game(won(10, 20, 30)), match_game(won(5, 0, 5)), match_game(won(20, 5, 0))]
    after = match_standing(3, [])
    assert (after.totals, after.winners, after.is_over) == ((0, 0, 0), (), False)
    after = match_standing(3, played[:2])
    assert (after.totals, after.ranks, after.winners) == ((15, 20, 35), (3, 2, 1), ())
    after = match_standing(3, played)
    assert (after.totals, after.ranks, after.winners) == ((35, 25, 35), (1, 3, 1), (0, 2))
    with pytest.raises(ValueError, match="a match of 2"):
        match_standing(2, [match_game(won(1, 1))] * 3)


@pytest.mark.clause("IU-6.8")
def test_a_leader_who_gives_up_the_last_game_loses_the_match() -> None:
    """As things stood the other had a point; the leader's 20 points in that game are gone."""
    given_up = GivenUp(0, "resigned", (20, 1))
    games = [match_game(won(60, 10)), match_game(won(0, 1), (given_up,))]
    end = match_standing(2, games)
    assert [game.points for game in end.played] == [(60, 10), (0, 1)]
    assert (end.totals, end.ranks, end.winners) == ((60, 11), (2, 1), (1,))


@pytest.mark.clause("IU-6.8")
def test_the_others_get_at_least_what_stood_for_them() -> None:
    """A bot finished the game for seat 0. Seat 2 lost a line to it: both others get the 4 points lost."""
    game = match_game(won(30, 12, 6), (GivenUp(0, "timed_out", (9, 8, 10)),))
    assert game.points == (0, 16, 10)


@pytest.mark.clause("IU-6.8")
def test_the_golden_match_adds_up() -> None:
    """Three records, each with its own seed; every player starts one of them."""
    records = [
        archive.read(archive.FOLDER / "interurban" / f"match_game_{number}.json") for number in (1, 2, 3)
    ]
    assert tuple(record.start_seat for record in records) == start_seats(3, 1) == (1, 2, 0)
    assert len({record.seed for record in records}) == 3
    results = [GAME.result(list(stellwerk.replay(record))[-1].after) for record in records]
    final = match_standing(3, [match_game(end) for end in results if end])
    assert final.totals == tuple(sum(scores) for scores in zip(*(end.scores for end in results), strict=True))
    assert final.winners
