"""`stellwerk admin`: copies, links for a new password, and a doctor who finds what is wrong."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import httpx
import pytest

from stellwerk import LANGUAGES, native
from stellwerk.cli import main
from stellwerk.server import hosting
from stellwerk.server.people import resets
from stellwerk.store import open_store
from tests.server.processes import Server

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a server that has run, with one account."""
    folder = tmp_path / "data"
    hosting.secret_of(None, folder)

    async def run() -> None:
        store = await open_store(folder)
        await store.add_player("p1", "Ada")
        await store.add_account("p1", "ada", "a hash")
        await store.close()

    asyncio.run(run())
    for file in folder.iterdir():
        file.chmod(0o600)
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["--lang", "en", "admin", *words]) == code
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_a_copy_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = str(tmp_path / "copy.sqlite")
    assert "1 person" in said(capsys, "backup", copy, "--data", str(data))
    assert "1 person" in said(capsys, "restore", copy, "--data", str(data))
    assert len(list(data.glob("stellwerk-before-*.sqlite"))) == 1
    missing = str(tmp_path / "nowhere")
    assert "no database" in said(capsys, "restore", missing, "--data", str(data), code=2)


def test_a_link_for_whoever_forgot(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("reset-password", "Ada", "--data", str(data), "--base-url", "https://play.example.org/")
    printed = said(capsys, *words)
    found = re.search(r"https://play\.example\.org/reset/(\S+)", printed)
    assert found
    secret = hosting.secret_of(None, data)

    async def whose() -> str:
        store = await open_store(data, read_only=True)
        account = await resets.account_of(found[1], secret, store, 0.0)
        await store.close()
        return account.login

    assert asyncio.run(whose()) == "ada"
    assert "no account “bo”" in said(capsys, "reset-password", "bo", "--data", str(data), code=2)


def test_no_link_is_signed_with_a_secret_that_is_no_server_s(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STELLWERK_SECRET", raising=False)
    (data / "secret").unlink()
    assert "no secret" in said(capsys, "reset-password", "ada", "--data", str(data), code=2)
    assert not (data / "secret").exists()


def test_the_doctor_finds_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--lang", "en", "admin", "doctor", "--data", str(data)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    for line in lines:
        assert line.startswith("✓") or "compiled" in line or "pages" in line  # they may be missing here


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("open", "✗ Others can read these files: secret."),
        ("secret", "✗ The secret for signing cookies is missing"),
        ("database", "✗ The database file is damaged"),
    ],
)
def test_the_doctor_finds_what_is_wrong(
    data: Path, capsys: pytest.CaptureFixture[str], harm: str, sentence: str
) -> None:
    if harm == "open":
        (data / "secret").chmod(0o644)
    elif harm == "secret":
        (data / "secret").unlink()
    else:
        (data / "stellwerk.sqlite").write_bytes(b"x" * 10_000)
    assert sentence in said(capsys, "doctor", "--data", str(data), code=1)


def doctor_of_engines(data: Path, compiled: Path, language: str, **environment: str) -> str:
    """What a doctor says where this folder holds the compiled engines, in a process that has loaded none."""
    words = ["--lang", language, "admin", "doctor", "--data", str(data)]
    program = (
        "import pathlib, sys\nfrom stellwerk import native\nfrom stellwerk.cli import main\n"
        f"native.FOLDER = pathlib.Path({str(compiled)!r})\nsys.exit(main({words!r}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "STELLWERK_INTERPRETED": "", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor_finds_an_engine_that_cannot_be_loaded(data: Path, tmp_path: Path, language: str) -> None:
    """Its folder is there, as if it were compiled."""
    folder = tmp_path / native.folder_of("trambahn").name
    folder.mkdir()
    library = f"{native.group_of('trambahn')}__mypyc"
    (folder / f"{library}{native.SUFFIX}").write_bytes(b"not a library")
    printed = doctor_of_engines(data, tmp_path, language)
    (line,) = [line for line in printed.splitlines() if "trambahn" in line]
    assert line.startswith("✗")
    assert library in line
    assert [line for line in printed.splitlines() if "interurban, transamerica" in line]  # not compiled
    assert [line for line in printed.splitlines() if line.startswith("✗") and "kept.c" in line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_doctor_says_who_switched_the_engines_off(data: Path, tmp_path: Path, language: str) -> None:
    printed = doctor_of_engines(data, tmp_path, language, STELLWERK_INTERPRETED="1")
    (line,) = [line for line in printed.splitlines() if "trambahn" in line]
    assert "STELLWERK_INTERPRETED" in line
    assert "kept.c" not in printed, "it may well be compiled"


def test_reports_of_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Server(tmp_path) as server:
        where = ("--data", str(tmp_path), "--url", server.address)
        ada, bo = (httpx.Client(base_url=server.address, headers={"origin": server.address}) for _ in "ab")
        with ada, bo:
            for one, name in ((ada, "Ada"), (bo, "Bo")):
                one.put("/api/me", json={"name": name})
            seats = [{"type": "own"}, {"type": "open"}]
            table = ada.post("/api/tables", json={"game": "transamerica", "seats": seats}).json()
            address = f"/api/tables/{table['id']}"
            bo.post(f"{address}/commands", json={"do": "join"})
            bo.post(f"{address}/commands", json={"do": "say", "text": "Something [red]rude"})
            report = ada.post(f"{address}/reports", json={"seat": 1, "text": "Bo is rude"}).json()["id"]
        assert "Bo is rude" in said(capsys, "reports", *where)
        whole = said(capsys, "reports", report, *where)
        assert "Something [red]rude" in whole
        assert "Log" in whole
        assert "spoke to Bo" in said(capsys, "reports", report, "--settle", "--note", "spoke to Bo", *where)
        assert "Bo is rude" not in said(capsys, "reports", *where)
        assert "Bo is rude" in said(capsys, "reports", "--all", *where)
        assert "no report nothing" in said(capsys, "reports", "nothing", *where, code=2)


def test_people_and_tables_of_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Server(tmp_path) as server:
        where = ("--data", str(tmp_path), "--url", server.address)
        with httpx.Client(base_url=server.address, headers={"origin": server.address}) as ada:
            ada.put("/api/me", json={"name": "Ada"})
            ada.post("/api/me/account", json={"login": "ada", "password": "a long way from home"})
            seats = [{"type": "own"}, {"type": "open"}]
            opened = ada.post("/api/tables", json={"game": "trambahn", "seats": seats}).json()
            assert "ada" in said(capsys, "people", *where)
            assert opened["code"] in said(capsys, "tables", *where)
            assert "Countess" in said(capsys, "rename", "ada", "Countess", *where)
            assert "closed" in said(capsys, "end", opened["code"], *where)
            assert "blocked" in said(capsys, "block", "ada", *where)
            assert ada.get("/api/me").json()["login"] is None
            assert "blocked" not in said(capsys, "unblock", "ada", *where)
            assert "--yes" in said(capsys, "delete", "ada", *where, code=2)
            assert "deleted" in said(capsys, "delete", "ada", "--yes", *where)
            assert "no account “ada”" in said(capsys, "block", "ada", *where, code=2)
        other = ("--data", str(tmp_path / "other"), "--url", server.address)
        hosting.secret_of(None, tmp_path / "other")
        assert "Only whoever hosts" in said(capsys, "people", *other, code=2)
    assert "No server answers" in said(capsys, "people", *where, code=2)
    assert "not the address" in said(capsys, "people", "--url", "ftp://x", code=2)
