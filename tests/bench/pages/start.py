"""How soon one can play: `python3 run.py bench start [CPU SLOWER BY]` (4).

A real browser opens the table of each game by its address, with empty caches, and waits until something can
be clicked. Needs the built client and Chromium.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import stellwerk
from tests.bench import asked
from tests.bench.measure import show
from tests.browser import chromium, positions
from tests.browser.people import Person
from tests.browser.server import Server

TIMES = 5
READY = "[data-action], [data-place] [role=button], .board [tabindex='0']"


def run(arguments: list[str]) -> None:
    """Measure; the argument makes the browser's CPU that many times slower."""
    slower = asked.number("start", arguments, 4, "how many times slower the CPU of the browser is")
    path = chromium.find()
    if path is None:
        print("Starts are measured in Chromium, Chrome or Edge: install one of them.", file=sys.stderr)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        person = Person(browser, server.address, "Ada")
        session = person.page.context.new_cdp_session(person.page)
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        rows = []
        for key in stellwerk.games():
            code = positions.open_table(person, key)["code"]
            times = []
            for _ in range(TIMES):
                person.go("/")
                session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
                begun = time.perf_counter()
                person.page.goto(f"{server.address}/t/{code}", wait_until="commit")
                person.page.locator(READY).first.wait_for()
                times.append(1000 * (time.perf_counter() - begun))
                session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            rows.append((key, f"{median(times):.0f}", f"{max(times):.0f}"))
        show(
            f"Until a table can be played, CPU slower by {slower:g}",
            ("game", "ms (median)", "ms (worst)"),
            rows,
        )
        browser.close()
