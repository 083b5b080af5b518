"""Viewers of a studio: the frames and scenes that they receive, their connections, and the broadcast to all.

In reading order: the binary format of a frame; values of an instant that are not in a record; the description of the
scene; a viewer; the list of viewers, of whom one has control; and the broadcast.
"""

import asyncio
import base64
import contextlib
import json
import threading
import time as clock
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.parameters.arguments import FloatArray, json_data
from snakelab.physics.kinematics import current_at
from snakelab.physics.record_kernels import record_layout
from snakelab.plugins.hardware.readings import servo_readings
from snakelab.plugins.studio.live.edits import controller_text, form
from snakelab.plugins.studio.live.interaction import allows_bodies, has_edges, placeable, without_far
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.page.report_page import payload
from snakelab.plugins.studio.page.scene_data import Packer, mapping
from snakelab.plugins.studio.server.feeds import (
    current_metrics,
    known_cameras,
    predicted_futures,
    predicts,
    stereo_camera,
)
from snakelab.results.recording import Recording, units
from snakelab.scenarios.catalogue import library_entries
from snakelab.sim.run_integration import Layout
from snakelab.worlds.gravity import STANDARD_GRAVITY

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

# ----------------------------------------------------------------------------------------------------------------------
# Frames of the live view: one record as a short row of bytes
#
# All numbers are little-endian float32:
#
# | numbers | content |
# |---|---|
# | 4 | numbers of links n, plotted values m, contact points k, propellers p |
# | 3 | whole seconds and remainder of the time [s]; wall time of the last tick [ms] |
# | 4 | numbers of kinds of forces f, values for the colour of the links e, components of the current c (0 or 3), couplings l |
# | 3 | centre of mass [m] |
# | 3 n | centres of the links, from the centre of mass [m] |
# | 4 n | quaternions of the links, wxyz |
# | m | plotted values |
# | 4 k | contact points: place [m] and load [N] |
# | p | thrusts [N] |
# | 3 n f | forces on the links, kind by kind, world axes [N] |
# | e | one value per coordinate: torque or force [N m or N], or temperature [degC] |
# | c | velocity of the water at the centre of mass [m/s] |
# | l | loads of the couplings: of gears, loops, then cables [N, N m] |
#
# The time is sent as two numbers, whole seconds and the remainder, because float32 would lose milliseconds after hours.
# ----------------------------------------------------------------------------------------------------------------------

# Kinds of forces on the links: names of the recorded variables by their ends.
FORCES = {"friction": "friction_force", "drag": "drag_force"}
NOTHING = np.zeros(0)


@dataclass(frozen=True)
class Watched:
    """Optional content of the frames of a viewer.

    Attributes:
        variables: Name and component of each plotted value.
        contacts: True for the contact points.
        forces: True for the forces on the links.
        current: True for the velocity of the water.
        colour: Values for the colour of the links: "effort", "temperature", or "" for none.
    """

    variables: tuple[tuple[str, int], ...] = ()
    contacts: bool = False
    forces: bool = False
    current: bool = False
    colour: str = ""


@dataclass(frozen=True, eq=False)
class ShownSurroundings:
    """Values of an instant that are not in its record.

    Attributes:
        current: Velocity of the water at the centre of mass, shape (3,), [m/s]; empty without one.
        temperature: Of each servo, [degC]; empty without servos.
    """

    current: FloatArray = field(default_factory=lambda: NOTHING)
    temperature: FloatArray = field(default_factory=lambda: NOTHING)


