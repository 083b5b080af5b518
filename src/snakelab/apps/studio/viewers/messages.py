"""Messages of the page: requests of viewers, checked before they are executed.

A message is a JSON object with the key `do`. Numbers are finite; unknown keys, other types and long texts are refused.
"""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from snakelab.apps.studio.viewers.limits import MAX_BYTES
from snakelab.errors import SimulationError

# Longest text in a message [characters].
MAX_TEXT = 500
# Longest reason that is answered [characters].
MAX_REASON = 280
# Farthest point that can be meant [m].
FARTHEST = 1e6
# Maximum number of plotted values of one viewer.
MAX_VALUES = 24

Number = Annotated[float, Field(allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=MAX_TEXT)]
Triple = Annotated[list[Number], Field(min_length=3, max_length=3)]
Point = Annotated[list[Annotated[Number, Field(ge=-FARTHEST, le=FARTHEST)]], Field(min_length=3, max_length=3)]
Value = Number | bool | Text | Annotated[list[Number], Field(max_length=100)]


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
    """Push a part with a force in world axes [N]."""

    do: Literal["push"]
    part: Text
    force: Triple
    duration: Annotated[Number, Field(gt=0, le=10)] = 0.2


class Drag(_Message):
    """Pull a part to a point of the world by a spring, as long as such messages arrive."""

    do: Literal["drag"]
    part: Text
    target: Point


class Aim(_Message):
    """Place the goal, or a waypoint, at a point of the ground; `first` replaces all waypoints."""

    do: Literal["goal", "waypoint"]
    point: Point
    first: bool = False


class Place(_Message):
    """Place a post or a block at a point of the ground."""

    do: Literal["place"]
    kind: Literal["post", "block"]
    point: Point


class Move(_Message):
    """Move a placed post or block to a point of the ground."""

    do: Literal["move"]
    name: Text
    point: Point


class Remove(_Message):
    """Remove a placed post or block."""

    do: Literal["remove"]
    name: Text


class Watch(_Message):
    """Recorded variables to plot, and layers to draw."""

    do: Literal["watch"]
    variables: Annotated[list[Text], Field(max_length=MAX_VALUES)] = []
    contacts: bool = False
    forces: bool = False
    current: bool = False
    colour: Literal["", "effort", "temperature"] = ""
    metrics: bool = False
    futures: bool = False
    map: bool = False
    cameras: Annotated[list[Text], Field(max_length=MAX_VALUES)] = []


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


Message = (
    Hello
    | Act
    | EmergencyStop
    | Open
    | UseEngine
    | SetPace
    | Seek
    | SetValue
    | ChangeGait
    | PushPart
    | Drag
    | Aim
    | Place
    | Move
    | Remove
    | Watch
    | Drive
    | Copy
)
_MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="do")])
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
        first = problem.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise SimulationError(f"invalid message: {place} {first['msg']}"[:MAX_REASON]) from None
    except (ValueError, OverflowError, RecursionError) as problem:
        raise SimulationError(f"invalid message: {str(problem)[:100]}") from None


def _lenient(value: Any) -> Any:
    """Return the message with whole numbers as numbers, as JavaScript writes them."""
    if isinstance(value, dict):
        return {key: _lenient(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_lenient(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no number that can be used")
