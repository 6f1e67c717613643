"""`stellwerk train`: learns what a game can learn, and says so if there is nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.mind.evaluation import load
from stellwerk.games.transamerica.mind.evaluation import forecast_of, learned
from stellwerk.games.transamerica.mind.evaluation import load as load_forecast
from tests.cli.running import refused, run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_weights_are_written(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    ran = run("train", "trambahn", "--games", "1", "--seed", "cli", "--out", str(out))
    assert ran.code == 0, ran
    assert load(out).net


def test_without_a_name_the_file_is_called_by_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("train", "trambahn", "--games", "1", "--seed", "cli")
    assert "trambahn.npz" in ran.out
    assert load(tmp_path / "trambahn.npz").net


def test_transamerica_learns_a_forecast(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    ran = run("train", "transamerica", "--games", "2", "--seed", "cli", "--out", str(out))
    assert ran.code == 0, ran
    assert forecast_of(load_forecast(out)).learned != learned().learned


def test_a_game_that_learns_nothing_says_so() -> None:
    assert "nothing to learn" in refused(run("train", "tiny"))


def test_a_place_that_cannot_be_written_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    assert refused(run("train", "trambahn", "--out", str(tmp_path / "nowhere" / "weights.npz")))
