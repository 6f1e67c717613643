"""Who sits where: people and bots, from a text such as ``human:Anna,hard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.cli.session import CommandError
from stellwerk.core.setup import make_setup

if TYPE_CHECKING:
    from stellwerk.cli.texts import CommandTexts
    from stellwerk.core.game import AnyGame

HUMAN: Final = "human"
USUAL_BOT: Final = "medium"
MAX_NAME: Final = 40


class Player(NamedTuple):
    """One seat: a person or a bot by its name in the game."""

    kind: str
    name: str


def players_of(game: AnyGame, text: str | None, seats: int | None, texts: CommandTexts) -> tuple[Player, ...]:
    """The players of a text; without one a person against the usual bots."""
    if text is None:
        count = make_setup(game.info, game.info.seats.min if seats is None else seats, {}, 0).seats
        parts = [HUMAN] + [_usual_bot(game)] * (count - 1)
    else:
        parts = text.split(",")
        check_count(parts, seats)
    kinds = [part.partition(":")[0].strip() for part in parts]
    given = [part.partition(":")[2].strip() for part in parts]
    for kind in kinds:
        check_kind(game, kind, HUMAN)
    default = _default_names(kinds, texts)
    names = [_checked(name) if name else other for name, other in zip(given, default, strict=True)]
    return tuple(map(Player, kinds, names))


def bots_of(game: AnyGame, text: str | None, seats: int | None) -> tuple[str, ...]:
    """The bots of a text: one name for all seats, or one for each."""
    parts = [part.strip() for part in (text or _usual_bot(game)).split(",")]
    for kind in parts:
        check_kind(game, kind)
    if len(parts) > 1:
        check_count(parts, seats)
        return tuple(parts)
    return tuple(parts * (game.info.seats.min if seats is None else seats))


def check_count(parts: list[str], seats: int | None) -> None:
    """A list of players has one entry for each seat."""
    if seats is not None and len(parts) != seats:
        raise CommandError("wrong_count", {"players": len(parts), "seats": seats})


def check_kind(game: AnyGame, kind: str, *others: str) -> None:
    """A kind of player that this game has."""
    known = (*others, *game.bots)
    if kind not in known:
        raise CommandError("unknown_player", {"kind": kind[:80], "known": known})


def _usual_bot(game: AnyGame) -> str:
    return USUAL_BOT if USUAL_BOT in game.bots else next(iter(game.bots))


def _default_names(kinds: list[str], texts: CommandTexts) -> list[str]:
    """`Bot`, or `Bot 2`, `Bot 3` by their seats where there are several; people likewise."""
    words = [texts.say("person") if kind == HUMAN else texts.say("bot") for kind in kinds]
    return [word if words.count(word) == 1 else f"{word} {seat}" for seat, word in enumerate(words, start=1)]


def _checked(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        raise CommandError("bad_name", {"name": name[:MAX_NAME], "limit": MAX_NAME})
    return name
