"""Where work is done besides this process: other processes of this machine, or a Dask cluster.

Both are a `concurrent.futures.Executor`, and nobody who uses one knows which. The cluster is optional: it
needs the extra `cluster`.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")
CONNECT_SECONDS: Final = 10
CLOSE_SECONDS: Final = 2


def process_pool(workers: int) -> Executor:
    """Processes that start clean, so that no lock or thread of this one is copied into them."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """A worker ends when its parent has ended, also by kill -9; Ctrl-C is for the parent alone."""
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

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Let a worker of the cluster do it."""
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT
        """Leave the cluster; it goes on without this process."""
        self._client.close(timeout=CLOSE_SECONDS)
