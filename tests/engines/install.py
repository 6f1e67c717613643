"""Firefox and WebKitGTK for the tests: those of this machine, or Debian's packages. Standard library only.

python -m tests.engines.install    make sure that they are there: 0, or 3 where the tests must be skipped
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

FIREFOXES = ("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
DRIVER = "WebKitWebDriver"
SMALL_BROWSER = "*/webkit2gtk-4.*/MiniBrowser"
SCREEN = "Xvfb"
PACKAGES = {"Firefox": ("firefox-esr",), "WebKit": ("libwebkit2gtk-4.1-0", "webkit2gtk-driver", "xvfb")}
SKIPPED = 3


class WebKitPrograms(NamedTuple):
    """What a window of WebKitGTK needs."""

    driver: str
    browser: str
    screen: str


def firefox() -> str | None:
    """The path of Firefox, if there is one."""
    return next((path for name in FIREFOXES if (path := shutil.which(name))), None)


def webkit() -> WebKitPrograms | None:
    """The programs for WebKitGTK, if all are there."""
    driver, screen = shutil.which(DRIVER), shutil.which(SCREEN)
    browser = next(iter(sorted(Path("/usr/lib").glob(SMALL_BROWSER), reverse=True)), None)
    if driver is None or screen is None or browser is None:
        return None
    return WebKitPrograms(driver, str(browser), screen)


def missing() -> list[str]:
    """The engines that this machine lacks."""
    found = {"Firefox": firefox(), "WebKit": webkit()}
    return [name for name, programs in found.items() if programs is None]


def install(names: list[str]) -> None:
    """Debian's packages, where that is allowed."""
    apt = shutil.which("apt-get")
    if apt is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print(f"Stellwerk: installing {' and '.join(names)} for the browser tests …", file=sys.stderr, flush=True)
    subprocess.run([apt, "update", "-qq"], check=False, stdout=subprocess.DEVNULL)
    for name in names:
        command = [apt, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[name]]
        subprocess.run(command, check=False, stdout=subprocess.DEVNULL)


def may_skip() -> bool:
    """True unless this is CI on Linux, where the workflow has installed both."""
    return sys.platform != "linux" or os.environ.get("CI") != "true"


def main() -> int:
    """Find or install both; where one cannot be had its tests are skipped, except in CI on Linux."""
    if names := missing():
        install(names)
    names = missing()
    if names:
        print(
            f"The tests in {' and '.join(names)} cannot run: install Debian's firefox-esr, "
            "webkit2gtk-driver and xvfb, or what your system calls them.",
            file=sys.stderr,
        )
    if names and not may_skip():
        return 1
    return SKIPPED if len(names) == len(PACKAGES) else 0


if __name__ == "__main__":
    sys.exit(main())
