"""Today's bots against earlier ones: `python3 run.py bench pool [GAME …] [--blocks N] [--folder FOLDER]`.

`--level LEVEL` and `--seats N` play only some of the matches.

An earlier version is built from the history of this repository, as a wheel in an environment of its own, and
its bots enter the arena as programs (docs/arena.md). They think as long as they did then: their budget is
simulations, and no clock cuts them short. `--build` only builds, and prints how its bots are named.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

import stellwerk
from stellwerk.arena.block import Terms
from stellwerk.arena.statistics import standing
from tests.bench import asked
from tests.bench.bots.matches import pool_of
from tests.bench.bots.playing import line, play_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.arena.block import Block
    from stellwerk.core.setup import OptionValue
    from tests.bench.bots.matches import Match

ROOT = Path(__file__).parents[3]
SECONDS: Final = 600.0
"""How long a bot of the pool may take for a decision: enough for its simulations on any machine."""
NO_CLIENT: Final = "def has_node(): return True\ndef build(): pass\n"
"""Takes the place of the script that builds the browser client, which no bot needs."""


class Version(NamedTuple):
    """An earlier version."""

    number: str
    commit: str
    """Its last commit."""
    rules: int
    """The version of the rules that it knows: options that came later have the value that they had then."""


POOL: Final = (Version("0.1.0", "368e0bdf2bfea5f3e175b3af395f4b7ebfa9c16d", rules=1),)


def run(arguments: Sequence[str]) -> None:
    """Build what is missing, and play."""
    parser = asked.parser("pool")
    parser.add_argument("games", nargs="*", choices=[*stellwerk.games(), []], default=[], metavar="GAME")
    parser.add_argument("--blocks", type=asked.above_zero(int), default=50)
    parser.add_argument("--folder", type=Path, default=default_folder(), help="where versions are kept")
    parser.add_argument("--level", help="only the matches of this level")
    parser.add_argument("--seats", type=int, help="only the matches with this number of seats")
    parser.add_argument("--build", action="store_true", help="build them, and play nothing")
    options = parser.parse_args(arguments)
    if not options.games and not options.build:
        print("bench pool: name games to play against earlier versions; that takes hours.")
        return
    for version in POOL:
        build(version, options.folder)
        print(f"{version.number}: {entrant(version, options.folder, 'master')}", flush=True)
        for key in [] if options.build else options.games:
            wanted = [match for match in pool_of(key) if _is_wanted(match, options.level, options.seats)]
            measure(version, options.folder, key, wanted, options.blocks)


def _is_wanted(match: Match, level: str | None, seats: int | None) -> bool:
    """True if a match has this level and number of seats; None asks for all."""
    return level in (None, match.bots[0]) and seats in (None, match.seats)


def default_folder() -> Path:
    """A folder of the user for what can be made again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stellwerk" / "pool"


def measure(version: Version, folder: Path, key: str, matches: Sequence[Match], blocks: int) -> None:
    """Play matches of a game, and print a table."""
    print(f"\n## {stellwerk.load(key).info.title} against {version.number}\n")
    print(
        "| bots | seats | games | win share of the first | 95 % | par | aim |\n|---|---|---|---|---|---|---|"
    )
    for match in matches:
        shown, played = play_against(version, folder, key, match, blocks)
        print(line(shown, standing(played, match.bots[0])), flush=True)


def play_against(
    version: Version, folder: Path, key: str, match: Match, blocks: int
) -> tuple[Match, list[Block]]:
    """A match and its blocks, in which the earlier bot is called `LEVEL of VERSION`."""
    here, there = match.bots
    program, name = entrant(version, folder, there), f"{there} of {version.number}"
    terms = Terms(key, match.seats, options_of(version, key), f"pool {version.number}", SECONDS)
    played = play_blocks(terms, (here, program), max(8, round(blocks * match.part)))
    faults = sum(block.faults.get(program, 0) for block in played)
    assert not faults, f"{version.number} failed in {faults} decisions"
    return match._replace(bots=(here, name)), [_renamed(block, program, name) for block in played]


def _renamed(block: Block, old: str, new: str) -> Block:
    """A block in which an entrant has another name."""
    games = tuple(
        replace(game, seating=tuple(new if bot == old else bot for bot in game.seating))
        for game in block.games
    )
    return replace(block, lineup=tuple(new if bot == old else bot for bot in block.lineup), games=games)


def options_of(version: Version, key: str) -> dict[str, OptionValue]:
    """The rules by which a version plays a game."""
    return {name: one.value_at(version.rules) for name, one in stellwerk.load(key).info.options.items()}


def entrant(version: Version, folder: Path, level: str) -> str:
    """A bot of an earlier version, as the arena names it."""
    return f"cmd:{shlex.quote(str(program(version, folder)))} engine --bot {level}"


def program(version: Version, folder: Path) -> Path:
    """The command `stellwerk` of an earlier version."""
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    return folder / version.number / scripts / "stellwerk"


def build(version: Version, folder: Path) -> None:
    """Build an earlier version, unless it is there."""
    home = folder / version.number
    if (home / "built").exists():
        return
    venv.create(home, with_pip=True, clear=True)
    python = program(version, folder).with_name("python")
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch)
        packed = subprocess.run(
            [which("git") or "git", "archive", version.commit], cwd=ROOT, check=True, capture_output=True
        )
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
            archive.extractall(source, filter="data")
        (source / "client" / "build.py").write_text(NO_CLIENT)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q"]
        subprocess.run([*pip, "wheel", "--no-deps", "-w", str(home), str(source)], check=True)
        locked = source / "requirements" / "play.txt"
        subprocess.run([*pip, "install", "--require-hashes", "-r", str(locked)], check=True)
        wheels = [str(path) for path in home.glob("stellwerk-*.whl")]
        subprocess.run([*pip, "install", "--no-deps", *wheels], check=True)
    check(version, python)
    (home / "built").write_text(version.commit + "\n")


def check(version: Version, python: Path) -> None:
    """Make sure that the version is what it says, and that its cores are compiled."""
    asked_for = (
        "import stellwerk, stellwerk.native as native\n"
        "print(stellwerk.__version__, all(map(native.is_compiled, stellwerk.games())))"
    )
    said = subprocess.run([str(python), "-c", asked_for], check=True, capture_output=True, text=True).stdout
    assert said.split() == [version.number, "True"], said
