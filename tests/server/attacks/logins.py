"""Attacks on logins: passwords tried from many addresses, and passwords that everybody knows."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from tests.server.attacks.stranger import GONE, Found, Stranger, Target, attack

AT_ONCE = 8


async def guess(target: Target, addresses: list[str], login: str) -> Counter[int]:
    """Try a wrong password from each address; the answers by status."""
    slots = asyncio.Semaphore(AT_ONCE)
    end = time.monotonic() + target.seconds

    async def one(address: str) -> int:
        async with slots:
            if time.monotonic() > end:
                return -1
            try:
                async with Stranger(target, forwarded=address) as stranger:
                    body = {"login": login, "password": "not the right one"}
                    return (await stranger.http.post("/api/me/login", json=body)).status_code
            except GONE:
                return 0

    found = Counter(await asyncio.gather(*(one(address) for address in addresses)))
    del found[-1]
    return found


async def victim(target: Target) -> str:
    """Somebody's login."""
    login = f"ada{target.number}"
    async with Stranger(target, 9) as ada:
        await ada.enter("Ada")
        body = {"login": login, "password": "seven blue trams at dawn"}
        (await ada.http.post("/api/me/account", json=body)).raise_for_status()
    return login


@attack("passwords", "passwords tried for one account from 200 addresses")
async def passwords(target: Target) -> Found:
    """A limit per address does not see it."""
    login = await victim(target)
    addresses = [f"198.51.{100 + (number >> 8)}.{number & 255}" for number in range(target.some(200))]
    found = await guess(target, addresses, login)
    return Found(f"{tried(found)} tried, {found[429]} refused unheard", stopped=found[429] > 0)


@attack("ipv6", "passwords tried from 200 addresses of one IPv6 /64")
async def ipv6(target: Target) -> Found:
    """One customer of any provider has that many and more."""
    addresses = [f"2001:db8:0:{target.number:x}::{number:x}" for number in range(1, target.some(200) + 1)]
    slots = [guess(target, [address], f"nobody{number}") for number, address in enumerate(addresses)]
    found: Counter[int] = Counter()
    for slot in range(0, len(slots), AT_ONCE):
        for one in await asyncio.gather(*slots[slot : slot + AT_ONCE]):
            found += one
    return Found(f"{tried(found)} tried, {found[429]} refused unheard", stopped=found[429] > 0)


def tried(found: Counter[int]) -> int:
    """How many guesses were compared with a password."""
    return sum(count for status, count in found.items() if status not in (0, 429))


@attack("weak", "an account with the password “password”")
async def weak(target: Target) -> Found:
    """Among the first that anybody tries."""
    async with Stranger(target) as stranger:
        await stranger.enter()
        body = {"login": f"weak{target.number}", "password": "password"}
        status = (await stranger.http.post("/api/me/account", json=body)).status_code
    return Found("accepted" if status == 200 else "refused", stopped=status != 200)
