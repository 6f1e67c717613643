"""Sentences put together in C are the same as those of Python."""

from __future__ import annotations

import os
import random
from itertools import pairwise
from typing import Any

import pytest

import stellwerk
from stellwerk import LANGUAGES, LogLine, native
from stellwerk.core import texts
from stellwerk.core.texts import Texts
from tests.store.test_snapshots import random_table, tables_of

NAMES = ("Ada", "blue", "Bo\x1b[2J", "", "Łódź")
TEMPLATES = (
    "",
    "plain {{text}}",
    "{seat} plays {one}.",
    "{one}{other}",
    "{other:card/cards} {one:list}, {seat:list}",
    "{one:} {seat:one/few/other}",
)
LOG = {f"code{number}": template for number, template in enumerate(TEMPLATES)}


@pytest.fixture
def in_c() -> Any:
    """It may be missing on a developer's machine, never in CI."""
    found = native.written("filling")
    if found is None:
        assert os.environ.get("CI") != "true", "CI compiles it"
        pytest.skip("filling.c is not compiled here")
    before = texts._in_c
    texts.use(found)
    yield found
    texts.use(before)


class Word(str):
    """A text of another type."""

    __slots__ = ()


def made(rng: random.Random, depth: int) -> Any:
    """Anything that a parameter may be, and some that none is."""
    kind = rng.randrange(9 if depth else 7)
    if kind == 7:
        return LogLine(rng.choice(list(LOG)), params(rng, depth - 1))
    if kind == 8:
        return rng.choice((list, tuple))(made(rng, depth - 1) for _ in range(rng.randrange(4)))
    return (
        rng.choice(("blue", "B", "x\x00", "ä", "日本", "", "\u2028")),
        rng.randrange(4),
        rng.choice((-3, 2**70, -(2**70), 1.5, True, None)),
        Word(rng.choice(("B", "x\x00"))),
        "B",
        2,
        {"a": 1},
    )[kind]


def params(rng: random.Random, depth: int) -> dict[str, Any]:
    return {"seat": made(rng, 0), "one": made(rng, depth), "other": made(rng, depth)}


def told(call: Any, *arguments: Any) -> str:
    """What comes of it, a failure included."""
    try:
        return repr(call(*arguments))
    except (LookupError, TypeError, ValueError) as error:
        return repr(type(error))


def test_the_same_sentences_whatever_is_said(in_c: Any) -> None:
    rng, good = random.Random(1), 0
    for language in LANGUAGES:
        words = {"B": "blue", "2": "two", "x\x00": "ex"}
        own = Texts({"words": words, "log": LOG}, language)
        assert type(own._fill) is in_c.Filler
        for _ in range(3_000):
            template, with_these = rng.choice(TEMPLATES), params(rng, 3)
            for players in ((), NAMES[: rng.randrange(1, 6)]):
                said = told(own._fill, template, with_these, players)
                assert said == told(own._filled, template, with_these, players)
                good += said.startswith(("'", '"'))
    assert good > 5_000


@pytest.mark.usefixtures("in_c")
def test_what_is_missing_is_missed() -> None:
    own = Texts({"log": LOG})
    for call in (own._fill, own._filled):
        with pytest.raises(KeyError):
            call("{one}", {}, ())
        with pytest.raises(KeyError):
            call("{one}", {"one": LogLine("unknown", {})}, ())
        loop: dict[str, Any] = {"seat": 0, "other": 1}
        loop["one"] = LogLine("code3", loop)
        with pytest.raises(RecursionError):
            call("{one}", loop, ())
        endless: list[Any] = []
        endless.append(endless)
        with pytest.raises(RecursionError):
            call("{one}", {"one": endless}, ())
    with pytest.raises(TypeError):
        own._fill("{one}")  # type: ignore[call-arg]


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("key", stellwerk.games())
def test_the_same_sentences_of_every_game(key: str) -> None:
    game = stellwerk.load(key)
    tables = [table for table in tables_of(random_table(key, f"{key} said", 80)) if table.state is not None]
    lines = [
        line
        for before, after in pairwise(tables)
        if after.last_action is not None and len(after.actions) == len(before.actions) + 1
        for seat in (0, None)
        for line in game.log(before.state, after.last_action, after.state, seat)
    ]
    assert len(lines) > 50
    for language in LANGUAGES:
        own = Texts(texts.load_texts(key, language)._sections, language)
        for line in (*lines, *game.tell(tuple(lines))):
            said = own._filled(own._log[line.code], line.params, NAMES)
            assert own.log_line(line, NAMES) == said
