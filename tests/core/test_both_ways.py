"""Where nothing is compiled, comparing both ways is skipped on a developer's machine and fails in CI."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.games import both_ways
from tests.games.both_ways import both_ways as compared

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_compiled_is_a_failure_in_ci_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(both_ways, "folder_of", lambda game: tmp_path / game)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        compared("trambahn", "")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(AssertionError, match="compiles"):
        compared("trambahn", "")
