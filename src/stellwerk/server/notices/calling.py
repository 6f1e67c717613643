"""Requests to addresses that users chose: only public ones over TLS, unless the operator allows others.

A name is resolved once, checked, and exactly that address is called, from a thread of its own. Whatever
happens, the thread is free again after `TIMEOUT` seconds; of the answer only the status is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPSConnection
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT: Final = 5.0
THREADS: Final = 4
JSON: Final = {"Content-Type": "application/json"}
STATUS_LINE: Final = re.compile(rb"HTTP/\d\.\d (\d{3})")
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
"""Addresses that a gateway turns into the IPv4 address in their last 32 bits."""
NOT_PUBLIC: Final = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "2001::/23", "100::/64"))
)
"""For protocols, relays and gateways; Python's `is_global` lets some of them pass."""


class Caller:
    """Calls addresses from its threads."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="stellwerk-call")

    async def check(self, url: str) -> None:
        """Raise `ServerError` for an invalid address or one that is not public."""
        schemes = ("http", "https") if self._allow_private else ("https",)
        try:
            parts = urlsplit(url)
            if parts.scheme not in schemes or parts.username is not None or not url.isprintable():
                raise ServerError("bad_webhook")
            await asyncio.get_running_loop().run_in_executor(self.threads, self._address, url)
        except (OSError, ValueError) as error:
            raise ServerError("bad_webhook") from error

    async def call(self, url: str, body: bytes, headers: Mapping[str, str] = JSON) -> int:
        """Send a request from a thread; the status, or 0 if none was read."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.post, url, body, headers)

    def stop(self) -> None:
        """Call nobody any more."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    def _address(self, url: str) -> tuple[str, int, str]:
        """Host, port and the resolved address of a URL; raises `OSError` if it is not public."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        port = parts.port or (443 if parts.scheme == "https" else 80)
        address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
        if not host or not (self._allow_private or is_public(address)):
            raise OSError("not a public address")
        return host, port, address

    def post(self, url: str, body: bytes, headers: Mapping[str, str] = JSON) -> int:
        """Send one request to exactly the address that was checked; the status, or 0 if none was read."""
        parts = urlsplit(url)
        host, port, address = self._address(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        ends = time.monotonic() + TIMEOUT
        connection = kind(host, port, timeout=TIMEOUT)
        # http.client's own place for it, which typeshed does not know: no second look-up of the name can lead
        # elsewhere, and TLS still checks the name
        connection._create_connection = lambda _address, *rest: socket.create_connection(  # type: ignore[attr-defined]
            (address, port), *rest
        )
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        try:
            connection.request("POST", path, body, dict(headers))
            connection.sock.settimeout(max(0.01, ends - time.monotonic()))
            found = STATUS_LINE.match(connection.sock.recv(64))  # an answer that drips is not waited for
        finally:
            connection.close()
        return 0 if found is None else int(found[1])


def is_public(address: str) -> bool:
    """True for the public address of a single machine."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if any(found in network for network in NOT_PUBLIC):
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast
