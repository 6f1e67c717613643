"""Attacks on live clocks: a server that is down, as after a crash."""

from __future__ import annotations

import asyncio

from tests.server.attacks.stranger import Found, Stranger, Target, attack

OWN = {"type": "own"}
DOWN = 33.0
"""Seconds: a little more than the shortest live clock."""


@attack("downtime", "the server is down for 33 s during a game with 30 s", restarts=True)
async def downtime(target: Target) -> Found:
    """The clocks of a game must not run while nobody could move."""
    async with Stranger(target) as ada:
        await ada.enter("Ada")
        opened = await ada.open_table("trambahn", OWN, OWN, clock={"type": "live", "seconds": 30})
        table = opened.json()["id"]
        cookies = ada.http.cookies
    await asyncio.sleep(1)
    target.server.kill()
    await asyncio.sleep(DOWN * target.part)
    await asyncio.to_thread(target.server.start)
    async with Stranger(target) as ada:
        ada.http.cookies = cookies
        await asyncio.sleep(2)
        status = (await ada.http.get(f"/api/tables/{table}")).json()["status"]
    return Found("the game goes on" if status == "playing" else "lost on time", stopped=status == "playing")
