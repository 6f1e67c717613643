"""The games as PettingZoo AEC environments: ``Environment("trambahn")``.

An observation is what the seat knows, as a tensor, with the mask of its legal ids; only the actor's mask has
any. Rewards come at the end and add up to 0 (`position.returns_of`). `reset` deals from its seed, and draws
who starts unless that was given. An illegal id ends the game: this is done here, where it costs next to
nothing, instead of by PettingZoo's wrappers. Needs ``stellwerk[pettingzoo]``.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from stellwerk.core import registry
from stellwerk.core.coding import coding_of
from stellwerk.core.game import CHANCE
from stellwerk.envs import spaces
from stellwerk.envs.pictures import MODES, checked_mode, picture
from stellwerk.envs.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gymnasium.spaces import Dict, Discrete

    from stellwerk.core.setup import OptionValue


class Environment(AECEnv[str, Any, Any], EzPickle):  # type: ignore[misc]  # EzPickle has no types
    """One game; its agents are ``seat_0``, ``seat_1`` and so on."""

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        start_seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, key, seats, options, start_seat, render_mode)
        self.game = registry.load(key)
        self.coding = coding_of(key)
        self.metadata = {"name": f"stellwerk_{key}", "render_modes": MODES, "is_parallelizable": False}
        self.render_mode = checked_mode(self.game, render_mode)
        self._options = options
        self._start_seat = start_seat
        self._setup = self.game.setup(seats, options, start_seat or 0)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._setup.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_space = {agent: spaces.action_space(self.coding) for agent in self.possible_agents}
        self._observation_space = {
            agent: spaces.observation_space(self.coding, self._setup.seats) for agent in self.possible_agents
        }
        self._begun: dict[int, Position] = {}
        """Games before the deal, by the seat that starts."""
        self._rng = random.Random()  # noqa: S311 (games, not secrets)

    def observation_space(self, agent: str) -> Dict:
        """The same for all agents."""
        return self._observation_space[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same for all agents."""
        return self._action_space[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal; without a seed the random numbers continue. `options` are ignored."""
        del options
        if seed is not None:
            self._rng = random.Random(seed)  # noqa: S311 (games, not secrets)
        start = self._rng.randrange(self._setup.seats) if self._start_seat is None else self._start_seat
        self.position = self._begin(start)
        self.position.settle(self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _begin(self, start: int) -> Position:
        """A game before the deal; each is set up once."""
        if start not in self._begun:
            setup = self.game.setup(self._setup.seats, self._options, start)
            self._begun[start] = Position(self.game, self.coding, self.game.begin(setup), seats=setup.seats)
        return self._begun[start].copy()

    def _select(self) -> None:
        actor = self.position.actor
        if actor is not None:
            self.agent_selection = self.possible_agents[actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows."""
        return spaces.observed(self.position, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent, and all chance that follows."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        position = self.position
        try:
            position.play(-1 if action is None else int(action))
        except KeyError:
            self._end({**dict.fromkeys(self.agents, 0.0), agent: spaces.ILLEGAL_REWARD})
            return
        if position.actor == CHANCE:
            position.settle(self._rng)
        if position.actor is None:
            self._end(dict(zip(self.agents, position.returns(), strict=True)))
        self._select()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            return None
        return picture(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: nothing is open."""
