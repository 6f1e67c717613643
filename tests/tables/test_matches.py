"""Matches at a table: every game, several players, giving up by will or by the clock, and old events."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
import pytest

import stellwerk
from stellwerk.core.match import GivenUp
from stellwerk.store import index_of
from stellwerk.tables import absence, matches, play
from stellwerk.tables.config import BotSeat, DaysClock, LiveClock, OpenSeat, OwnSeat
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import Ended, Event, Resigned
from stellwerk.tables.evolve import load
from stellwerk.tables.news import news
from stellwerk.tables.sight import sight
from tests.tables.people import Stage

if TYPE_CHECKING:
    from stellwerk.core.match import MatchStanding
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

NAMES = ("ada", "bo", "cy", "di", "eli", "fay")
GAMES = stellwerk.games()
CROWDS = [key for key in GAMES if stellwerk.load(key).info.seats.max > 2]


class Quick(Stage):
    """A stage that compares the table with its events when a test looks, not after every action."""

    def keep(self, draft: Draft) -> Table:
        self.events += draft.events
        self.table = draft.table
        return self.table


def fewest(game: str) -> int:
    return stellwerk.load(game).info.seats.min


def match_of(game: str, seats: int, clock: LiveClock | DaysClock | None = None) -> Stage:
    """A match of people; seat 0 starts its first game."""
    others = [OpenSeat() for _ in range(seats - 1)]
    stage = Quick(OwnSeat(), *others, game=game, clock=clock, games=seats, start=0)
    for name in NAMES[1:seats]:
        stage.join(name)
    return stage


def ready(stage: Stage, player: str) -> None:
    stage.keep(matches.get_ready(stage.table, player, stage.now, stage.seed))


def next_game(stage: Stage) -> None:
    """Everybody is ready."""
    while awaited := matches.awaited(stage.table):
        ready(stage, stage.table.seats[min(awaited)].player or "")


def give_up(stage: Stage, player: str) -> None:
    stage.keep(play.resign(stage.table, player, None, stage.now))


def stop_after(stage: Stage, actions: int) -> None:
    rng = random.Random(actions)
    while stage.table.status == "playing" and len(stage.table.actions) < actions:
        stage.act_any(rng)


def play_on(stage: Stage) -> None:
    """Everybody who is left plays at random, and so do the bots that took over."""
    rng = random.Random(5)
    while stage.table.status == "playing":
        actor = stage.table.actor
        assert actor is not None
        if stage.table.seats[actor].player is not None:
            stage.act_any(rng)
        else:
            text = rng.choice(stage.legal())
            stage.keep(play.act_bot(stage.table, actor, text, stage.table.seq, stage.now))


def standing_of(stage: Stage) -> MatchStanding:
    assert load(stage.events) == stage.table
    match = sight(stage.table, None).match
    assert match is not None
    return match


@pytest.mark.parametrize("actions", [1, 25])
@pytest.mark.parametrize("game", GAMES)
def test_a_leader_gives_up_the_last_game_and_loses_the_match(game: str, actions: int) -> None:
    """At whatever moment: at once, when nobody has points yet, or later."""
    seats = fewest(game)
    stage = match_of(game, seats)
    stage.play_out()
    for _ in range(seats - 1):
        next_game(stage)
        leader = standing_of(stage).ranks.index(1)
        if stage.table.game_number < seats:
            play_on(stage)
    stop_after(stage, actions)
    stood = stage.table.standing()
    assert standing_of(stage).winners == ()
    give_up(stage, NAMES[leader])
    play_on(stage)
    match = standing_of(stage)
    last = match.played[-1]
    assert leader not in match.winners
    assert match.ranks[leader] == seats
    assert last.points[leader] == min(0, stood[leader])
    assert all(last.points[seat] >= stood[seat] for seat in range(seats) if seat != leader)
    assert last.given_up == (GivenUp(leader, "resigned", stood),)
    assert match.totals == tuple(map(sum, zip(*(one.points for one in match.played), strict=True)))
    assert sight(stage.table, "ada").totals == match.totals


@pytest.mark.parametrize("game", GAMES)
def test_the_clock_counts_as_giving_up(game: str) -> None:
    seats = fewest(game)
    stage = match_of(game, seats, LiveClock(60))
    loser = stage.table.actor
    assert loser is not None
    stood = stage.table.standing()
    stage.now += 100
    draft = play.expire(stage.table, stage.now)
    assert draft is not None
    stage.keep(draft)
    play_on(stage)
    match = standing_of(stage)
    assert match.played[0].given_up == (GivenUp(loser, "timed_out", stood),)
    assert all(match.played[0].points[seat] >= stood[seat] for seat in range(seats) if seat != loser)
    assert (match.ranks[loser], match.winners) == (seats, ())


@pytest.mark.parametrize("game", CROWDS)
def test_a_bot_plays_on_and_the_others_lose_nothing(game: str) -> None:
    stage = match_of(game, 3)
    stop_after(stage, 12)
    stood = stage.table.standing()
    give_up(stage, "bo")
    assert stage.status() == "playing"
    assert stage.table.seats[1].level is not None
    play_on(stage)
    result, match = stage.table.results[0], standing_of(stage)
    points = match.played[0].points
    assert result.reason in stage.table.game.info.end_reasons
    assert points[1] == min(0, stood[1])
    for seat in (0, 2):
        assert points[seat] >= max(stood[seat], result.scores[seat])
    assert points[0] - points[2] == result.scores[0] - result.scores[2]
    assert match.ranks[1] == 3
    for _ in range(2):
        next_game(stage)
        play_on(stage)
    match = standing_of(stage)
    assert match.given_up == (0, 1, 0)
    assert match.ranks[1] == 3
    assert match.winners
    assert 1 not in match.winners


def test_a_lone_person_gives_up_against_bots() -> None:
    """The game ends, and the bots are ranked by what stood for them."""
    stage = Quick(OwnSeat(), BotSeat("random"), BotSeat("random"), game="transamerica", games=3, start=0)
    give_up(stage, "ada")
    result = stage.table.results[0]
    assert (result.scores, result.ranks, result.winners) == ((0, 13, 13), (3, 1, 1), (1, 2))
    assert standing_of(stage).played[0].points == (0, 13, 13)


def test_ties_share_the_match() -> None:
    stage = match_of("transamerica", 2)
    give_up(stage, "ada")
    next_game(stage)
    give_up(stage, "bo")
    match = standing_of(stage)
    assert (match.totals, match.given_up) == ((13, 13), (1, 1))
    assert (match.ranks, match.winners) == ((1, 1), (0, 1))


def test_a_rematch_is_a_new_match() -> None:
    stage = match_of("trambahn", 2)
    stage.play_out()
    next_game(stage)
    stage.play_out()
    assert (standing_of(stage).is_over, stage.table.match_number) == (True, 1)
    stage.keep(play.propose(stage.table, "ada", "rematch", 0, None, stage.now, stage.seed))
    stage.keep(play.answer(stage.table, "bo", agree=True, seat=None, now=stage.now, fresh=stage.seed))
    assert (standing_of(stage).played, stage.table.match_number) == ((), 2)
    stage.play_out()
    assert standing_of(stage).totals == stage.table.results[2].scores


def test_a_single_game_is_no_match() -> None:
    stage = Quick(*[OwnSeat()] * 3, game="tiny", start=0)
    stage.play_out()
    seen = sight(stage.table, None)
    assert (seen.match, seen.totals) == (None, stage.table.results[0].scores)


def test_who_gave_up_is_public() -> None:
    stage = match_of("transamerica", 2)
    before = stage.table
    draft = play.resign(stage.table, "bo", None, stage.now)
    stage.keep(draft)
    step = draft.steps[-1]
    told = news(step.before, step.event, step.after, None, "en")
    assert told.data["given_up"] == ({"seat": 1, "reason": "resigned", "standing": before.standing()},)


def test_the_next_game_begins_when_everybody_is_ready() -> None:
    stage = match_of("tiny", 3)
    play_on(stage)
    assert (stage.status(), matches.awaited(stage.table)) == ("ended", {0, 1, 2})
    for player, left in (("bo", (0, 2)), ("ada", (2,))):
        ready(stage, player)
        assert (stage.status(), sight(stage.table, None).awaited) == ("ended", left)
    with pytest.raises(TableError, match="already_ready"):
        ready(stage, "bo")
    with pytest.raises(TableError, match="not_seated"):
        ready(stage, "di")
    ready(stage, "cy")
    assert (stage.status(), stage.table.game_number) == ("playing", 2)
    assert (sight(stage.table, None).awaited, sight(stage.table, None).begins_at) == ((), None)
    assert standing_of(stage).played


def test_a_shared_device_is_ready_at_once_and_bots_always_are() -> None:
    stage = Quick(OwnSeat(), OwnSeat(name="Bea"), BotSeat("random"), game="tiny", games=3, start=0)
    play_on(stage)
    ready(stage, "ada")
    assert stage.table.game_number == 2


@pytest.mark.parametrize(
    ("clock", "seconds"), [(None, 600), (LiveClock(60), 120), (DaysClock(2), 2 * 86_400)]
)
def test_nobody_waits_for_ever_between_games(clock: LiveClock | DaysClock | None, seconds: int) -> None:
    """From the first who is ready the others have a while; if nobody is, nobody waits."""
    stage = match_of("tiny", 3, clock)
    play_on(stage)
    assert index_of(stage.table).sweep is None
    stage.now += 10 * seconds
    assert matches.begin_due(stage.table, stage.now, stage.seed) is None
    ready(stage, "bo")
    entry = index_of(stage.table)
    assert (entry.sweep, entry.awaited) == (stage.now + seconds, ("ada", "cy"))
    stage.now += seconds - 1
    assert matches.begin_due(stage.table, stage.now, stage.seed) is None
    stage.now += 1
    draft = matches.begin_due(stage.table, stage.now, stage.seed)
    assert draft is not None
    stage.keep(draft)
    assert (stage.table.game_number, stage.table.given_up) == (2, ())


def test_whoever_leaves_between_games_gives_up_the_next_one() -> None:
    stage = match_of("tiny", 3)
    play_on(stage)
    stage.keep(matches.leave(stage.table, "bo", stage.now, stage.seed))
    assert sight(stage.table, None).awaited == (0, 2)
    ready(stage, "ada")
    ready(stage, "cy")
    assert stage.table.seats[1].level is not None
    play_on(stage)
    next_game(stage)
    play_on(stage)
    match = standing_of(stage)
    assert (match.given_up, match.ranks[1]) == ((0, 1, 0), 3)


def test_whoever_leaves_may_change_their_mind_before_the_game_begins() -> None:
    stage = match_of("tiny", 3)
    play_on(stage)
    stage.keep(matches.leave(stage.table, "bo", stage.now, stage.seed))
    for player in ("bo", "ada", "cy"):
        ready(stage, player)
    assert stage.table.seats[1].player == "bo"


def test_of_two_the_other_wins_at_once() -> None:
    stage = match_of("transamerica", 2)
    give_up(stage, "ada")
    stage.keep(matches.leave(stage.table, "bo", stage.now, stage.seed))
    match = standing_of(stage)
    assert (stage.status(), match.given_up, match.is_over) == ("ended", (1, 1), True)
    with pytest.raises(TableError, match="match_over"):
        matches.leave(stage.table, "bo", stage.now, stage.seed)


def test_an_absence_counts_as_giving_up() -> None:
    stage = match_of("tiny", 3)
    gone = stage.actor()
    seat = stage.table.actor
    assert seat is not None
    others = [name for name in NAMES[:3] if name != gone]
    stage.now += 700
    stage.keep(absence.nudge(stage.table, others[0], None, stage.now))
    stage.now += 61
    stage.keep(play.propose(stage.table, others[0], "takeover", 0, None, stage.now, stage.seed))
    stage.keep(play.answer(stage.table, others[1], agree=True, seat=None, now=stage.now, fresh=stage.seed))
    play_on(stage)
    match = standing_of(stage)
    assert (match.given_up[seat], match.ranks[seat]) == (1, 3)


def test_what_version_010_wrote_keeps_its_meaning() -> None:
    """Its events name nobody who gave up, and score nothing for anybody: the match adds up these scores."""
    stage = match_of("transamerica", 2)
    give_up(stage, "ada")
    old = [_as_in_010(event) for event in stage.events]
    table = load(old)
    assert table is not None
    match = table.match()
    assert match is not None
    assert match.played[0].points == (0, 0)
    assert (match.given_up, match.ranks) == ((0, 0), (1, 1))
    stage.events, stage.table = old, table
    next_game(stage)
    give_up(stage, "bo")
    match = standing_of(stage)
    assert (match.totals, match.winners) == ((13, 0), (0,))


def test_a_game_that_was_given_up_before_the_update_ends_by_the_new_reading() -> None:
    """A bot had taken over at a table of version 0.1.0; who gave up is in its events."""
    stage = match_of("tiny", 3)
    give_up(stage, "cy")
    table = load([_as_in_010(event) for event in stage.events])
    assert table == stage.table
    assert any(isinstance(event.what, Resigned) for event in stage.events)
    play_on(stage)
    assert standing_of(stage).given_up == (0, 0, 1)


def _as_in_010(event: Event) -> Event:
    """The event as version 0.1.0 wrote it: without `given_up`, and 0 : 0 where somebody gave up."""
    plain = msgspec.to_builtins(event)
    if isinstance(event.what, Ended):
        del plain["what"]["given_up"]
        if event.what.given_up:
            plain["what"]["result"]["scores"] = [0] * len(event.what.result.scores)
    return msgspec.convert(plain, Event)
