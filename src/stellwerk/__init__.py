"""Stellwerk: three railway board games as exact, fast, honest engines.

>>> import random, stellwerk
>>> game = stellwerk.load("trambahn")
>>> state = stellwerk.new_game("trambahn", seats=2, seed="stellwerk")
>>> [game.to_text(action) for action in game.legal(state)][:2]
['P B2', 'P B9']
>>> state = stellwerk.step(game, state, game.parse("P B2"), random.Random(1))
"""

from typing import TYPE_CHECKING

from stellwerk import native
from stellwerk.core import compiled, remember, texts
from stellwerk.core.bot import Bot, RandomBot
from stellwerk.core.chance import Chance, RandomSource, commitment
from stellwerk.core.errors import IllegalAction, NotationError, RecordError, SetupError, StellwerkError
from stellwerk.core.game import CHANCE, Game, LogLine, Result
from stellwerk.core.play import Moment, moments, new_game, settle, step
from stellwerk.core.record import Record, replay, verify
from stellwerk.core.registry import load
from stellwerk.core.setup import GameInfo, Option, Setup
from stellwerk.core.texts import LANGUAGES, load_texts

if TYPE_CHECKING:  # at run time it is the package of that name, which can be called
    from stellwerk.core.registry import games
else:
    from stellwerk import games

native.install()
compiled.use(native.written)
remember.use(native.written("kept"))
texts.use(native.written("filling"))

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "Bot",
    "Chance",
    "Game",
    "GameInfo",
    "IllegalAction",
    "LogLine",
    "Moment",
    "NotationError",
    "Option",
    "RandomBot",
    "RandomSource",
    "Record",
    "RecordError",
    "Result",
    "Setup",
    "SetupError",
    "StellwerkError",
    "commitment",
    "games",
    "load",
    "load_texts",
    "moments",
    "new_game",
    "replay",
    "settle",
    "step",
    "verify",
]
