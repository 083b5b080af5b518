"""State of a model: all values from which a run continues bit for bit, and their conversion to text."""

import json
import warnings
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SimulationError, SnakelabWarning, counted
from snakelab.parameters.arguments import FloatArray, named_arguments, vector
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import WORK_NAMES, Q
from snakelab.physics.command import Reference
from snakelab.physics.coupling_assembly import check_closed
from snakelab.physics.free_body_motion import initial_objects
from snakelab.physics.model import Model, check_model

# ----------------------------------------------------------------------------------------------------------------------
# State, the initial state of a model, and the check that a state fits a model
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ControlState:
    """State of a controller during a run, from which it continues.

    Attributes:
        controller: Class name of the controller; another controller starts from its initial state.
        origin: Start time, from which its periods are counted [s].
        reference: Targets of the coordinates from its last command.
        until: End of that command [s].
        memory: Values that the controller stores between calls.
        tau: Forces of the actuators as last applied, part of its next measurement; None before any.
    """

    controller: str
    origin: float
    reference: Reference
    until: float
    memory: Any
    tau: FloatArray | None = None


@dataclass(frozen=True)
class SensorState:
    """State of the sensors of a robot during a run, from which they continue.

    Attributes:
        sensors: Sensors of this state; other sensors start from their initial state.
        taken: Number of the last sample of each, counted from time zero, shape (n,).
        held: Latest samples, in a row.
        waiting: Delayed samples: index of the sensor, time of arrival [s], and numbers.
    """

    sensors: str
    taken: np.ndarray
    held: FloatArray
    waiting: tuple[tuple[int, float, FloatArray], ...] = ()


@dataclass(frozen=True)
class State(Displayed):
    """State of a model: configuration, velocity and internal states at one instant.

    Attributes:
        time: Time [s].
        base_position: World axes, shape (3,), [m].
        base_quaternion: wxyz, shape (4,).
        base_velocity: Linear and angular velocity of the base frame, world axes, shape (6,), [m/s, rad/s].
        q: Coordinates, shape (nv,).
        v: Rates of the coordinates, shape (nv,).
        z: Internal states of the actuators, shape (nv,): filtered command of a motor, integral of a servo.
        work: Work done by each term since the start, shape (n_terms,), [J].
        thrust: Lagged commands of the propellers, shape (n_propellers,).
        step: Next adaptive step to try [s]; 0 at the start.
        control: State of the controller; None before the first control cycle, and for gaits.
        sensing: State of the sensors; None before the first sample, and for robots without sensors.
        objects: Free bodies of the world: positions of all, then quaternions (wxyz), then linear and angular velocities in
            world axes, shape (13 n,).
    """

    time: float
    base_position: FloatArray
    base_quaternion: FloatArray
    base_velocity: FloatArray
    q: FloatArray
    v: FloatArray
    z: FloatArray
    work: FloatArray
    step: float = 0.0
    control: ControlState | None = None
    thrust: FloatArray = field(default_factory=lambda: np.zeros(0))
    sensing: SensorState | None = None
    objects: FloatArray = field(default_factory=lambda: np.zeros(0))

    def row(self) -> FloatArray:
        """Return the state as one row of numbers, in the layout of the kernels."""
        pieces = (self.base_position, self.base_quaternion, self.base_velocity, self.q, self.v, self.z, self.thrust)
        return np.concatenate([*pieces, self.objects, self.work])

    def at(self, time: float, row: FloatArray, step: float = 0.0) -> "State":
        """Return this state with the numbers of a row."""
        n, objects = len(self.q), Q + 3 * len(self.q) + len(self.thrust)
        work = objects + len(self.objects)
        own = row.copy()
        return State(
            time=float(time),
            base_position=own[:3],
            base_quaternion=own[3:7],
            base_velocity=own[7:13],
            q=own[Q : Q + n],
            v=own[Q + n : Q + 2 * n],
            z=own[Q + 2 * n : Q + 3 * n],
            thrust=own[Q + 3 * n : objects],
            objects=own[objects:work],
            work=own[work:],
            step=float(step),
            control=self.control,
            sensing=self.sensing,
        )


def fitting_state(model: Model, state: object) -> State:
    """Return the state if it fits the model; with another world the motion is kept and the work is set to zero.

    Free bodies of a world with another number of them start from their own position and velocity, with a warning if the state
    has some.

    Raises:
        SimulationError: if it is a state of another robot, or is not finite.
    """
    check_model(model, "a question about a state")
    if not isinstance(state, State):
        raise SimulationError(f"a state must come from initial_state or a recording, got {type(state).__name__}")
    n = model.n_coordinates
    if {len(state.q), len(state.v), len(state.z)} != {n}:
        raise SimulationError(
            f"the state has {counted(len(state.q), 'coordinate')}, and robot {model.robot.name!r} has {n}: it is a state of "
            f"another robot"
        )
    if len(state.thrust) != len(model.arrays.propellers):
        state = replace(state, thrust=np.zeros(len(model.arrays.propellers)))
    if len(state.objects) != 13 * len(model.world.objects):
        if len(state.objects) and model.world.objects:
            warnings.warn(
                f"the state has {len(state.objects) // 13} free bodies and the world {len(model.world.objects)}: these start "
                "from their own position and velocity; use the world of the state to continue their motion",
                SnakelabWarning,
                stacklevel=3,
            )
        state = replace(state, objects=initial_objects(model.world.objects))
    if not np.isfinite(state.row()).all():
        raise SimulationError(
            f"the state at t = {state.time:g} s contains numbers that are not finite; start from an earlier one"
        )
    _check_base(model, state.base_quaternion, state.base_velocity)
    if len(state.work) != len(work_names(model)):
        state = replace(state, work=np.zeros(len(work_names(model))))
    return state


