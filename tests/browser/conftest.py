"""Browsers and a server for the tests of this folder. Whatever a page complains about fails its test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import chromium
from tests.browser.people import Person
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

FLAGS = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The plugin's hook: the machine's browser instead of a downloaded one."""
    return {"executable_path": chromium.find(), "chromium_sandbox": False, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker."""
    with Server(tmp_path_factory.mktemp("data")) as started:
        yield started


@pytest.fixture
def person(
    browser: Browser, server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own: `person("Ada", language="de", theme="dark", size=(390, 844))`."""
    server.deal_for(request.node.nodeid)
    people: list[Person] = []

    def arrive(name: str | None = None, **options: Any) -> Person:
        address = options.pop("address", server.address)
        people.append(Person(browser, address, name, **options))
        return people[-1]

    yield arrive
    complaints = [complaint for one in people for complaint in one.leave()]
    assert complaints == []
