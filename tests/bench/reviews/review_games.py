"""Games of bots with their reviews, for `bench review`: kept one file each, so that a run can go on.

Each check needs games of its own kind, and of each only a part of its review, so that hours are enough:

    looks    mixed levels, table values at a quarter, half and three quarters             check 2
    luck     one strong level at all seats, the values of luck as `arena --adjusted` does check 3
    levels   every pair of levels, some decisions of each seat drawn at random; some of
             those judged to be mistakes are judged again with another seed               checks 1, 4, 5

A game that was reviewed by an older reviewer is reviewed again, not played again.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec

import stellwerk
from stellwerk.arena.adjusted import BUDGET
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.play import moments
from stellwerk.core.record import Record, make_record
from stellwerk.review import USUAL, VERSION, Budget, Finding, Piece, Verdict, examine, luck_pieces, outline
from stellwerk.review.assessors import assessor_of
from stellwerk.review.story import story_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from stellwerk.core.game import AnyGame

Kind = Literal["looks", "luck", "levels"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LEVELS: Final = ("random", "easy", "medium", "hard", "master")
EQUAL: Final = "hard"
"""The level that plays against itself where luck is measured."""
SEATS: Final = {"interurban": (2, 3), "transamerica": (2, 3, 2, 4)}
"""The numbers of seats that games take turns with; two for games that are not listed."""
WORLDS: Final = {"interurban": 128}
"""The worlds of a table value in looks; elsewhere 32, since open hands leave little to chance. Fewer worlds
than a review has make a check harder, not easier: they add noise to what is said."""
MASTER_EVERY: Final = 100
"""In one game of mixed levels in this many a master plays: it thinks long."""
SAMPLE: Final = 6
"""This many decisions of each seat are judged where levels are compared. They are drawn at random, so that
their mean is that of all."""
WEAK: Final = ("random", "easy", "medium")
WEAK_TIMES: Final = 6
"""Weak levels lose much in some decisions and nothing in others, and what they lose in the mean lies close
together: of their decisions this many times as many are judged."""
BAD: Final = ("mistake", "blunder")
AGAIN: Final = 1
"""Of the mistakes and blunders found in a game, this many are judged with another seed each time."""


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
    """Some of those judged to be mistakes and blunders, judged with another seed."""
    version: int = 0
    """The number of the reviewer."""


def kept(folder: Path, key: str, kind: Kind) -> Iterator[Kept]:
    """The games of a key and kind that this reviewer has done, in order."""
    paths = sorted(folder.glob(f"{key}-{kind}-*.json"), key=lambda path: int(path.stem.rpartition("-")[2]))
    for path in paths:
        game = msgspec.json.decode(path.read_bytes(), type=Kept)
        if is_current(game):
            yield game


def add(folder: Path, key: str, kind: Kind, number: int, sample: int = SAMPLE) -> None:
    """Play and review a game, unless that has been done."""
    path = folder / f"{key}-{kind}-{number}.json"
    before = msgspec.json.decode(path.read_bytes(), type=Kept) if path.exists() else None
    if before is not None and is_current(before) and not _lacks(before, sample):
        return
    levels = lineup(key, kind, number) if before is None else before.levels
    record = play(key, f"{kind}-{number}", levels) if before is None else before.record
    game = Kept(kind, number, levels, record, _budget(key, kind), version=VERSION)
    if before is not None and is_current(before):
        game = before
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(_reviewed(game, sample)))
    part.replace(path)


def is_current(game: Kept) -> bool:
    """True if the present reviewer would say the same."""
    return game.version >= assessor_of(game.record.game).since


def _budget(key: str, kind: Kind) -> Budget:
    budgets = {"levels": USUAL, "luck": BUDGET, "looks": Budget(table=WORLDS.get(key, 32))}
    return budgets[kind]


def _reviewed(game: Kept, sample: int) -> Kept:
    """The game with what its check needs of its review."""
    if game.kind != "levels":
        return msgspec.structs.replace(game, tables=tuple(_tables(game)))
    new = judged(game, drawn(game, sample), "")
    bad = [one.turn for one in new if one.judgement in BAD]
    bad = Random(f"{game.record.game}:{game.number}:again").sample(bad, min(AGAIN, len(bad)))
    return msgspec.structs.replace(
        game, verdicts=game.verdicts + new, again=game.again + judged(game, bad, "again")
    )


def _lacks(game: Kept, sample: int) -> bool:
    """True if further decisions of a game are wanted."""
    return game.kind == "levels" and bool(drawn(game, sample))


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


def drawn(game: Kept, sample: int) -> list[int]:
    """The numbers of turns drawn at random, so that enough of each seat are judged; without those done."""
    rng, places = Random(f"{game.record.game}:{game.number}:sample"), []
    turns, done = story_of(game.record).turns, {one.turn for one in game.verdicts}
    for seat, level in enumerate(game.levels):
        wanted = sample * WEAK_TIMES if level in WEAK else sample
        own = [number for number, turn in enumerate(turns) if turn.span.seat == seat]
        new = [number for number in own if number not in done]
        places += rng.sample(new, max(0, min(wanted, len(own)) - (len(own) - len(new))))
    return sorted(places)


def judged(game: Kept, places: Iterable[int], seed: str) -> tuple[Verdict, ...]:
    """Some decisions of a game."""
    pieces = [Piece("decision", place, place) for place in places]
    found = [examine(game.record, piece, game.budget, seed) for piece in pieces]
    return tuple(one for one in found if isinstance(one, Verdict))


def quarters(turns: int) -> tuple[int, ...]:
    """The turns before which a quarter, half and three quarters of a game are over."""
    return tuple(part * turns // 4 for part in (1, 2, 3))


def _tables(game: Kept) -> Iterator[Finding]:
    if game.kind == "luck":
        pieces = luck_pieces(game.record)
    else:
        every = [piece for piece in outline(game.record) if piece.kind == "table"]
        pieces = tuple(every[turn] for turn in quarters(len(every)))
    for piece in pieces:
        yield examine(game.record, piece, game.budget, "")
