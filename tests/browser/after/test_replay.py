"""Looking back: a running game of one's own, a record file; every way through it, what can be taken along."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.blind import Listener
from tests.browser.eyes import problems, too_wide
from tests.browser.people import DESKTOP, PHONE
from tests.browser.stages import RECORDS
from tests.golden import archive

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.people import Person

ALIKE = ("trambahn/all_options.json", 15)
"""A golden game, and a step after which the same happens once more."""


def open_record(person: Person, key: str, record: str = "") -> Locator:
    """A golden game from a file, the usual one of a game or another; the page's main part, which says the
    step.
    """
    person.go("/replay")
    person.page.locator("input[type=file]").set_input_files(archive.records()[record or RECORDS[key]])
    main = person.page.locator("main[data-step]")
    expect(main).to_have_attribute("data-step", "1")
    expect(person.page.locator(".board svg").first).to_be_visible()
    return main


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position in the game")


def test_steps_that_are_alike_are_heard_one_by_one(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    main = open_record(ada, "trambahn", ALIKE[0])
    ears = Listener(ada.page)
    for step in range(2, ALIKE[1] + 2):
        ears.hear()
        ada.button("Step forward").click()
        expect(main).to_have_attribute("data-step", str(step))
        said = ears.wait(ears.hear, f"nothing is said of step {step}")
    assert "plays a card as a passenger on yellow: Yellow 5" in " ".join(said)


@pytest.mark.parametrize("key", RECORDS)
def test_a_record_file_step_by_step(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    record = archive.read(archive.records()[RECORDS[key]])
    main = open_record(ada, key)
    last = str(len(record.actions))
    ada.button("Step forward").click()
    expect(main).to_have_attribute("data-step", "2")
    ada.button("Go to end").click()
    expect(main).to_have_attribute("data-step", last)
    expect(ada.button("Step forward")).to_be_disabled()
    scores = archive.results(key)[RECORDS[key].partition("/")[2]]["scores"]
    legend = ada.page.locator("section", has=ada.page.locator("h2#chart")).locator("p b")
    expect(legend).to_have_text([str(score) for score in scores])
    ada.button("Step back").click()
    expect(main).to_have_attribute("data-step", str(len(record.actions) - 1))
    ada.page.get_by_label("View").select_option("1")
    expect(main).to_have_attribute("data-step", str(len(record.actions) - 1))
    expect(ada.page.get_by_label("View")).to_have_value("1")


def test_the_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    main = open_record(ada, "interurban")
    keys = ada.page.keyboard
    ada.page.locator("h1").click(force=True)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(main).to_have_attribute("data-step", "3")
    keys.press("ArrowLeft")
    expect(main).to_have_attribute("data-step", "2")
    keys.press("End")
    expect(ada.button("Step forward")).to_be_disabled()
    keys.press("Home")
    expect(main).to_have_attribute("data-step", "1")
    ada.button("2×").click()
    ada.page.locator("h1").click(force=True)
    keys.press("Space")
    expect(ada.button("Pause")).to_be_visible()
    expect(main).to_have_attribute("data-step", re.compile(r"^([3-9]|\d\d+)$"))  # it goes on while we look
    keys.press("Space")
    expect(ada.button("Play")).to_be_visible()
    slider(ada.page).focus()
    keys.press("End")
    expect(slider(ada.page)).to_have_attribute("aria-valuetext", re.compile(r"Turn \d+: \w+, step \d of \d"))


def test_turns_and_sentences_lead_on(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    main = open_record(ada, "interurban")
    turns = ada.page.locator("section", has=ada.page.locator("h2#turns")).get_by_role("button")
    turns.nth(3).click()
    expect(turns.nth(3)).to_have_attribute("aria-current", "step")
    expect(ada.page.locator("h2#told")).to_have_text(re.compile("^Turn 3: "))
    before = main.get_attribute("data-step")
    ada.page.locator("section", has=ada.page.locator("h2#told")).get_by_role("button").first.click()
    dialog = ada.page.get_by_role("dialog", name="Rules of InterUrban")
    expect(dialog.locator(".wanted")).to_be_in_viewport()
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(main).to_have_attribute("data-step", before or "")
    box = (
        ada.page.locator("section", has=ada.page.locator("h2#chart")).locator("svg[role=img]").bounding_box()
    )
    assert box is not None
    ada.page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    expect(main).not_to_have_attribute("data-step", before or "")


@pytest.mark.parametrize("key", RECORDS)
def test_pictures_to_take_along(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    open_record(ada, key)
    slider(ada.page).fill("20")
    with ada.page.expect_download() as drawn:
        ada.button("Save as SVG").click()
    text = drawn.value.path().read_text(encoding="utf-8")
    assert ET.fromstring(text).get("viewBox")  # noqa: S314 (the page's own drawing)
    assert "var(--" not in text
    assert "class=" not in text
    assert "font/woff2" in text
    with ada.page.expect_download() as taken:
        ada.button("Save as PNG").click()
    pixels = taken.value.path().read_bytes()
    assert pixels.startswith(b"\x89PNG")
    assert len(pixels) > 20_000
    with ada.page.expect_download() as record:
        ada.button("Download the record (JSON)").click()
    assert record.value.path().read_bytes() == archive.records()[RECORDS[key]].read_bytes()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no json at all", "it contains no JSON"),
        ('{"format": "stellwerk-record/1"}', "wrong at “game”"),
        ("wrong", "refused"),
    ],
)
def test_files_that_are_no_record(
    text: str, sentence: str, person: Callable[..., Person], tmp_path: Path
) -> None:
    if text == "wrong":
        record: dict[str, Any] = json.loads(archive.records()["trambahn/simple.json"].read_bytes())
        record["actions"][3] = "P B99"
        text, sentence = json.dumps(record), "4"
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    ada = person("Ada")
    ada.go("/replay")
    ada.page.locator("input[type=file]").set_input_files(file)
    expect(ada.page.get_by_role("alert")).to_contain_text(sentence)


def play_some(person: Person, actions: int) -> None:
    for _ in range(actions):
        if not person.wait_for_turn():
            return
        person.do_anything()


def code_of(person: Person) -> str:
    found = re.search(r"/t/(\w+)", person.page.url)
    assert found is not None
    return found[1]


def test_ones_own_running_game_and_the_shared_link(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.own.context.grant_permissions(["clipboard-read", "clipboard-write"])
    positions.begin(ada)
    play_some(ada, 3)
    code = code_of(ada)
    ada.go(f"/r/{code}#3")
    main = ada.page.locator("main[data-step]")
    expect(main).to_have_attribute("data-step", "3")
    expect(ada.page.get_by_text("in progress")).to_be_visible()
    expect(ada.page.get_by_label("View")).to_have_count(0)
    expect(ada.page.get_by_role("link", name="Download the record (JSON)")).to_have_count(0)
    ada.button("Step back").click()
    ada.button("Share link").click()
    expect(ada.page.get_by_role("status").filter(has_text="Link to this position copied")).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()").endswith(f"/r/{code}/1#2")
    bo = person("Bo")
    bo.go(f"/r/{code}/1#2")
    expect(bo.page.locator("main[data-step]")).to_have_attribute("data-step", "2")
    hands = "Ada has in hand"
    ada.button("Go to start").click()
    bo.button("Go to start").click()
    expect(ada.page.get_by_text(hands)).to_be_visible()
    expect(bo.page.get_by_text(hands)).to_have_count(0)


def test_nothing_to_replay(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.invite().rpartition("/")[2]
    ada.go(f"/r/{code}")
    expect(ada.page.get_by_text("No game has started at this table yet.")).to_be_visible()
    ada.go("/r/NOSUCH/1")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("This game can’t be shown")


@pytest.mark.parametrize("key", RECORDS)
def test_it_fits_large_screens_and_axe_finds_nothing_serious(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    open_record(ada, key)
    for size in ((1920, 1080), (820, 1180), DESKTOP):
        assert too_wide(ada.page, size) == []
        if size[0] >= 1200:
            assert ada.page.evaluate("document.documentElement.scrollHeight") <= size[1], size
    slider(ada.page).fill("25")
    assert problems(ada.page) == []


def test_it_fits_a_phone(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    for key in RECORDS:
        open_record(ada, key)
        assert too_wide(ada.page, PHONE) == [], key


def test_german(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    ada.go("/replay")
    ada.page.locator("input[type=file]").set_input_files(archive.records()[RECORDS["trambahn"]])
    expect(ada.page.get_by_role("heading", name="Verlauf der Punkte")).to_be_visible()
    expect(ada.page.get_by_text("Die Karten sind verteilt").first).to_be_visible()
    ada.page.get_by_title("English").click()
    expect(ada.page.get_by_text("The cards are dealt").first).to_be_visible()
