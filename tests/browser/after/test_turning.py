"""The turning point of a finished game, asked for in its result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser import positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

PATIENCE = 300_000
"""As in `test_review`."""


def test_the_result_finds_the_turning_point(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.play_on(ada, positions.open_table(ada, "transamerica", rounds=1), 900)
    assert table["status"] == "ended"
    positions.sit_down(ada, table)
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Find the turning point").click()
    found = dialog.locator("[data-turning]")
    expect(found).to_have_attribute("data-turning", re.compile(r"^\d+$"), timeout=PATIENCE)
    expect(found).to_contain_text(re.compile(r"Turning point: turn \d+"))
    expect(found).to_contain_text(re.compile("(Ada|Mabel) (builds|starts|lays)"))
    shares = re.search(r"from (\d+) % to (\d+) %", found.inner_text())
    assert shares is not None
    assert shares[1] != shares[2]
    found.get_by_role("link", name="Review").click()
    expect(ada.page).to_have_url(re.compile(r"/r/\w+/1\?review"))
