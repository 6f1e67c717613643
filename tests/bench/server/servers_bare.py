"""The least that a server can serve, for `bench servers`: one short answer, and frames sent back.

`python -m tests.bench.server.servers_bare PORT` serves it behind our gate, with `free` after it without
limits of rates, so that costs can be measured; other servers find `app` here. It needs nothing but the
standard library, as it also runs in an environment without Stellwerk.
"""

from __future__ import annotations

import sys
from typing import Any


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any ASGI server's application."""
    if scope["type"] == "lifespan":
        while (message := await receive())["type"] != "lifespan.shutdown":
            await send({"type": f"{message['type']}.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
    else:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})


class Gated:
    """The same with the settings that our gate looks at."""

    def __init__(self, *, is_free: bool) -> None:
        from starlette.datastructures import State

        from stellwerk.server.guard.limits import RATES, Rate, Rates
        from stellwerk.server.services import Settings

        rates = Rates(*[Rate(1e9, 1e9)] * len(RATES)) if is_free else RATES
        self.state = State({"settings": Settings(database="", rates=rates)})

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await app(scope, receive, send)


def main(port: int, *, is_free: bool) -> None:
    """Serve it behind our gate."""
    import asyncio

    import uvicorn

    from stellwerk.server.guard.gate import GatedConfig

    config = GatedConfig(Gated(is_free=is_free), 1)  # type: ignore[arg-type]  # it has what a gate looks at
    config.port = port
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main(int(sys.argv[1]), is_free="free" in sys.argv)
