"""The application: services, endpoints, the WebSocket, pages about itself, security headers.

Every request is answered with JSON, refusals included; an unexpected error is logged and answered without
details.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from stellwerk.core.errors import StellwerkError
from stellwerk.core.match_record import MatchRecord
from stellwerk.core.record import Record, decode_as
from stellwerk.server.api import ENDPOINTS, Endpoint
from stellwerk.server.guard.doors import Doors
from stellwerk.server.guard.headers import SecurityHeaders
from stellwerk.server.guard.limits import MAX_BODY, client_of
from stellwerk.server.live.socket import Client
from stellwerk.server.logs import RequestLog
from stellwerk.server.meeting.reports import KEPT as REPORTS_KEPT
from stellwerk.server.openapi import as_served
from stellwerk.server.pages import ROUTES as PAGES
from stellwerk.server.pages import page
from stellwerk.server.people.names import reserve_old
from stellwerk.server.people.notify import feed
from stellwerk.server.refusals import ServerError, body_of, language_of, reply, reply_to
from stellwerk.server.services import Call, Services, Settings
from stellwerk.server.warming import warm_up
from stellwerk.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import Scope
    from starlette.websockets import WebSocket

__all__ = ["Settings", "make_app"]

log = logging.getLogger("stellwerk.server")
FILES = (Record, MatchRecord)
"""Bodies that are people's files: what is wrong with one is said in words."""
LARGE = 32_000
"""Answers smaller than this number of bytes are not compressed."""
CLEAR_EVERY = 3600
"""Seconds between clearings of ended sessions."""
EXCHANGE_EVERY = 3
"""Seconds between exchanges of who is connected, where several processes share a store."""
CHECK_EVERY = 15
"""Seconds between checks for forgotten bots and ended sessions."""
FORGOTTEN = 60
"""Seconds after which a bot that is due counts as forgotten, by a process that has died."""


