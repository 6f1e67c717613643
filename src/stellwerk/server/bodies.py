"""The bodies of REST requests and answers, besides the types of tables and records."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from stellwerk.core.game import Result
from stellwerk.core.match import GivenUp
from stellwerk.core.setup import GameInfo, OptionValue
from stellwerk.ratings.scale import ShownRating
from stellwerk.server.profiles.history import HistoryGame
from stellwerk.store.company import Attitude
from stellwerk.store.interface import MatchIndex, SessionKind
from stellwerk.tables.config import Clock, NoClock
from stellwerk.tables.table import Status

Text = Annotated[str, msgspec.Meta(max_length=200)]


class Me(msgspec.Struct, frozen=True):
    """Who you are."""

    name: str | None
    login: str | None
    feed: str | None = None
    """The address of your Atom feed, if you asked for one."""
    is_bot: bool = False
    """The account is a bot's: at tables it is shown as one."""


class Passage(msgspec.Struct, frozen=True):
    """A step of the guided first game, or a part of the summary."""

    title: str
    text: str
    """In a guided game `{name}` is the opponent."""


class About(msgspec.Struct, frozen=True):
    """What this server says of itself."""

    version: str
    """Of the pages: another one means that a newer client can be loaded."""
    imprint: str
    """Who runs it; empty if the host has said nothing."""
    privacy: tuple[Passage, ...]
    """What it keeps about people, in the reader's language."""


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be called."""

    name: Text


class LoginBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A login and its password."""

    login: Text
    password: Text


class PasswordBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your present password and the one you want."""

    present: Text
    wanted: Text


class ResetBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a one-time link ends with, and the password you want."""

    token: Text
    wanted: Text


class LeaveBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your password; a guest has none."""

    password: Text = ""


class TokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name for the bot that will use the token."""

    name: Text


class Token(msgspec.Struct, frozen=True):
    """A bearer token: shown once."""

    token: str


class SessionEntry(msgspec.Struct, frozen=True):
    """A device or bot that may act for you."""

    id: str
    kind: SessionKind
    name: str
    since: float
    is_this: bool


class BelongingTable(msgspec.Struct, frozen=True):
    """A table in the list of what is stored about you."""

    code: str
    game: str
    status: Status
    seats: tuple[str, ...]
    said: tuple[str, ...]
    """What you said there."""
    webhook: str | None


class Companion(msgspec.Struct, frozen=True):
    """Somebody you played with, or have muted or blocked."""

    handle: str
    """Names this person in your requests; in anybody else's it means nothing."""
    name: str
    login: str | None
    is_bot: bool
    attitude: Attitude
    tables: int
    """Number of your latest tables at which they sat; 0 if none."""
    game: str | None
    """What you played last."""
    time: float
    """When something last happened there; 0 if never."""


class Belongings(msgspec.Struct, frozen=True):
    """Everything that is stored about you."""

    id: str
    me: Me
    sessions: tuple[SessionEntry, ...]
    tables: tuple[BelongingTable, ...]
    notices: dict[str, Any] = {}
    """How you want to be told that it is your turn; your browsers by the address of their push service."""
    shunned: tuple[Companion, ...] = ()
    """Whom you have muted or blocked."""
    reports: tuple[str, ...] = ()
    """What you have reported to the host."""
    games: tuple[HistoryGame, ...] = ()
    """The games that you have played, the latest first, each with what it changed about your rating."""
    is_public: bool = False
    """True if everybody may see your profile."""


class BotEntry(msgspec.Struct, frozen=True):
    """A bot that can be played against."""

    key: str
    name: str
    text: str
    """Its character in a sentence; empty for bots that are only yardsticks."""
    rating: int | None
    """Its measured rating; None if it was not measured."""
    is_program: bool = False
    """True for a program of the server's operator."""


class OptionTexts(msgspec.Struct, frozen=True):
    """What an option of a game is called, and what its choices mean."""

    title: str
    text: str
    choices: dict[str, str] = {}
    """Names of the choices; a yes-or-no option needs none."""


class GameEntry(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    info: GameInfo
    title: str
    summary: str
    line: str
    """What it is like, in a line."""
    options: dict[str, OptionTexts]
    bots: tuple[BotEntry, ...]
    """From the weakest to the strongest."""
    is_drawn: bool
    """True if the server draws pictures of its tables."""
    is_reviewed: bool
    """True if finished games can be reviewed, and hints be given."""


class GameTexts(msgspec.Struct, frozen=True):
    """The words of a game in one language."""

    game: dict[str, str]
    """Its title and what it is about."""
    words: dict[str, str]
    """Names of pieces, places and fields of the view."""
    actions: dict[str, str]
    """Headings for the kinds of action."""
    options: dict[str, OptionTexts]
    statistics: dict[str, str]
    notation: dict[str, str]
    """What actions and the rows of the score sheet are called."""
    table: dict[str, str]
    """What the game's own table says."""
    guide: dict[str, Passage]
    """The steps of the guided first game."""
    sheet: dict[str, Passage]
    """The game on one page, part by part; empty if it has no such page."""


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of a rule book."""

    id: str
    title: str
    clauses: dict[str, str]


class RulePicture(msgspec.Struct, frozen=True):
    """A drawing for a clause of the rules."""

    caption: str
    svg: str


class TableEntry(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    code: str
    game: str
    status: Status
    seats: tuple[str, ...]
    open_seats: int
    your_turn: bool
    deadline: float | None
    time: float
    is_challenge: bool = False
    """True if you were asked to take a seat and have not answered."""
    bots: tuple[int, ...] = ()
    """The seats of bots."""
    match: MatchIndex | None = None
    """How far the match is; None for single games."""
    rated: bool = False
    """True if its results change ratings."""
    clock: Clock = NoClock()
    options: dict[str, OptionValue] = {}
    """The options that a public table is opened with; empty once its game has begun."""
    rating: ShownRating | None = None
    """The owner's, in the list of public tables; None for whoever has none."""


class ChallengeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to ask to take a seat: an account, or somebody you played with."""

    login: Text = ""
    handle: Text = ""


class FinishedGame(msgspec.Struct, frozen=True):
    """A game that has ended at a table."""

    number: int
    result: Result
    given_up: tuple[GivenUp, ...] = ()
    """Who gave up this game, in order."""


class WebhookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address to call when it is your turn at this table; null for none."""

    url: Annotated[str, msgspec.Meta(max_length=500)] | None
