"""`stellwerk simulate`: the same games for the same arguments, and sums that are right."""

from __future__ import annotations

import json
import re
from statistics import fmean
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest

import stellwerk
from stellwerk.cli.local import bots_rng
from stellwerk.cli.statistics import Outcome, Plan, simulate_game, summary_of
from stellwerk.core.texts import Texts
from tests.cli.running import refused, run

if TYPE_CHECKING:
    from pathlib import Path

ARGUMENTS = ("simulate", "trambahn", "-n", "12", "--seed", "s", "--bots", "random")


def test_the_same_arguments_give_the_same_output(tmp_path: Path) -> None:
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    first, second = (run(*ARGUMENTS, "--json", str(file)) for file in files)
    assert first == second
    assert first.code == 0
    assert first.err == ""
    assert files[0].read_bytes() == files[1].read_bytes()
    assert run(*ARGUMENTS[:5], "other", *ARGUMENTS[6:]).out != first.out


def test_the_number_of_processes_changes_nothing() -> None:
    assert run(*ARGUMENTS, "--processes", "2") == run(*ARGUMENTS)


def test_game_i_is_the_game_of_seed_and_i(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    plan = Plan("trambahn", 2, {}, ("simple", "random"), "s")
    outcome = simulate_game(plan, "s:3")
    assert (
        run("play", "trambahn", "--players", "simple,random", "--seed", "s:3", "--save", str(file)).code == 0
    )
    moments = list(stellwerk.replay(stellwerk.core.record.decode(file.read_bytes())))
    result = stellwerk.load("trambahn").result(moments[-1].after)
    assert result is not None
    assert result.scores == outcome.scores
    assert len(moments) == outcome.actions
    assert bots_rng("s:3").random() == bots_rng("s:3").random()


def test_the_numbers_are_those_of_the_games(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    ran = run(*ARGUMENTS, "--json", str(file))
    plan = Plan("trambahn", 2, {}, ("random", "random"), "s")
    outcomes = [simulate_game(plan, f"s:{number}") for number in range(12)]
    found = json.loads(file.read_bytes())
    assert found["games"] == 12
    assert [seat["score"] for seat in found["seats"]] == [
        fmean(o.scores[s] for o in outcomes) for s in (0, 1)
    ]
    turns = [outcome.tally["turns"] for outcome in outcomes]
    assert found["tally"]["turns"] == {
        "total": sum(turns),
        "mean": fmean(turns),
        "min": min(turns),
        "max": max(turns),
    }
    assert re.search(rf"Turns +{fmean(turns):.2f} +{min(turns)} +{max(turns)}", ran.out)
    assert re.search(rf"Actions +{fmean(o.actions for o in outcomes):.2f}", ran.out)
    assert "Ended by TB-5.1: 12 games (100.0 %)." in ran.out


def test_shared_wins_count_in_parts_and_ratios_come_from_totals() -> None:
    plan = Plan("trambahn", 2, {}, ("simple", "random"), "s")
    outcomes = [
        Outcome((5, 5), (0, 1), "TB-5.1", 10, {"turns": 4, "rounds": 1}),
        Outcome((7, 5), (0,), "TB-5.3", 20, {"turns": 5, "rounds": 2, "extra": 1}),
    ]
    texts = Texts(
        {
            "statistics": {"turns": "Turns", "rounds": "Rounds", "never": "Never"},
            "ratios": {"turns/rounds": "Turns per round", "turns/never": "No such thing"},
        }
    )
    summary = summary_of(plan, outcomes, texts)
    assert [seat.wins for seat in summary.seats] == [0.75, 0.25]
    assert [seat.bot for seat in summary.seats] == ["simple", "random"]
    assert summary.ratios == {"turns/rounds": 3}
    assert list(summary.tally) == ["turns", "rounds", "never", "extra"]
    assert summary.tally["extra"].min == 0
    assert summary.reasons == {"TB-5.1": 1, "TB-5.3": 1}


def test_ratios_of_a_game_are_printed() -> None:
    section = Texts.section

    def with_ratios(texts: Texts, name: str) -> object:
        return {"cards_drawn/turns": "Cards per turn"} if name == "ratios" else section(texts, name)

    with patch.object(Texts, "section", with_ratios):
        assert re.search(r"Cards per turn +\d\.\d\d", run(*ARGUMENTS).out)


def test_german_has_german_names_and_numbers() -> None:
    out = run(*ARGUMENTS, "--lang", "de").out
    assert re.search(r"Züge +\d\d,\d\d", out)


def test_options_are_played() -> None:
    out = run(*ARGUMENTS, "--option", "new_rows=free").out
    assert "new_rows=free" in out
    assert out != run(*ARGUMENTS).out.replace("new_rows=blocked", "new_rows=free")


@pytest.mark.parametrize(("bots", "seats"), [("simple,random", "3"), ("simple,random,random", "2")])
def test_bots_and_seats_must_fit(bots: str, seats: str) -> None:
    assert "one for each" in refused(run("simulate", "trambahn", "--bots", bots, "--seats", seats))


def test_a_place_that_cannot_be_written_is_refused_before_any_game() -> None:
    with patch("stellwerk.cli.simulate.simulate_games") as games:
        assert "no such" in refused(run(*ARGUMENTS, "--json", "/nowhere/at/all.json"))
    games.assert_not_called()
