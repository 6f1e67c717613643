"""`stellwerk replay`, `verify` and `draw` on honest records."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.core.record import encode
from tests.cli.running import finished_file, finished_record, refused, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished game."""
    path = tmp_path / "game.json"
    path.write_bytes(finished_file())
    return path


@pytest.fixture
def drawable(tmp_path: Path) -> Path:
    """A finished game of Trambahn, which can be drawn."""
    path = tmp_path / "trambahn.json"
    path.write_bytes(finished_file("trambahn"))
    return path


def test_replay_prints_every_action_and_the_result(file: Path) -> None:
    ran = run("replay", str(file))
    record = finished_record()
    assert ran.code == 0
    flowing = " ".join(ran.out.split())
    for number, text in enumerate(record.actions, start=1):
        assert f" {number} {text} " in flowing
    result = stellwerk.load(record.game).result(list(stellwerk.replay(record))[-1].after)
    assert result is not None
    assert f"The winner is {record.players[result.winners[0]]}." in ran.out
    for name, rank, score in zip(record.players, result.ranks, result.scores, strict=True):
        shown = str(score).replace("-", "−")
        assert f" {rank} {name} {shown} " in flowing


def test_replay_of_a_finished_game_hides_nothing(file: Path) -> None:
    assert "?" not in run("replay", str(file)).out


def test_replay_at_a_place_shows_the_table_as_everybody_sees_it(file: Path) -> None:
    ran = run("replay", str(file), "--at", "10")
    assert ran.code == 0
    record = finished_record()
    assert f"  10  {record.actions[9]} " in ran.out
    assert "  11  " not in ran.out
    view = stellwerk.load(record.game).view(list(stellwerk.replay(record))[9].after, None)
    assert f"\ntrain: {' '.join(view.train) or '–'}" in ran.out
    assert "\norders: ? ? ?" in ran.out


def test_replay_at_the_very_beginning_and_beyond_the_end(file: Path) -> None:
    assert "shift: 0" in run("replay", str(file), "--at", "0").out
    count = len(finished_record().actions)
    assert f"only {count} actions" in refused(run("replay", str(file), "--at", str(count + 1)))


def test_replay_stops_at_the_first_wrong_action(tmp_path: Path) -> None:
    record = finished_record()
    path = tmp_path / "wrong.json"
    actions = (*record.actions[:1], "T", *record.actions[2:])
    path.write_bytes(encode(replace(record, actions=actions)))
    ran = run("replay", str(path))
    sentence = refused(ran)
    assert "Action 2 (T) is refused" in sentence
    assert "(TI-3.2)" in sentence
    assert run("replay", str(path), "--at", "1").code == 0
    german = refused(run("replay", str(path), "--lang", "de"))
    assert "Güterzug" in german


def test_replay_of_an_unfinished_game_says_so(tmp_path: Path) -> None:
    path = tmp_path / "half.json"
    record = finished_record()
    path.write_bytes(encode(replace(record, actions=record.actions[:1])))
    ran = run("replay", str(path))
    assert ran.code == 0
    starter = record.players[record.start_seat]
    assert f"ends before the game does, after 1 action. Next to act: {starter}." in ran.out
    path.write_bytes(encode(replace(record, actions=())))
    assert "Next to act: chance" in run("replay", str(path)).out


def test_verify_says_what_was_proven(file: Path, tmp_path: Path) -> None:
    record = finished_record()
    ran = run("verify", str(file))
    count = sum(moment.actor == stellwerk.CHANCE for moment in stellwerk.replay(record))
    assert ran.code == 0
    assert ran.out.count("\n") == 1
    assert f"{count} chance actions" in ran.out
    assert f"it also decided that {record.players[record.start_seat]} starts" in ran.out
    chosen = tmp_path / "chosen.json"
    other = str((record.start_seat + 1) % record.seats)
    setup = ("--players", "random,random,random", "--start", other, "--seed", record.seed or "")
    assert run("play", record.game, *setup, "--save", str(chosen)).code == 0
    assert "was decided otherwise" in run("verify", str(chosen)).out


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": None}, "no seed"),
        ({"commitment": None}, "no commitment"),
        ({"seed": "another"}, "does not match"),
        ({"seed": "another", "commitment": stellwerk.commitment("another")}, "Action 1"),
        ({"rules_version": 99}, "version 99"),
        ({"seats": 4}, "4 seats"),
    ],
)
def test_verify_refuses_with_one_sentence(change: dict[str, object], expected: str, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_bytes(encode(replace(finished_record(), **change)))
    assert expected in refused(run("verify", str(path)))


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_draw_writes_a_picture(drawable: Path, tmp_path: Path, seat: int | None, language: str) -> None:
    picture = tmp_path / "board.svg"
    words = () if seat is None else ("--seat", str(seat))
    ran = run("draw", str(drawable), "--at", "60", *words, "-o", str(picture), "--lang", language)
    assert ran.code == 0
    assert str(picture) in ran.out
    root = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314 (we have just made it)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_draw_shows_a_hand_to_its_owner_only(drawable: Path, tmp_path: Path) -> None:
    pictures = []
    for words in ((), ("--seat", "0"), ("--seat", "1")):
        picture = tmp_path / "board.svg"
        assert run("draw", str(drawable), "--at", "1", *words, "-o", str(picture)).code == 0
        pictures.append(picture.read_text(encoding="utf-8"))
    game = stellwerk.load("trambahn")
    state = next(stellwerk.replay(finished_record("trambahn"))).after
    assert [picture.count('rx="7"') for picture in pictures] == [0, 6, 6]
    for seat, drawn in enumerate(pictures[1:]):
        view = game.view(state, seat)
        values = [card[1:] for card in view.players[seat].hand if card != "K"]
        assert all(f">{value}</text>" in drawn for value in values)


def test_draw_is_refused_for_what_is_not_there(drawable: Path, tmp_path: Path) -> None:
    picture = str(tmp_path / "board.svg")
    assert "seat 2" in refused(run("draw", str(drawable), "--seat", "2", "-o", picture))
    assert "after 9999" in refused(run("draw", str(drawable), "--at", "9999", "-o", picture))
    assert "no such file or folder" in refused(run("draw", str(drawable), "-o", "/nowhere/at/all.svg"))


def test_draw_of_a_game_without_pictures(file: Path, tmp_path: Path) -> None:
    assert "no drawings of Tiny" in refused(run("draw", str(file), "-o", str(tmp_path / "board.svg")))
