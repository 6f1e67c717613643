"""Without eyes: a whole game of each by keyboard and accessibility tree, deciding by what is read out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.blind import Gone, Listener, Thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person
    from tests.browser.server import Server

MOST_STEPS = 600
RESULT = r"\b[Ww]ins?\b|\bdraw\b"
PUT_DOWN = "^(Board the passenger|Lay the stop|Start a row|Buy)$"
TWO_BLUE_TENS = "test_blind.py::test_a_game_of_trambahn[chromium]"
"""A deal that begins with two cards alike."""
MOST_STOPS = 2
"""In one turn of Trambahn, so that the game is not long."""


def play(ears: Listener, step: Callable[[Listener], None]) -> None:
    """Do a game's next step whenever it is one's turn, until the result is there."""
    for number in range(MOST_STEPS):
        ears.wait(lambda: is_asked(ears), "nobody says what comes next")
        if ears.find("dialog", RESULT):
            return
        if number > 0:
            assert ears.focus().role != "RootWebArea", f"the focus is lost; heard last: {ears.said[-400:]}"
        ears.hear()
        try:
            step(ears)
        except Gone:
            continue  # the server's answer came while the keys were pressed: read again
        ears.wait(
            lambda: "Guest" in " ".join(ears.hear()) or ears.find("dialog"), "what was done is not confirmed"
        )
    raise AssertionError("the game does not end")


def is_asked(ears: Listener) -> bool:
    """The page is called so while it is one's turn; a dialog asks as well."""
    return bool(ears.find("RootWebArea", "Your turn") or ears.find("dialog"))


def check_the_end(ears: Listener, *others: str) -> None:
    """Everybody's turns and the result were heard; what can be read of the result agrees."""
    for name in others:
        assert (
            len(re.findall(rf"^.*\b{name} (?:plays|extends|sets|builds|starts)", ears.said, re.MULTILINE))
            >= 3
        )
    scores = re.findall(r"The game is over: [^(]+ \(\S+\)\. (.*?)\. ", ears.said)
    assert len(scores) == 1, ears.said[-600:]
    points = dict(re.findall(r"(\w+) (−?\d+)", scores[0]))
    assert set(points) == {"Guest", *others}
    (ranking,) = ears.find("list", "^Ranking$")
    ranks = [ears.read(one) for one in ears.find("listitem") if ranking.number in one.within]
    assert len(ranks) == len(points)
    for line in ranks:
        name = next(one for one in points if one in line)
        assert line.endswith(f"{points[name]} points")
    assert ears.focus().name == "Play again"


def play_bots(ears: Listener, game: str, level: str = "Easy") -> None:
    """From the lobby to a table with bots of a level."""
    ears.use(ears.wait_for("button", f"^Play bots: {game}$"))
    ears.use(ears.wait_for("button", level))
    ears.wait_for("heading", f"^{game}, Table")
    assert ears.focus().role == "heading"  # the new page is said, and Tab goes on from there


# Trambahn


def trambahn(ears: Listener) -> None:
    """Two passengers where a run brings most, a tram, stops that make rows worth more, the end."""
    if ears.find("dialog"):
        ears.use(ears.enabled("button", "^End")[-1])
        return
    cards = ears.enabled("button", inside="^Your hand$")
    if ears.find("button", "1 Passengers, current step"):
        pieces = [max(cards, key=lambda card: lead(ears, card))]
    else:
        few = cards[: len(cards) - 4 + MOST_STOPS]
        pieces = ears.enabled("button", "Price", inside="^Tram offer$") or few
    for piece in pieces:
        ears.use(piece)
        told = " ".join(ears.wait(ears.hear, "nothing is said of a picked piece"))
        if not told.startswith("Bank"):
            ears.use(ears.wait(lambda: ears.enabled("button", PUT_DOWN), "a piece cannot be put down")[0])
            return
        ears.press("Escape")
    ears.use(ears.find("button", "^End turn$")[0])


def lead(ears: Listener, card: Thing) -> int:
    """What a run of the card's line would bring now, as its terminal says."""
    colour = card.name.split(" ")[0]
    for terminal in ears.find("image", f"^{colour} terminal"):
        mine, other = re.findall(r"\d+", terminal.name)[-2:]
        return int(mine) - int(other)
    return 0


def test_a_game_of_trambahn(person: Callable[..., Person]) -> None:
    ears = Listener(person().own)
    play_bots(ears, "Trambahn")
    play(ears, trambahn)
    assert len(re.findall(r"Run \d+ \(\w+\): Guest \d+, Lotte \d+", ears.said)) >= 10
    check_the_end(ears, "Lotte")


def test_the_same_words_are_said_again(person: Callable[..., Person], server: Server) -> None:
    ears = Listener(person().own)
    server.deal_for(TWO_BLUE_TENS)
    play_bots(ears, "Trambahn")
    for _ in range(2):
        ears.wait(lambda: is_asked(ears), "nobody says what comes next")
        ears.hear()
        trambahn(ears)
        ears.wait(lambda: "Guest plays" in " ".join(ears.hear()), "what was done is not confirmed")
    assert len(re.findall("Guest plays a card as a passenger on blue: Blue 10", ears.said)) == 2


# InterUrban


def interurban(ears: Listener) -> None:
    """A station of one's own if it fits, else whatever comes first; a second Enter lays it."""
    ways = ears.enabled("button", inside="^What you can lay$")
    own = tuple(one.name for one in ears.find("button", inside="^You$"))
    if not ways:
        ears.use(ears.find("button", "^End turn$")[0])
        return
    ears.use(next((one for one in ways if one.name.startswith(own)), ways[0]))
    assert ears.focus().is_("pressed")
    ears.press("Enter")


def test_a_game_of_interurban(person: Callable[..., Person]) -> None:
    ears = Listener(person().own)
    play_bots(ears, "InterUrban")
    play(ears, interurban)
    check_the_end(ears, "Emmi", "Theo")


# TransAmerica


def transamerica(ears: Listener) -> None:
    """Whatever leaves the fewest rails to lay; what ends the turn is confirmed by another Enter."""
    places = ears.enabled("button", r"\d+ (instead|to connect)", inside=r"^Map\.")
    if not places:
        ears.use(ears.enabled("button", "^(Next round|Result)$")[0])
        return
    numbers = [int(re.findall(r"(\d+) (?:instead|to connect)", one.name)[0]) for one in places]
    ears.use(places[numbers.index(min(numbers))])
    if ears.focus().is_("pressed"):
        ears.press("Enter")


def test_a_game_of_transamerica(person: Callable[..., Person]) -> None:
    ears = Listener(person().own)
    ears.use(ears.wait_for("button", "^Invite: TransAmerica$"))
    ears.wait_for("dialog")
    ears.choose(ears.find("combobox", "Seat 2")[0], "Mabel")
    ears.choose(ears.find("radio", "Until somebody passes the barrier")[0], "Each player starts once")
    ears.use(ears.find("button", "^Start the game$")[0])
    ears.wait_for("heading", "^TransAmerica, Table")
    play(ears, transamerica)
    for number in (1, 2):
        assert re.search(
            rf"Round {number} is over\..* Guest (?:loses|is connected)", ears.said.replace("\n", " ")
        )
    check_the_end(ears, "Mabel")
