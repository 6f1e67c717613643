"""The games in OpenSpiel: ``pyspiel.load_game("stellwerk_trambahn")`` once this module is imported.

Parameters are `players`, `start_seat` and the game's options, as in
``stellwerk_transamerica(players=4,vexation=True,rounds=3)``. Chance is explicit, one piece (a card, a city, a
tile) at a time (docs/decisions/0011), so a state is completely described by its history and holds no random
numbers. Returns add up to 0 (`position.returns_of`). Needs ``stellwerk[openspiel]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from stellwerk.core import registry
from stellwerk.core.coding import coded_games, coding_of
from stellwerk.core.game import CHANCE
from stellwerk.envs.position import Position, symbols_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import GameInfo, Option, OptionValue, Setup

PREFIX = "stellwerk_"
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
assert int(pyspiel.PlayerId.CHANCE) == CHANCE


class StellwerkGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One game with its set-up."""

    def __init__(self, key: str, params: Mapping[str, Any]) -> None:
        self.law = registry.load(key)
        self.coding = coding_of(key)
        self.set_up = _setup(self.law, params)
        start = self.law.begin(self.set_up)
        self._start = Position(self.law, self.coding, start, seats=self.set_up.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.coding.ids.count,
            max_chance_outcomes=self.coding.chance.outcomes,
            num_players=self.set_up.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.law.info.max_actions,
        )
        super().__init__(_TYPES[key], info, dict(params))

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def start(self) -> Position:
        """A new position before anything is dealt; OpenSpiel asks for one whenever it clones a state."""
        return self._start.copy()

    def new_initial_state(self) -> StellwerkState:
        """The state before anything is dealt."""
        return StellwerkState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer, which turns states into tensors and strings."""
        if params:
            raise ValueError(f"Observers have no parameters, but got {params}.")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, perfect_recall=recall)


class StellwerkState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A game at one moment."""

    def __init__(self, game: StellwerkGame) -> None:
        super().__init__(game)
        self.table = _Table(game.start())

    @property
    def position(self) -> Position:
        """The game behind it."""
        return self.table.position

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's numbers for chance and the end."""
        actor = self.table.position.actor
        return TERMINAL if actor is None else actor

    def is_terminal(self) -> bool:
        """True once the game is over."""
        return self.table.position.actor is None

    def is_chance_node(self) -> bool:
        """True if chance draws next."""
        return self.table.position.actor == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of the legal actions, rising; if chance draws next, its outcomes.

        OpenSpiel's method of this name goes through C++ and converts the list each way, which takes as long
        as the game itself.
        """
        position = self.table.position
        actor = position.actor
        if actor is None or (player is not None and player != actor):
            return []
        return position.legal() if actor != CHANCE else [outcome for outcome, _ in position.outcomes()]

    def _legal_actions(self, player: int) -> list[int]:
        position = self.table.position
        return position.legal() if player == position.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that chance can draw next, each with its probability."""
        return self.table.position.chances()

    def _apply_action(self, action: int) -> None:
        position = self.table.position
        if position.actor == CHANCE:
            position.draw(action)
        else:
            position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.table.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        actions = position.actions()
        return position.game.to_text(actions[action]) if action in actions else f"id {action}"

    def returns(self) -> list[float]:
        """The returns of a finished game; zeros before."""
        return self.table.position.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> StellwerkState:
        """A state that this player cannot tell from this one, with a new history."""
        state = StellwerkState(self.get_game())
        state.table = _Table(self.table.position.sampled(player, _Numbers(sampler)))
        return state

    def __str__(self) -> str:
        """All that has happened, chance included, in the notation of records."""
        return self.table.position.record()


class _Table:
    """The part of a state that OpenSpiel copies when it clones one."""

    __slots__ = ("position",)

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, object]) -> _Table:
        return _Table(self.position.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _Table, (self.position,)


class _Numbers:
    """OpenSpiel's numbers between 0 and 1 as a source of random numbers."""

    def __init__(self, sampler: Callable[[], float]) -> None:
        self._sampler = sampler

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop − 1."""
        return min(stop - 1, int(self._sampler() * stop))


class Observer:
    """What a seat knows; with `perfect_recall`, also all that it has ever seen."""

    def __init__(self, game: StellwerkGame, *, perfect_recall: bool) -> None:
        seats, coding = game.set_up.seats, game.coding
        self._size = coding.tensor.size(seats)
        self._recall = perfect_recall
        self._symbols = symbols_of(coding)
        recalled = game.law.info.max_actions + coding.sight.most_news(seats) if perfect_recall else 0
        self.tensor = np.zeros(self._size + recalled, np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for part in coding.tensor.layout(seats):
            self.dict[part.name] = self.tensor[start : start + part.size]
            start += part.size
        if perfect_recall:
            self.dict["history"] = self.tensor[start:]

    def set_from(self, state: StellwerkState, player: int) -> None:
        """Write what a player knows into `tensor`."""
        position = state.position
        self.tensor[: self._size] = position.observation(player)
        if self._recall:
            self.tensor[self._size :] = 0
            history = np.array(position.history(player), np.float32)
            self.tensor[self._size : self._size + len(history)] = history / self._symbols

    def string_from(self, state: StellwerkState, player: int) -> str:
        """What a player knows now, as JSON, or all it has ever seen, as symbols."""
        if self._recall:
            return f"{player}: {' '.join(map(str, state.position.history(player)))}"
        return state.position.text(player)


# Registration


def _setup(law: AnyGame, params: Mapping[str, Any]) -> Setup:
    """The set-up that parameters ask for; raises `SetupError`."""
    options: dict[str, OptionValue] = {}
    for name, option in law.info.options.items():
        if name in params:
            options[name] = _choice(option, params[name])
    seats = params.get("players", law.info.seats.min)
    return law.setup(seats, options, params.get("start_seat", 0))


def _choice(option: Option, value: OptionValue) -> OptionValue:
    return next((choice for choice in option.choices if _value(option, choice) == value), value)


def _value(option: Option, choice: OptionValue) -> OptionValue:
    """The value of a choice as a parameter.

    An OpenSpiel parameter has one type. Where the choices of an option are a word and numbers, 0 is the word.
    """
    kinds = {type(choice) for choice in option.choices}
    return 0 if len(kinds) > 1 and isinstance(choice, str) else choice


def _type(info: GameInfo) -> Any:
    options = {name: _value(option, option.default) for name, option in info.options.items()}
    return pyspiel.GameType(
        short_name=PREFIX + info.key,
        long_name=info.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.seats.max,
        min_num_players=info.seats.min,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": info.seats.min, "start_seat": 0, **options},
    )


def _class_of(key: str) -> type[StellwerkGame]:
    """A class for one game, because OpenSpiel makes a game from its parameters alone.

    It must be a class, not a function: OpenSpiel lets go of what is registered only after Python has ended,
    and only classes live that long.
    """

    class Registered(StellwerkGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(key, params or {})

    return Registered


_TYPES: dict[str, Any] = {key: _type(registry.load(key).info) for key in coded_games()}
for _key, _game_type in _TYPES.items():
    pyspiel.register_game(_game_type, _class_of(_key))
