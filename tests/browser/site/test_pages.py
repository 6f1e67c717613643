"""Pages and pictures as the server gives them out."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from starlette.requests import Request

import stellwerk
from stellwerk.core.parts import part
from stellwerk.server import pages
from tests.browser import positions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.people import Person


def test_without_a_build_the_page_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pages, "FOLDER", tmp_path)
    request = Request({"type": "http", "headers": [], "query_string": b""})
    with ThreadPoolExecutor() as thread:  # the browser's loop runs in this one
        response = thread.submit(asyncio.run, pages.page(request)).result()
    assert response.status_code == 503
    assert b"python3 run.py" in bytes(response.body)


def test_a_page_begins_in_the_language_and_theme_of_its_reader(person: Callable[..., Person]) -> None:
    answer = person().request.get("/", headers={"cookie": "theme=dark; lang=de"})
    assert '<html lang="de" data-theme="dark">' in answer.text()
    assert re.search('rel="modulepreload" crossorigin href="/assets/de-[^"]+.js"', answer.text())
    assert "Stellwerk braucht JavaScript." in answer.text()
    answer = person().request.get("/", headers={"cookie": "theme=<script>"})
    assert 'data-theme="light"' in answer.text()


@pytest.mark.parametrize("key", [key for key in stellwerk.games() if part(key, "drawing")])
def test_a_picture_says_where_its_places_are(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, key, 2 if key == "interurban" else 1)
    picture = ada.request.get(f"/api/tables/{table['id']}/picture?lang=en").text()
    assert picture.startswith("<svg data-places=")
    assert "Ada" in picture


def test_no_picture_without_a_table(person: Callable[..., Person]) -> None:
    answer = person().request.get("/api/tables/nowhere/picture?lang=de")
    assert answer.status == 404
    assert answer.json()["message"] == "Diesen Tisch gibt es nicht."
