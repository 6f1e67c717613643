"""The proof of `bench review`, small: games are kept and gone on with, and every check has its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bench import review, review_games, review_page
from tests.bench.review_checks import Bin, LevelLoss, falls
from tests.review.games import SMALL

if TYPE_CHECKING:
    from pathlib import Path


def test_a_small_proof_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_games, "USUAL", SMALL)
    monkeypatch.setattr(review_games, "LUCK", SMALL)
    monkeypatch.setattr(review_games, "TWICE", 2)
    monkeypatch.setattr(review, "FAIR", 2)
    monkeypatch.setattr(review, "plant", lambda *_: [])
    review.play(tmp_path, ["tiny"], 1)
    assert review.measure(tmp_path, "tiny") is not None
    first = (tmp_path / "tiny-looks-1.json").stat().st_mtime_ns
    review.play(tmp_path, ["tiny"], 4)
    assert (tmp_path / "tiny-looks-1.json").stat().st_mtime_ns == first
    looks, luck, levels = (list(review_games.kept(tmp_path, "tiny", kind)) for kind in review_games.KINDS)
    assert [len(games) for games in (looks, luck, levels)] == [4, 4, 2]
    assert {len(game.tables) for game in looks} == {3}
    assert [len(game.again) for game in levels] == [0, len(levels[1].verdicts)]
    section = review.measure(tmp_path, "tiny")
    assert section is not None
    for check in range(1, 7):
        assert f"\n| {check} " in section.text
    assert "2 of 2 unchanged" in section.text
    assert "| 6 planted blunders are found | – | not made |" in section.text
    assert "✓" not in section.text.split("| 4 ")[0], "four games prove nothing"
    assert section.diagram.startswith("<svg")


def test_every_pair_of_levels_meets_once_in_25_games() -> None:
    lineups = [review_games.lineup("trambahn", "levels", number) for number in range(1, 26)]
    assert len(set(lineups)) == 25
    assert all(sum(lineup.count(level) for lineup in lineups) == 10 for level in review_games.LEVELS)


def test_levels_fall_only_with_intervals_apart() -> None:
    weak, strong = LevelLoss("easy", 60, 0.05, 0.01), LevelLoss("hard", 60, 0.02, 0.01)
    assert falls([weak, strong])
    assert not falls([strong, weak])
    assert not falls([weak, LevelLoss("hard", 60, 0.035, 0.01)])
    assert not falls([weak])


def test_a_section_takes_the_place_of_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "review.md"
    page.write_text("before\n<!-- tiny -->\nold\n<!-- /tiny -->\nafter\n")
    monkeypatch.setattr(review_page, "DOCS", tmp_path)
    monkeypatch.setattr(review_page, "PAGE", page)
    diagram = review_page.diagram([Bin(0.5, 0.45, 10, 0.1)])
    review_page.write("tiny", review_page.Section("new", diagram))
    assert page.read_text() == "before\n<!-- tiny -->\nnew\n<!-- /tiny -->\nafter\n"
    assert (tmp_path / "review" / "tiny.svg").read_text() == diagram
    with pytest.raises(SystemExit):
        review_page.write("chess", review_page.Section("", ""))
