"""What a benchmark is asked for. Anything else is refused in a line, before time is spent."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import stellwerk
from stellwerk.core.parts import part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def parser(name: str) -> argparse.ArgumentParser:
    """For the arguments of one benchmark."""
    return argparse.ArgumentParser(prog=f"run.py bench {name}")


def nothing(name: str, arguments: Sequence[str]) -> None:
    """For a benchmark that has only one way to run."""
    parser(name).parse_args(arguments)


def games(name: str, arguments: Sequence[str], keys: Iterable[str] = ()) -> list[str]:
    """For a benchmark of some games: those named, or all."""
    asking = parser(name)
    add_games(asking, keys)
    found: list[str] = asking.parse_args(arguments).games
    return found


def bringing(name: str) -> list[str]:
    """The keys of all games that bring a part."""
    return [key for key in stellwerk.games() if part(key, name)]


def add_games(asking: argparse.ArgumentParser, keys: Iterable[str] = ()) -> None:
    """`games`: those named, or all."""
    known = list(keys or stellwerk.games())
    asking.add_argument("games", nargs="*", choices=[*known, known], default=known, metavar="GAME")


def number(name: str, arguments: Sequence[str], default: float, meaning: str) -> float:
    """For a benchmark with one number."""
    asking = parser(name)
    asking.add_argument("number", nargs="?", type=above_zero(float), default=default, help=meaning)
    found: float = asking.parse_args(arguments).number
    return found


def above_zero(kind: Callable[[str], float]) -> Callable[[str], float]:
    """A number, whole or not, of which there has to be something."""
    return above(kind, 0)


def above(kind: Callable[[str], float], least: float) -> Callable[[str], float]:
    """A number, whole or not, above another."""

    def convert(text: str) -> float:
        value = kind(text)
        if not least < value < float("inf"):
            raise argparse.ArgumentTypeError(f"{text} is not above {least}")
        return value

    convert.__name__ = kind.__name__  # argparse names it where the text is no number
    return convert
