"""Games of bots with their reviews, for `bench review`: kept one file each, so that a run can go on.

Each check needs games of its own kind, and of each only a part of its review, so that hours are enough:

    looks    mixed levels, table values at a quarter, half and three quarters            check 2
    luck     one strong level at all seats, all table values as `arena --adjusted` does  check 3
    levels   every pair of levels, all decisions; some judged twice with other seeds     checks 1, 4, 5
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec

import stellwerk
from stellwerk.arena.adjusted import BUDGET as LUCK
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.record import Record, make_record
from stellwerk.review import USUAL, Budget, Finding, Piece, Verdict, examine, outline

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.core.game import AnyGame

Kind = Literal["looks", "luck", "levels"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVELS: Final = ("random", "easy", "medium", "hard", "master")
EQUAL: Final = "hard"
"""The level that plays against itself where luck is measured."""
SEATS: Final = {"interurban": (2, 3), "transamerica": (2, 3, 2, 4)}
"""The numbers of seats that games take turns with; two for games that are not listed."""
MASTER_EVERY: Final = 20
"""In one game of mixed levels in this many a master plays: it thinks long."""
TWICE: Final = 10
"""One game in this many has its decisions judged twice."""


class Kept(msgspec.Struct, frozen=True):
    """One game of the proof."""

    kind: Kind
    number: int
    levels: tuple[str, ...]
    record: Record
    budget: Budget
    tables: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    again: tuple[Verdict, ...] = ()
    """The same decisions judged with another seed."""


def kept(folder: Path, key: str, kind: Kind) -> Iterator[Kept]:
    """The games of a key and kind that are done, in order."""
    paths = sorted(folder.glob(f"{key}-{kind}-*.json"), key=lambda path: int(path.stem.rpartition("-")[2]))
    for path in paths:
        yield msgspec.json.decode(path.read_bytes(), type=Kept)


def add(folder: Path, key: str, kind: Kind, number: int) -> None:
    """Play and review a game, unless that has been done."""
    path = folder / f"{key}-{kind}-{number}.json"
    if path.exists():
        return
    levels = lineup(key, kind, number)
    record = play(key, f"{kind}-{number}", levels)
    budget = LUCK if kind == "luck" else USUAL
    game = Kept(kind, number, levels, record, budget)
    if kind == "levels":
        again = judged(record, "again", budget) if number % TWICE == 0 else ()
        game = msgspec.structs.replace(game, verdicts=judged(record, "", budget), again=again)
    else:
        game = msgspec.structs.replace(game, tables=tuple(_tables(record, kind, budget)))
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(game))
    part.replace(path)


def lineup(key: str, kind: Kind, number: int) -> tuple[str, ...]:
    """The levels at the seats of a game."""
    bots = stellwerk.load(key).bots
    known = [level for level in LEVELS if level in bots] or list(bots)
    counts = SEATS.get(key, (stellwerk.load(key).info.seats.min,))
    seats = counts[number % len(counts)]
    if kind == "luck":
        return (EQUAL if EQUAL in known else known[-1],) * seats
    if kind == "levels":  # all pairs, one after the other
        pair = known[number % len(known)], known[(number + number // len(known)) % len(known)]
        return (*pair, *pair)[: max(2, min(counts))]
    rng, master = Random(f"{key}:{number}"), LEVELS[-1]
    levels = [rng.choice([level for level in known if level != master]) for _ in range(seats)]
    if number % MASTER_EVERY == 0 and master in known:
        levels[rng.randrange(len(levels))] = master
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


def judged(record: Record, seed: str, budget: Budget) -> tuple[Verdict, ...]:
    """All decisions of a game."""
    found = [examine(record, piece, budget, seed) for piece in outline(record) if piece.kind == "decision"]
    return tuple(one for one in found if isinstance(one, Verdict))


def quarters(turns: int) -> tuple[int, ...]:
    """The turns before which a quarter, half and three quarters of a game are over."""
    return tuple(part * turns // 4 for part in (1, 2, 3))


def _tables(record: Record, kind: Kind, budget: Budget) -> Iterator[Finding]:
    pieces = [piece for piece in outline(record) if piece.kind == "table"]
    if kind == "luck":
        pieces.append(Piece("start", 0, 0))
    else:
        pieces = [pieces[turn] for turn in quarters(len(pieces))]
    for piece in pieces:
        yield examine(record, piece, budget, "")
