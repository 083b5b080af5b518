"""Server of the studio: one session, any number of viewers, one of whom has control.

It listens on the loopback address. Host and origin of every request are checked, and a viewer must send the token of this
start in its first message. The token stands behind the # of the page's address, which a browser sends to no server.
"""

import asyncio
import base64
import contextlib
import hmac
import json
import math
import secrets
import threading
import time as clock
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from snakelab.apps.studio.camera_feed import CameraFeed
from snakelab.apps.studio.camera_images import known_cameras
from snakelab.apps.studio.form import form
from snakelab.apps.studio.frames import Watched, force_kinds, frame
from snakelab.apps.studio.layers import current_metrics, predicted_futures, predicts
from snakelab.apps.studio.map_layer import packed_map
from snakelab.apps.studio.messages import FREE, Act, EmergencyStop, Hello, Message, message_of
from snakelab.apps.studio.placing import aims, has_edges, without_far
from snakelab.apps.studio.replay import Replay
from snakelab.apps.studio.session import Session
from snakelab.apps.studio.surroundings import has_current, has_temperature, surroundings
from snakelab.errors import SimulationError, SnakelabError
from snakelab.physics.record_row import record_layout
from snakelab.results.variables import units
from snakelab.scenarios import Scenario, library
from snakelab.sim.engine import Engine
from snakelab.view.page.payload import payload

# Time in which a viewer must send its token [s].
GREETING = 5.0
# Messages per second that a viewer may send, on average and at once; what is more is dropped and reported.
MOST_RATE, MOST_BURST = 100.0, 200.0
MOST_VIEWERS = 20
SHORT = 100  # characters of a message that may be an emergency stop [-]
# Time between two messages of metrics, and of futures [s].
BETWEEN_METRICS, BETWEEN_FUTURES = 1.0, 0.25
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {}"
)
# Pages that may hold the studio in a frame: notebooks on this machine.
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


