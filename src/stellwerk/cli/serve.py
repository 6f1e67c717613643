"""`stellwerk serve`: let people play in their browsers, on this machine or over the network."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from stellwerk.cli.arguments import positive_number, whole_number
from stellwerk.cli.files import path_of
from stellwerk.cli.seats import MAX_NAME
from stellwerk.cli.session import CommandError
from stellwerk.cli.texts import load_command_texts
from stellwerk.core import registry
from stellwerk.engine.program import check_command
from stellwerk.workers import process_pool

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.cli.session import Session

SECRET: Final = "STELLWERK_SECRET"  # noqa: S105 (the name of a variable)
DATABASE: Final = "STELLWERK_DATABASE"
SMTP: Final = "STELLWERK_SMTP"
PROGRAM: Final = "cmd:"
LAST_PORT: Final = 65_535
LONGEST_IMPRINT: Final = 5_000
LEVELS: Final = ("debug", "info", "warning", "error")
HOSTING: Final = f"""\
hosting for others:
  By default only this machine can connect, and everything is kept in one SQLite file
  in the data folder. To let others play:
  · Put a reverse proxy with TLS in front (Caddy, nginx) that passes WebSockets on, leave
    --host at 127.0.0.1, and say by --base-url how people reach it. In a trusted network
    without a proxy, --host 0.0.0.0 listens to everybody.
  · One process serves about a thousand players. Several processes, each with its own
    --port, share one PostgreSQL: --database postgresql://name@host/database (or the
    variable {DATABASE}, which other users of the machine cannot see). SQLite belongs
    to one process; a second one is refused.
  · Requests for a name that is neither in --base-url nor by --allow-host are refused;
    addresses and localhost are always allowed.
  · Cookies are signed with a secret. It comes from the variable {SECRET}
    (32 characters or more), else from the file "secret" in the data folder, which is
    made at the first start and readable by its owner only. All processes need the same.
  · Bots think in --workers processes, those that cost nothing in one more, or on a Dask
    cluster by --cluster (needs the extra “cluster”). Reviews of finished games
    are made in --reviewers processes that come after everything else; on a cluster a
    quarter of its threads is theirs.
  · --bot "NAME=cmd:COMMAND" lets a program of yours play at tables, as a bot called NAME
    (docs/protocol.md); "NAME@GAME=cmd:COMMAND" at tables of one game only. It runs with the
    rights of the server. Several processes need the same programs.
  · --smtp (or the variable {SMTP}) names a mail server: people can then ask for
    letters when it is their turn, and for a new password. --mail-from is the sender.
  · GET /health says whether the server works, GET /metrics gives figures for Prometheus;
    let the proxy keep /metrics from strangers. SIGTERM ends the server well.
  docs/hosting.md has a systemd unit, examples for proxies, and how to back up."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HOSTING
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (127.0.0.1)")
    parser.add_argument(
        "--port", type=port_number, default=0, metavar="N", help="the port (default, and 0: a free one)"
    )
    parser.add_argument(
        "--data", type=path_of, metavar="DIR", help="where to keep data (default: your user data folder)"
    )
    parser.add_argument(
        "--database",
        type=database_url,
        metavar="URL",
        help="postgresql://…, used instead of a file in that folder",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="let bots think on this Dask cluster")
    parser.add_argument(
        "--workers", type=positive_number, default=1, metavar="N", help="processes in which bots think (1)"
    )
    parser.add_argument(
        "--reviewers",
        type=positive_number,
        default=1,
        metavar="N",
        help="processes that review finished games, after everything else (1)",
    )
    parser.add_argument(
        "--bot",
        type=program_of,
        action="append",
        default=[],
        metavar="NAME=cmd:COMMAND",
        help="a program that plays at tables under this name; repeatable",
    )
    parser.add_argument("--base-url", metavar="URL", help="how people reach the server")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name by which people reach it; repeatable, * for any",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a limit (docs/hosting.md lists them): requests=200/50, connections=20000; repeatable",
    )
    parser.add_argument(
        "--smtp",
        type=mail_server,
        metavar="URL",
        help="send e-mail by this server: smtp://name:password@host:port, or smtps://…",
    )
    parser.add_argument(
        "--mail-from", default="stellwerk@localhost", metavar="ADDRESS", help="whom e-mail comes from"
    )
    parser.add_argument(
        "--imprint", type=imprint_of, metavar="FILE", help="text that says who runs the server"
    )
    parser.add_argument(
        "--open",
        action=argparse.BooleanOptionalAction,
        help="open the browser (default: if there is one, and a person at a terminal)",
    )
    parser.add_argument(
        "--log-level", choices=LEVELS, default="warning", help="how much to log on stderr (warning)"
    )


def port_number(text: str) -> int:
    """A port number, or 0 for a free one; raises `CommandError`."""
    if (port := whole_number(text)) > LAST_PORT:
        raise CommandError("bad_port", {"port": port})
    return port


