"""Errors as values: they travel between processes and keep what they say."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

import stellwerk
from stellwerk import IllegalAction, NotationError, RecordError, SetupError, StellwerkError

ERRORS = [
    IllegalAction("TB-3.2.2", "not_rising", {"card": "B5"}),
    NotationError("castle"),
    SetupError("bad_seats", {"seats": 9}),
    RecordError("seed_missing"),
]


@pytest.mark.parametrize("error", ERRORS, ids=[type(error).__name__ for error in ERRORS])
def test_errors_can_be_pickled_and_copied(error: StellwerkError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301 (our own bytes)
        assert type(twin) is type(error)
        assert twin.__dict__ == error.__dict__
        assert str(twin) == str(error)


def refuse(text: str) -> None:
    game = stellwerk.load("trambahn")
    game.apply(stellwerk.new_game("trambahn", seed="pool"), game.parse(text))


def test_a_refusal_in_another_process_arrives_as_it_is() -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(IllegalAction) as caught:
        pool.submit(refuse, "E").result()
    assert (caught.value.clause, caught.value.code) == ("TB-3.0", "passenger_first")


def test_a_seed_that_is_no_text() -> None:
    with pytest.raises(SetupError, match="bad_seed"):
        stellwerk.new_game("trambahn", seed="\ud800")


def test_a_traceback_reads_like_a_sentence() -> None:
    with pytest.raises(SetupError) as refused:
        stellwerk.new_game("interurban", seats=9, seed="x")
    assert str(refused.value) == "InterUrban is for 2–5 players, not for 9. (bad_seats)"
    assert str(StellwerkError("of_another_package", {"x": 1})) == "of_another_package (x=1)"
