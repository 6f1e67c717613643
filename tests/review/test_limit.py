"""`bench limit`: what two plays of the same deal have in common; `bench draws`: squares without bias."""

from __future__ import annotations

import pytest

from tests.bench.reviews.draws import Drawn, of_both, of_the_deal, square
from tests.bench.reviews.limit import Replayed, decided

WON, LOST = (0.5, -0.5), (-0.5, 0.5)


def game(*rounds: tuple[tuple[float, ...], tuple[float, ...]]) -> Replayed:
    return Replayed(0, (1.0, 0.0), rounds)


def test_if_the_same_happens_again_the_deal_decides_all() -> None:
    assert decided([game((WON, WON)), game((WON, WON))]) == 1


def test_if_the_opposite_happens_as_often_it_decides_nothing() -> None:
    assert decided([game((WON, WON)), game((WON, LOST))]) == 0


def test_rounds_add_up() -> None:
    half = (0.25, -0.25)
    assert decided([game((half, half), (half, half))]) == 0.5


def test_what_is_certain_has_the_square_of_the_result() -> None:
    assert square([(1.0, 0.0)] * 3) == pytest.approx(0.25)


def test_what_is_open_has_none_in_the_mean() -> None:
    """Of two games played on, one is won as often as the other: the four cases together say 0."""
    ends = ((1.0, 0.0), (0.0, 1.0))
    assert sum(square([one, other]) for one in ends for other in ends) == pytest.approx(0)


def test_deal_and_draws_are_parts_of_what_was_won() -> None:
    games = [Drawn(2, won=0.25, deal=0.1, draws=0.05), Drawn(2, won=0.25, deal=0.0, draws=0.1)]
    assert of_the_deal(games) == pytest.approx(0.2)
    assert of_both(games) == pytest.approx(0.5)
