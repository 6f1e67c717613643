"""Sentences for what the engines say in codes, in every language there is.

A package keeps its texts in `texts/<language>.toml`; what a language lacks is said in English. A template may
hold `{name}` for a parameter and `{name:card/cards}` for a word that follows its number, with a form for each
plural category of the language (`core/languages.py`). `{names:list}` joins several with the language's "and";
`{names}` puts commas between them. Parameters that are listed under `words` are translated too.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any

from stellwerk.core.errors import IllegalAction, StellwerkError
from stellwerk.core.game import LogLine
from stellwerk.core.languages import FALLBACK, LANGUAGES, decimal, enumeration, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LANGUAGES", "Texts", "load_texts", "read_texts"]


class _Name(str):
    """A player's name: never translated, even if it is a word of the game."""

    __slots__ = ()


class Texts(Formatter):
    """All texts of one game in one language."""

    def __init__(self, sections: Mapping[str, Mapping[str, Any]], language: str = FALLBACK) -> None:
        self._sections = sections
        self.language = language

    def section(self, name: str) -> Mapping[str, Any]:
        """All texts of a kind: `clauses`, `refusals`, `log`, `options`, `words`, `statistics`, `errors`, …"""
        return self._sections.get(name, {})

    def clause(self, clause: str) -> str:
        """A clause of the rules, in our own words."""
        return str(self.section("clauses")[clause])

    def word(self, value: object) -> str:
        """A word of the game; what is no word stays as it is, but never controls a terminal."""
        if isinstance(value, LogLine):
            return self.format(self.section("log")[value.code], **value.params)
        if isinstance(value, list | tuple):
            return ", ".join(map(self.word, value))
        if isinstance(value, int) and value < 0:
            return f"−{-value}"  # a real minus
        word = str(value if isinstance(value, _Name) else self.section("words").get(str(value), value))
        return word if word.isprintable() else ascii(word)[1:-1]

    def sentence(self, error: StellwerkError) -> str:
        """What went wrong, and by which clause, for a person to read."""
        if isinstance(error, IllegalAction):
            return f"{self.format(self.section('refusals')[error.code], **error.params)} ({error.clause})"
        cause = error.__cause__
        reason = self.sentence(cause) if isinstance(cause, StellwerkError) else ""
        return self.format(self.section("errors")[error.code], reason=reason, **error.params)

    def log_line(self, line: LogLine, players: Sequence[str]) -> str:
        """What happened; a parameter `seat` becomes the player's name."""
        return self.word(_named(line, players))

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Formatter's hook: the same for plain templates, which are taken apart only once."""
        del args
        return "".join(
            literal if name is None else literal + self.format_field(kwargs[name], spec or "")
            for literal, name, spec in _parts(format_string)
        )

    def format_field(self, value: object, format_spec: str) -> str:
        """Formatter's hook: an enumeration, a word that follows a number, or the parameter itself."""
        if format_spec == "list" and isinstance(value, list | tuple):
            return enumeration(self.language, list(map(self.word, value)))
        return plural(self.language, value, format_spec.split("/")) if format_spec else self.word(value)

    def number(self, value: float, digits: int = 2) -> str:
        """A number as people of this language write it."""
        return decimal(self.language, value, digits)


def _named(value: object, players: Sequence[str]) -> object:
    """A line with the players' names in it, and in the lines within it."""
    if isinstance(value, LogLine):
        params = {name: _named(param, players) for name, param in value.params.items()}
        if isinstance(seat := params.get("seat"), int):
            params["seat"] = _Name(players[seat])
        return LogLine(value.code, params)
    if isinstance(value, tuple):
        return tuple([_named(one, players) for one in value])
    return value


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """The texts before each field of a template, the fields' names and formats."""
    return tuple((literal, name, spec) for literal, name, spec, _ in Formatter().parse(template))


@cache
def load_texts(key: str | None, language: str, *packages: str) -> Texts:
    """The texts of a game (None: the core's alone) and of further packages, in one of `LANGUAGES`."""
    game = () if key is None else (f"stellwerk.games.{key}",)
    sections: dict[str, Any] = {}
    for package in ("stellwerk.core", *game, *packages):
        sections = _over(sections, read_texts(package, language))
    return Texts(sections, language)


def read_texts(package: str, language: str) -> dict[str, Any]:
    """The texts of one package, with English ones for what the language lacks."""
    english = _file(package, FALLBACK)
    return english if language == FALLBACK else _over(english, _file(package, language))


def _file(package: str, language: str) -> dict[str, Any]:
    """What a package's file says; nothing where there is none."""
    file = files(package).joinpath("texts", f"{language}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Both, section by section; where both have a text, the one above."""
    both = {**below, **above}
    for name in below.keys() & above.keys():
        if isinstance(below[name], dict) and isinstance(above[name], dict):
            both[name] = _over(below[name], above[name])
    return both
