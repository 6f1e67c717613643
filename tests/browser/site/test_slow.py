"""Over a slow line: few round trips, pieces that move at once, commands in order, and chat beside them."""

from __future__ import annotations

import gc
import re
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import stellwerk
from tests.browser import positions
from tests.browser.slow import SlowLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from tests.browser.people import Person
    from tests.browser.server import Server

ROUND_TRIP = 0.4
MOST_ROUND_TRIPS = 4
TRIES = 6
"""A busy machine keeps a page waiting too; none needs fewer round trips than there are."""
LAID = {"interurban": "g[aria-hidden] > [data-piece^=cell]", "transamerica": ".board .marker:not(.ghost)"}
"""What is drawn for each piece that was laid first."""
NOTES_THE_TIME = """new MutationObserver(() => {
  if (document.querySelector('article')) window.shownAt ??= performance.now()
}).observe(document, { subtree: true, childList: true })"""


@pytest.fixture
def line(server: Server) -> Iterator[SlowLine]:
    """A line to the server without delay at first."""
    with SlowLine(server.address) as line:
        yield line


def seconds_until_the_lobby(browser: Browser, address: str) -> float:
    """With empty caches and no connection open, by the page's own clock."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.add_init_script(NOTES_THE_TIME)
    page.goto("/", wait_until="commit")
    expect(page.locator("article")).to_have_count(len(stellwerk.games()))
    seconds: float = page.evaluate("window.shownAt / 1000")
    context.close()
    return seconds


def test_the_first_page_needs_four_round_trips(browser: Browser, line: SlowLine) -> None:
    """Against the same page without delay; connecting counts as one."""
    at_once = min(seconds_until_the_lobby(browser, line.address) for _ in range(2))
    line.round_trip = ROUND_TRIP
    later = (seconds_until_the_lobby(browser, line.address) for _ in range(TRIES))
    assert any(round((one - at_once) / ROUND_TRIP) <= MOST_ROUND_TRIPS for one in later)


def test_the_line_ends_cleanly_while_somebody_connects(server: Server) -> None:
    """On a busy machine browsers do: what a line leaves open would fail whichever test comes next."""
    with SlowLine(server.address) as line:
        line.sleep(0.1)  # so that it hears of both at once, of its end first
        late = socket.create_connection(("127.0.0.1", int(line.address.rpartition(":")[2])))
    with late, suppress(ConnectionError):
        assert late.recv(1) == b""
    gc.collect()


def seq_of(person: Person) -> int:
    return int(person.table.get_attribute("data-seq") or 0)


def click(person: Person, text: str) -> None:
    """Do it without waiting for anybody."""
    action = person.page.locator(f'main [data-action="{text}"]:visible').first
    action.click()
    chosen = person.page.locator(f'main [data-action="{text}"][aria-pressed=true]:visible')
    if chosen.count():
        chosen.first.click()


def hand(person: Person) -> list[str]:
    return [str(card.get_attribute("data-card")) for card in person.page.locator("[data-card]").all()]


def sit_at_trambahn(line: SlowLine, person: Callable[..., Person]) -> Person:
    ada: Person = person("Ada", address=line.address)
    table = positions.open_table(ada, "trambahn")
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    return ada


def play_card(person: Person, text: str) -> None:
    """Pick the card up and put it where the action says."""
    card = text.split()[1].split(">", maxsplit=1)[0]
    person.page.locator(f'[data-card="{card}"]').first.click()
    click(person, text)


def test_cards_move_at_once_and_commands_keep_their_order(
    line: SlowLine, person: Callable[..., Person]
) -> None:
    ada = sit_at_trambahn(line, person)
    before, cards = seq_of(ada), hand(ada)
    first = ada.legal("P ")[0]
    line.stall()
    play_card(ada, first)
    expect(ada.page.locator("[data-card]")).to_have_count(len(cards) - 1)
    second = next(text for text in (f"P {card}" for card in hand(ada)) if text != "P K")
    play_card(ada, second)
    expect(ada.page.locator("[data-card]")).to_have_count(len(cards) - 2)
    assert seq_of(ada) == before
    expect(ada.page.locator("main[data-line=busy]")).to_be_visible()
    line.flow()
    expect(ada.page.locator("main[data-line=open]")).to_be_visible()
    assert len(hand(ada)) == len(cards) - 2
    code = ada.page.url.rsplit("/", 1)[1]
    sight = ada.request.get(f"/api/codes/{code}").json()
    record = ada.request.get(f"/api/tables/{sight['id']}/games/1/replay").json()
    assert [step["text"] for step in record["steps"]][-2:] == [first, second]


def may_save_a_row(view: dict[str, Any]) -> bool:
    """One row has no tram, and there is money for one."""
    me = view["players"][0]
    tramless = [row for row in me["rows"] if row["tram"] is None]
    return view["passengers"] > 0 and len(tramless) == 1 and len(me["money"]) >= 5 and 2 in view["offer"]


def test_what_the_end_of_a_turn_costs_is_asked_of_the_position_after_all_moves(
    line: SlowLine, person: Callable[..., Person]
) -> None:
    ada: Person = person("Ada", address=line.address)
    for seed in range(1, 9):
        table = positions.open_table(ada, "trambahn")
        table = positions.play_on(ada, table, 200, seed, until=may_save_a_row)
        if table["status"] == "playing":
            break
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    tram = next(text for text in ada.legal("T ") if text.startswith("T x2>"))
    line.stall()
    ada.page.locator('[data-place="offer-2"] button').first.click()
    click(ada, tram)
    ada.page.locator("main [data-action=E]").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_have_count(0)  # by the last position known, the row would still be cleared
    line.flow()
    ended = ada.log.filter(has_text=re.compile("Ada plays .* draws"))
    expect(ended.or_(dialog).first).to_be_visible()
    if dialog.count():
        expect(dialog).not_to_contain_text("cleared")


def test_a_piece_goes_back_with_the_reason(
    line: SlowLine, person: Callable[..., Person], server: Server
) -> None:
    """The same seat is played from another window meanwhile."""
    ada = sit_at_trambahn(line, person)
    mine, other = ada.legal("P ")[:2]
    sight = ada.request.get(f"/api/codes/{ada.page.url.rsplit('/', 1)[1]}").json()
    act = {"do": "act", "text": other, "expected": sight["seq"], "seat": 0}
    line.stall()
    play_card(ada, mine)
    expect(ada.page.locator(f'[data-card="{mine.split()[1]}"]')).to_have_count(0)
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in ada.context.cookies())
    answer = ada.request.post(
        f"{server.address}/api/tables/{sight['id']}/commands",
        data=act,
        headers={"cookie": cookies, "origin": server.address},
    )
    assert answer.ok, answer.text()
    line.flow()
    expect(ada.page.locator(f'[data-card="{mine.split()[1]}"]')).to_have_count(1)
    expect(ada.page.locator(".toast.error")).to_be_visible()


def test_chat_has_its_own_lane(line: SlowLine, person: Callable[..., Person]) -> None:
    """Words said while a move is on its way are shown at once and arrive, in order."""
    ada = sit_at_trambahn(line, person)
    move = ada.legal("P ")[0]
    ada.page.locator("button.talk").click()
    field = ada.page.locator("aside form input")
    expect(field).to_be_visible()
    line.stall()
    play_card(ada, move)
    for words in ("one moment", "my line is slow"):
        field.fill(words)
        field.press("Enter")
    talk = ada.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(talk).to_have_count(2)
    line.flow()
    expect(ada.page.locator("main[data-line=open]")).to_be_visible()
    expect(talk).to_contain_text(["Ada", "Ada"])
    expect(talk).to_contain_text(["one moment", "my line is slow"])


def test_a_line_that_stalls_for_five_seconds(line: SlowLine, person: Callable[..., Person]) -> None:
    """It is neither lost nor are its commands; the page says that it is slow."""
    ada = sit_at_trambahn(line, person)
    cards, move = len(hand(ada)), ada.legal("P ")[0]
    line.stall()
    play_card(ada, move)
    expect(ada.page.get_by_text("The line is slow.")).to_be_visible()
    ada.page.wait_for_timeout(5000)
    line.flow()
    expect(ada.page.locator("main[data-line=open]")).to_be_visible()
    expect(ada.page.get_by_text("The line is slow.")).to_have_count(0)
    expect(ada.page.locator("[data-card]")).to_have_count(cards - 1)
    expect(ada.page.get_by_text("Connected again.")).to_have_count(0)


@pytest.mark.parametrize("game", ["interurban", "transamerica"])
def test_tiles_and_rails_lie_at_once(game: str, line: SlowLine, person: Callable[..., Person]) -> None:
    ada: Person = person("Ada", address=line.address)
    positions.sit_down(ada, positions.open_table(ada, game))
    ada.wait_for_turn()
    drawn = ada.page.locator(LAID[game])
    before, seq = drawn.count(), seq_of(ada)
    line.stall()
    chosen = ada.actions.first
    text = chosen.get_attribute("data-action") or ""
    click(ada, text)
    expect(drawn).to_have_count(before + 1)
    assert seq_of(ada) == seq
    line.flow()
    ada.wait_for_news(str(seq))
    expect(drawn.nth(before)).to_be_attached()  # the bot may have added its own by now
