"""The verifiable stream of the notation: fixed vectors, no bias, commitments."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import sha256
from itertools import islice, permutations

import pytest
from scipy.stats import chisquare

from stellwerk.core.chance import (
    WORDS,
    Chance,
    Stream,
    _words,
    begin_action,
    commitment,
    draw_start_seat,
    shuffle,
)


def test_words_are_the_blocks_of_the_label() -> None:
    blocks = sha256(b"label:0").digest() + sha256(b"label:1").digest()
    expected = [int.from_bytes(blocks[place : place + 8], "big") for place in range(0, 64, 8)]
    assert list(islice(_words("label"), 8)) == expected


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    stop = 3 * 2**62  # a quarter of all words must be passed over
    words = [word for word in islice(_words("bias"), 400) if word < stop]
    stream = Stream("bias")
    assert len(words) < 400
    assert [stream.randrange(stop) for _ in words] == words
    assert WORDS % stop != 0


@pytest.mark.parametrize(("seed", "seat"), [("stellwerk", 0), ("Straße", 0), ("", 1)])
def test_start_seat_vectors(seed: str, seat: int) -> None:
    assert draw_start_seat(seed, 2) == seat


def test_each_chance_action_has_its_own_stream() -> None:
    chance = Chance("seed")
    for number in range(3):
        begin_action(chance)
        stream = Stream(f"seed:{number}")
        assert [chance.randrange(100) for _ in range(5)] == [stream.randrange(100) for _ in range(5)]
    assert chance.number == 3


def test_chance_can_go_on_where_another_stopped() -> None:
    first, second = Chance("seed"), Chance("seed", number=1)
    begin_action(first)
    begin_action(first)
    begin_action(second)
    assert first.randrange(1000) == second.randrange(1000)


def test_shuffle_is_fisher_yates_from_the_end() -> None:
    class Zeros:
        def randrange(self, stop: int, /) -> int:
            assert stop >= 2
            return 0

    items = list("abcd")
    shuffle(items, Zeros())
    assert items == ["b", "c", "d", "a"]


def test_shuffles_are_uniform() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(6000):
        items = [0, 1, 2, 3]
        shuffle(items, Stream(str(seed)))
        counts[tuple(items)] += 1
    observed = [counts[order] for order in permutations(range(4))]
    assert sum(observed) == 6000
    assert chisquare(observed).pvalue > 0.001


def test_any_source_of_numbers_will_do() -> None:
    rng, items = random.Random(1), list(range(10))
    begin_action(rng)
    shuffle(items, rng)
    assert sorted(items) == list(range(10)) != items


def test_commitment_is_the_sha_256_of_the_text() -> None:
    assert commitment("Straße") == sha256("Straße".encode()).hexdigest()
