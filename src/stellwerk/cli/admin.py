"""`stellwerk admin`: for whoever hosts: people and tables, backups, new passwords, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
    "reports": "reports of bad behaviour: the open ones, or one with its log and chat; settle it",
    "tables": "the tables of a running server",
    "end": "end a table; a running game ends without a result",
}
Argument = tuple[str, dict[str, Any]]
"""A name and what argparse wants to know of it."""
_FILE: Final[Argument] = ("file", {"type": path_of, "metavar": "FILE", "help": "the copy of the database"})
_URL: Final = {"type": server_url, "metavar": "URL"}
_SERVER: Final[Argument] = ("--url", {**_URL, "required": True, "help": "where the server is reached"})
_OUTSIDE: Final[Argument] = ("--url", {**_URL, "help": "a running server, as people reach it"})
_DATABASE: Final[Argument] = (
    "--database", {"type": database_url, "metavar": "URL", "help": "postgresql://… instead"},
)  # fmt: skip
_LOGIN: Final[Argument] = ("login", {"metavar": "LOGIN", "help": "the login of the account"})
_TEXT: Final[Argument] = (
    "search", {"nargs": "?", "default": "", "metavar": "TEXT", "help": "part of login or name"},
)  # fmt: skip
ARGUMENTS: Final[dict[str, tuple[Argument, ...]]] = {
    "backup": (_FILE,),
    "restore": (_FILE,),
    "reset-password": (
        _DATABASE, _LOGIN,
        ("--base-url", {"default": "", "metavar": "URL", "help": "how people reach the server"}),
    ),
    "doctor": (_DATABASE, _OUTSIDE),
    "people": (_SERVER, _TEXT),
    "rename": (_SERVER, _LOGIN, ("name", {"metavar": "NAME", "help": "the new display name"})),
    "block": (_SERVER, _LOGIN),
    "unblock": (_SERVER, _LOGIN),
    "delete": (_SERVER, _LOGIN, ("--yes", {"action": "store_true", "help": "do it"})),
    "reports": (
        _SERVER,
        ("report", {"nargs": "?", "default": "", "metavar": "ID", "help": "this report, in full"}),
        ("--all", {"action": "store_true", "help": "also those that were settled"}),
        ("--settle", {"action": "store_true", "help": "settle this report"}),
        ("--note", {"default": "", "metavar": "TEXT", "help": "what came of it, for your memory"}),
    ),
    "tables": (_SERVER,),
    "end": (_SERVER, ("code", {"metavar": "CODE", "help": "the code of the table"})),
}  # fmt: skip
"""What each task needs besides the data folder."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    tasks = parser.add_subparsers(metavar="TASK", required=True, dest="task")
    for name, summary in TASKS.items():
        task = tasks.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        task.add_argument("--data", type=path_of, metavar="DIR", help="the data folder of the server")
        for argument, options in ARGUMENTS[name]:
            task.add_argument(argument, **options)


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Do the task."""
    try:
        from stellwerk.cli.host.upkeep import WORK  # noqa: PLC0415 (other commands start without the server)
    except ImportError as error:
        raise CommandError("no_server", {"problem": str(error)}) from error
    session.texts = load_command_texts(None, session.language, "stellwerk.store", "stellwerk.server")
    return WORK[arguments.task](session, arguments)
