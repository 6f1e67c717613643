"""Pages that go from one test to the next carry nothing along."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Pages

FOR_GOOD = re.compile(
    r"\.(page\.(context\.\w+|route|add_init_script|expose_\w+|clock|on|emulate_media)|(?<!own\.)context\.(?!add_cookies|cookies)\w+)\("
)
"""What a new address does not undo."""


def test_nobody_finds_what_somebody_left(pages: Pages) -> None:
    ada = pages.arrive("Ada", theme="dark", size=(900, 700))
    page = ada.page
    page.evaluate("localStorage.setItem('left', 'here'); sessionStorage.setItem('left', 'here')")
    page.set_viewport_size({"width": 500, "height": 500})
    pages.leave(ada)
    guest = pages.arrive(None, theme="dark", size=(900, 700))
    assert guest.page is page
    assert page.evaluate("[localStorage.length, sessionStorage.length, innerWidth]") == [0, 0, 900]
    expect(page.locator("button.me")).to_have_accessible_name("Settings: Guest")
    pages.leave(guest)


def test_what_was_changed_for_good_is_left_to_nobody(pages: Pages) -> None:
    ada = pages.arrive(None, theme="dark")
    page = ada.own
    pages.leave(ada)
    assert page.is_closed()


def test_whoever_changes_a_browser_for_good_says_so() -> None:
    """By `own` instead of `page`."""
    folder = Path(__file__).parents[1]
    tests = {file.name: file.read_text() for file in folder.rglob("test_*.py") if file != Path(__file__)}
    found = [(name, hit[0]) for name, text in tests.items() for hit in FOR_GOOD.finditer(text)]
    assert len(tests) > 30
    assert found == []
