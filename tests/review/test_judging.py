"""Thresholds, judgements and accuracy, against the numbers that define them."""

from __future__ import annotations

from typing import Any, cast

import pytest

import stellwerk
from stellwerk.review import USUAL
from stellwerk.review.decisions import Measured, best_for
from stellwerk.review.judging import accuracy, is_settled, largest_change, mean_error, spoken, threshold
from stellwerk.search import PlainAssessor, Turn


@pytest.mark.parametrize(
    ("loss", "error", "seats", "judgement"),
    [
        (0.0, 0.01, 2, "good"),
        (0.049, 0.001, 2, "good"),
        (0.05, 0.01, 2, "inaccuracy"),
        (0.05, 0.02, 2, "unclear"),
        (0.10, 0.02, 2, "mistake"),
        (0.15, 0.03, 2, "blunder"),
        (0.15, 0.04, 2, "unclear"),
        (0.05, 0.01, 4, "mistake"),
        (0.075, 0.01, 4, "blunder"),
    ],
)
def test_a_judgement_needs_a_loss_and_certainty(
    loss: float, error: float, seats: int, judgement: str
) -> None:
    assert spoken(loss, error, seats) == judgement


def test_thresholds_shrink_with_the_number_of_seats() -> None:
    assert threshold("mistake", 2) == pytest.approx(0.10)
    assert threshold("mistake", 5) == pytest.approx(0.04)
    assert threshold("good", 2) == 0


def test_more_worlds_are_wanted_near_a_threshold() -> None:
    assert is_settled(0.0, 0.01, 2)
    assert not is_settled(0.045, 0.01, 2)
    assert not is_settled(0.3, 0.04, 2)
    assert is_settled(0.3, 0.01, 2)


def test_accuracy_falls_from_100_to_0() -> None:
    assert accuracy(0.0, 2) == 100
    assert accuracy(0.1, 2) == pytest.approx(63.6, abs=0.1)
    assert accuracy(0.05, 4) == pytest.approx(accuracy(0.1, 2))
    assert accuracy(0.9, 2) == 0


def test_means_have_errors() -> None:
    assert mean_error([0.0, 1.0, 0.0, 1.0]) == pytest.approx((0.5, 0.2887), abs=1e-4)
    assert mean_error([0.25]) == (0.25, 0.25)
    assert largest_change([0.5, 0.6, 0.2, 0.3]) == 1
    assert largest_change([0.5]) is None


class _Unlucky:
    """Fifteen turns, of which the eighth is the best but does badly in the first worlds."""

    turns = (Turn[Any]((), 0.5),) * 15

    def playout(self, turn: int, world: int) -> float:
        return float(world >= 5) if turn == 7 else 0.4


@pytest.mark.parametrize(("patience", "is_found"), [(1, False), (3, True)])
def test_patience_finds_a_good_turn_that_meets_bad_worlds_first(patience: int, is_found: bool) -> None:
    assessor = PlainAssessor(stellwerk.load("tiny"))
    assessor.patience = patience
    order = best_for(Measured(cast("Any", _Unlucky())), assessor, USUAL)
    assert (order[0] == 7) == is_found
