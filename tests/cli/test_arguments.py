"""`stellwerk` alone, its arguments, its languages, and how it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from unittest.mock import patch

import pytest

import stellwerk
from stellwerk.cli import arguments, main, session
from tests.cli.running import ENVIRONMENT, really_run, refused, run


def test_alone_it_says_what_it_is_and_what_to_type() -> None:
    ran = run()
    assert ran.code == 0
    assert "Trambahn" in ran.out
    for command in arguments.COMMANDS:
        assert f"stellwerk {command}" in ran.out


def test_version() -> None:
    assert run("--version").out == f"stellwerk {stellwerk.__version__}\n"


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in arguments.COMMANDS)])
def test_help(words: list[str]) -> None:
    ran = run(*words)
    assert ran.code == 0
    assert ran.out.startswith("usage: stellwerk")


@pytest.mark.parametrize("words", [["play"], ["--lang", "de", "play"], ["--lang=de", "--lang", "en", "play"]])
def test_only_the_command_that_is_named_is_described(words: list[str]) -> None:
    described = arguments.make_parser([*words, "--help"]).format_help()
    assert {name for name in arguments.COMMANDS if f"\n    {name} " in described} == {"play"}


@pytest.mark.parametrize("words", [[], ["--help"], ["--help", "play"], ["tram", "play"], ["--lang"]])
def test_without_a_command_all_are_described(words: list[str]) -> None:
    described = arguments.make_parser(words).format_help()
    assert {name for name in arguments.COMMANDS if f"\n    {name} " in described} == {*arguments.COMMANDS}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["tram"], "stellwerk --help"),
        (["--nonsense"], "stellwerk --help"),
        (["play"], "stellwerk play --help"),
        (["verify"], "stellwerk verify --help"),
        (["draw", "x.json"], "stellwerk draw --help"),
        (["--lang", "fr", "games"], "stellwerk --help"),
        (["games", "--lang"], "stellwerk games --help"),
        (["play", "trambahn", "--seats", "two"], "“two”"),
        (["play", "trambahn", "--seats", "-1"], "“-1”"),
        (["play", "trambahn", "--seats", "²"], "“²”"),
        (["play", "trambahn", "--seats", "3"], "for 2 players"),
        (["play", "trambahn", "--start", "2"], "0 to 1"),
        (["play", "chess"], "trambahn"),
        (["play", "../trambahn"], "trambahn"),
        (["play", "trambahn", "--option", "halving"], "NAME=VALUE"),
        (["play", "trambahn", "--option", "halving=maybe"], "down, up"),
        (["play", "trambahn", "--option", "colour=red"], "halving"),
        (["play", "trambahn", "--players", "human"], "for 2 players"),
        (["play", "trambahn", "--players", "human,alien"], "human, easy, medium"),
        (["play", "trambahn", "--players", "human,simple", "--seats", "3"], "name one for each"),
        (["play", "trambahn", "--players", "human:\x1b[31mred,simple"], "cannot be a name"),
        (["play", "trambahn", "--players", f"human:{'x' * 41},simple"], "cannot be a name"),
        (["simulate", "trambahn", "-n", "0"], "at least 1"),
        (["simulate", "trambahn", "--bots", "human"], "simple, random"),
        (["play", "trambahn", "--seed", "\udcff"], "not text"),
        (["simulate", "trambahn", "--seed", "\udcff"], "not text"),
        (["rules", "trambahn", "TB-9"], "TB-9"),
        (["rules", "trambahn", "--find", "aeroplane"], "aeroplane"),
        (["rules", "\x1b[2J"], "trambahn"),
        (["replay", "a\0b"], "file name"),
        (["replay", ""], "file name"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: list[str], expected: str) -> None:
    assert expected in refused(run(*words))


@pytest.mark.parametrize(
    ("environment", "words", "language"),
    [
        ({"LC_ALL": "de_DE.UTF-8"}, (), "de"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8"}, (), "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, (), "en"),
        ({"STELLWERK_LANG": "de"}, (), "de"),
        ({"STELLWERK_LANG": "xx", "LC_ALL": "de_DE"}, (), "de"),
        ({"STELLWERK_LANG": "de"}, ("--lang", "en"), "en"),
        ({"STELLWERK_LANG": "en"}, ("--lang=de",), "de"),
    ],
)
def test_language(environment: dict[str, str], words: tuple[str, ...], language: str) -> None:
    expected = {"de": "Eisenbahn-Brettspiele", "en": "railway board games"}[language]
    assert expected in run(*words, **environment).out


def test_language_before_and_after_the_command() -> None:
    assert run("--lang", "de", "games") == run("games", "--lang", "de")
    assert "Personen" in run("games", "--lang", "de").out


def test_errors_are_said_in_the_language() -> None:
    assert refused(run("replay", "nowhere.json", "--lang", "de")) == (
        "nowhere.json: Diese Datei oder diesen Ordner gibt es nicht."
    )
    assert "siehe stellwerk play --help" in refused(run("--lang", "de", "play"))


def test_ctrl_c_ends_quietly() -> None:
    with patch("stellwerk.cli.games.run", side_effect=KeyboardInterrupt):
        ran = run("games")
    assert ran == (130, "", "")


def test_a_bug_is_not_hidden() -> None:
    with patch("stellwerk.cli.games.run", side_effect=ZeroDivisionError), pytest.raises(ZeroDivisionError):
        run("games")


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m stellwerk rules trambahn | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        capture_output=True,
        check=True,
        env={**os.environ, **ENVIRONMENT},
        timeout=60,
    )
    assert done.stderr == b""
    assert done.stdout.splitlines()[0] == b"Trambahn"


def test_a_pipe_that_closes_in_the_middle_of_a_game_ends_quietly() -> None:
    command = (
        f"{sys.executable} -m stellwerk play trambahn --players random,random | true; echo ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        capture_output=True,
        check=True,
        env={**os.environ, **ENVIRONMENT},
        timeout=60,
    )
    assert done.stderr == b""
    assert done.stdout.strip() == b"141"


def test_a_terminal_without_our_signs_shows_others() -> None:
    done = really_run("--lang", "de", "rules", "trambahn", "TB-5", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"f?r" in done.stdout or b"?" in done.stdout


def test_a_person_at_a_terminal_is_asked_for_a_game() -> None:
    answers = iter(["checkers", "1"])
    with (
        patch.object(session.Session, "is_interactive", property(lambda _: True)),
        patch("builtins.input", lambda prompt: next(answers)),  # noqa: ARG005
        patch("stellwerk.cli.play.run", return_value=0) as play,
    ):
        ran = run()
    assert ran.code == 0
    chosen = play.call_args.args[1]
    assert chosen.game == stellwerk.games()[0]
    assert chosen.seed is None


def test_a_person_who_names_no_game_plays_none() -> None:
    with (
        patch.object(session.Session, "is_interactive", property(lambda _: True)),
        patch("builtins.input", side_effect=EOFError),
        patch("stellwerk.cli.play.run") as play,
    ):
        assert run().code == 0
    play.assert_not_called()


def test_main_reads_the_arguments_of_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    with patch.object(sys, "argv", ["stellwerk", "--version"]):
        assert main() == 0
    assert capsys.readouterr().out == f"stellwerk {stellwerk.__version__}\n"
