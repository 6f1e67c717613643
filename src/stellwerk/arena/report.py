"""A tournament as one page of HTML with charts. It fetches nothing and follows the reader's colour scheme."""

from __future__ import annotations

from html import escape
from math import log10
from typing import TYPE_CHECKING, Final

from stellwerk.arena.adjusted import saved_games
from stellwerk.arena.rating import ratings
from stellwerk.arena.statistics import duels, interval, standings
from stellwerk.core.languages import decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stellwerk.arena.adjusted import Adjusted
    from stellwerk.arena.block import Block
    from stellwerk.arena.rating import Rating
    from stellwerk.arena.statistics import Standing
    from stellwerk.arena.tournament import Tournament
    from stellwerk.core.texts import Texts

ROW: Final = 38
LEFT: Final = 190
BESIDE: Final = 22
"""Longest name that fits beside a bar."""
ABOVE: Final = 18
LONGEST: Final = 110
"""Longest name that fits above a bar."""
WIDTH: Final = 760
STYLE: Final = """
:root { color-scheme: light dark; --paper: #f2ece0; --panel: #faf7f0; --ink: #20272b; --quiet: #655f53;
  --line: #dcd3c2; --main: #1e4d45; --soft: #7fa598; --mark: #ae2f1c; }
@media (prefers-color-scheme: dark) { :root { --paper: #14191a; --panel: #1b2223; --ink: #efe8d9;
  --quiet: #a39e90; --line: #323c3c; --main: #86c9b3; --soft: #4e8373; --mark: #f2866b; } }
body { margin: 0 auto; max-width: 860px; padding: 28px; background: var(--paper); color: var(--ink);
  font: 15px/21px Barlow, "Segoe UI", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font: 600 31px/34px "Source Serif 4", Georgia, serif; margin: 0 0 4px; }
.verdict, .fault { color: var(--ink); margin: 12px 0 0; } .fault { color: var(--mark); }
h2 { font-size: 18px; margin: 0 0 10px; } p { color: var(--quiet); margin: 0 0 18px; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 16px;
  margin: 14px 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { padding: 6px 10px; text-align: right; }
th:first-child, td:first-child { text-align: left; }
th { border-bottom: 1.5px solid var(--ink); font-weight: 600; }
td { border-bottom: 1px solid var(--line); } svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font-size: 14px; } svg .quiet { fill: var(--quiet); }
.bar { fill: var(--main); } .reach { stroke: var(--ink); stroke-width: 2; } .soft { fill: var(--soft); }
.par { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 5 4; } .axis { stroke: var(--line); }
"""


def page(
    tournament: Tournament,
    blocks: Sequence[Block],
    texts: Texts,
    options: str,
    verdict: str = "",
    adjusted: Sequence[Adjusted] = (),
) -> str:
    """The whole page, with the options as they are typed, the verdict of a sequential test, and results
    without luck if games were reviewed for it."""
    words = texts.section("cli")
    table = standings(blocks, tournament.entrants)
    title = f"{escape(texts.section('game')['title'])}: {escape(words['arena_title'])}"
    facts = f"{words['seed_label']} {tournament.terms.seed} · {options}"
    parts = [
        _section(words["win_share"], _share_chart(table)),
        _section(words["results"], _table(table, words) + _verdict(verdict) + _faults(table, texts)),
        _section(words["time_per_move"], _time_chart(table)),
    ]
    if adjusted:
        parts.insert(2, _section(words["without_luck"], _adjusted(adjusted, texts)))
    if len(tournament.entrants) > 2:
        parts.insert(1, _section(words["rating"], _rating_chart(ratings(blocks))))
        parts.append(_section(words["duels"], _matrix(tournament.entrants, blocks)))
    return (
        f'<!doctype html><html lang="{texts.language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1><p>{escape(facts)}<br>{escape(words['arena_method'])}</p>"
        f"{''.join(parts)}</html>\n"
    )


def _section(heading: str, body: str) -> str:
    return f"<section><h2>{escape(heading)}</h2>{body}</section>"


