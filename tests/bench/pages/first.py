"""The first minute: `python3 run.py bench first [TIMES]` (3).

From `git clone` to a page on which a game can be begun, stage by stage: with empty caches of uv and npm and
none of pip, then again with the caches that this left, then once more in the same folder. Packages come over
the network. Nothing else should run meanwhile.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import which
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from tests.bench import asked
from tests.bench.measure import show
from tests.browser import chromium

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Browser

ROOT: Final = Path(__file__).parents[3]
STAGES: Final[Mapping[str, str]] = {
    "an empty environment": ".venv/*.stamp",
    "uv": ".venv/*/uv*",
    "Python packages": ".venv/play.stamp",
    "pages": "src/stellwerk/server/static/index.html",
}
"""What lies in the checkout as soon as a stage is over."""
READY: Final = "button:has-text('Play')"
LOOKS: Final = 0.02
"""Seconds between two looks at the folder."""


def run(arguments: list[str]) -> None:
    """Measure, and print the median of each stage."""
    times = int(asked.number("first", arguments, 3, "how many times"))
    path = chromium.find()
    if path is None:
        print("Pages are opened in Chromium, Chrome or Edge: install one of them.", file=sys.stderr)
        return
    found: dict[str, list[dict[str, float]]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        for _ in range(times):
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch)
                for name, clone in (("no caches", "one"), ("caches", "two"), ("started before", "two")):
                    found.setdefault(name, []).append(first_page(browser, folder / clone, folder / "caches"))
        browser.close()
    titles = ["git clone", *STAGES, "the server answers", "a game can be begun"]
    rows = [
        (title, *(_shown([one[title] for one in runs if title in one]) for runs in found.values()))
        for title in titles
    ]
    show(f"Seconds since the beginning, median of {times}, and each", ("stage", *found), rows)


def first_page(browser: Browser, clone: Path, caches: Path) -> dict[str, float]:
    """When each stage was over, in seconds."""
    begun, done = time.monotonic(), {}
    if not clone.exists():
        subprocess.run([which("git") or "git", "clone", "-q", str(ROOT), str(clone)], check=True)
        done["git clone"] = time.monotonic() - begun
    missing = {title: place for title, place in STAGES.items() if not any(clone.glob(place))}
    environment = {
        **os.environ,
        "UV_CACHE_DIR": str(caches / "uv"),
        "npm_config_cache": str(caches / "npm"),
        "PIP_NO_CACHE_DIR": "1",
    }
    command = [sys.executable, "-u", "run.py", "serve", "--no-open", "--port", "0", "--data", "data"]
    with subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        watcher = Thread(target=_watch, args=(clone, missing, done, begun, lambda: running.poll() is None))
        watcher.start()
        try:
            assert running.stdout is not None
            address = re.search(r"http://[\d.:]+", running.stdout.readline())
            assert address, "the server did not start"
            done["the server answers"] = time.monotonic() - begun
            page = browser.new_page()
            page.goto(address[0])
            page.locator(READY).first.click(trial=True)
            done["a game can be begun"] = time.monotonic() - begun
            page.context.close()
        finally:
            running.send_signal(signal.SIGTERM)
    watcher.join()
    return done


def _watch(
    clone: Path, missing: dict[str, str], done: dict[str, float], begun: float, goes_on: Callable[[], bool]
) -> None:
    """Note when the file of each stage appears."""
    while missing and goes_on():
        for title in [title for title, place in missing.items() if any(clone.glob(place))]:
            done[title] = time.monotonic() - begun
            del missing[title]
        time.sleep(LOOKS)


def _shown(seconds: list[float]) -> str:
    """The median, and all of them."""
    if not seconds:
        return "–"
    every = ", ".join(f"{one:.1f}" for one in seconds)
    return f"{median(seconds):.1f} ({every})"
