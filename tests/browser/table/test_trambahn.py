"""The table of Trambahn in a browser: by mouse, by keyboard alone, by touch; refusals, languages, axe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.eyes import problems
from tests.browser.people import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

ROVING = "document.activeElement.matches('[data-rove]')"
FINGER = 44


def sit_down(person: Person) -> Person:
    """At a table with a bot, at one's own turn."""
    positions.begin(person)
    return person


def piece_of(action: str) -> str:
    return action.split(" ")[1].split(">", maxsplit=1)[0]


def pick(person: Person, action: str) -> Locator:
    """Pick up what an action needs; the place that performs it."""
    piece = piece_of(action)
    if action.startswith("T "):
        source = person.page.locator(f"button[aria-label*='×{piece[1]}, ']").first
    else:
        source = person.page.locator(f".hand [data-card='{piece}']").first
    if source.get_attribute("aria-pressed") != "true":
        source.click()
    expect(source).to_have_attribute("aria-pressed", "true")
    return person.page.locator(f"main [data-action='{action}']:visible").first


def play_turn(person: Person) -> None:
    """Two passengers, the first stop and tram there are, and the end, all by clicking."""
    for kind in ("P ", "P ", "S ", "T ", "E"):
        legal = person.legal(kind)
        if not legal:
            continue
        if kind == "E":
            person.page.keyboard.press("Escape")
        person.click(
            person.page.locator("main [data-action=E]:visible") if kind == "E" else pick(person, legal[0])
        )
        if person.table.get_attribute("data-status") == "ended":
            return


def test_the_last_runs_by_picking_and_placing(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, "trambahn")
    positions.sit_down(ada, positions.play_on(ada, table, 900, until=lambda view: len(view["runs"]) >= 3))
    turns = 0
    while ada.wait_for_turn():
        play_turn(ada)
        turns += 1
        assert turns < 60
    assert turns > 1
    expect(ada.result).to_contain_text(re.compile("win|draw"))
    ada.button("View the table").click()
    runs = ada.page.get_by_role("table", name="Score sheet").locator("tbody tr td:nth-child(3)")
    assert sum(text.strip() != "" for text in runs.all_inner_texts()) >= 10
    expect(ada.page.get_by_text("The game is over.")).to_be_visible()
    expect(ada.actions).to_have_count(0)
    assert problems(ada.page) == []


def test_every_legal_action_has_its_place(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    for _ in range(2):
        for action in ada.legal():
            if action != "E":
                expect(pick(ada, action)).to_be_visible()
        play_turn(ada)
        assert ada.wait_for_turn()


def press_until(person: Person, key: str, reached: str, limit: int = 60) -> None:
    for _ in range(limit):
        if person.page.evaluate(reached):
            return
        person.page.keyboard.press(key)
    raise AssertionError(f"{key} never reached {reached}")


def test_turns_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    page = ada.page
    for _ in range(2):
        press_until(ada, "Tab", ROVING)
        page.keyboard.press("End")
        press_until(ada, "ArrowLeft", "document.activeElement.matches('.hand [data-card]')")
        if page.locator(".hand :focus").get_attribute("aria-pressed") != "true":
            page.keyboard.press("Enter")
        before = ada.table.get_attribute("data-seq") or ""
        press_until(ada, "ArrowUp", "document.activeElement.matches('[data-action^=\"P \"]')")
        page.keyboard.press("Enter")
        ada.wait_for_news(before)
        press_until(ada, "Tab", "document.activeElement.matches('button[data-action=E]')")
        before = ada.table.get_attribute("data-seq") or ""
        page.keyboard.press("Enter")
        ada.wait_for_news(before)
        assert ada.wait_for_turn()


def test_backspace_takes_back_and_a_question_mark_explains(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    hand = ada.page.locator(".hand [data-card]")
    before = [card.get_attribute("data-card") for card in hand.all()]
    ada.click(pick(ada, ada.legal("P ")[0]))
    expect(hand).to_have_count(5)
    ada.page.keyboard.press("Backspace")
    expect(hand).to_have_count(6)
    assert [card.get_attribute("data-card") for card in hand.all()] == before
    ada.button("Undo").click(force=True)  # it tells why not
    expect(ada.page.get_by_text("Nothing can be undone").first).to_be_visible()
    hand.first.focus()
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog").get_by_text("TB-1.5", exact=True)).to_be_visible()


def test_a_card_is_dragged_to_its_terminal(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    action = next(text for text in ada.legal("P ") if ">" not in text)
    card = ada.page.locator(f".hand [data-card='{piece_of(action)}']").first
    terminal = ada.page.locator(f"[data-drop='terminal-{action[2]}']")
    before = ada.table.get_attribute("data-seq") or ""
    card.drag_to(terminal)
    ada.wait_for_news(before)
    expect(ada.log.first).to_contain_text("Ada plays")
    expect(ada.page.locator(".hand [data-card]")).to_have_count(5)


def test_a_refusal_names_its_clause(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    ada.page.locator("button[aria-label^='Horse tram']").first.click(force=True)
    toast = ada.page.locator(".toast.error")
    expect(toast).to_contain_text("passenger")
    toast.get_by_role("button", name=re.compile("TB-3.0")).click()
    expect(ada.page.get_by_role("dialog").locator(".wanted")).to_contain_text("TB-3.0")


def test_a_card_on_a_foreign_terminal_is_explained(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada"))
    action = next(text for text in ada.legal("P ") if ">" not in text)
    pick(ada, action)
    other = next(line for line in "BRGY" if line != action[2])
    ada.page.locator(f"[data-drop='terminal-{other}']").click(force=True)
    expect(ada.page.locator(".toast.error")).to_contain_text("terminal")
    expect(ada.page.locator(".toast.error")).to_contain_text("TB-3.1.1")


def test_german_and_english(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    ada.button("Gegen Bots: Trambahn").click()
    ada.button("Leicht", exact=False).click()
    ada.wait_for_table()
    assert ada.wait_for_turn()
    expect(ada.button("Einsteigen lassen")).to_be_visible()
    expect(ada.page.get_by_role("heading", name="Wertungsblock")).to_be_visible()
    card = ada.page.locator(".hand [data-card]").first
    assert re.fullmatch(
        r"(Blau|Rot|Grün|Gelb) \d+, \d Punkte?|Schaffner, ohne Punkte", card.get_attribute("aria-label") or ""
    )
    ada.page.locator("label", has_text="EN").click()
    expect(ada.button("Board the passenger")).to_be_visible()
    expect(ada.page.get_by_role("heading", name="Score sheet")).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing_serious_in_the_middle(
    size: tuple[int, int], person: Callable[..., Person]
) -> None:
    ada = sit_down(person("Ada", size=size))
    assert problems(ada.page) == []
    ada.do_anything()
    ada.page.locator(".hand [data-card]").first.click()  # with its targets
    assert problems(ada.page) == []


def test_a_phone(person: Callable[..., Person]) -> None:
    ada = sit_down(person("Ada", size=PHONE, language="en"))
    page = ada.page
    for _ in range(2):
        action = ada.legal("P ")[0]
        page.locator(f".hand [data-card='{piece_of(action)}']").first.tap()
        for control in page.locator("main button:visible, main .spot.target").all():
            box = control.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= FINGER, control.get_attribute("aria-label")
        ada.do(action)
        ada.do("E")
        assert ada.wait_for_turn()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE[1]
    page.get_by_role("button", name="Tram offer").tap()
    expect(page.get_by_role("dialog").get_by_text("Price 5").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Score sheet")).tap()
    expect(page.get_by_role("dialog").get_by_role("table", name="Score sheet")).to_be_visible()
