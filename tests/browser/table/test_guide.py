"""The guided first games: on real tables, from the first sentence to playing on, at a desk and on a phone."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect

import stellwerk
from tests.browser.eyes import problems
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

GUIDED = [key for key in stellwerk.games() if stellwerk.load(key).info.first_deal]
"""The games with a guided first game."""
CLICKS = 6
"""Clicks for one action at most: pick up, put down, confirm."""
THINGS = 400
"""Clicks in a whole guided game at most."""


NEXT_FRAME = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


class Learner:
    """Somebody who does what the guide says, and anything where it says so."""

    def __init__(self, person: Person, key: str) -> None:
        self.person = person
        person.go(f"/learn/{key}")
        self.page = person.page
        begin = self.page.get_by_role("button", name="Start your first game")
        self.main: Locator = self.page.locator("main[data-step]")
        expect(begin.or_(self.main)).to_be_visible()
        if begin.count():
            begin.click()  # without a name
        expect(self.main).to_be_visible()
        self.page.evaluate(NEXT_FRAME)  # nobody sees what it is before

    @property
    def step(self) -> int:
        return int(self.main.get_attribute("data-step") or "0")

    @property
    def wanted(self) -> str | None:
        return self.main.get_attribute("data-wanted")

    @property
    def play_on(self) -> Locator:
        return self.page.get_by_role("link", name="Play on against")

    def read(self) -> None:
        self.page.get_by_role("button", name="Continue", exact=True).click()

    def seq(self) -> str:
        return self.main.get_attribute("data-seq") or ""

    def press(self, element: Locator) -> None:
        """As somebody would who clicks; a thing on a board may lie under its own ring."""
        element.dispatch_event("click")
        expect(self.main).not_to_have_attribute("data-line", "busy")

    def do_wanted(self) -> None:
        """Click what is in the spotlight until the server has taken it."""
        before, wanted = self.seq(), self.wanted
        for _ in range(CLICKS):
            lit = self.page.locator("[data-spotlit]")
            expect(lit.first).to_be_attached()
            direct = self.page.locator(f'[data-spotlit][data-action="{wanted}"]')
            self.press(direct.first if direct.count() else lit.first)
            if self.seq() != before:
                return
        raise AssertionError(f"{wanted} could not be done")

    def do_anything(self) -> None:
        actions = self.page.locator("[data-action]:not([disabled]):not([aria-disabled=true])")
        if actions.count() == 0:
            actions = self.page.locator("[data-card][aria-disabled=false], [data-tile]:not(.isIdle)")
        with suppress(PlaywrightTimeout):  # a bot's turn may begin meanwhile; the next round looks again
            actions.first.dispatch_event("click", timeout=1000)
        expect(self.main).not_to_have_attribute("data-line", "busy")

    @property
    def place(self) -> tuple[float, float]:
        """Where the table begins and ends: what the coach says must not move it."""
        box = self.main.bounding_box()
        assert box is not None
        return round(box["y"]), round(box["height"])

    def close_dialogs(self) -> None:
        """What lies over the table, such as the end of a round."""
        ahead = self.page.locator("dialog [data-next]")
        if ahead.count():
            ahead.click()

    def go_on(self, step: int) -> None:
        """One thing of a step, unless the table has gone on to another one meanwhile."""
        here = self.page.locator(f"body:has(main[data-step='{step}'])")
        read = here.get_by_role("button", name="Continue", exact=True)
        if read.count():
            with suppress(PlaywrightTimeout):
                read.click(timeout=1000)
        elif self.wanted is not None:
            self.do_wanted()
        else:
            self.do_anything()

    @property
    def payoff(self) -> int:
        """The step that lasts until the first points: the last but one."""
        return self.page.locator(".coach .line i").count() - 2

    def learn(self, until: int = THINGS) -> list[int]:
        """To the end, or to a step; the steps one came by."""
        seen = [self.step]
        ready = self.page.locator("main[data-turn=own][data-line=open], .coach .buttons")
        for _ in range(THINGS):
            expect(ready.or_(self.play_on).first).to_be_attached(timeout=60_000)
            step = self.step
            if self.play_on.count() or step >= until:
                return seen
            self.go_on(step)
            if self.step != seen[-1]:
                seen.append(self.step)
        raise AssertionError(f"no end after {seen}")


@pytest.mark.parametrize("key", GUIDED)
def test_from_the_first_sentence_to_the_first_points_and_playing_on(
    key: str, person: Callable[..., Person]
) -> None:
    """On the way axe finds nothing serious."""
    learner = Learner(person(), key)
    places = {learner.place}
    first, *_ = learner.learn(until=1)
    assert problems(learner.page) == []
    steps = [first, *learner.learn(until=learner.payoff + 1)]
    assert steps == sorted(set(steps))
    assert learner.step == learner.payoff + 1
    places.add(learner.place)
    assert len(places) == 1
    learner.close_dialogs()
    learner.read()
    expect(learner.play_on).to_be_visible()
    learner.play_on.click()
    expect(learner.page.locator("main#content")).to_have_attribute("data-status", re.compile("playing|ended"))
    assert "/t/" in learner.page.url


@pytest.mark.parametrize("key", GUIDED)
def test_on_a_phone_too_nothing_jumps(key: str, person: Callable[..., Person]) -> None:
    learner = Learner(person(size=PHONE), key)
    places = {learner.place}
    while learner.step < learner.payoff:
        learner.learn(until=learner.step + 1)
        places.add(learner.place)
    assert len(places) == 1
    assert learner.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_another_way_is_answered_kindly_and_a_wrong_one_explained(person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada"), "trambahn")
    learner.read()
    expect(learner.main).to_have_attribute("data-wanted", "P R7")
    page = learner.page
    page.locator('[data-card="G1"]').dispatch_event("click")
    page.locator('[data-place="terminal-G"]').first.dispatch_event("click")
    expect(page.get_by_role("status").filter(has_text="use what is highlighted")).to_be_visible()
    assert learner.wanted == "P R7"


def test_a_reload_goes_on_and_undo_goes_back(person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada"), "trambahn")
    learner.read()
    learner.do_wanted()
    expect(learner.main).to_have_attribute("data-wanted", "S G1>new")
    learner.page.keyboard.press("Backspace")
    expect(learner.main).to_have_attribute("data-wanted", "P R7")
    learner.do_wanted()
    learner.page.reload()
    expect(learner.main).to_be_visible()
    learner.read()  # what was read is read again, what was done is done
    expect(learner.main).to_have_attribute("data-wanted", "S G1>new")


def test_the_deal_is_the_same_for_everybody(person: Callable[..., Person]) -> None:
    hands = []
    for name in ("Ada", "Bo"):
        learner = Learner(person(name), "trambahn")
        hands.append(learner.page.locator("[data-card]").evaluate_all("all => all.map(x => x.dataset.card)"))
    assert hands[0] == hands[1]
    assert sorted(hands[0]) == sorted(["B4", "R7", "G1", "G6", "G9", "K"])


def test_what_the_guide_speaks_of_is_seen_whole(person: Callable[..., Person]) -> None:
    """Cards that cannot be played yet are pale, except while the hand is spoken of; no frame is cut off."""
    ada = person("Ada")
    Learner(ada, "trambahn")
    expect(ada.page.locator("[data-spotlit] [data-card]").first).to_have_css("opacity", "1")
    Learner(ada, "interurban")
    lit = ada.page.locator(".timetable[data-spotlit]")
    expect(lit).to_have_css("outline-offset", "-4px")


def test_the_step_is_announced(person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada", language="de"), "transamerica")
    spoken = learner.page.locator(".coach [aria-live=polite]")
    expect(spoken).to_contain_text("Fünf geheime Städte")
    learner.page.get_by_role("button", name="Weiter", exact=True).press("Enter")
    expect(spoken).to_contain_text("Der Startstein")
    learner.page.get_by_role("button", name="Regel TA-3.1").click()
    expect(learner.page.get_by_role("dialog").locator(".wanted dt")).to_have_text("TA-3.1")


def test_who_has_no_name_yet_is_asked_for_one_once(person: Callable[..., Person]) -> None:
    guest = person()
    guest.go("/learn/trambahn")
    expect(guest.page.get_by_label("Your name")).to_be_focused()
    guest.page.keyboard.type("Gerda")
    guest.page.keyboard.press("Enter")
    expect(guest.page.locator("main[data-step]")).to_be_visible()
    expect(guest.page.locator("button.me")).to_contain_text("G")
    assert guest.page.evaluate("fetch('/api/me').then((me) => me.json())")["name"] == "Gerda"
    guest.go("/learn/interurban")
    expect(guest.page.locator("main[data-step]")).to_be_visible()


def test_the_choice_of_a_game(person: Callable[..., Person]) -> None:
    ada = person()
    ada.go("/learn")
    expect(ada.page.get_by_role("link", name="Start your first game")).to_have_count(len(GUIDED))
    assert problems(ada.page) == []
    ada.page.get_by_role("link", name="Start your first game: InterUrban").click()
    ada.page.get_by_role("button", name="Start your first game").click()
    expect(ada.page.locator(".coach h2")).to_have_text("Six lines")
    ada.go("/learn/chess")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("This game has no guided first game")
