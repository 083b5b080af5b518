"""Web server of the studio.

In reading order: the page and its assets; the application that shows the page while the session is prepared; and
`Studio`, a session with its viewers.
"""

import asyncio
import contextlib
import hmac
import secrets
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from snakelab.errors import SnakelabError
from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server.feeds import CameraFeed, MapFeed
from snakelab.plugins.studio.server.messages import MAX_BYTES, Film, Hello, Requests, message_of
from snakelab.plugins.studio.server.viewers import MAX_VIEWERS, Broadcast, Viewer, Viewers
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.engine import Engine
from snakelab.system import DAEMON_THREAD

# ----------------------------------------------------------------------------------------------------------------------
# Page and assets of the studio, for requests whose host and origin are those of this server
# ----------------------------------------------------------------------------------------------------------------------

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {}"
)
# Pages that may embed the studio in a frame: notebooks on this machine.
FRAMES = "http://127.0.0.1:* http://localhost:* vscode-webview:"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>snakelab studio</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<div id="page" data-live="yes"><p class="loading">Opening the studio ...</p></div>
<noscript><p class="loading">The studio needs JavaScript, which is switched off here.</p></noscript>
<script src="/page.js"></script>
</body>
</html>
"""


class Access(NamedTuple):
    """Access to a studio."""

    hosts: tuple[str, ...]  # hosts with the port; a tunnel may have another port
    token: str = ""  # secret that a viewer must send; empty for a new one
    framed: bool = False  # True if a notebook on this machine may show the page in a frame


class Pages:
    """The page of the studio and its assets.

    Args:
        access: Hosts and frames.
    """

    def __init__(self, access: Access) -> None:
        self._headers = HEADERS | {"Content-Security-Policy": POLICY.format(FRAMES if access.framed else "'none'")}
        self._names = {host.rpartition(":")[0] for host in access.hosts}

    def routes(self) -> list[Route]:
        """Return the routes of the web application."""
        return [Route("/", self._page), Route("/page.js", self._asset), Route("/page.css", self._asset)]

    def knows(self, connection: HTTPConnection) -> bool:
        """Return True if a request has a host name of this server and comes from its own page; others are refused.

        The port in the header Host is that of the browser's side, which differs from this one behind an ssh tunnel.
        """
        host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
        name, _, port = host.rpartition(":")
        return name in self._names and port.isdecimal() and origin in (None, f"http://{host}")

    async def _page(self, request: Request) -> Response:
        if not self.knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        return Response(PAGE, media_type="text/html", headers=self._headers)

    async def _asset(self, request: Request) -> Response:
        if not self.knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        name = request.url.path.strip("/")
        kind = "text/javascript" if name.endswith(".js") else "text/css"
        content = (files("snakelab.plugins.studio") / "assets" / name).read_bytes()
        return Response(content, media_type=kind, headers=self._headers)


# ----------------------------------------------------------------------------------------------------------------------
# Web application of a studio during its preparation: the page loads while scenario, robot and session are prepared
# ----------------------------------------------------------------------------------------------------------------------


class Opening:
    """Web application of a studio, which a thread prepares while the browser loads the page.

    Args:
        access: Hosts, token and frames.
        make: Creates the studio.
        on_failure: Called if that fails; `problem` then is the exception.

    Attributes:
        studio: The studio; None until it is created.
        problem: Exception of `make`; None without one.
    """

    def __init__(self, access: Access, make: "Callable[[], Studio]", on_failure: Callable[[], None]) -> None:
        self._pages, self._make, self._on_failure = Pages(access), make, on_failure
        self.studio: Studio | None = None
        self.problem: BaseException | None = None

    def app(self) -> Starlette:
        """Return the web application."""
        routes = [
            *self._pages.routes(),
            Route("/film", self._film, methods=["POST"]),
            WebSocketRoute("/live", self._live),
        ]
        return Starlette(routes=routes, lifespan=self._life)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self._made = asyncio.Event()
        # A daemon, so that Ctrl-C does not wait for the compilation of the first run on a machine.
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._prepare, args=(loop,), daemon=True, name=f"{DAEMON_THREAD}: preparation").start()
        try:
            yield
        finally:
            if self.studio is not None and self._made.is_set():
                await self.studio.stop()

    def _prepare(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self.studio = self._make()
        except BaseException as problem:  # reported by the thread of the server, which it ends
            self.problem = problem
        with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        if self.studio is None:
            self._on_failure()
            return
        self.studio.start()
        self._made.set()

    async def _film(self, request: Request) -> Response:
        await self._made.wait()
        assert self.studio is not None
        return await self.studio.film(request)

    async def _live(self, socket: WebSocket) -> None:
        """Connect a page once the studio is ready."""
        if not self._pages.knows(socket):
            await socket.close(4403)
            return
        await self._made.wait()
        assert self.studio is not None
        await self.studio.live(socket)


# ----------------------------------------------------------------------------------------------------------------------
# Server of the studio: one session, any number of viewers, one of whom has control
#
# It listens on the loopback address. Host and origin of every request are checked, and a viewer must send the token of this
# start in its first message. The token is the fragment of the address of the page, which browsers do not send to servers.
# ----------------------------------------------------------------------------------------------------------------------

# Maximum number of connections without a token yet.
MAX_GREETINGS = 256
# Time in which a viewer must send its token [s].
GREETING_TIME = 5.0
NO_HELLO = 'the first message must be {"do": "hello", "token": ...} with the token of the address of the page'


async def _content(request: Request) -> bytes:
    """Return the content of a request, of which no more than the longest message is read."""
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > MAX_BYTES:
            break
    return content


class Studio:
    """Studio: a session and its viewers.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        access: Hosts, token and frames.
        file: File of the first scenario, which is read again whenever it is saved.
        replay: Recording to begin with.
        engine: Creates the engine of a scenario, such as that of a robot; None for that of the scenario.
        report: Called with a line on each recording that the end of the studio saves.
    """

    def __init__(
        self,
        scenario: Scenario,
        folder: Path,
        access: Access,
        *,
        file: Path | None = None,
        replay: Replay | None = None,
        engine: Callable[[Scenario], Engine] | None = None,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._greetings = 0
        self._filming = asyncio.Lock()
        self.token, self._pages = access.token or secrets.token_urlsafe(24), Pages(access)
        self.session = Session(scenario, folder, file=file, replay=replay, engine=engine, report=report)
        self.viewers = Viewers()
        self._broadcast = Broadcast(self.session, self.viewers)
        self.session.on_frame, self.session.on_change = self._broadcast.on_frame, self._broadcast.on_change
        self.cameras = CameraFeed(self.session, self._broadcast.on_image, self._broadcast.on_no_images)
        self.map = MapFeed(self.session, self._broadcast.on_map, self._broadcast.on_no_map)
        self._requests = Requests(self.session, self.viewers, self.cameras, self.map, self._broadcast.in_server)

    def app(self) -> Starlette:
        """Return the web application."""
        routes = [
            *self._pages.routes(),
            Route("/film", self.film, methods=["POST"]),
            WebSocketRoute("/live", self.live),
        ]
        return Starlette(routes=routes, lifespan=self._life)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self.start()
        try:
            yield
        finally:
            await self.stop()

    def start(self) -> None:
        """Begin, in the server's thread."""
        self._broadcast.start()
        self.session.start()
        self.cameras.start()
        self.map.start()

    async def stop(self) -> None:
        """End the session and its layers."""
        self._broadcast.stop()
        await asyncio.to_thread(self.cameras.close)
        await asyncio.to_thread(self.map.close)
        await asyncio.to_thread(self.session.close)

    async def live(self, socket: WebSocket) -> None:
        """Exchange messages and frames with one page until it is gone."""
        refused = not self._pages.knows(socket) or socket.headers.get("origin") is None
        if refused or self.viewers.full or self._greetings >= MAX_GREETINGS:
            await socket.close(4403)
            return
        await socket.accept()
        if fault := await self._greeting_fault(socket):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it is gone already
                await socket.close(4401, fault)
            return
        if len(self.viewers) >= MAX_VIEWERS:  # others have joined while this one sent its token
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(4403, f"{MAX_VIEWERS} viewers are connected, the maximum number")
            return
        viewer = Viewer()
        self.viewers.join(viewer)
        tasks = [asyncio.create_task(self._broadcast.introduce(viewer)), *viewer.senders(socket)]
        try:
            while (event := await socket.receive())["type"] == "websocket.receive":
                self._requests.take(viewer, event.get("text") or "")
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            for task in tasks:
                task.cancel()
            self._requests.leave(viewer)

    async def film(self, request: Request) -> Response:
        """Answer with an MP4 of a part of the run, or with one line on why there is none."""
        if not self._pages.knows(request) or request.headers.get("origin") is None:
            return PlainTextResponse("wrong host", status_code=403, headers=HEADERS)
        try:
            message = message_of((await _content(request)).decode())
        except UnicodeDecodeError:
            return PlainTextResponse("invalid message: it is no text in UTF-8", status_code=400, headers=HEADERS)
        except SnakelabError as problem:
            return PlainTextResponse(str(problem), status_code=400, headers=HEADERS)
        except ClientDisconnect:  # nobody reads the answer
            return PlainTextResponse("incomplete", status_code=400, headers=HEADERS)
        if not isinstance(message, Film) or not hmac.compare_digest(message.token.encode(), self.token.encode()):
            return PlainTextResponse("wrong token", status_code=403, headers=HEADERS)
        if self._filming.locked():
            return PlainTextResponse("another film is being made", status_code=503, headers=HEADERS)
        async with self._filming:
            try:
                film = await asyncio.to_thread(self._film_of, message)
            except SnakelabError as problem:
                return PlainTextResponse(str(problem), status_code=501, headers=HEADERS)
        return Response(film, media_type="video/mp4", headers=HEADERS)

    def _film_of(self, message: Film) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "film.mp4"
            width, height = (round(side) for side in message.size)
            self.session.film(message.begin, message.end, message.view, (width, height), file)
            return file.read_bytes()

    async def _greeting_fault(self, socket: WebSocket) -> str:
        """Return why the first message does not admit a viewer, at most 123 bytes; "" if it holds the token."""
        self._greetings += 1
        try:
            message = message_of(await asyncio.wait_for(socket.receive_text(), GREETING_TIME))
        except TimeoutError:
            return f"no message within {GREETING_TIME:g} s; the first message must be hello with the token"
        except (SnakelabError, WebSocketDisconnect, RuntimeError, KeyError):  # KeyError: of a binary message
            return NO_HELLO
        finally:
            self._greetings -= 1
        if not isinstance(message, Hello):
            return NO_HELLO
        if not hmac.compare_digest(message.token.encode(), self.token.encode()):
            return "wrong token; it is the part after # of the address that `snakelab studio` printed"
        return ""
