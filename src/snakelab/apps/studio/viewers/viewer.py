"""One connected page: its watched values, and its pending messages, frames and images."""

import asyncio
import contextlib
import json
import time as clock
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from snakelab.apps.studio.page_data.frames import Watched
from snakelab.types import json_data

# Messages per second that a viewer may send, on average and at once; further messages are dropped and reported.
MAX_RATE, MAX_BURST = 100.0, 200.0


@dataclass(eq=False)
class Viewer:
    """One connected page.

    Attributes:
        frames: Frames to send; a slow viewer loses the oldest.
        texts: Messages to send.
        watched: Optional content of its frames.
        metrics: True to send the current metrics.
        futures: True to send the futures that a controller compares.
        map: True to send the map of a live run.
        cameras: Watched streams of images, each "camera.stream".
        images: Latest image of each stream that is not sent yet.
        allowance: Messages that it may still send at once.
        seen: Time of its last message [s].
    """

    frames: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(2))
    texts: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(200))
    watched: Watched = field(default_factory=Watched)
    metrics: bool = False
    futures: bool = False
    map: bool = False
    cameras: frozenset[str] = frozenset()
    images: dict[str, bytes] = field(default_factory=dict)
    has_images: asyncio.Event = field(default_factory=asyncio.Event)
    allowance: float = MAX_BURST
    seen: float = field(default_factory=clock.perf_counter)
    complained: float = 0.0

    def may_send(self) -> bool:
        """Return True if a message is within the rate."""
        now = clock.perf_counter()
        self.allowance = min(MAX_BURST, self.allowance + MAX_RATE * (now - self.seen))
        self.seen = now
        if self.allowance < 1.0:
            return False
        self.allowance -= 1.0
        return True

    def say(self, **message: Any) -> None:
        """Send a message; one that cannot be queued is lost."""
        with contextlib.suppress(asyncio.QueueFull):
            self.texts.put_nowait(json.dumps(json_data(message), allow_nan=False))

    def refuse_surplus(self) -> None:
        """Report dropped messages, at most once per second."""
        now = clock.perf_counter()
        if now - self.complained > 1.0:
            self.complained = now
            self.say(kind="problem", text="too many messages; some were dropped")

    def show(self, data: bytes) -> None:
        """Send a frame in place of the oldest one that waits."""
        if self.frames.full():
            self.frames.get_nowait()
        self.frames.put_nowait(data)

    def show_image(self, name: str, data: bytes) -> None:
        """Send an image in place of one of its stream that waits."""
        if name in self.cameras:
            self.images[name] = data
            self.has_images.set()

    def problem(self) -> Callable[[str], None]:
        """Return a function that sends the message of a failed order to this viewer, from any thread."""
        loop = asyncio.get_running_loop()

        def failed(message: str) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(lambda: self.say(kind="problem", text=message))

        return failed

    def senders(self, socket: WebSocket) -> list[asyncio.Task[None]]:
        """Return the tasks that send what waits, until they are cancelled or the page is gone."""
        endless = (self._send_texts, self._send_frames, self._send_images)
        return [asyncio.create_task(_until_gone(send, socket)) for send in endless]

    async def _send_texts(self, socket: WebSocket) -> None:
        while True:
            await socket.send_text(await self.texts.get())

    async def _send_frames(self, socket: WebSocket) -> None:
        while True:
            await socket.send_bytes(await self.frames.get())

    async def _send_images(self, socket: WebSocket) -> None:
        while True:
            await self.has_images.wait()
            self.has_images.clear()
            while self.images:
                await socket.send_bytes(self.images.pop(next(iter(self.images))))


async def _until_gone(send: Callable[[WebSocket], Awaitable[None]], socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await send(socket)
