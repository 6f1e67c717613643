"""Many players in one process, for the load bench: they cost little, so that the server is what is measured.

    python -m tests.bench.server.players ADDRESS GAME [aids]

Takes lines of JSON: ``{"tables": 100}`` seats two players each at that number of further tables,
``{"seconds": 10,
"pause": 2}`` lets all of them play for so long, with such a pause before each action on average; answers each
with a line. What is still under way then is awaited for a second, or for ``"patience"`` seconds. The
WebSocket is spoken by hand: only what the server sends, no checks.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import sys
import time
from functools import partial
from itertools import count
from typing import Any

import msgspec
import uvloop

from stellwerk.server.live.changes import apply
from tests.server.processes import Guest

AT_ONCE = 20
"""Number of tables that are opened at the same time."""
AGAIN = 0.1
"""Seconds after which a refused action is tried again."""
_encode = msgspec.json.encode


class TableSight(msgspec.Struct):
    """What a player looks at."""

    seq: int = 0
    status: str = ""
    legal: list[str] = []
    proposal: Any = None


class Frame(msgspec.Struct):
    """Any frame of the server."""

    type: str
    table: TableSight | str | None = None
    changes: list[Any] = []
    error: Any = None


_decoder = msgspec.json.Decoder(Frame)


def changed(table: TableSight, steps: list[Any]) -> TableSight:
    """A table after changes of the few fields that a player looks at."""
    fields = msgspec.structs.asdict(table)
    return TableSight(**apply(fields, [step for step in steps if step[0][0] in fields]))


class Moves:
    """What happened since the last measurement."""

    def __init__(self) -> None:
        self.pause = 0.0
        self.playing = False
        self.made = 0
        self.latencies: list[float] = []
        self.refused: dict[str, int] = {}
        self.back: list[float] = []
        """Seconds from losing a connection until the table was seen again."""
        self.lost: list[str] = []
        """Tables that went back behind what somebody had seen of them."""


class Table:
    """Two players, and the action that is under way."""

    def __init__(self, moves: Moves, table: str, *, aids: bool) -> None:
        self.id = table
        self.aids = aids
        self.moves = moves
        self.sent = 0.0
        self.expected = 0
        self.arrived = 0
        self.players: list[Player] = []

    def told(self, player: Player, table: TableSight) -> None:
        """A player sees the table: note how long that took; go on when both have seen it."""
        if not self.expected:
            player.go_on(table)
        elif table.seq > self.expected:
            self.arrived += 1
            if self.arrived == len(self.players):
                self.moves.made += 1
                self.moves.latencies.append(time.perf_counter() - self.sent)
                self.expected = self.arrived = 0
                for each in self.players:
                    each.go_on(each.seen)


class Player(asyncio.Protocol):
    """One WebSocket."""

    def __init__(self, table: Table, headers: dict[str, str], seat: int) -> None:
        self.table = table
        self.seat = seat
        self.seen = TableSight()
        self.ready = asyncio.get_running_loop().create_future()
        self._headers = headers
        self._data = bytearray()
        self._open = False
        self._gone = 0.0
        """When the connection was lost; 0 while there is one."""
        self._numbers = count(1)
        table.players.append(self)

    def connection_lost(self, _error: Exception | None) -> None:
        """Connect again, as a browser does, and ask for what was missed."""
        self._gone = self._gone or time.perf_counter()
        asyncio.get_running_loop().call_later(AGAIN, lambda: asyncio.ensure_future(self._return()))

    async def _return(self) -> None:
        host, _, port = self._headers["Host"].rpartition(":")
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))
        except OSError as error:
            self.connection_lost(error)

    def connection_made(self, transport: Any) -> None:
        self._open = False
        self._data = bytearray()
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"{name}: {value}" for name, value in self._headers.items()]
        upgrade = [
            "GET /ws HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}", *lines, "", "",
        ]  # fmt: skip
        transport.write("\r\n".join(upgrade).encode())

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                assert self._gone, bytes(head)
                self._transport.abort()  # no server behind the proxy yet: once more
                return
            self._open = True
            self._data = rest
            since = self.seen.seq if self._gone else 1_000_000
            wish = {"table": self.table.id, "since": since, "changes": True, "aids": self.table.aids}
            self.send({"type": "subscribe", **wish})
        while (frame := self._frame()) is not None:
            self._hear(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        length, start = data[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(data[2:start], "big")
        if len(data) < start + length:
            return None
        opcode, payload = data[0] & 15, bytes(data[start : start + length])
        del data[: start + length]
        return opcode, payload

    def _hear(self, opcode: int, payload: bytes) -> None:
        if opcode == 9:
            self._write(10, payload)
        if opcode != 1:
            return
        frame = _decoder.decode(payload)
        if frame.table is not None:
            seen = changed(self.seen, frame.changes) if isinstance(frame.table, str) else frame.table
            if self._gone:
                self._come_back(seen)
            self.seen = seen
            if not self.ready.done():
                self.ready.set_result(None)
            self.table.told(self, self.seen)
        elif frame.type == "refused":
            code = frame.error["code"]
            refused = self.table.moves.refused
            refused[code] = refused.get(code, 0) + 1
            asyncio.get_running_loop().call_later(AGAIN, self._again, self.seen)

    def _come_back(self, table: TableSight) -> None:
        """The table is seen again: it must not have gone back; what was not acknowledged is tried again."""
        self.table.moves.back.append(time.perf_counter() - self._gone)
        self._gone = 0.0
        if table.seq < self.seen.seq:
            self.table.moves.lost.append(self.table.id)
        if self.table.expected == table.seq and table.legal:
            asyncio.get_running_loop().call_later(AGAIN, self._again, table)

    def go_on(self, table: TableSight) -> None:
        """Act if it is one's turn; play again when the game has ended."""
        if not self.table.moves.playing:
            return
        if table.status == "ended":
            if self.seat == 0 and table.proposal is None:
                self.do({"do": "propose", "wish": "rematch"})
            elif self.seat == 1 and table.proposal is not None:
                self.do({"do": "answer", "agree": True})
        elif table.legal:
            pause = self.table.moves.pause
            if pause:
                delay = random.expovariate(1 / pause)
                asyncio.get_running_loop().call_later(delay, self._act, table)
            else:
                self._act(table)

    def _act(self, table: TableSight) -> None:
        if not self.table.moves.playing or self.table.expected or table is not self.seen or self._gone:
            return
        self.table.sent = time.perf_counter()
        self.table.expected = table.seq
        self.do({"do": "act", "text": random.choice(table.legal), "expected": table.seq})

    def _again(self, table: TableSight) -> None:
        """Try once more what was refused; it counts from the first time."""
        if self.table.expected == table.seq and table is self.seen and table.legal:
            self.do({"do": "act", "text": random.choice(table.legal), "expected": table.seq})

    def do(self, command: dict[str, object]) -> None:
        self.send({"type": "do", "id": next(self._numbers), "table": self.table.id, "command": command})

    def send(self, frame: dict[str, object]) -> None:
        self._write(1, _encode(frame))

    def _write(self, opcode: int, payload: bytes) -> None:
        """A frame whose mask is zero, so that nothing has to be masked."""
        if self._transport.is_closing():
            return
        length = len(payload)
        size = bytes([128 | length]) if length < 126 else bytes([254]) + length.to_bytes(2, "big")
        self._transport.write(bytes([128 | opcode]) + size + b"\0\0\0\0" + payload)


