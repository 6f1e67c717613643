"""Shunting: couple wagons to a common train, or take the train for your secret order.

A whole game in one file, in the order of the rule book: material, actions, the law, what observers get, the
notation, a bot. docs/add-a-game.md explains each part. A game that grows gets rooms: `law`, `show`, `fast`, …
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec.structs import asdict, replace

from stellwerk.core.bot import RandomBot
from stellwerk.core.chance import begin_action, shuffle
from stellwerk.core.errors import IllegalAction, NotationError
from stellwerk.core.game import CHANCE, Game, LogLine, Result
from stellwerk.core.setup import GameInfo, SeatRange, check_observer, corrections_of, options_of
from stellwerk.search import Effort, PlainMind, SearchBot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.core.setup import Setup

GOODS: Final = "CGMOW"
"""Coal, grain, milk, oil, wood (SH-1.1)."""
WAGONS: Final = tuple(f"{good}{number}" for good in GOODS for number in range(1, 7))
HAND: Final = 3
HIDDEN: Final = "?"


# State and actions


class Options(msgspec.Struct, frozen=True):
    """What a group decides before the game."""

    shifts: Literal[1, 2] = 2
    """SH-2.2"""


class State(msgspec.Struct, frozen=True):
    """Where everything lies. Nothing is ever changed, only replaced."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    shift: int
    """The shift that is being played, from 1; 0 before the first deal."""
    orders: tuple[str, ...]
    """The good that each seat collects; empty before the first deal."""
    hands: tuple[tuple[str, ...], ...]
    yard: tuple[str, ...]
    """The wagons that have not been dealt."""
    train: tuple[str, ...]
    sidings: tuple[tuple[str, ...], ...]
    """The wagons that each seat has taken."""


class View(State, frozen=True):
    """The state with a question mark for everything that the observer may not know."""

    seat: int | None
    """The observer; None is a spectator."""


class Deal(msgspec.Struct, frozen=True, tag_field="kind", tag="!"):
    """Chance: each seat's order, the same in every shift, and its wagons."""

    orders: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]


class Couple(msgspec.Struct, frozen=True, tag_field="kind", tag="C"):
    """A wagon from the hand to the end of the train."""

    wagon: str


class Take(msgspec.Struct, frozen=True, tag_field="kind", tag="T"):
    """The whole train to the player's siding."""


Action = Deal | Couple | Take


# The law


def begin(setup: Setup) -> State:
    """The table before the first deal."""
    nothing: tuple[tuple[str, ...], ...] = ((),) * setup.seats
    return State(
        options=msgspec.convert(setup.options, Options),
        rules_version=setup.rules_version,
        start_seat=setup.start_seat,
        turn=setup.start_seat,
        shift=0,
        orders=(),
        hands=nothing,
        yard=WAGONS,
        train=(),
        sidings=nothing,
    )


def actor(state: State) -> int | None:
    """Whose action is due."""
    if any(state.hands):
        return state.turn
    return None if is_over(state) else CHANCE


def is_over(state: State) -> bool:
    """True once the last wagon of the last shift is coupled (SH-4.2)."""
    return state.shift == state.options.shifts and not any(state.hands)


def legal(state: State) -> tuple[Action, ...]:
    """The actor's actions: fitting wagons in the order of the hand, then the train."""
    if not any(state.hands):
        return ()
    fitting = [Couple(wagon) for wagon in state.hands[state.turn] if fits(wagon, state.train)]
    return (*fitting, Take()) if state.train else tuple(fitting)


def fits(wagon: str, train: tuple[str, ...]) -> bool:
    """True if the wagon has the good of the train's last wagon or a higher number (SH-3.1)."""
    return not train or wagon[0] == train[-1][0] or wagon[1] > train[-1][1]


def apply(state: State, action: Action) -> State:
    """The state after an action; raises `IllegalAction`."""
    if not isinstance(action, Action):
        raise TypeError(f"not an action of this game: {action!r}")
    if is_over(state):
        raise IllegalAction("SH-4.2", "game_over")
    if isinstance(action, Deal):
        return _deal(state, action)
    if not any(state.hands):
        raise IllegalAction("SH-2.1", "deal_due")
    return _couple(state, action.wagon) if isinstance(action, Couple) else _take(state)


def chance(state: State, rng: RandomSource) -> Deal:
    """Shuffle the orders, in the first shift only, then the wagons of the yard (SH-2.1)."""
    begin_action(rng)
    orders, yard, seats = list(state.orders or GOODS), list(state.yard), len(state.hands)
    if not state.orders:
        shuffle(orders, rng)
    shuffle(yard, rng)
    hands = (tuple(yard[seat * HAND : (seat + 1) * HAND]) for seat in range(seats))
    return Deal(tuple(orders[:seats]), tuple(hands))


