"""Determinised search over whole turns. It knows no game: each game brings a `Mind`."""

from stellwerk.search.analysis import Analysis, Option
from stellwerk.search.assessor import Assessor, Look, Outlook, Read, weighed
from stellwerk.search.bot import Effort, SearchBot
from stellwerk.search.halving import Budget, halve
from stellwerk.search.mind import Line, Mind, Position, Term, Turn
from stellwerk.search.plain import PlainAssessor, PlainMind

__all__ = [
    "Analysis",
    "Assessor",
    "Budget",
    "Effort",
    "Line",
    "Look",
    "Mind",
    "Option",
    "Outlook",
    "PlainAssessor",
    "PlainMind",
    "Position",
    "Read",
    "SearchBot",
    "Term",
    "Turn",
    "halve",
    "weighed",
]
