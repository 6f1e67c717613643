"""The figures of `bench review` as sections of docs/review.md, with diagrams in docs/review."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import stellwerk
from stellwerk.native import is_compiled
from stellwerk.review import VERSION
from tests.bench.reviews.review_checks import falls, found_share

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tests.bench.reviews.review_checks import Agreement, Bin, LevelLoss, Luck
    from tests.bench.reviews.review_planted import Planted

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "review.md"
SIZE = 320
GAMES, LEVEL_GAMES, AGREED = 300, 60, 30
"""How many games prove a check, how many of each level the first one, and how many mistakes the fourth."""
NOT_MADE = "not made"


class Section(NamedTuple):
    """What is known of one game: its part of the page, and its diagram. Empty is what has not been made."""

    title: str
    checks: Mapping[str, str]
    """The line of each check in the table, by what it asks."""
    losses: str
    """The table of losses by level."""
    tenths: str
    """The table of what was said and what happened."""
    diagram: str
    key: str

    @property
    def text(self) -> str:
        """The part of the page."""
        head = "| check | found | reached | made |\n|---|---|---|---|"
        picture = f"![What was said, and what happened](review/{self.key}.svg)" if self.tenths else ""
        parts = [f"### {self.title}", "\n".join([head, *self.checks.values()])]
        return "\n\n".join(filter(None, [*parts, self.losses, picture, self.tenths])) + "\n"

    def beside(self, before: str) -> Section:
        """This section, with what it has not made taken over from the text of an earlier one."""
        earlier = {line.split(" | ")[0]: line for line in before.splitlines()}
        checks = {
            name: earlier.get(f"| {name}", line) if f"| {NOT_MADE} |" in line else line
            for name, line in self.checks.items()
        }
        return self._replace(
            checks=checks,
            losses=self.losses or _table(before, "| level |"),
            tenths=self.tenths or _table(before, "| table value said |"),
        )


def _table(text: str, head: str) -> str:
    """The table of a text that begins like this; empty if there is none."""
    found = re.search(rf"^{re.escape(head)}.*?(?=\n\n|\Z)", text.strip(), re.DOTALL | re.MULTILINE)
    return found[0] if found else ""


class Found(NamedTuple):
    """What the checks of one game found."""

    looks: int
    """The number of games of mixed levels."""
    levels: Sequence[LevelLoss]
    bins: Sequence[Bin]
    luck: Luck
    agreed: Agreement
    fair: tuple[int, int]
    planted: Sequence[Planted]


def section(key: str, found: Found) -> Section:
    """The checks of one game in words and numbers; a check that has not been made says so."""
    day = datetime.now(UTC).date().isoformat()
    made = f"{day}, reviewer {VERSION}{'' if is_compiled(key) else ', interpreted'}"
    losses = [
        f"| {one.level} | {one.games} | {100 * one.loss:.2f} | ± {100 * one.reach:.2f} |"
        for one in found.levels
    ]
    tenths = [
        f"| {100 * one.said:.0f} | {100 * one.happened:.0f} | ± {200 * one.error:.0f} | {one.count} |"
        for one in found.bins
    ]
    checks = {
        name: f"| {name} | – | {NOT_MADE} | |"
        if reached == NOT_MADE
        else f"| {name} | {value} | {reached} | {made} |"
        for name, value, reached in _checks(found)
    }
    return Section(
        stellwerk.load(key).info.title,
        checks,
        _rows("| level | games | loss per counted decision, points | 95 % |", losses),
        _rows("| table value said | happened | ± 2 standard errors | values |", tenths),
        diagram(found.bins),
        key,
    )


def _rows(head: str, rows: Sequence[str]) -> str:
    """A table with four columns; empty without rows."""
    return "\n".join([head, "|---|---|---|---|", *rows]) if rows else ""


def _checks(found: Found) -> Iterator[tuple[str, str, str]]:
    """Each check: what it asks, what was found, and whether it is reached."""
    luck, agreed = found.luck, found.agreed
    ratio = luck.adjusted / luck.raw if luck.raw else 1.0
    worst = max((abs(one.said - one.happened) for one in found.bins), default=0.0)
    share = agreed.both / agreed.named if agreed.named else 1.0
    blunders, count = found_share(found.planted)
    least = min((one.games for one in found.levels), default=0)
    yield (
        "1 loss falls with the level, intervals apart",
        f"at least {least} games a level, see below",
        _mark(falls(found.levels), least, LEVEL_GAMES),
    )
    yield (
        "2 calibration: largest error of a tenth ≤ 5 points",
        f"{100 * worst:.1f} in {found.looks} games",
        _mark(worst <= 0.05, found.looks, GAMES),
    )
    yield (
        "3 deal + draws average 0 within two standard errors",
        f"{signed(100 * luck.mean)} ± {200 * luck.error:.1f} points in {luck.games} games",
        _mark(abs(luck.mean) <= 2 * luck.error, luck.games, GAMES),
    )
    yield (
        "3 variance of the adjusted result ≤ half the raw one’s",
        f"{ratio:.2f} of it in {luck.games} games",
        _mark(ratio <= 0.5, luck.games, GAMES),
    )
    yield (
        "4 two seeds agree on ≥ 90 % of mistakes and blunders",
        f"{100 * share:.0f} % of {agreed.named} in {agreed.games} games",
        _mark(share >= 0.9, agreed.named, AGREED),
    )
    yield (
        "5 nothing hidden changes a judgement",
        f"{found.fair[0]} of {found.fair[1]} unchanged",
        _mark(found.fair[0] == found.fair[1], found.fair[1]),
    )
    yield "6 planted blunders are found", f"{blunders} of {count}", _mark(blunders == count, count)


def _mark(is_reached: bool, count: int, enough: int = 1) -> str:
    if not count:
        return NOT_MADE
    if not is_reached:
        return "no"
    return "✓" if count >= enough else "so far"


def signed(value: float) -> str:
    """A number with its sign, a real minus."""
    return f"{value:+.1f}".replace("-", "−")


def diagram(bins: Sequence[Bin]) -> str:
    """A reliability diagram: what was said across, what happened upwards, with two standard errors."""
    parts = [f'<path d="M0 {SIZE}L{SIZE} 0" stroke="#8a8577" stroke-dasharray="5 4"/>']
    for one in bins:
        x, y = SIZE * one.said, SIZE * (1 - one.happened)
        reach = 2 * SIZE * one.error
        parts.append(
            f'<path d="M{x:.1f} {y - reach:.1f}V{y + reach:.1f}" stroke="#1e4d45" stroke-width="2"/>'
        )
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 + min(6.0, one.count**0.5 / 4):.1f}" fill="#1e4d45"/>'
        )
    frame = f'<rect width="{SIZE}" height="{SIZE}" fill="#faf7f0" stroke="#655f53"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -10 {SIZE + 50} {SIZE + 45}" font-size="13" '
        f'font-family="sans-serif" fill="none">{frame}{"".join(parts)}'
        f'<g fill="#655f53"><text y="{SIZE + 18}">0</text><text x="{SIZE - 20}" y="{SIZE + 18}">100</text>'
        f'<text x="90" y="{SIZE + 32}">table value, points</text></g></svg>\n'
    )


def write(key: str, made: Section) -> None:
    """Put a section into the page, and its diagram beside the page.

    What has been made takes the place of what was there before; everything else stays, with its own date.
    """
    if made.tenths:
        (DOCS / "review").mkdir(exist_ok=True)
        (DOCS / "review" / f"{key}.svg").write_text(made.diagram, encoding="utf-8")
    put(key, made.beside(_place(key)[1]).text)


def put(place: str, text: str) -> None:
    """Put text into the page, in place of the one before."""
    before, _, after = _place(place)
    PAGE.write_text(f"{before}{text.strip()}\n{after}", encoding="utf-8")


def _place(place: str) -> tuple[str, str, str]:
    """The page before a place, the text at the place, and the page after it, with the marks around it."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {place} -->\n", f"<!-- /{place} -->"
    if begin not in page or end not in page:
        raise SystemExit(f"docs/review.md has no place for {place}")
    first, last = page.index(begin) + len(begin), page.index(end)
    return page[:first], page[first:last], page[last:]
