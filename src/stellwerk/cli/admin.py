"""`stellwerk admin`: for whoever hosts: backups, new passwords, and what is wrong with a server."""

from __future__ import annotations

import asyncio
import os
import time
from typing import TYPE_CHECKING, Final

from stellwerk.cli.files import path_of
from stellwerk.cli.serve import DATABASE, SECRET, database_url
from stellwerk.cli.session import CommandError, progress_bar
from stellwerk.cli.texts import load_command_texts

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from stellwerk.cli.session import Session

FILE: Final = "stellwerk.sqlite"


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    tasks = parser.add_subparsers(metavar="TASK", required=True, dest="task")
    for name, (help_text, work) in TASKS.items():
        task = tasks.add_parser(name, help=help_text, description=help_text, allow_abbrev=False)
        task.add_argument("--data", type=path_of, metavar="DIR", help="the data folder of the server")
        task.set_defaults(work=work)
        if name in ("backup", "restore"):
            task.add_argument("file", type=path_of, metavar="FILE", help="the copy of the database")
        else:
            task.add_argument("--database", type=database_url, metavar="URL", help="postgresql://… instead")
        if name == "reset-password":
            task.add_argument("login", metavar="LOGIN", help="the login of the account")
            task.add_argument("--base-url", default="", metavar="URL", help="how people reach the server")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Do the task."""
    session.texts = load_command_texts(None, session.language, "stellwerk.store", "stellwerk.server")
    work: Callable[[Session, argparse.Namespace], int] = arguments.work
    return work(session, arguments)


def folder_of(arguments: argparse.Namespace) -> Path:
    """The data folder: the given one, or where `serve` keeps data by itself."""
    try:
        import platformdirs  # noqa: PLC0415 (only with the extra `server`)
    except ImportError as error:
        raise CommandError("no_server", {"problem": str(error)}) from error
    folder: Path = arguments.data or platformdirs.user_data_path("stellwerk", appauthor=False)
    return folder


def back_up(session: Session, arguments: argparse.Namespace) -> int:
    """Copy the database, also while the server runs, and check the copy."""
    from stellwerk.store import backups  # noqa: PLC0415 (other commands start without it)

    with progress_bar() as progress:
        task = progress.add_task(session.texts.say("copying"))
        found = backups.back_up(
            folder_of(arguments) / FILE,
            arguments.file,
            lambda done, every: progress.update(task, completed=done, total=every),
        )
    session.screen.note(session.texts.say("backed_up", file=str(arguments.file), **found._asdict()))
    return 0


def restore(session: Session, arguments: argparse.Namespace) -> int:
    """Put a checked copy in the place of the database; the one that was there is kept beside it."""
    from stellwerk.store import backups  # noqa: PLC0415 (other commands start without it)

    found, former = backups.put_back(arguments.file, folder_of(arguments) / FILE)
    session.screen.note(session.texts.say("restored", **found._asdict()))
    if former is not None:
        session.screen.note(session.texts.say("former_database", file=str(former)), "dim")
    return 0


def reset_password(session: Session, arguments: argparse.Namespace) -> int:
    """Print a one-time link for somebody who has forgotten their password."""
    from stellwerk.server import hosting  # noqa: PLC0415 (other commands start without it)
    from stellwerk.server.people import resets  # noqa: PLC0415 (the same)
    from stellwerk.server.people.identity import clean_login  # noqa: PLC0415 (the same)
    from stellwerk.store import StoreError, open_store  # noqa: PLC0415 (the same)

    folder = folder_of(arguments)
    database = arguments.database or os.environ.get(DATABASE) or str(folder)

    async def link() -> str:
        store = await open_store(database, read_only=True)
        try:
            account = await store.account(clean_login(arguments.login))
        finally:
            await store.close()
        if account is None:
            raise StoreError("unknown_account", {"login": arguments.login})
        return resets.make(hosting.secret_of(os.environ.get(SECRET), folder), account, time.time())

    path = asyncio.run(link())
    session.screen.note(session.texts.say("reset_link", hours=resets.HOURS))
    session.screen.note(f"{arguments.base_url.rstrip('/')}{path}")
    return 0


def doctor(session: Session, arguments: argparse.Namespace) -> int:
    """Check everything that a server needs, and say what is wrong; 1 if something is."""
    from stellwerk.cli.doctor import findings  # noqa: PLC0415 (other commands start without it)

    database = arguments.database or os.environ.get(DATABASE)
    wrong = 0
    for finding in findings(folder_of(arguments), database, os.environ.get(SECRET), session.texts):
        sign, style = ("✓", "green") if finding.is_well else ("✗", "bold red")
        wrong += not finding.is_well
        session.screen.note(f"{sign} {finding.sentence}", style)
    return 1 if wrong else 0


TASKS: Final = {
    "backup": ("copy the database of a server, which may be running, and check the copy", back_up),
    "restore": ("put a copy back in place, while no server runs", restore),
    "reset-password": ("a one-time link for somebody who has forgotten their password", reset_password),
    "doctor": ("check what a server needs, and say what is wrong", doctor),
}
