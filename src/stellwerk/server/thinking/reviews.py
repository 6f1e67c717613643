"""Reviews of finished games: jobs that many may wait for and one process at a time works on.

A review is made of independent pieces. Each finding is kept as soon as it is made, so whoever takes a review
over, after a kill or a restart, goes on where it stopped. Reviews think in workers of their own that come
after everybody else on the machine. A job ends when nobody waits for it any more; what it has found stays.
What a piece is and how it is examined, `examining` knows.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from stellwerk.core.errors import StellwerkError
from stellwerk.review import USUAL
from stellwerk.server.live.wire import Progress
from stellwerk.server.refusals import ServerError
from stellwerk.server.thinking import examining
from stellwerk.server.thinking.shares import Urgency
from stellwerk.store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from stellwerk.review import Budget
    from stellwerk.server.guard.limits import Caps
    from stellwerk.server.live.wire import Stage
    from stellwerk.server.thinking.thinkers import Thinkers
    from stellwerk.store.interface import Store
    from stellwerk.store.reviews import KeptReview

WANTED: Final = 30.0
"""Seconds that a review is wanted after somebody asked for it; whoever follows it wants it all the time."""
CLAIMED: Final = 20.0
"""Seconds after which a process that renews no claim counts as dead."""
BEAT: Final = 4.0
"""Seconds between renewals."""
LOOK: Final = 1.0
"""Seconds between looks at a review that another process works on."""
REMEMBERED: Final = 600.0
"""Seconds within which a review must have been wanted to be taken up again."""
KEPT: Final = 180 * 86_400.0
"""Seconds that a review is kept after the last request."""
PIECE: Final = 600.0
"""Longest time for a piece, in seconds. It is a few of work, but reviews have the lowest priority: while bots
and other programs are busy, it may take minutes."""
TRIES: Final = 3
"""How often a piece is begun whose worker dies or hangs."""
log = logging.getLogger("stellwerk.reviews")


class Follower(Protocol):
    """Whoever is told how a review goes on."""

    def tell_progress(self, progress: Progress) -> None:
        """Take note of it."""


@dataclass(eq=False)
class Job:
    """A review that this process works on or waits for."""

    id: str
    record: str
    pieces: tuple[str, ...] | None = None
    findings: dict[int, str] = field(default_factory=dict)
    stage: Stage = "waiting"
    done: int = 0
    people: set[str] = field(default_factory=set)
    """Who asked for it here."""
    followers: set[Follower] = field(default_factory=set)
    task: asyncio.Task[None] | None = None

    @property
    def progress(self) -> Progress:
        """How far it is."""
        pieces = 0 if self.pieces is None else len(self.pieces)
        return Progress(self.id, self.stage, self.done, pieces)

    def tell(self) -> None:
        """Tell everybody who follows."""
        for follower in tuple(self.followers):
            follower.tell_progress(self.progress)


class Reviews:
    """The reviews of this process."""

    def __init__(
        self, store: Store, clock: Callable[[], float], thinkers: Thinkers, caps: Caps, budget: Budget = USUAL
    ) -> None:
        self._store = store
        self._shelf = store.reviews
        self._clock = clock
        self._caps = caps
        self._name = secrets.token_hex(8)
        """This process, among all that share the store."""
        self._jobs: dict[str, Job] = {}
        self._beating: asyncio.Task[None] | None = None
        self._stopped = False
        self.thinkers = thinkers
        self.budget = budget

    @property
    def running(self) -> int:
        """How many jobs of this process are not complete."""
        return len(self._jobs)

    # Asking

    async def want(self, record: str, person: str) -> Progress:
        """Ask for the review of a game, given as JSON: it is begun, joined, or complete already.

        Raises `StellwerkError`, also if a person or everybody together has asked for too many.
        """
        review = examining.id_of(record, self.budget)
        if (job := self._jobs.get(review)) is None:
            kept = await self._shelf.find(review)
            if kept is not None and kept.is_complete:
                await self._shelf.want(review, self._clock() + WANTED)
                return _complete(kept.outline, review)
            self._check_room(person)
            await self._shelf.add(review, record, self._clock() + WANTED)
            job = self._jobs.get(review) or self._begin(review, record)
        await self._shelf.want(review, self._clock() + WANTED)
        job.people.add(person)
        return job.progress

    async def unwant(self, review: str, person: str) -> Progress:
        """Take a request back; the job ends if nobody else waits for it. Raises `ServerError`."""
        if (job := self._jobs.get(review)) is not None:
            job.people.discard(person)
            if not job.people and not job.followers:
                until = self._clock() if not self._store.is_shared else self._clock() + 2 * BEAT
                await self._shelf.want(review, until, at_most=True)
                if not self._store.is_shared:
                    await self._stop(job)
        return await self.progress(review)

    async def progress(self, review: str) -> Progress:
        """How far a review is; raises `ServerError` if there is none."""
        if (job := self._jobs.get(review)) is not None:
            return job.progress
        kept = await self._found(review)
        if kept.is_complete:
            return _complete(kept.outline, review)
        pieces = 0 if kept.outline is None else len(examining.pieces_in(kept.outline))
        return Progress(review, "stopped", await self._shelf.count(review), pieces)

    async def record(self, review: str) -> str:
        """The game of a review as JSON; raises `ServerError`."""
        job = self._jobs.get(review)
        return (await self._found(review)).record if job is None else job.record

    async def findings(self, review: str) -> list[str]:
        """What is known of a review so far; whoever asks waits for the rest. Raises `ServerError`."""
        await self._found(review)
        await self._shelf.want(review, self._clock() + WANTED)
        return list((await self._shelf.findings(review)).values())

    async def follow(self, review: str, follower: Follower) -> Progress:
        """Tell a follower how a review goes on, which keeps it going, but begins none that has stopped.

        Raises `ServerError` if there is none.
        """
        if (job := self._jobs.get(review)) is None:
            kept = await self._found(review)
            if kept.is_complete or kept.wanted < self._clock() or self.running >= self._caps.running_reviews:
                return await self.progress(review)
            job = self._jobs.get(review) or self._begin(review, kept.record)
        job.followers.add(follower)
        await self._shelf.want(review, self._clock() + WANTED)
        return job.progress

    def forget(self, review: str, follower: Follower) -> None:
        """Tell this follower no more."""
        if (job := self._jobs.get(review)) is not None:
            job.followers.discard(follower)

    async def _found(self, review: str) -> KeptReview:
        if (kept := await self._shelf.find(review)) is None:
            raise ServerError("no_such_review")
        return kept

    def _check_room(self, person: str) -> None:
        if sum(person in job.people for job in self._jobs.values()) >= self._caps.person_reviews:
            raise ServerError("too_many_reviews", {"limit": self._caps.person_reviews})
        if self.running >= self._caps.running_reviews:
            raise ServerError("busy")

    # Working

    async def resume(self, *, is_start: bool = False) -> None:
        """Take up the reviews that were wanted when the process died that worked on them: this one's
        predecessor, or another one."""
        if is_start and not self._store.is_shared:
            await self._shelf.release_all()  # nobody else can be working
        now = self._clock()
        for review in await self._shelf.abandoned(now, now - REMEMBERED):
            kept = await self._shelf.find(review)
            if review in self._jobs or kept is None or self.running >= self._caps.running_reviews:
                continue
            await self._shelf.want(review, now + WANTED)
            self._begin(review, kept.record)

    async def forget_old(self) -> None:
        """Delete the reviews that nobody has asked for in a long time."""
        await self._shelf.forget(self._clock() - KEPT)

    def _begin(self, review: str, record: str) -> Job:
        job = self._jobs[review] = Job(review, record)
        loop = asyncio.get_running_loop()
        if not self._stopped:
            job.task = loop.create_task(self._run(job))
        if self._beating is None or self._beating.done():
            self._beating = loop.create_task(self._beat())
        return job

    async def _run(self, job: Job) -> None:
        """Work on a job, or look on while another process does, until it is complete."""
        try:
            while job.stage not in ("complete", "failed"):
                now = self._clock()
                if await self._shelf.claim(job.id, self._name, now, now + CLAIMED):
                    await self._work(job)
                else:
                    await self._look_on(job)
        except asyncio.CancelledError:
            raise
        except StellwerkError as error:  # the store is away, or the record is none that can be reviewed
            log.warning("review %s: %s", job.id, error.code)
            job.stage = "failed"
        except Exception:
            log.exception("review %s", job.id)
            job.stage = "failed"
        self._end(job)

    async def _look_on(self, job: Job) -> None:
        """See how far another process is."""
        kept = await self._found(job.id)
        before = job.progress
        if kept.outline is not None:
            job.pieces = examining.pieces_in(kept.outline)
        job.done = await self._shelf.count(job.id)
        job.stage = "complete" if kept.is_complete else "working"
        if job.progress != before:
            job.tell()
        if not kept.is_complete:
            await asyncio.sleep(LOOK)

    async def _work(self, job: Job) -> None:
        """Examine every piece that nothing is known of."""
        if job.pieces is None:
            kept = await self._found(job.id)
            outline = kept.outline or await self._do(job, examining.outline, job.record)
            if kept.outline is None:
                await self._shelf.outline(job.id, outline)
            job.pieces = examining.pieces_in(outline)
        job.findings = await self._shelf.findings(job.id)
        job.done = len(job.findings)
        job.stage = "working"
        job.tell()
        todo = iter([number for number in range(len(job.pieces)) if number not in job.findings])
        async with asyncio.TaskGroup() as group:
            for _ in range(self.thinkers.workers):
                group.create_task(self._examine(job, todo))
        await self._keep_accuracies(job)
        await self._shelf.complete(job.id)
        job.stage = "complete"

    async def _keep_accuracies(self, job: Job) -> None:
        """Keep how accurately everybody played, for their profiles."""
        found = await self._do(job, examining.accuracies, job.record, list(job.findings.values()))
        for seat, accuracy in enumerate(msgspec.json.decode(found, type=list[float | None])):
            if accuracy is not None:
                await self._store.games.judge(job.id, seat, accuracy)

    async def _examine(self, job: Job, todo: Iterator[int]) -> None:
        """Examine one piece after the other; several of these share the pieces of a job."""
        assert job.pieces is not None
        for number in todo:
            finding = await self._do(job, examining.examine, job.record, job.pieces[number], self.budget)
            await self._shelf.keep(job.id, number, finding)
            job.findings[number] = finding
            job.done = len(job.findings)
            job.tell()

    async def _do(self, job: Job, work: Callable[..., str], *arguments: object) -> str:
        """What a worker returns; one that dies or hangs is asked again."""
        person = min(job.people, default=job.id)
        for attempt in range(TRIES):
            try:
                return await self.thinkers.do(person, lambda: Urgency.REVIEW, lambda: arguments, work)
            except (TimeoutError, BrokenExecutor):
                if attempt == TRIES - 1:
                    raise
        raise AssertionError

    async def _beat(self) -> None:
        """Renew the claims and wishes of this process, and stop what nobody waits for."""
        while self._jobs:
            await asyncio.sleep(BEAT)
            now = self._clock()
            for job in tuple(self._jobs.values()):
                try:
                    if job.followers:
                        await self._shelf.want(job.id, now + WANTED)
                    if job.stage in ("waiting", "working"):
                        await self._shelf.claim(job.id, self._name, now, now + CLAIMED)
                    kept = await self._shelf.find(job.id)
                except StoreError as error:  # tried again soon
                    log.warning("review %s: %s", job.id, error.code)
                    continue
                if kept is None or kept.wanted < now:
                    await self._stop(job)

    async def _stop(self, job: Job) -> None:
        """End a job that nobody waits for; what it has found stays."""
        if job.task is not None and not job.task.done():
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)
        if job.stage != "complete":
            job.stage = "stopped"
            await self._shelf.want(job.id, self._clock() - REMEMBERED, at_most=True)  # nobody goes on with it
            await self._shelf.release(job.id, self._name)
        self._end(job)

    def _end(self, job: Job) -> None:
        self._jobs.pop(job.id, None)
        job.tell()

    def stop(self) -> None:
        """Stop all work; another process, or the next start, goes on with it."""
        self._stopped = True
        for task in (self._beating, *(job.task for job in self._jobs.values())):
            if task is not None:
                task.cancel()
        self.thinkers.stop()


def _complete(outline: str | None, review: str) -> Progress:
    pieces = 0 if outline is None else len(examining.pieces_in(outline))
    return Progress(review, "complete", pieces, pieces)
