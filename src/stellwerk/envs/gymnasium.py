"""The games as Gymnasium environments, for one learner against bots: ``Solo("trambahn", bots=["simple"])``.

An observation is the same as in PettingZoo's environment: a tensor and the mask of legal ids, which
`action_masks` returns as well. An illegal action loses at once. Importing this module also makes
`gymnasium.make("stellwerk/trambahn")` work. Needs ``stellwerk[gymnasium]``.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium

from stellwerk.core import registry
from stellwerk.core.bot import Seated
from stellwerk.core.coding import coded_games, coding_of
from stellwerk.core.game import CHANCE
from stellwerk.envs import spaces
from stellwerk.envs.pictures import MODES, checked_mode, picture
from stellwerk.envs.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from stellwerk.core.bot import Bot
    from stellwerk.core.setup import OptionValue


class Solo(gymnasium.Env[dict[str, Any], Any]):
    """One game: the learner sits at `seat`, the bots at the other seats in order."""

    metadata = {"render_modes": MODES, "render_fps": 4}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        key: str,
        bots: Sequence[str | Bot[Any, Any]] | None = None,
        seat: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Seat the learner and its opponents.

        Without a `seat`, every `reset` draws one. `bots` are bots or names of the game's bots; without them
        the learner plays the fewest opponents that the game allows, each of them the game's substitute.
        """
        self.game = registry.load(key)
        self.coding = coding_of(key)
        self.render_mode = checked_mode(self.game, render_mode)
        info = self.game.info
        chosen = [info.substitute] * (info.seats.min - 1) if bots is None else bots
        self._setup = self.game.setup(1 + len(chosen), options)
        if unknown := [bot for bot in chosen if isinstance(bot, str) and bot not in self.game.bots]:
            raise ValueError(f"There is no bot {unknown[0]!r}; there are {', '.join(self.game.bots)}.")
        if seat is not None and seat not in range(self._setup.seats):
            raise ValueError(f"There is no seat {seat!r}; there are 0 to {self._setup.seats - 1}.")
        self._bots = [self.game.bots[bot]() if isinstance(bot, str) else bot for bot in chosen]
        self._given_seat = seat
        self.action_space = spaces.action_space(self.coding)
        self.observation_space = spaces.observation_space(self.coding, self._setup.seats)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal, and let the bots play until the learner has to act. `options` are ignored."""
        super().reset(seed=seed)
        del options
        self._rng = random.Random(int(self.np_random.integers(1 << 62)))  # noqa: S311 (games, not secrets)
        seats = self._setup.seats
        self.seat = self._rng.randrange(seats) if self._given_seat is None else self._given_seat
        setup = self.game.setup(seats, self._setup.options, self._rng.randrange(seats))
        others = [seat for seat in range(seats) if seat != self.seat]
        self._seated = {
            seat: Seated(bot, random.Random(self._rng.getrandbits(62)))  # noqa: S311 (games, not secrets)
            for seat, bot in zip(others, self._bots, strict=True)
        }
        self._number = 0
        self.position = Position(self.game, self.coding, self.game.begin(setup), seats=seats)
        self._play_on()
        return spaces.observed(self.position, self.seat), {}

    def _play_on(self) -> None:
        """Let chance and the bots play until the learner has to act or the game is over."""
        position = self.position
        while True:
            if position.actor == CHANCE:
                position.settle(self._rng)
                self._number += 1  # bots that have planned ahead think again
            actor = position.actor
            if actor is None or actor == self.seat:
                return
            self._number += 1
            state = position.state
            view = partial(self.game.view, state, actor)
            legal = self.game.legal(state)
            action = self._seated[actor].choose(self._number, view, legal)
            if action not in legal:
                raise ValueError(f"The bot at seat {actor} chose {action!r}, which is not legal there.")
            position.play(self.coding.ids.of(state, [action])[0])

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action; the reward comes at the end of the game."""
        position, number = self.position, int(action)
        if not position.is_legal(number):
            return (
                spaces.observed(position, self.seat),
                spaces.ILLEGAL_REWARD,
                True,
                False,
                {"illegal": number},
            )
        self._number += 1
        position.play(number)
        self._play_on()
        over = position.actor is None
        reward = position.returns()[self.seat] if over else 0.0
        return spaces.observed(position, self.seat), reward, over, False, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which ids are legal now."""
        return self.position.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            return None
        return picture(self.position, self.render_mode)


for _key in coded_games():
    gymnasium.register(id=f"stellwerk/{_key}", entry_point=f"{__name__}:Solo", kwargs={"key": _key})
