"""`bench hands` works out how likely a hand is by the law's `sample`, and asks the view for nothing else."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from stellwerk.games.trambahn import GAME
from tests.bench.bots import hands
from tests.games.trambahn.table import in_order
from tests.games.trambahn.test_sample import other_has_drawn


def test_the_chances_of_hands_are_those_of_samples() -> None:
    view, rng = GAME.view(other_has_drawn(), 0), random.Random(6)
    found = hands.hidden(view)
    faces = in_order((found.remembered + found.others).elements())
    exact = {hand: hands.chance_of(found, hand) for hand in set(combinations(faces, found.hand))}
    assert sum(exact.values()) == pytest.approx(1)
    count = 3_000
    sampled = Counter(GAME.sample(view, rng).players[1].hand for _ in range(count))
    for hand, chance in exact.items():
        assert sampled[hand] / count == pytest.approx(chance, abs=0.04)


def test_bits_are_looked_up_in_a_game() -> None:
    looks = [hands.look(state) for state, _ in hands.turns("hands")]
    assert max(one.runs for one in looks) >= 8
    assert all(0 < one.neutral < 40 for one in looks)
    assert sum(one.with_income for one in looks) < sum(one.neutral for one in looks)


def test_the_table_says_how_many_cards_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    hands.run(["--games", "1"])
    shown = capsys.readouterr().out
    assert "cards are kept" in shown
    assert "| 0 – 9 |" in shown
