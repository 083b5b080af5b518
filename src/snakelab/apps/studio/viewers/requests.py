"""Requests of viewers: effect of each message on the session, and the messages that require control."""

from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.page_data.frames import Watched
from snakelab.apps.studio.viewers.camera_feed import CameraFeed
from snakelab.apps.studio.viewers.map_feed import MapFeed
from snakelab.apps.studio.viewers.messages import FREE, Act, EmergencyStop, Message, message_of
from snakelab.apps.studio.viewers.viewer import Viewer
from snakelab.apps.studio.viewers.viewers import Viewers
from snakelab.errors import SimulationError, SnakelabError
from snakelab.physics.record_row import record_layout

SHORT = 100  # characters of a message that may be an emergency stop [-]


class Requests:
    """Requests of the viewers of a session.

    Args:
        session: The session.
        viewers: The viewers.
        cameras: Images of the watched cameras.
        map: Map of the live run.
        in_server: Calls a function in the server's thread, from any thread.
    """

    def __init__(
        self,
        session: Session,
        viewers: Viewers,
        cameras: CameraFeed,
        map: MapFeed,
        in_server: Callable[[Callable[[], None]], None],
    ) -> None:
        self._session, self._viewers, self._cameras, self._map = session, viewers, cameras, map
        self._in_server = in_server

    def take(self, viewer: Viewer, text: str) -> None:
        """Process a message of a viewer, with a response if it is refused. An emergency stop is never dropped."""
        urgent = len(text) < SHORT and '"estop"' in text
        if not viewer.may_send() and not urgent:
            viewer.refuse_surplus()
            return
        try:
            message = message_of(text)
            if message.do not in FREE and viewer is not self._viewers.pilot:
                raise SimulationError("another viewer has control; take it over first")
            self._obey(viewer, message)
        except SnakelabError as problem:
            viewer.say(kind="problem", text=str(problem))

    def leave(self, viewer: Viewer) -> None:
        """Remove a viewer that is gone; a pull of the viewer in control ends."""
        session = self._session
        if self._viewers.leave(viewer):
            session.order(lambda: session.run.pulling.end(), lambda message: None)
        self._watch_feeds()

    def _watch_feeds(self) -> None:
        self._cameras.watch(self._viewers.cameras())
        self._map.watch(sum(viewer.map for viewer in self._viewers))

    def _obey(self, viewer: Viewer, message: Message) -> None:
        session = self._session
        if isinstance(message, Act) and message.do == "take":
            self._viewers.take_control(viewer)
        elif isinstance(message, Act) and message.do == "give":
            self._viewers.give_control(viewer)
        elif isinstance(message, EmergencyStop):
            session.emergency_stop("a gamepad" if message.source == "gamepad" else "the studio")
        elif message.do == "watch":
            self._watch(viewer, message)
        elif message.do == "copy":
            session.order(lambda: self._copy(viewer, message.language), viewer.problem())
        elif message.do != "hello":
            session.order(order_of(session, message), viewer.problem())

    def _watch(self, viewer: Viewer, message: Any) -> None:
        """Set what a viewer watches; a frame follows."""
        variables = watched_variables(self._session, message.variables)
        viewer.watched = Watched(variables, message.contacts, message.forces, message.current, message.colour)
        viewer.metrics, viewer.futures = message.metrics, message.futures
        viewer.cameras, viewer.map = frozenset(message.cameras), message.map
        self._watch_feeds()
        self._session.order(lambda: None, viewer.problem())

    def _copy(self, viewer: Viewer, language: str) -> None:
        text = self._session.text(language)
        self._in_server(lambda: viewer.say(kind="copy", language=language, text=text))


def watched_variables(session: Session, names: list[str]) -> tuple[tuple[str, int], ...]:
    """Return name and component of each plotted value: "q.3" is the fourth coordinate.

    Raises:
        SimulationError: if a value is not recorded.
    """
    layout = record_layout(session.simulation.model)
    watched = []
    for word in names:
        name, _, index = word.partition(".")
        i = int(index) if index.isdecimal() else 0
        if name not in layout or i >= int(np.prod(layout[name][1])):
            raise SimulationError(f"there is no recorded value {word!r}")
        watched.append((name, i))
    return tuple(watched)


def order_of(session: Session, message: Any) -> Callable[[], None]:
    """Return the order of a message to the session."""
    match message.do:
        case "play" | "pause" | "step" | "reset":
            act: Callable[[], None] = getattr(session, message.do)
            return act
        case "open":
            return lambda: session.open(message.name)
        case "release":
            return lambda: session.run.pulling.end()
        case "record":
            return lambda: session.live.toggle_recording()
        case "save":
            return lambda: session.run.save()
        case "live":
            return session.go_on
        case "stop":
            return session.pause
        case "pace":
            return lambda: session.pacing.set_pace(message.value)
        case "engine":
            return lambda: session.use_engine(message.name)
        case "seek":
            return lambda: session.seek(message.time)
        case "set":
            value = tuple(message.value) if isinstance(message.value, list) else message.value
            if message.restart:
                return lambda: session.restart_with(message.path, value)
            return lambda: session.edits.set(message.path, value)
        case "blocks":
            return session.restart_with_blocks
    return edit_of(session, message)


def edit_of(session: Session, message: Any) -> Callable[[], None]:
    """Return the edit of the live run requested by a message."""
    match message.do:
        case "undo":
            return lambda: session.edits.take_back()
        case "controller":
            return lambda: session.edits.change_controller(message.name)
        case "push":
            return lambda: session.edits.push(message.part, message.force, message.duration)
        case "drag":
            return lambda: session.edits.drag(message.part, message.target)
        case "drive":
            return lambda: session.edits.drive(message.forward, message.turn, message.rise)
        case "goal" | "waypoint":
            return lambda: session.edits.aim(message.do, message.point, message.first)
        case "place":
            return lambda: session.edits.place(message.kind, message.point)
        case "move":
            return lambda: session.edits.move(message.name, message.point)
        case "remove":
            return lambda: session.edits.remove(message.name)
    raise SimulationError(f"this studio does not know {message.do!r}")
