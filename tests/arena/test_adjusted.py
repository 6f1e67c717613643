"""Results without luck: the same mean, both intervals, and what the adjustment is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from stellwerk.arena import adjusted as module
from stellwerk.arena.adjusted import adjusted, luck_of_block
from stellwerk.arena.block import Terms, play_block
from stellwerk.arena.statistics import block_share
from stellwerk.review import Budget
from tests.cli.running import refused, run

if TYPE_CHECKING:
    from pathlib import Path

LINEUP = ("careful", "random", "random")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUDGET", Budget(table=4))


def test_luck_adds_up_to_nothing_and_is_taken_off() -> None:
    terms = Terms("tiny", 3, {"shifts": 1}, "luck")
    blocks = [play_block(terms, LINEUP, number) for number in range(3)]
    luck = {(block.lineup, block.number): luck_of_block(block) for block in blocks}
    for games in luck.values():
        assert all(abs(sum(seats)) < 1e-9 for seats in games)
    found = adjusted(blocks, luck, "careful")
    raw = [block_share(block, "careful") for block in blocks]
    assert found.raw == pytest.approx(sum(raw) / 3)
    brought = [
        game[seat]
        for block in blocks
        for game, played in zip(luck[block.lineup, block.number], block.games, strict=True)
        for seat, name in enumerate(played.seating)
        if name == "careful"
    ]
    assert found.share == pytest.approx(found.raw - sum(brought) / len(brought))
    assert found.games == 9
    assert found.worth > 0


def test_the_command_says_both(tmp_path: Path) -> None:
    out, report = tmp_path / "out.json", tmp_path / "out.html"
    words = ("arena", "tiny", *LINEUP, "-n", "2", "--processes", "1", "--option", "shifts=1")
    ran = run(*words, "--adjusted", "--json", str(out), "--html", str(report))
    assert ran.code == 0
    assert "Without luck" in ran.out
    found = msgspec.json.decode(out.read_bytes())["adjusted"]
    assert {one["bot"] for one in found} == {"careful", "random"}
    page = report.read_text()
    assert "<h2>Without luck</h2>" in page
    for one in found:
        assert f"<td>{one['share']:.1%} ± {one['reach']:.1%}</td>".replace("-", "−") in page


def test_without_the_flag_nothing_is_reviewed(tmp_path: Path) -> None:
    out, report = tmp_path / "out.json", tmp_path / "out.html"
    words = ("arena", "tiny", *LINEUP, "-n", "1", "--processes", "1", "--json", str(out))
    assert run(*words, "--html", str(report)).code == 0
    assert "Without luck" not in report.read_text()
    assert msgspec.json.decode(out.read_bytes())["adjusted"] == []
    assert refused(run("arena", "tiny", *LINEUP, "--adjusted", "--sprt", "nonsense"))
