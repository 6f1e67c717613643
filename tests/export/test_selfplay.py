"""Self-play: the games are those of the arena, and nothing that goes wrong in one becomes data."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stellwerk
from stellwerk.arena.block import Terms, play_block
from stellwerk.core.record import decode, verify
from stellwerk.export.files import ExportError
from stellwerk.export.selfplay import play_batch
from stellwerk.search import Effort, PlainMind, SearchBot

GAME = stellwerk.load("transamerica")
TERMS = Terms("transamerica", 2, dict(GAME.setup(2).options), "self-play")


class Peeping(SearchBot[Any, Any]):
    """Cannot play without the truth."""

    def __init__(self) -> None:
        super().__init__(PlainMind(GAME), Effort(simulations=1, width=2))

    def plan(self, view: Any, legal: tuple[Any, ...], rng: Any, truth: Any = None) -> tuple[Any, ...]:
        if truth is None:
            raise LookupError("not told")
        return super().plan(view, legal, rng, truth)


@pytest.mark.parametrize("key", stellwerk.games())
def test_a_game_is_the_block_of_its_number_in_the_first_seating(key: str) -> None:
    game = stellwerk.load(key)
    setup = game.setup()
    terms = Terms(key, setup.seats, setup.options, "equal")
    lineup = (game.info.substitute, *["random"] * (setup.seats - 1))
    blocks = [play_block(terms, lineup, number) for number in (0, 7)]
    batch = play_batch(terms, lineup, (0, 7))
    assert batch.records.splitlines() == [bytes(block.games[0].record) for block in blocks]
    assert bytes(blocks[0].games[1].record) not in batch.records
    for line in batch.records.splitlines():
        assert verify(decode(line))


def test_the_outcome_in_the_table_is_that_of_the_arena() -> None:
    block = play_block(TERMS, ("greedy", "random"), 3)
    batch = play_batch(TERMS, ("greedy", "random"), [3])
    rows = list(map(json.loads, batch.decisions.splitlines()))
    assert {tuple(row["scores"]) for row in rows} == {block.games[0].scores}
    assert {(row["seat"], row["win"]) for row in rows} == set(enumerate(block.games[0].shares))


def test_who_peeks_is_told_the_truth_here_too() -> None:
    name = f"{__name__}:Peeping"
    assert play_batch(TERMS, (f"peek:{name}", "random"), [0]).games == 1
    with pytest.raises(ExportError) as caught:
        play_batch(TERMS, (name, "random"), [0])
    assert caught.value.code == "bot_failed"
    assert str(caught.value.params["problem"]).startswith("LookupError: not told (test_selfplay.py:")