def frame(
    row: FloatArray,
    layout: Layout,
    watched: Watched = Watched(),
    took: float = 0.0,
    surroundings: ShownSurroundings = ShownSurroundings(),
) -> bytes:
    """Return the frame of one record.

    Args:
        row: The record, shape (record width,).
        layout: Layout of the record.
        watched: Optional content.
        took: Wall time of the last tick [ms].
        surroundings: Values that are not in the record.
    """

    def value(name: str) -> FloatArray:
        place, shape = layout[name]
        return row[place].reshape(shape)

    com, time = value("com_position"), float(row[0])
    positions, turns = value("link_position"), value("link_quaternion")
    if "object_position" in layout:  # drawn like further links
        positions = np.concatenate((positions, value("object_position")))
        turns = np.concatenate((turns, value("object_quaternion")))
    places = (positions - com).ravel()
    plotted = [_component(row, layout, name, i) for name, i in watched.variables]
    points = NOTHING
    if watched.contacts and "skin_load" in layout:
        load = value("skin_load")
        touching = load > 1e-9
        points = np.column_stack((value("skin_position")[touching], load[touching])).ravel()
    thrusts = value("propeller_thrust") if "propeller_thrust" in layout else NOTHING
    forces = link_forces(row, layout) if watched.forces else NOTHING
    colours = {"effort": value("tau"), "temperature": surroundings.temperature}.get(watched.colour, NOTHING)
    current = surroundings.current if watched.current else NOTHING
    n = len(places) // 3
    loads = value("coupling_load") if "coupling_load" in layout else NOTHING
    optional = (len(forces) // max(3 * n, 1), len(colours), len(current), len(loads))
    head = (n, len(plotted), len(points) // 4, len(thrusts), np.floor(time), time % 1.0, took, *optional)
    parts = (head, com, places, turns.ravel(), plotted, points, thrusts, forces, colours, current, loads)
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts]).astype("<f4").tobytes()


def _component(row: FloatArray, layout: Layout, name: str, i: int) -> float:
    """Return one component of a recorded variable; NaN if this run has none, as after a change of the scenario."""
    place, shape = layout.get(name, (slice(0), (0,)))
    return float(row[place].reshape(-1)[i]) if i < int(np.prod(shape)) else np.nan


def force_kinds(layout: Layout) -> dict[str, list[str]]:
    """Return the recorded variables of each kind of force on the links; kinds without any are left out."""
    by_kind = {kind: [name for name in layout if name.endswith(end)] for kind, end in FORCES.items()}
    return {kind: names for kind, names in by_kind.items() if names}


def link_forces(row: FloatArray, layout: Layout) -> FloatArray:
    """Return the forces on the links of one record, kind by kind, shape (n_kinds * n_links * 3,), [N]."""
    kinds = force_kinds(layout).values()
    others = np.zeros(int(np.prod(layout["object_position"][1])) if "object_position" in layout else 0)
    sums = [np.append(np.sum([row[layout[name][0]] for name in names], axis=0), others) for names in kinds]
    return np.concatenate(sums) if sums else NOTHING


# ----------------------------------------------------------------------------------------------------------------------
# Values of an instant that are not in a record: the velocity of the water, and the temperatures of servos
# ----------------------------------------------------------------------------------------------------------------------

CURRENT, TEMPERATURE = "current", "servo_temperature"


def has_current(session: Session) -> bool:
    """Return True if the water of the present run moves."""
    if session.replay is not None:
        return CURRENT in session.replay.recording.dataset
    return current_at(session.simulation.model, np.zeros(1), np.zeros((1, 3))) is not None


def has_temperature(session: Session) -> bool:
    """Return True if the temperatures of servos are known, one for each coordinate."""
    return len(_temperature(session)) == session.simulation.model.n_coordinates > 0


def surroundings(session: Session, row: FloatArray, layout: Layout, watched: Watched) -> ShownSurroundings:
    """Return the further values at one instant that a viewer watches.

    Args:
        session: The session.
        row: The record, shape (record width,).
        layout: Layout of the record.
        watched: Values watched by the viewer.
    """
    current = _current(session, row, layout) if watched.current else NOTHING
    return ShownSurroundings(current, _temperature(session) if watched.colour == "temperature" else NOTHING)


def _current(session: Session, row: FloatArray, layout: Layout) -> FloatArray:
    replay = session.replay
    if replay is not None:
        return replay.value(CURRENT)
    place = row[layout["com_position"][0]]
    current = current_at(session.simulation.model, row[:1], place[None])
    return NOTHING if current is None else current[0]


def _temperature(session: Session) -> FloatArray:
    if session.replay is not None:
        return session.replay.value(TEMPERATURE)
    servos = servo_readings(session.simulation.engine)
    return np.array([servo.temperature for servo in servos]) if servos else NOTHING


