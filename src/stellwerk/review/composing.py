"""A review put together from findings, all of them or those that there are so far."""

from __future__ import annotations

from collections import Counter
from math import log2
from statistics import fmean
from typing import TYPE_CHECKING

from stellwerk.review.assessors import assessor_of
from stellwerk.review.judging import largest_change, mean_accuracy
from stellwerk.review.ledger import ledgers, steps_of
from stellwerk.review.model import Budget, Known, Review, Sketched, Started, Summary, Tabled, Verdict
from stellwerk.review.reviewer import USUAL, outline
from stellwerk.review.story import story_of
from stellwerk.search import Read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from stellwerk.core.record import Record
    from stellwerk.review.model import Finding, Ledger, Shares
    from stellwerk.review.story import Story

LEAST = 2.0**-20
"""A probability that is not told from 0."""


def compose(record: Record, findings: Iterable[Finding], budget: Budget = USUAL, seed: str = "") -> Review:
    """The review that these findings make, in any order."""
    story, found = story_of(record), list(findings)
    verdicts = sorted((one for one in found if isinstance(one, Verdict)), key=lambda one: one.turn)
    tables = {one.turn: one for one in found if isinstance(one, Tabled)}
    start = next((one.value for one in found if isinstance(one, Started)), None)
    curve = _curve(story, tables, [one for one in found if isinstance(one, Sketched)])
    is_whole = story.result is not None and start is not None and len(tables) == len(story.turns)
    steps = steps_of(story, tables) if is_whole else ()
    books = ledgers(story, start, tables, verdicts) if is_whole and start is not None else None
    return Review(
        record=story.hash,
        game=record.game,
        seed=seed,
        budget=budget,
        is_finished=story.result is not None,
        pieces=len(outline(record, budget)),
        done=len(found),
        turns=story.spans,
        curve=curve,
        start=tuple(book.start for book in books) if books else start,
        is_sketch=not is_whole,
        steps=steps,
        verdicts=tuple(verdicts),
        summaries=tuple(
            _summary(story, seat, verdicts, curve, books[seat] if books else None)
            for seat in range(story.seats)
        ),
        known=tuple(_known(story, verdicts)) if story.result is not None else (),
    )


def _curve(
    story: Story, tables: dict[int, Tabled], sketches: Sequence[Sketched]
) -> tuple[Shares | None, ...]:
    """The table value before each turn, and the result."""
    if story.result is None:
        return ()
    values: list[Shares | None] = [None] * len(story.turns)
    for sketch in sketches:
        values[sketch.first : sketch.first + len(sketch.values)] = sketch.values
    for number, table in tables.items():
        values[number] = table.before
    return (*values, story.result)


def _summary(
    story: Story,
    seat: int,
    verdicts: Sequence[Verdict],
    curve: Sequence[Shares | None],
    ledger: Ledger | None,
) -> Summary:
    own = [verdict for verdict in verdicts if verdict.seat == seat]
    counted = [verdict for verdict in own if verdict.counts]
    return Summary(
        seat=seat,
        accuracy=mean_accuracy(own, story.seats),
        loss=fmean(one.loss for one in counted) if counted else None,
        counted=len(counted),
        judgements=dict(sorted(Counter(one.judgement for one in own).items())),
        best=_best(counted),
        turning_point=largest_change([value[seat] for value in curve if value]) if all(curve) else None,
        ledger=ledger,
    )


def _best(verdicts: Sequence[Verdict]) -> int | None:
    """The turn that was best by the largest lead, if the lead is certain."""
    leads = [
        (one.options[1].loss, -one.turn)
        for one in verdicts
        if one.played == 0 and len(one.options) > 1 and one.options[1].loss > 2 * one.options[1].error
    ]
    return -max(leads)[1] if leads else None


def _known(story: Story, verdicts: Sequence[Verdict]) -> Iterator[Known]:
    """What was inferred at each decision against the truth."""
    assessor = assessor_of(story.game.info.key)
    for verdict in verdicts:
        state = story.turns[verdict.turn].before
        for one in verdict.reads:
            truth = set(assessor.truth(state, Read(one.seat, one.subject, one.chances, one.is_single)))
            bits = 0.0
            for name, chance in one.chances:
                if name in truth:
                    bits -= log2(max(chance, LEAST))
                elif not one.is_single:
                    bits -= log2(max(1 - chance, LEAST))
            yield Known(verdict.turn, verdict.seat, one.seat, one.subject, bits, tuple(sorted(truth)))
