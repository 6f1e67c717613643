"""Options and corrections have a history: games of every version keep the rules they were played by."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import RecordError, SetupError
from stellwerk.cli.new_game import outcome
from stellwerk.core import record as records
from stellwerk.core import registry
from stellwerk.core.setup import Option, Setup, Since, corrections_of, make_setup, options_of
from stellwerk.core.texts import LANGUAGES, load_texts
from tests.golden import archive

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame

GOLDEN = archive.records()


class Options(msgspec.Struct, frozen=True):
    """Of a game in its third version."""

    speed: Literal["slow", "fast"] = "slow"
    tunnels: Annotated[bool, Since(2, before=False)] = True
    refund: Annotated[Literal["half", "whole"], Since(3, before="half", is_correction=True)] = "whole"


INFO = replace(
    stellwerk.load("trambahn").info,
    options=options_of(Options),
    corrections=corrections_of(Options),
    rules_version=3,
)


def later(game: AnyGame) -> AnyGame:
    """The game with one more option and one correction, which its law does not mind."""
    today = game.info.rules_version
    new = Option(default=True, choices=(False, True), since=today + 1, before=False)
    mended = Option(default="new", choices=("old", "new"), since=today + 2, before="old")
    info = replace(
        game.info,
        options={**game.info.options, "added": new},
        corrections={"mended": mended},
        rules_version=today + 2,
    )

    def begin(setup: Setup) -> Any:
        is_old = setup.rules_version < today + 2
        assert setup.options["mended"] == ("old" if is_old else "new")
        known = {name: value for name, value in setup.options.items() if name in game.info.options}
        return game.begin(replace(setup, options=known))

    return dataclasses.replace(game, info=info, begin=begin)


@pytest.fixture
def in_the_future(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has become two versions older."""
    load = registry.load.__wrapped__
    monkeypatch.setattr(registry, "load", lambda key: later(load(key)))


def test_a_new_game_has_todays_rules() -> None:
    setup = make_setup(INFO, 2, {}, 0)
    assert setup == Setup(2, {"speed": "slow", "tunnels": True, "refund": "whole"}, 0, 3)


@pytest.mark.parametrize(
    ("version", "tunnels", "refund"), [(1, False, "half"), (2, True, "half"), (3, True, "whole")]
)
def test_an_old_game_keeps_its_rules(version: int, tunnels: bool, refund: str) -> None:
    setup = make_setup(INFO, 2, {"speed": "fast"}, 1, version)
    assert setup.options == {"speed": "fast", "tunnels": tunnels, "refund": refund}
    assert setup.rules_version == version


def test_an_old_game_does_not_know_later_options() -> None:
    with pytest.raises(SetupError) as error:
        make_setup(INFO, 2, {"tunnels": False}, 0, 1)
    assert error.value.code == "unknown_option"
    assert make_setup(INFO, 2, {"tunnels": False}, 0, 2).options["tunnels"] is False


@pytest.mark.parametrize("version", [1, 2, 3])
def test_nobody_chooses_a_correction(version: int) -> None:
    with pytest.raises(SetupError) as error:
        make_setup(INFO, 2, {"refund": "half"}, 0, version)
    assert error.value.code == "unknown_option"


def test_what_was_there_before_must_be_a_choice() -> None:
    class Wrong(msgspec.Struct):
        tunnels: Annotated[bool, Since(2, before="none")] = True

    with pytest.raises(TypeError, match="none"):
        options_of(Wrong)


@pytest.mark.parametrize("version", [0, -1, 4, 99])
def test_a_version_nobody_knows_is_refused_in_one_sentence(version: int) -> None:
    with pytest.raises(SetupError) as error:
        make_setup(INFO, 2, {}, 0, version)
    for language in LANGUAGES:
        sentence = load_texts(None, language).sentence(error.value)
        assert str(version).replace("-", "−") in sentence
        assert sentence.count(".") == 1


@pytest.mark.usefixtures("in_the_future")
@pytest.mark.parametrize("name", GOLDEN)
def test_golden_games_replay_in_the_future(name: str) -> None:
    key, file = name.split("/")
    record = archive.read(GOLDEN[name])
    assert outcome(record) == archive.results(key)[file]
    if record.seed is not None:
        assert stellwerk.verify(record) >= 1


@pytest.mark.usefixtures("in_the_future")
def test_records_hold_the_options_of_their_version() -> None:
    game = registry.load("transamerica")
    first, second = ["vexation", "rounds"], ["vexation", "rounds", "announce"]
    for version, options in [(1, first), (2, second), (3, [*second, "added"])]:
        setup = game.setup(2, {}, 0, version)
        record = records.make_record(game, setup, ["A", "B"], [])
        assert (record.rules_version, list(record.options)) == (version, options)
        assert records.opening(record)[1].rules_version == version
    with pytest.raises(RecordError, match="options_missing"):
        records.opening(replace(record, options={"vexation": False, "rounds": "barrier"}))