# ----------------------------------------------------------------------------------------------------------------------
# Description of the present scenario for the page: its shapes, form, recorded values and layers
# ----------------------------------------------------------------------------------------------------------------------


class Scene:
    """Scene of the present scenario of a session; its shapes are made once per scenario.

    Args:
        session: The session.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._head: tuple[int, str] = (-1, "")
        self._units: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def described(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the scene and the state; `head` is the container of the report page, with shapes and surroundings."""
        session = self._session
        with self._lock:
            simulation, generation = session.simulation, session.generation
            layout = record_layout(simulation.model)
            if self._head[0] != generation:
                self._make_head(generation)
            scene = {
                "generation": generation,
                "name": session.scenario.name,
                "robot": simulation.model.robot.name,
                "head": self._head[1],
                "variables": {name: int(np.prod(shape)) for name, (_, shape) in layout.items() if name != "time"},
                "units": {name: self._units[name] for name in layout if name in self._units},
                "coordinates": list(simulation.model.coordinate_names),
                "parts": [*simulation.model.robot.part_names, *simulation.model.object_names],
                "weights": {body.name: body.total_mass * STANDARD_GRAVITY for body in simulation.model.world.objects},
                "links": list(simulation.model.station_names),
                "weight": simulation.model.mass * STANDARD_GRAVITY,
                "contacts": "skin_load" in layout,
                "forces": list(force_kinds(layout)),
                "current": has_current(session),
                "temperature": has_temperature(session),
                "map": None if session.replay is None else packed_map(session.replay.recording),
                "mapping": session.replay is None and stereo_camera(simulation.model) is not None,
                "cameras": known_cameras(simulation, session.replay),
                "blocks": has_edges(simulation.model),
                "bodies": allows_bodies(simulation.model.world),
            }
            return scene | self.controls(), session.state()

    def controls(self) -> dict[str, Any]:
        """Return what depends on the kind of controller: the form, what can be placed, and if it predicts."""
        simulation = self._session.simulation
        return {
            "form": form(simulation.model, simulation.controller, simulation.course.n_media),
            "controller": controller_text(simulation.controller),
            "aims": placeable(simulation.controller),
            "futures": predicts(simulation),
        }

    def _make_head(self, generation: int) -> None:
        recording, scenario = without_far(self._session.simulation.recording()), self._session.scenario
        content = payload([recording], [scenario.name], scenario.title)
        self._head = (generation, base64.b64encode(content).decode())
        self._units = units(recording)


def listed_scenarios() -> list[dict[str, Any]]:
    """Return name, title, robot and picture of the scenarios of the library."""
    pictures = json.loads((files("snakelab.plugins.studio") / "assets" / "thumbnails.json").read_text(encoding="utf-8"))
    return [
        {"name": one.name, "title": one.title, "robot": one.robot, "picture": pictures.get(one.name)}
        for one in library_entries()
    ]


def packed_map(recording: Recording) -> str | None:
    """Return a container with the head of `mapping` and the times of its estimates, in base64; None without a map."""
    times = np.asarray(recording["time"].values, dtype=np.float64)
    rows = np.unique(np.linspace(0, len(times) - 1, min(len(times), 1500)).round().astype(int))
    packer = Packer()
    layer = mapping(recording, rows, packer)
    if layer is None:
        return None
    return base64.b64encode(packer.container(layer | {"times": packer.times(times[rows])})).decode()


# ----------------------------------------------------------------------------------------------------------------------
# One connected page: its watched values, and its pending messages, frames and images
# ----------------------------------------------------------------------------------------------------------------------

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

    def senders(self, socket: "WebSocket") -> list[asyncio.Task[None]]:
        """Return the tasks that send what waits, until they are cancelled or the page is gone."""
        endless = (self._send_texts, self._send_frames, self._send_images)
        return [asyncio.create_task(_until_gone(send, socket)) for send in endless]

    async def _send_texts(self, socket: "WebSocket") -> None:
        while True:
            await socket.send_text(await self.texts.get())

    async def _send_frames(self, socket: "WebSocket") -> None:
        while True:
            await socket.send_bytes(await self.frames.get())

    async def _send_images(self, socket: "WebSocket") -> None:
        while True:
            await self.has_images.wait()
            self.has_images.clear()
            while self.images:
                await socket.send_bytes(self.images.pop(next(iter(self.images))))


