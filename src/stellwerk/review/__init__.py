"""Fair reviews of games: decisions judged from what each player could know, and luck told apart from play.

    pieces = outline(record)                                  # the work; the first curve comes first
    findings = [examine(record, piece) for piece in pieces]   # in any process, in any order
    review = compose(record, findings)                        # also of a part of the findings

It knows no game by name: a game brings an `Assessor` (`stellwerk.search`). `judge`, `hint` and `why` answer
questions about one decision. docs/review.md says what the numbers mean and how well they hold.
"""

from stellwerk.review.asking import Answer, Hint, Why, hint, is_open, judge, turn_with, why
from stellwerk.review.assessors import can_review
from stellwerk.review.composing import compose
from stellwerk.review.errors import ReviewError
from stellwerk.review.judging import RIGHT, accuracy, mean_accuracy, threshold
from stellwerk.review.luck import luck, luck_pieces
from stellwerk.review.model import (
    FORMAT,
    VERSION,
    Budget,
    Finding,
    Judgement,
    Ledger,
    Piece,
    Review,
    Span,
    Step,
    Summary,
    Verdict,
)
from stellwerk.review.reviewer import BUDGETS, USUAL, examine, outline
from stellwerk.review.story import record_hash

__all__ = [
    "BUDGETS",
    "FORMAT",
    "RIGHT",
    "USUAL",
    "VERSION",
    "Answer",
    "Budget",
    "Finding",
    "Hint",
    "Judgement",
    "Ledger",
    "Piece",
    "Review",
    "ReviewError",
    "Span",
    "Step",
    "Summary",
    "Verdict",
    "Why",
    "accuracy",
    "can_review",
    "compose",
    "examine",
    "hint",
    "is_open",
    "judge",
    "luck",
    "luck_pieces",
    "mean_accuracy",
    "outline",
    "record_hash",
    "threshold",
    "turn_with",
    "why",
]
