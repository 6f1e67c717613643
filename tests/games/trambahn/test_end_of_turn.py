"""TB-3.5: clearing, drawing, new draw piles, and the next turn."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from stellwerk import CHANCE
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.state import Step
from tests.games.trambahn.table import in_order, legal, play, refused, shuffle_of, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import State

FULL = "Y5 Y6 Y7 Y8 Y9"
"""Five cards: the next one makes a full hand."""


def money(state: State, seat: int = 0) -> tuple[str, ...]:
    """The money pile of a seat, the last card on top."""
    return state.players[seat].money.cards


def due(state: State) -> Counter[str]:
    """The cards that chance has to shuffle now."""
    assert GAME.actor(state) == CHANCE
    assert legal(state) == []
    mark, *shuffled = GAME.to_text(GAME.chance(state, random.Random(1))).split()
    assert mark == "!"
    return Counter(shuffled)


@pytest.mark.clause("TB-3.5.1")
def test_rows_without_a_tram_play_out_the_money_in_order() -> None:
    state = table(FULL, rows=["K B3 B5", "R1 x2", "K K B1", "G9"], money="Y1")
    after = play(state, "E")
    assert money(after) == ("Y1", "K", "B3", "B5", "K", "K", "B1", "G9")
    assert [(row.number, row.cards, row.tram) for row in after.players[0].rows] == [(2, ("R1",), 2)]


@pytest.mark.clause("TB-3.5.1")
def test_the_other_players_rows_are_not_cleared() -> None:
    state = table(FULL, rows=["R1"], other_rows=["B1 x2", "B2"])
    after = play(state, "E")
    assert after.players[1].rows == state.players[1].rows
    assert after.players[1].money.cards == ()


@pytest.mark.clause("TB-3.5.1", "TB-3.5.2")
def test_clearing_comes_before_drawing_and_halving() -> None:
    state = table(FULL, rows=["B3 B5"], rest="rows")
    state = play(state, "E")
    assert due(state) == {"B5": 1}, "half of the two cleared cards, from the top"


@pytest.mark.clause("TB-3.5.2")
@pytest.mark.parametrize("held", range(7))
def test_the_player_draws_up_to_six(held: int) -> None:
    hand = " ".join(["Y1", "Y2", "Y3", "Y4", "Y5", "Y6"][:held])
    state = table(hand, draw="R1 R2 R3 R4 R5 R6 R7")
    after = play(state, "E")
    drawn = state.draw[: 6 - held]
    assert after.players[0].hand == in_order(state.players[0].hand + drawn)
    assert after.draw == state.draw[6 - held :]
    assert after.players[1].hand == state.players[1].hand


@pytest.mark.clause("TB-3.5.3")
def test_an_empty_pile_is_replaced_by_half_the_money_and_the_discard() -> None:
    state = table(
        FULL, money="B1 B2 B3 B4", other_money="R1 R2", discard="G1 G2 G3", waiting="K>B", rest="rows"
    )
    drawing = play(state, "E")
    assert due(drawing) == Counter(("B3", "B4", "R2", "G1", "G2", "G3"))
    assert money(drawing) == ("B1", "B2", "B3", "B4"), "the chance action does the halving"
    after = play(drawing, shuffle_of("G2 B3 R2 G1 B4 G3"))
    assert after.players[0].hand == in_order((*state.players[0].hand, "G2"))
    assert after.draw == ("B3", "R2", "G1", "B4", "G3")
    assert money(after) == ("B1", "B2")
    assert money(after, 1) == ("R1",)
    assert after.discard.cards == ()


@pytest.mark.clause("TB-3.5.3")
def test_passengers_and_rows_stay() -> None:
    state = table(FULL, rows=["B1 x2"], waiting="B2 K>R", discard="G1", rest="rows")
    after = play(state, "E", shuffle_of("G1"))
    assert after.terminals == state.terminals
    assert [player.rows for player in after.players] == [player.rows for player in state.players]


@pytest.mark.clause("TB-3.5.3")
def test_the_rest_of_the_old_pile_is_drawn_first() -> None:
    state = table("Y5 Y6", draw="R1 R2", discard="G1 G2 G3", rest="rows")
    drawing = play(state, "E")
    assert drawing.players[0].hand == in_order((*state.players[0].hand, "R1", "R2"))
    assert due(drawing) == {"G1": 1, "G2": 1, "G3": 1}
    after = play(drawing, shuffle_of("G3 G2 G1"))
    assert after.players[0].hand == in_order((*state.players[0].hand, "R1", "R2", "G3", "G2"))
    assert after.draw == ("G1",)


@pytest.mark.clause("TB-3.5.3")
def test_a_pile_that_runs_out_with_the_sixth_card_is_not_replaced_yet() -> None:
    state = table("Y5 Y6 Y7 Y8", draw="R1 R2", discard="G1 G2", money="4", other_hand="B9", rest="rows")
    after = play(state, "E")
    assert after.draw == ()
    assert (GAME.actor(after), len(money(after)), after.discard.cards) == (1, 4, ("G1", "G2"))
    drawing = play(after, "P B9", "E")
    assert due(drawing).total() == 4, "the next card that must be drawn replaces it"


@pytest.mark.clause("TB-3.5.3")
def test_a_full_hand_needs_no_new_pile() -> None:
    state = table(f"{FULL} Y10", discard="G1 G2", rest="rows")
    after = play(state, "E")
    assert (GAME.actor(after), after.discard.cards) == (1, ("G1", "G2"))


@pytest.mark.clause("TB-3.5.3")
def test_several_new_piles_in_one_drawing() -> None:
    state = table("Y5", money="B1 B2 B3 B4 B5", other_money="R1", discard="G1", rest="rows")
    state = play(state, "E")
    assert due(state) == {"G1": 1, "B4": 1, "B5": 1}, "half of 5 is 2, half of 1 is 0"
    state = play(state, shuffle_of("B4 G1 B5"))
    assert len(state.players[0].hand) == 4
    assert due(state) == {"B3": 1}, "half of 3"
    state = play(state, shuffle_of("B3"))
    assert due(state) == {"B2": 1}, "half of 2"
    state = play(state, shuffle_of("B2"))
    assert state.players[0].hand == ("B2", "B3", "B4", "B5", "G1", "Y5")
    assert (money(state), money(state, 1)) == (("B1",), ("R1",))
    assert GAME.actor(state) == 1


@pytest.mark.clause("TB-3.5.3", "TB-3.5.6")
def test_without_cards_to_shuffle_chance_is_not_asked() -> None:
    state = table("Y5 Y6", money="B1", other_money="R1", other_hand="B9", rest="rows")
    after = play(state, "E")
    assert (after.turn, after.step) == (1, Step.PASSENGERS)
    assert after.players[0].hand == state.players[0].hand
    assert (money(after), money(after, 1)) == (("B1",), ("R1",))


@pytest.mark.clause("TB-3.5.3")
def test_only_the_right_cards_are_shuffled_and_only_when_due() -> None:
    state = table(FULL, money="B1 B2", discard="G1 G2", rest="rows")
    assert refused(state, shuffle_of("G1 G2 B2")) == ("TB-3.5.3", "no_shuffle_due", {})
    drawing = play(state, "E")
    for wrong in ("G1 G2", "G1 G2 B1", "G1 G2 B2 B2"):
        assert refused(drawing, shuffle_of(wrong)) == ("TB-3.5.3", "other_cards", {"count": 3})
    for text in ("P Y5", "S Y5>new", "M Y5", "T x2>1", "E"):
        assert refused(drawing, text) == ("TB-3.5.3", "shuffle_due", {})


@pytest.mark.clause("TB-3.5.3")
def test_by_option_a_pile_is_replaced_as_soon_as_it_is_empty() -> None:
    """The sixth card is the last one: the halving follows before the turn passes on, and nobody draws."""
    state = table("Y5 Y6 Y7 Y8", draw="R1 R2", discard="G1 G2", money="B1 B2", rest="rows", reshuffle="empty")
    drawing = play(state, "E")
    assert drawing.players[0].hand == in_order((*state.players[0].hand, "R1", "R2"))
    assert due(drawing) == {"G1": 1, "G2": 1, "B2": 1}
    assert (drawing.turn, drawing.offer) == (0, state.offer)
    assert money(drawing) == ("B1", "B2"), "the chance action does the halving"
    after = play(drawing, shuffle_of("G2 B2 G1"))
    assert (after.turn, after.step, after.draw) == (1, Step.PASSENGERS, ("G2", "B2", "G1"))
    assert after.players[0].hand == drawing.players[0].hand
    assert (money(after), after.discard.cards) == (("B1",), ())
    assert [player.drawn for player in after.players] == [0, 0], "nobody has drawn from the new pile"


@pytest.mark.clause("TB-3.5.3")
def test_by_option_a_hand_is_filled_and_an_emptied_pile_replaced_once_more() -> None:
    state = table("Y5 Y6", draw="R1", discard="G1 G2 G3", money="B1 B2 B3", rest="rows", reshuffle="empty")
    first = play(state, "E")
    assert due(first) == {"G1": 1, "G2": 1, "G3": 1, "B3": 1}
    assert play(first, shuffle_of("G1 G2 G3 B3")).draw == ("B3",), "a card is left, and the hand is full"
    short = table("Y5 Y6", draw="R1", discard="G1 G2", money="B1 B2 B3", rest="rows", reshuffle="empty")
    second = play(short, "E", shuffle_of("G1 G2 B3"))
    assert len(second.players[0].hand) == 6
    assert due(second) == {"B2": 1}, "the new pile ran out with the sixth card"
    after = play(second, shuffle_of("B2"))
    assert (after.turn, after.draw, money(after)) == (1, ("B2",), ("B1",))


@pytest.mark.clause("TB-3.5.3", "TB-3.5.6")
def test_by_option_an_empty_pile_with_nothing_to_shuffle_waits_for_the_end_of_the_next_turn() -> None:
    state = table(FULL, draw="R1", other_hand="B9", waiting="B8 B7 B6", rest="rows", reshuffle="empty")
    after = play(state, "E")
    assert (GAME.actor(after), after.draw) == (1, ())
    run = play(after, "P B9")
    assert (GAME.actor(run), len(run.discard.cards)) == (1, 4), "cards are there again, but nobody draws now"
    drawing = play(run, "E")
    assert due(drawing) == {"B6": 1, "B7": 1, "B8": 1, "B9": 1}
    assert play(drawing, shuffle_of("B6 B7 B8 B9")).players[1].hand == ("B6", "B7", "B8", "B9")


@pytest.mark.clause("TB-3.5.3")
def test_by_option_a_pile_with_cards_left_is_not_replaced() -> None:
    state = table(FULL, draw="R1 R2", discard="G1 G2", rest="rows", reshuffle="empty")
    after = play(state, "E")
    assert (GAME.actor(after), after.draw, after.discard.cards) == (1, ("R2",), ("G1", "G2"))


@pytest.mark.clause("TB-3.5.3")
def test_a_new_pile_is_never_taken_back() -> None:
    state = table("Y5 Y6 Y7 Y8", draw="R1 R2", discard="G1 G2", rest="rows", reshuffle="empty")
    drawing = play(state, "E")
    shuffle = GAME.parse(shuffle_of("G2 G1"))
    after = GAME.apply(drawing, shuffle)
    assert GAME.reveals(drawing, shuffle, after)
    assert [line.code for line in GAME.log(drawing, shuffle, after, 0)] == ["shuffle"]
    counted = GAME.tally(drawing, shuffle, after)
    assert (counted["new_draw_piles"], counted["cards_drawn"]) == (1, 0)


@pytest.mark.clause("TB-3.5.3")
def test_piles_are_replaced_when_needed_unless_the_table_chooses_otherwise() -> None:
    assert GAME.setup().options["reshuffle"] == "needed"
    assert GAME.setup(rules_version=1).options["reshuffle"] == "needed"


@pytest.mark.clause("TB-3.5.4")
@pytest.mark.parametrize(
    ("halving", "amount", "given"),
    [("down", 7, 3), ("down", 6, 3), ("down", 1, 0), ("up", 7, 4), ("up", 6, 3), ("up", 1, 1)],
)
def test_half_is_rounded(halving: str, amount: int, given: int) -> None:
    pile = " ".join(["B1", "B2", "B3", "B4", "B5", "B6", "B7"][:amount])
    state = table(FULL, money=pile, other_money="R1 R2", discard="G1", rest="rows", halving=halving)
    state = play(state, "E")
    top = pile.split()[amount - given :]
    assert due(state) == Counter((*top, "R2", "G1"))
    after = play(state, shuffle_of("G1 R2", *top))
    assert money(after) == tuple(pile.split()[: amount - given])


@pytest.mark.clause("TB-3.5.4")
def test_the_default_is_down() -> None:
    assert GAME.setup().options["halving"] == "down"


@pytest.mark.clause("TB-3.5.4", "TB-3.5.6")
def test_rounded_up_the_last_card_of_money_is_given_up_too() -> None:
    state = table("Y5", money="B1", other_money="R1", other_hand="B9", rest="rows", halving="up")
    state = play(state, "E")
    assert due(state) == {"B1": 1, "R1": 1}
    after = play(state, shuffle_of("R1 B1"))
    assert after.players[0].hand == ("B1", "R1", "Y5")
    assert (money(after), money(after, 1), GAME.actor(after)) == ((), (), 1)


@pytest.mark.clause("TB-3.5.5")
@pytest.mark.parametrize("sold", range(4))
def test_the_offer_is_refilled_to_three(sold: int) -> None:
    state = table(FULL, rows=["B1", "R1", "G1"], money="15")
    state = play(state, *(f"T x2>{number}" for number in range(1, sold + 1)), "E")
    assert len(state.offer) == 3
    assert state.offer + state.stack == (2,) * (5 - sold) + (3,) * 4 + (4,) * 7


@pytest.mark.clause("TB-3.5.5")
def test_the_stack_refills_as_far_as_it_lasts() -> None:
    lines = ["B1 x2", "B2 x2", "B3 x2", "B4 x2", "B5 x2", "R1 x3", "R2 x3", "R3 x3", "R4 x3"]
    more = ["G1 x4", "G2 x4", "G3 x4"]
    state = table(FULL, rows=[*lines, "G4", "Y1"], other_rows=more, money="30", offer="x4 x4 x4")
    assert state.stack == (4,)
    after = play(state, "T x4>10", "T x4>11", "E")
    assert (after.offer, after.stack) == ((4, 4), ())


@pytest.mark.clause("TB-3.5.6")
def test_a_short_hand_goes_on() -> None:
    state = table("Y5 Y6", draw="R1", other_hand="B9", rest="rows")
    after = play(state, "E")
    assert after.players[0].hand == in_order((*state.players[0].hand, "R1"))
    assert after.turn == 1
    again = play(after, "P B9", "E")
    assert (again.turn, legal(again)) == (0, ["P R1", "P Y5", "P Y6"])


@pytest.mark.clause("TB-3.5.6", "TB-3.1.3")
def test_an_empty_hand_waits_until_there_are_cards_again() -> None:
    state = table("", other_hand="B9", waiting="B8 B7 B6", rest="rows")
    state = play(state, "E", "P B9")
    assert state.discard.cards == ("B8", "B7", "B6", "B9")
    state = play(state, "E", shuffle_of("B8 B7 B6 B9"))
    assert legal(state) == ["E"]
    assert state.players[1].hand == ("B6", "B7", "B8", "B9")


@pytest.mark.clause("TB-3.5.7")
@pytest.mark.parametrize("seat", [0, 1])
def test_then_the_other_player_is_to_move(seat: int) -> None:
    state = table(FULL, turn=seat, passengers=2)
    after = play(state, "E")
    assert GAME.actor(after) == after.turn == 1 - seat
    assert (after.step, after.passengers, after.trams) == (Step.PASSENGERS, 0, 0)
    assert all(text.startswith("P ") for text in legal(after))


@pytest.mark.clause("TB-3.5.7", "TB-3.5.3")
def test_drawing_ends_with_the_other_players_turn_also_after_a_shuffle() -> None:
    state = table(FULL, discard="G1", rest="rows", rows=["B1"], money="5")
    drawing = play(state, "T x2>1", "E")
    assert (drawing.turn, len(drawing.offer)) == (0, 2)
    after = GAME.apply(drawing, GAME.chance(drawing, random.Random(1)))
    assert (after.turn, len(after.offer)) == (1, 3)
