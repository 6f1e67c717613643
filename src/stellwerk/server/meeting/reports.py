"""Reports of bad behaviour: made at a table, kept with its public log and chat, settled by the host.

What is attached is what a spectator of the table is told, in the reporter's language, and what was said: so a
report of a running game holds no secrets of it, whoever reads it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from stellwerk.server.live.stories import story
from stellwerk.server.live.wire import Place
from stellwerk.server.people.host import require_host
from stellwerk.server.refusals import ServerError
from stellwerk.store.reports import KeptReport
from stellwerk.tables.clocks import DAY
from stellwerk.tables.draft import require_seat

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Player
    from stellwerk.tables.news import News
    from stellwerk.tables.table import Table

MAX_TEXT: Final = 1_000
LOG_KEPT: Final = 200
"""Events of the log that are attached."""
LISTED: Final = 200
KEPT: Final = 90.0 * DAY
"""Seconds after which a settled report is forgotten."""


class ReportBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whom you report, by their seat, and what for."""

    seat: Place
    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class ReportDone(msgspec.Struct, frozen=True):
    """The host has your report."""

    id: str


class SettleBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of a report, for the host's own memory."""

    note: Annotated[str, msgspec.Meta(max_length=MAX_TEXT)] = ""


class Concerned(msgspec.Struct, frozen=True):
    """Somebody a report is about, or by, as they were called then."""

    name: str
    login: str | None


class Said(msgspec.Struct, frozen=True):
    """Something said at the table."""

    time: float
    name: str
    text: str


class Report(msgspec.Struct, frozen=True):
    """A report with what was known when it was made."""

    reporter: Concerned
    reported: Concerned
    text: str
    code: str
    game: str
    game_number: int
    status: str
    chat: tuple[Said, ...]
    log: tuple[Said, ...]
    """What a spectator was told: the event where a game says nothing, and nobody's name for chance."""


class HostReport(msgspec.Struct, frozen=True):
    """A report, as the host sees it."""

    id: str
    time: float
    settled: float | None
    note: str
    report: Report


async def report_player(call: Call) -> ReportDone:
    """Report somebody at your table to the host, with the public log and the chat."""
    player = await call.require()
    services = call.services
    services.limits.reports.take(call.client)
    services.limits.reports.take(f"person {player.id}")
    table = (await services.hub.live(call.request.path_params["table"])).table
    require_seat(table, player.id)
    other = _person_at(table, call.body.seat)
    known = await services.store.players([other])
    if other == player.id or other not in known:
        raise ServerError("no_such_person")
    told = await story(services.store, table, 0, None, call.language)
    report = _report(table, player, known[other], call.body.text, told[-LOG_KEPT:])
    kept = KeptReport(
        secrets.token_hex(4),
        services.hub.clock(),
        player.id,
        other,
        table.id,
        msgspec.json.encode(report).decode(),
    )
    await services.store.reports.add(kept)
    return ReportDone(kept.id)


def _person_at(table: Table, seat: int) -> str:
    """The id of who sits at a seat, or sat there before a bot."""
    found = None
    if seat < len(table.seats):
        found = table.seats[seat].player or table.seats[seat].former
    if found is None:
        raise ServerError("no_such_person")
    return found


def _report(table: Table, reporter: Player, reported: Player, text: str, told: list[News]) -> Report:
    names = [seat.name for seat in table.seats]
    return Report(
        Concerned(reporter.name, reporter.login),
        Concerned(reported.name, reported.login),
        text.strip(),
        table.code,
        table.config.game,
        table.game_number,
        table.status,
        tuple([Said(one.time, names[one.seat], one.text) for one in table.chat]),
        tuple([_line(one, names) for one in told if one.kind != "chatted"]),
    )


def _line(news: News, names: list[str]) -> Said:
    said = " ".join(line.text for line in news.lines) or news.kind
    return Said(news.time, "" if news.seat is None else names[news.seat], said)


# For the host


async def host_reports(call: Call) -> list[HostReport]:
    """Reports, the latest first; with `all` also those that were settled."""
    require_host(call)
    with_settled = "all" in call.request.query_params
    found = await call.services.store.reports.latest(LISTED, with_settled=with_settled)
    return [_for_host(one) for one in found]


async def host_settle(call: Call) -> HostReport:
    """Settle a report."""
    require_host(call)
    reports, report = call.services.store.reports, call.request.path_params["report"]
    if not await reports.settle(report, call.body.note, call.services.hub.clock()):
        raise ServerError("no_such_report")
    found = await reports.find(report)
    assert found is not None
    return _for_host(found)


def _for_host(kept: KeptReport) -> HostReport:
    report = msgspec.json.decode(kept.payload, type=Report)
    return HostReport(kept.id, kept.time, kept.settled, kept.note, report)
