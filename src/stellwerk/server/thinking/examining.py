"""The work of a review as functions for other processes: texts in, texts out.

Which game a review is about, and which reviewer makes it, is in its id: findings of different reviewers are
never mixed, and everybody who has the same game has the same review.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from stellwerk import review
from stellwerk.core import registry
from stellwerk.core.record import Record
from stellwerk.review import VERSION, Budget, Finding, Piece, ReviewError, Verdict
from stellwerk.review.story import story_of

DIGITS: Final = 32
"""Hexadecimal digits of an id: nobody guesses one, so it is as secret as the game."""
_record = msgspec.json.Decoder(Record)
_finding = msgspec.json.Decoder[Finding](Finding)
_pieces = msgspec.json.Decoder(tuple[Piece, ...])


def text_of(record: Record) -> str:
    """A record as it is kept and handed to workers: without its notes, which change nothing."""
    return msgspec.json.encode(msgspec.structs.replace(record, notes=msgspec.UNSET)).decode()


def id_of(record: str, budget: Budget) -> str:
    """The id of the review of a record."""
    text = f"{VERSION} {msgspec.json.encode(budget).decode()} {record}"
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def require(game: str) -> None:
    """Refuse a game that brings nothing to judge it by; raises `StellwerkError`."""
    title = registry.load(game).info.title
    if not review.can_review(game):
        raise ReviewError("no_review", {"game": title})


def outline(record: str) -> str:
    """The pieces of a review; raises `StellwerkError` for a game that cannot be reviewed."""
    return msgspec.json.encode(review.outline(_record.decode(record))).decode()


def pieces_in(outline: str) -> tuple[str, ...]:
    """The pieces of an outline, one by one."""
    return tuple(msgspec.json.encode(piece).decode() for piece in _pieces.decode(outline))


def examine(record: str, piece: str, budget: Budget) -> str:
    """What is found out about a piece."""
    found = review.examine(_record.decode(record), msgspec.json.decode(piece, type=Piece), budget)
    return msgspec.json.encode(found).decode()


def accuracies(record: str, findings: list[str]) -> str:
    """How accurately each seat played, from all that was found out."""
    seats = _record.decode(record).seats
    found = [_finding.decode(finding) for finding in findings]
    verdicts = [one for one in found if isinstance(one, Verdict)]
    own = [[one for one in verdicts if one.seat == seat] for seat in range(seats)]
    return msgspec.json.encode([review.mean_accuracy(of_seat, seats) for of_seat in own]).decode()


def hint(game: str, view: bytes, budget: Budget) -> str:
    """A good turn for the seat of a view, which is all that it depends on."""
    law = registry.load(game)
    found = review.hint(game, msgspec.json.decode(view, type=law.view_type), budget)
    return msgspec.json.encode(found).decode()


def why(record: str, step: int, level: str, budget: Budget) -> str:
    """Why a bot played the turn that has an action; raises `ReviewError` if it has no reasons."""
    game = _record.decode(record)
    turn = review.turn_with(game, step)
    assert turn is not None, "asked before"
    return msgspec.json.encode(review.why(game, turn, level, budget)).decode()


def seat_of(record: str, step: int) -> tuple[int | None, bool]:
    """Whose turn has an action (None: no whole turn), and whether all that was hidden then lies open."""
    game = _record.decode(record)
    turn = review.turn_with(game, step)
    if turn is None:
        return None, False
    return story_of(game).turns[turn].span.seat, review.is_open(game, turn)


def judge(record: str, verdict: str, actions: tuple[str, ...], budget: Budget) -> str:
    """What another turn would have lost at a decision; raises `ReviewError` if it is none."""
    game, judged = _record.decode(record), msgspec.json.decode(verdict, type=Verdict)
    found = review.judge(game, judged, actions, budget)
    return msgspec.json.encode(found).decode()
