"""What `stellwerk admin` does for whoever hosts. Needs the extra `server`."""

from __future__ import annotations

import asyncio
import os
import time
from itertools import chain
from typing import TYPE_CHECKING, Final

import platformdirs

from stellwerk.cli.host import hosted, outside
from stellwerk.cli.host.doctor import findings
from stellwerk.cli.screen import progress_bar
from stellwerk.cli.serve import DATABASE, SECRET
from stellwerk.server.people import resets
from stellwerk.server.people.identity import clean_login
from stellwerk.store import StoreError, backups, open_store

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from stellwerk.cli.session import Session

FILE: Final = "stellwerk.sqlite"


def folder_of(arguments: argparse.Namespace) -> Path:
    """The data folder: the given one, or where `serve` keeps data by itself."""
    folder: Path = arguments.data or platformdirs.user_data_path("stellwerk", appauthor=False)
    return folder


def back_up(session: Session, arguments: argparse.Namespace) -> int:
    """Copy the database, also while the server runs, and check the copy."""
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
    found, former = backups.put_back(arguments.file, folder_of(arguments) / FILE)
    session.screen.note(session.texts.say("restored", **found._asdict()))
    if former is not None:
        session.screen.note(session.texts.say("former_database", file=str(former)), "dim")
    return 0


def reset_password(session: Session, arguments: argparse.Namespace) -> int:
    """Print a one-time link for somebody who has forgotten their password."""
    folder = folder_of(arguments)
    database = arguments.database or os.environ.get(DATABASE) or str(folder)
    secret = hosted.secret_in(folder)

    async def link() -> str:
        store = await open_store(database, read_only=True)
        try:
            account = await store.account(clean_login(arguments.login))
        finally:
            await store.close()
        if account is None:
            raise StoreError("unknown_account", {"login": arguments.login})
        return resets.make(secret, account, time.time())

    path = asyncio.run(link())
    session.screen.note(session.texts.say("reset_link", hours=resets.HOURS))
    session.screen.note(f"{arguments.base_url.rstrip('/')}{path}")
    return 0


def doctor(session: Session, arguments: argparse.Namespace) -> int:
    """Check everything that a server needs, and say what is wrong; 1 if something is."""
    folder, database = folder_of(arguments), arguments.database or os.environ.get(DATABASE)
    wrong = 0
    inside = findings(folder, database, os.environ.get(SECRET), session.texts)
    around = outside.findings(arguments.url, folder, session.texts) if arguments.url else ()
    for finding in chain(inside, around):
        sign, style = ("✓", "green") if finding.is_well else ("✗", "bold red")
        wrong += not finding.is_well
        session.screen.note(f"{sign} {finding.sentence}", style)
    return 1 if wrong else 0


def _asking(
    task: Callable[[Session, argparse.Namespace, Path], int],
) -> Callable[[Session, argparse.Namespace], int]:
    """A task that a running server does."""
    return lambda session, arguments: task(session, arguments, folder_of(arguments))


WORK: Final[Mapping[str, Callable[[Session, argparse.Namespace], int]]] = {
    "backup": back_up,
    "restore": restore,
    "reset-password": reset_password,
    "doctor": doctor,
    "people": _asking(hosted.people),
    "rename": _asking(hosted.person),
    "block": _asking(hosted.person),
    "unblock": _asking(hosted.person),
    "delete": _asking(hosted.person),
    "reports": _asking(hosted.reports),
    "tables": _asking(hosted.tables),
    "end": _asking(hosted.end_table),
}
