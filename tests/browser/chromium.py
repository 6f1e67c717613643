"""A browser for the tests: Chromium, Chrome or Edge of this machine. Standard library only.

Chromium without its own windows, which Debian packs as a headless shell, needs a third less time.

python -m tests.browser.chromium    make sure that there is one: 0, or 3 where the tests must be skipped
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "chrome", "microsoft-edge", "msedge",
)  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)
SKIPPED = 3


def find() -> str | None:
    """The path of a browser, if there is one."""
    named = (shutil.which(name) for name in NAMES)
    placed = (place for place in PLACES if Path(place).exists())
    return next((path for path in (*named, *placed) if path), None)


def install() -> None:
    """Debian's Chromium, where that is allowed."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print("Stellwerk: installing Chromium for the browser tests …", file=sys.stderr, flush=True)
    subprocess.run([apt, "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
    for package in ("chromium-headless-shell", "chromium"):  # the second where there is not yet the first
        command = [apt, "install", "-y", "-qq", "--no-install-recommends", package]
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 0:
            return


def main() -> int:
    """Find or install one; without any the tests are skipped, except where CI says that they must run."""
    if find() is None:
        install()
    if find() is not None:
        return 0
    print("The browser tests need Chromium, Chrome or Edge: install one of them.", file=sys.stderr)
    return 1 if os.environ.get("CI") == "true" else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