def _table(table: Sequence[Standing], words: Mapping[str, str]) -> str:
    names = (
        "bot",
        "games",
        "win_share",
        "interval",
        "par",
        "match_share",
        "points",
        "time_half",
        "time_most",
    )
    head = "".join(f"<th>{escape(words[name])}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(one.bot)}</td><td>{one.games}</td><td>{one.win_share:.1%}</td>"
        f"<td>{one.low:.1%} – {one.high:.1%}</td><td>{one.par:.1%}</td>"
        f"<td>{one.match_share:.1%}</td><td>{decimal('en', one.score, 1)}</td>"
        f"<td>{one.p50_ms:.1f} ms</td><td>{one.p95_ms:.1f} ms</td></tr>"
        for one in table
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _adjusted(found: Sequence[Adjusted], texts: Texts) -> str:
    """Win shares with and without luck, each with half of its 95 % interval."""
    words = texts.section("cli")
    names = ("bot", "games", "win_share", "without_luck", "worth_games")
    head = "".join(f"<th>{escape(words[name])}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(one.bot)}</td><td>{one.games}</td>"
        f"<td>{one.raw:.1%} ± {one.raw_reach:.1%}</td><td>{one.share:.1%} ± {one.reach:.1%}</td>"
        f"<td>{one.worth:.0f}</td></tr>"
        for one in found
    ).replace("-", "−")
    sentence = texts.format(words["adjusted_saves"], **saved_games(found[0]))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{_verdict(sentence)}"


def _verdict(sentence: str) -> str:
    return f'<p class="verdict">{escape(sentence)}</p>' if sentence else ""


def _faults(table: Sequence[Standing], texts: Texts) -> str:
    """Who failed how often, and why the first time."""
    lines = [
        f"{one.bot}: {one.faults} × – {texts.sentence(one.reason.error)}"
        for one in table
        if one.faults and one.reason
    ]
    return "".join(f'<p class="fault">{escape(line)}</p>' for line in lines)


def _chart(names: Sequence[str], rows: Sequence[str]) -> str:
    """Rows with their names at the left, or above where one of them is too long for that."""
    is_beside = max(map(len, names)) <= BESIDE
    left, step, above = (LEFT, ROW, 0) if is_beside else (0, ROW + ABOVE, ABOVE)
    parts = []
    for place, (name, row) in enumerate(zip(names, rows, strict=True)):
        shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        parts.append(
            f'<text x="0" y="{step * place + (25 if is_beside else 19)}">'
            f"<title>{escape(name)}</title>{escape(shown)}</text>"
            f'<g transform="translate({left} {step * place + above})">{row}</g>'
        )
    return f'<svg viewBox="0 0 {LEFT + WIDTH} {step * len(rows) + 24}">{"".join(parts)}</svg>'


def _share_chart(table: Sequence[Standing]) -> str:
    """Win shares with their intervals; the dashed line is par."""
    span = WIDTH - 70

    def row(one: Standing) -> str:
        low, high, par = (span * value for value in (one.low, one.high, one.par))
        return (
            f'<rect class="soft" y="9" width="{span * one.win_share:.1f}" height="20"/>'
            f'<path class="reach" d="M{low:.1f} 14v10M{low:.1f} 19H{high:.1f}M{high:.1f} 14v10"/>'
            f'<path class="par" d="M{par:.1f} 2V36"/>'
            f'<text x="{max(high, span * one.win_share) + 8:.1f}" y="25">{one.win_share:.1%}</text>'
        )

    return _chart([one.bot for one in table], [row(one) for one in table])


def _time_chart(table: Sequence[Standing]) -> str:
    """Times that half and 95 % of all decisions stay below, on a logarithmic scale from 0.01 ms to 10 s."""
    span = WIDTH - 150

    def place(time: float) -> float:
        return span * (log10(max(time, 0.01)) + 2) / 6

    def row(one: Standing) -> str:
        half, most = place(one.p50_ms), place(one.p95_ms)
        return (
            f'<path class="axis" d="M0 19H{span}"/>'
            f'<rect class="soft" x="{half:.1f}" y="13" width="{max(2.0, most - half):.1f}" height="12"/>'
            f'<circle class="bar" cx="{half:.1f}" cy="19" r="7"/>'
            f'<text x="{most + 14:.1f}" y="24">{one.p50_ms:.1f} / {one.p95_ms:.1f} ms</text>'
        )

    return _chart([one.bot for one in table], [row(one) for one in table])


def _rating_chart(pool: Sequence[Rating]) -> str:
    """Ratings with their intervals."""
    low = min(one.low for one in pool)
    high = max(one.high for one in pool)
    span = WIDTH - 80

    def place(value: int) -> float:
        return span * (value - low) / max(1, high - low)

    def row(one: Rating) -> str:
        return (
            f'<path class="axis" d="M0 19H{span}"/>'
            f'<path class="reach" d="M{place(one.low):.1f} 19H{place(one.high):.1f}"/>'
            f'<circle class="bar" cx="{place(one.rating):.1f}" cy="19" r="8"/>'
            f'<text x="{place(one.high) + 14:.1f}" y="24">{one.rating}</text>'
        )

    return _chart([one.bot for one in pool], [row(one) for one in pool])


def _matrix(names: Sequence[str], blocks: Sequence[Block]) -> str:
    """Who beat whom: the row's share against the column."""
    found = duels(blocks)

    def cell(name: str, other: str) -> str:
        results = found.get((name, other))
        if not results:
            return "<td>·</td>"
        share = sum(results) / len(results)
        low, high = interval(results)
        return f'<td title="{low:.1%} – {high:.1%}">{share:.0%}</td>'

    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    rows = "".join(
        f"<tr><td>{escape(name)}</td>{''.join(cell(name, other) for other in names)}</tr>" for name in names
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"
