"""Possible worlds: complete states of Trambahn that fit a view, with everything hidden dealt at random."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stellwerk.core.chance import shuffle
from stellwerk.games.trambahn.law.data import DECK, ORDER
from stellwerk.games.trambahn.law.memory import SEEN_BY, SPECTATOR
from stellwerk.games.trambahn.law.state import Pile, Player, State, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.view import FaceDown, View

Faces = list["Card | None"]
Slot = tuple[Faces, int]
"""A place for a card: a list and an index in it."""


class _Table:
    """A view laid out as lists of cards, with a gap (None) for every hidden card."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hands: list[Faces] = [
            [None] * player.hand_size if player.hand is None else list(player.hand) for player in view.players
        ]
        self.money: list[Faces] = [[card.card for card in player.money] for player in view.players]
        self.discard: Faces = [card.card for card in view.discard]
        self.draw: Faces = [None] * view.draw_size

    def gaps(self) -> list[Slot]:
        """The places of all hidden cards, in a fixed order."""
        lists = (self.draw, *self.hands, *self.money, self.discard)
        return [(faces, place) for faces in lists for place, card in enumerate(faces) if card is None]

    def seen_faces(self) -> Counter[Card]:
        """All faces whose place the observer knows."""
        lists = (self.draw, *self.hands, *self.money, self.discard)
        faces = Counter(card for faces in lists for card in faces if card is not None)
        for terminal in self.view.terminals:
            faces.update(terminal)
        for player in self.view.players:
            for row in player.rows:
                faces.update(row.cards)
        return faces

    def drawn_gaps(self, seat: int) -> list[Slot]:
        """Hidden cards that this seat may have drawn from the current pile: its hand and its income since."""
        gaps = [(self.hands[seat], place) for place, card in enumerate(self.hands[seat]) if card is None]
        for faces, cards in (
            (self.money[seat], self.view.players[seat].money),
            (self.discard, self.view.discard),
        ):
            gaps += [
                (faces, place)
                for place, card in enumerate(cards)
                if card.card is None and card.seen == SEEN_BY[seat]
            ]
        return gaps

    def holds(self, seat: int) -> Counter[Card]:
        """The faces that a seat has in hand or has taken as income since the last shuffle."""
        held = Counter(card for card in self.hands[seat] if card is not None)
        for faces, cards in (
            (self.money[seat], self.view.players[seat].money),
            (self.discard, self.view.discard),
        ):
            held.update(
                face
                for face, card in zip(faces, cards, strict=True)
                if face is not None and card.seen == SEEN_BY[seat]
            )
        return held


def sample(view: View, rng: RandomSource) -> State:
    """A random state in which the observer has this view.

    Remembered faces are spread evenly over the draw pile and over as many hidden cards of a player as that
    player has drawn from it. All other hidden faces are spread evenly over the places that remain.
    """
    table = _Table(view)
    if view.step is Step.DEAL:
        return _state(table, list(DECK))
    hidden = Counter(DECK) - table.seen_faces() - Counter(view.remembered)
    pool: list[Slot] = [(table.draw, place) for place in range(view.draw_size)]
    for seat, player in enumerate(view.players):
        drawn = table.drawn_gaps(seat)
        shuffle(drawn, rng)
        pool += drawn[: player.drawn]
    shuffle(pool, rng)
    _fill(pool, view.remembered)
    rest = sorted(hidden.elements(), key=ORDER.__getitem__)
    shuffle(rest, rng)
    _fill(table.gaps(), rest)
    return _state(table, table.draw)


def _fill(slots: list[Slot], cards: Iterable[Card]) -> None:
    for (faces, place), card in zip(slots, cards, strict=False):
        faces[place] = card


def _state(table: _Table, draw: Faces) -> State:
    view = table.view
    first, second = (
        Player(
            hand=tuple(sorted(_complete(table.hands[seat]), key=ORDER.__getitem__)),
            money=_pile(table.money[seat], player.money),
            rows=player.rows,
            next_row=player.next_row,
            drawn=player.drawn,
        )
        for seat, player in enumerate(view.players)
    )
    return State(
        options=view.options,
        rules_version=view.rules_version,
        start_seat=view.start_seat,
        turn=view.turn,
        step=view.step,
        passengers=view.passengers,
        trams=view.trams,
        players=(first, second),
        draw=_complete(draw),
        discard=_pile(table.discard, view.discard),
        terminals=view.terminals,
        offer=view.offer,
        stack=view.stack,
        runs=view.runs,
        special_runs=view.special_runs,
        memory=_memories(table),
    )


def _memories(table: _Table) -> tuple[tuple[Card, ...], ...]:
    """The memories of all: the observer's is known; the others remember what all do, less what they hold."""
    view = table.view
    common = view.remembered_by_all
    memories = [_less(common, table.holds(seat)) for seat in range(2)] + [common]
    memories[SPECTATOR if view.seat is None else view.seat] = view.remembered
    return tuple(memories)


def _less(faces: tuple[Card, ...], gone: Counter[Card]) -> tuple[Card, ...]:
    return tuple(sorted((Counter(faces) - gone).elements(), key=ORDER.__getitem__))


def _pile(faces: Faces, cards: tuple[FaceDown, ...]) -> Pile:
    return Pile(_complete(faces), tuple(card.seen for card in cards))


def _complete(faces: Faces) -> tuple[Card, ...]:
    return tuple(card for card in faces if card is not None)
