"""The proof of `bench review`, small: games are kept and gone on with, and every check has its line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import pytest

from stellwerk.search import Look
from tests.bench.reviews import calibration, judgements, judgements_fit, review, review_games, review_page
from tests.bench.reviews.review_checks import Agreement, Bin, LevelLoss, Luck, falls
from tests.review.games import SMALL

if TYPE_CHECKING:
    from pathlib import Path


def _play(folder: Path, count: int) -> None:
    for part in review.PARTS:
        review.play(folder, part, ["tiny"], count, sample=1)


def test_a_small_proof_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_games, "USUAL", SMALL)
    monkeypatch.setattr(review_games, "WORLDS", {"tiny": 4})
    monkeypatch.setattr(review, "FAIR", 2)
    monkeypatch.setattr(review, "plant", lambda *_: [])
    _play(tmp_path, 1)
    assert review.measure(tmp_path, "tiny") is not None
    first = (tmp_path / "tiny-looks-1.json").stat().st_mtime_ns
    _play(tmp_path, 4)
    assert (tmp_path / "tiny-looks-1.json").stat().st_mtime_ns == first
    looks, luck, levels = (list(review_games.kept(tmp_path, "tiny", kind)) for kind in review_games.KINDS)
    assert [len(games) for games in (looks, luck, levels)] == [4, 4, 2]
    assert {len(game.tables) for game in looks} == {3}
    for game in levels:
        assert game.levels == ("random",) * 3
        assert Counter(one.seat for one in game.verdicts) == dict.fromkeys(range(3), 6), "not 1"
        bad = {one.turn for one in game.verdicts if one.judgement in review_games.BAD}
        assert len(game.again) <= 2 * review_games.AGAIN
        assert {one.turn for one in game.again} <= bad
        assert bool(game.again) == bool(bad)
    section = review.measure(tmp_path, "tiny")
    assert section is not None
    for check in range(1, 7):
        assert f"\n| {check} " in section.text
    assert "2 of 2 unchanged" in section.text
    assert "| 6 planted blunders are found | – | not made | |" in section.text
    assert "✓" not in section.text.split("| 4 ")[0], "four games prove nothing"
    assert section.diagram.startswith("<svg")


def test_games_of_an_older_reviewer_are_reviewed_again_but_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_games, "WORLDS", {"tiny": 4})
    review_games.add(tmp_path, "tiny", "looks", 1)
    path = tmp_path / "tiny-looks-1.json"
    (now,) = review_games.kept(tmp_path, "tiny", "looks")
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(now, version=0, tables=())))
    assert not list(review_games.kept(tmp_path, "tiny", "looks")), "it does not count"
    monkeypatch.setattr(review_games, "play", None)
    review_games.add(tmp_path, "tiny", "looks", 1)
    assert list(review_games.kept(tmp_path, "tiny", "looks")) == [now]


def test_judgements_are_looked_at_again_in_more_worlds_and_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(review_games, "USUAL", SMALL)
    monkeypatch.setattr(judgements, "ENDS", 4)
    monkeypatch.setattr(judgements, "PLAYERS", {"tiny": "careful"})
    review_games.add(tmp_path, "tiny", "levels", 1, sample=20)
    (game,) = review_games.kept(tmp_path, "tiny", "levels")
    monkeypatch.setattr(judgements, "SPOKEN", {one.judgement for one in game.verdicts if one.loss > 0})
    monkeypatch.setattr(judgements, "TIMES", 2)
    some = list(judgements.chosen([game], 3))
    assert len(some) == 3
    rows = [judgements.looked_at_again(game, verdict) for game, verdict in some]
    for row, (_, verdict) in zip(rows, some, strict=True):
        assert row.loss == (verdict.loss, verdict.error)
        assert -1 <= row.ends[0] <= 1
        assert row.more != row.loss, "in other worlds"
    assert judgements.page(rows).count("| tiny |") == 3
    judgements.run(["trambahn", "--folder", str(tmp_path)])
    assert "No judgements" in capsys.readouterr().out


def test_trust_is_the_part_of_losses_that_comes_true(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [judgements_fit.Loss("easy", said, said / 2) for said in (0.1, 0.3)]
    assert judgements_fit.trust(rows) == pytest.approx((0.5, 0.0))
    assert judgements_fit.trust([*rows, judgements_fit.Loss("easy", 0.3, 0.3)])[1] > 0
    monkeypatch.setattr(judgements_fit, "USUAL", SMALL)
    monkeypatch.setattr(judgements, "PLAYERS", {"tiny": "careful"})
    judgements_fit.run("tiny", 3)
    told = capsys.readouterr().out
    assert "tiny 3 " in told
    assert "tiny, all: trust " in told


def test_a_power_is_measured_by_what_happened() -> None:
    modest = ((Look(1.0, (0.7, 0.3)),),)
    places = [(modest, (1.0, 0.0))] * 9 + [(modest, (0.0, 1.0))]
    said = calibration.measured(places, 1.0)
    assert "largest error 20.0 (30 → 10, 70 → 90)" in said
    assert "largest error 20.0" not in calibration.measured(places, 2.0)


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


def test_what_is_made_takes_the_place_of_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "review.md"
    page.write_text("before\n<!-- tiny -->\nold\n<!-- /tiny -->\nafter\n")
    monkeypatch.setattr(review_page, "DOCS", tmp_path)
    monkeypatch.setattr(review_page, "PAGE", page)
    nothing = review_page.Found(0, (), (), Luck(0, 0, 0, 0, 0), Agreement(0, 0, 0), (0, 0), ())
    levels = [LevelLoss(level, 60, loss, 0.001) for level, loss in (("easy", 0.02), ("hard", 0.01))]
    calibrated = nothing._replace(looks=300, bins=[Bin(0.5, 0.52, 10, 0.1)])
    review_page.write("tiny", review_page.section("tiny", calibrated))
    first = page.read_text()
    assert "old" not in first
    assert "| 2.0 in 300 games | ✓ |" in first
    assert first.count(review_page.NOT_MADE) == 6
    review_page.write("tiny", review_page.section("tiny", nothing._replace(levels=levels)))
    second = page.read_text()
    assert "| 2.0 in 300 games | ✓ |" in second, "made before"
    assert "| 50 | 52 | ± 20 | 10 |" in second
    assert "| easy | 60 | 2.00 | ± 0.10 |" in second
    assert second.count(review_page.NOT_MADE) == 5
    assert second.startswith("before\n<!-- tiny -->\n###")
    assert second.endswith("\n<!-- /tiny -->\nafter\n")
    assert (tmp_path / "review" / "tiny.svg").read_text() == review_page.diagram(calibrated.bins)
    with pytest.raises(SystemExit):
        review_page.put("chess", "")
