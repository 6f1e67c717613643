"""Tries an installed Stellwerk outside its repository: pages are served and all is compiled that can be.

python native/try_wheel.py    exit code 1 and what is missing, or 0
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from urllib.request import urlopen

TRY = """
import random, stellwerk
from stellwerk import native
assert all(map(native.written, native.WRITTEN)), "what is written in C is not compiled"
for key in stellwerk.games():
    assert not native.sources(key) or native.loads(key), f"{key}: {native.fault(key)}"
    game, state, rng = stellwerk.load(key), stellwerk.new_game(key, seed="wheel"), random.Random(1)
    view, legal = game.view(state, game.actor(state)), game.legal(state)
    assert game.bots["master"]().choose(view, legal, rng) in legal
"""


def main() -> int:
    """Let all masters decide once, then ask a server for its page."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-c", TRY], check=True, cwd=folder)
        command = [sys.executable, "-u", "-m", "stellwerk", "serve", "--no-open", "--data", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
            try:
                assert server.stdout is not None
                found = re.search(r"http://[\d.:]+", server.stdout.readline())
                page = urlopen(f"{found[0]}/").read() if found else b""  # noqa: S310 (our own server)
            finally:
                server.terminate()
    print("The wheel serves its pages." if b"<title>" in page else "The wheel serves no pages.")
    return 0 if b"<title>" in page else 1


if __name__ == "__main__":
    sys.exit(main())
