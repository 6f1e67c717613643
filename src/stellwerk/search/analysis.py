"""What a search found: the turns in order, the play expected after them, and why the best one is best."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol

from stellwerk.search.mind import A, Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from stellwerk.core.texts import Texts
    from stellwerk.search.mind import Line, Position

REASONS = 3
"""The largest number of terms named."""
SLIGHT = 0.002
"""A lead or gain in win probability below this is not worth naming."""
NOTHING = Term("", 0.0)
"""Stands for the missing term of a turn in some subject."""


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """One turn that was considered."""

    actions: tuple[A, ...]
    value: float
    """The probability of winning with it."""
    visits: int
    prior: float
    """What the evaluation alone said."""
    turn: int
    """Its number in the position."""


@dataclass(frozen=True, slots=True)
class Analysis(Generic[A]):
    """All turns that were considered, by how long they stayed in the search.

    The first is the best and the second the next best; further back values need not descend.
    """

    options: tuple[Option[A], ...]
    simulations: int
    seconds: float
    position: Position[A] = field(repr=False)

    def line(self, rank: int = 0) -> tuple[Line, ...]:
        """How play is expected to continue after the option of this rank."""
        return self.position.line(self.options[rank].turn, 0)

    def reasons(self) -> tuple[Term, ...]:
        """The terms in which the best turn leads the next best, the largest lead first; may be empty."""
        pairs = [(best.value - other.value, best) for best, other in self._terms()]
        ahead = sorted((pair for pair in pairs if pair[0] > SLIGHT), key=lambda pair: -pair[0])
        return tuple(term for _, term in ahead[:REASONS])

    def in_common(self) -> tuple[Term, ...]:
        """What both turns gain by doing the same thing, the best one no more than the other.

        These are not reasons to prefer the best one.
        """
        gains = [
            best
            for best, other in self._terms()
            if best.is_deed
            and (best.code, best.params) == (other.code, other.params)
            and best.value > SLIGHT >= best.value - other.value
        ]
        return tuple(sorted(gains, key=lambda term: -term.value))

    def explain(self, texts: Texts, names: Sequence[str] = ()) -> str:
        """Why the best turn is best, in sentences; empty if there is only one turn.

        First the terms in which it leads, then those that the next best gains as well. If nothing sets it
        apart, or the evaluation alone preferred the other, a sentence says what decided, with both values.
        """
        if len(self.options) < 2:
            return ""
        reasons = self.reasons()
        common = self.in_common()[: REASONS - len(reasons)]
        told = [sentence_of(texts, reasons, names)] if reasons else []
        if common:
            terms = listed(texts, common, names)
            told.append(texts.format(texts.section("thinking")["in_common"], terms=terms))
        best, other = self.options[:2]
        if not reasons or best.prior < other.prior:
            told.append(self._decided(texts))
        return " ".join(told)

    def _terms(self) -> list[tuple[Term, Term]]:
        """The terms of the best turn, each paired with the next best turn's term in the same subject."""
        if len(self.options) < 2:
            return []
        best, other = (self.position.terms(option.turn) for option in self.options[:2])
        there = {_subject(term): term for term in other}
        return [(term, there.get(_subject(term), NOTHING)) for term in best]

    def _decided(self, texts: Texts) -> str:
        """The sentence that says what decided, with both values."""
        own = texts.section("thinking")
        best, other = (texts.number(100 * option.value, 1) for option in self.options[:2])
        code = "equal" if best == other else "played" if self.options[0].visits else "evaluated"
        return texts.format(own[code], best=best, other=other)


def _subject(term: Term) -> object:
    return term.code if term.subject is None else term.subject


class Worded(Protocol):
    """A term, or what a review keeps of one."""

    @property
    def code(self) -> str:
        """A code under `reasons` in the texts."""
        ...

    @property
    def params(self) -> Mapping[str, object]:
        """Its parameters; `player` is the number of a player, from 1."""
        ...


def listed(texts: Texts, terms: Iterable[Worded], names: Sequence[str] = ()) -> str:
    """Terms in words; players are called by their names where these are known."""
    return "; ".join(_words(texts, term, names) for term in terms)


def sentence_of(texts: Texts, terms: Iterable[Worded], names: Sequence[str] = ()) -> str:
    """The same as a sentence."""
    text = listed(texts, terms, names)
    return text[:1].upper() + text[1:] + "."


def _words(texts: Texts, term: Worded, names: Sequence[str]) -> str:
    params = dict(term.params)
    if isinstance(number := params.get("player"), int):
        called = texts.format(texts.section("thinking")["player"], number=number)
        params["player"] = names[number - 1] if names else called
    return texts.format(texts.section("reasons")[term.code], **params)
