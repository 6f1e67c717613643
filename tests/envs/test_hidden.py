"""Nothing hidden is told by numbers: not by tensors, texts, histories or masks, and not in sampled worlds.

In an information state every action is shown as its seat may see it, so most tests here look at histories.
"""

from __future__ import annotations

import dataclasses
import random
from typing import TYPE_CHECKING

from msgspec.structs import replace

import stellwerk
from stellwerk.core.coding import coding_of
from stellwerk.envs.events import first_novelty
from stellwerk.games.trambahn.law.memory import SEEN_BY
from tests.contract.worlds import dump, setups
from tests.envs.games import positions, positions_of

if TYPE_CHECKING:
    from stellwerk.envs.position import Position

HIDING = ["trambahn"]
"""The games in which a part of an action is hidden."""


def acts(position: Position, seat: int | None) -> list[int]:
    """The actions of a history, without news."""
    return [symbol for symbol in position.history(seat) if symbol < first_novelty(position.coding)]


def secret_choices(position: Position) -> list[int]:
    """The ids of legal actions that all look the same to everybody else."""
    game = position.game
    legal = position.actions() if position.coding.ids.hidden else {}
    return [number for number, action in legal.items() if game.public_text(action) != game.to_text(action)]


def test_the_games_that_hide_actions_are_known(key: str) -> None:
    assert bool(coding_of(key).ids.hidden) == (key in HIDING)


def test_what_somebody_else_does_in_secret_changes_nothing(key: str) -> None:
    """Two worlds that differ in a hidden action of another seat only: the same bytes for the observer."""
    compared = 0
    for position in positions(key, 2, "secret"):
        if position.actor is None or len(secret := secret_choices(position)) < 2:
            continue
        observer, worlds = 1 - position.actor, [position.copy(), position.copy()]
        for world, number in zip(worlds, (secret[0], secret[-1]), strict=True):
            world.play(number)
        one, other = worlds
        assert one.history(1 - observer) != other.history(1 - observer)
        assert one.history(observer) == other.history(observer)
        assert one.history(None) == other.history(None)
        assert one.observation(observer).tobytes() == other.observation(observer).tobytes()
        assert one.text(observer) == other.text(observer)
        assert one.mask(observer).tobytes() == other.mask(observer).tobytes()
        compared += 1
    assert (compared > 20) == (key in HIDING)


def test_every_action_is_shown_as_its_observer_may_see_it(key: str, seats: int) -> None:
    """A seat sees its own ids, and those of others unless they hide something: then what they show."""
    game, ids, rng = stellwerk.load(key), coding_of(key).ids, random.Random("shown")
    done: list[tuple[int, int, str | None]] = []
    position = next(positions(key, seats, "shown"))
    while position.actor is not None:
        number = rng.choice(position.legal())
        action = position.actions()[number]
        public = game.public_text(action)
        done.append((position.actor, number, None if public == game.to_text(action) else public))
        position.play(number)
        position.settle(rng)
    for observer in (*range(seats), None):
        assert acts(position, observer) == [
            1 + (number if public is None or seat == observer else ids.count + ids.hidden.index(public))
            for seat, number, public in done
        ]
    assert any(public for *_, public in done) == (key in HIDING)


def test_a_sampled_world_tells_nobody_else_what_a_seat_did_in_secret(key: str) -> None:
    """The others have a spectator's past, with every option and whichever seat started."""
    game = stellwerk.load(key)
    for name, setup in setups(game).items():
        rng, secrets = random.Random(name), set[int]()
        for number, position in enumerate(positions_of(key, setup, rng)):
            secrets |= {1 + choice for choice in secret_choices(position)}
            if number % 25:
                continue
            for seat in range(setup.seats):
                world = position.sampled(seat, rng)
                for other in {*range(setup.seats)} - {seat}:
                    assert acts(world, other) == acts(position, None)
                    assert not secrets & {*world.history(other)}
                assert world.history(seat) == position.history(seat)
                again = world.sampled(other, rng)  # as somebody in that world would do
                assert again.history(other) == world.history(other)
                assert acts(again, seat) == acts(position, None)
        assert bool(secrets) == (key in HIDING)


