"""What a search found out: the turns in order, the play expected after them, and why the best one is best."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from stellwerk.search.mind import A

if TYPE_CHECKING:
    from stellwerk.core.texts import Texts
    from stellwerk.search.mind import Line, Position, Term

REASONS = 3
"""So many terms are named at most."""
SLIGHT = 0.002
"""Differences of the win probability below this are no reasons."""

LAST_RESORT = 1e-6
"""Gains below this are said only where there is no other reason."""


@dataclass(frozen=True, slots=True)
class Option(Generic[A]):
    """One turn that was thought about."""

    actions: tuple[A, ...]
    value: float
    """The probability to win with it."""
    visits: int
    prior: float
    """What the evaluation alone said."""
    turn: int
    """Its number in the position."""


@dataclass(frozen=True, slots=True)
class Analysis(Generic[A]):
    """All turns that were thought about, the best first."""

    options: tuple[Option[A], ...]
    simulations: int
    seconds: float
    position: Position[A] = field(repr=False)

    def line(self, rank: int = 0) -> tuple[Line, ...]:
        """How play is expected to go on after the option of this rank."""
        return self.position.line(self.options[rank].turn, 0)

    def reasons(self) -> tuple[Term, ...]:
        """Two or three terms: those in which the best turn is ahead of the runner-up most, then what else
        it brings by itself."""
        if len(self.options) < 2:
            return ()
        best, other = (self.position.terms(option.turn) for option in self.options[:2])
        behind = {_key(term): term.value for term in other}
        ahead = [(term.value - behind.get(_key(term), 0.0), term) for term in best]
        reasons = _largest(ahead, SLIGHT)
        gains = [(term.value, term) for term in best if term.is_gain and term not in reasons]
        reasons += _largest(gains, LAST_RESORT if reasons else 0)
        return tuple(reasons[:REASONS])

    def explain(self, texts: Texts) -> str:
        """Why the best turn is best, in a sentence; empty if nothing sets it apart."""
        parts = [texts.format(texts.section("reasons")[term.code], **term.params) for term in self.reasons()]
        text = "; ".join(parts)
        return text[:1].upper() + text[1:] + "." if text else ""


def _key(term: Term) -> tuple[str, Any]:
    return term.code, tuple(sorted(term.params.items(), key=str))


def _largest(gains: list[tuple[float, Term]], least: float) -> list[Term]:
    """The terms that gain more than that, the largest first."""
    return [term for gain, term in sorted(gains, key=lambda one: -one[0]) if gain > least]
