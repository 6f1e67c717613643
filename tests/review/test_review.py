"""Whole reviews: everything adds up, repeats, can be made in parts, and refuses what it cannot know."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import stellwerk
from stellwerk.core import registry
from stellwerk.review import (
    Budget,
    Review,
    ReviewError,
    Verdict,
    assessors,
    compose,
    examine,
    luck,
    luck_pieces,
    outline,
)
from stellwerk.review.model import Finding, Piece, Started, Tabled
from stellwerk.review.story import story_of
from tests.review.games import QUICK, SMALL, findings_of, record_of


@pytest.mark.parametrize("key", QUICK)
def test_the_ledger_adds_up(key: str) -> None:
    review = compose(record_of(key), findings_of(key), SMALL, "test")
    for value in review.curve:
        assert value is not None
        assert abs(sum(value) - 1) < 1e-9
    assert review.curve[-1] == story_of(record_of(key)).result
    for summary in review.summaries:
        book = summary.ledger
        assert book is not None
        assert abs(book.start + book.deal + book.draws + book.others + book.own - book.result) < 1e-9
        assert abs(book.unknowable - book.loss - book.own) < 1e-9
        assert abs(book.adjusted + book.deal + book.draws - book.result) < 1e-9
        played = sum(step.play[summary.seat] + step.draws[summary.seat] for step in review.steps)
        assert abs(book.start + book.deal + played - book.result) < 1e-9


@pytest.mark.parametrize("key", QUICK)
def test_luck_alone_is_that_of_the_ledgers_from_fewer_pieces(key: str) -> None:
    record = record_of(key)
    pieces = dict(zip(outline(record, SMALL), findings_of(key), strict=True))
    needed = luck_pieces(record)
    assert set(needed) <= set(pieces)
    found = luck(record, [pieces[piece] for piece in needed])
    for summary in compose(record, findings_of(key), SMALL, "test").summaries:
        book = summary.ledger
        assert book is not None
        assert abs(found[summary.seat] - book.deal - book.draws) < 1e-9
    if key == "transamerica":  # dealt once a round
        assert len(needed) < len(story_of(record).turns) / 2


@pytest.mark.skipif("transamerica" not in QUICK, reason="takes long without a compiled core")
def test_what_a_turn_shows_of_open_hands_is_no_luck() -> None:
    record = record_of("transamerica")
    story = story_of(record)
    shown = [number for number, turn in enumerate(story.turns) if turn.is_shown and not turn.is_dealt]
    played = {one.turn: one.drawn_from for one in findings_of("transamerica") if isinstance(one, Tabled)}
    assert shown, "a turn showed that nobody was connected"
    assert all(played[number] is None for number in shown)
    dealt = [number for number, turn in enumerate(story.turns[:-1]) if turn.is_dealt]
    assert all(played[number] is not None for number in dealt)


def test_an_assessor_is_believed_as_far_as_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    record = record_of("tiny")
    pieces = [piece for piece in outline(record, SMALL) if piece.kind == "decision"]
    budget = msgspec.structs.replace(SMALL, limit=SMALL.worlds)
    whole = [examine(record, piece, budget) for piece in pieces]
    monkeypatch.setattr(assessors.assessor_of("tiny"), "trust", 0.5)
    for one, piece in zip(whole, pieces, strict=True):
        half = examine(record, piece, budget)
        assert isinstance(one, Verdict)
        assert isinstance(half, Verdict)
        assert half.loss == pytest.approx(one.loss / 2)
        assert half.error == pytest.approx(one.error / 2)
        assert half.options[0].actions == one.options[0].actions


@pytest.mark.parametrize("key", QUICK)
def test_every_turn_is_judged_and_the_turn_played_is_among_its_options(key: str) -> None:
    record, story = record_of(key), story_of(record_of(key))
    verdicts = [one for one in findings_of(key) if isinstance(one, Verdict)]
    assert [one.turn for one in verdicts] == list(range(len(story.turns)))
    for one, turn in zip(verdicts, story.turns, strict=True):
        played = record.actions[turn.span.first - 1 : turn.span.last]
        ends = {"E", "."}  # a turn may end by itself in one order and by an action in another
        assert sorted(set(one.options[one.played].actions) - ends) == sorted(set(played) - ends)
        assert one.loss >= 0
        assert (one.loss == 0) == (one.played == 0)
        assert all(option.loss >= 0 for option in one.options)


@pytest.mark.parametrize("key", QUICK)
def test_a_finding_repeats_and_survives_json(key: str) -> None:
    record = record_of(key)
    pieces, findings = outline(record, SMALL), findings_of(key)
    for place in (0, len(pieces) // 2, len(pieces) - 1):
        assert examine(record, pieces[place], SMALL, "test") == findings[place]
        again = msgspec.json.decode(msgspec.json.encode(findings[place]), type=Finding)
        assert msgspec.json.encode(again) == msgspec.json.encode(findings[place])
    review = compose(record, findings, SMALL, "test")
    read = msgspec.json.decode(msgspec.json.encode(review), type=Review)
    assert msgspec.json.encode(read) == msgspec.json.encode(review)


def test_findings_make_a_review_in_any_order_and_number() -> None:
    record, findings = record_of("tiny"), findings_of("tiny")
    assert compose(record, findings[::-1], SMALL) == compose(record, findings, SMALL)
    first = compose(record, [one for one in findings if not isinstance(one, Verdict)][:1], SMALL)
    assert first.done == 1
    assert first.is_sketch
    assert first.curve[0] is not None
    assert first.summaries[0].ledger is None
    assert compose(record, (), SMALL).curve[:-1] == (None,) * len(first.turns)


def test_the_first_pieces_make_a_whole_curve() -> None:
    pieces = outline(record_of("tiny"), SMALL)
    sketches = [piece for piece in pieces if piece.kind == "sketch"]
    assert list(pieces[: len(sketches)]) == sketches
    findings = [examine(record_of("tiny"), piece, SMALL) for piece in sketches]
    assert all(compose(record_of("tiny"), findings, SMALL).curve)


def test_a_game_that_is_not_over_has_decisions_only() -> None:
    record = record_of("tiny")
    running = msgspec.structs.replace(record, actions=record.actions[:9], seed=None)
    pieces = outline(running, SMALL)
    assert {piece.kind for piece in pieces} == {"decision"}
    for piece in (Piece("sketch", 0, 0), Piece("start", 0, 0), Piece("table", 0, 0)):
        with pytest.raises(ReviewError) as caught:
            examine(running, piece, SMALL)
        assert caught.value.code == "not_finished"
    review = compose(running, [examine(running, piece, SMALL) for piece in pieces], SMALL)
    assert not review.is_finished
    assert review.curve == ()
    assert review.known == ()


def test_a_game_without_a_mind_has_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stellwerk.load("tiny")
    mindless = replace(game, bots={name: make for name, make in game.bots.items() if name != "patient"})
    assert assessors.can_review("tiny")
    monkeypatch.setattr(registry, "load", lambda key: mindless if key == "tiny" else game)
    assessors.assessor_of.cache_clear()
    try:
        assert not assessors.can_review("tiny")
        with pytest.raises(ReviewError) as caught:
            outline(record_of("tiny"))
        assert caught.value.code == "no_review"
    finally:
        assessors.assessor_of.cache_clear()


def test_reads_are_probabilities_and_know_less_than_the_truth() -> None:
    for key in set(QUICK) & {"trambahn", "transamerica"}:
        review = compose(record_of(key), findings_of(key), SMALL, "test")
        assert review.known
        for verdict in review.verdicts:
            for read in verdict.reads:
                assert all(0 <= chance <= 1 for _, chance in read.chances)
                assert not read.is_single or abs(sum(chance for _, chance in read.chances) - 1) < 1e-9
        assert all(one.bits >= 0 for one in review.known)


@pytest.mark.skipif("interurban" not in QUICK, reason="takes long without a compiled core")
def test_who_was_drawn_to_start_is_luck() -> None:
    """Whoever starts InterUrban wins far more than a third of games of three."""
    record = record_of("interurban")
    start = examine(record, Piece("start", 0, 0), Budget(table=240))
    assert isinstance(start, Started)
    assert start.value == pytest.approx((1 / 3,) * 3, abs=0.1)
