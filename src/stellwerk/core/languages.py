"""The languages that Stellwerk speaks, and how each of them counts.

A language is a tag such as `de` or `pt-BR` (BCP 47). It exists as soon as the core's `texts` have a file of
that name; nothing else lists the languages. Plural forms, enumerations and decimal
signs come from the CLDR, through Babel.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from babel import Locale, UnknownLocaleError

if TYPE_CHECKING:
    from collections.abc import Iterable

FALLBACK: Final = "en"
"""The language of whatever another language lacks, and of readers whose wishes cannot be met."""
LANGUAGES: Final = tuple(
    sorted(
        file.name.removesuffix(".toml")
        for file in files("stellwerk.core").joinpath("texts").iterdir()
        if file.name.endswith(".toml")
    )
)
_ORDER: Final = ("zero", "one", "two", "few", "many", "other")


def language_for(wishes: Iterable[str]) -> str:
    """The first wish that can be met, exactly or by its main language (`de-AT` by `de`), else English."""
    known = {language.lower(): language for language in LANGUAGES}
    for wish in wishes:
        tag = wish.strip().replace("_", "-").lower()
        found = known.get(tag) or known.get(tag.partition("-")[0])
        if found is not None:
            return found
    return FALLBACK


@cache
def plural_categories(language: str) -> tuple[str, ...]:
    """The CLDR categories of a language, in the order in which templates list their forms."""
    return tuple(name for name in _ORDER if name == "other" or name in _locale(language).plural_form.tags)


def plural(language: str, count: object, forms: str) -> str:
    """The form that goes with a number, of several between slashes."""
    return _plural(language, count if isinstance(count, int | float) else None, forms)


@lru_cache(4096, typed=True)  # some languages tell 1 from 1.0
def _plural(language: str, count: float | None, forms: str) -> str:
    """A text that a language lacks is English, with the two English forms: the number of forms tells."""
    known = forms.split("/")
    if len(known) != len(plural_categories(language)):
        language = FALLBACK
    category = "other" if count is None else _locale(language).plural_form(count)
    place = plural_categories(language).index(category)
    return known[min(place, len(known) - 1)]


def decimal(language: str, value: float, digits: int) -> str:
    """A number as people of this language write it."""
    written = f"{value:.{digits}f}".replace("-", "−")  # a real minus
    return written.replace(".", _locale(language).number_symbols["latn"]["decimal"])


def enumeration(language: str, items: list[str]) -> str:
    """Several things as a sentence of this language lists them, as Babel's `format_list` does, which looks
    the patterns up every time."""
    if len(items) < 2:
        return "".join(items)
    patterns = _list_patterns(language)
    if len(items) == 2:
        return patterns["2"].format(*items)
    listed = patterns["start"].format(items[0], items[1])
    for item in items[2:-1]:
        listed = patterns["middle"].format(listed, item)
    return patterns["end"].format(listed, items[-1])


@cache
def _list_patterns(language: str) -> dict[str, str]:
    return dict(_locale(language).list_patterns["standard"])


@cache
def _locale(language: str) -> Locale:
    for tag in (language, language.partition("-")[0]):
        try:
            return Locale.parse(tag, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
    return Locale(FALLBACK)
