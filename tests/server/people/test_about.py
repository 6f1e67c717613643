"""What the server says of itself: the imprint, and what it keeps about people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.harness import Person, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(("language", "word"), [("en", "7 days"), ("de", "7 Tage")])
async def test_privacy_and_imprint(tmp_path: Path, language: str, word: str) -> None:
    with serving(tmp_path, imprint="Ada\n1 Line Street", session_days=7) as server:
        async with Person(server, language=language) as visitor:
            about = await visitor.get("/api/about")
            assert about["imprint"] == "Ada\n1 Line Street"
            assert word in " ".join(part["text"] for part in about["privacy"])
            without_mail = [part["title"] for part in about["privacy"]]
    with serving(tmp_path, smtp="smtp://127.0.0.1:1") as server:
        async with Person(server, language=language) as visitor:
            about = await visitor.get("/api/about")
            assert set(without_mail) < {part["title"] for part in about["privacy"]}
            assert about["imprint"] == ""