def server_url(text: str) -> str:
    """The address of a server; raises `CommandError`."""
    try:
        parts = urlsplit(text)
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_url = False
    if not is_url:
        raise CommandError("bad_url", {"url": text})
    return text


def imprint_of(path: str) -> str:
    """The text of a file, which is shown as it is; raises `CommandError`."""
    text = path_of(path).read_text(encoding="utf-8").strip()
    if len(text) > LONGEST_IMPRINT:
        raise CommandError("long_imprint", {"limit": LONGEST_IMPRINT})
    return text


def mail_server(text: str) -> str:
    """The address of a mail server; raises `CommandError`."""
    try:
        parts = urlsplit(text)
        is_url = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no number for a port
        is_url = False
    if not is_url:
        raise CommandError("bad_mail_server")  # not shown: it may hold a password
    return text


def mail_server_of(wanted: str | None) -> str:
    """The mail server that was asked for, else that of the variable; empty if there is none."""
    named = wanted or os.environ.get(SMTP)
    return mail_server(named) if named else ""


def database_url(text: str) -> str:
    """The address of a PostgreSQL database; raises `CommandError`."""
    try:
        parts = urlsplit(text)
        is_url = parts.scheme in ("postgresql", "postgres") and parts.port != 0
    except ValueError:  # no number for a port
        is_url = False
    if not is_url:
        raise CommandError("bad_database")  # not shown: it may hold a password
    return text


def program_of(text: str) -> tuple[str, str | None, str]:
    """Name, game (None: all) and command of a program such as ``Anna@trambahn=cmd:./anna --fast``."""
    place, equals, rest = text.partition("=")
    name, at, game = place.partition("@")
    command = rest.removeprefix(PROGRAM)
    is_name = 0 < len(name) <= MAX_NAME and name == name.strip() and name.isprintable()
    if not (equals and is_name and command and command != rest and bool(at) == bool(game)):
        raise CommandError("bad_program", {"text": text[:200], "limit": MAX_NAME})
    return name, game or None, command


def check_programs(programs: Iterable[tuple[str, str | None, str]]) -> None:
    """Check that every program can be started and that no name means two bots; raises `StellwerkError`."""
    taken = {(key, bot) for key in registry.games() for bot in registry.load(key).bots}
    for name, game, command in programs:
        check_command(command)
        for key in registry.games() if game is None else (registry.load(game).info.key,):
            if (key, name) in taken:
                raise CommandError("program_twice", {"name": name, "game": registry.load(key).info.title})
            taken.add((key, name))


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    try:
        import platformdirs  # noqa: PLC0415 (other commands start without it)

        from stellwerk.server import hosting  # noqa: PLC0415 (the same)
        from stellwerk.server.services import Settings  # noqa: PLC0415 (the same)
        from stellwerk.server.thinking.programs import Named  # noqa: PLC0415 (the same)
    except ImportError as error:
        raise CommandError("no_server", {"problem": str(error)}) from error

    session.texts = load_command_texts(None, session.language, "stellwerk.store", "stellwerk.engine")
    check_programs(arguments.bot)
    folder = arguments.data or platformdirs.user_data_path("stellwerk", appauthor=False)
    database = arguments.database or os.environ.get(DATABASE)
    secret = hosting.secret_of(os.environ.get(SECRET), folder)
    workers, reviewers = arguments.workers, arguments.reviewers
    if arguments.cluster:
        workers, reviewers = hosting.shared_threads(hosting.cluster_threads(arguments.cluster))
    rates, caps = hosting.limits_of(arguments.limit)
    listening = hosting.listen(arguments.host, arguments.port)
    address = hosting.address_of(listening)
    settings = Settings(
        database=str(folder) if database is None else database_url(database),
        base_url=arguments.base_url or address,
        secret=secret,
        hosts=tuple(arguments.allow_host),
        rates=rates,
        caps=caps,
        make_executor=lambda: (
            hosting.cluster(arguments.cluster) if arguments.cluster else process_pool(1, behind=True)
        ),
        workers=workers,
        make_reviewer=lambda: (
            hosting.cluster(arguments.cluster) if arguments.cluster else process_pool(1, last=True)
        ),
        reviewers=reviewers,
        smtp=mail_server_of(arguments.smtp),
        mail_from=arguments.mail_from,
        imprint=arguments.imprint or "",
        programs=tuple(Named(name, command, game) for name, game, command in arguments.bot),
    )

    def tell() -> None:
        sentence = session.texts.say("serving", address=address)
        print(sentence, flush=True)  # not by the screen, which takes time to load
        if has_browser() if arguments.open is None else arguments.open:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    hosting.host(settings, listening, arguments.log_level, tell)
    return 0


def has_browser() -> bool:
    """True if a person sits at this terminal and has a graphical browser."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not sys.stdout.isatty() or not has_windows:
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