def make_app(settings: Settings) -> Starlette:
    """The server as an ASGI application."""
    routes = [Route(e.route, _handler(e), methods=[e.method]) for e in ENDPOINTS]
    about: list[Route | WebSocketRoute] = [
        Route("/health", health),
        Route("/metrics", metrics),
        Route("/openapi.json", openapi),
        Route("/feeds/{token}.atom", atom),
        WebSocketRoute("/ws", websocket),
    ]
    app = Starlette(
        routes=[*routes, *about, *PAGES],
        lifespan=lifespan,
        exception_handlers={404: _not_found, 405: _wrong_method},
    )
    app.router.redirect_slashes = False  # unknown addresses are refused, never redirected
    app.state.settings = settings
    app.state.store = None  # tests may set one
    app.add_middleware(Doors, settings=settings)
    app.add_middleware(RequestLog, broken=broken)
    app.add_middleware(SecurityHeaders)
    return app


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the store and resume games; at the end disconnect clients and finish pending work."""
    settings: Settings = app.state.settings
    store = app.state.store or await open_store(settings.database)
    services = app.state.services = Services(settings, store)
    if services.timekeeper is not None:
        await services.timekeeper.start()
    await reserve_old(services)
    await services.postman.look_around()
    services.settling.start()
    services.bots.resume()
    await services.reviews.resume(is_start=True)
    services.watch.start()
    ticker = asyncio.create_task(_tick(services))
    warming = asyncio.create_task(warm_up())
    try:
        yield
    finally:
        ticker.cancel()
        warming.cancel()
        services.watch.stop()
        services.chores.stop()
        services.bots.stop()
        services.reviews.stop()
        await services.programs.close()
        services.notifier.stop()
        services.postman.stop()
        services.settling.stop()
        services.caller.stop()
        services.presence.stop()
        services.identity.passwords.close()
        for client in services.connected():
            client.cut_off()
        with suppress(asyncio.CancelledError):
            await ticker
        if services.timekeeper is not None:
            await services.timekeeper.stop()
        await store.close()


async def _tick(services: Services) -> None:
    """Every second, end turns whose time ran out and drop idle tables; now and then, look for bots that are
    due and for sessions that another process ended."""
    beat = 0
    while True:
        await asyncio.sleep(1)
        beat += 1
        try:
            await services.hub.expire_due()
            services.hub.drop_idle()
            await services.postman.deliver()
            if beat % EXCHANGE_EVERY == 0 and services.store.is_shared:
                await services.presence.exchange()
            if beat % CHECK_EVERY == 0:
                await services.store.pairing.clear(services.hub.clock())
                services.bots.resume(FORGOTTEN)
                services.settling.start()
                await services.reviews.resume()
                await services.check_sessions()
            if beat % CLEAR_EVERY == 0:
                await services.identity.end_idle_sessions()
                await services.postman.look_around()
                await services.postman.clear()
                await services.reviews.forget_old()
                await services.store.reports.clear(services.hub.clock() - REPORTS_KEPT)
        except StellwerkError as error:
            log.warning("tick: %s", error.code)
        except Exception:  # try again in a second
            log.exception("tick")


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    decoder = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body)
    limit = endpoint.max_body or MAX_BODY

    async def handle(request: Request) -> Response:
        services: Services = request.app.state.services
        began = time.perf_counter()
        call = Call(services, request, b"", None)
        try:
            if endpoint.method != "GET":
                services.identity.check_origin(request)
            if decoder is not None:
                call.raw = await read_body(request, limit, services.settings.caps.body_seconds)
                call.body = _decode(endpoint.body, decoder, call.raw)
            answer = await endpoint.handler(call)
            response = answer if isinstance(answer, Response) else await _compressed(reply(answer), request)
        except StellwerkError as error:
            response = reply_to(error, call.language, call.game)
        services.identity.set_cookie(request, response, call.token)
        if call.account is not None:
            services.identity.remember_device(request, response, call.account)
        services.metrics.requests.labels(str(response.status_code)).inc()
        services.metrics.seconds.observe(time.perf_counter() - began)
        return response

    return handle


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """The body of a request; raises `ServerError` if it is too large or comes too slowly."""
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                data += part
                if len(data) > limit:
                    raise ServerError("too_large", {"limit": limit})
    except TimeoutError as error:
        raise ServerError("too_slow") from error
    return bytes(data)


def _decode(kind: Any, decoder: msgspec.json.Decoder[Any], raw: bytes) -> Any:
    if kind in FILES:
        return decode_as(raw, kind)
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("bad_request", {"problem": str(error)}) from error


async def _compressed(response: Response, request: Request) -> Response:
    """Compress a large answer if the client accepts it; replays shrink to a twentieth."""
    if len(response.body) > LARGE and "gzip" in request.headers.get("accept-encoding", ""):
        response.body = await asyncio.to_thread(gzip.compress, bytes(response.body), 5)
        response.headers["content-length"] = str(len(response.body))
        response.headers["content-encoding"] = "gzip"
        response.headers["vary"] = "accept-encoding"
    return response


async def _not_found(request: Request, _: Exception) -> Response:
    """A refusal for programs; for people the client, which says the same on a page."""
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        found = await page(request)
        found.status_code = 404
        return found
    return reply_to(ServerError("no_such_page"), language_of(request))


async def _wrong_method(request: Request, _: Exception) -> Response:
    return reply_to(ServerError("wrong_method"), language_of(request))


def broken(scope: Scope) -> Response:
    """The answer to a request that failed unexpectedly."""
    return reply(body_of(ServerError("broken"), language_of(HTTPConnection(scope))), 500)


async def health(request: Request) -> Response:
    """Tell whether the server can store something."""
    services: Services = request.app.state.services
    try:
        await services.health.check()
    except StellwerkError as error:
        return reply_to(error, language_of(request))
    tables, listeners = services.hub.size
    return reply({"status": "ok", "tables": tables, "listeners": listeners})


async def metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    services: Services = request.app.state.services
    if not services.settings.metrics_open:
        return reply_to(ServerError("no_such_page"), language_of(request))
    return Response(services.metrics.page(), media_type="text/plain; version=0.0.4")


async def openapi(request: Request) -> Response:
    """The OpenAPI document."""
    del request
    return Response(as_served(), media_type="application/json")


async def atom(request: Request) -> Response:
    """A player's Atom feed, protected by its secret address."""
    services: Services = request.app.state.services
    try:
        player = await services.store.player_of_feed(request.path_params["token"])
        if player is None:
            raise ServerError("no_such_page")
        tables = await services.store.tables_of(player.id, 50)
    except StellwerkError as error:
        return reply_to(error, language_of(request))
    page = feed(player, tables, services.settings.base_url, language_of(request))
    return Response(page, media_type="application/atom+xml")


async def websocket(socket: WebSocket) -> None:
    """The WebSocket endpoint."""
    services: Services = socket.app.state.services
    hello = HTTPConnection(socket.scope)
    """The handshake: headers and cookies, which are not kept as long as the connection."""
    try:
        services.identity.check_origin(hello)
        session = await services.identity.session(hello)
        player = None if session is None else await services.store.player(session.player)
        with services.limits.socket(client_of(hello), None if player is None else player.id):
            await socket.accept()
            token = None if session is None else session.token_hash
            client = Client(services, socket, player, token, language_of(hello))
            del hello
            socket.scope["headers"] = []
            services.clients.add(client)
            try:
                # a task of its own: in this one every frame would wake all layers around the application
                await asyncio.create_task(client.run())
            finally:
                services.clients.discard(client)
    except StellwerkError as error:
        await socket.send_denial_response(reply_to(error, language_of(socket)))