def _check_base(model: Model, quaternion: FloatArray, velocity: FloatArray) -> None:
    if model.robot.base == "fixed" and velocity.any():
        raise SimulationError(
            f"a fixed base cannot move, got velocity {velocity.tolist()}; leave it out, or use base='planar'"
        )
    if model.robot.base == "planar" and (velocity[[2, 3, 4]].any() or quaternion[1:3].any()):
        raise SimulationError(
            "a planar base moves in x, y and heading only; velocity[2:5] and the quaternion's x and y must be 0, got velocity "
            f"{velocity.tolist()} and quaternion {quaternion.tolist()}; write (cos(a/2), 0, 0, sin(a/2)) for a heading a"
        )


def work_names(model: Model) -> tuple[str, ...]:
    """Names of the work terms, in the order of `State.work`."""
    return WORK_NAMES + model.law_names


@named_arguments
def initial_state(
    model: Model,
    *,
    q: object = None,
    v: object = None,
    position: object = (0.0, 0.0, 0.0),
    quaternion: object = (1.0, 0.0, 0.0, 0.0),
    velocity: object = (0.0,) * 6,
) -> State:
    """Return a state of the model, by default at rest and straight.

    Args:
        model: The model.
        q: Coordinates, shape (nv,); default zero, of a robot with loops or gears `model.rest`. Those of actuators that follow a
            soft section are set from the section.
        v: Rates, shape (nv,); default zero.
        position: Position of the base, world axes, shape (3,), [m].
        quaternion: Orientation of the base, wxyz, shape (4,).
        velocity: Velocity of the base, world axes (linear, angular), shape (6,), [m/s, rad/s].

    Raises:
        SimulationError: if a size is wrong, a value is not finite, or the base does not have that degree of freedom.
    """
    check_model(model, "initial_state")
    n = model.n_coordinates
    p = vector(position, "position", SimulationError, size=3, unit="m")
    quat = vector(quaternion, "quaternion (wxyz)", SimulationError, size=4)
    if not np.linalg.norm(quat) > 1e-6:
        raise SimulationError(f"quaternion must not be zero, got {quaternion!r}; write (1, 0, 0, 0) for no rotation")
    velo = vector(velocity, "velocity", SimulationError, size=6)
    _check_base(model, quat, velo)
    rest = np.zeros(n) if model.rest is None else model.rest.copy()
    shape = model.following(rest if q is None else vector(q, "q", SimulationError, size=n))
    rates = model.following(np.zeros(n) if v is None else vector(v, "v", SimulationError, size=n))
    if model.rest is not None and (problem := check_closed(model.closure, model.robot.coupling_names, shape, rates)):
        raise SimulationError(problem)
    return State(
        time=0.0,
        base_position=p,
        base_quaternion=quat / np.linalg.norm(quat),
        base_velocity=velo,
        q=shape,
        v=rates,
        z=np.zeros(n),
        work=np.zeros(len(work_names(model))),
        thrust=np.zeros(len(model.arrays.propellers)),
        objects=initial_objects(model.world.objects),
    )


# ----------------------------------------------------------------------------------------------------------------------
# Conversion of a state to text and back, bit for bit: Python's text of a float is read back exactly
# ----------------------------------------------------------------------------------------------------------------------

ARRAY, TUPLE = "__array__", "__tuple__"
MAX_ITEM_SIZE = 1024  # a damaged type could require more memory than available [bytes]


def state_to_text(state: State) -> str:
    """The state as JSON. The memory of a controller may contain numbers, text, None, lists, tuples, dicts and arrays.

    Raises:
        RecordingError: if the memory contains anything else.
    """
    content = {f.name: getattr(state, f.name) for f in fields(state) if f.name not in ("control", "sensing")}
    if state.control is not None:
        control = {f.name: getattr(state.control, f.name) for f in fields(state.control)}
        content["control"] = control | {"reference": control["reference"]._asdict()}
    if state.sensing is not None:
        content["sensing"] = {f.name: getattr(state.sensing, f.name) for f in fields(state.sensing)}
    try:
        return json.dumps(_encode(content))
    except TypeError as problem:
        raise RecordingError(
            f"the controller's memory cannot be written to a file: {problem}; keep numbers, text, lists, tuples, dicts or arrays"
        ) from problem


def state_from_text(text: str) -> State:
    """The state that `state_to_text` wrote."""
    content = _decode(json.loads(text))
    control, sensing = content.pop("control", None), content.pop("sensing", None)
    state = State(**content, sensing=sensing and SensorState(**sensing))
    if control is None:
        return state
    return replace(state, control=ControlState(**control | {"reference": Reference(**control["reference"])}))


def _encode(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return {ARRAY: value.tolist(), "dtype": str(value.dtype), "shape": value.shape}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, tuple):
        return {TUPLE: [_encode(item) for item in value]}
    if isinstance(value, list):
        return [_encode(item) for item in value]
    if isinstance(value, dict):
        return {key: _encode(item) for key, item in value.items()}
    return value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(item) for item in value]
    if isinstance(value, dict):
        if ARRAY in value:
            return _array(value[ARRAY], np.dtype(value["dtype"])).reshape(value["shape"])
        if TUPLE in value:
            return tuple(_decode(item) for item in value[TUPLE])
        return {key: _decode(item) for key, item in value.items()}
    return value


def _array(values: Any, kind: np.dtype) -> np.ndarray:
    """Return the values as an array; raise an error if their type is wider than needed."""
    if kind.kind not in "fiub" and kind.itemsize > max(MAX_ITEM_SIZE, np.array(values).dtype.itemsize):
        raise ValueError(f"an array of {kind} is too wide for its values")
    return np.array(values, dtype=kind)
