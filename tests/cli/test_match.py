"""Matches in the terminal: playing, giving up, saving, replaying and verifying them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.core.match_record import MatchRecord, decode_file
from stellwerk.core.record import encode
from tests.cli.running import Ran, refused, run

if TYPE_CHECKING:
    from pathlib import Path

BOTS = "random:Ada,random:Bo,random:Cy"


def read(file: Path) -> MatchRecord:
    match = decode_file(file.read_bytes())
    assert isinstance(match, MatchRecord)
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A finished match of three bots."""
    path = tmp_path / "match.json"
    ran = run("play", "tiny", "--match", "--players", BOTS, "--seed", "m", "--save", str(path))
    assert ran.code == 0, ran
    return path


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_a_match_has_a_table_and_a_winner(language: str) -> None:
    ran = run("play", "tiny", "--match", "--players", BOTS, "--seed", "m", "--lang", language)
    word = {"de": "Wettkampf: {} von 3 Partien gespielt", "en": "Match: {} of 3 games played"}[language]
    assert [word.format(played) in ran.out for played in (1, 2, 3)] == [True] * 3
    last = ran.out[ran.out.index(word.format(3)) :]
    sentence, end = last.splitlines()[-1], {"de": "den Wettkampf", "en": "the match"}[language]
    assert end.casefold() in sentence.casefold()


def test_the_file_of_a_match_holds_its_games_and_its_result(file: Path) -> None:
    match = read(file)
    assert len(match.games) == 3
    first = match.games[0].start_seat
    assert [record.start_seat for record in match.games] == [(first + turn) % 3 for turn in range(3)]
    assert [record.seed for record in match.games] == ["m", "m:2", "m:3"]
    assert match.result.winners
    proven = run("verify", str(file))
    assert proven.code == 0
    assert proven.out.count("Proven") == 3
    assert "Game 3 of 3" in proven.out
    assert "follows from" in proven.out
    told = run("replay", str(file)).out
    assert told.count("The winner is") + told.count("A draw") == 3
    assert "wins the match" in told or "share the match" in told


def test_without_a_seed_every_game_has_its_own_secret(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run("play", "tiny", "--match", "--players", BOTS, "--save", str(file))
    assert len({record.seed for record in read(file).games}) == 3


def test_one_game_of_a_match(file: Path, tmp_path: Path) -> None:
    assert "Proven" in run("verify", str(file), "--game", "2").out
    assert run("replay", str(file), "--game", "2", "--at", "3").code == 0
    assert "--game 1" in refused(run("replay", str(file), "--at", "3"))
    assert "no game 4" in refused(run("replay", str(file), "--game", "4"))
    assert "--game 1" in refused(run("draw", str(file), "-o", str(tmp_path / "board.svg")))
    single = tmp_path / "game.json"
    single.write_bytes(encode(read(file).games[0]))
    assert run("replay", str(single), "--game", "1").code == 0
    assert "no game 2" in refused(run("replay", str(single), "--game", "2"))


def resigned(tmp_path: Path, *words: str) -> tuple[Ran, Path]:
    """A person gives up the first game against a bot and then plays the second."""
    file = tmp_path / "match.json"
    typed = "1\n1\nresign\n\n" + "1\n" * 900
    players = ("--players", "human:Ada,random:Bo", "--seed", "give up", "--start", "0")
    return run("play", "interurban", "--match", *players, "--save", str(file), *words, typed=typed), file


def test_whoever_gives_up_in_the_terminal_cannot_win_the_match(tmp_path: Path) -> None:
    ran, file = resigned(tmp_path)
    assert ran.code == 0
    match = read(file)
    assert match.result.winners == (1,)
    assert [one.seat for one in match.result.played[0].given_up] == [0]
    assert match.result.played[0].points[0] == 0
    assert "A player gave up." in ran.out
    assert "0*" in ran.out
    assert "* gave up this game" in ran.out
    assert "Bo wins the match." in ran.out
    assert run("verify", str(file)).code == 0
    told = run("replay", str(file)).out
    assert "A player gave up." in told
    assert "Bo wins the match." in told


def test_leaving_keeps_the_match_so_far(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typed = "resign\n\nquit\n"
    run("play", "trambahn", "--match", "--seed", "needle", "--save", str(file), typed=typed)
    match = read(file)
    assert len(match.games) == 2
    assert len(match.result.played) == 1
    assert (match.games[0].seed, match.games[1].seed) == ("needle", None)
    assert match.result.winners == ()
    assert "1 of 2" in run("replay", str(file)).out
    assert "no seed" in refused(run("verify", str(file), "--game", "2"))


def changed(file: Path, **result: object) -> Ran:
    plain = msgspec.json.decode(file.read_bytes())
    plain["result"] |= result
    file.write_bytes(msgspec.json.encode(plain))
    return run("verify", str(file))


def test_a_result_that_does_not_follow_is_refused(file: Path) -> None:
    plain = msgspec.to_builtins(read(file).result)
    assert "does not follow" in refused(changed(file, totals=[99, 0, 0]))
    wrong = [dict(plain["played"][0], points=[50, 0, 0]), *plain["played"][1:]]
    assert "points of game 1" in refused(changed(file, totals=plain["totals"], played=wrong))
    assert "results for 1 game." in refused(changed(file, played=plain["played"][:1]))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda games: games[0].update(players=["X", "Y", "Z"]), "Game 2 does not belong"),
        (lambda games: games.pop(0), "2 records"),
        (lambda games: games[1].update(start_seat=games[0]["start_seat"]), "Game 2 does not belong"),
        (lambda games: games[1].update(commitment=games[0]["commitment"]), "seed of an earlier game"),
        (lambda games: games.clear(), "not a record"),
    ],
)
def test_games_that_are_not_of_one_match_are_refused(file: Path, change: object, sentence: str) -> None:
    plain = msgspec.json.decode(file.read_bytes())
    change(plain["games"])  # type: ignore[operator]
    file.write_bytes(msgspec.json.encode(plain))
    assert sentence in refused(run("verify", str(file)))


def test_a_seat_that_does_not_exist_cannot_have_given_up(file: Path) -> None:
    plain = msgspec.to_builtins(read(file).result)
    for given_up in ({"seat": 7, "standing": [0, 0, 0]}, {"seat": 0, "standing": [0]}):
        played = [dict(plain["played"][0], given_up=[{"reason": "resigned", **given_up}])]
        assert "points of game 1" in refused(changed(file, played=played + list(plain["played"][1:])))
