"""What a review consists of: plain structs that become JSON, in the format ``stellwerk-review/1``.

    Budget ─► outline ─► Piece, Piece, …      work that any process can do, in this order
                 Piece ─► examine ─► Finding  depends on the record, the seed, the budget and the piece alone
              Findings ─► compose ─► Review   also of a part of the findings, while the rest is under way

Everything is in codes, seats and the notation; sentences are made of it in the reader's language. Shares of
the win are numbers from 0 to 1; people are shown points, a hundredth each.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

FORMAT: Final = "stellwerk-review/1"
VERSION: Final = 8
"""Number of the reviewer: findings of different versions are never mixed. Raise it if judgements change."""

Judgement = Literal["forced", "free", "good", "inaccuracy", "mistake", "blunder", "unclear"]
"""`forced`: there was one turn; `free`: all turns were worth the same; both do not count. `unclear`: a loss
that could not be told from none within the limit."""
Shares = tuple[float, ...]
"""A share of the win for each seat; they add up to 1."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How much work a review does. The same budget gives the same review on every machine."""

    width: int = 12
    """Turns considered in each decision, besides the one played."""
    odd: int = 3
    """Further turns, drawn at random from all legal ones."""
    simulations: int = 300
    """Playouts of a decision that find its best turn."""
    worlds: int = 64
    """Worlds in which the best turn and the one played are compared first."""
    limit: int = 1024
    """Worlds at most, when a judgement is not clear."""
    sketch: int = 8
    """Worlds for the first curve."""
    table: int = 256
    """Worlds for each table value."""


class Span(msgspec.Struct, frozen=True):
    """One turn of a record: whose it is, and the numbers of its first and last action, from 1."""

    seat: int
    first: int
    last: int


class Piece(msgspec.Struct, frozen=True):
    """A part of the work, done by `examine`.

    `sketch`: quick table values for the first curve, of several turns. `table`: a turn's table values.
    `start`: the table value before anything was drawn. `decision`: a turn judged from its seat's view.
    """

    kind: Literal["sketch", "start", "table", "decision"]
    first: int
    """The number of the (first) turn, from 0."""
    last: int

    @property
    def name(self) -> str:
        """A name by which a finding can be kept."""
        return f"{self.kind}-{self.first}-{self.last}"


class Told(msgspec.Struct, frozen=True):
    """A line of the log as plain data; `words` makes a sentence of it."""

    code: str
    params: dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """A turn that was examined."""

    actions: tuple[str, ...]
    """In the notation."""
    loss: float
    """By how much it is worse than the best turn, by what the seat could know; the best has 0."""
    error: float
    """The standard error of the loss, from paired worlds."""
    worlds: int
    """The number of worlds in which it met the best turn."""
    told: tuple[Told, ...] = ()
    """What it does, for the first few options and the turn played."""


class Expected(msgspec.Struct, frozen=True):
    """One turn of the play expected after an option."""

    seat: int
    actions: tuple[str, ...]
    told: tuple[Told, ...] = ()


class Reason(msgspec.Struct, frozen=True):
    """What speaks for the best turn against the one played: a code under `reasons` in the texts."""

    code: str
    params: dict[str, Any]
    value: float
    is_common: bool = False
    """True if the turn played does the same, so that this does not set the best one apart."""


class Inference(msgspec.Struct, frozen=True):
    """What the seat could infer about something hidden; see `search.Read`."""

    seat: int
    subject: str
    chances: tuple[tuple[str, float], ...]
    is_single: bool


