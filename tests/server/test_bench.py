"""The benchmarks of the server run: briefly here, so that they still work when somebody needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from tests.bench.server import kill, load
from tests.server.killing import World

if TYPE_CHECKING:
    from tests.server.processes import Server


def test_load_is_measured_beside_the_floor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "WARM_UP", 2)
    monkeypatch.setattr(load, "ACTIONS", 50)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(load, "ROUNDS", 2)
    load.run(["--game", "trambahn", "--tables", "4", "--seconds", "0.5", "--pause", "0.1"])
    shown = capsys.readouterr().out
    for word in ("trambahn", "race (floor)", "CPU per move", "of the floor's", "p99", "Loading a table"):
        assert word in shown


@pytest.mark.parametrize("lost", [[], ["an acknowledged action"]])
def test_a_loss_is_an_exit_code(
    lost: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def world(_backend: str, _kills: int, _pairs: int) -> World:
        return World(cast("Server", None), "", list(lost))

    monkeypatch.setattr(kill, "kill", world)
    if lost:
        with pytest.raises(SystemExit, match="an acknowledged action"):
            kill.run(["--kills", "1"])
    else:
        kill.run(["--kills", "1"])
    assert "kill -9 under load" in capsys.readouterr().out
