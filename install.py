"""Makes what `run.py` needs: `.venv` with packages, the pages, the compiled cores. Standard library only.

Packages come from requirement files with hashes. uv installs them, and the pip that comes with Python
installs uv; wherever that does not work, or with `STELLWERK_PIP=1`, pip does everything. Progress is one line
on stderr.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Event, Lock
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXE = ".exe" if os.name == "nt" else ""
PYTHON = BIN / f"python{EXE}"
UV = BIN / f"uv{EXE}"
REQUIREMENTS = ROOT / "requirements"
NODE = "node"
"""The purpose of the one package that is not for Stellwerk itself."""
NO_NODE = 4
"""The exit code of `client/build.py` where there is no Node."""
NO_COMPILER, NO_MYPYC = 4, 5
"""The exit codes of `native/compile.py` where something is missing."""
SAME_SETTINGS = {"index-url": "UV_DEFAULT_INDEX", "extra-index-url": "UV_INDEX", "cert": "SSL_CERT_FILE"}
"""What pip is told, and the variable that tells uv."""
IS_POSIX = os.name == "posix"
_installing = Lock()
"""One installation at a time."""
_running: set[subprocess.Popen[str]] = set()
"""The programs that the set-up is waiting for."""
_is_interrupted = Event()
"""Set once somebody has interrupted the set-up: nothing more is begun."""
QUIET = ("--quiet", "--disable-pip-version-check", "--no-input")


class SetupFailed(Exception):
    """Something could not be installed or built."""


class Task(NamedTuple):
    """A part of the set-up: what it does, how many seconds that usually takes, and the work."""

    title: str
    usual: int
    work: Callable[[], None]


def do(*tasks: Task) -> None:
    """Do tasks at the same time and show them in one line; raises the first one's `SetupFailed`.

    Whoever interrupts them (`KeyboardInterrupt`) ends their processes too.
    """
    with ThreadPoolExecutor(len(tasks)) as pool:
        try:
            under_way = {pool.submit(task.work): task for task in tasks}
            _watch(under_way)
        except KeyboardInterrupt:
            _is_interrupted.set()
            for process in tuple(_running):
                _end(process)
            raise
        finally:
            if sys.stderr.isatty():
                _show("")
    for job in under_way:
        job.result()


def _watch(under_way: dict[Future[None], Task]) -> None:
    """Show what is being done until it is done."""
    begun, is_shown = time.monotonic(), False
    while left := [task for job, task in under_way.items() if not job.done()]:
        wait(under_way, timeout=0.25)
        passed = time.monotonic() - begun
        if sys.stderr.isatty():
            is_shown = is_shown or passed > 1
            _show(_line(left, int(passed)) if is_shown else "")
        elif not is_shown and passed > 1:
            print(_line(left), file=sys.stderr, flush=True)
            is_shown = True


def _line(tasks: Sequence[Task], passed: int | None = None) -> str:
    titles = " and ".join(dict.fromkeys(task.title for task in tasks))
    usual = max(task.usual for task in tasks)
    return f"Stellwerk: {titles}, usually {usual} s" + (" …" if passed is None else f": {passed} s")


def _show(text: str) -> None:
    """Write over the line that is shown."""
    width = shutil.get_terminal_size().columns - 1
    sys.stderr.write("\r\033[K" + text[:width])
    sys.stderr.flush()


# Packages


def packages(purpose: str, usual: int = 10) -> Task:
    """The packages of a purpose."""
    return Task("installing Python packages", usual, lambda: prepare(purpose))


def prepare(purpose: str) -> None:
    """Make `.venv` fit the requirement file of a purpose, unless it already does."""
    with _installing:
        _prepare(purpose)


def _prepare(purpose: str) -> None:
    requirements = REQUIREMENTS / f"{purpose}.txt"
    wanted = fingerprint(requirements)
    stamp = VENV / f"{purpose}.stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    try:
        if not (VENV / f"{python_version()}.stamp").exists():
            make_venv()
        install("--require-hashes", "--requirement", str(requirements))
        if purpose != NODE:
            install("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupFailed(said(error)) from error
    stamp.write_text(wanted)


def make_venv() -> None:
    """An empty `.venv` for this Python."""
    shutil.rmtree(VENV, ignore_errors=True)
    venv.create(VENV, with_pip=False)
    (VENV / f"{python_version()}.stamp").touch()


def install(*arguments: str) -> None:
    """Install into `.venv`: by uv if that works here, else by pip."""
    if has_uv():
        command = [str(UV), "pip", "install", "--quiet", "--python", str(PYTHON), *arguments]
        if call(command, check=False, env=uv_settings()).returncode == 0:
            return
    if call([str(PYTHON), "-m", "pip", "--version"], check=False).returncode:
        call([str(PYTHON), "-m", "ensurepip"])
    call([str(PYTHON), "-m", "pip", "install", *QUIET, *arguments])


def has_uv() -> bool:
    """Whether uv can be used; it is installed where it is missing, by the pip that comes with Python."""
    if os.environ.get("STELLWERK_PIP"):
        return False
    wheel = bundled_pip()
    if not UV.exists() and wheel is not None:
        wanted = ["--require-hashes", "--only-binary=:all:", "--requirement", str(REQUIREMENTS / "uv.txt")]
        command = [str(PYTHON), "-m", "pip", "install", *QUIET, *wanted]
        call(command, check=False, env=with_pip(wheel))
    return UV.exists()


def bundled_pip() -> Path | None:
    """The wheel of pip that comes with Python, or with Debian's."""
    places = [Path(str(sysconfig.get_config_var("WHEEL_PKG_DIR") or "."))]
    if (found := find_spec("ensurepip")) and found.origin:  # Debian packs it apart
        places.append(Path(found.origin).parent / "_bundled")
    return next((wheel for place in places for wheel in sorted(place.glob("pip-*.whl"))), None)


