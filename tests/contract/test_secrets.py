"""Non-interference: what is hidden from an observer changes nothing that the observer gets.

`sample` makes other worlds that look the same to one observer. In each of them the view, the legal actions
and the log must be byte-identical; and the worlds must really differ.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk import CHANCE
from tests.contract.worlds import dump, observers, positions, shared_bot_game, shared_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup

WHIM = 0.1
"""How often bots play at random."""
SPREAD = 20
LATE = 2
"""Number of actions per seat before an end that are looked at more closely."""
ENDS = 1
"""Number of ends of a game that are looked at so: more would be the same actions on a board much like it."""
OTHERS = 6
SAMPLES = 2


def moments_to_look_at(game: AnyGame, setup: Setup) -> list[Any]:
    """A spread of moments of a game of bots and a random one, and always those around chance and the end."""
    found = []
    for moments in (shared_bot_game(game, setup, WHIM), shared_game(game, setup)):
        step, last = max(1, len(moments) // SPREAD), ends(moments)
        found += [m for m in moments if m.actor == CHANCE or m.number in last or m.number % step == 0]
    return found


def ends(moments: Sequence[Any]) -> set[int]:
    """The numbers of the actions that chance follows, and of the last one."""
    return {moment.number - 1 for moment in moments if moment.actor == CHANCE} | {len(moments)}


def test_hidden_things_change_no_view_and_no_legal_action(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(1)
    looked_at = moments_to_look_at(game, setup)
    states = {id(state): state for moment in looked_at for state in (moment.before, moment.after)}
    for state in states.values():
        for observer in observers(setup):
            view = game.view(state, observer)
            real = shown(game, state, observer)
            for _ in range(SAMPLES):
                assert shown(game, game.sample(view, rng), observer) == real


def shown(game: AnyGame, state: Any, observer: int | None) -> list[Any]:
    """All that an observer gets of a position."""
    views = [game.view] if game.bare_view is None else [game.view, game.bare_view]
    found: list[Any] = [game.actor(state), *(dump(view(state, observer)) for view in views)]
    if game.actor(state) == observer:
        found += [dump(game.legal(state)), game.cautions(state)]
    return found


def test_a_bare_view_is_a_view_without_something(game: AnyGame, setup: Setup) -> None:
    if game.bare_view is None:
        return
    for state in list(positions(game, setup, "bare"))[::9]:
        for observer in observers(setup):
            view, bare = game.view(state, observer), game.bare_view(state, observer)
            for name in view.__struct_fields__:
                assert getattr(bare, name) in (getattr(view, name), None, ())


def test_whatever_is_done_near_an_end_opens_nothing(game: AnyGame, setup: Setup) -> None:
    """Every action that was possible shortly before chance or the end, for a spectator.

    Bots get there, and no bot would do all of it: in TransAmerica, connect another player with the first rail
    of a turn (TA-4.2), which nobody may be told before the turn is over.
    """
    rng = random.Random(8)
    for whim in (0.0, WHIM):
        moments = shared_bot_game(game, setup, whim)
        last = sorted(ends(moments) - {0})[:ENDS]
        late = {number - back for number in last for back in range(LATE * setup.seats)}
        for moment in (moment for moment in moments if moment.number in late):
            for action in game.legal(moment.before):
                view = game.view(game.apply(moment.before, action), None)
                assert dump(game.view(game.sample(view, rng), None)) == dump(view)


def test_hidden_things_change_no_log_line(game: AnyGame, setup: Setup) -> None:
    """The log tells an observer nothing beyond the views before and after."""
    rng = random.Random(2)
    compared = 0
    for moment in moments_to_look_at(game, setup):
        for observer in observers(setup):
            after = dump(game.view(moment.after, observer))
            lines = dump(game.log(moment.before, moment.action, moment.after, observer))
            world = game.sample(game.view(moment.before, observer), rng)
            for action in _to_compare(game, world, moment.action, rng):
                other = game.apply(world, action)
                if dump(game.view(other, observer)) == after:
                    assert dump(game.log(world, action, other, observer)) == lines
                    if observer != moment.actor:
                        assert game.public_text(action) == game.public_text(moment.action)
                    compared += 1
    assert compared, "nothing that happened could be told from something else"


def test_what_reveals_nothing_tells_its_actor_nothing(game: AnyGame, setup: Setup) -> None:
    """An action that can be taken back looks the same in every world that its actor considers possible."""
    rng = random.Random(7)
    harmless = 0
    for moment in moments_to_look_at(game, setup):
        if moment.actor == CHANCE:
            assert game.public_text(moment.action) == "!"
        elif not game.reveals(moment.before, moment.action, moment.after):
            after = dump(game.view(moment.after, moment.actor))
            for _ in range(SAMPLES):
                world = game.sample(game.view(moment.before, moment.actor), rng)
                assert dump(game.view(game.apply(world, moment.action), moment.actor)) == after
                harmless += 1
    assert harmless, "every action is said to reveal something"


def _to_compare(game: AnyGame, world: Any, done: Any, rng: random.Random) -> list[Any]:
    """All that others may take for what was done, and some of the rest, which must look different."""
    if game.actor(world) == CHANCE:
        return [game.chance(world, rng) for _ in range(3)]
    alike = [action for action in game.legal(world) if game.public_text(action) == game.public_text(done)]
    rest = [action for action in game.legal(world) if action not in alike]
    return alike + rng.sample(rest, min(OTHERS, len(rest)))


def test_samples_are_full_states_of_the_game(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(3)
    pieces = dict(game.pieces(game.begin(setup)))
    for moment in moments_to_look_at(game, setup):
        for observer in observers(setup):
            world = game.sample(game.view(moment.after, observer), rng)
            assert isinstance(world, game.state_type)
            assert dict(game.pieces(world)) == pieces


def test_samples_can_be_played_to_the_end(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(4)
    for moment in moments_to_look_at(game, setup)[::6]:
        world = game.sample(game.view(moment.after, 0), rng)
        while (actor := game.actor(world)) is not None:
            action = game.chance(world, rng) if actor == CHANCE else rng.choice(game.legal(world))
            world = game.apply(world, action)


def test_samples_differ_and_are_not_the_truth(game: AnyGame, setup: Setup) -> None:
    rng = random.Random(5)
    state = list(positions(game, setup))[1]
    for observer in observers(setup):
        worlds = {dump(game.sample(game.view(state, observer), rng)) for _ in range(12)}
        assert len(worlds) > 1


def test_the_same_numbers_give_the_same_sample(game: AnyGame, setup: Setup) -> None:
    *_, last = shared_game(game, setup)
    for observer in observers(setup):
        view = game.view(last.before, observer)
        assert game.sample(view, random.Random(6)) == game.sample(view, random.Random(6))


@pytest.mark.parametrize("seat", [-1, 99, True, "0", 1.0])
def test_a_view_for_a_seat_that_does_not_exist_is_refused(game: AnyGame, seat: object) -> None:
    state = stellwerk.new_game(game.info.key, seed="eyes")
    with pytest.raises(stellwerk.SetupError, match="no_such_seat"):
        game.view(state, seat)  # type: ignore[arg-type]  # what a careless caller might pass


@pytest.mark.parametrize("hidden_from", ["seat", "spectator"])
def test_views_name_their_observer(game: AnyGame, hidden_from: str) -> None:
    state = game.initial()
    observer = 0 if hidden_from == "seat" else None
    assert game.view(state, observer).seat == observer
