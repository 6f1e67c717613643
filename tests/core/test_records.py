"""Record files: read strictly, refused with a sentence, never a surprise."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk import RecordError, StellwerkError
from stellwerk.core.record import MAX_BYTES, decode, encode, make_record
from stellwerk.core.texts import LANGUAGES, load_texts

GAME = stellwerk.load("trambahn")
OPTIONS = {name: option.default for name, option in GAME.info.options.items()}


def plain() -> dict[str, Any]:
    """A short valid record as plain data."""
    state, chance = GAME.initial(), stellwerk.Chance("short")
    deal = GAME.chance(state, chance)
    first = GAME.legal(GAME.apply(state, deal))[0]
    record = make_record(GAME, GAME.setup(), ["Ada", "Bo"], [deal, first], "short")
    data: dict[str, Any] = msgspec.json.decode(encode(record))
    return data


def load(data: object) -> list[Any]:
    return list(stellwerk.replay(decode(msgspec.json.encode(data))))


def test_fields_are_those_of_the_notation() -> None:
    assert list(plain()) == [
        "format", "game", "rules_version", "seats", "start_seat", "options", "players", "commitment", "seed",
        "actions",
    ]  # fmt: skip
    assert len(load(plain())) == 2


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("format", "stellwerk-record/2", "unreadable_record"),
        ("game", "chess", "unknown_game"),
        ("game", "../trambahn", "unknown_game"),
        ("rules_version", 99, "unknown_rules_version"),
        ("seats", 7, "wrong_players"),
        ("seats", "2", "unreadable_record"),
        ("start_seat", 2, "bad_start_seat"),
        ("options", {}, "options_missing"),
        ("options", {**OPTIONS, "new_rows": "x"}, "bad_option"),
        ("options", {**OPTIONS, "max_trams_per_turn": True}, "bad_option"),
        ("players", ["Ada"], "wrong_players"),
        ("players", ["Ada", "\x1b[2J"], "unprintable_name"),
        ("players", ["Ada", "B" * 81], "unreadable_record"),
        ("actions", "E", "unreadable_record"),
        ("actions", [1], "unreadable_record"),
        ("actions", ["x" * 2001], "unreadable_record"),
        ("actions", ["P B1"], "refused_action"),
        ("actions", ["nonsense\x1b[2J"], "refused_action"),
        ("surprise", 1, "unreadable_record"),
    ],
)
def test_wrong_values_are_refused_with_a_sentence(field: str, value: object, code: str) -> None:
    with pytest.raises(StellwerkError) as caught:
        load(plain() | {field: value})
    assert caught.value.code == code
    for language in LANGUAGES:
        sentence = load_texts("trambahn", language).sentence(caught.value)
        assert sentence.isprintable()
        assert "{" not in sentence


@pytest.mark.parametrize("field", ["format", "game", "seats", "options", "players", "actions"])
def test_a_missing_field_is_refused(field: str) -> None:
    data = plain()
    del data[field]
    if field == "format":
        load(data)  # its only value is the default
        return
    with pytest.raises(RecordError, match="unreadable_record") as caught:
        load(data)
    assert caught.value.params == {"field": field}


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'"\\ud800"', b"[" * 100_000])
def test_broken_files_are_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match="no_record"):
        decode(data)


def test_huge_files_are_not_read() -> None:
    with pytest.raises(RecordError, match="record_too_large"):
        decode(b" " * (MAX_BYTES + 1))


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_altered_records_are_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(msgspec.json.encode(plain()))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        list(stellwerk.replay(decode(bytes(raw))))
    except StellwerkError as error:
        assert load_texts("trambahn", "en").sentence(error)  # noqa: PT017 (both outcomes are fine)


def test_a_record_without_chance_proves_nothing() -> None:
    with pytest.raises(RecordError, match="nothing_dealt"):
        stellwerk.verify(decode(msgspec.json.encode(plain() | {"actions": []})))


def test_a_refused_action_tells_number_text_and_clause() -> None:
    data = plain()
    data["actions"].append("S K>new")
    with pytest.raises(RecordError) as caught:
        load(data)
    assert caught.value.params == {"number": 3, "text": "S K>new", "clause": "TB-3.0"}
    sentence = load_texts("trambahn", "en").sentence(caught.value)
    assert "3" in sentence
    assert "S K>new" in sentence
    assert "TB-" in sentence
