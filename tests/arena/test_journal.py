"""Journals: blocks of one tournament, and never a file of somebody else."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.arena.block import Block, Terms, play_block
from stellwerk.arena.journal import Journal, JournalError
from stellwerk.cli import main

if TYPE_CHECKING:
    from pathlib import Path

GAME = stellwerk.load("trambahn")
TERMS = Terms("trambahn", 2, dict(GAME.setup(2).options), "journal")


@pytest.fixture(scope="module")
def block() -> Block:
    return play_block(TERMS, ("random", "random"), 0)


def code_of(journal: Journal) -> str:
    with pytest.raises(JournalError) as caught:
        journal.read()
    for language in stellwerk.LANGUAGES:
        assert str(journal.path) in sentence(caught.value, language)
    return caught.value.code


def sentence(error: JournalError, language: str) -> str:
    from stellwerk.cli.texts import load_command_texts

    return load_command_texts(None, language).sentence(error)


def test_what_was_added_is_read_by_the_same_tournament_only(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "folder" / "journal.jsonl"
    assert Journal(path, "one").read() == []
    Journal(path, "one").add(block)
    Journal(path, "one").add(block)
    assert Journal(path, "one").read() == [block, block]
    before = path.read_bytes()
    assert code_of(Journal(path, "other")) == "other_tournament"
    assert code_of(Journal(path)) == "other_tournament"
    assert path.read_bytes() == before


def test_half_a_line_is_cut_off_wherever_it_was_killed(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, "one").add(block)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    for end in (0, head - 3, head, head + 9, len(whole)):
        path.write_bytes(whole[:end])
        assert Journal(path, "one").read() == ([block] if end == len(whole) else [])
        Journal(path, "one").add(block)
        assert Journal(path, "one").read() == [block] * (1 + (end == len(whole)))


def test_what_is_finished_stays_where_nothing_can_be_written(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, "one").add(block)
    whole = path.read_bytes()
    path.write_bytes(whole + b"half a line")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        assert Journal(path, "one").read() == [block]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert path.read_bytes() == whole


def test_rubbish_in_a_journal_is_refused_by_its_line(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, "one").add(block)
    for rubbish in (b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"):
        whole = path.read_bytes()
        path.write_bytes(whole + rubbish)
        assert code_of(Journal(path, "one")) == "damaged_journal"
        assert path.read_bytes() == whole + rubbish
        path.write_bytes(whole)


@pytest.mark.parametrize("data", [b"my thesis, without a final newline", b"{", b'{"a": 1}\n', b"\xff\xfe\0"])
def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "thesis.txt"
    path.write_bytes(data)
    assert code_of(Journal(path, "one")) == "no_journal"
    with pytest.raises(JournalError, match="no_journal"):
        Journal(path, "one").remove()
    assert path.read_bytes() == data
    with pytest.raises(JournalError, match="no_journal"):
        Journal(tmp_path, "one").read()


def test_a_journal_can_be_given_up_and_nothing_can_be_too(tmp_path: Path, block: Block) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, "one").remove()
    Journal(path, "one").add(block)
    Journal(path, "other").remove()
    assert not path.exists()


def test_the_arena_mixes_no_tournaments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.jsonl"
    more = ["random", "random", "-n", "1", "--processes", "1", "--journal", str(path), "--lang", "en"]
    assert main(["arena", "trambahn", *more]) == 0
    before = path.read_bytes()
    capsys.readouterr()
    assert main(["arena", "interurban", *more]) == 2
    assert "journal of another tournament" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("fresh", [[], ["--fresh"]])
def test_the_arena_touches_no_other_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fresh: list[str]
) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("without a final newline")
    more = ["-n", "1", "--journal", str(path), "--lang", "en", *fresh]
    assert main(["arena", "trambahn", "random", "random", *more]) == 2
    assert "is not an arena journal" in capsys.readouterr().err
    assert path.read_text() == "without a final newline"
