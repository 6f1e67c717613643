"""Executors for work outside this process: other processes of this machine, or a Dask cluster.

Both are `concurrent.futures.Executor`s, so callers need not know which one they use. The cluster needs the
extra `cluster`.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

T = TypeVar("T")
CONNECT_SECONDS: Final = 10
CLOSE_SECONDS: Final = 2
NICE: Final = 5
"""The priority of workers that stay behind, as Unix counts it."""
LAST: Final = 19
"""The priority of workers that come after everybody else."""


def process_pool(workers: int, *, behind: bool = False, last: bool = False) -> Executor:
    """A pool of processes that start clean: no lock or thread of this process is copied into them.

    With `behind` they leave the processors to this process whenever it has something to do, with `last` to
    those behind it as well.
    """
    nice = LAST if last else NICE if behind else 0
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin, initargs=(nice,))


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Such a pool for one piece of work; whoever interrupts that does not wait for what is under way."""
    executor = process_pool(workers)
    try:
        yield executor
    finally:
        kill(executor)


def kill(executor: Executor) -> None:
    """End an executor and the processes of a pool at once, even those that hang."""
    processes = getattr(executor, "_processes", None) or {}  # public only from Python 3.14 on
    for process in list(processes.values()):
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def _begin(nice: int) -> None:
    """Prepare a worker."""
    if nice and hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    _end_with_parent()


def _end_with_parent() -> None:
    """Make a worker end when its parent has ended, even by kill -9, and ignore Ctrl-C, which is for the
    parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


class Cluster(Executor):
    """The cluster at an address as an executor; raises `ImportError`, `OSError` or `ValueError`."""

    def __init__(self, address: str) -> None:
        dask: Any = import_module("distributed")
        self._client: Any = dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        self._executor: Executor = self._client.get_executor(pure=False)

    @property
    def threads(self) -> int:
        """How many jobs the cluster does at the same time, at least one."""
        return max(1, sum(map(int, self._client.nthreads().values())))

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run a call on a worker of the cluster."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT
        """Disconnect from the cluster, which goes on running."""
        self._client.close(timeout=CLOSE_SECONDS)
