"""The engine behind `stellwerk engine`: it holds one game, answers requests, and thinks when asked.

Where lines come from and go to is not decided here, nor is the thread in which they are answered: only `hear`
may be called while another request is being answered.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

import stellwerk
from stellwerk.core import registry
from stellwerk.core.bot import plan_of
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.errors import IllegalAction, StellwerkError
from stellwerk.core.game import CHANCE, AnyGame
from stellwerk.core.languages import FALLBACK, LANGUAGES
from stellwerk.core.play import settle
from stellwerk.core.record import opening, replay
from stellwerk.core.texts import load_texts
from stellwerk.engine.messages import (
    PROTOCOL,
    Analyse,
    AnyRequest,
    Apply,
    Go,
    Hello,
    Legal,
    New,
    Position,
    Quit,
    Stop,
    View,
)
from stellwerk.engine.question import EngineError, read_question
from stellwerk.search import SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.chance import RandomSource
    from stellwerk.search import Analysis

Reply = dict[str, Any]
T = TypeVar("T")
LONGEST_PROBLEM: Final = 300


class Engine:
    """One conversation with another program."""

    def __init__(self, bot: str | None = None, language: str = FALLBACK) -> None:
        self._bot = bot
        self._language = language
        self._game: AnyGame | None = None
        self._state: Any = None
        self._chance: RandomSource = Chance("")
        self._heard = self._answered = self._stop = 0
        """Number of lines heard and answered, and the last line that stops everything before it."""
        self.is_over = False

    def hear(self, line: bytes) -> bool:
        """Note a line before it is answered, perhaps in another thread; an empty one is the end of the input.

        `stop`, `quit` and the end let everything before them be answered at once, whether it is being thought
        about already or not. False if nothing that follows will be answered.
        """
        self._heard += 1
        ending = _ending(line)
        if ending is not None or not line:
            self._stop = self._heard
        return bool(line) and not isinstance(ending, Quit)

    def _is_stopped(self) -> bool:
        return self._stop > self._answered

    def answer(self, line: bytes) -> Reply:
        """The reply to one line; a line that cannot be used is answered with an error."""
        self._answered += 1
        request: AnyRequest | None = None
        try:
            request = msgspec.json.decode(line, type=AnyRequest)
            reply = self._answer(request)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reply = _error("bad_request", str(error))
        except StellwerkError as error:
            reply = self._refusal(error)
        known_as = _id_of(line) if request is None else request.id
        return reply if known_as is None else {**reply, "id": known_as}

    def _refusal(self, error: StellwerkError) -> Reply:
        key = self._game.info.key if self._game else None
        texts = load_texts(key, self._language, "stellwerk.engine")
        clause = error.clause if isinstance(error, IllegalAction) else None
        return _error(error.code, texts.sentence(error), clause)

    def _answer(self, request: AnyRequest) -> Reply:  # noqa: C901 (one line per request)
        match request:
            case Hello():
                return self._hello()
            case New():
                return self._new(request)
            case Position():
                return self._position(request)
            case Legal():
                return self._legal()
            case Apply():
                return self._apply(request)
            case View():
                game, state = self._at()
                return {"reply": "view", "view": msgspec.to_builtins(game.view(state, request.seat))}
            case Go():
                return self._go(request)
            case Analyse():
                return self._analyse(request)
            case Stop():
                return {"reply": "stop"}
            case Quit():
                self.is_over = True
                return {"reply": "quit"}

    def _hello(self) -> Reply:
        games = [
            {
                "game": key,
                "seats": list(registry.load(key).info.seats),
                "options": {
                    name: list(option.choices) for name, option in registry.load(key).info.options.items()
                },
                "bots": list(registry.load(key).bots),
            }
            for key in registry.games()
        ]
        return {
            "reply": "hello",
            "name": "stellwerk",
            "version": stellwerk.__version__,
            "protocol": PROTOCOL,
            "games": games,
        }

    def _new(self, request: New) -> Reply:
        game = registry.load(request.game)
        seed = request.seed if request.seed is not None else secrets.token_hex(16)
        setup = game.setup(request.seats, request.options, request.start_seat or 0)
        if request.start_seat is None:
            setup = game.setup(setup.seats, request.options, draw_start_seat(seed, setup.seats))
        self._game, self._chance = game, Chance(seed)
        self._state = settle(game, game.begin(setup), self._chance)
        return {"reply": "new", **self._where()}

    def _position(self, request: Position) -> Reply:
        game, state = opening(request.record)
        places = len(request.record.actions)
        if request.at is not None and request.at > places:
            raise EngineError("no_such_place", {"at": request.at, "count": places})
        chance = 0
        for moment in replay(request.record):
            if request.at is not None and moment.number > request.at:
                break
            state = moment.after
            chance += moment.actor == CHANCE
        seed = request.record.seed if request.record.seed is not None else secrets.token_hex(16)
        self._game, self._chance = game, Chance(seed, chance)
        self._state = settle(game, state, self._chance)
        return {"reply": "position", **self._where()}

    def _at(self) -> tuple[AnyGame, Any]:
        if self._game is None:
            raise EngineError("no_game")
        return self._game, self._state

    def _where(self) -> Reply:
        game, state = self._at()
        result = game.result(state)
        return {"actor": game.actor(state), "result": None if result is None else msgspec.to_builtins(result)}

    def _legal(self) -> Reply:
        game, state = self._at()
        legal = list(map(game.to_text, game.legal(state)))
        return {"reply": "legal", "actor": game.actor(state), "legal": legal}

    def _apply(self, request: Apply) -> Reply:
        game, state = self._at()
        after = game.apply(state, game.parse(request.action))
        self._state = settle(game, after, self._chance)
        return {"reply": "apply", **self._where()}

    def _decision(self, request: Go | Analyse) -> tuple[AnyGame, Any, tuple[Any, ...]]:
        """The game, view and legal actions that a bot is asked about."""
        game, view, legal = self._question(request)
        if request.seat not in (None, view.seat):
            raise EngineError("wrong_seat", {"seat": request.seat, "actor": view.seat})
        return game, view, legal

    def _question(self, request: Go | Analyse) -> tuple[AnyGame, Any, tuple[Any, ...]]:
        if request.view is None:
            game, state = self._at()
            actor = game.actor(state)
            if actor is None:
                raise EngineError("game_is_over")
            return game, game.view(state, actor), game.legal(state)
        game = self._at()[0] if request.game is None else registry.load(request.game)
        if not request.legal:
            raise EngineError("no_legal_actions")
        return game, *read_question(game, request.view, request.legal)

    def _player(self, game: AnyGame, request: Go | Analyse) -> Any:
        """The bot that is asked, with the budget of the request."""
        name = request.bot or self._bot or game.info.levels[-1]
        if name not in game.bots:
            raise EngineError("unknown_bot", {"bot": name[:80], "known": tuple(game.bots)})
        bot = game.bots[name]()
        if isinstance(bot, SearchBot):
            effort = bot.effort
            if request.simulations is not None:
                effort = replace(effort, simulations=request.simulations)
            if request.seconds is not None:
                effort = replace(effort, seconds=request.seconds)
            return SearchBot(bot.mind, effort, self._is_stopped)
        return bot

    def _go(self, request: Go) -> Reply:
        game, view, legal = self._decision(request)
        bot = self._player(game, request)
        plan = _thought(lambda: plan_of(bot, view, legal, _random(request.seed)))
        if not plan or plan[0] not in legal:
            raise EngineError("no_thought", {"problem": "answer_not_legal"})
        texts = list(map(game.to_text, plan))
        return {"reply": "go", "action": texts[0], "plan": texts}

    def _analyse(self, request: Analyse) -> Reply:
        game, view, _ = self._decision(request)
        bot = self._player(game, request)
        if not isinstance(bot, SearchBot):
            raise EngineError("no_analysis", {"bot": type(bot).__name__})
        language = request.language if request.language in LANGUAGES else self._language
        return _thought(
            lambda: _told(game, bot.analyse(view, _random(request.seed)), request.limit, language)
        )


def _thought(think: Callable[[], T]) -> T:
    """What `think` returns; raises `EngineError` if the bot fails."""
    try:
        return think()
    except Exception as error:  # noqa: BLE001 (whatever it is, the conversation goes on)
        problem = f"{type(error).__name__}: {error}"[:LONGEST_PROBLEM]
        raise EngineError("no_thought", {"problem": problem}) from None


def _told(game: AnyGame, analysis: Analysis[Any], limit: int, language: str) -> Reply:
    return {
        "reply": "analyse",
        "simulations": analysis.simulations,
        "options": _options(game, analysis, limit),
        "reasons": analysis.explain(load_texts(game.info.key, language)),
    }


def _options(game: AnyGame, analysis: Analysis[Any], limit: int) -> list[Reply]:
    return [
        {
            "plan": list(map(game.to_text, option.actions)),
            "value": round(option.value, 4),
            "visits": option.visits,
            "prior": round(option.prior, 4),
            "line": [{"seat": line.seat, "actions": list(line.actions)} for line in analysis.line(rank)],
        }
        for rank, option in enumerate(analysis.options[:limit])
    ]


def _random(seed: str | None) -> Random:
    return Random(seed if seed is not None else secrets.randbits(64))  # noqa: S311 (a whim is no secret)


def _error(code: str, message: str, clause: str | None = None) -> Reply:
    """The reply for everything that goes wrong."""
    return {"reply": "error", "code": code, "message": message, "clause": clause}


def _ending(line: bytes) -> Stop | Quit | None:
    """The line as `stop` or `quit`, or None if it is neither."""
    try:
        return msgspec.json.decode(line, type=Stop | Quit)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _id_of(line: bytes) -> int | str | None:
    """The id of a line that could not be parsed as a request, if it has one."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    found = found.get("id") if isinstance(found, dict) else None
    return found if isinstance(found, int | str) else None