class Players:
    """Everybody."""

    def __init__(self, address: str, game: str, *, aids: bool) -> None:
        self.address = address
        self.game = game
        self.aids = aids
        self.moves = Moves()
        self.players: list[Player] = []
        self._numbers = count(1)

    async def seat(self, tables: int) -> dict[str, object]:
        """Seat two players at each of a number of further tables, connected and subscribed."""
        slots = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._table(slots) for _ in range(tables)))
        return {"tables": len(self.players) // 2}

    async def _table(self, slots: asyncio.Semaphore) -> None:
        host, _, port = self.address.removeprefix("http://").rpartition(":")
        async with slots:
            guests = [await Guest("Player", next(self._numbers)).enter(self) for _ in range(2)]
            seats = [{"type": "own"}, {"type": "open"}]
            opened = await guests[0].open_table(self, self.game, seats)
            status, answer = await guests[1].do(self, opened["id"], do="join")
            assert status == 200, answer
            table = Table(self.moves, opened["id"], aids=self.aids)
            for seat, guest in enumerate(guests):
                headers = {"Host": f"{host}:{port}", **guest.headers(self)}
                _, player = await asyncio.get_running_loop().create_connection(
                    partial(Player, table, headers, seat), host, int(port)
                )
                await player.ready
                self.players.append(player)

    async def play(self, seconds: float, pause: float, patience: float = 1) -> dict[str, object]:
        """What was measured. What is still under way at the end counts with the time that it has waited."""
        moves = self.moves
        moves.pause, moves.playing, moves.made, moves.latencies, moves.refused = pause, True, 0, [], {}
        moves.back, moves.lost = [], []
        began = time.perf_counter()
        for player in self.players:
            player.go_on(player.seen)
        await asyncio.sleep(seconds)
        moves.playing = False
        rate = moves.made / (time.perf_counter() - began)
        tables = {player.table for player in self.players}
        end = time.perf_counter() + patience
        while (waiting := [table for table in tables if table.expected]) and time.perf_counter() < end:
            await asyncio.sleep(0.05)
        late = [time.perf_counter() - table.sent for table in waiting]
        latencies = sorted([*moves.latencies, *late])
        return {
            "moves": moves.made, "rate": rate, "latencies": latencies, "refused": moves.refused,
            "back": sorted(moves.back), "gone": sum(bool(player._gone) for player in self.players),
            "lost": moves.lost,
        }  # fmt: skip


async def main(address: str, game: str, aids: str = "") -> None:
    """Do what the lines say."""
    players = Players(address, game, aids=bool(aids))
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = msgspec.json.decode(line)
        answer = await (players.seat(**order) if "tables" in order else players.play(**order))
        print(_encode(answer).decode(), flush=True)


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
