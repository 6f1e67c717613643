"""Programs of the operator at tables: in JavaScript, crashing, gone; nobody else can name them."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.cli import main
from stellwerk.core import record
from stellwerk.engine.program import ProgramError
from stellwerk.server.thinking.programs import Named, Programs
from stellwerk.server.thinking.shares import Urgency
from tests.node import node
from tests.server.harness import OPEN, OWN, Person, Refusal, bot, serving
from tests.server.processes import Server as Process

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
EXAMPLES = Path(__file__).parents[3] / "examples"
FIRST = f"{sys.executable} {EXAMPLES / 'bot.py'}"
PATIENCE = 10
"""Seconds to be done with a program; those that hang do so for twice as long."""
CRASHING = f'{sys.executable} -c "import sys; sys.stdin.readline()"'


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A server that brings programs."""
    programs = (
        Named("Jason", f"{node()} {EXAMPLES / 'bot.mjs'}"),
        Named("Crash", CRASHING),
        Named("Erstling", FIRST, "trambahn"),
    )
    with serving(tmp_path, programs=programs) as server:
        yield server


async def ask(programs: Programs, name: str) -> tuple[str, ...]:
    """The first decision of a game."""
    state = stellwerk.new_game("trambahn", seed="slow", start_seat=0)
    law = stellwerk.load("trambahn")
    legal = tuple(map(law.to_text, law.legal(state)))
    view = law.view(state, 0)
    return await programs.ask("trambahn", name, lambda: view, legal, 1, "ada", lambda: Urgency.LOOKED_AT)


def failures(page: str, level: str) -> float:
    """What the metrics say of a bot."""
    for line in page.splitlines():
        if line.startswith(f'stellwerk_bot_failures_total{{level="{level}"}}'):
            return float(line.split()[-1])
    return 0


async def test_a_program_in_javascript_plays_transamerica_at_a_table(house: Server) -> None:
    """A whole game on Node, against a person, with every action its own."""
    async with Person(house, "Ada") as ada:
        table = await ada.open_table("transamerica", OWN, bot("Jason"))
        await ada.connect()
        await ada.follow(table)
        end = await ada.play(table, random.Random(3))
        page = (await ada.http.get("/metrics")).text
        played = record.decode((await ada.http.get(f"/api/tables/{table}/games/1/record")).content)
    assert end.status == "ended"
    assert end.result is not None
    assert end.result.reason.startswith("TA-")
    assert end.seats[1].name == "Jason"
    assert {news.kind for news in ada.news[table]} == {"opened", "began", "acted", "ended"}
    assert failures(page, "Jason") == 0
    own = [news for news in ada.news[table] if news.kind == "acted" and news.seat == 1]
    assert len(own) > 20
    # It plays the longest text that is legal, so every one of its actions can be checked.
    law, state = record.opening(played)
    for moment in record.replay(played):
        if moment.actor == 1:
            legal = list(map(law.to_text, law.legal(state)))
            assert law.to_text(moment.action) == max(legal, key=len)
        state = moment.after


async def test_a_crashing_program_does_not_stop_a_table(
    house: Server, caplog: pytest.LogCaptureFixture
) -> None:
    async with Person(house, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot("Crash"), start=1)
        await ada.connect()
        await ada.follow(table)
        await ada.play(table, random.Random(1), actions=20)
        page = (await ada.http.get("/metrics")).text
        told = [news for news in ada.news[table] if news.kind == "bot_failed"]
        acted = [news for news in ada.news[table] if news.kind == "acted" and news.seat == 1]
    assert len(acted) > 5
    assert [(news.seat, news.data) for news in told] == [(1, {})]  # once, not for every decision
    assert failures(page, "Crash") >= len(acted) / 2
    assert any("has exited" in entry.getMessage() for entry in caplog.records)


async def test_games_list_programs_and_tables_take_them(house: Server) -> None:
    async with Person(house, "Ada", "de") as ada:
        found = {game["info"]["key"]: game["bots"] for game in await ada.get("/api/games")}
        programs = {key: [bot for bot in bots if bot["is_program"]] for key, bots in found.items()}
        assert [bot["key"] for bot in programs["trambahn"]] == ["Jason", "Crash", "Erstling"]
        assert [bot["name"] for bot in programs["interurban"]] == ["Jason", "Crash"]
        assert programs["trambahn"][0]["text"].startswith("Ein Programm")
        assert CRASHING not in str(found)
        with pytest.raises(Refusal) as refused:
            await ada.open_table("interurban", OWN, bot("Erstling"))
        assert refused.value.error.code == "unknown_bot"
        assert "Jason" in refused.value.error.message
        table = await ada.open_table("trambahn", OWN, OPEN, start=1)
        path = f"/api/tables/{table}/commands"
        seated = await ada.post(path, {"do": "seat_bot", "seat": 1, "level": "Erstling"})
        seat = seated["seats"][1]
        assert (seat["name"], seat["kind"], seat["level"]) == ("Erstling", "bot", "Erstling")
        for level in (f"cmd:{FIRST}", FIRST):
            with pytest.raises(Refusal) as refused:
                await ada.open_table("trambahn", OWN, bot(level))
            assert refused.value.error.code == "unknown_bot"


