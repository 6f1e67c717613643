"""A match written down: the records of its games, and one result that follows from them.

`check_match` compares the result with the records. What it cannot know is only how the points stood when a
player gave up and a bot played on: the record says what everybody did, not who left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from stellwerk.core.errors import RecordError
from stellwerk.core.match import MatchGame, MatchStanding, match_standing, points_of, start_seats
from stellwerk.core.record import Record, decode, decode_as, opening, replay

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT: Literal["stellwerk-match/1"] = "stellwerk-match/1"


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match written down."""

    format: Literal["stellwerk-match/1"] = FORMAT
    games: Annotated[tuple[Record, ...], msgspec.Meta(min_length=1)]
    """The records in order; the last game may be going on."""
    result: MatchStanding
    """The points of all finished games, who gave up, totals, ranks and, after the last game, the winners."""


class _Head(msgspec.Struct, frozen=True):
    format: str = ""


def make_match(games: Iterable[Record], played: Iterable[MatchGame]) -> MatchRecord:
    """The match of these records and what each finished game adds to it."""
    records = tuple(games)
    return MatchRecord(games=records, result=match_standing(records[0].seats, tuple(played)))


def decode_file(data: bytes) -> Record | MatchRecord:
    """Read a record or a match; raises `RecordError`. `check_match` checks whether its result is right."""
    is_match = decode_as(data, _Head).format == FORMAT
    return decode_as(data, MatchRecord) if is_match else decode(data)


def records_of(file: Record | MatchRecord) -> tuple[Record, ...]:
    """The games in a file, one or several."""
    return file.games if isinstance(file, MatchRecord) else (file,)


def check_match(match: MatchRecord) -> None:
    """Raise `RecordError` unless the games are those of one match and its result follows from them."""
    first, played = match.games[0], match.result.played
    is_complete = len(played) == first.seats
    if len(match.games) not in {len(played), len(played) + (not is_complete)}:
        raise RecordError("match_games", {"games": len(match.games), "results": len(played)})
    _check_games(match)
    for number, (record, game) in enumerate(zip(match.games, played, strict=False), start=1):
        if not _fits(record, game):
            raise RecordError("match_points", {"number": number})
    if match_standing(first.seats, played) != match.result:
        raise RecordError("match_result")


def _check_games(match: MatchRecord) -> None:
    """The games of a match have the same set-up; every seat starts one, and each has a seed of its own."""
    first = match.games[0]
    starts = start_seats(first.seats, first.start_seat)
    seen: set[str] = set()
    for number, record in enumerate(match.games, start=1):
        if number > len(starts) or _frame(record) != _frame(first) or record.start_seat != starts[number - 1]:
            raise RecordError("match_game", {"number": number})
        if record.commitment is not None and record.commitment in seen:
            raise RecordError("match_seed", {"number": number})
        seen.add(record.commitment or "")


def _frame(record: Record) -> tuple[Any, ...]:
    return record.game, record.rules_version, record.seats, record.options, record.players


def _fits(record: Record, game: MatchGame) -> bool:
    """True if these points and this end follow from the record and from who gave up."""
    rules, state = opening(record)
    for moment in replay(record):
        state = moment.after
    places = range(record.seats)
    if any(one.seat not in places or len(one.standing) != record.seats for one in game.given_up):
        return False
    if result := rules.result(state):
        return (result.reason, points_of(result.scores, game.given_up)) == (game.reason, game.points)
    if not game.given_up:  # version 0.1.0 named nobody who gave up, and such a game counted for nobody
        return game.reason in ("resigned", "timed_out") and game.points == (0,) * record.seats
    last, standing = game.given_up[-1], rules.standing(rules.view(state, None))
    found = (last.reason, last.standing, points_of(standing, game.given_up))
    return found == (game.reason, standing, game.points)
