"""What a player may know: faces they saw, by place until the cards are shuffled, then as a multiset."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import cards, play, shuffle_of, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import FaceDown

OBSERVERS = (0, 1, None)


def faces(pile: Sequence[FaceDown]) -> tuple[str | None, ...]:
    """The known faces of a pile, the last one on top."""
    return tuple(card.card for card in pile)


def money(state: State, seat: int, observer: int | None) -> tuple[str | None, ...]:
    """The money of a seat as an observer knows it."""
    return faces(GAME.view(state, observer).players[seat].money)


def discard(state: State, observer: int | None) -> tuple[str | None, ...]:
    """The discard pile as an observer knows it."""
    return faces(GAME.view(state, observer).discard)


def remembered(state: State) -> list[tuple[str, ...]]:
    """What seat 0, seat 1 and a spectator remember of the draw pile."""
    return [GAME.view(state, observer).remembered for observer in OBSERVERS]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_is_shown_to_its_owner_only(seat: int) -> None:
    state = table("B7 R3", other_hand="G1 G2 K", turn=seat)
    for observer in OBSERVERS:
        own, other = (GAME.view(state, observer).players[place] for place in (seat, 1 - seat))
        assert own.hand == (("B7", "R3") if observer == seat else None)
        assert other.hand == (("G1", "G2", "K") if observer == 1 - seat else None)
        assert (own.hand_size, other.hand_size) == (2, 3)


def test_a_hand_does_not_show_the_order_of_drawing() -> None:
    orders = ("K Y1 G10 R2 B9", "B9 R2 G10 Y1 K", "G10 K B9 Y1 R2")
    hands = [play(table("B10", draw=order), "E").players[0].hand for order in orders]
    assert set(hands) == {cards("B9 B10 R2 G10 Y1 K")}


def test_everything_open_is_in_every_view() -> None:
    state = table(
        "B7",
        rows=["K B1 x3"],
        other_rows=["R2 x4"],
        waiting="B2 K>R",
        runs=[("G", 1, 2)],
        special_runs=[(1, 9)],
    )
    for observer in OBSERVERS:
        view = GAME.view(state, observer)
        assert [player.rows for player in view.players] == [player.rows for player in state.players]
        assert view.terminals == (("B2",), ("K",), (), ())
        assert (view.offer, view.stack) == (state.offer, state.stack)
        assert (view.runs, view.special_runs, view.totals) == (state.runs, state.special_runs, (1, 11))
        assert view.worth == ((3, 0), (0, 4), (0, 0), (0, 0))
        assert view.draw_size == len(state.draw)
        assert (view.turn, view.step, view.passengers, view.trams) == (0, 1, 1, 0)


def test_starting_money_is_unknown_to_all_even_when_it_is_paid() -> None:
    state = play(table("B5", rows=["B1"], money="G1 G2 G3 G4 G5 G6"), "T x2>1")
    for observer in OBSERVERS:
        assert money(state, 0, observer) == (None,)
        assert discard(state, observer) == (None,) * 5


@pytest.mark.parametrize("seat", [0, 1])
def test_income_is_known_to_its_owner_only(seat: int) -> None:
    state = play(table("B5 R5 K", money="G1", turn=seat), "M R5", "M K")
    for observer in OBSERVERS:
        known = observer == seat
        assert money(state, seat, observer) == ((None, "R5", "K") if known else (None, None, None))


def test_paid_income_keeps_its_face_and_place_for_its_owner() -> None:
    state = table("B5 R5 K", rows=["B1"], money="G1 G2 G3", discard="Y1", passengers=1)
    state = play(state, "M R5", "M K", "T x2>1")
    assert discard(state, 0) == (None, None, None, None, "R5", "K")
    assert discard(state, 1) == discard(state, None) == (None,) * 6


def test_cleared_rows_are_known_to_all_by_place() -> None:
    state = play(table("Y1 Y2 Y3 Y4 Y5 Y6", rows=["K B1 B4", "R9"], money="G1"), "E")
    for observer in OBSERVERS:
        assert money(state, 0, observer) == (None, "K", "B1", "B4", "R9")


def test_passengers_of_a_run_are_known_to_all() -> None:
    state = play(table("B4", waiting="B1 K>B B3", passengers=0), "P B4")
    for observer in OBSERVERS:
        assert discard(state, observer) == ("B1", "K", "B3", "B4")


def shuffled() -> State:
    """Seat 0 has drawn B5 Y8 G4 from a new pile, in which R5 Y9 K Y1 are left.

    Everybody saw the passengers Y8 Y9 K Y1, seat 0 its income B5 R5; nobody knows G4 of seat 1's money.
    """
    state = table(
        "B5 R5 Y1 Y2 Y3 Y4",
        money="G1 G2",
        other_hand="Y9 Y5 Y6 G5 G6 G7",
        other_money="G3 G4",
        waiting="Y8 Y9 K>Y",
        rest="rows",
        passengers=0,
    )
    return play(state, "P Y1", "M B5", "M R5", "E", shuffle_of("B5 Y8 G4 R5 Y9 K Y1"))


def test_before_the_first_shuffle_nothing_is_remembered_of_the_pile() -> None:
    state = play(GAME.initial(), shuffle_of(*GAME.initial().draw))
    assert remembered(state) == [(), (), ()]


def test_after_a_shuffle_seen_faces_are_remembered_until_drawn() -> None:
    own, other, spectator = remembered(shuffled())
    assert own == cards("R5 Y1 Y9 K"), "B5 and Y8 are in hand now"
    assert other == spectator == cards("Y1 Y8 Y9 K")
    for observer in OBSERVERS:
        assert discard(shuffled(), observer) == ()


def test_the_order_of_the_shuffle_is_not_remembered() -> None:
    assert GAME.view(shuffled(), 1).draw_size == 4
    other = table("Y9 Y5 Y6 G5 G6", draw="", discard="B1 B2 B3", rest="rows")
    views = {
        msgspec.json.encode(GAME.view(play(other, "E", shuffle_of(order)), 1))
        for order in ("B1 B2 B3", "B3 B2 B1", "B2 B3 B1")
    }
    assert len(views) == 1


def test_income_that_is_given_up_is_remembered_by_its_owner_only() -> None:
    own, other, spectator = remembered(shuffled())
    assert "R5" in own
    assert "R5" not in other + spectator


def test_income_that_is_kept_keeps_its_face_for_its_owner() -> None:
    state = table("B5 R5 Y1 Y2 Y3 Y4", other_money="G3", discard="G1 G2 G3", rest="rows", passengers=0)
    state = play(state, "P Y1", "M B5", "M R5", "E", shuffle_of("G1 G2 R5 G3"))
    assert money(state, 0, 0) == ("B5",)
    assert money(state, 0, 1) == money(state, 0, None) == (None,)


def test_showing_a_card_without_having_drawn_from_the_pile_changes_no_memory() -> None:
    state = shuffled()
    after = play(state, "P Y9")
    assert remembered(after) == remembered(state), "this Y9 was in hand before the shuffle"


def test_drawing_hidden_cards_changes_only_the_memory_of_who_draws() -> None:
    state = play(shuffled(), "P G5", "P G6")
    after = play(state, "E")
    assert after.players[1].hand == cards("R5 G7 Y5 Y6 Y9 Y9")
    assert remembered(after) == [cards("R5 Y1 Y9 K"), cards("Y1 Y8 K"), cards("Y1 Y8 Y9 K")]


def test_a_card_shown_by_a_player_who_has_drawn_is_forgotten() -> None:
    state = play(shuffled(), "P G5", "P G6", "E", "P Y8")
    assert remembered(state) == [cards("R5 Y1 Y9 K"), cards("Y1 K"), cards("Y1 Y9 K")]
    state = play(state, "S B5>new", "E", "P R5", "P Y9")
    assert remembered(state)[0] == ()
    assert state.draw == (), "seat 0 drew K and Y1 itself"


def test_face_down_income_stays_remembered_as_one_of_the_hidden_cards() -> None:
    state = play(shuffled(), "P G5", "E")
    assert state.players[1].hand == cards("R5 G6 G7 Y5 Y6 Y9")
    state = play(state, "P Y2", "E", "P G6", "M R5")
    assert remembered(state)[0] == cards("R5 Y1 K"), "only Y9 was drawn"
    assert money(state, 1, 0) == (None, None)
    assert money(state, 1, 1) == (None, "R5")


def test_a_new_shuffle_starts_the_memory_afresh() -> None:
    state = table(
        "Y1 Y2 Y3 Y4 Y5", discard="G1", waiting="B1 B2 B3", other_hand="B4 R1 R2 R3 R4 R5", rest="rows"
    )
    state = play(state, "E", shuffle_of("G1"))
    assert remembered(state) == [(), (), ()]
    state = play(state, "P B4", "E", shuffle_of("B1 B2 B3 B4"))
    assert remembered(state) == [cards("B1 B2 B3 B4"), cards("B2 B3 B4"), cards("B1 B2 B3 B4")]


def test_the_number_of_cards_drawn_from_the_pile_is_public() -> None:
    state = shuffled()
    for observer in OBSERVERS:
        assert [player.drawn for player in GAME.view(state, observer).players] == [3, 0]


def test_the_log_hides_what_the_view_hides() -> None:
    before = table("B5 Y1 Y2 Y3 Y4", draw="R1 R2")
    income = GAME.parse("M B5")
    after = GAME.apply(before, income)
    seen = [GAME.log(before, income, after, observer)[0].params["card"] for observer in OBSERVERS]
    assert seen == ["B5", "?", "?"]
    end = GAME.parse("E")
    last = GAME.apply(after, end)
    lines = [GAME.log(after, end, last, observer)[-1] for observer in OBSERVERS]
    assert [line.code for line in lines] == ["drew_cards", "drew", "drew"]
    assert lines[0].params == {"seat": 0, "cards": ("R1", "R2")}
    assert lines[1].params == lines[2].params == {"seat": 0, "count": 2}


def test_the_deal_is_told_to_each_seat_with_its_own_hand() -> None:
    before = GAME.initial()
    action = GAME.parse(shuffle_of(*before.draw))
    after = GAME.apply(before, action)
    lines = [GAME.log(before, action, after, observer) for observer in OBSERVERS]
    assert [[line.code for line in told] for told in lines] == [["deal", "hand"], ["deal", "hand"], ["deal"]]
    for seat in (0, 1):
        assert lines[seat][1].params == {"seat": seat, "cards": after.players[seat].hand}
