"""Sentences for what the engines say in codes, in every language there is.

A package keeps its texts in `texts/<language>.toml`; what a language lacks is said in English. A template may
hold `{name}` for a parameter and `{name:card/cards}` for a word that follows its number, with a form for each
plural category of the language (`core/languages.py`). `{names:list}` joins several with the language's "and";
`{names}` puts commas between them. Parameters that are listed under `words` are translated too.

Where it is compiled, `filling.c` puts the same sentences together; whoever imports `stellwerk` has it used.
"""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any

from stellwerk.core.errors import IllegalAction, StellwerkError
from stellwerk.core.game import LogLine
from stellwerk.core.languages import FALLBACK, LANGUAGES, decimal, enumeration, plural

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["LANGUAGES", "Texts", "load_texts", "read_texts"]
_in_c: Any = None


def use(filling: Any) -> None:
    """Let texts that are loaded from now on be filled by the compiled `filling.c`, if there is one."""
    global _in_c  # noqa: PLW0603 (it is set once)
    _in_c = filling


class Texts(Formatter):
    """All texts of one game in one language."""

    def __init__(self, sections: Mapping[str, Mapping[str, Any]], language: str = FALLBACK) -> None:
        self._sections = sections
        self.language = language

    def section(self, name: str) -> Mapping[str, Any]:
        """All texts of a kind: `clauses`, `refusals`, `log`, `options`, `words`, `statistics`, `errors`, …"""
        return self._sections.get(name, {})

    @cached_property
    def _log(self) -> Mapping[str, str]:
        return self.section("log")

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return {word: _shown(str(said)) for word, said in self.section("words").items()}

    @cached_property
    def _fill(self) -> Callable[[str, Mapping[str, Any], Sequence[str]], str]:
        """`_filled`, in C where that is compiled."""
        if _in_c is None:
            return self._filled
        fill: Callable[..., str] = _in_c.Filler(self, self._words, self._log, LogLine, _parts, _shown)
        return fill

    def __getstate__(self) -> dict[str, Any]:
        """What is copied or sent to another process: `_fill` is made there."""
        return {name: value for name, value in vars(self).items() if name != "_fill"}

    def clause(self, clause: str) -> str:
        """A clause of the rules, in our own words."""
        return str(self.section("clauses")[clause])

    def word(self, value: object) -> str:
        """A word of the game; what is no word stays as it is, but never controls a terminal."""
        return self._said(value, ())

    def _said(self, value: object, players: Sequence[str]) -> str:
        if isinstance(value, str):  # most often
            text = value
        elif isinstance(value, LogLine):
            return self._filled(self._log[value.code], value.params, players)
        elif isinstance(value, (list, tuple)):
            return ", ".join([self._said(one, players) for one in value])
        elif isinstance(value, int) and value < 0:
            return f"−{-value}"  # a real minus
        else:
            text = str(value)
        word = self._words.get(text)
        return _shown(text) if word is None else word

    def sentence(self, error: StellwerkError) -> str:
        """What went wrong, and by which clause, for a person to read."""
        if isinstance(error, IllegalAction):
            return f"{self.format(self.section('refusals')[error.code], **error.params)} ({error.clause})"
        cause = error.__cause__
        reason = self.sentence(cause) if isinstance(cause, StellwerkError) else ""
        return self.format(self.section("errors")[error.code], reason=reason, **error.params)

    def log_line(self, line: LogLine, players: Sequence[str]) -> str:
        """What happened; a parameter `seat` becomes the player's name."""
        return self._fill(self._log[line.code], line.params, players)

    def vformat(self, format_string: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Formatter's hook: the same for plain templates, which are taken apart only once."""
        del args
        return self._fill(format_string, kwargs, ())

    def _filled(self, template: str, params: Mapping[str, Any], players: Sequence[str]) -> str:
        """A template with its parameters, and with the players' names where there are any."""
        parts, words = [], self._words
        for literal, name, spec in _parts(template):
            parts.append(literal)
            if name is None:
                continue
            value = params[name]
            if name == "seat" and players and isinstance(value, int):
                parts.append(_shown(players[value]))  # never translated, even if it is a word of the game
            elif not spec:
                parts.append(
                    words[value] if type(value) is str and value in words else self._said(value, players)
                )
            elif spec == "list" and isinstance(value, list | tuple):
                parts.append(self._listed([self._said(one, players) for one in value]))
            else:
                parts.append(self._counted(value, spec))
        return "".join(parts)

    def _listed(self, items: list[str]) -> str:
        return enumeration(self.language, items)

    def _counted(self, count: object, forms: str) -> str:
        return plural(self.language, count, forms)

    def number(self, value: float, digits: int = 2) -> str:
        """A number as people of this language write it."""
        return decimal(self.language, value, digits)


def _shown(word: str) -> str:
    """Text that cannot control a terminal."""
    return word if word.isprintable() else ascii(word)[1:-1]


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
