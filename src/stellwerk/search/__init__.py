"""Determinised search over whole turns. It knows no game: each game brings a `Mind`."""

from stellwerk.search.analysis import Analysis, Option
from stellwerk.search.bot import Effort, SearchBot
from stellwerk.search.halving import Budget
from stellwerk.search.mind import Line, Mind, Position, Term, Turn
from stellwerk.search.plain import PlainMind

__all__ = [
    "Analysis",
    "Budget",
    "Effort",
    "Line",
    "Mind",
    "Option",
    "PlainMind",
    "Position",
    "SearchBot",
    "Term",
    "Turn",
]