async def test_a_table_goes_on_without_a_program_that_is_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, programs=(Named("Erstling", FIRST),)) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, bot("Erstling"), start=0)
            cookies = ada.http.cookies
    with serving(tmp_path) as server:
        async with Person(server) as ada:
            ada.http.cookies = cookies
            await ada.connect()
            await ada.follow(table)
            await ada.play(table, random.Random(1), actions=6)
            await ada.until(lambda: any(news.kind == "bot_failed" for news in ada.news[table]))
            assert ada.sights[table].seats[1].name == "Erstling"
    assert any("no longer has a program" in entry.getMessage() for entry in caplog.records)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("import time; time.sleep(20)", "program_too_slow"),
        ("import subprocess; subprocess.run(['sleep', '20'])", "program_too_slow"),
        ("import time; [(print('{}', flush=True), time.sleep(0.3)) for _ in range(70)]", "program_too_slow"),
        ("for _ in range(200_000): print('{}')", "program_floods"),
        ("print('nonsense', flush=True); input()", "program_unreadable"),
    ],
)
async def test_what_a_program_does_wrong_is_told(code: str, fault: str) -> None:
    programs = Programs([Named("Slow", f'{sys.executable} -c "{code}"')], seconds=0.1)
    begun = monotonic()
    with pytest.raises(ProgramError, match=fault):
        await ask(programs, "Slow")
    await programs.close()
    assert monotonic() - begun < PATIENCE


async def test_nobody_waits_for_a_program_that_thinks_when_the_server_ends() -> None:
    """Nor for what it has started, which keeps its output open."""
    code = "import subprocess; subprocess.run(['sleep', '20'])"
    programs = Programs([Named("Slow", f'{sys.executable} -c "{code}"')], seconds=20)
    thinking = asyncio.create_task(ask(programs, "Slow"))
    running: Any = programs._running
    while not running or running["trambahn", "Slow"].program._child is None:
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)  # in which it starts another
    begun = monotonic()
    await programs.close()
    with pytest.raises(ProgramError, match="program_ended"):
        await thinking
    assert monotonic() - begun < PATIENCE


async def test_programs_end_with_the_server(house: Server) -> None:
    async with Person(house, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, bot("Erstling"), start=1)
        await ada.connect()
        await ada.follow(table)
        await ada.until(lambda: any(news.seat == 1 for news in ada.news[table]))
    running: Any = house.services.programs._running
    process = running["trambahn", "Erstling"].program._child._process
    assert process.poll() is None
    house.stop()
    assert process.poll() is not None


async def test_serve_brings_a_program(tmp_path: Path) -> None:
    """By the command line, in a real process."""
    with Process(tmp_path, "--bot", f"Erstling@trambahn=cmd:{FIRST}") as process:

        class Address:
            url = process.address
            host = process.address.removeprefix("http://")

        async with Person(Address(), "Ada") as ada:  # type: ignore[arg-type]
            table = await ada.open_table("trambahn", OWN, bot("Erstling"), start=1)
            await ada.connect()
            await ada.follow(table)
            await ada.until(lambda: any(news.seat == 1 for news in ada.news[table]))
        assert process.stop() == 0


@pytest.mark.parametrize(
    "words",
    [
        ["nothing"],
        ["Anna=./anna"],
        ["=cmd:./anna"],
        ["Anna@=cmd:./anna"],
        ["Anna=cmd:"],
        [f"{'x' * 41}=cmd:ls"],
        ["An\nna=cmd:ls"],
        ["Anna=cmd:no-such-program-anywhere"],
        ["Anna@chess=cmd:ls"],
        ["medium=cmd:ls"],
        ["Anna=cmd:ls", "Anna@trambahn=cmd:ls"],
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_no_program_is_refused_in_a_sentence(
    words: list[str], language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = [part for word in words for part in ("--bot", word)]
    assert main(["serve", "--no-open", f"--data={tmp_path}", "--lang", language, *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.rstrip().endswith((".", "directory"))
