"""Messages of viewers: their form and limits, and their effect on the session.

In reading order: the limits; the messages, each checked before it is executed; and the requests, of which most
require control.
"""

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from snakelab.errors import SimulationError, SnakelabError, nearest
from snakelab.files import visible
from snakelab.parameters.arguments import suggestion
from snakelab.physics.record_kernels import record_layout
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server.feeds import CameraFeed, MapFeed, known_cameras
from snakelab.plugins.studio.server.viewers import Viewer, Viewers, Watched

# ----------------------------------------------------------------------------------------------------------------------
# Limits of what a viewer may send
# ----------------------------------------------------------------------------------------------------------------------

# Longest message [bytes].
MAX_BYTES = 65_536


# ----------------------------------------------------------------------------------------------------------------------
# Messages of the page: requests of viewers, checked before they are executed
#
# A message is a JSON object with the key `do`. Numbers are finite; unknown keys, other types and long texts are refused.
# ----------------------------------------------------------------------------------------------------------------------

# Maximum number of plotted values of one viewer.
MAX_PLOTTED = 96

Number = Annotated[float, Field(allow_inf_nan=False)]
# longest text of a message
Text = Annotated[str, Field(max_length=500)]
Triple = Annotated[list[Number], Field(min_length=3, max_length=3)]
# farthest point that can be meant [m]
Point = Annotated[list[Annotated[Number, Field(ge=-1e6, le=1e6)]], Field(min_length=3, max_length=3)]
MAX_VALUES = 100  # of one parameter
Value = Number | bool | Text | Annotated[list[Number], Field(max_length=MAX_VALUES)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(_Message):
    """First message of a viewer, with the token of the page's address."""

    do: Literal["hello"]
    token: Text


class Act(_Message):
    """An action without arguments."""

    do: Literal[
        "play",
        "pause",
        "step",
        "reset",
        "undo",
        "take",
        "give",
        "stop",
        "release",
        "record",
        "save",
        "live",
        "blocks",
    ]


class EmergencyStop(_Message):
    """Stop the robot immediately."""

    do: Literal["estop"]
    source: Literal["page", "gamepad"] = "page"


class Open(_Message):
    """Start a scenario of the library."""

    do: Literal["open"]
    name: Text


class UseEngine(_Message):
    """Start the scenario again as a simulation, with emulated servos, or with the robot of the command line."""

    do: Literal["engine"]
    name: Text


class SetPace(_Message):
    """Simulated time per wall time."""

    do: Literal["pace"]
    value: Annotated[Number, Field(ge=0.1, le=10)]


class Seek(_Message):
    """Go back to an earlier instant of the last minutes [s]."""

    do: Literal["seek"]
    time: Number


class SetValues(_Message):
    """Set several parameters together, by path; `restart` if one of them cannot change during a run."""

    do: Literal["values"]
    values: Annotated[dict[Text, Value], Field(min_length=1, max_length=2000)]
    restart: bool = False


class SetValue(_Message):
    """Set a parameter; `restart` for one that cannot change during a run."""

    do: Literal["set"]
    path: Text
    value: Value
    restart: bool = False


class ChangeGait(_Message):
    """Change to the gait or controller of a library scenario."""

    do: Literal["controller"]
    name: Text


class PushPart(_Message):
    """Push a part or a free body with a force in world axes [N]."""

    do: Literal["push"]
    part: Text
    force: Triple
    duration: Annotated[Number, Field(gt=0, le=10)] = 0.2


class Drag(_Message):
    """Pull a part or a free body to a point of the world by a spring, as long as such messages arrive."""

    do: Literal["drag"]
    part: Text
    target: Point


class Aim(_Message):
    """Place the goal, or a waypoint, at a point of the ground; `first` replaces all waypoints."""

    do: Literal["goal", "waypoint"]
    point: Point
    first: bool = False


class PlaceItem(_Message):
    """Place a post, a block, or a spare ball or box, at a point of the ground."""

    do: Literal["place"]
    kind: Literal["post", "block", "ball", "box"]
    point: Point


class Spare(_Message):
    """Restart with further free bodies, which can then be placed."""

    do: Literal["spare"]
    kind: Literal["ball", "box"]


class Move(_Message):
    """Move a placed post or block to a point of the ground."""

    do: Literal["move"]
    name: Text
    point: Point


class Remove(_Message):
    """Remove a placed post or block, or a free body."""

    do: Literal["remove"]
    name: Text


class Watch(_Message):
    """Recorded variables to plot, and layers to draw."""

    do: Literal["watch"]
    variables: Annotated[list[Text], Field(max_length=MAX_PLOTTED)] = []
    contacts: bool = False
    forces: bool = False
    current: bool = False
    colour: Literal["", "effort", "temperature"] = ""
    metrics: bool = False
    futures: bool = False
    map: bool = False
    cameras: Annotated[list[Text], Field(max_length=MAX_PLOTTED)] = []


class Drive(_Message):
    """Input of a keyboard, gamepad or on-screen stick: forward, turn and rise, from -1 to 1."""

    do: Literal["drive"]
    forward: Annotated[Number, Field(ge=-1, le=1)]
    turn: Annotated[Number, Field(ge=-1, le=1)]
    rise: Annotated[Number, Field(ge=-1, le=1)] = 0.0


class Copy(_Message):
    """Request the present run as text."""

    do: Literal["copy"]
    language: Literal["yaml", "python"]


class Film(_Message):
    """Request of a film of a part of the run; the content of a request of its own, as its answer is a file."""

    do: Literal["film"]
    token: Text
    begin: Annotated[Number, Field(ge=0)]
    end: Annotated[Number, Field(ge=0)]
    view: Literal["follow", "top", "side", "head"]
    size: Annotated[list[Annotated[Number, Field(ge=64, le=3840)]], Field(min_length=2, max_length=2)]


Message = (
    Hello
    | Act
    | EmergencyStop
    | Open
    | UseEngine
    | SetPace
    | Seek
    | SetValue
    | SetValues
    | ChangeGait
    | PushPart
    | Drag
    | Aim
    | PlaceItem
    | Spare
    | Move
    | Remove
    | Watch
    | Drive
    | Copy
    | Film
)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="do")])
# All values of `do`, in the order of the messages above.
REQUESTS = tuple(word for message in get_args(Message) for word in get_args(message.model_fields["do"].annotation))
# Requests allowed for every viewer; all others require control.
FREE = ("hello", "take", "give", "watch", "copy", "estop")