def _deal(state: State, action: Deal) -> State:
    if any(state.hands):
        raise IllegalAction("SH-2.1", "no_deal_due")
    seats, dealt = len(state.hands), [wagon for hand in action.hands for wagon in hand]
    sizes = (len(action.orders), *map(len, action.hands))
    is_same = state.orders in ((), action.orders)
    if sizes != (seats, *[HAND] * seats) or not (
        is_same and _are_cards(dealt, state.yard) and _are_cards(action.orders, GOODS)
    ):
        raise IllegalAction("SH-2.1", "wrong_deal", {"seats": seats, "count": HAND})
    return replace(
        state,
        turn=(state.start_seat + state.shift) % seats,
        shift=state.shift + 1,
        orders=action.orders,
        hands=tuple(tuple(sorted(hand)) for hand in action.hands),
        yard=tuple(wagon for wagon in state.yard if wagon not in dealt),
    )


def _are_cards(cards: Sequence[str], stock: Sequence[str]) -> bool:
    """True if all of them are in the stock and none is there twice."""
    return set(cards) <= set(stock) and len(set(cards)) == len(cards)


def _couple(state: State, wagon: str) -> State:
    hand = state.hands[state.turn]
    if wagon not in hand:
        raise IllegalAction("SH-3.1", "not_in_hand", {"wagon": wagon})
    if not fits(wagon, state.train):
        raise IllegalAction("SH-3.1", "does_not_fit", {"wagon": wagon, "last": state.train[-1]})
    rest = tuple(other for other in hand if other != wagon)
    hands = (*state.hands[: state.turn], rest, *state.hands[state.turn + 1 :])
    state = replace(state, hands=hands, train=(*state.train, wagon))
    return _pass_on(state) if any(hands) else _cleared(state)  # SH-4.1


def _take(state: State) -> State:
    if not state.train:
        raise IllegalAction("SH-3.2", "no_train")
    return _pass_on(_cleared(state))


def _cleared(state: State) -> State:
    """The train stands in the siding of the player whose turn it is."""
    taken = state.sidings[state.turn] + state.train
    sidings = (*state.sidings[: state.turn], taken, *state.sidings[state.turn + 1 :])
    return replace(state, train=(), sidings=sidings)


def _pass_on(state: State) -> State:
    """The turn goes to the next player who has wagons (SH-3.3)."""
    seats = len(state.hands)
    following = ((state.turn + step) % seats for step in range(1, seats + 1))
    return replace(state, turn=next(seat for seat in following if state.hands[seat]))


def points(order: str, siding: tuple[str, ...]) -> int:
    """What a siding is worth to the owner of an order, which may be hidden (SH-4.3)."""
    return sum(int(wagon[1]) for wagon in siding if wagon[0] == order) - len(siding)


def result(state: State) -> Result | None:
    """The scores, once the game is over."""
    if not is_over(state):
        return None
    scores = tuple(map(points, state.orders, state.sidings))
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Result(scores, ranks, winners, "SH-4.2", {"orders": state.orders, "sidings": state.sidings})


# What observers get


def view(state: State, seat: int | None) -> View:
    """What a seat may know: its own wagons and order, and all orders once the game is over."""
    check_observer(seat, len(state.hands))
    all_shown = is_over(state)
    seen = asdict(state)
    seen["orders"] = tuple(
        order if all_shown or owner == seat else HIDDEN for owner, order in enumerate(state.orders)
    )
    seen["hands"] = tuple(
        hand if owner == seat else (HIDDEN,) * len(hand) for owner, hand in enumerate(state.hands)
    )
    seen["yard"] = (HIDDEN,) * len(state.yard)
    return View(**seen, seat=seat)


def standing(view: View) -> tuple[int, ...]:
    """Each seat's points: what its wagons cost, and once the orders are shown what they bring."""
    orders = view.orders if is_over(view) else (HIDDEN,) * len(view.sidings)
    return tuple(map(points, orders, view.sidings))


def sample(view: View, rng: RandomSource) -> State:
    """A state that looks like the view: what is hidden is dealt again."""
    seen = {name: value for name, value in asdict(view).items() if name != "seat"}
    known = {wagon for place in (view.train, *view.hands, *view.sidings) for wagon in place}
    wagons = [wagon for wagon in WAGONS if wagon not in known]
    orders = [good for good in GOODS if good not in view.orders]
    shuffle(wagons, rng)
    shuffle(orders, rng)
    seen["orders"] = tuple(orders.pop() if order == HIDDEN else order for order in view.orders)
    seen["hands"] = tuple(
        tuple(sorted(wagons.pop() if wagon == HIDDEN else wagon for wagon in hand)) for hand in view.hands
    )
    return State(**seen | {"yard": tuple(sorted(wagons))})


