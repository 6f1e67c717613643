"""Rules at hand: a book per game with pictures and search, opened from anywhere, left to where one was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import stellwerk
from stellwerk.core.parts import part
from tests.browser.eyes import problems
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

PICTURES = 8


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_clause_and_enough_pictures(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    ada.go(f"/rules/{key}")
    texts = stellwerk.load_texts(key, "de")
    expect(ada.page.locator("dt")).to_have_text(list(texts.section("clauses")))
    pictures = ada.page.locator("figure")
    expect(pictures.locator("figcaption")).to_have_text(list(texts.section("pictures").values()))
    assert pictures.locator("svg").count() == pictures.count()
    assert pictures.count() >= (PICTURES if part(key, "pictures") else 0)


ENDS = {"trambahn": "TB-5.1", "interurban": "IU-6.1", "transamerica": "TA-6.2"}


@pytest.mark.parametrize(
    ("language", "question"), [("en", "When does the game end?"), ("de", "Wann ist das Spiel zu Ende?")]
)
@pytest.mark.parametrize("key", ENDS)
def test_a_question_finds_its_rule_and_a_game_fits_one_printed_page(
    key: str, language: str, question: str, person: Callable[..., Person]
) -> None:
    ada = person("Ada", language=language)
    ada.go(f"/rules/{key}")
    ada.page.get_by_role("searchbox").fill(question)
    expect(ada.page.locator("mark").first).to_be_visible()
    first = ada.page.locator("section[data-chapter]").first.locator("dt")
    assert ENDS[key] in first.all_inner_texts()
    ada.page.locator(f'a[href="/sheet/{key}"]').click()
    texts = stellwerk.load_texts(key, language).section("sheet")
    expect(ada.page.locator(".parts h2")).to_have_text([part["title"] for part in texts.values()])
    assert problems(ada.page) == []
    printed = ada.page.pdf(
        format="A4", margin={"top": "15mm", "right": "15mm", "bottom": "15mm", "left": "15mm"}
    )
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_search_without_accents_marks_what_it_finds(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    ada.go("/rules/trambahn")
    search = ada.page.get_by_role("searchbox")
    search.fill("FAHRGASTE endstation")
    expect(ada.page.locator("mark").first).to_be_visible()
    found = [text.lower() for text in ada.page.locator("dd").all_inner_texts()]
    assert found
    assert all("fahrg" in text and "endstation" in text for text in found)
    search.fill("tb-3.2.3")
    expect(ada.page.locator("dt").first).to_have_text("TB-3.2.3")
    search.fill("Unsinn")
    expect(ada.page.locator("dt")).to_have_count(0)
    expect(ada.page.get_by_text("Keine Regel enthält diese Wörter.")).to_be_visible()


def test_a_deep_link_and_from_clause_to_clause(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/rules/trambahn#TB-3.2.6")
    wanted = ada.page.locator(".wanted")
    expect(wanted.locator("dt")).to_have_text("TB-3.2.6")
    expect(wanted).to_be_in_viewport()
    wanted.get_by_role("button", name="Open rule TB-4.3").click()
    expect(wanted.locator("dt")).to_have_text("TB-4.3")
    expect(wanted).to_be_in_viewport()
    assert ada.page.url.endswith("#TB-4.3")
    ada.button("Back to TB-3.2.6").click()
    expect(wanted.locator("dt")).to_have_text("TB-3.2.6")
    expect(wanted).to_be_in_viewport()


def test_a_question_mark_opens_the_rule_of_a_thing(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/rules/trambahn")
    ada.page.locator('[data-clause="TB-4.2"] a').focus()
    ada.page.keyboard.press("?")
    dialog = ada.page.get_by_role("dialog", name="Rules of Trambahn")
    expect(dialog.locator(".wanted dt")).to_have_text("TB-4.2")
    expect(dialog.locator(".wanted")).to_be_in_viewport()
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.page.locator('[data-clause="TB-4.2"] a')).to_be_focused()


def test_a_game_that_does_not_exist(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/rules/chess")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("The rules could not be loaded")


@pytest.mark.parametrize("key", stellwerk.games())
def test_axe_finds_nothing_serious(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go(f"/rules/{key}")
    expect(ada.page.locator("dt").first).to_be_visible()
    ada.page.get_by_role("searchbox").fill("the")  # nearly every clause, each with a few marks
    assert problems(ada.page) == []


def test_it_fits_a_phone(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    for key in stellwerk.games():
        ada.go(f"/rules/{key}")
        expect(ada.page.locator("dt").first).to_be_visible()
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], key
