"""Reviews as jobs: shared, limited, cancelled, taken over. What is examined does not matter here."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

import pytest

from stellwerk.server.guard.limits import CAPS
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import examining, reviews
from stellwerk.server.thinking.reviews import Reviews
from stellwerk.server.thinking.thinkers import Thinkers
from stellwerk.store import open_store
from stellwerk.store.games import PlayedGame, PlayedSeat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from stellwerk.server.live.wire import Progress
    from stellwerk.store import Store

pytestmark = pytest.mark.anyio
PIECES = 5


class Examined:
    """Stands for the reviewer: pieces are numbers, and a test decides when they are done."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.go_on = Event()
        self.go_on.set()

    def outline(self, record: str) -> str:
        del record
        return json.dumps(list(range(PIECES)))

    def examine(self, record: str, piece: str, budget: object) -> str:
        del budget
        self.asked.append((record, piece))
        assert self.go_on.wait(10)
        return f"finding {piece}"

    def accuracies(self, record: str, findings: list[str]) -> str:
        del record
        assert len(findings) == PIECES
        return json.dumps([80.0, None])


class Watching:
    """A follower who remembers."""

    def __init__(self) -> None:
        self.told: list[Progress] = []

    def tell_progress(self, progress: Progress) -> None:
        self.told.append(progress)


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> Examined:
    found = Examined()
    monkeypatch.setattr(examining, "outline", found.outline)
    monkeypatch.setattr(examining, "examine", found.examine)
    monkeypatch.setattr(examining, "accuracies", found.accuracies)
    monkeypatch.setattr(examining, "pieces_in", lambda outline: tuple(map(str, json.loads(outline))))
    monkeypatch.setattr(reviews, "BEAT", 0.02)
    monkeypatch.setattr(reviews, "LOOK", 0.02)
    return found


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await open_store(str(tmp_path / "stellwerk.sqlite"))
    yield store
    await store.close()


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def process(store: Store, clock: Callable[[], float]) -> Reviews:
    """The reviews of one process."""
    return Reviews(store, clock, Thinkers(lambda: ThreadPoolExecutor(1), 1, 60), CAPS)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


async def test_two_requests_share_a_job_and_what_is_done_is_never_done_again(
    store: Store, examined: Examined
) -> None:
    clock, watching = Clock(), Watching()
    one = process(store, clock)
    first = await one.want("game", "anna")
    assert (await one.want("game", "ben")).id == first.id
    assert one.running == 1
    await one.follow(first.id, watching)
    await until(lambda: one.running == 0)
    assert watching.told[-1].stage == "complete"
    assert [progress.done for progress in watching.told][-2:] == [PIECES, PIECES]
    assert sorted(piece for _, piece in examined.asked) == list("01234")
    assert (await one.want("game", "carl")).stage == "complete"
    assert (await process(store, clock).progress(first.id)).stage == "complete"
    assert await one.findings(first.id) == [f"finding {number}" for number in range(PIECES)]
    assert len(examined.asked) == PIECES
    one.stop()


async def test_a_person_and_everybody_together_have_limits(store: Store, examined: Examined) -> None:
    examined.go_on.clear()
    one = process(store, Clock())
    for number in range(CAPS.person_reviews):
        await one.want(f"game {number}", "anna")
    with pytest.raises(ServerError, match="too_many_reviews"):
        await one.want("another", "anna")
    await one.want("game 0", "anna")  # that one she has
    for number in range(CAPS.running_reviews - CAPS.person_reviews):
        await one.want(f"of {number}", f"person {number}")
    with pytest.raises(ServerError, match="busy"):
        await one.want("one more", "zoe")
    examined.go_on.set()
    one.stop()


async def test_a_job_ends_when_nobody_waits_for_it_and_goes_on_where_it_stopped(
    store: Store, examined: Examined
) -> None:
    clock, watching = Clock(), Watching()
    one = process(store, clock)
    examined.go_on.clear()
    review = (await one.want("game", "anna")).id
    await one.follow(review, watching)
    await until(lambda: bool(examined.asked))
    clock.now += 10 * reviews.WANTED
    await asyncio.sleep(0.1)
    assert one.running == 1  # as long as somebody follows
    one.forget(review, watching)
    clock.now += 10 * reviews.WANTED
    await until(lambda: one.running == 0)
    examined.go_on.set()
    assert (await one.progress(review)).stage == "stopped"
    assert watching.told[-1].stage == "working"  # she had left
    two = process(store, clock)
    await two.resume()
    assert two.running == 0  # nobody wants it, so nobody takes it up
    two.stop()
    await one.want("game", "anna")
    await until(lambda: one.running == 0)
    assert (await one.progress(review)).stage == "complete"
    pieces = [piece for _, piece in examined.asked]
    assert len(pieces) <= PIECES + 1  # the piece that was under way at the most
    one.stop()


async def test_a_request_can_be_taken_back_if_nobody_else_waits(store: Store, examined: Examined) -> None:
    examined.go_on.clear()
    one = process(store, Clock())
    review = (await one.want("game", "anna")).id
    await one.want("game", "ben")
    assert (await one.unwant(review, "anna")).stage in ("waiting", "working")
    assert (await one.unwant(review, "ben")).stage == "stopped"
    assert one.running == 0
    examined.go_on.set()
    one.stop()


async def test_one_process_works_and_another_takes_over_when_it_dies(
    store: Store, examined: Examined
) -> None:
    clock, watching = Clock(), Watching()
    one, two = process(store, clock), process(store, clock)
    examined.go_on.clear()
    review = (await one.want("game", "anna")).id
    await until(lambda: bool(examined.asked))
    await two.follow(review, watching)
    await until(lambda: bool(watching.told))
    stages = [progress.stage for progress in watching.told]
    assert set(stages) == {"working"}
    assert len(examined.asked) == 1  # only one of them works
    one.stop()  # as a kill does: its claim stays
    clock.now += reviews.CLAIMED + 1
    examined.go_on.set()
    await until(lambda: two.running == 0)
    assert watching.told[-1].stage == "complete"
    assert await two.findings(review) == [f"finding {number}" for number in range(PIECES)]
    two.stop()


async def test_what_was_wanted_before_a_restart_is_taken_up_again(store: Store, examined: Examined) -> None:
    clock = Clock()
    one = process(store, clock)
    examined.go_on.clear()
    review = (await one.want("game", "anna")).id
    await until(lambda: bool(examined.asked))
    one.stop()
    examined.go_on.set()
    two = process(store, clock)
    await two.resume()
    assert two.running == 0  # the other process may be alive
    await two.resume(is_start=True)
    assert two.running == 1
    await until(lambda: two.running == 0)
    assert (await two.progress(review)).stage == "complete"
    two.stop()


@pytest.mark.usefixtures("examined")
async def test_accuracy_is_kept_for_profiles(store: Store) -> None:
    """Also when the review itself has been forgotten."""
    one = process(store, Clock())
    seats = tuple(
        PlayedSeat(place, name, name, None, place + 1, 0, place == 0, None, counts=False)
        for place, name in enumerate(("ada", "bo"))
    )
    game = PlayedGame("t", 1, "C", "trambahn", 1.0, "TB-5.1", 0, False, "", True, True, seats)
    await store.games.list_table("t", [game])
    await store.games.reviewed_as("t", 1, examining.id_of("game", one.budget))
    await one.want("game", "ada")
    await until(lambda: one.running == 0)
    assert await store.games.accuracy("ada") == {"trambahn": (80.0, 1)}
    assert await store.games.accuracy("bo") == {}
    one.stop()
