"""Looks at a table become shares: weighed, sharpened by a power, and always adding up to 1."""

from __future__ import annotations

import pytest

from stellwerk.search import Look, weighed


def test_without_a_power_looks_are_averaged() -> None:
    assert weighed([Look(0.5, (0.8, 0.2)), Look(0.5, (0.4, 0.6))], 1.0) == pytest.approx((0.6, 0.4))


def test_a_power_makes_a_lead_count_for_more() -> None:
    assert weighed([Look(1.0, (0.6, 0.2, 0.2))], 2.0) == pytest.approx((9 / 11, 1 / 11, 1 / 11))
    assert weighed([Look(1.0, (1.0, 0.0))], 2.0) == (1.0, 0.0)
    assert weighed([Look(1.0, (0.5, 0.5))], 1.6) == pytest.approx((0.5, 0.5))


def test_single_looks_are_raised_not_their_mean() -> None:
    certain = [Look(0.5, (1.0, 0.0)), Look(0.5, (0.0, 1.0))]
    assert weighed(certain, 3.0) == pytest.approx((0.5, 0.5))
    apart = [Look(0.75, (1.0, 0.0)), Look(0.25, (0.0, 1.0))]
    assert weighed(apart, 3.0) == pytest.approx((0.75, 0.25)), "the mean over worlds stays the mean"
