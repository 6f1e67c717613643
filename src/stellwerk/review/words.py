"""A review in sentences, in the reader's language: made of codes when somebody reads them, never kept.

Sentences are under `review` in the core's texts; turns are told as the game's log tells them, and reasons as
its bots give them. So places, rows and lines have names everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.review.judging import threshold
from stellwerk.review.telling import unpack
from stellwerk.search.analysis import REASONS, listed, sentence_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from stellwerk.core.texts import Texts
    from stellwerk.review.asking import Why
    from stellwerk.review.model import Expected, Ledger, Reason, Summary, Told, Verdict


class Words:
    """Says what a review found, to readers of one language; `names` are the players by seat."""

    def __init__(self, texts: Texts, names: Sequence[str]) -> None:
        self._texts = texts
        self._names = names

    def say(self, code: str, **params: object) -> str:
        """A sentence or word of the review."""
        return self._texts.format(self._texts.section("review")[code], **params)

    def points(self, share: float, digits: int = 1) -> str:
        """A share of the win in points, without a sign."""
        return self._texts.number(100 * share, digits)

    def change(self, share: float) -> str:
        """A change in points, with its sign."""
        sign = "+" if share >= 0.0005 else "−" if share <= -0.0005 else "±"
        return f"{sign}{self.points(abs(share))}"

    def turn(self, told: Sequence[Told], actions: Sequence[str] = ()) -> str:
        """A turn in the words of the log; in the notation if it was not told."""
        sentences = [self._texts.log_line(unpack(one), self._names) for one in told]
        return " ".join(sentences) or ", ".join(actions)

    def expected(self, play: Iterable[Expected]) -> list[str]:
        """Expected play, turn by turn, as far as it can be told."""
        return [self.turn(one.told) for one in play if one.told]

    def reasons(self, reasons: Iterable[Reason]) -> str:
        """Why the best turn is better; empty if nothing can be put into words."""
        apart = [one for one in reasons if not one.is_common][:REASONS]
        return sentence_of(self._texts, apart, self._names) if apart else ""

    def in_common(self, reasons: Iterable[Reason]) -> str:
        """What the turn played gains as well; empty if there is nothing."""
        both = [one for one in reasons if one.is_common][:REASONS]
        if not both:
            return ""
        terms = listed(self._texts, both, self._names)
        return self._texts.format(self._texts.section("thinking")["in_common"], terms=terms)

    def verdict(self, verdict: Verdict) -> str:
        """A decision in a few sentences: the judgement, the better turn and why, how sure this is."""
        return " ".join(self._verdict(verdict))

    def _verdict(self, verdict: Verdict) -> Iterator[str]:
        numbers = {"points": self.points(verdict.loss), "error": self.points(2 * verdict.error)}
        name: dict[str, Any] = {"name": self._names[verdict.seat]}
        if verdict.judgement in ("forced", "free"):
            yield self.say(f"is_{verdict.judgement}", **name)
            return
        if verdict.played == 0:
            yield self.say("found_best", **name)
        elif verdict.judgement == "good" and verdict.loss < threshold("inaccuracy", len(self._names)) / 2:
            yield self.say("nearly_best", **name, **numbers)
        else:
            yield self.say(f"is_{verdict.judgement}", **name, **numbers)
        if verdict.played:
            yield self.say("better", turn=self.turn(verdict.options[0].told, verdict.options[0].actions))
        if why := self.reasons(verdict.reasons):
            yield why

    def why(self, why: Why, seat: int) -> str:
        """Why a bot played its turn, in a few sentences."""
        told = [self.reasons(why.reasons)]
        if why.rather:
            told.append(self.say("rather", name=self._names[seat], turn=self.turn(why.rather)))
        return " ".join(filter(None, told)) or self.say("all_in_all")

    def turning_point(self, seat: int, change: float, told: Sequence[Told]) -> str:
        """The turn over which a seat's chance of winning changed most."""
        return self.say(
            "turning_point", name=self._names[seat], change=self.change(change), turn=self.turn(told)
        )

    def summary(self, summary: Summary) -> str:
        """A player in one sentence: accuracy and loss."""
        if summary.accuracy is None or summary.loss is None:
            return self.say("nothing_counted", name=self._names[summary.seat])
        return self.say(
            "summary",
            name=self._names[summary.seat],
            accuracy=self._texts.number(summary.accuracy, 0),
            loss=self.points(summary.loss, 2),
            count=summary.counted,
        )

    def ledger(self, seat: int, ledger: Ledger) -> str:
        """Where a seat's share of the win came from."""
        changes = {name: self.change(getattr(ledger, name)) for name in ("deal", "draws", "others", "own")}
        return self.say(
            "ledger",
            name=self._names[seat],
            start=self.points(ledger.start, 0),
            result=self.points(ledger.result, 0),
            loss=self.points(ledger.loss),
            unknowable=self.change(ledger.unknowable),
            adjusted=self.points(ledger.adjusted, 0).replace("-", "−"),
            **changes,
        )
