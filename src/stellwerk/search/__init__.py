"""Determinised search over whole turns. Knows only the core: games bring a `Mind` each."""

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