async def _until_gone(send: Callable[["WebSocket"], Awaitable[None]], socket: "WebSocket") -> None:
    from starlette.websockets import WebSocketDisconnect

    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await send(socket)


# ----------------------------------------------------------------------------------------------------------------------
# Viewers of a studio, one of whom has control: the pilot
# ----------------------------------------------------------------------------------------------------------------------

MAX_VIEWERS = 20


class Viewers:
    """Connected viewers in the order of their arrival.

    Attributes:
        pilot: The viewer who has control; None without viewers.
    """

    def __init__(self) -> None:
        self._present: list[Viewer] = []
        self.pilot: Viewer | None = None

    def __iter__(self) -> Iterator[Viewer]:
        return iter(tuple(self._present))

    def __len__(self) -> int:
        return len(self._present)

    @property
    def full(self) -> bool:
        """True if no other viewer can join."""
        return len(self) >= MAX_VIEWERS

    def join(self, viewer: Viewer) -> None:
        """Add a viewer; the first one has control."""
        self._present.append(viewer)
        self.pilot = self.pilot or viewer

    def leave(self, viewer: Viewer) -> bool:
        """Remove a viewer; return True if it had control, which is given to the earliest of the others."""
        self._present.remove(viewer)
        if self.pilot is not viewer:
            return False
        self.pilot = self._present[0] if self._present else None
        self.announce_roles()
        return True

    def take_control(self, viewer: Viewer) -> None:
        """Give control to a viewer."""
        self.pilot = viewer
        self.announce_roles()

    def give_control(self, viewer: Viewer) -> None:
        """Give control to another viewer than this one, if there is one."""
        self.take_control(next((other for other in self if other is not viewer), viewer))

    def say(self, **message: Any) -> None:
        """Send a message to all."""
        for viewer in self:
            viewer.say(**message)

    def announce_roles(self) -> None:
        """Send to each viewer if it has control."""
        for viewer in self:
            viewer.say(kind="role", pilot=viewer is self.pilot, viewers=len(self), taken=self.pilot is not None)

    def cameras(self) -> frozenset[str]:
        """Return the streams of images that any viewer watches."""
        return frozenset().union(*(viewer.cameras for viewer in self))


# ----------------------------------------------------------------------------------------------------------------------
# Broadcast of a session to its viewers: frames, states, scenes, metrics, predicted futures and images
# ----------------------------------------------------------------------------------------------------------------------


