"""A server and a window of each engine for the tests of this folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.server import Server
from tests.engines import install
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engines.window import Window


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests."""
    with Server(tmp_path_factory.mktemp("data")) as started:
        started.deal_for("engines")
        yield started


@pytest.fixture(scope="session", params=["firefox", "webkit"])
def window(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """A window of each engine; one that this machine does not have is skipped: `install` has allowed it."""
    folder = tmp_path_factory.mktemp("home")
    opened: Window
    if request.param == "firefox":
        if (program := install.firefox()) is None:
            pytest.skip("there is no Firefox on this machine")
        opened = Firefox(program, folder)
    else:
        if (programs := install.webkit()) is None:
            pytest.skip("there is no WebKitGTK with its driver and Xvfb on this machine")
        opened = WebKit(*programs, folder)
    yield opened
    opened.close()
