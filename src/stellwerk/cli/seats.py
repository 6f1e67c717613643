"""Who sits where: people and bots, from a text such as ``human:Anna,hard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.cli.session import CommandError
from stellwerk.core.setup import make_setup

if TYPE_CHECKING:
    from stellwerk.cli.texts import CommandTexts
    from stellwerk.core.game import AnyGame

HUMAN: Final = "human"
MAX_NAME: Final = 40


class Player(NamedTuple):
    """One seat: a person or a bot by its name in the game."""

    kind: str
    name: str


def players_of(game: AnyGame, text: str | None, seats: int | None, texts: CommandTexts) -> tuple[Player, ...]:
    """The players that a text names; without a text, a person and the game's usual bots."""
    if text is None:
        count = make_setup(game.info, game.info.seats.min if seats is None else seats, {}, 0).seats
        parts = [HUMAN] + [game.info.usual_level] * (count - 1)
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
    """The bots that a text names, one for all seats or one for each; without a text, the game's usual bot."""
    parts = [part.strip() for part in (text or game.info.usual_level).split(",")]
    for kind in parts:
        check_kind(game, kind)
    if len(parts) > 1:
        check_count(parts, seats)
        return tuple(parts)
    return tuple(parts * (game.info.seats.min if seats is None else seats))


def check_count(parts: list[str], seats: int | None) -> None:
    """Refuse a list of players that does not have one entry for each seat."""
    if seats is not None and len(parts) != seats:
        raise CommandError("wrong_count", {"players": len(parts), "seats": seats})


def check_kind(game: AnyGame, kind: str, *others: str) -> None:
    """Refuse a kind of player that this game does not have."""
    known = (*others, *game.bots)
    if kind not in known:
        raise CommandError("unknown_player", {"kind": kind[:80], "known": known})


def _default_names(kinds: list[str], texts: CommandTexts) -> list[str]:
    """`Bot`, or `Bot 2`, `Bot 3` by their seats where there are several; people likewise."""
    words = [texts.say("person") if kind == HUMAN else texts.say("bot") for kind in kinds]
    return [word if words.count(word) == 1 else f"{word} {seat}" for seat, word in enumerate(words, start=1)]


def _checked(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        raise CommandError("bad_name", {"name": name[:MAX_NAME], "limit": MAX_NAME})
    return name
