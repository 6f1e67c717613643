"""`stellwerk new-game`: write a small playable game to start from (docs/add-a-game.md).

The game is a copy of `stellwerk.template` under a key of its own: source, texts, rule book, clause tests and
golden games, laid out as in the repository. With the repository's root as the folder everything is in place
at once; anywhere else `STELLWERK_GAMES` makes the game known.
"""

from __future__ import annotations

import keyword
import re
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.cli.files import path_of
from stellwerk.cli.session import CommandError
from stellwerk.core import registry
from stellwerk.core.record import encode, opening, replay
from stellwerk.core.rulebook import markdown
from stellwerk.core.texts import LANGUAGES, load_texts

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from stellwerk.cli.session import Session
    from stellwerk.core.record import Record

TEMPLATE: Final = "stellwerk.template"
TITLE: Final = "Shunting"
PREFIX: Final = "SH"
LONGEST_KEY: Final = 20
LONGEST_TITLE: Final = 40
GAMES: Final = Path("src", "stellwerk", "games")


def configure(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("key", metavar="KEY", help="what the game is called in commands, files and code")
    parser.add_argument(
        "--out", type=path_of, required=True, metavar="DIR", help="where to write: `.` in a checkout's root"
    )
    parser.add_argument("--title", metavar="TEXT", help="what people call the game (default: from the key)")


def run(session: Session, arguments: argparse.Namespace) -> int:
    """Check everything first, then write all files."""
    key, out = arguments.key, arguments.out
    title = key.replace("_", " ").title() if arguments.title is None else arguments.title.strip()
    _check_key(key)
    _check_title(title)
    _check_free(out, key)
    _write(out, _copies(key, title))
    _make_known(out)
    _write(out, _derived(out, key))
    texts = session.texts
    session.screen.note(texts.say("new_game", key=key, folder=str(out / GAMES / key)))
    is_here = (out / "run.py").exists()
    games = (out / GAMES).resolve()
    session.screen.note(
        texts.say(f"new_game_{'here' if is_here else 'elsewhere'}", key=key, games=str(games))
    )
    return 0


def _check_key(key: str) -> None:
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{0,{LONGEST_KEY - 1}}}", key) or keyword.iskeyword(key):
        raise CommandError("bad_key", {"key": key[:80], "limit": LONGEST_KEY})
    if key in registry.games():
        raise CommandError("key_taken", {"key": key})


def _check_title(title: str) -> None:
    if not (0 < len(title) <= LONGEST_TITLE and title.isprintable()) or re.search(r'["\\]', title):
        raise CommandError("bad_title", {"title": title[:80], "limit": LONGEST_TITLE})


def _check_free(out: Path, key: str) -> None:
    """Nothing that exists is written over."""
    tests, golden = Path("tests", "games", key), Path("tests", "golden")
    places = (GAMES / key, tests, golden / key, golden / f"make_{key}.py", Path("docs", "rules", f"{key}.md"))
    for place in places:
        if (out / place).exists():
            raise CommandError("file_exists", {"file": str(out / place)})


def _copies(key: str, title: str) -> dict[Path, bytes]:
    """The template's files at their places, with the game's own key, title and clause ids."""
    tests = Path("tests", "games", key)
    places = {
        "__init__.py": GAMES / key / "__init__.py",
        "test_clauses.py": tests / "test_clauses.py",
        "make_golden.py": Path("tests", "golden", f"make_{key}.py"),
    }
    for language in files(TEMPLATE).joinpath("texts").iterdir():
        places[f"texts/{language.name}"] = GAMES / key / "texts" / language.name
    prefix = _prefix(key)
    found = {tests / "__init__.py": b""}
    for name, place in places.items():
        text = files(TEMPLATE).joinpath(name).read_text(encoding="utf-8")
        text = re.sub(rf"\b{PREFIX}-", f"{prefix}-", text.replace(TEMPLATE, f"{registry.PACKAGE}.{key}"))
        found[place] = re.sub(r"template\b", key, text).replace(TITLE, title).encode()
    return found


def _prefix(key: str) -> str:
    """Two letters for the ids of clauses: from the key, and if possible no other game's."""
    letters = [letter for letter in key.upper() if letter.isalpha()]
    wanted = [f"{letters[0]}{letter}" for letter in (*letters[1:], "X", letters[0])]
    return next((prefix for prefix in wanted if prefix not in _taken_prefixes()), wanted[0])


def _taken_prefixes() -> set[str]:
    return {
        clause.partition("-")[0]
        for key in registry.games()
        for clause in load_texts(key, LANGUAGES[0]).section("clauses")
    }


def _make_known(out: Path) -> None:
    """Let this process find the games in a folder that has just been written."""
    import_module(registry.PACKAGE).__path__.append(str((out / GAMES).resolve()))
    registry.games.cache_clear()


def _derived(out: Path, key: str) -> dict[Path, bytes]:
    """What the new game itself makes: its rule book and its golden games with their results."""
    golden = Path("tests", "golden")
    records: dict[str, Record] = run_path(str(out / golden / f"make_{key}.py"))["games"]()
    notation = files(TEMPLATE).joinpath("notation.md").read_text(encoding="utf-8")
    return {
        Path("docs", "rules", f"{key}.md"): f"{markdown(key, 'en')}\n## Notation\n\n{notation}".encode(),
        **{golden / key / name: encode(record) for name, record in records.items()},
        golden / key / "results.json": results_file(records),
    }


def results_file(records: Mapping[str, Record]) -> bytes:
    """How finished games ended, as `results.json` beside golden games has it."""
    ends = {name: outcome(record) for name, record in sorted(records.items())}
    return msgspec.json.format(msgspec.json.encode(ends), indent=1) + b"\n"


def outcome(record: Record) -> dict[str, Any]:
    """How a record ends."""
    game, _ = opening(record)
    *_, last = replay(record)
    result = game.result(last.after)
    assert result is not None, "a golden game is a finished game"
    return {"reason": result.reason, "scores": list(result.scores), "winners": list(result.winners)}


def _write(out: Path, contents: dict[Path, bytes]) -> None:
    for place, data in contents.items():
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        (out / place).write_bytes(data)
