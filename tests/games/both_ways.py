"""Runs a script with the compiled fast cores and with the interpreted ones."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stellwerk.native import folder_of


def both_ways(game: str, script: str) -> tuple[str, str]:
    """What it prints, compiled and interpreted; skips the test where nothing is compiled, but never in CI."""
    if not folder_of(game).is_dir():
        assert os.environ.get("CI") != "true", "CI compiles the fast cores: nothing is compared without them"
        pytest.skip("nothing is compiled here")
    compiled, interpreted = (
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "STELLWERK_INTERPRETED": setting, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for setting in ("0", "1")
    )
    return compiled, interpreted
