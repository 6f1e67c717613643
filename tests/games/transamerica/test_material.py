"""TA-1 and TA-2: the board, the cards, the set-up."""

from __future__ import annotations

import random

import pytest

from stellwerk import Chance, IllegalAction, new_game
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.actions import Deal
from stellwerk.games.transamerica.law.data import (
    CITIES,
    COLOURS,
    CROSSINGS,
    GRID,
    LINES,
    PAIRS,
    RAILS,
    cities_in_play,
)
from tests.games.transamerica.table import AT, NORTH, SOUTH, fresh, play, refused, table

STEPS = {(1, 0), (0, 1), (1, 1)}


@pytest.mark.clause("TA-1.1")
def test_the_board_has_188_crossings_and_509_lines_of_which_109_are_double() -> None:
    assert CROSSINGS == len(set(GRID)) == 188
    assert len(set(PAIRS)) == 509
    assert [line.cost for line in LINES].count(2) == 109
    assert {line.cost for line in LINES} == {1, 2}


@pytest.mark.clause("TA-1.1")
def test_lines_join_neighbours_of_the_grid_and_come_in_order() -> None:
    for a, b in PAIRS:
        (column, row), (other_column, other_row) = GRID[a], GRID[b]
        assert (other_column - column, other_row - row) in STEPS
    assert list(PAIRS) == sorted(PAIRS)
    assert list(GRID) == sorted(GRID, key=lambda place: (place[1], place[0]))


@pytest.mark.clause("TA-1.1")
def test_unknown_crossings_and_lines_are_refused() -> None:
    assert refused(fresh(), "M 188") == ("TA-1.1", "no_such_crossing", {"crossing": 188, "last": 187})
    assert refused(table(), "R 0-50") == ("TA-1.1", "no_such_line", {"a": 0, "b": 50})
    assert refused(table(vexation=True), "V 0-999") == ("TA-1.1", "no_such_line", {"a": 0, "b": 999})


@pytest.mark.clause("TA-1.2")
def test_seven_cities_of_each_colour_two_of_them_dashed() -> None:
    assert len(CITIES) == len(set(AT.values())) == 35
    for colour in COLOURS:
        assert sum(city.colour == colour for city in CITIES) == 7
    dashed = [city.name for city in CITIES if city.dashed]
    assert dashed == [
        *("Seattle", "San Diego", "Duluth", "Buffalo", "Denver", "Kansas City"),
        *("Atlanta", "Houston", "Boston", "Richmond"),
    ]


@pytest.mark.clause("TA-1.2", "TA-1.3", "TA-1.4")
def test_the_pieces_of_a_game() -> None:
    pieces = dict(GAME.pieces(GAME.initial(6)))
    assert pieces.pop("rail") == RAILS == 84  # the 85th is the barrier
    assert pieces.pop("marker") == pieces.pop("locomotive") == 6
    assert pieces == {city.name: 1 for city in CITIES}
    assert GAME.pieces(GAME.initial(5, {"vexation": True}))["rail"] == 84 + 15


@pytest.mark.clause("TA-2.1")
def test_everybody_starts_at_13_and_the_barrier_lies_at_0() -> None:
    state = GAME.initial(4)
    assert [player.score for player in state.players] == [13] * 4
    assert state.barrier == 0


@pytest.mark.clause("TA-2.2")
@pytest.mark.parametrize(("seats", "cards"), [(2, 25), (3, 25), (4, 35), (5, 35), (6, 35)])
def test_dashed_cities_are_out_with_two_or_three_players(seats: int, cards: int) -> None:
    in_play = [city for cities in cities_in_play(seats) for city in cities]
    assert len(in_play) == cards
    dealt = set()
    for seed in range(60):
        deal = GAME.chance(GAME.initial(seats), random.Random(seed))
        assert isinstance(deal, Deal)
        dealt |= {city for hand in deal.hands for city in hand}
    assert dealt == set(in_play)


@pytest.mark.clause("TA-2.2")
def test_a_dashed_city_cannot_be_dealt_to_two_players() -> None:
    deal = "! 0,13,60,140,73 | 10,17,65,148,89"
    assert refused(GAME.initial(2), deal) == ("TA-2.2", "city_taken_out", {"place": "0 Seattle"})


@pytest.mark.clause("TA-2.3")
def test_each_player_gets_one_city_of_each_colour() -> None:
    for seed in range(20):
        state = new_game("transamerica", 6, seed=str(seed))
        for player in state.players:
            colours = [next(city.colour for city in CITIES if city.crossing == at) for at in player.cities]
            assert tuple(colours) == COLOURS
        assert len({city for player in state.players for city in player.cities}) == 30


@pytest.mark.clause("TA-2.3")
def test_wrong_deals_are_refused() -> None:
    state = GAME.initial(2)
    assert refused(state, "! 10,13,60,140,73 | 10,17,65,148,89")[:2] == ("TA-2.3", "city_twice")
    assert refused(state, "! 13,10,60,140,73 | 40,17,65,148,89")[:2] == ("TA-2.3", "other_colour")
    three = "! 10,13,60,140,73 | 40,17,65,148,89 | 74,34,101,160,135"
    assert refused(state, three) == ("TA-2.3", "wrong_hands", {"seats": 2, "count": 5})
    with pytest.raises(IllegalAction, match="wrong_hands"):
        GAME.apply(state, Deal(((10, 13, 60, 140), (40, 17, 65, 148))))


@pytest.mark.clause("TA-2.3")
def test_the_deal_of_a_seed_follows_the_notation() -> None:
    """One random stream shuffles the colours one after another; seat s gets the s-th card of each."""
    expected = []
    stream = Chance("stellwerk")
    stream.begin_action()
    for cities in cities_in_play(3):
        cards = list(cities)
        for last in range(len(cards) - 1, 0, -1):
            other = stream.randrange(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        expected.append(cards[:3])
    deal = GAME.chance(GAME.initial(3), Chance("stellwerk"))
    assert deal == Deal(tuple(zip(*expected, strict=True)))


@pytest.mark.clause("TA-2.4", "TA-3.1")
def test_play_goes_clockwise_from_the_start_seat() -> None:
    state = fresh(4, start_seat=2)
    order = []
    for text in ("M 2", "M 1", "M 0", "M 3", "R 2-13", "E"):
        order.append(GAME.actor(state))
        state = play(state, text)
    assert order == [2, 3, 0, 1, 2, 2]
    assert GAME.actor(state) == 3


@pytest.mark.clause("TA-2.4", "TA-6.1")
def test_each_round_is_started_by_the_next_seat() -> None:
    rng = random.Random(4)
    state = GAME.initial(3, {"rounds": 2}, start_seat=1)
    starters = []
    while (actor := GAME.actor(state)) is not None:
        action = GAME.chance(state, rng) if actor < 0 else rng.choice(GAME.legal(state))
        state = GAME.apply(state, action)
        if actor < 0:
            starters.append(state.turn)
    assert starters == [1, 2, 0, 1, 2, 0]


def test_the_hands_of_the_tests_are_hands() -> None:
    for names in (NORTH, SOUTH):
        colours = [city.colour for name in names.split(", ") for city in CITIES if city.name == name]
        assert tuple(colours) == COLOURS
