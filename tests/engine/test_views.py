"""Views from other programs: only a view of whoever has to act is accepted, and nothing ends the engine."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk.core.bot import RandomBot
from stellwerk.core.play import step
from stellwerk.engine.engine import Engine
from stellwerk.search import SearchBot
from tests.engine.test_engine import ask

if TYPE_CHECKING:
    from collections.abc import Iterator

SPREAD = 7
"""How many decisions lie between two that are asked about."""


@cache
def questions(key: str) -> list[dict[str, Any]]:
    """Real ones from a game played at random, with the views of all observers."""
    game, rng, found = stellwerk.load(key), random.Random(key), []
    state = stellwerk.new_game(key, seats=game.info.seats.max, seed="questions")
    number = 0
    while (actor := game.actor(state)) is not None:
        if number % SPREAD == 0:
            observers = (None, *range(game.info.seats.max))
            found.append(
                {
                    "actor": actor,
                    "views": {seat: msgspec.to_builtins(game.view(state, seat)) for seat in observers},
                    "legal": list(map(game.to_text, game.legal(state))),
                }
            )
        state = step(game, state, rng.choice(game.legal(state)), rng)
        number += 1
    return found


def thought(cmd: str, key: str, view: Any, legal: list[str], bot: str | None = None) -> dict[str, Any]:
    """What an engine answers that has heard nothing else; it has to survive it."""
    engine = Engine(stellwerk.load(key).info.usual_level)
    reply = ask(engine, cmd, game=key, view=view, legal=legal, bot=bot, simulations=4, seed="x")
    assert ask(engine, "hello")["reply"] == "hello"
    return reply


@pytest.mark.parametrize("key", stellwerk.games())
@pytest.mark.parametrize("cmd", ["go", "analyse"])
def test_only_the_view_of_whoever_has_to_act_is_thought_about(key: str, cmd: str) -> None:
    game = stellwerk.load(key)
    can_answer = cmd == "go" or isinstance(game.bots[game.info.usual_level](), SearchBot)
    for one in questions(key)[:3]:
        for seat, view in one["views"].items():
            reply = thought(cmd, key, view, one["legal"])
            if seat == one["actor"]:
                assert (reply["reply"] == cmd) == can_answer
                assert can_answer or reply["code"] == "no_analysis"
            else:
                assert reply["code"] == "bad_view"
                assert "the seat that has to act" in reply["message"]


@pytest.mark.parametrize("key", stellwerk.games())
def test_other_actions_than_the_legal_ones_are_refused(key: str) -> None:
    first, *_, last = questions(key)
    view, legal = first["views"][first["actor"]], first["legal"]
    for wrong in (last["legal"], legal[1:], legal[:1], legal + legal[:1], legal + last["legal"]):
        if sorted(wrong) != sorted(legal):
            assert thought("go", key, view, wrong)["code"] == "wrong_legal_actions"
    assert thought("go", key, view, legal[::-1])["action"] in legal


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a view."""
    if path:
        yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*path, key))


def changed(view: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The view with something else in that place."""
    copy = json.loads(json.dumps(view))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    old = inner[path[-1]]
    if isinstance(old, list) and isinstance(other, int):
        inner[path[-1]] = old[1:] if other % 2 else old + old[-1:]
    elif isinstance(old, int) and not isinstance(old, bool) and isinstance(other, int):
        inner[path[-1]] = old + other
    else:
        inner[path[-1]] = other
    return copy


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_no_altered_view_ends_the_conversation(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(stellwerk.games()))
    one = data.draw(st.sampled_from(questions(key)))
    view = one["views"][one["actor"]]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(view))))
        other: Any = data.draw(st.integers(-3, 3) | st.sampled_from([None, True, 10**6, "B7", "R", [], 64]))
        try:
            view = changed(view, path, other)
        except (KeyError, IndexError, TypeError):  # an earlier change took the place away
            continue
    bot = data.draw(st.sampled_from([None, "random"]))
    reply = thought(data.draw(st.sampled_from(["go", "analyse"])), key, view, one["legal"], bot)
    if reply["reply"] == "go":
        assert reply["action"] in one["legal"]
    elif reply["reply"] == "error":
        assert reply["message"]
    else:
        assert reply["options"]


@pytest.mark.parametrize("language", stellwerk.LANGUAGES)
def test_a_bot_that_fails_is_an_answer_too(language: str) -> None:
    def fail(*_: object) -> None:
        raise LookupError("lost")

    engine = Engine(language=language)
    ask(engine, "new", game="trambahn", seed="x")
    with patch.object(RandomBot, "choose", fail):
        reply = ask(engine, "go", bot="random")
    assert (reply["code"], reply["message"].endswith("LookupError: lost")) == ("no_thought", True)
    with patch.object(RandomBot, "choose", lambda *_: stellwerk.load("trambahn").parse("P B1")):
        reply = ask(engine, "go", bot="random")
    assert reply["code"] == "no_thought"
    assert "legal" in reply["message"] or "erlaubt" in reply["message"]
