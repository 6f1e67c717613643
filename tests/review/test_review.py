"""Whole reviews: everything adds up, repeats, can be made in parts, and refuses what it cannot know."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import stellwerk
from stellwerk.core import registry
from stellwerk.review import Review, ReviewError, Verdict, assessors, compose, examine, outline
from stellwerk.review.model import Finding, Piece
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
