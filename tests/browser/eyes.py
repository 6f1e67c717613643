"""What is wrong with a page for somebody's eyes: what axe finds in both themes, and what fits no screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE: Final = Axe().axe_script
SERIOUS: Final = ("serious", "critical")
ONLY_VIOLATIONS: Final = {"resultTypes": ["violations"], "preload": False}
"""No rule among axe's usual ones that can be serious needs a style sheet or a film to be loaded again."""
ONLY_COLOURS: Final = {**ONLY_VIOLATIONS, "runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules of axe's usual ones that look at colours (its tag `cat.color`)."""
OTHER_THEME: Final = """() => {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark'
}"""
"""A theme is an attribute that style sheets read: nothing but colours follows from it, and those at once."""
WIDTH: Final = """() => new Promise((tell) => requestAnimationFrame(
  () => requestAnimationFrame(() => tell(document.documentElement.scrollWidth))
))"""
"""After whatever answers to a new size."""


def problems(page: Page) -> list[str]:
    """All that is serious as the page is, and in the colours of the other theme."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = _problems(page, ONLY_VIOLATIONS)
    page.evaluate(OTHER_THEME)
    found += _problems(page, ONLY_COLOURS)
    page.evaluate(OTHER_THEME)
    return found


def _problems(page: Page, options: dict[str, Any]) -> list[str]:
    response: dict[str, list[dict[str, Any]]] = page.evaluate("options => axe.run(options)", options)
    assert response["passes"]
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in response["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def too_wide(page: Page, *sizes: tuple[int, int]) -> list[tuple[int, int]]:
    """The screens that the page is wider than, tried one after the other; stays on the last one."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(WIDTH) > width:
            found.append((width, height))
    return found
