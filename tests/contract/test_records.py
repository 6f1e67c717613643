"""Records of every game: replayed exactly, verified against the seed, refused when altered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import CHANCE, RecordError
from stellwerk.core.record import decode, encode, make_record
from tests.contract.worlds import shared_game, shared_seed

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.core.record import Record
    from stellwerk.core.setup import Setup


def record_of(game: AnyGame, setup: Setup, number: int = 0) -> Record:
    players = [f"Player {seat}" for seat in range(setup.seats)]
    actions = [moment.action for moment in shared_game(game, setup, number)]
    return make_record(game, setup, players, actions, shared_seed(number))


def test_replay_gives_the_same_states(game: AnyGame, setup: Setup) -> None:
    record = decode(encode(record_of(game, setup)))
    for moment, replayed in zip(shared_game(game, setup), stellwerk.replay(record), strict=True):
        assert moment == replayed


def test_verify_accepts_the_truth(game: AnyGame, setup: Setup) -> None:
    record = record_of(game, setup)
    dealt = sum(moment.actor == CHANCE for moment in stellwerk.replay(record))
    assert stellwerk.verify(record) == dealt >= 1


def test_verify_refuses_another_deal_seed_or_commitment(game: AnyGame, setup: Setup) -> None:
    record, other = record_of(game, setup), record_of(game, setup, 1)
    with pytest.raises(RecordError, match="wrong_chance"):
        stellwerk.verify(replace(other, seed=record.seed, commitment=record.commitment))
    with pytest.raises(RecordError, match="wrong_commitment"):
        stellwerk.verify(replace(record, seed="another"))
    with pytest.raises(RecordError, match="seed_missing"):
        stellwerk.verify(replace(record, seed=None))
    with pytest.raises(RecordError, match="commitment_missing"):
        stellwerk.verify(replace(record, commitment=None))


def test_replay_stops_at_the_first_wrong_action(game: AnyGame, setup: Setup) -> None:
    record = record_of(game, setup)
    states = list(stellwerk.replay(record))
    number = next(m.number for m in states[len(states) // 2 :] if m.actor != CHANCE)
    broken = (*record.actions[: number - 1], record.actions[0], *record.actions[number:])
    replayed = stellwerk.replay(replace(record, actions=broken))
    for expected in states[: number - 1]:
        assert next(replayed) == expected
    with pytest.raises(RecordError, match="refused_action") as caught:
        next(replayed)
    assert caught.value.params["number"] == number


def test_nothing_follows_the_end(game: AnyGame, setup: Setup) -> None:
    record = record_of(game, setup)
    with pytest.raises(RecordError, match="refused_action"):
        list(stellwerk.replay(replace(record, actions=(*record.actions, record.actions[-1]))))


def test_an_unfinished_record_replays_as_far_as_it_goes(game: AnyGame, setup: Setup) -> None:
    record = record_of(game, setup)
    *_, last = stellwerk.replay(replace(record, actions=record.actions[:-1], seed=None))
    assert last.number == len(record.actions) - 1
    assert game.result(last.after) is None
