"""Who knows which face-down card: what players saw, and what they may remember of it.

Face-down cards keep, place by place, a mark of who has seen their face: nobody (starting money), one seat
(its own income) or both (cleared rows, passengers). A spectator knows what both seats saw. Once cards are
shuffled the places are gone; each observer then remembers a multiset of faces that went into the draw pile.
A face leaves that memory when the observer draws it, or when another player who has drawn from this pile
shows it: it may have been the remembered card. So the memory holds only what is certain, and depends on
nothing that the observer could not see.

At the next shuffle the memory starts afresh from the cards that are shuffled then: which remembered faces the
other player kept in hand is not carried over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.law.data import ORDER

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Pile

Memory = tuple[tuple["Card", ...], ...]

SPECTATOR: Final = 2
"""The place of a spectator's memory, behind those of the two seats."""

UNSEEN: Final = 0
SEEN_BY: Final = (1, 2)
SEEN_BY_BOTH: Final = 3
NEEDED: Final = (1, 2, 3)
"""Which marks an observer (seat 0, seat 1, spectator) must find to know a face."""
OLDER: Final = 4
"""A further mark for face-down cards that lay there before the last shuffle: none of them was drawn since."""
MARKS: Final = 8
"""All marks together are numbers below this."""

NOTHING: Final[Memory] = ((), (), ())


def knows(observer: int, seen: int) -> bool:
    """Whether an observer knows the face of a card with this mark."""
    needed = NEEDED[observer]
    return seen & needed == needed


def after_shuffle(shuffled: Pile) -> Memory:
    """What each observer remembers of a new draw pile: the faces seen before they were shuffled."""
    return tuple(
        tuple(
            sorted(
                (
                    card
                    for card, seen in zip(shuffled.cards, shuffled.seen, strict=True)
                    if knows(observer, seen)
                ),
                key=ORDER.__getitem__,
            )
        )
        for observer in range(3)
    )


def after_drawing(memory: Memory, seat: int, cards: tuple[Card, ...]) -> Memory:
    """A seat has looked at cards of the draw pile."""
    own = memory[seat]
    for card in cards:
        own = _without(own, card)
    return tuple(own if observer == seat else faces for observer, faces in enumerate(memory))


def after_showing(memory: Memory, seat: int, card: Card) -> Memory:
    """A seat that has drawn from this pile has shown a card: the others no longer count it as remembered."""
    return tuple(
        faces if observer == seat else _without(faces, card) for observer, faces in enumerate(memory)
    )


def _without(faces: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    if card not in faces:
        return faces
    place = faces.index(card)
    return faces[:place] + faces[place + 1 :]
