"""Everybody can play: axe finds nothing serious on any page, and every page fits its screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.people import DESKTOP, PHONE
from tests.browser.stages import STAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.people import Person

SERIOUS = ("serious", "critical")


def problems(page: Page) -> list[str]:
    response: dict[str, list[dict[str, Any]]] = Axe().run(page).response
    assert response["passes"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("stage", STAGES)
def test_axe_finds_nothing_serious(
    stage: str, theme: Literal["light", "dark"], person: Callable[..., Person]
) -> None:
    somebody = person("Ada", theme=theme)
    STAGES[stage](somebody)
    assert problems(somebody.page) == []


@pytest.mark.parametrize("size", [PHONE, (768, 1024), DESKTOP, (1920, 1080)])
def test_no_page_is_wider_than_its_screen(size: tuple[int, int], person: Callable[..., Person]) -> None:
    somebody = person("Wolfram von Eschenbach-Hohenlohe", size=size)
    for stage, show in STAGES.items():
        somebody.go("/")
        show(somebody)
        width = somebody.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], stage


def test_targets_are_large_enough_for_fingers(person: Callable[..., Person]) -> None:
    somebody = person("Ada", size=PHONE)
    for stage, show in STAGES.items():
        somebody.go("/")
        show(somebody)
        for control in somebody.page.locator("button:visible, a.button:visible, select:visible").all():
            box = control.bounding_box()
            assert box is not None
            assert box["height"] >= 44, (stage, control.inner_text() or control.get_attribute("aria-label"))
