"""A wheel as a stranger gets it: `python3 run.py bench wheel [GAME …]` (trambahn).

The wheel is made of this checkout and installed with its extra `server` in an empty environment. There
`native/try_wheel.py` looks at it; then its server runs outside the repository, and whole games against
`master` are played in Chromium, by keys and by what is read out.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

import stellwerk
from tests.bench import asked
from tests.bench.measure import show
from tests.browser import chromium
from tests.browser.blind import Listener
from tests.browser.people import Person
from tests.browser.table import test_blind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).parents[3]
STEPS: Final[dict[str, Callable[[Listener], None]]] = {
    "trambahn": test_blind.trambahn,
    "interurban": test_blind.interurban,
    "transamerica": test_blind.transamerica,
}
"""How a simple player does the next step of a game."""
USUAL: Final = ["trambahn"]


def run(arguments: list[str]) -> None:
    """Build, install, look at it, and play."""
    asking = asked.parser("wheel")
    asking.add_argument("games", nargs="*", choices=[*STEPS, USUAL], default=USUAL, metavar="GAME")
    games = asking.parse_args(arguments).games
    path = chromium.find()
    if path is None:
        print("Games are played in Chromium, Chrome or Edge: install one of them.", file=sys.stderr)
        return
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        begun = time.monotonic()

        def passed(what: str) -> None:
            nonlocal begun
            rows.append((what, f"{time.monotonic() - begun:.0f}"))
            begun = time.monotonic()

        python = install(folder, passed)
        subprocess.run([python, str(ROOT / "native" / "try_wheel.py")], check=True, cwd=folder)
        passed("tried by native/try_wheel.py")
        with serving(python, folder) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
            for key in games:
                title = stellwerk.load(key).info.title
                print(f"{title} against master: {play(Person(browser, address), key)}")
                passed(f"a game of {title} against master")
            browser.close()
    show("A wheel in an empty environment", ("step", "seconds"), rows)


def install(folder: Path, passed: Callable[[str], None]) -> Path:
    """Build the wheel and install it; returns the environment's Python."""
    home = folder / "environment"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("stellwerk-*.whl")
    passed(f"built: {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
    subprocess.run([*pip, "install", f"{wheel}[server]"], check=True, cwd=folder)
    passed("installed with its extra server")
    return python


@contextmanager
def serving(python: Path, folder: Path) -> Iterator[str]:
    """The address of the installed server."""
    command = [str(python), "-u", "-m", "stellwerk", "serve", "--no-open", "--port", "0", "--data", "data"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found, "the server did not start"
            yield found[0]
        finally:
            server.terminate()


def play(person: Person, key: str) -> str:
    """Play a game against masters to its end; returns what is said of the result."""
    ears = Listener(person.page)
    test_blind.play_bots(ears, stellwerk.load(key).info.title, "Master")
    test_blind.play(ears, STEPS[key])
    told: list[str] = re.findall(r"The game is over: .*", ears.said)
    return told[-1]
