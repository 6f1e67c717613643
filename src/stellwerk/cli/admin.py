"""`stellwerk admin`: for whoever hosts: backups, new passwords, and what is wrong with a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.cli.files import path_of
from stellwerk.cli.serve import database_url
from stellwerk.cli.session import CommandError
from stellwerk.cli.texts import load_command_texts

if TYPE_CHECKING:
    import argparse

    from stellwerk.cli.session import Session

TASKS: Final = {
    "backup": "copy the database of a server, which may be running, and check the copy",
    "restore": "put a copy back in place, while no server runs",
    "reset-password": "a one-time link for somebody who has forgotten their password",
    "doctor": "check what a server needs, and say what is wrong",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    tasks = parser.add_subparsers(metavar="TASK", required=True, dest="task")
    for name, summary in TASKS.items():
        task = tasks.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        task.add_argument("--data", type=path_of, metavar="DIR", help="the data folder of the server")
        if name in ("backup", "restore"):
            task.add_argument("file", type=path_of, metavar="FILE", help="the copy of the database")
        else:
            task.add_argument("--database", type=database_url, metavar="URL", help="postgresql://… instead")
        if name == "reset-password":
            task.add_argument("login", metavar="LOGIN", help="the login of the account")
            task.add_argument("--base-url", default="", metavar="URL", help="how people reach the server")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Do the task."""
    try:
        from stellwerk.cli.upkeep import WORK  # noqa: PLC0415 (other commands start without the server)
    except ImportError as error:
        raise CommandError("no_server", {"problem": str(error)}) from error
    session.texts = load_command_texts(None, session.language, "stellwerk.store", "stellwerk.server")
    return WORK[arguments.task](session, arguments)
