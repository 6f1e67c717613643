"""`stellwerk review`: a table, sentences, a page that stands alone, and data."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from stellwerk.cli import review as command
from stellwerk.core.record import encode
from stellwerk.review import Review
from tests.cli.running import refused, run
from tests.review.games import QUICK, SMALL, record_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "BUDGETS", {"usual": SMALL})


@pytest.mark.parametrize("key", QUICK)
def test_a_review_in_every_form(key: str, tmp_path: Path) -> None:
    file, page, data = tmp_path / "game.json", tmp_path / "page.html", tmp_path / "data.json"
    file.write_bytes(encode(record_of(key)))
    ran = run("review", str(file), "--html", str(page), "--json", str(data), "--seed", "x")
    assert ran.code == 0
    review = msgspec.json.decode(data.read_bytes(), type=Review)
    assert review.done == review.pieces
    assert review.seed == "x"
    for name in record_of(key).players:
        assert f"{name}: accuracy" in ran.out
    html = page.read_text()
    assert html.count("<polyline") == record_of(key).seats
    assert html.count("<details") == len(review.verdicts)
    assert "prefers-color-scheme: dark" in html
    assert not any(word in html for word in ("http-equiv", "<script", "src=", "url(http"))


def test_the_worst_come_first_in_german(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(encode(record_of("tiny")))
    ran = run("review", str(file), "--worst", "2", "--lang", "de")
    assert ran.code == 0
    assert "Genauigkeit" in ran.out
    assert "Ohne Glück" in ran.out


def test_a_game_that_is_not_over_has_no_ledger(tmp_path: Path) -> None:
    file, record = tmp_path / "game.json", record_of("tiny")
    file.write_bytes(encode(msgspec.structs.replace(record, actions=record.actions[:8], seed=None)))
    ran = run("review", str(file))
    assert ran.code == 0
    assert "The game is not over" in ran.out
    assert "Without luck" not in ran.out


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(encode(record_of("tiny")))
    assert refused(run("review", str(file), "--html", str(tmp_path / "no" / "page.html")))
