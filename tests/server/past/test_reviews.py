"""Reviews over REST and the WebSocket, of tables and of files, and what is never reviewed."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk import review
from stellwerk.core.record import Record
from tests.server.harness import OPEN, OWN, Person, Refusal, Server, bot, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio
QUICK = review.Budget(width=4, odd=1, simulations=12, worlds=8, limit=8, sketch=2, table=2)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose reviews are quick and made in this process."""
    with serving(tmp_path, make_reviewer=lambda: ThreadPoolExecutor(1), budget=QUICK) as server:
        yield server


async def played(person: Person, *, seed: str = "one") -> str:
    """A finished game of the small game against a bot."""
    table = await person.open_table("tiny", OWN, bot(), bot())
    await person.connect()
    await person.follow(table)
    await person.play(table, random.Random(seed))
    return table


async def reviewed(person: Person, progress: dict[str, Any]) -> dict[str, Any]:
    """Follow a review until it is complete."""
    await person.send({"type": "follow", "review": progress["id"]})
    await person.until(lambda: bool(person.progress) and person.progress[-1].stage == "complete")
    found: dict[str, Any] = await person.get(f"/api/reviews/{progress['id']}")
    return found


async def test_a_finished_game_is_reviewed_and_its_progress_is_told(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await played(ada)
        asked = await ada.post(f"/api/tables/{table}/games/1/review")
        sight = await reviewed(ada, asked)
        assert sight["progress"]["stage"] == "complete"
        found = sight["review"]
        assert len(found["verdicts"]) == len(found["turns"])
        assert all(sum(shares) == pytest.approx(1) for shares in found["curve"])
        ledger = found["summaries"][0]["ledger"]
        parts = sum(ledger[name] for name in ("start", "deal", "draws", "others", "own"))
        assert parts == pytest.approx(ledger["result"], abs=1e-9)
        assert ada.progress[-1].done == ada.progress[-1].pieces > 0
        record = await ada.get(f"/api/tables/{table}/games/1/record")
        again = await ada.post("/api/reviews", record)
        assert again["id"] == asked["id"]  # the same game, whether it comes from a table or from a file
        assert again["stage"] == "complete"
        shared = await ada.get(f"/api/reviews/{asked['id']}/record")
        assert msgspec.convert(shared, Record) == msgspec.convert(record, Record)


async def test_a_decision_can_be_looked_at_and_played_again(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await played(ada)
        sight = await reviewed(ada, await ada.post(f"/api/tables/{table}/games/1/review"))
        verdict = max(sight["review"]["verdicts"], key=lambda one: len(one["options"]))
        path = f"/api/reviews/{sight['progress']['id']}/decisions/{verdict['turn']}"
        scenes = await ada.get(f"{path}?seat={verdict['seat']}")
        best = [step["text"] for step in scenes["best"]["turn"]["steps"]]
        assert best == verdict["options"][0]["actions"]
        assert scenes["best"]["turn"]["text"]
        assert scenes["view"]["seat"] == verdict["seat"]
        start = await ada.post(f"{path}/trial", {"actions": []})
        assert best[0] in start["legal"]
        assert start["view"] == scenes["view"]
        done = await ada.post(f"{path}/trial", {"actions": best})
        assert (done["is_over"], done["legal"]) == (True, [])
        judged = await ada.post(f"{path}/judgement", {"actions": best})
        assert judged == {"loss": 0.0, "error": 0.0, "is_right": True}
        for wrong in ({"actions": ["nonsense"]}, {"actions": [*best, *best]}):
            with pytest.raises(Refusal):
                await ada.post(f"{path}/trial", wrong)
        with pytest.raises(Refusal, match="not_one_turn"):
            await ada.post(f"{path}/judgement", {"actions": []})
        with pytest.raises(Refusal, match="no_such_decision"):
            await ada.get(f"/api/reviews/{sight['progress']['id']}/decisions/9999")


async def test_a_running_game_is_refused_in_words(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        finished = await played(ada)
        record = await ada.get(f"/api/tables/{finished}/games/1/record")
        table = await ada.open_table("tiny", OWN, OPEN, bot())
        async with Person(server, "Ben") as ben:
            await ben.connect()
            await ben.follow(table)
            await ben.do(table, "join")
            for person in (ada, ben):
                with pytest.raises(Refusal, match="not_over") as refused:
                    await person.post(f"/api/tables/{table}/games/1/review")
                assert refused.value.error.message == "A game can be reviewed once it is over."
            with pytest.raises(Refusal, match="no_such_record"):
                await ben.post(f"/api/tables/{table}/games/2/review")
            part = {**record, "actions": record["actions"][:-1]}
            with pytest.raises(Refusal, match="not_over"):
                await ben.post("/api/reviews", part)
            await ben.send({"type": "follow", "review": "of a game that goes on"})
            await ben.until(lambda: bool(ben.refusals))
            assert ben.refusals[-1].code == "no_such_review"


async def test_a_game_without_a_mind_says_so(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Person(server, "Ada", language="de") as ada:
        table = await played(ada)
        monkeypatch.setattr(review, "can_review", lambda _: False)
        with pytest.raises(Refusal, match="no_review") as refused:
            await ada.post(f"/api/tables/{table}/games/1/review")
        assert "Tiny" in refused.value.error.message


async def test_visitors_read_reviews_but_start_none(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server) as visitor:
        table = await played(ada)
        with pytest.raises(Refusal, match="sign_in"):
            await visitor.post(f"/api/tables/{table}/games/1/review")
        sight = await reviewed(ada, await ada.post(f"/api/tables/{table}/games/1/review"))
        path = f"/api/reviews/{sight['progress']['id']}"
        assert await visitor.get(path) == sight
        with pytest.raises(Refusal, match="sign_in"):
            await visitor.post(f"{path}/decisions/0/judgement", {"actions": []})
        with pytest.raises(Refusal, match="no_such_review"):
            await visitor.get("/api/reviews/unknown")


async def test_hints_are_for_one_person_among_bots_and_are_noted(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("tiny", OWN, bot(), bot(), start=0)
        await ada.connect()
        sight = await ada.follow(table)
        assert (sight.can_hint, sight.hints) == (True, 0)
        piece, turn, why = [
            await ada.post(f"/api/tables/{table}/hint", {"depth": depth}) for depth in (1, 2, 3)
        ]
        assert len(piece["actions"]) == 1
        assert piece["value"] is None
        assert turn["actions"] == why["actions"]
        assert turn["actions"][:1] == piece["actions"]
        assert turn["actions"][0] in sight.legal
        await ada.until(lambda: ada.sights[table].hints == 1)  # one action, however much was told of it
        await ada.play(table, random.Random("hints"))
        record = await ada.get(f"/api/tables/{table}/games/1/record")
        assert [note["kind"] for note in record["notes"]] == ["hint"]
        assert ada.sights[table].hints == 1
        replayed = await ada.post("/api/replay", record)
        assert len(replayed["steps"]) == len(record["actions"])


async def test_a_hint_depends_on_the_view_alone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the name of the game and the asker's own view goes to whoever thinks about it."""
    from stellwerk.server.thinking import examining

    asked: list[tuple[Any, ...]] = []

    def hint(*arguments: Any) -> str:
        asked.append(arguments)
        return found(*arguments)

    found = examining.hint
    monkeypatch.setattr(examining, "hint", hint)
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("tiny", OWN, bot(), bot(), start=0)
        await ada.connect()
        sight = await ada.follow(table)
        await ada.post(f"/api/tables/{table}/hint", {"depth": 3})
        ((game, view, budget),) = asked
        assert (game, budget) == ("tiny", QUICK)
        assert msgspec.json.decode(view) == sight.view


async def test_no_hints_beside_other_people_or_out_of_turn(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        table = await ada.open_table("tiny", OWN, OPEN, bot(), start=0)
        await ben.connect()
        await ben.follow(table)
        await ben.do(table, "join")
        for person in (ada, ben):
            with pytest.raises(Refusal, match="no_hints"):
                await person.post(f"/api/tables/{table}/hint", {"depth": 1})
        hot_seat = await ada.open_table("tiny", OWN, {"type": "own", "name": "Eva"}, bot(), start=0)
        with pytest.raises(Refusal, match="no_hints"):
            await ada.post(f"/api/tables/{hot_seat}/hint", {"depth": 1})
        practice = await ada.open_table("tiny", OWN, bot(), bot(), start=0)
        with pytest.raises(Refusal, match="not_seated"):
            await ben.post(f"/api/tables/{practice}/hint", {"depth": 1})
        assert not (await ada.get(f"/api/tables/{table}"))["can_hint"]


async def why(person: Person, table: str, step: int) -> dict[str, Any]:
    found: dict[str, Any] = await person.post(f"/api/tables/{table}/games/1/why", {"step": step})
    return found


async def test_a_bot_says_why_only_after_the_game(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("tiny", bot("patient"), OWN, bot(), start=0)
        await ada.connect()
        await ada.follow(table)
        await ada.play(table, random.Random("why"), 1)
        steps = (await ada.get(f"/api/tables/{table}/games/1/replay"))["steps"]
        step = next(one["number"] for one in steps if one["actor"] == 0)
        with pytest.raises(Refusal, match="still_hidden"):
            await why(ada, table, step)
        await ada.play(table, random.Random("why"))
        steps = (await ada.get(f"/api/tables/{table}/games/1/replay"))["steps"]
        said = await why(ada, table, step)
        assert said["seat"] == 0
        assert said["turn"]
        assert said["reasons"].endswith(".")
        own = next(one["number"] for one in steps if one["actor"] == 1)
        with pytest.raises(Refusal, match="not_a_bot"):
            await why(ada, table, own)
        random_bot = next(one["number"] for one in steps if one["actor"] == 2)
        with pytest.raises(Refusal, match="no_reasons"):
            await why(ada, table, random_bot)
        with pytest.raises(Refusal, match="no_such_turn"):
            await why(ada, table, 999)


async def test_the_turning_point_is_told_in_a_sentence(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await played(ada)
        sight = await reviewed(ada, await ada.post(f"/api/tables/{table}/games/1/review"))
        curve = sight["review"]["curve"]
        assert len(sight["turning_points"]) == 3
        for seat, point in enumerate(sight["turning_points"]):
            changes = [after[seat] - before[seat] for before, after in pairwise(curve)]
            assert abs(point["change"]) == pytest.approx(max(map(abs, changes)))
            assert point["change"] == pytest.approx(changes[point["turn"]])
            assert point["step"] == sight["review"]["turns"][point["turn"]]["last"]
            assert sight["players"][seat] in point["text"]
