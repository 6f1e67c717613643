"""Two processes on one PostgreSQL behind one proxy, and one of them is killed: `python3 run.py bench two`.

Players are connected through nginx, from another process. While they play, one server process is killed by
SIGKILL: everybody who was connected to it must be back within seconds, and no table may go back behind what
somebody has seen. nginx is installed from Debian's packages if it is missing and we may.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench import asked
from tests.bench.measure import show
from tests.bench.server.load import cpu_seconds, players, quantiles
from tests.server.processes import Server
from tests.store.server import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator

AIM = 3.0
"""Seconds within which everybody is back."""
BEFORE = 3.0
"""Seconds of play before the kill."""
CONFIG = """
worker_processes 1;
error_log stderr crit;
pid {folder}/nginx.pid;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream stellwerk {{ least_conn; {servers} keepalive 32; }}
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        client_max_body_size 5m;
        location / {{
            proxy_pass http://stellwerk;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $http_x_forwarded_for;  # each player pretends an address
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_connect_timeout 2s;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


class Proxy:
    """Where the proxy listens."""

    def __init__(self, address: str) -> None:
        self.address = address


def run(arguments: list[str]) -> None:
    """Measure two processes together, then one after the other was killed."""
    asking = asked.parser("two")
    asking.add_argument("--players", type=asked.above_zero(int), default=2_000, help="connected (2,000)")
    asking.add_argument("--seconds", type=asked.above_zero(float), default=15, help="of each part (15)")
    asking.add_argument(
        "--pause", type=asked.above_zero(float), default=20, help="mean seconds to think (20)"
    )
    asking.add_argument("--game", default="trambahn")
    options = asking.parse_args(arguments)
    nginx = found_nginx()
    if nginx is None:
        print(
            "There is no nginx, and it could not be installed: apt-get install nginx-light", file=sys.stderr
        )
        return
    with tempfile.TemporaryDirectory() as name, running_server(is_durable=True) as postgres:
        place = (Path(name), f"--database={postgres.get_uri()}", "--log-level=error")
        with Server(*place) as first, Server(*place) as second, proxied(nginx, name, first, second) as proxy:
            measure(proxy, first, second, options)


def measure(proxy: Proxy, first: Server, second: Server, options: Any) -> None:
    """Let everybody play, kill one process, and say what they noticed."""
    with players(proxy, options.game) as order, ThreadPoolExecutor(1) as thread:
        began = time.monotonic()
        order(tables=options.players // 2)
        print(f"{options.players} players connected after {time.monotonic() - began:.0f} s", file=sys.stderr)
        calm, cpu = in_all(order, options, first, second)
        playing = thread.submit(order, seconds=options.seconds, pause=options.pause, patience=30)
        time.sleep(BEFORE)
        first.kill()
        killed = playing.result()
        alone, cpu_alone = in_all(order, options, second)
    columns = ("", "two processes", "one killed", "the other alone")
    noticed = (calm, killed, alone)
    rows = [
        ("moves/s", *(f"{part['rate']:.0f}" for part in noticed)),
        ("p50 / p99 to both players, ms", *(quantiles(part["latencies"]) for part in noticed)),
        ("CPU per move, all processes, µs", f"{cpu:.0f}", "–", f"{cpu_alone:.0f}"),
        ("connections lost, and back", "–", f"{len(killed['back'])}", "–"),
        ("… back after, p50 / longest, s", "–", longest(killed["back"]), "–"),
        ("not back, moves lost", "–", f"{killed['gone']}, {len(killed['lost'])}", "–"),
    ]
    show(
        f"{options.players} players, {options.game}, PostgreSQL behind nginx; aim: back in {AIM:.0f} s",
        columns,
        rows,
    )
    if killed["gone"] or killed["lost"] or alone["lost"]:
        sys.exit("somebody did not come back, or lost a move")


def in_all(order: Any, options: Any, *servers: Server) -> tuple[dict[str, Any], float]:
    """What players noticed, and µs of CPU per move in all server processes."""
    before = sum(cpu_seconds(server.pid) for server in servers)
    done = order(seconds=options.seconds, pause=options.pause, patience=30)
    return done, (sum(cpu_seconds(server.pid) for server in servers) - before) / max(1, done["moves"]) * 1e6


def longest(seconds: list[float]) -> str:
    """The median and the last."""
    return f"{seconds[len(seconds) // 2]:.2f} / {seconds[-1]:.2f}" if seconds else "–"


def found_nginx() -> str | None:
    """Where nginx is; installed if it is missing and this is a Debian on which we may."""
    path = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin"
    if shutil.which("nginx", path=path) is None and shutil.which("apt-get") and os.geteuid() == 0:
        command = ["apt-get", "install", "-y", "-q", "nginx-light"]
        subprocess.run(command, check=False, stdout=sys.stderr)
    return shutil.which("nginx", path=path)


@contextmanager
def proxied(nginx: str, name: str, *servers: Server) -> Iterator[Proxy]:
    """A proxy before some servers, on a port that the kernel chose."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder = Path(name) / "nginx"
    folder.mkdir()
    upstream = " ".join(f"server {one.address.removeprefix('http://')} fail_timeout=1s;" for one in servers)
    file = folder / "nginx.conf"
    file.write_text(CONFIG.format(folder=folder, servers=upstream, port=port))
    process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(file), "-g", "daemon off;"])
    try:
        for _ in range(100):
            with socket.socket() as trying:
                if trying.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield Proxy(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()
