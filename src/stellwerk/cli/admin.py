"""`stellwerk admin`: for whoever hosts: people and tables, backups, new passwords, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.cli.files import path_of
from stellwerk.cli.serve import database_url, server_url
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
    "people": "the accounts of a running server",
    "rename": "give an account another display name",
    "block": "sign an account out everywhere and let nobody sign in",
    "unblock": "let a blocked account sign in again",
    "delete": "delete an account for good; its seats are given up",
    "tables": "the tables of a running server",
    "end": "end a table; a running game ends without a result",
}
OF_A_RUNNING_SERVER: Final = ("people", "rename", "block", "unblock", "delete", "tables", "end")
OF_A_PERSON: Final = ("rename", "block", "unblock", "delete", "reset-password")


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    tasks = parser.add_subparsers(metavar="TASK", required=True, dest="task")
    for name, summary in TASKS.items():
        task = tasks.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        task.add_argument("--data", type=path_of, metavar="DIR", help="the data folder of the server")
        if name in ("backup", "restore"):
            task.add_argument("file", type=path_of, metavar="FILE", help="the copy of the database")
        elif name in OF_A_RUNNING_SERVER:
            task.add_argument(
                "--url", type=server_url, required=True, metavar="URL", help="where the server is reached"
            )
        else:
            task.add_argument("--database", type=database_url, metavar="URL", help="postgresql://… instead")
        if name in OF_A_PERSON:
            task.add_argument("login", metavar="LOGIN", help="the login of the account")
        if name == "people":
            task.add_argument("search", nargs="?", default="", metavar="TEXT", help="part of login or name")
        if name == "rename":
            task.add_argument("name", metavar="NAME", help="the new display name")
        if name == "delete":
            task.add_argument("--yes", action="store_true", help="do it")
        if name == "end":
            task.add_argument("code", metavar="CODE", help="the code of the table")
        if name == "reset-password":
            task.add_argument("--base-url", default="", metavar="URL", help="how people reach the server")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Do the task."""
    try:
        from stellwerk.cli.upkeep import WORK  # noqa: PLC0415 (other commands start without the server)
    except ImportError as error:
        raise CommandError("no_server", {"problem": str(error)}) from error
    session.texts = load_command_texts(None, session.language, "stellwerk.store", "stellwerk.server")
    return WORK[arguments.task](session, arguments)
