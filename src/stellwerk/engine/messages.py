"""What is said over the engine protocol: one JSON object per line, each request answered by one reply.

`cmd` names the request, `reply` the answer; an `id` of the asker's comes back with the answer.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from stellwerk.core.languages import FALLBACK
from stellwerk.core.record import Record
from stellwerk.core.setup import OptionValue

PROTOCOL = 1
MAX_LINE = 8_000_000
"""In bytes; far more than any view or record needs."""

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Seconds = Annotated[float, msgspec.Meta(gt=0, le=86_400)]
Word = Annotated[str, msgspec.Meta(max_length=2_000)]


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="cmd", forbid_unknown_fields=True):
    """Something one program asks of the other."""

    id: int | str | None = None


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """Who are you, and which games do you know?"""


class New(Request, frozen=True, kw_only=True, tag="new"):
    """Begin a game; whatever was there is forgotten."""

    game: Word
    seats: Count | None = None
    options: dict[str, OptionValue] = {}
    seed: Word | None = None
    """The seed of all chance; without one, a random seed is used."""
    start_seat: Count | None = None


class Position(Request, frozen=True, kw_only=True, tag="position"):
    """Go to a place in a record: after `at` actions, or to its end."""

    record: Record
    at: Count | None = None


class Legal(Request, frozen=True, kw_only=True, tag="legal"):
    """What may the actor do?"""


class Apply(Request, frozen=True, kw_only=True, tag="apply"):
    """Play an action, and all chance that follows."""

    action: Word


class View(Request, frozen=True, kw_only=True, tag="view"):
    """What may a seat know (none given: a spectator)?"""

    seat: Count | None = None


class Thought(Request, frozen=True, kw_only=True):
    """What is asked of a bot: at the position of the engine, or for a view with its legal actions."""

    game: Word | None = None
    view: Any = None
    legal: tuple[Word, ...] | None = None
    seat: Count | None = None
    """Who has to act, for a bot that wants to know without reading the view."""
    bot: Word | None = None
    simulations: Count | None = None
    seconds: Seconds | None = None
    seed: Word | None = None
    """The seed of the bot's random numbers."""


class Go(Thought, frozen=True, kw_only=True, tag="go"):
    """Choose an action."""


class Analyse(Thought, frozen=True, kw_only=True, tag="analyse"):
    """Report on the best turns, at most `limit` of them."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=64)] = 5
    language: Word = FALLBACK


class Stop(Request, frozen=True, kw_only=True, tag="stop"):
    """Stop thinking: the request under way is answered at once."""


class Quit(Request, frozen=True, kw_only=True, tag="quit"):
    """End the conversation."""


AnyRequest = Hello | New | Position | Legal | Apply | View | Go | Analyse | Stop | Quit


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot's reply to `go` must hold: an action, or several for the same turn."""

    id: int | str | None = None
    reply: str | None = None
    action: str | None = None
    plan: tuple[str, ...] = ()
    message: str | None = None
