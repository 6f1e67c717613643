"""Every code that a game can utter has a sentence, and no sentence is left over.

Whether every language has them all is told by `tests/languages`.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from stellwerk.core.languages import FALLBACK
from stellwerk.core.parts import part
from stellwerk.core.rulebook import markdown
from stellwerk.core.telling import tell_turns
from stellwerk.core.texts import LANGUAGES, load_texts, read_texts
from tests.contract.worlds import observers, shared_game
from tests.homes import home_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup

NEEDED = ("game", "headings", "clauses", "refusals", "log", "actions", "bots")


def sources(package: str) -> Iterator[ast.AST]:
    folder = Path(inspect.getfile(__import__(package, fromlist=["_"]))).parent
    for path in sorted(folder.rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def literals(package: str, name: str, place: int) -> set[str]:
    """The string literals that calls of `name` have at this place among their arguments."""
    found = set()
    for node in sources(package):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            for part in ast.walk(node.args[place]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    found.add(part.value)
    return found


def package_of(game: AnyGame) -> str:
    return f"stellwerk.games.{game.info.key}"


def test_every_usual_section_is_there(game: AnyGame) -> None:
    assert all(map(load_texts(game.info.key, FALLBACK).section, NEEDED))


def test_every_opening_has_a_name(game: AnyGame) -> None:
    codes = literals(package_of(game), "Opening", 0)
    assert codes == set(load_texts(game.info.key, "en").section("openings"))


def test_every_refusal_has_a_sentence_and_a_clause(game: AnyGame) -> None:
    codes = literals(package_of(game), "IllegalAction", 1)
    texts = load_texts(game.info.key, "en")
    assert codes == set(texts.section("refusals"))
    cited = literals(package_of(game), "IllegalAction", 0)
    assert cited <= set(texts.section("clauses"))


def test_every_log_line_has_a_sentence(game: AnyGame) -> None:
    assert literals(package_of(game), "LogLine", 0) == read_texts(package_of(game), "en")["log"].keys()


def test_every_caution_and_every_end_has_a_sentence_at_the_table(game: AnyGame) -> None:
    """A game without words for its own table is played at the plain one, which names clauses."""
    words = read_texts(package_of(game), "en").get("table", {})
    codes = {f"caution_{code}" for code in literals(package_of(game), "Caution", 0)}
    ends = {f"ended_{clause}" for clause in game.info.end_reasons} if words else set()
    assert {key for key in words if key.startswith(("caution_", "ended_"))} == codes | ends


def test_the_log_of_whole_games_reads_well(game: AnyGame, setup: Setup) -> None:
    """Action by action, and turn by turn: there, programs' signs for places are not among the words."""
    players = [f"Player{seat}" for seat in range(setup.seats)]
    words = [load_texts(game.info.key, language) for language in LANGUAGES]
    moments = shared_game(game, setup)
    for observer in observers(setup):
        lines = [
            line
            for moment in moments
            for line in game.log(moment.before, moment.action, moment.after, observer)
        ]
        told = [line for turn in tell_turns(game, moments, observer) for line in turn.lines]
        for texts in words:
            for sentence in (texts.log_line(line, players) for line in lines):
                assert sentence.strip() == sentence != ""
                assert not re.search(r"None|[{}]", sentence), sentence
            for sentence in (texts.log_line(line, players) for line in told):
                assert sentence.strip() == sentence != ""
                assert not re.search(r"None|[{}]|-?\d,-?\d|place\d|\w_\w", sentence), sentence


def test_no_action_is_taken_for_a_word(game: AnyGame, setup: Setup) -> None:
    """Sentences quote actions, and translate parameters that are words."""
    words = load_texts(game.info.key, "en").section("words")
    for moment in shared_game(game, setup):
        assert not {game.to_text(action) for action in game.legal(moment.before)} & words.keys()


def test_options_are_explained(game: AnyGame) -> None:
    for language in LANGUAGES:
        explained = load_texts(game.info.key, language).section("options")
        assert explained.keys() == game.info.options.keys()
        for name, option in game.info.options.items():
            assert explained[name]["title"]
            assert explained[name]["text"]
            choices = {str(choice).lower() for choice in option.choices}
            assert choices == set(explained[name]["choices"])


def test_actions_have_headings(game: AnyGame, setup: Setup) -> None:
    headings = load_texts(game.info.key, "en").section("actions")
    for moment in shared_game(game, setup):
        assert type(moment.action).__struct_config__.tag in headings


def test_pictures_of_clauses_have_captions(game: AnyGame) -> None:
    book = part(game.info.key, "pictures")
    if book is None:
        return
    pictures = book.PICTURES
    for language in LANGUAGES:
        texts = load_texts(game.info.key, language)
        assert pictures.keys() == texts.section("pictures").keys()
        assert pictures.keys() <= texts.section("clauses").keys()
    for draw in pictures.values():
        assert ET.fromstring(draw()).get("viewBox")  # noqa: S314 (our own drawing)


def test_rule_book_in_docs_is_the_one_of_the_texts(game: AnyGame) -> None:
    page = (home_of(game.info.key) / "docs" / "rules" / f"{game.info.key}.md").read_text(encoding="utf-8")
    book, mark, notation = page.partition("\n## Notation\n")
    assert mark
    assert notation.strip()
    assert f"{book.rstrip()}\n" == markdown(game.info.key, "en")


def test_core_errors_have_sentences() -> None:
    codes = {
        code for name in ("SetupError", "RecordError") for code in literals("stellwerk.core", name, 0)
    } | {"unreadable_action"}
    codes |= set(literals("stellwerk.review", "ReviewError", 0))
    for language in LANGUAGES:
        assert set(load_texts(None, language).section("errors")) == codes
