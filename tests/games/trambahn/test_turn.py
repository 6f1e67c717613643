"""TB-3.0: the order of the steps, cards from your hand, and which refusal comes first."""

from __future__ import annotations

import pytest

from stellwerk.games.trambahn.law.state import Step
from tests.games.trambahn.table import legal, play, refused, table


@pytest.mark.clause("TB-3.0")
@pytest.mark.parametrize("text", ["S B2>1", "M B2", "T x2>1", "E"])
def test_nothing_comes_before_the_first_passenger(text: str) -> None:
    state = table("B2 R5 K", rows=["B1"], money="15", passengers=0)
    assert refused(state, text) == ("TB-3.0", "passenger_first", {})
    assert legal(state) == ["P B2", "P R5", "P K>B", "P K>R", "P K>G", "P K>Y"]


@pytest.mark.clause("TB-3.0")
@pytest.mark.parametrize(
    ("later", "step", "earlier"),
    [
        ("S B2>1", "stops", [("P R5", "passengers")]),
        ("M B2", "income", [("P R5", "passengers"), ("S R5>new", "stops")]),
        ("T x2>1", "trams", [("P R5", "passengers"), ("S R5>new", "stops"), ("M R5", "income")]),
    ],
)
def test_a_later_step_closes_the_earlier_ones(later: str, step: str, earlier: list[tuple[str, str]]) -> None:
    state = table("B2 R5", rows=["B1"], money="15")
    for text, _ in earlier:
        assert text in legal(state)
    state = play(state, later)
    for text, name in earlier:
        assert refused(state, text) == ("TB-3.0", "step_is_over", {"step": name, "now": step})


@pytest.mark.clause("TB-3.0")
def test_steps_may_be_left_out_and_repeated_in_order() -> None:
    state = table("B2 B3 R5 R6 G1", rows=["B1"], money="20", passengers=0)
    state = play(state, "P G1", "S B2>1", "S B3>1", "M R5", "M R6", "T x2>1", "E")
    assert state.turn == 1


@pytest.mark.clause("TB-3.0")
def test_only_cards_from_your_hand_are_played() -> None:
    start = table("B2 B2", rows=["B1"], other_hand="R5", passengers=0)
    expected = ("TB-3.0", "not_in_hand", {"card": "R5", "hand": ("B2", "B2")})
    assert refused(start, "P R5") == expected
    for text in ("P R5", "S R5>new", "M R5"):
        assert refused(table("B2 B2", rows=["B1"], other_hand="R5"), text) == expected


@pytest.mark.clause("TB-3.0")
def test_a_card_leaves_the_hand_one_copy_at_a_time() -> None:
    state = play(table("B7 B7"), "M B7")
    assert state.players[0].hand == ("B7",)
    assert play(state, "M B7").players[0].hand == ()


@pytest.mark.clause("TB-3.0")
@pytest.mark.parametrize("step", [Step.PASSENGERS, Step.STOPS, Step.INCOME, Step.TRAMS])
def test_the_turn_ends_only_by_the_explicit_end(step: Step) -> None:
    state = table(step=step)
    assert legal(state) == ["E"], "the only action left is still to be played"
    assert state.turn == 0
    assert play(state, "E").turn == 1


@pytest.mark.clause("TB-3.0")
def test_the_last_card_does_not_end_the_turn() -> None:
    state = play(table("B7"), "M B7")
    assert (state.turn, state.players[0].hand) == (0, ())


@pytest.mark.clause("TB-3.0")
def test_step_order_is_cited_before_hand() -> None:
    state = play(table("B2 B3"), "M B2")
    assert refused(state, "P Y9")[1] == "step_is_over"
    assert refused(state, "S Y9>new")[1] == "step_is_over"
    assert refused(table("B2", passengers=0), "M Y9")[1] == "passenger_first"
    assert refused(table("B2", passengers=2), "P Y9")[1] == "two_passengers"


@pytest.mark.clause("TB-3.0")
def test_step_order_is_cited_before_place_and_price() -> None:
    state = table("B2", passengers=0, offer="x4")
    assert refused(state, "S B2>7")[1] == "passenger_first"
    assert refused(state, "T x4>7")[1] == "passenger_first"
    assert refused(state, "T x2>7")[1] == "passenger_first"


@pytest.mark.clause("TB-3.0")
def test_hand_is_cited_before_place() -> None:
    state = table("B2", rows=["R5", "G10"])
    for text in ("S Y9>7", "S B1>1", "S K>new", "S G9>2", "S R4>1", "S R6>new"):
        assert refused(state, text)[1] == "not_in_hand"


@pytest.mark.clause("TB-3.0")
def test_place_is_cited_before_price() -> None:
    state = table(rows=["R5", "G1 x2"], offer="x4 x3", money="1")
    assert refused(state, "T x2>1")[1] == "not_on_offer"
    assert refused(state, "T x4>3")[1] == "no_such_row"
    assert refused(state, "T x4>2")[1] == "row_has_tram"
    assert refused(state, "T x4>1")[1] == "too_expensive"


@pytest.mark.clause("TB-3.0", "TB-3.4.1")
def test_the_number_of_trams_is_cited_before_the_offer() -> None:
    state = table(rows=["R5"], offer="x4", money="20", step=Step.TRAMS, trams=2, max_trams_per_turn=2)
    assert refused(state, "T x2>9")[1] == "enough_trams"


@pytest.mark.clause("TB-3.0")
def test_legal_actions_come_in_the_order_of_the_notation() -> None:
    state = table("K Y1 B10 B9 B2", rows=["B1", "B4", "R3"], money="12", offer="x2 x2 x3", new_rows="free")
    passengers = ["P B2", "P B9", "P B10", "P Y1", "P K>B", "P K>R", "P K>G", "P K>Y"]
    stops = ["S B2>1", "S B2>new", "S B9>1", "S B9>2", "S B9>new", "S B10>1", "S B10>2", "S B10>new"]
    more = ["S Y1>new", "S K>1", "S K>2", "S K>3"]
    income = ["M B2", "M B9", "M B10", "M Y1", "M K"]
    trams = ["T x2>1", "T x2>2", "T x2>3", "T x3>1", "T x3>2", "T x3>3"]
    assert legal(state) == [*passengers, *stops, *more, *income, *trams, "E"]
