"""A review as one page of HTML that stands alone: the curve, the decisions with their boards, the ledger.

It fetches nothing and follows the reader's colour scheme.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from stellwerk.core.parts import part
from stellwerk.review.story import story_of
from stellwerk.review.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.core.record import Record
    from stellwerk.core.texts import Texts
    from stellwerk.review.model import Review, Summary, Verdict

WIDTH: Final = 900
HEIGHT: Final = 260
COLOURS: Final = ("#b3402a", "#2a6f97", "#4d7c0f", "#8a5a00", "#6b4fa0", "#55606b")
MARKED: Final = ("inaccuracy", "mistake", "blunder")
SHAPES: Final = {
    "inaccuracy": "M0 -6L6 0L0 6L-6 0Z",
    "mistake": "M0 -7L7 6H-7Z",
    "blunder": "M-6 -6L6 6M6 -6L-6 6",
}
"""Judgements on the curve: a diamond, a triangle, a cross."""
STYLE: Final = """
:root { color-scheme: light dark; --paper: #f2ece0; --panel: #faf7f0; --ink: #20272b; --quiet: #655f53;
  --line: #dcd3c2; --mark: #ae2f1c; }
@media (prefers-color-scheme: dark) { :root { --paper: #14191a; --panel: #1b2223; --ink: #efe8d9;
  --quiet: #a39e90; --line: #323c3c; --mark: #f2866b; } .curve { filter: brightness(1.45); } }
body { margin: 0 auto; max-width: 980px; padding: 28px; background: var(--paper); color: var(--ink);
  font: 15px/22px Barlow, "Segoe UI", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font: 600 31px/34px "Source Serif 4", Georgia, serif; margin: 0 0 14px; } h2 { font-size: 18px; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 4px 16px 16px;
  margin: 14px 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { padding: 5px 9px; text-align: right;
  border-bottom: 1px solid var(--line); } th:first-child, td:first-child { text-align: left; }
svg { max-width: 100%; height: auto; display: block; } svg.chart text { fill: var(--quiet); font-size: 13px; }
.axis { stroke: var(--line); } .curve { fill: none; stroke-width: 2.5; }
.shape { fill: var(--mark); stroke: var(--mark); stroke-width: 2.5; }
.quiet { color: var(--quiet); } details { border-top: 1px solid var(--line); padding: 8px 0; }
summary { cursor: pointer; } .blunder, .mistake { color: var(--mark); } li { margin: 2px 0; }
"""


def sheet(record: Record, review: Review, texts: Texts) -> str:
    """The whole page."""
    words, names = Words(texts, record.players), record.players
    title = f"{texts.section('game')['title']}: {words.say('title')}"
    parts = [f"<h1>{escape(title)}</h1>"]
    if review.is_finished and all(review.curve):
        parts.append(_section(words.say("curve"), _curve(review, words, names)))
    parts.append(_section(words.say("players"), _players(review, words, names)))
    parts.append(_section(words.say("decisions"), "".join(_decisions(record, review, words, texts))))
    return (
        f'<!doctype html><html lang="{escape(texts.language)}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{body}</section>"


def _curve(review: Review, words: Words, names: Sequence[str]) -> str:
    """Everybody's table value over the turns, with the judgements as shapes on it."""
    values = [value for value in review.curve if value is not None]
    step = WIDTH / max(1, len(values) - 1)

    def y(share: float) -> float:
        return 10 + (HEIGHT - 20) * (1 - share)

    parts = [f'<path class="axis" d="M0 {y(level):.1f}H{WIDTH}"/>' for level in (0, 0.25, 0.5, 0.75, 1)]
    for seat, name in enumerate(names):
        points = " ".join(f"{step * place:.1f},{y(value[seat]):.1f}" for place, value in enumerate(values))
        colour = COLOURS[seat % len(COLOURS)]
        parts.append(
            f'<polyline class="curve" stroke="{colour}" points="{points}">'
            f"<title>{escape(name)}</title></polyline>"
        )
    for one in review.verdicts:
        if one.judgement in MARKED:
            place = f"translate({step * one.turn:.1f} {y(values[one.turn][one.seat]):.1f})"
            label = f"{one.turn + 1}: {words.verdict(one)}"
            shape = SHAPES[one.judgement]
            parts.append(
                f'<path class="shape" transform="{place}" d="{shape}"><title>{escape(label)}</title></path>'
            )
    legend = " · ".join(
        f'<span style="color:{COLOURS[seat % len(COLOURS)]}">■</span> {escape(name)}'
        for seat, name in enumerate(names)
    )
    return f'<svg class="chart" viewBox="-8 0 {WIDTH + 16} {HEIGHT}">{"".join(parts)}</svg><p>{legend}</p>'


def _players(review: Review, words: Words, names: Sequence[str]) -> str:
    """A row for each player: accuracy, loss, judgements, and the ledger in words below."""
    columns = (
        "accuracy",
        "loss_each",
        "inaccuracy",
        "mistake",
        "blunder",
        "deal",
        "draws",
        "others",
        "own",
        "adjusted",
    )
    head = "".join(f"<th>{escape(words.say(name))}</th>" for name in columns)
    rows = "".join(
        f"<tr><td>{escape(names[one.seat])}</td>{_cells(one, words)}</tr>" for one in review.summaries
    )
    told = "".join(
        f"<p>{escape(words.ledger(one.seat, one.ledger))}</p>" for one in review.summaries if one.ledger
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>{told}"


def _cells(one: Summary, words: Words) -> str:
    cells = ["–" if one.accuracy is None else words.points(one.accuracy / 100, 0)]
    cells.append("–" if one.loss is None else words.points(one.loss, 2))
    cells += [str(one.judgements.get(name, 0)) for name in MARKED]
    if one.ledger:
        cells += [
            words.change(value)
            for value in (one.ledger.deal, one.ledger.draws, one.ledger.others, one.ledger.own)
        ]
        cells.append(words.points(one.ledger.adjusted, 0).replace("-", "−"))
    else:
        cells += ["–"] * 5
    return "".join(f"<td>{escape(cell)}</td>" for cell in cells)


def _decisions(record: Record, review: Review, words: Words, texts: Texts) -> Iterator[str]:
    """Every decision; those with a judgement open and with the board as the player saw it."""
    story, drawing = story_of(record), part(record.game, "drawing")
    for one in review.verdicts:
        played = one.options[one.played]
        is_marked = one.judgement in MARKED
        head = f"{one.turn + 1}. {words.turn(played.told, played.actions)}"
        body = f"<p>{escape(words.verdict(one))}</p>{_options(one, words)}{_expected(one, words)}"
        if is_marked and drawing is not None:
            view: Any = story.game.view(story.turns[one.turn].before, one.seat)
            body += drawing.svg(view, texts, record.players)
        label = f'<span class="{one.judgement}">{escape(words.say(one.judgement))}</span>'
        opened = " open" if is_marked else ""
        yield f"<details{opened}><summary>{escape(head)} {label}</summary>{body}</details>"


def _options(one: Verdict, words: Words) -> str:
    """The turns examined that are told, with what each loses."""
    told = [option for option in one.options if option.told]
    if len(told) < 2:
        return ""
    items = "".join(
        f"<li>{escape(words.turn(option.told))} <span class='quiet'>{words.change(-option.loss)}"
        f" (± {words.points(2 * option.error)})</span></li>"
        for option in told
    )
    return f"<ol>{items}</ol>"


def _expected(one: Verdict, words: Words) -> str:
    lines = words.expected(one.expected[0]) if one.expected else []
    if not lines:
        return ""
    return f'<p class="quiet">{escape(words.say("then", turn=" ".join(lines)))}</p>'
