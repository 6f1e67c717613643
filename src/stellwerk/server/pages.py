"""The pages: the built browser client, and pictures of tables.

The client is a single page that reads the address itself, so every page address gets the same file. Assets
have a fingerprint in their names and may be cached for ever. Nothing is inline: see the policy in `headers`.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from stellwerk.core.errors import StellwerkError
from stellwerk.core.parts import part
from stellwerk.core.texts import load_texts
from stellwerk.server.early import STATIC, links
from stellwerk.server.guard.limits import client_of
from stellwerk.server.past.histories import seat_wanted
from stellwerk.server.past.replays import past_picture_of, picture_of
from stellwerk.server.refusals import ServerError, language_of, reply_to, texts
from stellwerk.tables.sight import eyes_of, require_sight, seat_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from stellwerk.server.services import Services
    from stellwerk.tables.table import Table

FOLDER: Final = STATIC
PAGES: Final = (
    "/",
    "/t/{code}",
    "/r/{rest:path}",
    "/replay",
    "/learn",
    "/learn/{game}",
    "/rules/{game}",
    "/sheet/{game}",
    "/me",
    "/privacy",
    "/profile",
    "/people/{login}",
    "/best/{game}",
    "/reset/{token}",
    "/mail/{token}",
)
ROOT_FILES: Final = {
    "sw.js": "text/javascript",
    "manifest.webmanifest": "application/manifest+json",
    "icon.svg": "image/svg+xml",
    "icon-turn.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "preview.png": "image/png",
    "offline.html": "text/html",
}
FOR_EVER: Final = "public, max-age=31536000, immutable"
COMPRESSED: Final = (".js", ".css", ".svg")
NUMBER: Final = re.compile(r"[0-9]{1,5}")
NAME: Final = re.compile(r"[\w.-]{1,100}")
THEMES: Final = ("light", "dark")
NOT_BUILT: Final = """\
<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>Stellwerk</title></head><body>
<h1>Stellwerk</h1>
<p>{text}</p>
</body></html>
"""


class Asset(NamedTuple):
    """An asset of the client."""

    content: bytes
    compressed: bytes | None
    media_type: str


async def page(request: Request) -> Response:
    """The client, in the language and theme that the browser remembers, so that nothing flickers."""
    language = language_of(request)
    words = texts(None, language).section("server")
    try:
        text = (FOLDER / "index.html").read_text(encoding="utf-8")
    except FileNotFoundError:
        said = NOT_BUILT.format(language=language, text=escape(words["not_built"]))
        return Response(said, 503, media_type="text/html")
    theme = request.cookies.get("theme")
    changes = {
        "<html[^>]*>": f'<html lang="{language}" data-theme="{theme if theme in THEMES else THEMES[0]}">',
        'content=""': f"content={quoteattr(words['description'])}",
        "(?=</head>)": await preview(request, language) + links(request.url.path, language),
        "(?<=<noscript>)": escape(words["needs_script"]),
    }
    for place, said in changes.items():
        text = re.sub(place, said.replace("\\", r"\\"), text, count=1)
    return Response(text, media_type="text/html")


async def preview(request: Request, language: str) -> str:
    """What a messenger shows of a link to a table that waits for players; nothing for all other pages.

    Whoever tries many codes learns nothing here either.
    """
    services: Services = request.app.state.services
    code = request.path_params.get("code")
    try:
        if code is None:
            return ""
        services.limits.wrong_codes.check(client_of(request))
        table_id = await services.store.find(code.upper())
        if table_id is None:
            services.limits.wrong_codes.take(client_of(request))
            return ""
        table = await services.store.index(table_id)
    except StellwerkError:
        return ""
    if table is None or table.status != "open":
        return ""
    words = texts(None, language)
    section = words.section("server")
    game = load_texts(table.game, language).section("game")["title"]
    names = ", ".join(filter(None, table.seats))
    said = {
        "title": words.format(section["preview"], game=game, names=names),
        "description": section["description"],
        "url": f"{services.settings.base_url}/t/{table.code}",
        "type": "website",
        "site_name": "Stellwerk",
        "image": f"{services.settings.base_url}/preview.png",
        "image:width": "1200",
        "image:height": "630",
    }
    return "".join(f'<meta property="og:{name}" content={quoteattr(text)}>' for name, text in said.items())


async def asset(request: Request) -> Response:
    """A script, style, font or picture of the client."""
    try:
        found = read_asset(request.path_params["name"])
    except FileNotFoundError:
        return _refuse(ServerError("no_such_page"), request)
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(found.compressed, headers=headers, media_type=found.media_type)
    return Response(found.content, headers=headers, media_type=found.media_type)


@lru_cache(maxsize=200)
def read_asset(name: str) -> Asset:
    """Read an asset once; its name holds a fingerprint, so it never changes."""
    path = FOLDER / "assets" / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise FileNotFoundError(name)
    content = path.read_bytes()
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(content, gzip.compress(content) if path.suffix in COMPRESSED else None, media_type)


async def root_file(request: Request) -> Response:
    """A file of the client that has to have its own name: browsers look for it there."""
    name = request.url.path.removeprefix("/")
    path = FOLDER / name
    if not path.is_file():
        return _refuse(ServerError("no_such_page"), request)
    return Response(path.read_bytes(), media_type=ROOT_FILES[name])


async def picture(request: Request) -> Response:
    """An SVG picture of a table as the asker sees it; refused for a game without drawings."""
    try:
        table, asking = await _seen(request)
        if table.state is None:
            raise ServerError("no_such_page")
        view = msgspec.json.encode(table.game.view(table.state, seat_for(table, asking)))
        names = tuple(seat.name for seat in table.seats)
        return await _drawn(table, request, picture_of, table.config.game, view, language_of(request), names)
    except StellwerkError as error:
        return _refuse(error, request)


async def past_picture(request: Request) -> Response:
    """A picture of one position in the last game of a table, as `replays` shows it."""
    services: Services = request.app.state.services
    try:
        table, asking = await _seen(request)
        services.limits.histories.take(client_of(request))
        seat = seat_wanted(request) if table.status == "ended" else eyes_of(table, asking)
        step: str = request.path_params["step"]
        number = int(step) if NUMBER.fullmatch(step) else 0
        return await _drawn(
            table, request, past_picture_of, table.record(), number, seat, language_of(request)
        )
    except StellwerkError as error:
        return _refuse(error, request)


async def _seen(request: Request) -> tuple[Table, str | None]:
    """The table that a request names, and who asks; raises `StellwerkError` if they may not see it."""
    services: Services = request.app.state.services
    live = await services.hub.live(request.path_params["table"])
    player = await services.identity.player(request)
    asking = None if player is None else player.id
    require_sight(live.table, asking)
    return live.table, asking


async def _drawn(
    table: Table, request: Request, work: Callable[..., str | None], *arguments: object
) -> Response:
    """A picture, drawn in another process."""
    services: Services = request.app.state.services
    if part(table.config.game, "drawing") is None:
        raise ServerError("no_such_page")
    drawn = await services.chores.do(client_of(request), request, work, *arguments)
    if drawn is None:
        raise ServerError("no_such_page")
    return Response(drawn, media_type="image/svg+xml")


def _refuse(error: StellwerkError, request: Request) -> Response:
    return reply_to(error, language_of(request))


ROUTES: Final = (
    *(Route(path, page) for path in PAGES),
    Route("/assets/{name}", asset),
    *(Route(f"/{name}", root_file) for name in ROOT_FILES),
    Route("/api/tables/{table}/picture", picture),
    Route("/api/tables/{table}/pictures/{step}", past_picture),
)
