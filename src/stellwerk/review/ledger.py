"""The ledger: how each seat's share of the win came about, turn by turn, so that everything adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.review.model import Ledger, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stellwerk.review.model import Shares, Tabled, Verdict
    from stellwerk.review.story import Story


def steps_of(story: Story, tables: Mapping[int, Tabled]) -> tuple[Step, ...]:
    """What each turn changed: by the choice, and by what was drawn or dealt after it.

    What chance brought is measured without the assessor's power. That makes a lead count for more, because
    whoever leads plays better too; but nobody plays better for having drawn well (decision 0040).
    """
    assert story.result is not None
    steps = []
    for number in range(len(story.turns)):
        table = tables[number]
        is_last = number + 1 == len(story.turns)
        after = story.result if is_last else tables[number + 1].before
        draws = (0.0,) * story.seats
        if table.drawn_from is not None:
            draws = _change(table.drawn_from, tables[number + 1].drawn_to)
        steps.append(Step(number, _change(draws, _change(table.before, after)), draws))
    return tuple(steps)


def ledgers(
    story: Story, start: Shares, tables: Mapping[int, Tabled], verdicts: Sequence[Verdict]
) -> tuple[Ledger, ...]:
    """The ledger of every seat. All of its lines together are the result, whatever the values are."""
    steps, result = steps_of(story, tables), story.result
    assert result is not None
    first = tables[0] if tables else None
    books = []
    for seat in range(story.seats):
        own = others = draws = 0.0
        for step, turn in zip(steps, story.turns, strict=True):
            draws += step.draws[seat]
            if turn.span.seat == seat:
                own += step.play[seat]
            else:
                others += step.play[seat]
        loss = sum(verdict.loss for verdict in verdicts if verdict.seat == seat)
        deal = first.drawn_to[seat] - start[seat] if first else 0.0
        before = first.before[seat] - deal if first else result[seat]
        books.append(Ledger(before, deal, draws, others, own, loss, result[seat]))
    return tuple(books)


def _change(before: Shares, after: Shares) -> Shares:
    return tuple(late - early for early, late in zip(before, after, strict=True))
