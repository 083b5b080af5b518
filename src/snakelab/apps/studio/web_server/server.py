"""Server of the studio: one session, any number of viewers, one of whom has control.

It listens on the loopback address. Host and origin of every request are checked, and a viewer must send the token of this
start in its first message. The token is the fragment of the address of the page, which browsers do not send to servers.
"""

import asyncio
import contextlib
import hmac
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from snakelab.apps.studio.live_run.replay import Replay
from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.viewers.broadcast import Broadcast
from snakelab.apps.studio.viewers.camera_feed import CameraFeed
from snakelab.apps.studio.viewers.map_feed import MapFeed
from snakelab.apps.studio.viewers.messages import Hello, message_of
from snakelab.apps.studio.viewers.requests import Requests
from snakelab.apps.studio.viewers.viewer import Viewer
from snakelab.apps.studio.viewers.viewers import Viewers
from snakelab.apps.studio.web_server.pages import Access, Pages
from snakelab.errors import SnakelabError
from snakelab.scenarios import Scenario
from snakelab.sim.engines.engine import Engine

# Time in which a viewer must send its token [s].
GREETING = 5.0
# Maximum number of connections without a token yet.
MAX_GREETINGS = 256


class Studio:
    """Studio: a session and its viewers.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        access: Hosts, token and frames.
        file: File of the first scenario, which is read again whenever it is saved.
        replay: Recording to begin with.
        engine: Creates the engine of a scenario, such as that of a robot; None for that of the scenario.
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
    ) -> None:
        self._greetings = 0
        self.token, self._pages = access.token or secrets.token_urlsafe(24), Pages(access)
        self.session, self.viewers = Session(scenario, folder, file=file, replay=replay, engine=engine), Viewers()
        self._broadcast = Broadcast(self.session, self.viewers)
        self.session.on_frame, self.session.on_change = self._broadcast.on_frame, self._broadcast.on_change
        self.cameras = CameraFeed(self.session, self._broadcast.on_image, self._broadcast.on_no_images)
        self.map = MapFeed(self.session, self._broadcast.on_map, self._broadcast.on_no_map)
        self._requests = Requests(self.session, self.viewers, self.cameras, self.map, self._broadcast.in_server)

    def app(self) -> Starlette:
        """Return the web application."""
        return Starlette(routes=[*self._pages.routes(), WebSocketRoute("/live", self.live)], lifespan=self._life)

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
        if not await self._greeted(socket):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # it is gone already
                await socket.close(4401)
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

    async def _greeted(self, socket: WebSocket) -> bool:
        """Return True if the first message holds the token."""
        self._greetings += 1
        try:
            text = await asyncio.wait_for(socket.receive_text(), GREETING)
            message = message_of(text)
        except (TimeoutError, SnakelabError, WebSocketDisconnect, RuntimeError, KeyError):
            return False
        finally:
            self._greetings -= 1
        return isinstance(message, Hello) and hmac.compare_digest(message.token.encode(), self.token.encode())
