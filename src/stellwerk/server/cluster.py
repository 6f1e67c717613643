"""Bots that think on a Dask cluster (optional: needs the extra `cluster`)."""

from __future__ import annotations

from concurrent.futures import Executor
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

T = TypeVar("T")
CONNECT_SECONDS: Final = 10
CLOSE_SECONDS: Final = 2


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
        """Leave the cluster; it goes on without this server."""
        self._client.close(timeout=CLOSE_SECONDS)