def with_pip(wheel: Path) -> dict[str, str]:
    """The environment in which `.venv` runs a pip that is not installed."""
    return {**os.environ, "PYTHONPATH": str(wheel)}


def uv_settings() -> dict[str, str]:
    """The environment for uv: where pip is told to look for packages, uv looks too."""
    settings = {**os.environ, "UV_SYSTEM_CERTS": "1"}
    wheel = bundled_pip()
    if wheel is None:
        return settings
    told = pip_settings(wheel)
    for name, ours in SAME_SETTINGS.items():
        if name in told:
            settings.setdefault(ours, told[name])
    if links := told.get("find-links"):
        settings.setdefault("UV_FIND_LINKS", ",".join(links.split()))
    settings.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")  # as pip does; hashes say what is taken
    return settings


@cache
def pip_settings(wheel: Path) -> dict[str, str]:
    """What pip is told by its files and variables. Asking takes longer than most installations by uv."""
    listed = call([str(PYTHON), "-m", "pip", "config", "list"], check=False, env=with_pip(wheel)).stdout
    return dict(re.findall(r"^\S*\.([\w-]+)='(.*)'$", listed, re.MULTILINE))


def fingerprint(requirements: Path) -> str:
    """A text that changes whenever the installation has to be renewed."""
    parts = [requirements.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode()]
    return hashlib.sha256(b"\0".join([*parts, python_version().encode()])).hexdigest()


def python_version() -> str:
    """The version of the Python that makes `.venv`."""
    return f"python-{sys.version_info.major}.{sys.version_info.minor}"


# Pages and cores


def pages(*arguments: str) -> Task:
    """The pages, if their sources changed; with `ready` also what checks them."""
    return Task("building the pages", 15, lambda: build_client(*arguments))


def build_client(*arguments: str) -> None:
    """Build the pages; Node comes from PyPI where the machine has none, or one that is too old."""
    if not arguments and has_pages():
        return
    if shutil.which("node") is None:
        prepare(NODE)
    script = [str(ROOT / "client" / "build.py"), *arguments]
    done = call([sys.executable, *script], check=False)
    if done.returncode == NO_NODE:
        prepare(NODE)
        done = call([str(PYTHON), *script], check=False)
    if done.returncode:
        raise SetupFailed(f"the pages could not be built:\n{done.stderr}")


def has_pages() -> bool:
    """Whether the pages are those of the sources. Asked here: another process would need longer to start."""
    spec = spec_from_file_location("client_build", ROOT / "client" / "build.py")
    if spec is None or spec.loader is None:
        return False
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        return bool(module.is_built())
    except OSError:
        return False


def cores() -> Task:
    """The compiled fast cores, if their sources changed."""
    return Task("compiling the bots' engines", 60, compile_cores)


def compile_cores(*arguments: str) -> None:
    """Compile the fast cores; without a C compiler they run interpreted, which is no failure."""
    command = [str(PYTHON), str(ROOT / "native" / "compile.py"), *arguments]
    done = call(command, check=False)
    if done.returncode == NO_MYPYC:
        prepare("native")
        done = call(command, check=False)
    if done.returncode == NO_COMPILER:
        print("Stellwerk: there is no C compiler, so bots think more slowly.", file=sys.stderr)
    elif done.returncode:
        print(f"Stellwerk: bots think more slowly:\n{done.stderr}", file=sys.stderr)
    elif done.stderr and arguments:
        print("Stellwerk: the bots' engines are compiled; bots now think at full speed.", file=sys.stderr)


@contextmanager
def compiling_beside() -> Iterator[None]:
    """Compile the cores in the background at low priority; what is not finished at the end is given up."""
    compiling = subprocess.Popen([sys.executable, __file__], start_new_session=IS_POSIX, text=True)
    try:
        yield
    finally:
        _end(compiling)
        compiling.wait()


# Processes


def call(
    command: list[str], *, check: bool = True, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository and keep what it says.

    It has a process group of its own, which ends with it if somebody interrupts the set-up: otherwise a
    program that was interrupted would look like one that does not work here.
    """
    if _is_interrupted.is_set():
        raise SetupFailed("interrupted")
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=IS_POSIX,
    ) as process:
        _running.add(process)
        if _is_interrupted.is_set():  # while it was begun
            _end(process)
        try:
            out, err = process.communicate()
        except BaseException:
            _end(process)
            raise
        finally:
            _running.discard(process)
    if _is_interrupted.is_set():
        raise SetupFailed("interrupted")
    if check and process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, out, err)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError):
        if IS_POSIX:
            os.killpg(process.pid, signal.SIGTERM)
        else:
            process.terminate()


def said(error: OSError | subprocess.CalledProcessError) -> str:
    """What a command that failed said itself, or what is wrong with it."""
    return str(getattr(error, "stderr", "") or error).strip()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        compile_cores("--behind")
