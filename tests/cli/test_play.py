"""`stellwerk play`: whole games at a scripted table, and what a person may and may not see there."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from unittest.mock import patch

import msgspec
import pytest

import stellwerk
from stellwerk.cli import prompt
from stellwerk.cli.screen import Screen
from stellwerk.core.record import decode, replay
from tests.cli.running import really_run, refused, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WHOLE_GAME = "1\n" * 700
CARD = re.compile(r"\b[BRGY](?:10|[1-9])\b")


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_a_whole_game_against_the_bot(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run(
        "play", "trambahn", "--seed", "whole", "--save", str(file), "--lang", language, typed=WHOLE_GAME
    )
    assert ran.code == 0
    assert ran.err == ""
    record = decode(file.read_bytes())
    last = list(replay(record))[-1]
    result = stellwerk.load("trambahn").result(last.after)
    assert result is not None
    name = record.players[result.winners[0]]
    assert {"de": f"Gewonnen hat {name}.", "en": f"The winner is {name}."}[language] in ran.out
    assert ran.out.index(record.commitment or "–") < ran.out.index("\n")
    assert "whole" in ran.out.splitlines()[-2]
    assert str(file) in ran.out.splitlines()[-1]
    assert record.seed == "whole"
    assert run("replay", str(file)).code == 0
    assert run("verify", str(file)).code == 0


def test_the_same_seed_and_input_give_the_same_game() -> None:
    first, second = (run("play", "trambahn", "--seed", "again", typed="2\n1\n" * 40) for _ in range(2))
    other = run("play", "trambahn", "--seed", "different", typed="2\n1\n" * 40)
    assert first == second
    assert first.out != other.out


def test_without_a_seed_every_game_has_a_secret_one() -> None:
    first, second = (run("play", "trambahn", "--players", "random,random").out for _ in range(2))
    commitments = [out.splitlines()[0].split()[-1] for out in (first, second)]
    seeds = [out.splitlines()[-1].split()[-1] for out in (first, second)]
    assert commitments[0] != commitments[1]
    for found, seed in zip(commitments, seeds, strict=True):
        assert len(seed) == 64
        assert stellwerk.commitment(seed) == found


def test_an_unfinished_game_is_saved_without_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run("play", "trambahn", "--seed", "needle", "--save", str(file), typed="1\n2\n")
    assert ran.code == 0
    record = decode(file.read_bytes())
    assert record.seed is None
    assert record.commitment == stellwerk.commitment("needle")
    assert "needle" not in file.read_text() + ran.out
    assert len(list(replay(record))) >= 2
    assert "ends before the game" in run("replay", str(file)).out
    assert "no seed" in refused(run("verify", str(file)))


def test_save_writes_the_game_so_far(tmp_path: Path) -> None:
    file = tmp_path / "so far.json"
    ran = run("play", "trambahn", "--seed", "needle", "--start", "0", typed=f"1\nsave {file}\n1\nquit\n")
    assert f"The record is in {file}." in ran.out
    record = decode(file.read_bytes())
    assert record.seed is None
    assert len(record.actions) == 2


def test_start_options_and_names_are_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(
        *(
            "play",
            "trambahn",
            "--players",
            "random:Anna, human:Karl Käfer",
            "--start",
            "1",
            "--save",
            str(file),
        ),
        *("--option", "halving=up", "--option", "max_trams_per_turn=2"),
    )
    record = decode(file.read_bytes())
    assert record.players == ("Anna", "Karl Käfer")
    assert record.start_seat == 1
    defaults = {name: option.default for name, option in stellwerk.load("trambahn").info.options.items()}
    assert record.options == defaults | {"halving": "up", "max_trams_per_turn": 2}


def test_actions_by_text_in_large_and_small_letters(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    texts = _first_passengers()
    run(
        "play",
        "trambahn",
        "--seed",
        "texts",
        "--start",
        "0",
        "--save",
        str(file),
        typed=f"{texts[0].lower()}\nE\n",
    )
    assert decode(file.read_bytes()).actions[1:3] == (texts[0], "E")


def _first_passengers() -> list[str]:
    game = stellwerk.load("trambahn")
    state = stellwerk.new_game("trambahn", seed="texts", start_seat=0)
    return [game.to_text(action) for action in game.legal(state)]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("E", "(TB-3.0)"),
        ("S K>new", "(TB-3.0)"),
        ("P B11", "“P B11” is not an action of this game"),
        ("99", "“99” is not an action of this game"),
        ("0", "“0” is not an action of this game"),
        ("-1", "is not an action of this game"),
        ("9" * 5000, "is not an action of this game"),
        ("\x1b[2Jboo", "[2Jboo” is not an action of this game"),
        ("? TB-3.2.3", "The 10 closes its row"),
        ("? tb-5", "The tenth run ends the game"),
        ("? TB-77", "no clause “TB-77”"),
        ("?", "save FILE"),
        ("log", "The cards are dealt."),
        ("save", "cannot be a file name"),
        ("save /", "this is a folder"),
        ("save /nowhere/at/all.json", "no such file or folder"),
    ],
)
def test_what_is_typed_is_answered_and_the_game_goes_on(typed: str, expected: str) -> None:
    ran = run("play", "trambahn", "--seed", "typed", "--start", "0", typed=f"{typed}\n1\nquit\n")
    assert ran.code == 0
    assert ran.err == ""
    assert expected in " ".join(ran.out.split())
    assert "\x1b" not in ran.out
    assert "Player plays" in ran.out


def test_an_empty_line_shows_the_table_again() -> None:
    once, twice = (run("play", "trambahn", "--seed", "typed", typed=typed).out for typed in ("", "\n"))
    assert twice.count("Draw pile") == 2 * once.count("Draw pile") == 2


def test_the_log_tells_a_turn_in_one_sentence() -> None:
    out = " ".join(
        run("play", "trambahn", "--seed", "look", "--players", "human,simple", typed="").out.split()
    )
    assert re.search(r"· Bot plays [^.]* banks \d cards[^.]*, and draws \d cards\.", out)


def test_quit_says_that_the_game_is_not_finished() -> None:
    ran = run("play", "trambahn", typed="quit\n")
    assert ran.code == 0
    assert "not finished" in ran.out


def test_input_that_is_no_text() -> None:
    done = really_run("play", "trambahn", typed=b"\xff\xfe\x00\n1\n")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


# nobody sees the others' cards


def test_nothing_is_printed_that_the_person_does_not_know(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = run(
        *("play", "trambahn", "--seed", "secrets", "--players", "human,simple", "--save", str(file)),
        typed="1\n2\n1\n" * 200,
    )
    segments = ran.out[: ran.out.index("The game is over")].split("Player> ")
    known = _known_before_each_choice(file.read_bytes(), {0})
    shown = 0
    for segment, (_, faces) in zip(segments, known, strict=False):
        assert set(CARD.findall(segment)) <= faces
        shown += 1
    assert shown > 20
    assert not re.search(r"Bot (draws|has in hand|banks)[^.]*: (?!a hidden card)", ran.out)
    assert re.search(r"and draws \d card", " ".join(ran.out.split()))


def test_hot_seat_shows_each_person_only_their_own_cards(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = _hot_seat(file)
    segments = ran.split("then press Enter. ")
    assert len(segments) > 20
    known = list(_known_before_each_choice(file.read_bytes(), {0, 1}))
    turns = [known[0]]
    for before, after in pairwise(known):
        turns = [*turns, after] if after[0] != before[0] else [*turns[:-1], after]
    for segment, (seat, faces) in zip(segments[1:], turns, strict=False):
        assert f"Player {seat + 1}> " in segment
        assert f"Player {2 - seat}> " not in segment
        shown = segment.partition("The game is over")[0]
        assert set(CARD.findall(shown)) <= faces


def _hot_seat(file: Path) -> str:
    """Both play their first action until they have to say `E`; hand-overs take a line of their own."""
    words = ("play", "trambahn", "--seed", "hot", "--players", "human,human", "--save", str(file))
    ran = run(*words, typed="1\n" * 900)
    assert ran.code == 0
    assert "The game is over" in ran.out
    return ran.out


def _known_before_each_choice(data: bytes, people: set[int]) -> Iterator[tuple[int, set[str]]]:
    """For each choice of a person: the cards that were ever in their view until then."""
    game = stellwerk.load("trambahn")
    known: dict[int, set[str]] = {seat: set() for seat in people}
    for moment in replay(decode(data)):
        for seat in people:
            known[seat] |= set(CARD.findall(msgspec.json.encode(game.view(moment.before, seat)).decode()))
        if moment.actor in people:
            yield moment.actor, set(known[moment.actor])


def test_between_two_people_a_terminal_is_wiped() -> None:
    events: list[str] = []
    with (
        patch.object(Screen, "wipe", lambda _: events.append("wipe")),
        patch.object(prompt.Prompt, "_print_table", lambda *_: events.append("table")),
    ):
        run("play", "trambahn", "--seed", "hot", "--players", "human,human", typed="\n1\nE\n\n1\n")
    assert events == ["table", "table", "wipe", "table", "table"]


def test_bots_get_their_view_and_the_legal_actions_only() -> None:
    game = stellwerk.load("trambahn")
    seen: list[tuple[object, ...]] = []

    class Spy:
        def choose(self, *given: object) -> object:
            seen.append(given)
            legal = given[1]
            assert isinstance(legal, tuple)
            return legal[0]

    with patch.dict(game.bots, {"simple": Spy}):
        run("play", "trambahn", "--players", "simple,human", typed="1\nE\n")
    assert seen
    for view, _, _ in seen:
        assert isinstance(view, game.view_type)
        assert view.seat == 0


def test_a_game_without_a_terminal_module_is_listed() -> None:
    ran = run("play", "tiny", "--seed", "list", "--start", "0", typed="1\n" * 20)
    assert ran.code == 0
    assert re.search(r"orders: [A-Z] \? \?", ran.out)
    assert re.search(r"1\s+Player|1\s+Bot", ran.out)
