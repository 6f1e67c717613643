"""Blocks: the same deal for everybody, faults that are reported, entrants by name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.arena.block import Terms, play_block, player_name
from stellwerk.arena.conduct import SILENCES
from stellwerk.arena.entrants import EntrantError, make_bot
from stellwerk.arena.statistics import standing
from stellwerk.arena.tournament import lineups_of
from stellwerk.core.record import decode, replay, verify
from stellwerk.search import Effort, PlainMind, SearchBot

if TYPE_CHECKING:
    from pathlib import Path

GAME = stellwerk.load("transamerica")
TERMS = Terms("transamerica", 3, dict(GAME.setup(3).options), "test")


class Broken:
    """Fails whenever it is asked."""

    def choose(self, view: object, legal: tuple[Any, ...], rng: object) -> Any:
        del view, legal, rng
        raise RuntimeError("no idea")


class Cheat:
    """Chooses what is not legal."""

    def choose(self, view: object, legal: tuple[Any, ...], rng: object) -> Any:
        del view, legal, rng
        return GAME.parse("R 0-1")


class Thinker(SearchBot[Any, Any]):
    """Searches on the law; that it can peek shows in `told`."""

    told: list[bool] = []  # noqa: RUF012 (the arena makes the bot: a test can only look at its class)

    def __init__(self) -> None:
        super().__init__(PlainMind(GAME), Effort(simulations=1, width=2))

    def plan(self, view: Any, legal: tuple[Any, ...], rng: Any, truth: Any = None) -> tuple[Any, ...]:
        self.told.append(truth is not None and GAME.view(truth, view.seat) == view)
        return super().plan(view, legal, rng, truth)


def test_every_rotation_plays_the_same_deal() -> None:
    one = play_block(TERMS, ("simple", "random", "random"), 0)
    assert [game.seating for game in one.games] == [
        ("simple", "random", "random"),
        ("random", "random", "simple"),
        ("random", "simple", "random"),
    ]
    again = play_block(TERMS, ("simple", "random", "random"), 0)
    assert again.games == one.games
    assert play_block(TERMS, ("simple", "random", "random"), 1).games != one.games


def test_equal_bots_play_equal_games_in_all_seats() -> None:
    """The simple bot draws no lots: with the same deal it plays the same game, whoever it is called."""
    one = play_block(TERMS, ("simple", "simple", "simple"), 4)
    assert len({game.scores for game in one.games}) == 1


@pytest.mark.parametrize(
    ("bot", "code", "told"),
    [
        ("Broken", "bot_raised", "RuntimeError: no idea (test_block.py:"),
        ("Cheat", "bot_chose_illegal", "R 0-1"),
    ],
)
def test_faults_are_reported_with_their_reason_and_never_fatal(bot: str, code: str, told: str) -> None:
    name = f"tests.arena.test_block:{bot}"
    one = play_block(TERMS, (name, "simple", "simple"), 0)
    assert one.faults[name] > 0
    assert one.faults["simple"] == 0
    assert one.reasons.keys() == {name}
    assert one.reasons[name].code == code
    assert told in str(one.reasons[name].params)
    assert standing([one], name).reason == one.reasons[name]
    assert all(len(game.shares) == 3 for game in one.games)


def test_a_peeking_bot_is_told_the_truth_and_others_are_not() -> None:
    name = "tests.arena.test_block:Thinker"
    two = Terms("transamerica", 2, dict(GAME.setup(2).options), "peek")
    for entrant, knows in ((f"peek:{name}", True), (name, False)):
        Thinker.told.clear()
        one = play_block(two, (entrant, "simple"), 0)
        assert one.faults[entrant] == 0
        from tests.arena.test_block import Thinker as Entered

        assert Entered.told
        assert set(Entered.told) == {knows}


def test_times_are_taken_of_real_decisions() -> None:
    one = play_block(TERMS, ("simple", "random", "random"), 0)
    assert all(time >= 0 for times in one.times.values() for time in times)
    assert len(one.times["simple"]) > 20


@pytest.mark.parametrize(
    ("entrant", "code"),
    [
        ("nobody", "unknown_bot"),
        ("no.such.module:Bot", "bot_fails"),
        ("random:Random", "no_bot"),
        ("peek:random", "cannot_peek"),
        ("cmd:./no-such-program", "bot_fails"),
        ("cmd:'", "bot_fails"),
        (f"cmd:{sys.executable} \udcff", "bot_fails"),
    ],
)
def test_who_cannot_enter_is_told_why(entrant: str, code: str) -> None:
    with pytest.raises(EntrantError) as caught:
        make_bot(GAME, entrant)
    assert caught.value.code == code


def test_a_program_that_says_nothing_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("stellwerk.engine.program.GRACE", 0.1)
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nfor line in sys.stdin: pass\n")
    name = f"cmd:{sys.executable} {silent}"
    terms = Terms("transamerica", 2, dict(GAME.setup(2).options), "silent", seconds=0.1)
    one = play_block(terms, (name, "simple"), 0)
    assert len(one.times[name]) == SILENCES
    assert one.faults[name] > 5 * SILENCES
    assert one.reasons[name].code == "program_too_slow"
    assert one.reasons[name].params["seconds"] == 0.1


def test_a_game_is_kept_as_a_record_that_can_be_proven() -> None:
    one = play_block(TERMS, ("simple", "random", "random"), 2)
    for game in one.games:
        record = decode(bytes(game.record))
        assert record.players == game.seating
        assert record.seed == "test:2"
        assert verify(record)
        *_, last = replay(record)
        result = GAME.result(last.after)
        assert result is not None
        assert result.scores == game.scores


def test_records_name_everybody_so_that_they_can_be_read_and_told_apart() -> None:
    long = "cmd:python3 " + "a/long/way/" * 20 + "bot.py --level"
    names = [player_name(name) for name in ("simple", f"{long} 1", f"{long} 2", "cmd:./bot\t\udcff\n")]
    assert names[0] == "simple"
    assert len(set(names)) == len(names)
    assert all(len(name) <= 80 and name.isprintable() for name in names)
    assert names[1].startswith("cmd:python3 a/long/way/")
    assert names[1].endswith("/bot.py --level 1")


def test_line_ups() -> None:
    assert lineups_of(("a", "b"), 2) == (("a", "b"),)
    assert lineups_of(("a", "b"), 4) == (("a", "b", "b", "b"),)
    assert lineups_of(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))


def test_as_many_bots_as_seats_are_taken_as_they_were_named() -> None:
    assert lineups_of(("a", "a", "b", "b"), 4) == (("a", "a", "b", "b"),)
    assert lineups_of(("a", "b", "a"), 4) == (("a", "b", "a", "a"),)
    assert lineups_of(("a", "b", "a"), 3) == (("a", "b", "a"),)


def test_nobody_is_in_a_pool_twice() -> None:
    assert lineups_of(("a", "b", "a", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert lineups_of(("a", "b", "b"), 2) == (("a", "b"),)
    assert lineups_of(("a", "a", "a"), 2) == (("a", "a"),)
