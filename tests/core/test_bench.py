"""Benchmarks run: briefly here, so that they still work when somebody needs them."""

from __future__ import annotations

import pytest

import stellwerk
from tests.bench import __main__ as bench
from tests.bench import law, measure


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "SECONDS", 0.001)
    monkeypatch.setattr(measure, "ROUNDS", 1)


@pytest.mark.usefixtures("hurry")
def test_the_law_is_measured_beside_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    law.run([])
    shown = capsys.readouterr().out
    assert "reference" in shown
    for key in stellwerk.games():
        assert stellwerk.load(key).info.title in shown


def test_benchmarks_are_found_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert "law" in bench.names()
    assert bench.main(["nonsense"]) == 2
    assert "law" in capsys.readouterr().err
