"""Somebody in front of a browser: what they do, in words of the page.

They only click and type; but whoever comes with a name has got it without a page, which is faster.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, Browser, ConsoleMessage, Locator, Page, ViewportSize

expect.set_options(timeout=20_000)  # what is there is seen at once; a busy machine needs longer
SHOTS: Final = os.environ.get("STELLWERK_SHOTS")
"""The folder for pictures of journeys; none are taken without it."""
DESKTOP = (1440, 900)
PHONE = (390, 844)
EMPTY: Final = "/manifest.webmanifest"
"""A page without scripts."""
PIECES = "main :is([data-card], [data-tile]):not([aria-disabled=true]):visible"
"""Pieces to choose before anything can be done with them."""
IN_REACH = """all => all.flatMap((one, place) => {
  const box = one.getBoundingClientRect()
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  return hit !== null && one.contains(hit) ? [place] : []
})"""
"""Which of some elements a finger would touch now, without moving the board."""


class Person:
    """One browser with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str | None = None,
        *,
        language: str = "en",
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = DESKTOP,
        may_lose_the_line: bool = False,
        moves: bool = False,
        page: Page | None = None,
    ) -> None:
        """`page` is one that somebody with the same wishes left behind (`leave_unchanged`)."""
        self.address = address
        self.size = size
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        self.context = (
            browser.new_context(
                base_url=address,
                viewport=viewport,
                locale=language,
                color_scheme=theme,
                reduced_motion="no-preference" if moves else "reduce",
                has_touch=size == PHONE,
            )
            if page is None
            else page.context
        )
        self.context.set_default_timeout(20_000)
        if page is not None and page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        self._left = page
        self._page: Page | None = None
        self._is_changed = False
        self.complaints: list[str] = []
        """What their pages complained about."""
        self._may_lose_the_line = may_lose_the_line
        if name is not None:
            self._call_oneself(name)

    @property
    def page(self) -> Page:
        """What they look at: the lobby, unless they go elsewhere first."""
        if self._page is None:
            self.go("/")
        assert self._page is not None
        return self._page

    @property
    def own(self) -> Page:
        """The page for whoever changes it or its browser for good: nobody else gets it afterwards."""
        self._is_changed = True
        return self.page

    @property
    def request(self) -> APIRequestContext:
        """The server's door, in their name and without a page."""
        return self.context.request

    def _note_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _note(self, message: ConsoleMessage) -> None:
        """Keep what a page complains about, except that it was slow, as on a busy machine each may be."""
        lost = self._may_lose_the_line and re.search("ERR_(CONNECTION|INTERNET)_", message.text)
        expected = re.search(r"status of 4(00|01|04|22)", message.text) is not None
        late = "was preloaded using link preload but not used within a few seconds" in message.text
        if message.type in ("error", "warning") and not (lost or expected or late):
            self.complaints.append(message.text)

    def leave(self) -> list[str]:
        """Close the browser; says what its pages complained about."""
        self.context.close()
        return self.complaints

    def leave_unchanged(self) -> Page | None:
        """Leave page and browser as new for whoever comes next; None, and closed, if they cannot be.

        A page that exists needs half the time of a new one to show a table. It is left at a file of the same
        server: from an empty page Chromium would go on in a new process.
        """
        page = self._page or self._left
        if page is None or self._is_changed or self.context.pages != [page]:
            self.context.close()
            return None
        try:
            if self._page is not None:
                page.evaluate("localStorage.clear(); sessionStorage.clear()")
                page.remove_listener("pageerror", self._note_error)
                page.remove_listener("console", self._note)
                page.goto(f"{self.address}{EMPTY}")
            self.context.clear_cookies()
        except Error:  # its server is gone, for example
            self.context.close()
            return None
        return page

    # Anywhere

    def look(self, name: str) -> None:
        """Take a picture of the whole page, where somebody asked for pictures of journeys."""
        if SHOTS:
            self.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)

    def go(self, path: str) -> None:
        if self._page is None:
            self._page = self._left or self.context.new_page()
            self._page.on("pageerror", self._note_error)
            self._page.on("console", self._note)
        self._page.goto(f"{self.address}{path}")
        expect(self._page.locator("main#content")).to_be_visible()

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def _call_oneself(self, name: str) -> None:
        """Through the server's door; tests of the lobby and the settings do it by hand."""
        answer = self.request.put(
            f"{self.address}/api/me", data={"name": name}, headers={"origin": self.address}
        )
        assert answer.ok, answer.text()

    # In the lobby

    def play_bot(self, game: str = "Trambahn", level: str = "Easy") -> None:
        """Two clicks."""
        self.button(f"Play bots: {game}").click()
        self.button(level, exact=False).click()
        self.wait_for_table()

    def set_up(self, game: str = "Trambahn") -> Locator:
        """The dialog for a table made to measure."""
        self.button(f"Invite: {game}").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        return dialog

    def invite(self, game: str = "Trambahn") -> str:
        """Open a table; its link."""
        self.set_up(game).get_by_role("button", name="Open the table").click()
        return self.page.get_by_label("Link", exact=True).input_value()

    def play_hot_seat(self, second: str) -> None:
        """Oneself and somebody else at this device."""
        dialog = self.set_up()
        dialog.get_by_label("Seat 2", exact=True).select_option("here")
        dialog.get_by_label("Name at seat 2").fill(second)
        dialog.get_by_role("button", name="Start the game").click()

    # At a table

    @property
    def table(self) -> Locator:
        """The game and what the page knows of it: `data-status`, `data-turn`, `data-seq`, `data-line`."""
        return self.page.locator("main#content[data-seq]")

    def wait_for_table(self) -> None:
        expect(self.page.locator("main[data-seq]:not([data-status=open])")).to_be_visible()

    @property
    def actions(self) -> Locator:
        """Whatever does exactly one legal action when it is clicked, whichever game it is."""
        return self.page.locator("main [data-action]:not(:disabled):not([aria-disabled=true]):visible")

    @property
    def log(self) -> Locator:
        """The last moves, newest first."""
        return self.page.get_by_role("list", name="Latest").get_by_role("listitem")

    @property
    def said(self) -> Locator:
        """What a screen reader was told last."""
        return self.page.locator("p.unseen[aria-live=polite]")

    @property
    def result(self) -> Locator:
        return self.page.locator("dialog:has([data-result]) h2")

    def wait_for_turn(self) -> bool:
        """Until one can do something; False if the game has ended."""
        own = self.page.locator("main[data-turn=own][data-line=open]")
        last = self.page.locator("main[data-status=ended] [data-next]")  # a last look before the result
        expect(own.or_(self.result).or_(last).first).to_be_attached(timeout=60_000)
        if last.count():
            last.click()
            expect(self.result).to_be_visible()
        return self.result.count() == 0

    def legal(self, kind: str = "") -> list[str]:
        """The legal actions of a kind, as the server lists them: `P ` are Trambahn's passengers."""
        code = self.page.url.rsplit("/", 1)[1]
        sight = self.request.get(f"{self.address}/api/codes/{code}").json()
        return [text for text in sight["legal"] if text.startswith(kind)]

    def click(self, action: Locator) -> None:
        """Do it, and wait until the server has said yes and it is shown."""
        self.close_drawer()
        before = self.table.get_attribute("data-seq") or ""
        text = action.get_attribute("data-action")
        chosen = self.page.locator(f'main [data-action="{text}"][aria-pressed=true]:visible')
        is_chosen = chosen.count() > 0
        action.click()
        confirm = self.page.locator("[data-confirm]")
        if confirm.count():
            confirm.click()
        # Some things ask in place: the first click chooses, the second one means it.
        if not is_chosen and chosen.count() and self.table.get_attribute("data-seq") == before:
            near: list[int] = chosen.evaluate_all(IN_REACH)
            chosen.nth(near[0] if near else 0).click()
        self.wait_for_news(before)

    def wait_for_news(self, before: str) -> None:
        """Until the table has moved on from an event, or is covered."""
        shown = self.page.locator(f'main[data-seq]:not([data-seq="{before}"])[data-line=open]')
        elsewhere = self.page.locator("main:not([data-seq])")
        expect(shown.or_(elsewhere).first).to_be_attached()

    def do(self, text: str) -> None:
        """An action: by clicking it where the table shows it, else by typing it."""
        shown = self.page.locator(f'main [data-action="{text}"]:visible')
        if shown.count():
            self.click(shown.first)
            return
        before = self.table.get_attribute("data-seq") or ""
        self.type_action(text)
        self.wait_for_news(before)

    def do_first(self, kind: str = "") -> str:
        """The first legal action of a kind."""
        text = self.legal(kind)[0]
        self.do(text)
        return text

    def do_anything(self, number: int = 0) -> None:
        """One of the things that can be clicked; another one for another number.

        Where a piece has to be chosen first, the first one is.
        """
        choices, pieces = self.actions, self.page.locator(PIECES)
        expect(choices.or_(pieces).first).to_be_visible()
        if not choices.count():
            pieces.first.click()
            expect(choices.first).to_be_visible()
        near: list[int] = choices.evaluate_all(IN_REACH)
        places = near or list(range(choices.count()))
        self.click(choices.nth(places[number % len(places)]))

    def type_action(self, text: str) -> None:
        """In the menu beside the game."""
        self.open_menu()
        self.page.locator("#typed").fill(text)
        self.button("Do it").click()
        if not self.page.locator("dialog[open]").count():
            self.close_drawer()

    def open_menu(self) -> None:
        if not self.page.locator("aside .menu").count():
            self.page.locator("button.iconbutton.more").click()
        expect(self.page.locator("aside .menu")).to_be_visible()

    def close_drawer(self) -> None:
        """Chat, log or menu, so that the table can be clicked everywhere."""
        if self.page.locator("aside header .iconbutton").count():
            self.page.locator("aside header .iconbutton").click()
