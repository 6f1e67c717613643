"""Browsers and a server for the tests of this folder. Whatever a page complains about fails its test."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import chromium
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    Alike = tuple[bool, str, str, bool]

FLAGS = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--js-flags=--no-opt,--no-maglev",
)  # fmt: skip
"""No page lives long enough to win back what V8's optimising compilers take: a twentieth of all time."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The plugin's hook: the machine's browser instead of a downloaded one."""
    return {"executable_path": chromium.find(), "chromium_sandbox": False, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker."""
    with Server(tmp_path_factory.mktemp("data")) as started:
        yield started


def _of_the_browser(
    *,
    size: tuple[int, int] = DESKTOP,
    language: str = "en",
    theme: str = "light",
    moves: bool = False,
    may_lose_the_line: bool = False,  # noqa: ARG001 (a page need not know)
) -> Alike:
    """The wishes that cannot be fulfilled later on."""
    return size == PHONE, language, theme, moves


class Pages:
    """The pages of this process that people left unchanged, by their wishes."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._left: dict[Alike, list[Page]] = {}
        self._wishes: dict[Person, Alike] = {}

    def arrive(self, name: str | None, **wishes: Any) -> Person:
        """Somebody at a page of the server of all tests: one that was left, or a new one."""
        alike = _of_the_browser(**wishes)
        left = self._left.get(alike, [])
        someone = Person(self._browser, self._address, name, page=left.pop() if left else None, **wishes)
        self._wishes[someone] = alike
        return someone

    def leave(self, someone: Person) -> None:
        """Keep the page for others if nothing has changed it."""
        alike = self._wishes.pop(someone, None)
        if alike is None:
            someone.leave()
        elif page := someone.leave_unchanged():
            self._left.setdefault(alike, []).append(page)


@pytest.fixture(scope="session")
def pages(browser: Browser, server: Server) -> Pages:
    """All of them."""
    return Pages(browser, server.address)


@pytest.fixture
def person(
    browser: Browser, pages: Pages, server: Server, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own: `person("Ada", language="de", theme="dark", size=(390, 844))`.

    Who goes to another server (`address`), or uses `own`, has one that is new or is closed afterwards."""
    server.deal_for(f"tests/browser/{request.path.name}::{request.node.name}")  # in whatever room it lies
    people: list[Person] = []

    def arrive(name: str | None = None, **options: Any) -> Person:
        address = options.pop("address", None)
        come = pages.arrive if address is None else partial(Person, browser, address)
        people.append(come(name, **options))
        return people[-1]

    yield arrive
    for one in people:
        pages.leave(one)
    assert [complaint for one in people for complaint in one.complaints] == []
