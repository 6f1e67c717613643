"""Who knows which face-down card: what each observer has seen and still remembers.

Every face-down card has a mark that says who has seen its face: nobody (starting money), one seat (its own
income) or both (cleared rows, passengers). A spectator knows what both seats have seen. Shuffling mixes the
places up; from then on each observer remembers a multiset of faces that went into the draw pile. A face
leaves that memory when the observer draws it, or when the other player, having drawn from this pile, shows
one like it: it may be the remembered card. So the memory holds only what is certain, and it depends on
nothing that the observer could not see.

The next shuffle starts the memory afresh from the cards shuffled then. Remembered faces that the other player
may hold in hand are not carried over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.law.data import ORDER

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Pile

Memory = tuple[tuple["Card", ...], ...]

SPECTATOR: Final = 2
"""The place of a spectator's memory, after those of the two seats."""

UNSEEN: Final = 0
SEEN_BY: Final = (1, 2)
SEEN_BY_BOTH: Final = 3
NEEDED: Final = (1, 2, 3)
"""The marks a card must have for an observer (seat 0, seat 1, spectator) to know its face."""
OLDER: Final = 4
"""A further mark, for face-down cards that already lay there at the last shuffle: nobody drew them since."""
MARKS: Final = 8
"""Every combination of marks is a number below this."""

NOTHING: Final[Memory] = ((), (), ())


def knows(observer: int, seen: int) -> bool:
    """True if an observer knows the face of a card with these marks."""
    needed = NEEDED[observer]
    return seen & needed == needed


def after_shuffle(shuffled: Pile) -> Memory:
    """What each observer remembers of a new draw pile: the faces they had seen before the shuffle."""
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
    """The memory after a seat has drawn these cards from the draw pile."""
    own = memory[seat]
    for card in cards:
        own = _without(own, card)
    return tuple(own if observer == seat else faces for observer, faces in enumerate(memory))


def after_showing(memory: Memory, seat: int, card: Card) -> Memory:
    """The memory after a seat that drew from this pile has shown a card: the others forget one such face."""
    return tuple(
        faces if observer == seat else _without(faces, card) for observer, faces in enumerate(memory)
    )


def _without(faces: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    if card not in faces:
        return faces
    place = faces.index(card)
    return faces[:place] + faces[place + 1 :]