class Broadcast:
    """Broadcast of a session; messages from other threads are sent in the thread of the server while it runs.

    Args:
        session: The session.
        viewers: The viewers.
    """

    def __init__(self, session: Session, viewers: Viewers) -> None:
        self._session, self._viewers, self._scene = session, viewers, Scene(session)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sent_generation, self._sent_form = session.generation, session.form_values.version
        self._describing: list[asyncio.Task[None]] = []
        self._layers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the server's thread."""
        self._loop = asyncio.get_running_loop()
        tasks = (self._prepare(), self._send_metrics(), self._send_futures())
        self._layers = [asyncio.create_task(task) for task in tasks]

    def stop(self) -> None:
        """End; further messages of other threads are dropped."""
        for task in self._layers:
            task.cancel()
        self._loop = None

    def in_server(self, act: Callable[[], None]) -> None:
        """Call a function in the server's thread, if it runs; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act)

    # ---- from other threads ----------------------------------------------------------------------------------------
    def on_frame(self, session: Session) -> None:
        """Send the present frame."""
        (row, layout), took, generation = session.row(), 1e3 * session.run.live.took, session.generation
        self.in_server(lambda: self._show(row, layout, took, generation))

    def on_change(self, session: Session) -> None:
        """Send the present state."""
        state = session.state()
        self.in_server(lambda: self._send_state(state))

    def on_image(self, name: str, data: bytes) -> None:
        """Send an image of a camera to those who watch it."""

        def show() -> None:
            for viewer in self._viewers:
                viewer.show_image(name, data)

        self.in_server(show)

    def on_no_images(self, reason: str) -> None:
        """Send why there are no images to those who watch a camera."""

        def say() -> None:
            for viewer in self._viewers:
                if viewer.cameras:
                    viewer.say(kind="cameras", problem=reason)

        self.in_server(say)

    def on_map(self, message: dict[str, Any]) -> None:
        """Send the map of a live run to those who watch it."""

        def say() -> None:
            for viewer in self._viewers:
                if viewer.map:
                    viewer.say(kind="map", **message)

        self.in_server(say)

    def on_no_map(self, reason: str) -> None:
        """Send why there is no map to those who watch it."""
        self.on_map({"problem": reason})

    # ---- in the server's thread ------------------------------------------------------------------------------------
    async def introduce(self, viewer: Viewer) -> None:
        """Send what the page needs: the scene, the form, the library, the state, and a frame."""
        viewer.say(kind="library", scenarios=listed_scenarios())
        self._viewers.announce_roles()
        await self._describe(viewer)

    async def _prepare(self) -> None:
        """Create the first scene while the browser loads the page, because its imports take longer."""
        with contextlib.suppress(SnakelabError):
            await asyncio.to_thread(self._scene.described)

    async def _describe(self, viewer: Viewer) -> None:
        """Send the scene and the form of the present scenario, which another thread makes."""
        scene, state = await asyncio.to_thread(self._scene.described)
        viewer.watched = Watched()
        viewer.say(kind="scene", **scene)
        viewer.say(kind="state", **state)
        self._session.order(lambda: None, viewer.problem())

    def _show(self, row: FloatArray, layout: Layout, took: float, generation: int) -> None:
        session = self._session
        if generation != session.generation:
            return
        made: dict[Watched, bytes] = {}
        for viewer in self._viewers:
            watched = viewer.watched
            if watched not in made:
                made[watched] = frame(row, layout, watched, took, surroundings(session, row, layout, watched))
            viewer.show(made[watched])

    def _send_state(self, state: dict[str, Any]) -> None:
        if state["generation"] != self._sent_generation:
            self._sent_generation, self._sent_form = state["generation"], state["form"]
            self._describing = [asyncio.create_task(self._describe(viewer)) for viewer in self._viewers]
            return
        if state["form"] != self._sent_form:
            self._sent_form = state["form"]
            self._describing = [asyncio.create_task(self._send_form())]
        self._viewers.say(kind="state", **state)

    async def _send_form(self) -> None:
        """Send the form again: the run has another kind of controller."""
        self._viewers.say(kind="form", **await asyncio.to_thread(self._scene.controls))

    async def _send_metrics(self) -> None:
        """Send the current metrics to those who watch them, once per second while the run advances."""
        sent, session = (-1, -1.0), self._session
        while True:
            await asyncio.sleep(1.0)
            watching = [viewer for viewer in self._viewers if viewer.metrics]
            now = (session.generation, session.simulation.time)
            if not watching or now == sent or session.replay is not None:
                continue
            sent = now
            with contextlib.suppress(SnakelabError):
                metrics = await asyncio.to_thread(current_metrics, session.simulation)
                for viewer in watching if metrics else ():
                    viewer.say(kind="metrics", **(metrics or {}))

    async def _send_futures(self) -> None:
        """Send the futures that the controller compares to those who watch them, some times per second."""
        sent = -1.0
        while True:
            await asyncio.sleep(0.25)
            simulation = self._session.simulation
            watching = [viewer for viewer in self._viewers if viewer.futures]
            if not watching or simulation.time == sent or self._session.replay is not None or not predicts(simulation):
                continue
            sent = simulation.time
            with contextlib.suppress(SnakelabError):
                futures = await asyncio.to_thread(predicted_futures, simulation)
                for viewer in watching if futures else ():
                    viewer.say(kind="futures", **(futures or {}))
