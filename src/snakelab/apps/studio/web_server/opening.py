"""Web application of a studio during its preparation: the page loads while scenario, robot and session are prepared."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from snakelab.apps.studio.web_server.pages import Access, Pages
from snakelab.interrupts import DAEMON_THREAD

if TYPE_CHECKING:
    from snakelab.apps.studio.web_server.server import Studio


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
        return Starlette(routes=[*self._pages.routes(), WebSocketRoute("/live", self._live)], lifespan=self._life)

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

    async def _live(self, socket: WebSocket) -> None:
        """Let a page wait for the studio, and join it."""
        if not self._pages.knows(socket):
            await socket.close(4403)
            return
        await self._made.wait()
        assert self.studio is not None
        await self.studio.live(socket)
