"""Every test in this folder runs for every game found, and for a spread of its set-ups."""

from __future__ import annotations

import pytest

import stellwerk
from tests.contract.worlds import setups


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    games = [stellwerk.load(key) for key in stellwerk.games()]
    if "setup" in metafunc.fixturenames:
        cases = [
            pytest.param(game, setup, id=f"{game.info.key}-{name}")
            for game in games
            for name, setup in setups(game).items()
        ]
        metafunc.parametrize(("game", "setup"), cases)
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=[game.info.key for game in games])
