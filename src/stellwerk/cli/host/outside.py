"""What `stellwerk admin doctor --url` finds by asking a running server as visitors do, through its proxy."""

from __future__ import annotations

import ipaddress
from base64 import b64encode
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from os import urandom
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from stellwerk.cli.host import hosted
from stellwerk.cli.host.doctor import Finding
from stellwerk.cli.session import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.cli.texts import CommandTexts
    from stellwerk.server.people.host import HostCheckup

CLAIM: Final = "203.0.113.77"
"""An address that nobody has (RFC 5737). Whoever claims it must not be believed."""
SECONDS: Final = 10


def findings(url: str, folder: Path, texts: CommandTexts) -> Iterator[Finding]:
    """Everything that can only be seen at a running server."""
    try:
        found = hosted.checkup(url, folder, texts.language, CLAIM)
    except CommandError as error:
        yield Finding(False, texts.sentence(error))
        return
    yield _scheme(url, found, texts)
    is_same = _origin(found.base_url) == _origin(url)
    yield Finding(
        is_same, texts.say("doctor_links" if is_same else "doctor_other_links", base=found.base_url, url=url)
    )
    yield _visitor(url, found, texts)
    status = _websocket(url)
    is_open = status == HTTPStatus.SWITCHING_PROTOCOLS
    yield Finding(is_open, texts.say("doctor_live" if is_open else "doctor_not_live", status=status or "–"))
    if found.mail is None:
        yield Finding(True, texts.say("doctor_no_mail"))
    else:
        yield Finding(
            not found.mail, texts.say("doctor_bad_mail" if found.mail else "doctor_mail", problem=found.mail)
        )
    yield Finding(found.push, texts.say("doctor_push" if found.push else "doctor_no_push"))


def _scheme(url: str, found: HostCheckup, texts: CommandTexts) -> Finding:
    """Whether people come by TLS, and whether the server knows."""
    scheme = urlsplit(url).scheme
    if scheme != found.scheme:
        return Finding(False, texts.say("doctor_scheme", scheme=scheme, seen=found.scheme))
    if scheme == "http" and not _is_here(url):
        return Finding(False, texts.say("doctor_no_tls"))
    return Finding(True, texts.say("doctor_scheme_known", scheme=scheme))


def _visitor(url: str, found: HostCheckup, texts: CommandTexts) -> Finding:
    """Whether limits can tell visitors apart. The proxy has the last word on where a request comes from."""
    said = [part.strip() for part in found.forwarded.split(",")]
    if _is_here(url):
        return Finding(True, texts.say("doctor_direct"))
    if found.client == CLAIM:
        return Finding(False, texts.say("doctor_believes"))
    if said[-1] not in (CLAIM, "") and found.client != said[-1] and ":" not in said[-1]:
        return Finding(False, texts.say("doctor_no_trust", client=found.client))
    return Finding(True, texts.say("doctor_visitor", client=found.client))


def _websocket(url: str) -> int | None:
    """How a handshake is answered; None if it is not."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": b64encode(urandom(16)).decode(),
        "Origin": _origin(url),
    }
    try:
        with closing(kind(parts.hostname or "", parts.port, timeout=SECONDS)) as line:
            line.request("GET", f"{parts.path.rstrip('/')}/ws", headers=headers)
            return line.getresponse().status
    except (OSError, HTTPException):
        return None


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _is_here(url: str) -> bool:
    """True for an address of this machine itself: no proxy is asked."""
    name = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
