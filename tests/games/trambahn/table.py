"""Builds positions of Trambahn for tests; every position holds all 120 cards and all 16 trams.

Cards are written as in the notation, separated by spaces; a number stands for that many arbitrary cards. A
row is its cards and perhaps its tram, such as ``"K B1 B4 x3"``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import pytest

from stellwerk import LANGUAGES, IllegalAction, load_texts
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import Shuffle
from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    DECK,
    LINES,
    OFFER_SIZE,
    ORDER,
    TRAM_STACK,
    Card,
    Tram,
)
from stellwerk.games.trambahn.law.state import Options, Pile, Player, Row, Run, SpecialRun, State, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ALL_PIECES = Counter[str](DECK) + Counter({"x2": 5, "x3": 4, "x4": 7})


def cards(text: str) -> tuple[Card, ...]:
    """The cards that a text lists."""
    return cast("tuple[Card, ...]", tuple(text.split()))


def in_order(faces: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order of the notation."""
    return tuple(sorted(faces, key=ORDER.__getitem__))


class Box:
    """The cards and trams that have not been put on the table yet."""

    def __init__(self) -> None:
        self.cards = Counter(DECK)
        self.trams = list(TRAM_STACK)

    def take(self, faces: Iterable[Card]) -> tuple[Card, ...]:
        """Take these cards out of the box, which must have them."""
        wanted = Counter(faces := tuple(faces))
        assert wanted <= self.cards, f"too many of one card: {faces}"
        self.cards -= wanted
        return faces

    def take_named(self, places: dict[str, str]) -> dict[str, tuple[Card, ...]]:
        """Take the cards of all places: first those that are named, then arbitrary ones for each number."""
        for text in places.values():
            self.take(card for card in cards(text) if not card.isdigit())
        return {place: self._with_any(text) for place, text in places.items()}

    def _with_any(self, text: str) -> tuple[Card, ...]:
        found: list[Card] = []
        for card in cards(text):
            found += self.take(self.left()[: int(card)]) if card.isdigit() else (card,)
        return tuple(found)

    def left(self) -> tuple[Card, ...]:
        """What is still in the box."""
        return in_order(self.cards.elements())

    def row(self, number: int, text: str) -> Row:
        """Take a row of these cards, with its tram if the text names one."""
        laid, tram = cards(text), None
        if laid[-1].startswith("x"):
            tram = cast("Tram", int(laid[-1][1:]))
            self.trams.remove(tram)
            laid = laid[:-1]
        stops = tuple(card for card in self.take(laid) if card != CONDUCTOR)
        return Row(number, stops, laid.count(CONDUCTOR), tram)

    def take_offer(self, text: str) -> tuple[Tram, ...]:
        """Take the trams that the text names, or the next three if it names none."""
        named = tuple(cast("Tram", int(tram[1:])) for tram in text.split())
        offer = named or tuple(self.trams[:OFFER_SIZE])
        for tram in offer:
            self.trams.remove(tram)
        return offer

    def left_as_rows(self) -> list[Row]:
        """Take all remaining cards as rows with the last trams; the conductors go to the first row."""
        rows: list[Row] = []
        conductors = self.take((CONDUCTOR,) * self.cards[CONDUCTOR])
        for line in LINES:
            while stops := tuple(card for card in dict.fromkeys(self.left()) if card[0] == line):
                number = 100 + len(rows)
                rows.append(Row(number, self.take(stops), 0 if rows else len(conductors), self.trams.pop()))
        return rows


