"""Everybody can play: axe finds nothing serious on any page, and every page fits its screen and fingers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.eyes import problems, too_wide
from tests.browser.people import DESKTOP, PHONE
from tests.browser.stages import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

LONG_NAME = "Wolfram von Eschenbach-Hohenlohe"
TOO_LOW = """all => all.filter((one) => one.getBoundingClientRect().height < 44)
  .map((one) => one.innerText || one.ariaLabel)"""
"""What a finger would miss."""


@pytest.mark.parametrize("stage", STAGES)
def test_axe_finds_nothing_serious_and_it_fits_large_screens(
    stage: str, person: Callable[..., Person]
) -> None:
    somebody = person(LONG_NAME)
    STAGES[stage](somebody)
    assert problems(somebody.page) == []
    assert too_wide(somebody.page, (768, 1024), (1920, 1080), DESKTOP) == []


def test_it_fits_a_phone_and_targets_are_large_enough_for_fingers(person: Callable[..., Person]) -> None:
    somebody = person(LONG_NAME, size=PHONE)
    for stage, show in STAGES.items():
        show(somebody)
        assert too_wide(somebody.page, PHONE) == [], stage
        controls = somebody.page.locator("button:visible, a.button:visible, select:visible")
        assert controls.evaluate_all(TOO_LOW) == [], stage