@dataclass(eq=False)
class Viewer:
    """One connected page.

    Attributes:
        frames: Frames to send; a slow viewer loses the oldest.
        texts: Messages to send.
        watched: Optional content of its frames.
        metrics: True to send the current metrics.
        futures: True to send the futures that a controller compares.
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
    cameras: frozenset[str] = frozenset()
    images: dict[str, bytes] = field(default_factory=dict)
    has_images: asyncio.Event = field(default_factory=asyncio.Event)
    allowance: float = MOST_BURST
    seen: float = field(default_factory=clock.perf_counter)
    complained: float = 0.0

    def may_send(self) -> bool:
        """Return True if a message is within the rate."""
        now = clock.perf_counter()
        self.allowance = min(MOST_BURST, self.allowance + MOST_RATE * (now - self.seen))
        self.seen = now
        if self.allowance < 1.0:
            return False
        self.allowance -= 1.0
        return True

    def say(self, **message: Any) -> None:
        """Send a message; one that cannot be queued is lost."""
        with contextlib.suppress(asyncio.QueueFull):
            self.texts.put_nowait(json.dumps(plain_numbers(message), allow_nan=False))

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


class Access(NamedTuple):
    """Access to a studio."""

    hosts: tuple[str, ...]  # allowed values of the header Host
    token: str = ""  # secret that a viewer must know; empty for a new one
    framed: bool = False  # True if a notebook on this machine may show the page in a frame


class Studio:
    """Studio: a session and its viewers.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        access: Hosts, token and frames.
        file: File of the first scenario, which is read again whenever it is saved.
        replay: Recording to begin with.
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
        self.headers = HEADERS | {"Content-Security-Policy": POLICY.format(FRAMES if access.framed else "'none'")}
        self.hosts, self.token = access.hosts, access.token or secrets.token_urlsafe(24)
        self.session = Session(
            scenario, folder, self._on_frame, self._on_change, file=file, replay=replay, engine=engine
        )
        self.viewers: list[Viewer] = []
        self.cameras = CameraFeed(self.session, self._on_image, self._on_no_images)
        self.pilot: Viewer | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._head: tuple[int, str] = (-1, "")
        self._units: dict[str, list[str]] = {}
        self._lock = threading.Lock()
        self._sent_generation, self._sent_form = self.session.generation, self.session.form_version
        self._describing: list[asyncio.Task[None]] = []

    # ---- the web application ---------------------------------------------------------------------------------------
    def app(self) -> Starlette:
        """Return the web application."""
        routes = [
            Route("/", self._page),
            Route("/page.js", self._asset),
            Route("/page.css", self._asset),
            WebSocketRoute("/live", self._live),
        ]
        return Starlette(routes=routes, lifespan=self._life)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        self._loop = asyncio.get_running_loop()
        self.session.start()
        self.cameras.start()
        layers = [asyncio.create_task(task) for task in (self._prepare(), self._tell_metrics(), self._tell_futures())]
        try:
            yield
        finally:
            for task in layers:
                task.cancel()
            self._loop = None
            await asyncio.to_thread(self.cameras.close)
            await asyncio.to_thread(self.session.close)

    async def _prepare(self) -> None:
        """Make the first scene while the browser still loads the page; its imports take longer than the page."""
        with contextlib.suppress(SnakelabError):
            await asyncio.to_thread(self._scene)

    def _knows(self, connection: HTTPConnection) -> bool:
        """Return True if host and origin are those of this server: other pages of the browser are refused."""
        host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
        return host in self.hosts and (origin is None or origin in {f"http://{name}" for name in self.hosts})

    async def _page(self, request: Request) -> Response:
        if not self._knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        return Response(PAGE, media_type="text/html", headers=self.headers)

    async def _asset(self, request: Request) -> Response:
        if not self._knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        name = request.url.path.strip("/")
        kind = "text/javascript" if name.endswith(".js") else "text/css"
        content = (files("snakelab.view.page") / "assets" / name).read_bytes()
        return Response(content, media_type=kind, headers=self.headers)

    # ---- viewers ---------------------------------------------------------------------------------------------------
    async def _live(self, socket: WebSocket) -> None:
        if not self._knows(socket) or socket.headers.get("origin") is None or len(self.viewers) >= MOST_VIEWERS:
            await socket.close(4403)
            return
        await socket.accept()
        if not await self._greeted(socket):
            await socket.close(4401)
            return
        viewer = Viewer()
        self.viewers.append(viewer)
        self.pilot = self.pilot or viewer
        greeting = asyncio.create_task(self._introduce(viewer))
        senders = [asyncio.create_task(send(socket, viewer)) for send in (_send, _show, _show_images)]
        try:
            async for text in socket.iter_text():
                self._take(viewer, text)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            for task in (greeting, *senders):
                task.cancel()
            self._leave(viewer)

    async def _greeted(self, socket: WebSocket) -> bool:
        """Return True if the first message holds the token."""
        try:
            text = await asyncio.wait_for(socket.receive_text(), GREETING)
            message = message_of(text)
        except (TimeoutError, SnakelabError, WebSocketDisconnect, RuntimeError, KeyError):
            return False
        return isinstance(message, Hello) and hmac.compare_digest(message.token.encode(), self.token.encode())

    def _leave(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self._watch_cameras()
        if self.pilot is viewer:
            self.session.order(self.session.release, lambda message: None)
            self.pilot = self.viewers[0] if self.viewers else None
            self._tell_roles()

    async def _introduce(self, viewer: Viewer) -> None:
        """Send what the page needs: the scene, the form, the library, the state, and a frame."""
        pictures = json.loads((files("snakelab.apps.studio") / "thumbnails.json").read_text(encoding="utf-8"))
        listed = [{"name": name, "title": title, "picture": pictures.get(name)} for name, title in library().items()]
        viewer.say(kind="library", scenarios=listed)
        self._tell_roles()
        await self._describe(viewer)

    async def _describe(self, viewer: Viewer) -> None:
        """Send the scene and the form of the present scenario, which another thread makes."""
        scene, state = await asyncio.to_thread(self._scene)
        viewer.watched = Watched()
        viewer.say(kind="scene", **scene)
        viewer.say(kind="state", **state)
        self.session.order(lambda: None, viewer_problem(viewer))

    def _scene(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the scene and the state; `head` is the container of the report page, with shapes and surroundings."""
        session = self.session
        with self._lock:
            simulation, generation = session.simulation, session.generation
            layout = record_layout(simulation.model)
            if self._head[0] != generation:
                recording = without_far(simulation.recording())
                content = payload([recording], [session.scenario.name], session.scenario.title)
                self._head = (generation, base64.b64encode(content).decode())
                self._units = units(recording)
            scene = {
                "generation": generation,
                "head": self._head[1],
                "form": form(simulation.model, simulation.controller, simulation.course.n_media),
                "variables": {name: int(np.prod(shape)) for name, (_, shape) in layout.items() if name != "time"},
                "units": {name: self._units[name] for name in layout if name in self._units},
                "coordinates": list(simulation.model.coordinate_names),
                "parts": list(simulation.model.robot.part_names),
                "links": list(simulation.model.station_names),
                "contacts": "skin_load" in layout,
                "forces": list(force_kinds(layout)),
                "current": has_current(session),
                "temperature": has_temperature(session),
                "map": None if session.replay is None else packed_map(session.replay.recording),
                "futures": predicts(simulation),
                "cameras": known_cameras(simulation, session.replay),
                "aims": aims(simulation.controller),
                "blocks": has_edges(simulation.model),
            }
            return scene, session.state()

    async def _tell_metrics(self) -> None:
        """Send the current metrics to those who watch them, once per second while the run advances."""
        sent = (-1, -1.0)
        while True:
            await asyncio.sleep(BETWEEN_METRICS)
            session = self.session
            watching = [viewer for viewer in self.viewers if viewer.metrics]
            now = (session.generation, session.simulation.time)
            if not watching or now == sent or session.replay is not None:
                continue
            sent = now
            with contextlib.suppress(SnakelabError):
                metrics = await asyncio.to_thread(current_metrics, session.simulation)
                for viewer in watching if metrics else ():
                    viewer.say(kind="metrics", **(metrics or {}))

    async def _tell_futures(self) -> None:
        """Send the futures that the controller compares to those who watch them, some times per second."""
        sent = -1.0
        while True:
            await asyncio.sleep(BETWEEN_FUTURES)
            simulation = self.session.simulation
            watching = [viewer for viewer in self.viewers if viewer.futures]
            if not watching or simulation.time == sent or self.session.replay is not None or not predicts(simulation):
                continue
            sent = simulation.time
            with contextlib.suppress(SnakelabError):
                futures = await asyncio.to_thread(predicted_futures, simulation)
                for viewer in watching if futures else ():
                    viewer.say(kind="futures", **(futures or {}))

    def _tell_roles(self) -> None:
        for viewer in self.viewers:
            viewer.say(kind="role", pilot=viewer is self.pilot, viewers=len(self.viewers), taken=self.pilot is not None)

    # ---- messages --------------------------------------------------------------------------------------------------
    def _take(self, viewer: Viewer, text: str) -> None:
        """Take a message of a viewer; one that is refused is answered. An emergency stop is never dropped."""
        urgent = len(text) < SHORT and '"estop"' in text
        if not viewer.may_send() and not urgent:
            if clock.perf_counter() - viewer.complained > 1.0:
                viewer.complained = clock.perf_counter()
                viewer.say(kind="problem", text="too many messages; some were dropped")
            return
        try:
            message = message_of(text)
            if message.do not in FREE and viewer is not self.pilot:
                raise SimulationError("another viewer has control; take it over first")
            self._obey(viewer, message)
        except SnakelabError as problem:
            viewer.say(kind="problem", text=str(problem))

    def _obey(self, viewer: Viewer, message: Message) -> None:
        session = self.session
        if isinstance(message, Act) and message.do in ("take", "give"):
            self.pilot = viewer if message.do == "take" else next((v for v in self.viewers if v is not viewer), viewer)
            self._tell_roles()
        elif isinstance(message, EmergencyStop):
            session.emergency_stop("a gamepad" if message.source == "gamepad" else "the studio")
        elif message.do == "watch":
            variables = self._watched(message.variables)
            viewer.watched = Watched(variables, message.contacts, message.forces, message.current, message.colour)
            viewer.metrics, viewer.futures = message.metrics, message.futures
            viewer.cameras = frozenset(message.cameras)
            self._watch_cameras()
            session.order(lambda: None, viewer_problem(viewer))
        elif message.do == "copy":
            session.order(lambda: self._copy(viewer, message.language), viewer_problem(viewer))
        elif message.do == "open":
            session.order(lambda: session.open(message.name), viewer_problem(viewer))
        elif message.do != "hello":
            session.order(order_of(session, message), viewer_problem(viewer))

    def _watched(self, names: list[str]) -> tuple[tuple[str, int], ...]:
        """Return name and component of each plotted value: "q.3" is the fourth coordinate."""
        layout = record_layout(self.session.simulation.model)
        watched = []
        for word in names:
            name, _, index = word.partition(".")
            i = int(index) if index.isdecimal() else 0
            if name not in layout or i >= int(np.prod(layout[name][1])):
                raise SimulationError(f"there is no recorded value {word!r}")
            watched.append((name, i))
        return tuple(watched)

    def _watch_cameras(self) -> None:
        self.cameras.watch(frozenset().union(*(viewer.cameras for viewer in self.viewers)))

    def _copy(self, viewer: Viewer, language: str) -> None:
        text = self.session.text(language)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: viewer.say(kind="copy", language=language, text=text))

    # ---- from the session's thread ---------------------------------------------------------------------------------
    def _on_frame(self, session: Session) -> None:
        (row, layout), took = session.row(), session.counters.took
        loop, generation = self._loop, session.generation
        if loop is None:
            return
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._show, row, layout, took, generation)

    def _show(self, row: Any, layout: Any, took: float, generation: int) -> None:
        if generation != self.session.generation:
            return
        made: dict[Watched, bytes] = {}
        for viewer in self.viewers:
            watched = viewer.watched
            if watched not in made:
                made[watched] = frame(row, layout, watched, took, surroundings(self.session, row, layout, watched))
            viewer.show(made[watched])

    def _on_image(self, name: str, data: bytes) -> None:
        def show() -> None:
            for viewer in self.viewers:
                viewer.show_image(name, data)

        self._from_thread(show)

    def _on_no_images(self, reason: str) -> None:
        def say() -> None:
            for viewer in self.viewers:
                if viewer.cameras:
                    viewer.say(kind="cameras", problem=reason)

        self._from_thread(say)

    def _from_thread(self, act: Callable[[], object]) -> None:
        """Do something in the thread of the server, if it runs."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act)

    def _on_change(self, session: Session) -> None:
        state, loop = session.state(), self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._tell_state, state)

    def _tell_state(self, state: dict[str, Any]) -> None:
        if state["generation"] != self._sent_generation:
            self._sent_generation, self._sent_form = state["generation"], state["form"]
            self._describing = [asyncio.create_task(self._describe(viewer)) for viewer in self.viewers]
            return
        if state["form"] != self._sent_form:
            self._sent_form = state["form"]
            self._describing = [asyncio.create_task(self._tell_form())]
        for viewer in self.viewers:
            viewer.say(kind="state", **state)

    async def _tell_form(self) -> None:
        """Send the form again: the run has another kind of controller."""
        simulation = self.session.simulation
        items = await asyncio.to_thread(form, simulation.model, simulation.controller, simulation.course.n_media)
        for viewer in self.viewers:
            viewer.say(kind="form", form=items, aims=aims(simulation.controller), futures=predicts(simulation))


def plain_numbers(value: Any) -> Any:
    """Return data for JSON: numbers that are not finite become null."""
    if isinstance(value, dict):
        return {key: plain_numbers(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_numbers(item) for item in value]
    if isinstance(value, (bool, str, int)) or value is None:
        return value
    number = float(value)
    return number if math.isfinite(number) else None


def order_of(session: Session, message: Any) -> Callable[[], None]:
    """Return what a message asks the session to do."""
    match message.do:
        case "play" | "pause" | "step" | "reset" | "release" | "record" | "save":
            act: Callable[[], None] = getattr(session, message.do)
            return act
        case "undo":
            return session.take_back
        case "live":
            return session.go_on
        case "stop":
            return session.pause
        case "pace":
            return lambda: session.set_pace(message.value)
        case "engine":
            return lambda: session.use_engine(message.name)
        case "seek":
            return lambda: session.seek(message.time)
        case "set":
            value = tuple(message.value) if isinstance(message.value, list) else message.value
            change = session.restart_with if message.restart else session.set
            return lambda: change(message.path, value)
        case "controller":
            return lambda: session.change_controller(message.name)
        case "push":
            return lambda: session.push(message.part, message.force, message.duration)
        case "drive":
            return lambda: session.drive(message.forward, message.turn, message.rise)
        case "blocks":
            return session.restart_with_blocks
        case "goal" | "waypoint":
            return lambda: session.aim(message.do, message.point, message.first)
        case "place":
            return lambda: session.place(message.kind, message.point)
        case "move":
            return lambda: session.move(message.name, message.point)
        case "remove":
            return lambda: session.remove(message.name)
        case "drag":
            return lambda: session.drag(message.part, message.target)
    raise SimulationError(f"this studio does not know {message.do!r}")


def viewer_problem(viewer: Viewer) -> Callable[[str], None]:
    """Return a function that sends the message of a failed order to a viewer, from any thread."""
    loop = asyncio.get_running_loop()

    def failed(message: str) -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: viewer.say(kind="problem", text=message))

    return failed


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(await viewer.texts.get())


async def _show(socket: WebSocket, viewer: Viewer) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_bytes(await viewer.frames.get())


async def _show_images(socket: WebSocket, viewer: Viewer) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await viewer.has_images.wait()
            viewer.has_images.clear()
            while viewer.images:
                await socket.send_bytes(viewer.images.pop(next(iter(viewer.images))))
