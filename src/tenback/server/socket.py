"""The socket of a table: everything that happens there, live, and commands in the same way."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tenback.core.errors import TenbackError
from tenback.host.errors import HostError
from tenback.host.subscriptions import News
from tenback.server import protocol as p
from tenback.server import serialize
from tenback.server.api import SOCKET, TENTH, BadRequest, acting_person, check_queries, decode
from tenback.server.logs import hashed, log
from tenback.server.rate_limits import RateLimited, TokenBucket
from tenback.server.responses import encode, language_of, refusal
from tenback.server.sessions import NotAllowed, address
from tenback.table.commands import Watch
from tenback.table.visibility import Snapshot
from tenback.words import LANGUAGES

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from tenback.host.subscriptions import Subscription
    from tenback.server.access import Access
    from tenback.server.services import Services

QUERIES = ("companion", "language")
AWAY, REFUSED = 1001, 1008
"""Why a socket is closed: the server stops, or the client may not be there."""


class _Identified(msgspec.Struct):
    """As much of a message as its answer needs."""

    id: p.CommandId | None = None


_identify = msgspec.json.Decoder(_Identified).decode


def _id_of(text: str | bytes) -> str | None:
    """The id of a message, however wrong the rest of it is."""
    try:
        return _identify(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def serve(
    scope: Scope, receive: Receive, send: Send, services: Services, access: Access
) -> None:
    """One connection, from the first to the last message."""
    socket = WebSocket(scope, receive, send)
    try:
        check_queries(socket, QUERIES)
        guest = await access.admit_socket(socket)
    except TenbackError as error:
        await _reject(socket, error)
        return
    try:
        await socket.accept()
        connection = Connection(socket, receive, send, services, access, guest)
        await connection.run()
    except TenbackError as error:
        await _close(socket, error)
    except WebSocketDisconnect:
        pass
    finally:
        access.release_socket(guest, socket)


async def _reject(socket: WebSocket, error: TenbackError) -> None:
    """A browser learns nothing of a refused handshake, so it is accepted and then closed."""
    await socket.accept()
    await _close(socket, error)


async def close_sockets(person: str, access: Access) -> None:
    """Close all sockets of a person whose identity is gone."""
    for socket in access.sockets.of(person):
        await _close(socket, NotAllowed("server-no-identity"))


async def _close(socket: WebSocket, error: TenbackError) -> None:
    language = _language(socket)
    code = AWAY if error.code == "host-stopping" else REFUSED
    if socket.application_state is WebSocketState.CONNECTED:
        try:
            await socket.send_text(encode(refusal(error, language)).decode())
            await socket.close(code, error.code)
        except (RuntimeError, WebSocketDisconnect):
            pass  # the client has closed it


def _language(socket: WebSocket) -> str:
    """The language of the query: a page cannot set the headers of a socket."""
    asked = socket.query_params.get("language")
    return asked if asked in LANGUAGES else language_of(socket.headers.get("accept-language", ""))


class Connection:
    """One client at a table: one task reads, another writes.

    `receive` and `send` are those beneath the socket: most of what it would check is known here.
    """

    def __init__(
        self,
        socket: WebSocket,
        receive: Receive,
        send: Send,
        services: Services,
        access: Access,
        guest: str,
    ) -> None:
        self.socket = socket
        self.receive = receive
        self.send = send
        self.services = services
        self.access = access
        self.guest = guest
        self.person = acting_person(socket, guest)
        self.address = address(socket)
        self.table = str(socket.path_params["table"])
        self.language = _language(socket)
        self.bucket = TokenBucket(services.settings.rate_limits.connection, services.monotonic)
        self.asides: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the client until either side closes."""
        log("socket-open", table=hashed(self.table))
        try:
            await self._talk()
        finally:
            log("socket-closed", table=hashed(self.table))

    async def _talk(self) -> None:
        host = self.services.host
        await self.access.admit_at_table(self.table, self.person)
        async with host.listen(self.table, self.person) as listener:
            tasks = [
                asyncio.create_task(self._read(listener)),
                asyncio.create_task(self._write(listener)),
            ]
            try:
                # The task that ends first, or fails, ends the connection.
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (*tasks, *self.asides):
                    task.cancel()
                await asyncio.gather(*tasks, *self.asides, return_exceptions=True)
            for task in tasks:
                if not task.cancelled():
                    task.result()

    # Writing

    async def _send(self, message: object) -> None:
        if isinstance(message, News):
            message = serialize.news(message, self.person, self.services.clock())
        elif isinstance(message, Snapshot):
            message = serialize.table(message, self.person, self.services.clock())
        await self.send({"type": "websocket.send", "text": encode(message).decode()})

    async def _write(self, listener: Subscription) -> None:
        """Send what happens, in order."""
        try:
            async for message in listener:
                await self._send(message)
        except HostError as error:
            await _close(self.socket, error)
        except OSError:
            pass  # the client has gone
        except RuntimeError:
            # Uvicorn raises one where something is sent after the socket was closed here.
            if self.socket.application_state is WebSocketState.CONNECTED:
                raise

    # Reading

    async def _read(self, listener: Subscription) -> None:
        while (text := await self._next()) is not None:
            try:
                self.bucket.take()
                self.access.requests.take(self.guest, self.address)
            except RateLimited as error:
                self.access.too_fast.take(self.guest, self.address)
                listener.post(refusal(error, self.language, _id_of(text)))
                continue
            await self._handle(text, listener)

    async def _next(self) -> str | bytes | None:
        """The next message; None when the client has closed the socket."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            return None
        text: str | bytes | None = message.get("text")
        return text if text is not None else message.get("bytes") or b""

    async def _handle(self, text: str | bytes, listener: Subscription) -> None:
        """Carry out one message; what is wrong with it is answered."""
        try:
            await self._answer(decode(p.FromClient, text), listener)
        except TenbackError as error:
            self._refuse(error, _id_of(text), listener)
        except Exception as error:  # noqa: BLE001 (an error of ours must not end the connection)
            self._report(error, _id_of(text), listener)

    def _report(self, error: Exception, message_id: str | None, listener: Subscription) -> None:
        """Report an unexpected error to the operator, and refuse the message that led to it."""
        self.services.errors.report("socket", error, path=SOCKET)
        self._refuse(BadRequest("server-error"), message_id, listener)

    def _refuse(self, error: TenbackError, message_id: str | None, listener: Subscription) -> None:
        if message_id is not None:
            listener.awaiting.discard(message_id)
        self.services.metrics.refusals.labels(error.code).inc()
        listener.post(refusal(error, self.language, message_id))

    async def _answer(self, message: p.FromClient, listener: Subscription) -> None:
        match message:
            case p.Do():
                await self._do(message, listener)
            case p.Ping():
                listener.post(p.Pong(self.services.clock()))
            case p.TableRequest():
                snapshot = await self.services.host.snapshot(self.table, self.person)
                listener.post(snapshot)
            case p.EventsRequest(id=message_id, after=after):
                found = await self.services.host.events(self.table, self.person, after)
                listener.post(p.Events(message_id, found.version, serialize.shown(found.events)))
            case p.PlanRequest(id=message_id, moves=moves):
                self.access.slow_requests.take(self.guest, self.address, TENTH)
                holds = await self.services.host.plan(self.table, self.person, moves)
                listener.post(p.Plan(message_id, holds))
            case p.HintRequest(id=message_id):
                self._aside(message_id, listener)

    async def _do(self, message: p.Do, listener: Subscription) -> None:
        """Carry a command out; its news say that it is done."""
        begun = time.perf_counter()
        self.access.charge_rules(self.guest, self.address, p.own_rules(message.command))
        command = p.to_command(message.command)
        self.access.charge_command(self.guest, self.address, command)
        if isinstance(command, Watch):
            await self.access.admit_at_table(self.table, self.person)
        listener.awaiting.add(message.id)
        receipt = await self.services.host.command(
            self.table, self.person, command, message.id, seen=message.seen
        )
        if message.id in listener.awaiting:
            listener.awaiting.discard(message.id)
            listener.post(p.Done(message.id, receipt.versions))
        self.services.metrics.commands.inc()
        self.services.metrics.command_seconds.observe(time.perf_counter() - begun)

    # Things that take a while

    def _aside(self, message_id: str, listener: Subscription) -> None:
        """Think about a hint while other messages are answered."""
        self.services.load.admit()
        self.access.slow_requests.take(self.guest, self.address)
        task = asyncio.create_task(self._hint(message_id, listener))
        self.asides.add(task)
        task.add_done_callback(self.asides.discard)

    async def _hint(self, message_id: str, listener: Subscription) -> None:
        try:
            found = await self.services.host.hint(self.table, self.person, message_id)
        except TenbackError as error:
            self._refuse(error, message_id, listener)
            return
        except Exception as error:  # noqa: BLE001 (as above)
            self._report(error, message_id, listener)
            return
        reasons = serialize.reasons(found)
        listener.post(p.Hint(message_id, serialize.choices(found), reasons))
