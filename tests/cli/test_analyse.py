"""`stellwerk analyse`: what a bot thinks of a decision in a record."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.core.chance import Chance
from stellwerk.core.play import moments
from stellwerk.core.record import Record, encode, make_record
from stellwerk.search import SearchBot
from tests.cli.running import finished_record, refused, run
from tests.search.minds import quick_bot, thinker

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.core.game import AnyGame

LITTLE = ("--simulations", "12")


@cache
def record_of(key: str) -> Record:
    """A whole game between quick bots, whose turns the other levels consider too."""
    game, rng = stellwerk.load(key), random.Random(1)
    setup, bot = game.setup(), quick_bot(game)
    played = moments(
        game,
        game.begin(setup),
        lambda state: bot.choose(game.view(state, game.actor(state)), game.legal(state), rng),
        Chance("analyse"),
    )
    names = [f"Player {seat}" for seat in range(setup.seats)]
    return make_record(game, setup, names, [moment.action for moment in played], "analyse")


@pytest.fixture(params=stellwerk.games())
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"{request.param}.json"
    path.write_bytes(encode(record_of(request.param)))
    return path


@pytest.mark.parametrize("language", ["de", "en"])
def test_it_tells_turns_values_expectations_reasons_and_what_was_played(file: Path, language: str) -> None:
    record = record_of(file.stem)
    ran = run("analyse", str(file), "--step", "14", *LITTLE, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    name = record.players[next(one.actor for one in stellwerk.replay(record) if one.number == 14)]
    head = f"Before action 14: it’s {name}’s turn." if language == "en" else f"Vor Aktion 14: {name} am Zug."
    assert ran.out.startswith(head)
    begins = (
        "The turn marked ▶ was played: " if language == "en" else "Gespielt wurde der mit ▶ markierte Zug: "
    )
    told = next(line for line in ran.out.splitlines() if line.startswith(begins))
    assert told.removeprefix(begins).startswith(name), "what was played is told in words"
    if file.stem != "tiny":
        assert not [text for text in record.actions if len(text) > 3 and text in ran.out], "no notation"
    if thinker(stellwerk.load(file.stem)):
        assert ("Expected afterwards:" if language == "en" else "Danach erwartet:") in ran.out
    assert ran.out.rstrip().endswith(".")


def searching(game: AnyGame) -> list[str]:
    """The bots that search: the levels among them, or else all of them."""
    names = [name for name, make in game.bots.items() if isinstance(make(), SearchBot)]
    return [name for name in game.info.levels if name in names] or names


def test_the_findings_can_be_had_as_json_and_repeat(file: Path, tmp_path: Path) -> None:
    found = []
    for number in range(2):
        out = tmp_path / f"{number}.json"
        words = ("analyse", str(file), "--step", "14", *LITTLE, "--seed", "same", "--json", str(out))
        assert run(*words).code == 0
        found.append(msgspec.json.decode(out.read_bytes()))
    assert found[0] == found[1]
    report, record = found[0], record_of(file.stem)
    game = stellwerk.load(file.stem)
    level = searching(game)[-1]
    assert (report["game"], report["step"], report["level"]) == (file.stem, 14, level)
    assert report["played"] == list(record.actions[13 : 13 + len(report["played"])])
    before = next(one.before for one in stellwerk.replay(record) if one.number == 14)
    for one in report["candidates"]:
        assert 0 <= one["value"] <= 1
        assert one["words"]
        assert game.parse(one["actions"][0]) in game.legal(before)
        assert one["is_played"] == (sorted(one["actions"]) == sorted(report["played"]))
        assert all(turn["seat"] in range(record.seats) and turn["actions"] for turn in one["line"])
        if one["line"]:
            assert one["line"][0]["words"], "the first expected turn can be told"
    assert any(one["is_played"] for one in report["candidates"])


def test_without_a_step_it_is_the_last_real_choice(file: Path, tmp_path: Path) -> None:
    out, game = tmp_path / "out.json", stellwerk.load(file.stem)
    assert run("analyse", str(file), *LITTLE, "--json", str(out)).code == 0
    step = msgspec.json.decode(out.read_bytes())["step"]
    later = [one for one in stellwerk.replay(record_of(file.stem)) if one.number >= step]
    assert len(game.legal(later[0].before)) > 1
    assert all(one.actor < 0 or len(game.legal(one.before)) == 1 for one in later[1:])


def test_the_end_of_an_unfinished_record_can_be_thought_about(tmp_path: Path) -> None:
    record = finished_record()
    file, out = tmp_path / "part.json", tmp_path / "out.json"
    file.write_bytes(encode(replace(record, actions=record.actions[:5], seed=None)))
    assert run("analyse", str(file), "--step", "6", *LITTLE, "--json", str(out)).code == 0
    report = msgspec.json.decode(out.read_bytes())
    assert report["played"] == []
    assert not any(one["is_played"] for one in report["candidates"])


def test_a_time_limit_is_an_alternative(file: Path) -> None:
    assert run("analyse", str(file), "--seconds", "0.05").code == 0
    assert "not allowed with" in refused(run("analyse", str(file), *LITTLE, "--seconds", "1"))


def test_the_bots_that_search_are_named(file: Path) -> None:
    game = stellwerk.load(file.stem)
    said = refused(run("analyse", str(file), "--level", "random"))
    assert all(name in said for name in searching(game))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--step", "9999"), "has only"),
        (("--step", "0"), "at least 1"),
        (("--step", "1"), "Before action 1 nobody has anything to decide"),
        (("--level", "random"), "“random”"),
        (("--level", "nobody"), "“nobody”"),
        (("--simulations", "-1"), "whole number"),
        (("--seconds", "0"), "0"),
        (("--json", "/"), "/"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(file: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(run("analyse", str(file), *words))
