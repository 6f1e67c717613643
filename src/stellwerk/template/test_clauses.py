"""The clauses of Shunting, one test or more for each: docs/rules/template.md."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from stellwerk import CHANCE, IllegalAction, load_texts
from stellwerk.template import GAME, GOODS, WAGONS, Action, Couple, Deal, State, Take

ORDERS = ("C", "G", "M")
HANDS = (("C1", "C5", "G2"), ("G3", "M1", "M6"), ("C2", "G6", "W4"))


def table(**changes: object) -> State:
    """Three players in the second shift, the first seat to act; the rest lies in the yard."""
    state: State = replace(
        GAME.apply(GAME.initial(3), Deal(ORDERS, HANDS)),
        shift=2,
    )
    return replace(state, **changes)


def refused(state: State, action: Action) -> tuple[str, str]:
    """The clause and the code of a refusal."""
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, action)
    assert load_texts("template", "en").sentence(caught.value)
    return caught.value.clause, caught.value.code


@pytest.mark.clause("SH-1.1")
def test_thirty_wagons() -> None:
    assert len(set(WAGONS)) == 30
    assert {wagon[0] for wagon in WAGONS} == set(GOODS)
    assert {wagon[1] for wagon in WAGONS} == set("123456")


@pytest.mark.clause("SH-1.2", "SH-2.1")
def test_everybody_gets_an_order_and_three_wagons() -> None:
    deal = GAME.chance(GAME.initial(5), random.Random(1))
    assert isinstance(deal, Deal)
    assert sorted(deal.orders) == sorted(GOODS)
    state = GAME.apply(GAME.initial(5), deal)
    assert [len(hand) for hand in state.hands] == [3] * 5
    assert len(state.yard) == 15


@pytest.mark.clause("SH-2.1")
@pytest.mark.parametrize(
    "deal",
    [
        Deal(ORDERS, HANDS[:2]),
        Deal(ORDERS[:2], HANDS),
        Deal(("C", "C", "M"), HANDS),
        Deal(ORDERS, (HANDS[0], HANDS[0], HANDS[2])),
        Deal(ORDERS, (HANDS[0], HANDS[1], ("X1", "X2", "X3"))),
        Deal(ORDERS, (HANDS[0], HANDS[1], HANDS[2][:2])),
    ],
)
def test_a_wrong_deal_is_refused(deal: Deal) -> None:
    assert refused(GAME.initial(3), deal) == ("SH-2.1", "wrong_deal")


@pytest.mark.clause("SH-2.1")
def test_nobody_acts_before_the_deal_and_nobody_deals_twice() -> None:
    assert refused(GAME.initial(3), Take()) == ("SH-2.1", "deal_due")
    assert refused(table(), Deal(ORDERS, HANDS)) == ("SH-2.1", "no_deal_due")


@pytest.mark.clause("SH-2.1")
def test_orders_are_secret_and_stay_the_same() -> None:
    state = table(shift=1, hands=((), (), ()))
    assert GAME.view(state, 1).orders == ("?", "G", "?")
    assert GAME.view(state, None).orders == ("?", "?", "?")
    other = Deal(("W", "O", "G"), (("O1", "O2", "O3"), ("O4", "O5", "O6"), ("W1", "W2", "W3")))
    assert refused(state, other) == ("SH-2.1", "wrong_deal")
    assert GAME.apply(state, replace(other, orders=ORDERS)).orders == ORDERS


@pytest.mark.clause("SH-2.1")
def test_others_wagons_are_hidden() -> None:
    seen = GAME.view(table(), 1)
    assert seen.hands == (("?", "?", "?"), HANDS[1], ("?", "?", "?"))
    assert set(seen.yard) == {"?"}


@pytest.mark.clause("SH-2.2")
@pytest.mark.parametrize("shifts", [1, 2])
def test_one_shift_or_two(shifts: int) -> None:
    state = GAME.initial(3, {"shifts": shifts}, start_seat=2)
    starters = []
    while (seat := GAME.actor(state)) is not None:
        if seat == CHANCE:
            state = GAME.apply(state, GAME.chance(state, random.Random(4)))
            starters.append(state.turn)
        else:
            state = GAME.apply(state, GAME.legal(state)[0])
    assert starters == [2, 0][:shifts]


@pytest.mark.clause("SH-3.1")
def test_a_wagon_fits_by_its_good_or_a_higher_number() -> None:
    state = table(train=("C3",))
    assert GAME.legal(state) == (Couple("C1"), Couple("C5"), Take())
    assert GAME.apply(state, Couple("C1")).train == ("C3", "C1")
    assert GAME.legal(table()) == (Couple("C1"), Couple("C5"), Couple("G2"))
    assert refused(state, Couple("G2")) == ("SH-3.1", "does_not_fit")
    assert refused(state, Couple("W4")) == ("SH-3.1", "not_in_hand")


@pytest.mark.clause("SH-3.2")
def test_whoever_takes_the_train_has_its_wagons() -> None:
    state = GAME.apply(table(train=("C3", "W5")), Take())
    assert state.sidings == (("C3", "W5"), (), ())
    assert state.train == ()
    assert refused(state, Take()) == ("SH-3.2", "no_train")


@pytest.mark.clause("SH-3.3")
def test_players_without_wagons_are_skipped() -> None:
    assert GAME.apply(table(), Couple("C1")).turn == 1
    assert GAME.apply(table(hands=(HANDS[0], (), HANDS[2])), Couple("C1")).turn == 2
    assert GAME.apply(table(hands=(HANDS[0], (), ())), Couple("C1")).turn == 0


def last_wagon(**changes: object) -> State:
    """The end of a game: the first seat couples its last wagon."""
    before = table(hands=(("C5",), (), ()), train=("C1", "W2"), **changes)
    return GAME.apply(before, Couple("C5"))


@pytest.mark.clause("SH-4.1")
def test_the_last_wagon_takes_the_train() -> None:
    after = last_wagon(shift=1)
    assert after.sidings[0] == ("C1", "W2", "C5")
    assert GAME.actor(after) == CHANCE


@pytest.mark.clause("SH-4.2")
def test_after_the_last_shift_the_orders_are_shown() -> None:
    after = last_wagon()
    assert GAME.actor(after) is None
    assert GAME.view(after, None).orders == ORDERS
    assert refused(after, Take()) == ("SH-4.2", "game_over")


@pytest.mark.clause("SH-4.3")
def test_wagons_cost_and_orders_pay() -> None:
    result = GAME.result(last_wagon(sidings=((), ("G6", "O1"), ("C4",))))
    assert result is not None
    assert result.scores == (1 + 5 - 3, 6 - 2, -1)
    assert result.ranks == (2, 1, 3)
    tied = GAME.result(last_wagon(sidings=((), ("G5", "O1"), ("C4",))))
    assert tied is not None
    assert tied.winners == (0, 1)
