"""Answers about the very same values are kept, and no others are taken for them."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk import native
from stellwerk.core import remember
from stellwerk.core.remember import of_each, remembered

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["Python", "C"], autouse=True)
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """Both ways; what is in C may be missing on a developer's machine, never in CI."""
    kept = native.written("kept") if request.param == "C" else None
    if kept is None and request.param == "C":
        assert os.environ.get("CI") != "true", "CI compiles it"
        pytest.skip("kept.c is not compiled here")
    before = remember._in_c
    remember.use(kept)
    yield request.param
    remember.use(before)


def test_the_same_value_is_looked_at_once() -> None:
    asked: list[tuple[object, ...]] = []

    @remembered(2)
    def look(value: list[int], seat: int | None) -> list[int]:
        asked.append((value, seat))
        return [*value, seat or 0]

    one, equal = [1], [1]
    assert look(one, 0) is look(one, 0)
    assert len(asked) == 1
    assert look(one, None) == [1, 0]
    assert look(equal, 0) == [1, 0]  # equal, but another one
    assert len(asked) == 3
    assert look(one, 0) == [1, 0]  # still known
    assert len(asked) == 3
    for number in range(2, 6):  # at least the last two are kept, at most the last four
        look([number], 0)
    look(one, 0)
    assert len(asked) == 8


def test_a_value_that_is_gone_is_not_mistaken_for_a_new_one() -> None:
    @remembered(1_000)
    def total(values: tuple[int, ...]) -> int:
        return sum(values)

    # each is garbage at once, and the next would have its place in memory if nobody kept it
    assert [total((number, number)) for number in range(500)] == [2 * number for number in range(500)]


def test_a_failure_is_not_kept() -> None:
    asked: list[str] = []

    @remembered(4)
    def fail(word: str) -> str:
        """Always."""
        asked.append(word)
        raise ValueError(word)

    for _ in range(2):
        with pytest.raises(ValueError, match="word"):
            fail("word")
    assert asked == ["word", "word"]
    assert fail.__name__ == "fail"
    assert fail.__doc__ == "Always."


def test_wrong_arguments_are_refused() -> None:
    @remembered(4)
    def both(one: object, other: object) -> tuple[object, object]:
        return one, other

    asked: Any = both
    for arguments in ((), (1,), (1, 2, 3)):
        with pytest.raises(TypeError):
            asked(*arguments)
    with pytest.raises(TypeError):
        asked(one=1, other=2)


def test_a_function_may_ask_itself() -> None:
    numbers = list(range(1_000))

    @remembered(3)
    def below(number: int) -> int:
        return 0 if number == 0 else 1 + below(numbers[number - 1])

    assert [below(number) for number in numbers[:200:7]] == numbers[:200:7]


def test_all_that_is_forgotten_is_let_go() -> None:
    class Value:
        alive = 0

        def __init__(self) -> None:
            Value.alive += 1

        def __del__(self) -> None:
            Value.alive -= 1

    @remembered(4)
    def answer(one: object, other: object) -> tuple[object, ...]:
        return one, other, Value()

    for _ in range(100):
        answer(Value(), Value())
    assert 3 * 4 <= Value.alive <= 3 * 8
    del answer
    assert Value.alive == 0 or way_of_python()
    each = of_each(lambda value: (value, Value()), 8)
    for _ in range(100):
        each((Value(),))
    assert Value.alive <= 8 * 3 + 24


def way_of_python() -> bool:
    """True in Python, where the caches and their functions hold each other until they are collected."""
    return remember._in_c is None


def test_each_has_its_answer() -> None:
    rng = random.Random(1)
    each = of_each(lambda value: [*value, "said"], 16)
    values = [(number,) for number in range(40)]
    for _ in range(200):
        some = tuple(rng.choices(values, k=rng.randrange(9)))
        assert each(some) == tuple([*value, "said"] for value in some)
    first, again = each((values[3],)), each((values[3],))
    assert first[0] is again[0]
    with pytest.raises(TypeError):
        of_each(len, 8)((1, 2))


def test_what_somebody_found_out_otherwise_is_kept_like_an_answer() -> None:
    asked: list[tuple[object, ...]] = []

    @remembered(2)
    def look(value: list[int], seat: int) -> str:
        asked.append((value, seat))
        return "asked"

    values = [[number] for number in range(5)]
    for value in values:
        look.keep(value, 1, f"{value}")
    assert [look(value, 1) for value in values[3:]] == ["[3]", "[4]"]
    assert asked == []
    assert look([4], 1) == "asked"  # equal, but another one
    assert look(values[4], 2) == "asked"
    assert look(values[0], 1) == "asked"  # at most four are kept
    for wrong in ((), (values[0], 1), (values[0], 1, "[0]", 2)):
        with pytest.raises(TypeError):
            look.keep(*wrong)


def test_what_was_found_about_one_value_is_kept() -> None:
    @remembered(2)
    def look(value: list[int]) -> int:
        return len(value)

    value = [1, 2]
    look.keep(value, 7)
    assert (look(value), look([1, 2])) == (7, 2)
