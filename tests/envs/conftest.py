"""Every test in this folder runs for every game that has a coding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import stellwerk
from stellwerk.core.coding import coded_games

if TYPE_CHECKING:
    import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    keys = coded_games()
    if "seats" in metafunc.fixturenames:
        ranges = [(key, stellwerk.load(key).info.seats) for key in keys]
        cases = [(key, seats) for key, (low, high) in ranges for seats in sorted({low, high})]
        metafunc.parametrize(("key", "seats"), cases)
    elif "key" in metafunc.fixturenames:
        metafunc.parametrize("key", keys)
