"""Sentences in German and English for what the engines say in codes.

Every game brings `texts/de.toml` and `texts/en.toml`; the core's own lie beside this file. A template may
hold `{name}` for a parameter and `{name:card/cards}` for a word that follows its number. Parameters that are
listed under `words` are translated too.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.errors import IllegalAction, StellwerkError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stellwerk.core.game import LogLine

LANGUAGES: Final = ("de", "en")


class _Name(str):
    """A player's name: never translated, even if it is a word of the game."""

    __slots__ = ()


class Texts(Formatter):
    """All texts of one game in one language."""

    def __init__(self, sections: Mapping[str, Mapping[str, Any]]) -> None:
        self._sections = sections

    def section(self, name: str) -> Mapping[str, Any]:
        """All texts of a kind: `clauses`, `refusals`, `log`, `options`, `words`, `statistics`, `errors`, …"""
        return self._sections.get(name, {})

    def clause(self, clause: str) -> str:
        """A clause of the rules, in our own words."""
        return str(self.section("clauses")[clause])

    def word(self, value: object) -> str:
        """A word of the game; what is no word stays as it is, but never controls a terminal."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.word, value))
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
        params = dict(line.params)
        if isinstance(seat := params.get("seat"), int):
            params["seat"] = _Name(players[seat])
        return self.format(self.section("log")[line.code], **params)

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Formatter's hook: the same for plain templates, which are taken apart only once."""
        del args
        return "".join(
            literal if name is None else literal + self.format_field(kwargs[name], spec or "")
            for literal, name, spec in _parts(format_string)
        )

    def format_field(self, value: object, format_spec: str) -> str:
        """Formatter's hook: `one/many` picks by number, everything else is a word."""
        if "/" in format_spec:
            one, many = format_spec.split("/")
            return one if value == 1 else many
        return self.word(value)


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str | None], ...]:
    """The texts before each field of a template, the fields' names and formats."""
    return tuple((literal, name, spec) for literal, name, spec, _ in Formatter().parse(template))


@cache
def load_texts(key: str | None, language: str, *packages: str) -> Texts:
    """The texts of a game (None: the core's alone) and of further packages, in one of `LANGUAGES`."""
    sections: dict[str, dict[str, Any]] = {}
    game = () if key is None else (f"stellwerk.games.{key}",)
    for package in ("stellwerk.core", *game, *packages):
        for name, texts in _read(package, language).items():
            sections[name] = {**sections.get(name, {}), **texts}
    return Texts(sections)


def _read(package: str, language: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(package).joinpath("texts", f"{language}.toml").read_text(encoding="utf-8"))
