"""What `stellwerk admin` asks a running server to do: people and tables. Needs the extra `server`."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from stellwerk.cli.serve import SECRET
from stellwerk.cli.session import CommandError
from stellwerk.server import hosting
from stellwerk.server.people import host

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable
    from pathlib import Path

    from stellwerk.cli.session import Session

SECONDS: Final = 30
PEOPLE: Final = "/api/host/people"
TABLES: Final = "/api/host/tables"
CHECKUP: Final = "/api/host/checkup"
REPORTS: Final = "/api/host/reports"


def secret_in(folder: Path) -> bytes:
    """The secret of the server whose data folder this is; raises `CommandError` if there is none."""
    given = os.environ.get(SECRET)
    if given is None and not (folder / hosting.SECRET_FILE).exists():  # a new one would sign nothing of use
        raise CommandError("no_secret", {"folder": str(folder)})
    return hosting.secret_of(given, folder)


def people(session: Session, arguments: argparse.Namespace, folder: Path) -> int:
    """List accounts."""
    path = f"{PEOPLE}?search={quote(arguments.search)}" if arguments.search else PEOPLE
    _show_people(session, _ask(session, arguments, folder, "GET", path))
    return 0


def person(session: Session, arguments: argparse.Namespace, folder: Path) -> int:
    """Rename, block, unblock or delete an account."""
    wish = {"do": arguments.task, "name": getattr(arguments, "name", "")}
    if arguments.task == "delete" and not arguments.yes:
        raise CommandError("not_sure", {"login": arguments.login})
    found = _ask(session, arguments, folder, "POST", f"{PEOPLE}/{quote(arguments.login, safe='')}", wish)
    if arguments.task == "delete":
        session.screen.note(session.texts.say("account_deleted", login=arguments.login))
    else:
        _show_people(session, found)
    return 0


def tables(session: Session, arguments: argparse.Namespace, folder: Path) -> int:
    """List tables."""
    _show_tables(session, _ask(session, arguments, folder, "GET", TABLES))
    return 0


def end_table(session: Session, arguments: argparse.Namespace, folder: Path) -> int:
    """End a table."""
    code = quote(arguments.code, safe="")
    _show_tables(session, [_ask(session, arguments, folder, "POST", f"{TABLES}/{code}/end")])
    return 0


def checkup(url: str, folder: Path, language: str, claim: str) -> host.HostCheckup:
    """How a request that claims to come from an address reaches the server, and what it can send."""
    answer = _answer(url, folder, language, "GET", CHECKUP, None, {"X-Forwarded-For": claim})
    return msgspec.convert(answer, host.HostCheckup)


def reports(session: Session, arguments: argparse.Namespace, folder: Path) -> int:
    """List reports, show one, or settle it."""
    wanted = arguments.report
    if arguments.settle:
        target = f"{REPORTS}/{quote(wanted, safe='')}"
        _show_report(session, _ask(session, arguments, folder, "POST", target, {"note": arguments.note}))
        return 0
    found = _ask(
        session, arguments, folder, "GET", f"{REPORTS}?all=1" if arguments.all or wanted else REPORTS
    )
    if not wanted:
        _show_reports(session, found)
        return 0
    for one in found:
        if one["id"] == wanted:
            _show_report(session, one)
            return 0
    raise CommandError("no_such_report", {"report": wanted})


def _ask(
    session: Session,
    arguments: argparse.Namespace,
    folder: Path,
    method: str,
    target: str,
    wish: dict[str, str] | None = None,
) -> Any:
    """The answer of the running server; raises `CommandError` with its own words if it refuses."""
    return _answer(arguments.url, folder, session.language, method, target, wish, {})


def _answer(
    url: str,
    folder: Path,
    language: str,
    method: str,
    target: str,
    wish: dict[str, str] | None,
    headers: dict[str, str],
) -> Any:
    body = b"" if wish is None else msgspec.json.encode(wish)
    token = host.sign(secret_in(folder), method, target, body, time.time())
    said = {"Authorization": f"Bearer {token}", "Accept-Language": language, **headers}
    request = Request(url.rstrip("/") + target, body or None, said, method=method)  # noqa: S310 (only http)
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 (only http)
            return msgspec.json.decode(answer.read())
    except HTTPError as error:
        try:
            message = msgspec.json.decode(error.read())["message"]
        except (msgspec.DecodeError, KeyError, TypeError):
            message = str(error)
        raise CommandError("server_refuses", {"message": message}) from error
    except (URLError, TimeoutError, msgspec.DecodeError) as error:
        problem = str(getattr(error, "reason", error))
        raise CommandError("server_silent", {"url": url, "problem": problem}) from error


def _show_people(session: Session, found: Iterable[dict[str, Any]]) -> None:
    say = session.texts.say
    shown = Table(
        *map(say, ("col_login", "player", "col_tables", "col_seen", "col_note")), box=box.SIMPLE_HEAD
    )
    for one in found:
        state = [say("is_bot")] * one["is_bot"] + [say("is_blocked")] * one["is_blocked"]
        shown.add_row(one["login"], one["name"], str(one["tables"]), _day(one["seen"]), ", ".join(state))
    session.screen.print(shown)


def _show_tables(session: Session, found: Iterable[dict[str, Any]]) -> None:
    say = session.texts.say
    shown = Table(
        *map(say, ("col_code", "col_game", "col_status", "col_players", "col_time")), box=box.SIMPLE_HEAD
    )
    for one in found:
        players = ", ".join(name or "–" for name in one["seats"])
        shown.add_row(one["code"], one["game"], say(f"status_{one['status']}"), players, _day(one["time"]))
    session.screen.print(shown)


def _show_reports(session: Session, found: Iterable[dict[str, Any]]) -> None:
    say = session.texts.say
    columns = ("col_report", "col_when", "col_reported", "col_reporter", "col_code", "col_text")
    shown = Table(*map(say, columns), box=box.SIMPLE_HEAD)
    for one in found:
        report = one["report"]
        people = (_called(report["reported"]), _called(report["reporter"]))
        shown.add_row(*map(Text, (one["id"], _day(one["time"]), *people, report["code"], report["text"])))
    session.screen.print(shown)


def _show_report(session: Session, one: dict[str, Any]) -> None:
    report, say = one["report"], session.texts.say
    _show_reports(session, [one])
    for heading in ("chat", "log"):
        session.screen.print(Text(say(f"report_{heading}"), style="bold"))
        for said in report[heading]:
            session.screen.print(Text(f"{_day(said['time'])}  {said['name']}: {said['text']}"))
    if one["settled"] is not None:
        session.screen.note(say("report_settled", time=_day(one["settled"]), note=one["note"] or "–"))


def _called(person: dict[str, Any]) -> str:
    return person["name"] if person["login"] is None else f"{person['name']} ({person['login']})"


def _day(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%d %H:%M") if time else "–"
