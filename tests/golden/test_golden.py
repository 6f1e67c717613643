"""The archive replays for ever, under the rules version it was played with."""

from __future__ import annotations

import pytest

import stellwerk
from stellwerk.cli.new_game import outcome
from stellwerk.core.record import encode
from tests.golden import archive
from tests.homes import ROOT, home_of

RECORDS = archive.records()


@pytest.mark.parametrize("name", RECORDS)
def test_golden_game_replays_to_its_result(name: str) -> None:
    key, file = name.split("/")
    record = archive.read(RECORDS[name])
    assert record.game == key
    assert outcome(record) == archive.results(key)[file]
    assert encode(record) == RECORDS[name].read_bytes(), "records are written in one form only"
    if record.seed is not None:
        assert stellwerk.verify(record) >= 1


@pytest.mark.parametrize("key", stellwerk.games())
def test_no_file_is_left_unloaded(key: str) -> None:
    files = {name.split("/")[1] for name in RECORDS if name.startswith(f"{key}/")}
    assert files == archive.results(key).keys()


def test_no_folder_is_left_unloaded() -> None:
    folders = {path.name for path in archive.FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {key for key in stellwerk.games() if home_of(key) == ROOT}


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_option_value_is_in_the_archive(key: str) -> None:
    records = [archive.read(path) for name, path in RECORDS.items() if name.startswith(f"{key}/")]
    for name, option in stellwerk.load(key).info.options.items():
        chosen = {record.options.get(name, option.value_at(record.rules_version)) for record in records}
        assert chosen == set(option.choices), name


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_end_reason_is_in_the_archive(key: str) -> None:
    reasons = {result["reason"] for result in archive.results(key).values()}
    assert reasons == set(stellwerk.load(key).info.end_reasons)