def table(
    hand: str = "",
    *,
    rows: Sequence[str] = (),
    money: str = "",
    other_hand: str = "6",
    other_rows: Sequence[str] = (),
    other_money: str = "",
    waiting: str = "",
    draw: str = "",
    discard: str = "",
    rest: str = "draw",
    offer: str = "",
    turn: int = 0,
    step: Step = Step.PASSENGERS,
    passengers: int = 1,
    trams: int = 0,
    runs: Iterable[tuple[str, int, int]] = (),
    special_runs: Iterable[tuple[int, int]] = (),
    **options: Any,
) -> State:
    """A position in which it is the turn of seat `turn`, who by default has played one passenger.

    `hand`, `rows` and `money` belong to that seat, `other_…` to the other. `waiting` lists the passengers, a
    conductor with its line (``B7 K>R``). Runs are (line, points, points), special runs (seat, points). Cards
    that are not mentioned go where `rest` says: under the draw pile (`draw`), onto the discard pile
    (`discard`), or into rows of the other seat (`rows`).
    """
    box = Box()
    own_rows = [box.row(number, text) for number, text in enumerate(rows, 1)]
    others = [box.row(number, text) for number, text in enumerate(other_rows, 1)]
    open_trams, terminals = box.take_offer(offer), _terminals(box, waiting)
    places = {"hand": hand, "money": money, "other_hand": other_hand, "other_money": other_money}
    on = box.take_named({**places, "draw": draw, "discard": discard})
    if rest == "rows":
        others += box.left_as_rows()
    left = {rest: box.left()}
    own = Player(in_order(on["hand"]), Pile().put(on["money"], 0), tuple(own_rows), len(rows) + 1)
    other = Player(
        in_order(on["other_hand"]), Pile().put(on["other_money"], 0), tuple(others), len(other_rows) + 1
    )
    state = State(
        options=Options(**options),
        rules_version=1,
        start_seat=0,
        turn=turn,
        step=step,
        passengers=passengers,
        trams=trams,
        players=(own, other) if turn == 0 else (other, own),
        draw=on["draw"] + left.get("draw", ()),
        discard=Pile().put(on["discard"] + left.get("discard", ()), 0),
        terminals=terminals,
        offer=open_trams,
        stack=tuple(box.trams),
        runs=tuple(Run(cast("Any", line), (first, second)) for line, first, second in runs),
        special_runs=tuple(SpecialRun(seat, 1, "B", points) for seat, points in special_runs),
    )
    assert GAME.pieces(state) == ALL_PIECES
    return state


def _terminals(box: Box, waiting: str) -> tuple[tuple[Card, ...], ...]:
    terminals: dict[str, tuple[Card, ...]] = dict.fromkeys(LINES, ())
    for passenger in waiting.split():
        card, _, line = passenger.partition(">")
        terminals[line or card[0]] += box.take(cards(card))
    return tuple(terminals.values())


def play(state: State, *texts: str) -> State:
    """The state after these actions; checks that each is listed as legal and that no piece gets lost."""
    for text in texts:
        action = GAME.parse(text)
        if not isinstance(action, Shuffle):
            assert action in GAME.legal(state), f"{text} is not among {legal(state)}"
        state = GAME.apply(state, action)
        assert GAME.pieces(state) == ALL_PIECES
    return state


def legal(state: State) -> list[str]:
    """The texts of the legal actions."""
    return [GAME.to_text(action) for action in GAME.legal(state)]


def refused(state: State, text: str) -> tuple[str, str, dict[str, object]]:
    """Clause, code and parameters with which an action is refused; checks that it is not listed as legal.

    Names of rows are in the sentences, which speak of no row by its number unless that is all there is.
    """
    action = GAME.parse(text)
    assert action not in GAME.legal(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, action)
    for language in LANGUAGES:
        sentence = load_texts("trambahn", language).sentence(caught.value)
        assert sentence.endswith(f" ({caught.value.clause})")
        assert caught.value.code == "no_such_row" or not re.search(r"(row|Reihe) \d", sentence)
    given = {name: value for name, value in caught.value.params.items() if name not in ("which", "names")}
    return caught.value.clause, caught.value.code, given


def shuffle_of(*faces: str) -> str:
    """The text of a chance action that makes a draw pile of these cards, the first on top."""
    return " ".join(("!", *" ".join(faces).split()))
