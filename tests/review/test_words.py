"""A review in sentences: every language, names instead of coordinates."""

from __future__ import annotations

import re

import pytest

from stellwerk.core.texts import LANGUAGES, load_texts
from stellwerk.review import compose
from stellwerk.review.words import Words
from tests.review.games import QUICK, SMALL, findings_of, record_of

COORDINATES = re.compile(r"\b[RMVP] \d+|\d+-\d+|\(-?\d+, ?-?\d+\)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", QUICK)
def test_everything_has_words_and_nothing_has_coordinates(key: str, language: str) -> None:
    names = ("Anna", "Anton", "Theo")[: record_of(key).seats]
    words = Words(load_texts(key, language), names)
    review = compose(record_of(key), findings_of(key), SMALL, "test")
    said = [words.verdict(one) for one in review.verdicts]
    for one in review.verdicts:
        said += [words.turn(option.told) for option in one.options if option.told]
        said += [line for play in one.expected for line in words.expected(play)]
        assert one.options[one.played].told
    for summary in review.summaries:
        assert summary.ledger is not None
        said += [words.summary(summary), words.ledger(summary.seat, summary.ledger)]
    for sentence in said:
        assert sentence
        assert not COORDINATES.search(sentence), sentence
        assert "{" not in sentence


def test_changes_have_real_signs() -> None:
    words = Words(load_texts("tiny", "en"), ("A", "B", "C"))
    assert [words.change(value) for value in (0.12, -0.053, 0.0)] == ["+12.0", "−5.3", "±0.0"]
