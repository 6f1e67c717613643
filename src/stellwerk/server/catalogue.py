"""What a server says of itself, its games, their rules and their words, to whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.core import registry
from stellwerk.core.parts import part
from stellwerk.core.rulebook import chapters
from stellwerk.core.strength import ratings_of
from stellwerk.core.texts import load_texts
from stellwerk.review import can_review
from stellwerk.server.bodies import (
    About,
    BotEntry,
    Chapter,
    GameEntry,
    GameTexts,
    OptionTexts,
    Passage,
    RulePicture,
)
from stellwerk.server.early import client_version
from stellwerk.server.refusals import texts as server_texts

if TYPE_CHECKING:
    from stellwerk.core.texts import Texts
    from stellwerk.server.services import Call


async def about(call: Call) -> About:
    """What this server says of itself."""
    settings, words = call.services.settings, server_texts(None, call.language)
    told = {key: said for key, said in words.section("privacy").items() if key != "mail" or settings.smtp}
    days = round(settings.session_days)
    privacy = [Passage(said["title"], words.format(said["text"], count=days)) for said in told.values()]
    return About(client_version(), settings.imprint, tuple(privacy))


async def list_games(call: Call) -> list[GameEntry]:
    """All games."""
    return [_game(key, call.language, call.services.programs.names(key)) for key in registry.games()]


def _game(key: str, language: str, programs: tuple[str, ...]) -> GameEntry:
    game, texts = registry.load(key), load_texts(key, language)
    about, rated = texts.section("game"), ratings_of(key)
    bots = tuple(
        BotEntry(bot, said.get("name", bot), said.get("text", ""), rated.get(bot))
        for bot in game.bots
        for said in [texts.section("bots").get(bot, {})]
    )
    said = server_texts(None, language).section("server")["program"]
    brought = tuple(BotEntry(name, name, said, None, is_program=True) for name in programs)
    return GameEntry(
        game.info, about["title"], about["summary"], about.get("line", about["summary"]),
        _option_texts(texts), (*bots, *brought), is_drawn=part(key, "drawing") is not None,
        is_reviewed=can_review(key),
    )  # fmt: skip


async def rules(call: Call) -> list[Chapter]:
    """The rules of a game, clause by clause."""
    key = registry.load(call.request.path_params["game"]).info.key
    return [
        Chapter(heading, title, dict(clauses))
        for heading, title, clauses in chapters(load_texts(key, call.language))
    ]


async def rule_pictures(call: Call) -> dict[str, RulePicture]:
    """Pictures for clauses, made of the real pieces; none for a game that brings none."""
    key = registry.load(call.request.path_params["game"]).info.key
    pictures = part(key, "pictures")
    if pictures is None:
        return {}
    captions = load_texts(key, call.language).section("pictures")
    return {clause: RulePicture(captions[clause], draw()) for clause, draw in pictures.PICTURES.items()}


async def game_texts(call: Call) -> GameTexts:
    """The words of a game: what its pieces and actions are called, what its table and its guide say."""
    key = registry.load(call.request.path_params["game"]).info.key
    texts = load_texts(key, call.language)
    return msgspec.convert({name: texts.section(name) for name in GameTexts.__struct_fields__}, GameTexts)


def _option_texts(texts: Texts) -> dict[str, OptionTexts]:
    return msgspec.convert(texts.section("options"), dict[str, OptionTexts])