def message_of(text: str) -> Message:
    """Return a message, checked.

    Raises:
        SimulationError: if it is invalid, in one line.
    """
    if len(text) > MAX_BYTES:
        raise SimulationError(f"a message has at most {MAX_BYTES} characters, got {len(text)}")
    try:
        return _MESSAGE.validate_python(_lenient(json.loads(text, parse_constant=_refuse)))
    except ValidationError as problem:
        raise SimulationError(_sentence(problem.errors(include_url=False)[0])) from None
    except json.JSONDecodeError as problem:
        raise SimulationError(f"invalid message: it is not JSON: {problem.msg} at character {problem.pos}") from None
    except RecursionError:
        raise SimulationError("invalid message: it is nested too deeply") from None
    except (ValueError, OverflowError):
        raise SimulationError("invalid message: a number is not finite, or has more than 300 digits") from None


def _sentence(fault: Any) -> str:
    """Return the first fault of a message in one line: the request, the key, what is allowed and what was given."""
    steps, kind, allowed = [str(step) for step in fault["loc"]], fault["type"], fault.get("ctx", {})
    request, keys = (
        steps[0] if steps else "",
        [step for step in steps[1:] if not step[:1].isupper() and "[" not in step],
    )
    key = visible(f"invalid message: {request} {'.'.join(keys)}".rstrip())
    given = visible(repr(fault.get("input")))[:60]
    if request == "set" and keys[:1] == ["value"]:
        return (
            f"invalid message: set value must be a finite number, true or false, text, or at most {MAX_VALUES} numbers"
        )
    match kind:
        case "union_tag_invalid":
            return f"invalid message: do must be one of {', '.join(REQUESTS)}; got {visible(repr(allowed['tag']))[:20]}"
        case "union_tag_not_found":
            return f"invalid message: do is missing; it must be one of {', '.join(REQUESTS)}"
        case "model_type" | "model_attributes_type" | "dict_type":
            return f"invalid message: it must be an object with the key do, got {given}"
        case "missing":
            return f"{key} is missing"
        case "extra_forbidden":
            return f"{key} is not a key of this request"
        case "too_short" | "too_long":
            bound, word = (
                (allowed.get("min_length"), "at least")
                if kind == "too_short"
                else (allowed.get("max_length"), "at most")
            )
            return f"{key} must have {word} {bound} entries, got {allowed.get('actual_length') or 'more'}"
        case "string_too_long":
            return f"{key} must have at most {allowed.get('max_length')} letters"
        case "finite_number":
            return f"{key} must be a finite number, got {given}"
        case "greater_than_equal" | "greater_than" | "less_than_equal" | "less_than":
            words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
            bounds = " and ".join(f"{words[name]} {value:g}" for name, value in allowed.items() if name in words)
            return f"{key} must be {bounds}, got {given}"
        case "literal_error":
            return f"{key} must be one of {allowed.get('expected')}, got {given}"
    wanted = {
        "float_type": "a number",
        "string_type": "text",
        "string_unicode": "text of whole characters",
        "bool_type": "true or false",
        "list_type": "a list of numbers",
    }
    return f"{key} must be {wanted.get(kind, 'of another type')}, got {given}"


