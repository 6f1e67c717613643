"""Runs what the Dockerfile runs, without Docker: its first stage in a clean folder, then its server.

python3 deploy/try_image.py FOLDER    FOLDER is made, and must not exist

The commands are read from the Dockerfile, and the server gets a free port. What belongs to an image alone is
left out: packages of the system, users, layers. Standard library only.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
SYSTEM = ("apt-get", "useradd")
"""What begins a command for the system."""
SECONDS = 60


def instructions(dockerfile: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments, lines joined."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^#.*\n", "", dockerfile, flags=re.MULTILINE))
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in joined.splitlines()) if word]


def copy_sources(target: Path) -> None:
    """Copy what .dockerignore lets in, from the files that git knows."""
    lines = (ROOT / ".dockerignore").read_text().split()
    kept = tuple(line[1:] for line in lines if line.startswith("!"))
    listed = subprocess.run(["git", "ls-files", *kept], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.split("\n"):
        if name:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def main(folder: Path) -> int:
    """Build, then start the server as the image would and ask for its health and page."""
    steps = instructions((ROOT / "deploy" / "Dockerfile").read_text())
    sources, home, data = folder / "src", folder / "stellwerk", folder / "data"
    port = free_port()
    sources.mkdir(parents=True)
    copy_sources(sources)

    def here(command: str) -> str:
        return command.replace("/opt/stellwerk", str(home)).replace("/data", str(data)).replace("8700", port)

    for word, rest in steps:
        if word == "RUN" and not rest.startswith(SYSTEM):
            print(f"$ {rest}", flush=True)
            subprocess.run(["/bin/sh", "-ec", here(rest)], cwd=sources, check=True)
    shutil.rmtree(sources)  # the second stage has none of it
    entry, command = (json.loads(here(rest)) for word, rest in steps if word in ("ENTRYPOINT", "CMD"))
    check = next(rest for word, rest in steps if word == "HEALTHCHECK")
    with subprocess.Popen([*entry, *command], cwd="/", env={"PYTHONDONTWRITEBYTECODE": "1"}) as server:
        try:
            is_well = becomes_healthy(json.loads(here(check[check.index("[") :])))
            page = urlopen(f"http://127.0.0.1:{port}/").read()  # our own server
        finally:
            server.terminate()
    print("healthy, and serves its page" if is_well and b"<title>" in page else "not well")
    return 0 if is_well and b"<title>" in page and server.returncode == 0 else 1


def free_port() -> str:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return str(listening.getsockname()[1])


def becomes_healthy(check: list[str]) -> bool:
    """True if the image's own check succeeds in time."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if subprocess.run(check, check=False, capture_output=True).returncode == 0:
            return True
        time.sleep(0.5)
    return False


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]).resolve()))
    except URLError as error:
        sys.exit(f"no page: {error}")
