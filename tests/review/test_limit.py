"""`bench limit`: what two plays of the same deal have in common."""

from __future__ import annotations

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
