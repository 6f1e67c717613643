"""What tests of the server share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher

from stellwerk.server.logs import is_worth_noting
from tests.server.harness import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """Passwords that are hashed at once: at full cost each takes a fifth of a second."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=64, parallelism=1)
    with patch("stellwerk.server.people.passwords.PasswordHasher", quick):
        yield


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, without limits of rates."""
    with serving(tmp_path) as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_unforeseen(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No test may pass while something was logged as an error; those that want one clear the log."""
    yield
    for phase in ("setup", "call"):
        records = filter(is_worth_noting, caplog.get_records(phase))
        assert [record.getMessage() for record in records if record.levelname == "ERROR"] == []
