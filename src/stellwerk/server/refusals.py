"""Refusals as JSON: a code, the clause where one applies, and a sentence in the asker's language."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.responses import Response

from stellwerk.core.errors import IllegalAction, NotationError, RecordError, SetupError, StellwerkError
from stellwerk.core.languages import language_for
from stellwerk.core.texts import Texts, load_texts
from stellwerk.server.live.wire import ErrorBody
from stellwerk.store.errors import StoreError
from stellwerk.tables.errors import TableError

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


QUOTED: Final = 200
"""Characters of what a client sent that a refusal repeats."""


class ServerError(StellwerkError):
    """Something that the server itself refuses: an unknown address, a missing identity, an exceeded limit."""


STATUS: Final = {
    "no_such_table": 404, "no_such_record": 404, "no_such_page": 404, "no_such_session": 404,
    "no_profile": 404,
    "unknown_game": 404, "no_such_account": 404, "no_such_challenge": 404,
    "wrong_method": 405,
    "sign_in": 401, "wrong_login": 401,
    "not_seated": 403, "not_your_seat": 403, "owner_only": 403, "no_spectators": 403, "wrong_origin": 403,
    "not_the_host": 403, "blocked": 403,
    "not_challenged": 403, "no_hints": 403, "account_needed": 403, "bots_only": 403,
    "bad_request": 400, "unstorable_text": 400,
    "name_of_account": 409, "name_of_nobody": 409, "was_removed": 403,
    "login_taken": 409, "not_over": 409, "already_a_person": 409, "conflict": 409,
    "too_large": 413, "too_often": 429, "too_many_streams": 429, "too_many_bots": 429,
    "stopping": 503, "busy": 503,
    "bad_head": 400, "too_slow": 408, "wrong_host": 421, "head_too_large": 431,
    "too_many_reviews": 429, "no_such_review": 404, "no_such_decision": 404,
    "no_such_turn": 404, "not_a_bot": 409, "still_hidden": 409,
    "too_many_sockets": 429, "too_many_public_tables": 429, "too_many_connections": 503,
}  # fmt: skip


def status_of(error: StellwerkError) -> int:
    """The HTTP status of a refusal."""
    if error.code in STATUS:
        return STATUS[error.code]
    if isinstance(error, IllegalAction | NotationError | SetupError | RecordError):
        return 422
    if isinstance(error, TableError):
        return 409
    return 503 if isinstance(error, StoreError) else 400


def body_of(error: StellwerkError, language: str, game: str | None = None) -> ErrorBody:
    """The refusal as data and as a sentence. What a client sent is quoted at no great length."""
    if error.code == "too_often":
        return _too_often(error.params["seconds"], language)
    params = {name: _clipped(value) for name, value in error.params.items()}
    error = copy(error)
    error.params = params
    return ErrorBody(
        code=error.code,
        message=texts(game, language).sentence(error),
        clause=error.clause if isinstance(error, IllegalAction) else None,
        params=msgspec.to_builtins(params, str_keys=True, enc_hook=str),
    )


@lru_cache
def _too_often(seconds: int, language: str) -> ErrorBody:
    """The refusal that a flood gets again and again: to say it anew each time would serve the flood."""
    params = {"seconds": seconds}
    error = ServerError("too_often", params)
    return ErrorBody(error.code, texts(None, language).sentence(error), params=params)


def _clipped(value: object) -> object:
    return f"{value[:QUOTED]}…" if isinstance(value, str) and len(value) > QUOTED else value


def reply(answer: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def reply_to(error: StellwerkError, language: str, game: str | None = None) -> Response:
    """A refusal as a JSON answer."""
    return reply(body_of(error, language, game), status_of(error))


def texts(game: str | None, language: str) -> Texts:
    """All texts of the server, with those of a game if a refusal is about one."""
    return load_texts(game, language, "stellwerk.tables", "stellwerk.store", "stellwerk.server")


def language_of(connection: HTTPConnection) -> str:
    """The reader's language: by the parameter `lang`, the cookie, or what the browser prefers."""
    asked = (connection.query_params.get("lang", ""), connection.cookies.get("lang", ""))
    accepted = connection.headers.get("accept-language", "").split(",")
    return language_for((*asked, *(wish.partition(";")[0] for wish in accepted)))