def _lenient(value: Any) -> Any:
    """Return the message with whole numbers as numbers, as JavaScript writes them."""
    if isinstance(value, dict):
        return {key: _lenient(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_lenient(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refuse(word: str) -> Any:
    raise ValueError(word)


# ----------------------------------------------------------------------------------------------------------------------
# Requests of viewers: effect of each message on the session, and the messages that require control
# ----------------------------------------------------------------------------------------------------------------------


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
        urgent = len(text) < 100 and '"estop"' in text
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
        elif message.do == "film":
            raise SimulationError("a film is requested by POST at /film, as its answer is a file")
        elif message.do != "hello":
            session.order(order_of(session, message), viewer.problem())

    def _watch(self, viewer: Viewer, message: Any) -> None:
        """Set what a viewer watches; a frame follows."""
        variables = watched_variables(self._session, message.variables)
        check_streams(self._session, message.cameras)
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
            raise SimulationError(f"there is no recorded value {word!r}{suggestion(name, layout)}")
        watched.append((name, i))
    return tuple(watched)


def check_streams(session: Session, names: list[str]) -> None:
    """Raise SimulationError for an image stream that no camera of the robot has, such as "left" in place of "head.grey"."""
    if not names:
        return
    cameras = known_cameras(session.simulation, session.replay)
    known = [f"{camera['name']}.{stream}" for camera in cameras for stream in camera["streams"]]
    for name in names:
        if name not in known:
            where = "of this robot" if known else "of this robot, which has no cameras"
            raise SimulationError(f"there is no image {name!r} {where}{nearest(name, known)}")


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
            return lambda: session.pace.set_factor(message.value)
        case "engine":
            return lambda: session.use_engine(message.name)
        case "seek":
            return lambda: session.seek(message.time)
        case "set":
            return _changed_values(session, {message.path: message.value}, message.restart)
        case "values":
            return _changed_values(session, message.values, message.restart)
        case "blocks":
            return session.restart_with_blocks
        case "spare":
            return lambda: session.restart_with_bodies(message.kind)
    return edit_of(session, message)


def _changed_values(session: Session, given: Mapping[str, Any], restart: bool) -> Callable[[], None]:
    values = {path: tuple(value) if isinstance(value, list) else value for path, value in given.items()}
    return lambda: session.restart_with(values) if restart else session.edits.set(values)


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