def log(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:
    """What an observer sees happen."""
    return tuple(_log(before, action, after, observer))


def _log(before: State, action: Action, after: State, observer: int | None) -> Iterator[LogLine]:
    match action:
        case Deal():
            yield LogLine("deal", {"shift": after.shift, "seat": after.turn})
            if observer is not None:
                own = {"order": after.orders[observer], "wagons": after.hands[observer]}
                yield LogLine("hand", {"seat": observer, **own})
        case Couple(wagon):
            yield LogLine("couple", {"seat": before.turn, "good": wagon[0], "number": wagon[1]})
            if not any(after.hands):
                yield LogLine("last_train", {"seat": before.turn, "count": len(before.train) + 1})
        case Take():
            yield LogLine("take", {"seat": before.turn, "count": len(before.train)})
    if (end := result(after)) is not None:
        yield LogLine("game_over", {"orders": after.orders, "scores": end.scores})


def reveals(before: State, action: Action, after: State) -> bool:
    """True for a deal, and for the last action, after which the orders are shown."""
    del before
    return isinstance(action, Deal) or is_over(after)


def pieces(state: State) -> Mapping[str, int]:
    """All wagons, wherever they are."""
    places = (state.yard, state.train, *state.hands, *state.sidings)
    return {"wagons": len({wagon for place in places for wagon in place})}


def tally(before: State, action: Action, after: State) -> Mapping[str, int]:
    """What statistics count."""
    del after
    if isinstance(action, Take):
        return {"trains": 1, "wagons": len(before.train)}
    return {"coupled": 1} if isinstance(action, Couple) else {"shifts": 1}


# Notation

_WAGON: Final = rf"[{GOODS}][1-6]"
_COUPLE: Final = re.compile(rf"C ({_WAGON})")
_DEALT: Final = re.compile(rf"([{GOODS}]): ({_WAGON}(?: {_WAGON})*)")


def to_text(action: Action) -> str:
    """The action in the notation."""
    match action:
        case Couple(wagon):
            return f"C {wagon}"
        case Take():
            return "T"
        case Deal(orders, hands):
            dealt = (f"{order}: {' '.join(hand)}" for order, hand in zip(orders, hands, strict=True))
            return f"! {' | '.join(dealt)}"


def public_text(action: Action) -> str:
    """The action for somebody who may not know what was dealt."""
    return "!" if isinstance(action, Deal) else to_text(action)


def parse(text: str) -> Action:
    """The action of a text; raises `NotationError`."""
    if text == "T":
        return Take()
    if found := _COUPLE.fullmatch(text):
        return Couple(found[1])
    dealt = [_DEALT.fullmatch(part) for part in text.removeprefix("! ").split(" | ")]
    if not text.startswith("! ") or None in dealt:
        raise NotationError(text)
    seats = [found.groups() for found in dealt if found]
    return Deal(tuple(order for order, _ in seats), tuple(tuple(hand.split(" ")) for _, hand in seats))


# A bot


class CarefulBot:
    """Takes a train that pays and otherwise couples the wagon that is worth least to itself."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:
        """One of the legal actions; among equals any."""
        assert view.seat is not None, "a bot has a seat"
        order = view.orders[view.seat]
        if points(order, view.train) > 0:
            return Take()
        worth = {one: points(order, (one.wagon,)) for one in legal if isinstance(one, Couple)}
        least = [one for one, value in worth.items() if value == min(worth.values())]
        return least[rng.randrange(len(least))] if least else Take()


GAME: Game[State, Action, View] = Game(
    info=GameInfo(
        key="template",
        title="Shunting",
        seats=SeatRange(3, 5),
        options=options_of(Options),
        corrections=corrections_of(Options),
        rules_version=1,
        max_actions=2 * (1 + 2 * 5 * HAND),  # a train is taken at most once for each wagon
        end_reasons=("SH-4.2",),
        levels=("random", "careful"),
        usual_level="careful",
        substitute="careful",
    ),
    begin=begin,
    actor=actor,
    legal=legal,
    apply=apply,
    chance=chance,
    view=view,
    standing=standing,
    sample=sample,
    result=result,
    to_text=to_text,
    parse=parse,
    public_text=public_text,
    reveals=reveals,
    log=log,
    pieces=pieces,
    tally=tally,
    bots={
        "random": RandomBot,
        "careful": CarefulBot,
        "patient": lambda: SearchBot(PlainMind(GAME), Effort(300)),  # on the law alone; reviews need it too
    },
    state_type=State,
    action_type=Action,
    view_type=View,
)
