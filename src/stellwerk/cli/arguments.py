"""The arguments of all commands. Help is in English; mistakes are explained in the reader's language."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, Final, NoReturn

import stellwerk
from stellwerk.cli.session import CommandError
from stellwerk.core.languages import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import OptionValue

COMMANDS: Final = (
    "games",
    "play",
    "simulate",
    "replay",
    "analyse",
    "review",
    "verify",
    "rules",
    "draw",
    "arena",
    "engine",
    "train",
    "export",
    "serve",
    "admin",
    "new-game",
)
"""One module of this package each, named like the command."""


class Parser(argparse.ArgumentParser):
    """A parser that raises `CommandError` instead of printing usage and exiting."""

    def error(self, message: str) -> NoReturn:
        """Argparse's hook."""
        raise CommandError("bad_arguments", {"problem": message, "command": self.prog})


def make_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for what was typed; the result of parsing holds the chosen command's `run`.

    It knows the command that is named, or all of them if none is: to load and describe every command would
    take longer than most of them do.
    """
    parser = Parser(prog="stellwerk", description="Railway board games in the terminal.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"stellwerk {stellwerk.__version__}")
    _add_language(parser)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)
    named = _named(words)
    if not named:
        parser.set_defaults(run=import_module("stellwerk.cli.welcome").run)
    for name in named or COMMANDS:
        module = import_module(f"stellwerk.cli.{name.replace('-', '_')}")
        summary = str(module.__doc__).splitlines()[0].partition(": ")[2]
        command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        module.configure(command)
        _add_language(command)
        command.set_defaults(run=module.run)
    return parser


def _named(words: Sequence[str]) -> tuple[str, ...]:
    """The command among the words, if there is one: only the language may come before it."""
    rest = [*words]
    while rest and rest[0].partition("=")[0] == "--lang":
        del rest[: 1 if "=" in rest[0] else 2]
    return tuple(name for name in COMMANDS if rest[:1] == [name])


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help="language (default: STELLWERK_LANG, then the locale's, then en)",
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument for a game's key."""
    parser.add_argument("game", metavar="GAME", help="key of a game, see `stellwerk games`")


def add_setup(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for what a group decides before a game."""
    parser.add_argument("--seats", type=whole_number, metavar="N", help="number of players")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; repeatable",
    )


def whole_number(text: str) -> int:
    """A whole number that is not negative; raises `CommandError`."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise CommandError("no_whole_number", {"text": text[:80]})
    return int(text)


def positive_number(text: str) -> int:
    """A whole number of at least 1; raises `CommandError`."""
    if not (number := whole_number(text)):
        raise CommandError("not_positive")
    return number


def seed_text(text: str) -> str:
    """A seed; raises `CommandError` for bytes that are not text, because they have no commitment."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CommandError("no_seed_text") from None
    return text


def options_of(game: AnyGame, texts: Iterable[str]) -> dict[str, OptionValue]:
    """The options in ``name=value`` texts; the set-up refuses values that cannot be chosen."""
    options: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError("no_option_value", {"text": text[:80]})
        known = game.info.options.get(name)
        choices = {option_text(choice): choice for choice in known.choices} if known else {}
        options[name] = choices.get(value, value)
    return options


def option_text(value: OptionValue) -> str:
    """How the value of an option is typed and shown: `true`, `3`, `down`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def options_text(options: Mapping[str, OptionValue]) -> str:
    """All options as they are typed."""
    return ", ".join(f"{name}={option_text(value)}" for name, value in options.items())
