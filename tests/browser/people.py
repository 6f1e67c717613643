"""Somebody in front of a browser: what they do, in words of the page. They only click and type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

DESKTOP = (1440, 900)
PHONE = (390, 844)


class Person:
    """One browser with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str | None = None,
        *,
        language: Literal["de", "en"] = "en",
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = DESKTOP,
        may_lose_the_line: bool = False,
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            locale={"de": "de-DE", "en": "en-GB"}[language],
            color_scheme=theme,
            reduced_motion="reduce",
            has_touch=size == PHONE,
        )
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self._complaints: list[str] = []
        self._may_lose_the_line = may_lose_the_line
        self.page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self.page.on("console", self._note)
        self.go("/")
        if name is not None:
            self.call_oneself(name)

    def _note(self, message: ConsoleMessage) -> None:
        lost = self._may_lose_the_line and "ERR_CONNECTION_" in message.text
        expected = "status of 404" in message.text or "status of 401" in message.text
        if message.type in ("error", "warning") and not lost and not expected:
            self._complaints.append(message.text)

    def leave(self) -> list[str]:
        """Close the browser; says what its pages complained about."""
        self.context.close()
        return self._complaints

    # Anywhere

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")
        expect(self.page.locator("main#content")).to_be_visible()

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def call_oneself(self, name: str) -> None:
        self.page.locator("button.me").click()
        self.page.get_by_role("dialog").get_by_role("textbox").fill(name)
        self.page.get_by_role("dialog").locator("button[type=submit]").click()
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    # In the lobby

    def play_bot(self, game: str = "Trambahn", level: str = "Simple") -> None:
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
        dialog.get_by_role("button", name="Begin the game").click()

    # At a table

    def wait_for_table(self) -> None:
        expect(self.page.locator(".picture svg[role=img]")).to_be_visible()

    @property
    def actions(self) -> Locator:
        return self.page.locator("button.action:enabled, button.end:enabled")

    def kind(self, title: str) -> Locator:
        """The actions under a heading."""
        return self.page.get_by_role("group", name=title, exact=True).locator("button.action:enabled")

    @property
    def end_turn(self) -> Locator:
        return self.page.locator("button.end:enabled")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("list", name="What happened").get_by_role("listitem")

    @property
    def result(self) -> Locator:
        return self.page.locator("h2#result")

    def wait_for_turn(self) -> bool:
        """Until one can do something; False if the game has ended."""
        expect(self.actions.or_(self.result).first).to_be_visible(timeout=60_000)
        return self.result.count() == 0

    def click(self, action: Locator) -> None:
        """Do it, and wait until the server has said yes."""
        seen = self.log.count()
        action.click()
        expect(self.log.nth(seen).or_(self.result).first).to_be_attached()
        expect(self.page.get_by_text("Sending …")).to_have_count(0)

    def do_anything(self) -> None:
        """The first thing that can be done."""
        self.click(self.actions.first)

    def type_action(self, text: str) -> None:
        self.page.locator("#typed").fill(text)
        self.button("Do it").click()
