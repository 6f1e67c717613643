"""Games of mixed levels with their reviews, for `bench review`: kept one file each, so that a run can go on.

Every game has its table values. The first ones also have their decisions judged, some of them twice with
different seeds, and some with a blunder planted: a turn replaced by the worst legal one.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

import stellwerk
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.record import Record, make_record
from stellwerk.review import USUAL, Budget, Finding, Verdict, examine, outline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.core.game import AnyGame

LEVELS: Final = ("random", "easy", "medium", "hard", "master")
SEATS: Final = {"interurban": (2, 3), "transamerica": (2, 3, 2, 4)}
"""The numbers of seats that games take turns with; two for games that are not listed."""
MASTER_EVERY: Final = 5
"""In every fifth game a master plays: it thinks long."""


class Kept(msgspec.Struct, frozen=True):
    """One game of the proof."""

    number: int
    levels: tuple[str, ...]
    record: Record
    budget: Budget
    tables: tuple[Finding, ...]
    verdicts: tuple[Verdict, ...] = ()
    again: tuple[Verdict, ...] = ()
    """The same decisions judged with another seed."""


def kept(folder: Path, key: str) -> Iterator[Kept]:
    """The games of a key that are done, in order."""
    paths = sorted(folder.glob(f"{key}-*.json"), key=lambda path: int(path.stem.rpartition("-")[2]))
    for path in paths:
        yield msgspec.json.decode(path.read_bytes(), type=Kept)


def add(folder: Path, key: str, number: int, *, decisions: bool, twice: bool) -> None:
    """Play and review a game, or what is missing of it."""
    path = folder / f"{key}-{number}.json"
    if path.exists():
        game = msgspec.json.decode(path.read_bytes(), type=Kept)
    else:
        levels = lineup(key, number)
        record = play(key, f"review-{number}", levels)
        game = Kept(number, levels, record, USUAL, tuple(_examined(record, "")))
        _write(path, game)
    if decisions and not game.verdicts:
        game = msgspec.structs.replace(game, verdicts=judged(game.record, ""))
        _write(path, game)
    if twice and not game.again:
        _write(path, msgspec.structs.replace(game, again=judged(game.record, "again")))


def lineup(key: str, number: int) -> tuple[str, ...]:
    """The levels at the seats of a game."""
    rng, known = Random(f"{key}:{number}"), stellwerk.load(key).bots
    seats = SEATS.get(key, (stellwerk.load(key).info.seats.min,))
    others = [level for level in LEVELS[:-1] if level in known] or list(known)
    levels = [rng.choice(others) for _ in range(seats[number % len(seats)])]
    if number % MASTER_EVERY == 0 and LEVELS[-1] in known:
        levels[rng.randrange(len(levels))] = LEVELS[-1]
    return tuple(levels)


def play(key: str, seed: str, levels: tuple[str, ...]) -> Record:
    """The record of a game between bots."""
    game: AnyGame = stellwerk.load(key)
    setup = game.setup(len(levels), {}, draw_start_seat(seed, len(levels)))
    rng = Random(seed)
    seated: list[Seated[Any, Any]] = [Seated(game.bots[level](), rng) for level in levels]
    actions: list[Any] = []

    def choose(state: Any) -> Any:
        seat = game.actor(state)
        assert seat is not None
        return seated[seat].choose(len(actions), lambda: game.view(state, seat), game.legal(state))

    for moment in moments(game, game.begin(setup), choose, Chance(seed)):
        actions.append(moment.action)  # noqa: PERF401 (`choose` looks at the list)
    return make_record(game, setup, levels, actions, seed)


def judged(record: Record, seed: str, budget: Budget = USUAL) -> tuple[Verdict, ...]:
    """All decisions of a game."""
    found = [examine(record, piece, budget, seed) for piece in outline(record) if piece.kind == "decision"]
    return tuple(one for one in found if isinstance(one, Verdict))


def _examined(record: Record, seed: str) -> Iterator[Finding]:
    for piece in outline(record):
        if piece.kind in ("start", "table"):
            yield examine(record, piece, USUAL, seed)


def _write(path: Path, game: Kept) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(game))
    part.replace(path)