class Verdict(msgspec.Struct, frozen=True, tag="decision"):
    """A decision judged. It depends on the view of the seat and the turn played, on nothing hidden."""

    turn: int
    seat: int
    first: int
    """The number of the first action, from 1."""
    judgement: Judgement
    loss: float
    error: float
    value: float
    """The best turn's expected share of the win, as the seat could believe."""
    worlds: int
    played: int
    """The place of the turn played among the options."""
    options: tuple[Option, ...]
    """The best first, then the turn played if it is another one, then the others by loss."""
    expected: tuple[tuple[Expected, ...], ...]
    """The play expected after the best turn, and after the turn played if that is another one."""
    reasons: tuple[Reason, ...]
    reads: tuple[Inference, ...]

    @property
    def counts(self) -> bool:
        """True if the decision counts for the accuracy."""
        return self.judgement not in ("forced", "free")


class Tabled(msgspec.Struct, frozen=True, tag="table"):
    """The table values around one turn."""

    turn: int
    before: Shares
    drawn_from: Shares | None
    """After the turn, before anything was drawn or dealt; None: nothing was. Without the assessor's power."""
    drawn_to: Shares
    """Before the turn, without the power: what was drawn before brought the difference to `drawn_from`."""
    error: float
    """The standard error of the values, of the seat where it is largest."""


class Sketched(msgspec.Struct, frozen=True, tag="sketch"):
    """Quick table values before several turns."""

    first: int
    values: tuple[Shares, ...]


class Started(msgspec.Struct, frozen=True, tag="start"):
    """The table value before the first turn, everything dealt for it and the draw of who starts."""

    value: Shares
    """Without the assessor's power."""


Finding = Verdict | Tabled | Sketched | Started


class Ledger(msgspec.Struct, frozen=True):
    """How one seat's share of the win came about: start + deal + draws + others + own = result."""

    start: float
    deal: float
    """What came before the first turn: who was drawn to start, and what was dealt."""
    draws: float
    others: float
    own: float
    loss: float
    """The part of its own play that better choices would have gained by what could be known."""
    result: float

    @property
    def unknowable(self) -> float:
        """The rest of its own play: what met hidden cards."""
        return self.own + self.loss

    @property
    def adjusted(self) -> float:
        """The luck-adjusted result."""
        return self.result - self.deal - self.draws


class Summary(msgspec.Struct, frozen=True):
    """One player over all decisions examined so far."""

    seat: int
    accuracy: float | None
    """0 to 100; None before a decision that counts was examined."""
    loss: float | None
    """Loss per counted decision."""
    counted: int
    judgements: dict[str, int]
    """How many decisions were judged how."""
    best: int | None
    """The turn in which the seat found the best turn where the next best would have cost most."""
    turning_point: int | None
    """The turn, anybody's, over which the seat's table value changed most."""
    ledger: Ledger | None
    """None until all table values are known, and for unfinished games."""


class Known(msgspec.Struct, frozen=True):
    """What was inferred at a decision against the truth: bits still unknown, and what is true."""

    turn: int
    seat: int
    """The observer."""
    about: int
    subject: str
    bits: float
    truth: tuple[str, ...]


class Step(msgspec.Struct, frozen=True):
    """What one turn did to everybody's table value: by the choice, and by what was drawn after it."""

    turn: int
    play: Shares
    draws: Shares


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A game reviewed, or as much of it as is known."""

    format: Literal["stellwerk-review/1"] = FORMAT
    version: int = VERSION
    record: str
    """The hash of the record, see `record_hash`."""
    game: str
    seed: str
    budget: Budget
    is_finished: bool
    """False for the record of a game that is not over: it has no table values."""
    pieces: int
    done: int
    turns: tuple[Span, ...]
    curve: tuple[Shares | None, ...]
    """The table value before each turn, and at the end the result; None where it is not known yet."""
    start: Shares | None
    """Before it was drawn who starts, and before the deal."""
    is_sketch: bool
    """True while some value of the curve is a quick one."""
    steps: tuple[Step, ...]
    """What each turn changed; empty until all table values are known."""
    verdicts: tuple[Verdict, ...]
    """The decisions examined so far, in order."""
    summaries: tuple[Summary, ...]
    known: tuple[Known, ...]
    """Reads against the truth, for finished games."""