def test_a_sampled_seat_knows_what_it_has_seen(key: str, seats: int) -> None:
    """Worlds in which it has the same history look the same to it; they are not all the same world."""
    rng, several = random.Random(3), 0
    for number, position in enumerate(positions(key, seats, "several")):
        if number % 12:
            continue
        seat, other = rng.sample(range(seats), 2)
        seen: dict[tuple[int, ...], str] = {}
        for _ in range(12):
            world = position.sampled(seat, rng)
            assert seen.setdefault(world.history(other), world.text(other)) == world.text(other)
        several += len(seen) > 1
    assert several > 3 or key == "interurban"  # where everybody knows the same


def test_a_sampled_seat_knows_its_own_face_down_income() -> None:
    """Two worlds of Trambahn that differ in one card which only the other seat has seen."""
    rng, compared = random.Random(4), 0
    for number, position in enumerate(positions("trambahn", 2, "income")):
        for seat in (0, 1) if number % 10 == 0 else ():
            state = position.sampled(seat, rng).state
            owner = state.players[1 - seat]
            for place, seen in enumerate(owner.money.seen):
                card = owner.money.cards[place]
                if seen != SEEN_BY[1 - seat] or not state.draw or card == state.draw[0]:
                    continue
                cards = (*owner.money.cards[:place], state.draw[0], *owner.money.cards[place + 1 :])
                pile = replace(owner.money, cards=cards)
                players = [*state.players]
                players[1 - seat] = replace(owner, money=pile)
                swapped = replace(state, players=tuple(players), draw=(card, *state.draw[1:]))
                one, other = (sampled_as(position, seat, world) for world in (state, swapped))
                assert one.text(seat) == other.text(seat)
                assert one.history(seat) == other.history(seat)
                assert one.text(1 - seat) != other.text(1 - seat)
                assert one.history(1 - seat) != other.history(1 - seat)
                compared += 1
    assert compared > 20


def sampled_as(position: Position, seat: int, world: object) -> Position:
    """What is sampled when chance gives this world."""
    copy = position.copy()
    copy.game = dataclasses.replace(position.game, sample=lambda _view, _rng: world)
    return copy.sampled(seat, random.Random())


def test_hidden_things_change_no_observation(key: str, seats: int) -> None:
    """Other worlds that look the same to a seat give it the same bytes: tensor, text and mask."""
    rng, compared = random.Random(1), 0
    for number, position in enumerate(positions(key, seats, "hidden")):
        if number % 15:
            continue
        for seat in range(seats):
            world = position.sampled(seat, rng)
            assert world.observation(seat).tobytes() == position.observation(seat).tobytes()
            assert world.text(seat) == position.text(seat)
            if position.actor == seat:
                assert world.legal() == position.legal()
            compared += dump(world.state) != dump(position.state)
    assert compared > 3


def test_what_a_seat_has_seen_tells_what_it_sees(key: str, seats: int) -> None:
    """Perfect recall: as long as a seat has seen the same in two worlds, it sees the same."""
    rng, alike, different = random.Random(2), 0, 0
    for number, position in enumerate(positions(key, seats, "recall")):
        if number % 4 or position.actor is None:
            continue
        seat = rng.randrange(seats)
        one, other = position.copy(), position.sampled(seat, rng)
        for _ in range(12):
            if one.actor is None or one.actor != other.actor:
                break
            both = sorted({*one.legal()} & {*other.legal()})
            if not both:
                break
            chosen = rng.choice(both)
            for world in (one, other):
                world.play(chosen)
                world.settle(rng)
            if one.history(seat) != other.history(seat):
                different += 1
                break
            assert one.text(seat) == other.text(seat)
            alike += 1
    assert alike > 4
    assert different > 0
