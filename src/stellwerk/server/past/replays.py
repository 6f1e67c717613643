"""Replays: every position of a game as one observer sees it, and pictures of positions.

A finished game has no secrets, so any observer's view may be asked for. Of a running game a player gets what
their seat could see at each moment: `view` and `log` are called for that seat alone, exactly as at the table.
All of this takes long: `chores` does it in another process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import quoteattr

import msgspec

from stellwerk.core import registry
from stellwerk.core.game import Result
from stellwerk.core.match import MatchStanding, given_up_result
from stellwerk.core.match_record import MatchRecord, check_match, make_match
from stellwerk.core.parts import part
from stellwerk.core.record import Record, opening, replay
from stellwerk.core.setup import OptionValue, check_observer
from stellwerk.core.telling import tell_turns
from stellwerk.core.texts import load_texts
from stellwerk.store.history import ended_games
from stellwerk.tables.news import LineSight, line_sights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import AnyGame
    from stellwerk.core.play import Moment
    from stellwerk.core.texts import Texts
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table


class ReplayStep(msgspec.Struct, frozen=True):
    """One action and the position after it."""

    number: int
    actor: int
    """A seat, or -1 for chance."""
    text: str
    """The action in the notation, as far as the observer may know it."""
    lines: tuple[LineSight, ...]
    points: tuple[int, ...]
    """The points of each seat if the game ended now."""
    view: Any


class ReplayTurn(msgspec.Struct, frozen=True):
    """A whole turn, or a chance action, in sentences."""

    first: int
    """The number of its first action."""
    last: int
    lines: tuple[LineSight, ...]


class Replay(msgspec.Struct, frozen=True):
    """A game, position by position."""

    game: str
    options: dict[str, OptionValue]
    start_seat: int
    players: tuple[str, ...]
    seat: int | None
    """With whose eyes; None for a spectator."""
    is_open: bool
    """True if other observers' views may be asked for too: the game has ended, or comes from a file."""
    opened: int
    """The number of actions, from the first on, at which nothing was hidden that is still hidden: about these
    a bot says why."""
    steps: tuple[ReplayStep, ...]
    turns: tuple[ReplayTurn, ...]
    result: Result | None
    match: MatchStanding | None = None
    """The table of the match that the game belongs to; None for a single game."""


def replay_of(
    record: Record,
    language: str,
    seat: int | None,
    result: Result | None = None,
    match: MatchStanding | None = None,
) -> bytes:
    """The replay of a record without secrets, as JSON; raises `RecordError` at the first wrong action.

    `result` is the table's result where the game did not end by the rules.
    """
    return msgspec.json.encode(_replay(record, language, seat, is_open=True, result=result, match=match))


def replay_of_match(file: MatchRecord, number: int, language: str, seat: int | None) -> bytes:
    """The replay of a game of a match, from 1, as JSON; raises `RecordError`, also for a match whose result
    does not follow from its games."""
    check_match(file)
    given_up = [one for game in file.result.played[number - 1 : number] for one in game.given_up]
    result = given_up_result(given_up[-1]) if given_up else None
    return replay_of(file.games[number - 1], language, seat, result, file.result)


def replay_so_far(
    record: Record, language: str, seat: int | None, match: MatchStanding | None = None
) -> bytes:
    """The replay of a running game as this seat (None: a spectator) has seen it, as JSON."""
    return msgspec.json.encode(_replay(record, language, seat, is_open=False, result=None, match=match))


def _replay(
    record: Record,
    language: str,
    seat: int | None,
    *,
    is_open: bool,
    result: Result | None,
    match: MatchStanding | None,
) -> Replay:
    game, state = opening(record)
    check_observer(seat, record.seats)
    texts = load_texts(record.game, language)
    moments = list(replay(record))
    last = moments[-1].after if moments else state
    opened = sum(is_open or game.opened(moment.before, last) for moment in moments)
    return Replay(
        game=record.game,
        options=record.options,
        start_seat=record.start_seat,
        players=record.players,
        seat=seat,
        is_open=is_open,
        opened=opened,
        steps=tuple(replay_step(game, moment, texts, record.players, seat) for moment in moments),
        turns=tuple(
            ReplayTurn(turn.first, turn.last, line_sights(turn.lines, texts, record.players))
            for turn in tell_turns(game, moments, seat)
        ),
        result=game.result(last) or result,
        match=match,
    )


def replay_step(
    game: AnyGame, moment: Moment[Any, Any], texts: Texts, players: tuple[str, ...], seat: int | None
) -> ReplayStep:
    """An action as the observer knew it then; what others did in secret stays secret for these eyes."""
    view = game.view(moment.after, seat)
    is_own = moment.actor == seat
    return ReplayStep(
        number=moment.number,
        actor=moment.actor,
        text=game.to_text(moment.action) if is_own else game.public_text(moment.action),
        lines=line_sights(game.log(moment.before, moment.action, moment.after, seat), texts, players),
        points=game.standing(view),
        view=view,
    )


def picture_of(game: str, view: bytes, language: str, names: tuple[str, ...]) -> str:
    """An SVG picture of a view, given as JSON.

    `data-places` gives the coordinates of the notation's places, if the game's drawing knows them.
    """
    return _drawn(game, msgspec.json.decode(view, type=registry.load(game).view_type), language, names)


def past_picture_of(record: Record, number: int, seat: int | None, language: str) -> str | None:
    """A picture of an observer's view after a number of actions; None if the game has fewer."""
    game, _ = opening(record)
    for moment in replay(record):
        if moment.number == number:
            return _drawn(record.game, game.view(moment.after, seat), language, record.players)
    return None


def _drawn(game: str, view: Any, language: str, names: Sequence[str]) -> str:
    drawing = part(game, "drawing")
    assert drawing is not None
    drawn: str = drawing.svg(view, load_texts(game, language), names)
    if hasattr(drawing, "places"):
        places = {name: [round(x, 1), round(y, 1)] for name, (x, y) in drawing.places(view).items()}
        said = quoteattr(msgspec.json.encode(places).decode())
        drawn = drawn.replace("<svg ", f"<svg data-places={said} ", 1)
    return drawn


class PastGame(NamedTuple):
    """A game that has ended at a table, and the table after the last finished game of its match."""

    table: Table
    latest: Table

    @property
    def record(self) -> Record:
        """The game as a record."""
        return self.table.record()

    @property
    def result(self) -> Result:
        """Its result."""
        return self.table.results[-1]


async def finished_games(store: Store, table_id: str) -> list[PastGame]:
    """All games that have ended at a table."""
    ended = await ended_games(store, table_id)
    latest = {table.match_number: table for table in ended}
    return [PastGame(table, latest[table.match_number]) for table in ended]


async def match_record(store: Store, table_id: str, number: int) -> MatchRecord | None:
    """A match at a table, from 1, as far as its games have ended; None if there is none."""
    games = [table for table in await ended_games(store, table_id) if table.match_number == number]
    match = games[-1].match() if games else None
    return None if match is None else make_match([table.record() for table in games], match.played)
