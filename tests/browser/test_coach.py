"""The coach of a guided game points at what it speaks of, on a desktop and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

SIZES = [(1440, 900), PHONE]
APART = """() => {
  const flag = document.querySelector('[data-flag]').getBoundingClientRect()
  const all = [...document.querySelectorAll("main [data-spotlit]")]
  const marked = all.map((one) => one.getBoundingClientRect())
  const box = marked.find((one) => one.width > 0)
  const gap = (a, b, c, d) => Math.max(0, c - b, a - d)
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)]
  return [
    Math.hypot(gap(flag.left, flag.right, left, right), gap(flag.top, flag.bottom, top, bottom)),
    flag.left >= 0 && flag.top >= 0 && flag.right <= innerWidth && flag.bottom <= innerHeight,
    right - left > 4 && bottom - top > 4,
  ]
}"""
"""How far the flag is from what is marked, whether it is in the window, and whether that is."""
NEAR = 30


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["trambahn", "interurban", "transamerica"])
def test_a_flag_stands_at_the_place_that_is_spoken_of(
    game: str, size: tuple[int, int], person: Callable[..., Person]
) -> None:
    ada = person("Ada", size=size)
    ada.go(f"/learn/{game}")
    flag = ada.page.locator("[data-flag]")
    for step in (0, 1):  # one to be read, one to be done
        expect(ada.page.locator(f"main[data-step='{step}'] [data-spotlit]").first).to_be_attached()
        expect(flag).to_have_css("opacity", "1")
        expect(flag).to_have_text(ada.page.locator(".coach h2").inner_text())
        ada.page.wait_for_function(f"() => {{ const [far] = ({APART})(); return far < {NEAR} }}")
        _, is_whole, is_seen = ada.page.evaluate(APART)
        assert is_whole
        assert is_seen
        if step == 0:
            ada.button("Continue").click()
