"""The little language of templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babel import Locale
from babel.lists import format_list

from stellwerk import IllegalAction, LogLine, RecordError
from stellwerk.core.languages import decimal, enumeration, language_for, plural_categories
from stellwerk.core.texts import Texts, load_texts, read_texts

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TEXTS = Texts(
    {
        "words": {"B": "blue", "stops": "Stops"},
        "refusals": {"wrong": "{card} is {line}: {count} {count:card/cards}."},
        "errors": {"outer": "Action {number}: {reason}"},
        "log": {"moved": "{seat} moved {cards}."},
    }
)


def test_numbers_choose_their_word() -> None:
    for count, expected in ((0, "0 cards"), (1, "1 card"), (2, "2 cards")):
        error = IllegalAction("TB-1", "wrong", {"card": "B7", "line": "B", "count": count})
        assert TEXTS.sentence(error) == f"B7 is blue: {expected}. (TB-1)"


def test_an_error_tells_its_cause() -> None:
    outer = RecordError("outer", {"number": 3})
    outer.__cause__ = IllegalAction("TB-1", "wrong", {"card": "B7", "line": "B", "count": 1})
    assert TEXTS.sentence(outer) == "Action 3: B7 is blue: 1 card. (TB-1)"


def test_a_seat_becomes_a_name_and_lists_are_joined() -> None:
    line = LogLine("moved", {"seat": 1, "cards": ("B", "stops")})
    assert TEXTS.log_line(line, ["Ada", "Bo"]) == "Bo moved blue, Stops."


def test_a_name_is_never_translated() -> None:
    line = LogLine("moved", {"seat": 0, "cards": ("B",)})
    assert TEXTS.log_line(line, ["B"]) == "B moved blue."


def test_errors_show_code_and_parameters_to_programmers() -> None:
    assert str(IllegalAction("TB-1", "wrong", {"card": "B7"})) == "TB-1: wrong (card='B7')"


def test_a_word_has_as_many_forms_as_its_language() -> None:
    polish = Texts({}, "pl")
    for count, expected in ((1, "karta"), (3, "karty"), (5, "kart"), (22, "karty"), (1.5, "karty!")):
        assert polish.format("{count:karta/karty/kart/karty!}", count=count) == expected
    assert Texts({}, "ja").format("{count:枚}", count=3) == "枚"
    assert plural_categories("de") == plural_categories("en") == ("one", "other")


def test_an_english_text_keeps_its_two_forms_in_any_language() -> None:
    template = "{count} {count:card/cards}"
    assert [Texts({}, "pl").format(template, count=count) for count in (1, 3, 21)] == [
        "1 card",
        "3 cards",
        "21 cards",
    ]


def test_numbers_are_written_as_people_write_them() -> None:
    assert [decimal(language, 1.25, 1) for language in ("de", "en", "pl-XA", "tlh")] == [
        "1,2",
        "1.2",
        "1,2",
        "1.2",
    ]


def test_things_are_listed_as_babel_does() -> None:
    things = ["{0}", "a", "b", "c", "d"]
    for language in ("en", "de", "fr", "zh", "he", "pt-BR"):
        for count in range(len(things) + 1):
            expected = format_list(things[:count], locale=Locale.parse(language, sep="-"))
            assert enumeration(language, things[:count]) == expected


def test_the_first_wish_that_can_be_met_is_spoken() -> None:
    assert language_for(["tlh", "de-AT", "en"]) == "de"
    assert language_for(["de_CH.UTF-8".partition(".")[0]]) == "de"
    assert language_for(["", "EN-gb", "de"]) == "en"
    assert language_for(["tlh"]) == "en"


def test_what_a_language_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "half_translated" / "texts"
    texts.mkdir(parents=True)
    (texts.parent / "__init__.py").touch()
    (texts / "en.toml").write_text('[game]\ntitle = "Whist"\nsummary = "Cards."\n[log]\nwon = "Won."\n')
    (texts / "de.toml").write_text('[game]\nsummary = "Karten."\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert read_texts("half_translated", "de") == {
        "game": {"title": "Whist", "summary": "Karten."},
        "log": {"won": "Won."},
    }
    assert read_texts("half_translated", "pl") == read_texts("half_translated", "en")


def test_a_language_without_any_file_is_english() -> None:
    assert load_texts("trambahn", "tlh").section("log") == load_texts("trambahn", "en").section("log")


def test_lines_within_lines() -> None:
    texts = Texts(
        {
            "log": {"turn": "{seat} {deeds:list}.", "moves": "moves {cards}", "waits": "waits for {who:list}"}
            | {"player": "{seat}"},
            "words": {"B": "blue", "R": "red"},
        }
    )
    who = tuple(LogLine("player", {"seat": seat}) for seat in (0, 1))
    deeds = (LogLine("moves", {"cards": ("B", "R")}), LogLine("waits", {"who": who}))
    told = texts.log_line(LogLine("turn", {"seat": 1, "deeds": deeds}), ["Ada", "B"])
    assert told == "B moves blue, red and waits for Ada and B."
