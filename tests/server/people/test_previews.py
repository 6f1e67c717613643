"""What a messenger shows of a link: who invites to which game, and nothing of tables that have begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stellwerk.server import pages
from stellwerk.server.guard.limits import Rate
from tests.server.harness import NO_LIMIT, OPEN, OWN, Person, serving

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio
PAGE = (
    '<!doctype html><html lang="en"><head><meta content="" /></head><body><noscript></noscript></body></html>'
)


@pytest.fixture(autouse=True)
def _built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    monkeypatch.setattr(pages, "FOLDER", folder)


async def test_a_table_that_waits_has_a_preview(tmp_path: Path) -> None:
    with serving(tmp_path / "data", base_url="https://play.example") as server:
        async with Person(server, '"><b>Ada') as ada, Person(server, "Bo") as bo, Person(server) as eve:
            table = await ada.open_table("trambahn", OWN, OPEN)
            code = (await ada.get(f"/api/tables/{table}"))["code"]
            text = (await eve.http.get(f"/t/{code}")).text
            assert "You are invited to Trambahn (" in text
            assert f'content="https://play.example/t/{code}"' in text
            assert "<b>" not in text
            german = (await eve.http.get(f"/t/{code.lower()}?lang=de")).text
            assert "Du bist zu Trambahn eingeladen" in german
            await bo.post(f"/api/tables/{table}/commands", {"do": "join"})
            assert "og:" not in (await eve.http.get(f"/t/{code}")).text
            assert "og:" not in (await eve.http.get("/")).text


async def test_previews_do_not_help_to_guess_codes(tmp_path: Path) -> None:
    rates = NO_LIMIT._replace(wrong_codes=Rate(2, 1e-9))
    with serving(tmp_path / "data", rates=rates) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OPEN)
            code = (await ada.get(f"/api/tables/{table}"))["code"]
            assert "og:" in (await ada.http.get(f"/t/{code}")).text
            for wrong in ("AAAAAA", "BBBBBB", "CCCCCC"):
                assert "og:" not in (await ada.http.get(f"/t/{wrong}")).text
            assert "og:" not in (await ada.http.get(f"/t/{code}")).text
