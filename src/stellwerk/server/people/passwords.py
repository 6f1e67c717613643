"""Passwords: hashed and compared in a thread of their own, common ones refused.

The thread does nothing else, so that signing in never waits for other work, nor other work for it. What is
common is a list of the package zxcvbn. Its estimate of strength is not used: some passwords keep it busy for
half a minute.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from argon2.low_level import ARGON2_VERSION

from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")
MIN_PASSWORD: Final = 8
MAX_PASSWORD: Final = 200
FEWEST_DIFFERENT: Final = 4
"""Different characters in a password at least."""
THREADS: Final = 1
"""One is enough: argon2 divides the work of each password among four threads of its own."""
NICENESS: Final = 5
"""On Linux these threads yield to the event loop when all processors are busy."""
MAX_WAITING: Final = 40
"""Passwords that may wait for a thread; whoever comes after is refused."""
DISGUISES: Final = str.maketrans("4@83€61!05$7+2", "aabeegiiossttz")


class Passwords:
    """Hashes and compares passwords."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._nobody = hash_of_nothing(self._hasher)
        self._threads = ThreadPoolExecutor(THREADS, "stellwerk-password", _be_nice)
        self._waiting = 0

    async def hash(self, password: str, login: str) -> str:
        """The hash of a new password; raises `ServerError` for one that is too short, too long or common."""
        if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
            raise ServerError("bad_password", {"min": MIN_PASSWORD, "max": MAX_PASSWORD})
        return await self._run(lambda: self._hash(password, login))

    async def matches(self, password: str, hashed: str | None) -> bool:
        """True if a password belongs to a hash. Takes as long for None, so that nobody learns which logins
        exist."""
        return await self._run(lambda: self._matches(password, hashed))

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _hash(self, password: str, login: str) -> str:
        if is_common(password, login):
            raise ServerError("common_password")
        return self._hasher.hash(password)

    def _matches(self, password: str, hashed: str | None) -> bool:
        try:
            self._hasher.verify(hashed or self._nobody, password[:MAX_PASSWORD])
        except VerificationError:
            return False
        return hashed is not None

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING:
            raise ServerError("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _be_nice() -> None:
    if sys.platform == "linux":  # elsewhere threads have no niceness of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def hash_of_nothing(hasher: PasswordHasher) -> str:
    """A hash that takes as long to verify as any other and that no password has; made at once."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    drawn = (secrets.token_bytes(hasher.salt_len), secrets.token_bytes(hasher.hash_len))
    salt, hashed = (b64encode(part).decode().rstrip("=") for part in drawn)
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${hashed}"


def is_common(password: str, login: str) -> bool:
    """True for a password that others try first: a common one, also with digits around it or in disguise, the
    login, or the same few characters again and again."""
    folded = password.casefold()
    plain = folded.translate(DISGUISES)
    cores = {folded, plain, folded.strip("0123456789!?.-_ "), plain.strip("0123456789!?.-_ ")}
    if len(set(folded)) < FEWEST_DIFFERENT or login.casefold() in cores:
        return True
    return not cores.isdisjoint(_common())


@cache
def _common() -> frozenset[str]:
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # noqa: PLC0415 (large, and needed rarely)

    return frozenset(FREQUENCY_LISTS["passwords"])
