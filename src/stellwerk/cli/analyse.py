"""`stellwerk analyse`: what a bot thinks of a decision in a record, and what was really played there.

The bot gets the view of whoever had to decide, as in a game; the record's hidden things are not shown to it.
Turns are told in words, as in reviews; the notation is in the JSON.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from stellwerk.cli.arena import seconds_of
from stellwerk.cli.arguments import positive_number, seed_text, whole_number
from stellwerk.cli.files import add_record, check_writable, path_of, read_record, write_file
from stellwerk.cli.session import CommandError
from stellwerk.cli.show import sentences
from stellwerk.cli.standings import percent
from stellwerk.core.game import CHANCE
from stellwerk.core.record import opening, replay
from stellwerk.review.telling import imagined, tell_lines, tell_option, unpack
from stellwerk.search import Effort, PlainMind, SearchBot

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from stellwerk.cli.session import Session
    from stellwerk.core.game import AnyGame
    from stellwerk.core.record import Record
    from stellwerk.review.model import Told
    from stellwerk.search import Analysis

    Names = tuple[str, ...]

SHOWN: Final = 5
"""Number of turns shown, besides the one that was played."""
PLAIN: Final = "plain"
"""The level that stands for a search on the law alone."""
PLAIN_SIMULATIONS: Final = 400


class Ahead(msgspec.Struct, frozen=True):
    """A turn of the play expected afterwards."""

    seat: int
    actions: tuple[str, ...]
    words: tuple[str, ...]
    """Empty if it cannot be told: cards were shuffled another way."""


class Candidate(msgspec.Struct, frozen=True):
    """A turn that the bot considered."""

    actions: tuple[str, ...]
    words: tuple[str, ...]
    """What it does, in sentences."""
    value: float
    visits: int
    line: tuple[Ahead, ...]
    is_played: bool


class Report(msgspec.Struct, frozen=True):
    """The findings; `played` is what was really played from this step to the end of the turn."""

    game: str
    step: int
    seat: int
    level: str
    simulations: int
    played: tuple[str, ...]
    played_words: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    reasons: str


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_record(parser, "RECORD")
    parser.add_argument(
        "--step", type=positive_number, metavar="N", help="before action N (default: the last real choice)"
    )
    parser.add_argument("--level", metavar="BOT", help="a bot that searches (default: the strongest)")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument(
        "--simulations",
        type=whole_number,
        metavar="N",
        help="number of playouts (default: as many as the bot plays)",
    )
    budget.add_argument("--seconds", type=seconds_of, metavar="S", help="a time limit")
    parser.add_argument(
        "--seed", type=seed_text, default="", metavar="TEXT", help="seed of the bot's random numbers"
    )
    parser.add_argument("--json", type=path_of, metavar="FILE", help="write the findings here too")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Find the decision, let the bot think about it, and print the findings."""
    record = read_record(arguments.file, arguments.game_number)
    game = session.load(record.game)
    level, bot = _bot(game, arguments)
    if arguments.json:
        check_writable(arguments.json)
    step, state, played = _decision(game, record, arguments.step)
    seat = game.actor(state)
    assert seat is not None, "a decision is somebody's"
    analysis = bot.analyse(game.view(state, seat), Random(arguments.seed))  # noqa: S311 (a bot's luck is no secret)
    report = Report(
        game=record.game,
        step=step,
        seat=seat,
        level=level,
        simulations=analysis.simulations,
        played=tuple(map(game.to_text, played)),
        played_words=_told(session, tell_option(game, [state], played, seat), record.players),
        candidates=tuple(_candidates(session, game, state, analysis, played, record.players)),
        reasons=analysis.explain(session.texts, record.players),
    )
    _print(session, report, record.players)
    if arguments.json:
        write_file(arguments.json, msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n")
    return 0


def _bot(game: AnyGame, arguments: argparse.Namespace) -> tuple[str, SearchBot[Any, Any]]:
    """The name of a searching bot, and the bot with the budget that was asked for."""
    thinkers = _thinkers(game)
    offered = [level for level in game.info.levels if level in thinkers] or list(thinkers)
    level = offered[-1] if arguments.level is None else arguments.level
    if (thinker := thinkers.get(level)) is None:
        raise CommandError("no_thinker", {"bot": level[:80], "known": tuple(thinkers)})
    asked = {"simulations": arguments.simulations, "seconds": arguments.seconds}
    effort = replace(thinker.effort, **{name: value for name, value in asked.items() if value is not None})
    return level, SearchBot(thinker.mind, effort)


def _thinkers(game: AnyGame) -> dict[str, SearchBot[Any, Any]]:
    """The game's bots that search; a game without any is searched on its law alone."""
    found = {name: bot for name, make in game.bots.items() if isinstance(bot := make(), SearchBot)}
    return found or {PLAIN: SearchBot(PlainMind(game), Effort(PLAIN_SIMULATIONS))}


def _decision(game: AnyGame, record: Record, step: int | None) -> tuple[int, Any, list[Any]]:
    """The number of a step, the state before it, and what was played from there to the end of the turn."""
    _, state = opening(record)
    moments = list(replay(record))
    if step is None:
        choices = [one.number for one in moments if one.actor != CHANCE and len(game.legal(one.before)) > 1]
        step = choices[-1] if choices else len(moments) + 1
    if step > len(moments) + 1:
        raise CommandError("no_such_place", {"at": step - 1, "count": len(moments)})
    if step > 1:
        state = moments[step - 2].after
    if (seat := game.actor(state)) in (CHANCE, None):
        raise CommandError("no_decision", {"step": step})
    return step, state, [one.action for one in takewhile(lambda one: one.actor == seat, moments[step - 1 :])]


def _candidates(
    session: Session, game: AnyGame, state: Any, analysis: Analysis[Any], played: list[Any], names: Names
) -> Iterator[Candidate]:
    """The best turns, and the one that was played if the bot considered it."""
    seat = game.actor(state)
    assert seat is not None, "a decision is somebody's"
    rng = Random(1)  # noqa: S311 (worlds to compare words in, no secret)
    worlds = imagined(game, game.view(state, seat), rng)
    for rank, option in enumerate(analysis.options):
        is_played = Counter(option.actions) == Counter(played)
        if rank < SHOWN or is_played:
            words = _told(session, tell_option(game, worlds, option.actions, seat), names)
            lines = analysis.line(rank)
            told = tell_lines(game, analysis.position.world(0), option.actions, lines, rng) if lines else []
            told += [()] * (len(lines) - len(told))
            line = tuple(
                Ahead(one.seat, one.actions, _told(session, ahead, names))
                for one, ahead in zip(lines, told, strict=True)
            )
            texts = tuple(map(game.to_text, option.actions))
            yield Candidate(texts, words, option.value, option.visits, line, is_played)


def _told(session: Session, told: Iterable[Told], names: Names) -> tuple[str, ...]:
    """Sentences of a turn."""
    return tuple(sentences(map(unpack, told), session.texts, names))


def _print(session: Session, report: Report, names: Names) -> None:
    texts, screen = session.texts, session.screen
    about = {"step": report.step, "name": names[report.seat], "bot": report.level}
    screen.note(texts.say("analysed", **about, count=report.simulations), "bold")
    table = Table("", texts.say("turn"), box=box.SIMPLE_HEAD)
    for label in ("win_share", "visits"):
        table.add_column(texts.say(label), justify="right")
    for one in report.candidates:
        mark = "▶" if one.is_played else ""
        table.add_row(mark, _cell(session, one), percent(one.value, texts), str(one.visits))
    screen.print(table)
    if report.played:
        code = "was_played" if any(one.is_played for one in report.candidates) else "was_played_unasked"
        screen.note(texts.say(code, actions=" ".join(report.played_words)))
    screen.print(Text(report.reasons or texts.say("no_other_turn"), "bold"))


def _cell(session: Session, one: Candidate) -> Text:
    """A turn in words, and what is expected after it."""
    cell = Text(" ".join(one.words) or ", ".join(one.actions), "bold")
    if ahead := [" ".join(turn.words) for turn in one.line if turn.words]:
        cell.append(f"\n{session.texts.say('expected')} {' '.join(ahead)}", "not bold dim")
    return cell
