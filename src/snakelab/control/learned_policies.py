"""Learned control: actions and observations of a trained policy, and the policy as a controller.

Contents: gaits whose parameters an action changes; maps from actions to commands; observation terms; the policy.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.control.engine_rollouts import GaitParameters
from snakelab.control.policy_networks import Network, load_network
from snakelab.control.thrust_allocation import centre_of_mass
from snakelab.errors import ControlError, SnakelabError, nearest
from snakelab.gaits.orthogonal_gaits import HelixRollingGait, NamedGait, WindingGait
from snakelab.gaits.serpenoid import RollingGait, SerpenoidGait
from snakelab.geometry.rotations import heading_of, wrapped
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Label, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import MOTOR, PASSIVE, PRESCRIBED
from snakelab.physics.command import Command, Measurement
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import initial_state

# ----------------------------------------------------------------------------------------------------------------------
# Gait of the library whose parameters an action changes within ranges
# ----------------------------------------------------------------------------------------------------------------------

GAITS: dict[str, Any] = {
    "serpenoid_gait": SerpenoidGait,
    "named_gait": NamedGait,
    "winding_gait": WindingGait,
    "helix_rolling_gait": HelixRollingGait,
    "rolling_gait": RollingGait,
}
TEMPO = "tempo"


@dataclass(frozen=True, eq=False)
class ModulatedGait:
    """Gait with a clock whose rate is "tempo", and parameters that are columns of an action.

    Attributes:
        policy: Gait and ranges.
        model: Model of the robot.
        first: First column of the action that belongs to the gait.
    """

    policy: GaitParameters
    model: Model
    first: int

    @property
    def width(self) -> int:
        """Number of columns of the action [-]."""
        return len(self.policy.ranges)

    def put(self, commands: Any, values: Any, clock: Any, period: float) -> None:
        """Write the targets of all rows into their commands, and advance their clocks in place.

        Args:
            commands: Shape (n, n_commands).
            values: Values of the action, shape (n, k).
            clock: Time of the gait in each row, shape (n,), [s].
            period: Control period [s].
        """
        own: Any = np.asarray(values[:, self.first : self.first + self.width], np.float64)
        names = list(self.policy.ranges)
        clock += period * (own[:, names.index(TEMPO)] if TEMPO in names else 1.0)
        commands[:, : self.model.n_coordinates] = self.policy.targets_of_all(self.model, own, np.asarray(clock, float))

    def start(self) -> FloatArray:
        """Targets at the start of the clock, shape (n_coordinates,)."""
        return self.policy.targets(self.model, _middle(self.policy.ranges), 0.0)


def modulated_gait(model: Model, given: Any, first: int) -> ModulatedGait:
    """Return the gait of a description.

    Args:
        model: Model of the robot.
        given: Gait by its name in scenarios, with its parameters: numbers and text are fixed, pairs (low, high) are ranges of the
            action; "tempo" is the rate of its clock [-]. An example is {"named_gait": {"name": "SWL", "tempo": (0, 2)}}.
        first: First column of the action that belongs to it.

    Raises:
        ControlError: if there is no such gait or parameter, or the robot cannot move so.
    """
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ControlError(f"action 'gait_parameters' takes one gait, such as {{'named_gait': {{...}}}}; got {given!r}")
    ((name, arguments),) = given.items()
    if name not in GAITS:
        raise ControlError(f"unknown gait {name!r} of the action 'gait_parameters'{nearest(str(name), GAITS)}")
    if not isinstance(arguments, Mapping):
        raise ControlError(f"the gait {name} takes a mapping of its parameters, got {arguments!r}")
    ranges = {key: tuple(value) for key, value in arguments.items() if _is_range(value)}
    fixed = {key: value for key, value in arguments.items() if key not in ranges}
    middle = {key: 0.5 * (low + high) for key, (low, high) in ranges.items() if key != TEMPO}
    try:
        modulated = ModulatedGait(GaitParameters(GAITS[name](**fixed, **middle), ranges), model, first)
        modulated.start()
    except (SnakelabError, TypeError) as problem:
        raise ControlError(f"action 'gait_parameters': {problem}") from None
    return modulated


def _middle(ranges: Mapping[str, Any]) -> FloatArray:
    return np.array([0.5 * (low + high) for low, high in ranges.values()])


def _is_range(value: Any) -> bool:
    numbers = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    return numbers and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in value)


# ----------------------------------------------------------------------------------------------------------------------
# Actions from -1 to 1 as commands of a robot: joint targets, torques, gait parameters, thrusts
# ----------------------------------------------------------------------------------------------------------------------

KINDS = ("joint_targets", "torques", "gait", "gait_parameters", "thrusts")
TARGET_ACTIONS = ("joint_targets", "gait", "gait_parameters")  # each sets the targets of all joints
WAVE = ("amplitude", "frequency", "lag", "offset")
WAVE_UNITS = {"amplitude": "rad", "frequency": "Hz", "lag": "rad", "offset": "rad"}
WAVE_DEFAULTS = {"amplitude": 0.5, "frequency": 1.0, "lag": 0.8, "offset": 0.0}
MAX_JOINT_RANGE = math.pi / 2  # largest angle of a joint without limits [rad]


@dataclass(frozen=True, eq=False)
class ActionMap:
    """Map from actions to the commands of a model.

    Attributes:
        names: Of the columns of an action.
        units: Likewise.
        low, high: Values at -1 and 1, shape (k,).
        places: Columns of the commands that joint targets, torques and thrusts fill, shape (k,); -1 for a gait.
        wave_joints: Coordinates that a gait moves, tail first; empty without one.
        wave: Column of the action of each wave parameter, or -1 where it has its default.
        n_commands: Columns of a command [-].
        period: Control period [s].
        hold: True if targets are held over a period, as for servos; False if they are reached at its end, as for
            prescribed joints.
        modulated: Gait whose parameters are columns of the action; None without one.
    """

    names: tuple[str, ...]
    units: tuple[str, ...]
    low: FloatArray
    high: FloatArray
    places: np.ndarray
    wave_joints: np.ndarray
    wave: tuple[int, ...]
    n_commands: int
    period: float
    hold: bool
    modulated: ModulatedGait | None = None

    @property
    def width(self) -> int:
        """Number of columns of an action [-]."""
        return len(self.names)

    def commands(self, actions: Any, phase: Any, out: Any = None) -> Any:
        """Return the commands of rows, shape (n, n_commands); advances the phases of gaits in place.

        Args:
            actions: From -1 to 1, clipped outside, shape (n, k).
            phase: Phase of the gait of each row [rad], or time of the clock of a modulated gait [s], shape (n,).
            out: Array to fill; None for a new one.
        """
        in_order = (
            not len(self.wave_joints)
            and self.modulated is None
            and np.array_equal(self.places, np.arange(self.n_commands))
        )
        values = np.clip(actions, -1.0, 1.0, out=out if in_order else None)
        values *= 0.5 * (self.high - self.low)
        if (middle := 0.5 * (self.high + self.low)).any():
            values += middle
        if in_order:
            return values
        commands = np.zeros((len(values), self.n_commands), values.dtype) if out is None else out
        direct = self.places >= 0
        commands[:, self.places[direct]] = values[:, direct]
        if self.modulated is not None:
            self.modulated.put(commands, values, phase, self.period)
        if len(self.wave_joints):
            amplitude, frequency, lag, offset = (
                values[:, [place]] if place >= 0 else WAVE_DEFAULTS[name]
                for name, place in zip(WAVE, self.wave, strict=True)
            )
            phase += 2 * np.pi * self.period * np.broadcast_to(frequency, (len(values), 1))[:, 0]
            order = np.arange(len(self.wave_joints))
            commands[:, self.wave_joints] = offset + amplitude * np.sin(phase[:, None] + order * lag)
        return commands


def action_map(model: Model, action: Any, period: float, dtype: type = np.float64) -> ActionMap:
    """Return the map of a description.

    Args:
        model: Model of the robot.
        action: One of "joint_targets", "torques", "gait", "thrusts", or a mapping of these to ranges: a bound b for -b to b, a
            pair (low, high), or for "gait" a mapping of its parameters to ranges: amplitude [rad], frequency [Hz], lag [rad],
            offset [rad]. Joint targets without a range take the joint limits, or pi / 2. "gait_parameters" takes one gait of the
            library, by its name in scenarios, with its parameters: numbers are fixed, pairs are ranges; see `modulated_gait`.
        period: Control period [s].
        dtype: Of the values.

    Raises:
        ControlError: if a word is unknown, or the robot has no such commands.
    """
    described: Mapping[str, Any]
    if isinstance(action, str):
        described = {action: None}
    elif isinstance(action, Mapping) and action:
        described = action
    else:
        raise ControlError(f"action must be one of {', '.join(KINDS)}, or a mapping of them to ranges; got {action!r}")
    names: list[str] = []
    units: list[str] = []
    rows: list[tuple[float, float, int]] = []
    wave: tuple[int, ...] = (-1, -1, -1, -1)
    joints = np.zeros(0, np.int64)
    modulated: ModulatedGait | None = None
    codes = model.arrays.coordinates["actuator"]
    if len(movers := [kind for kind in described if kind in TARGET_ACTIONS]) > 1:
        raise ControlError(f"the actions {' and '.join(map(repr, movers))} move the same joints; use one of them")
    for kind, given in described.items():
        if kind not in KINDS:
            raise ControlError(f"unknown action {kind!r}{nearest(str(kind), KINDS)}")
        if kind == "gait_parameters":
            modulated = modulated_gait(model, given, len(names))
            names += modulated.policy.ranges
            units += ["-"] * modulated.width
            rows += [(low, high, -1) for low, high in modulated.policy.ranges.values()]
            continue
        if kind == "gait":
            joints = _positions(model, codes, kind)
            wave = _add_wave(given, names, units, rows)
            continue
        columns = _columns(model, codes, kind)
        for column, name, unit, default in columns:
            low, high = _range(given, kind, default)
            names.append(name)
            units.append(unit)
            rows.append((low, high, column))
    table = np.array(rows, dtype=np.float64).reshape(-1, 3)
    places = table[:, 2].astype(np.int64)
    low_values: Any = table[:, 0].astype(dtype)
    high_values: Any = table[:, 1].astype(dtype)
    return ActionMap(
        tuple(names),
        tuple(units),
        low_values,
        high_values,
        places,
        joints,
        wave,
        model.n_commands,
        period,
        holds_targets(model),
        modulated,
    )


def holds_targets(model: Model) -> bool:
    """True if targets are held over a control period: no joint is prescribed."""
    return not bool((model.arrays.coordinates["actuator"] == PRESCRIBED).any())


def _positions(model: Model, codes: np.ndarray, kind: str) -> np.ndarray:
    """Coordinates that take a target position."""
    coordinates = np.flatnonzero((codes != MOTOR) & (codes != PASSIVE))
    if not len(coordinates):
        raise ControlError(
            f"action {kind!r} needs joints with targets, such as Revolute('z', Servo(kp=...)); robot "
            f"{model.robot.name!r} has none"
        )
    return coordinates


def _columns(model: Model, codes: np.ndarray, kind: str) -> list[tuple[int, str, str, tuple[float, float]]]:
    """Column of the commands, name, unit and default range of each item of a kind of action."""
    n, names = model.n_coordinates, model.coordinate_names
    if kind == "joint_targets":
        table, columns = model.arrays.coordinates, []
        kinds = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates]
        for j in _positions(model, codes, kind).tolist():
            low, high = float(table["lower"][j]), float(table["upper"][j])
            wide = (max(low, -MAX_JOINT_RANGE), min(high, MAX_JOINT_RANGE))
            columns.append((j, names[j], kinds[j], wide if wide[0] < wide[1] else (low, high)))
        return columns
    if kind == "torques":
        limits = model.arrays.coordinates["force_limit"]
        motors = np.flatnonzero(codes == MOTOR).tolist()
        if not motors:
            raise ControlError(f"action 'torques' needs joints with a Motor; robot {model.robot.name!r} has none")
        top = {j: float(limits[j]) if np.isfinite(limits[j]) else 1.0 for j in motors}
        return [(j, f"{names[j]} torque", "N m", (-top[j], top[j])) for j in motors]
    propellers = model.robot.propellers
    if not propellers:
        raise ControlError(f"action 'thrusts' needs propellers; robot {model.robot.name!r} has none")
    table = model.arrays.propellers
    ends = [(max(float(p["min_thrust"]), -1e3), min(float(p["max_thrust"]), 1e3)) for p in table]
    return [(n + i, f"{model.robot.propeller_names[i]} thrust", "-", ends[i]) for i in range(len(propellers))]


def _add_wave(given: Any, names: list[str], units: list[str], rows: list[tuple[float, float, int]]) -> tuple[int, ...]:
    """Add the varied parameters of a gait, and return the column of each parameter."""
    ranges = {"amplitude": (0.0, 0.8), "frequency": (0.0, 1.5), "offset": (-0.3, 0.3)} if given is None else given
    if not isinstance(ranges, Mapping) or not ranges:
        raise ControlError(f"action 'gait' takes a mapping of {', '.join(WAVE)} to ranges, got {given!r}")
    columns = dict.fromkeys(WAVE, -1)
    for name, value in ranges.items():
        if name not in WAVE:
            raise ControlError(f"unknown parameter {name!r} of the action 'gait'{nearest(str(name), WAVE)}")
        low, high = _range(value, f"gait {name}", (0.0, 1.0))
        columns[name] = len(names)
        names.append(name)
        units.append(WAVE_UNITS[name])
        rows.append((low, high, -1))
    return tuple(columns[name] for name in WAVE)


def _range(given: Any, what: str, default: tuple[float, float]) -> tuple[float, float]:
    if given is None:
        return default
    pair = (-given, given) if isinstance(given, (int, float)) and not isinstance(given, bool) else given
    if isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2:
        try:
            low, high = float(pair[0]), float(pair[1])
        except (TypeError, ValueError, OverflowError):
            low = high = math.nan
        if math.isfinite(low) and math.isfinite(high) and low < high:
            return low, high
    raise ControlError(f"the range of the action {what!r} must be a positive number or (low, high), got {given!r}")


# ----------------------------------------------------------------------------------------------------------------------
# Observation terms that both environments and robots can give, as functions of joint and base motion
# ----------------------------------------------------------------------------------------------------------------------

Values = Mapping[str, Any]


class ObservationTerm(NamedTuple):
    """Term of an observation.

    Attributes:
        unit: Of its values.
        needs: Variables that it is computed from.
        values: Function of the variables, with rows along the first axis, to shape (n, width) or (n,).
    """

    unit: str
    needs: tuple[str, ...]
    values: Callable[[Values], Any]


def _rotated(vector: Any, heading: Any) -> Any:
    c, s = np.cos(heading), np.sin(heading)
    return np.stack([c * vector[:, 0] + s * vector[:, 1], c * vector[:, 1] - s * vector[:, 0]], axis=1)


def _base_velocity_body(values: Values) -> Any:
    velocity = values["base_velocity"]
    planar = _rotated(velocity[:, :2], heading_of(values["base_quaternion"]))
    return np.concatenate([planar, velocity[:, 5:6]], axis=1)


def _heading_error(values: Values) -> Any:
    return wrapped(heading_of(values["base_quaternion"]) - values["set_heading"])


def _goal_in_base(values: Values) -> Any:
    away = values["goal"] - values["base_position"][:, :2]
    return _rotated(away, heading_of(values["base_quaternion"]))


DERIVED: dict[str, ObservationTerm] = {
    "heading": ObservationTerm("rad", ("base_quaternion",), lambda v: heading_of(v["base_quaternion"])),
    "body_velocity": ObservationTerm("m/s, rad/s", ("base_velocity", "base_quaternion"), _base_velocity_body),
    "goal_in_base": ObservationTerm("m", ("goal", "base_position", "base_quaternion"), _goal_in_base),
    "depth_error": ObservationTerm(
        "m", ("base_position", "set_depth"), lambda v: -v["base_position"][:, 2] - v["set_depth"]
    ),
    "heading_error": ObservationTerm("rad", ("base_quaternion", "set_heading"), _heading_error),
    "last_action": ObservationTerm("-", ("last_action",), lambda v: v["last_action"]),
}
MEASURED = ("q", "v", "tau", "base_position", "base_quaternion", "base_velocity")

SET_POINTS = {"depth": "m", "heading": "rad"}  # with the units; as variables "set_depth" and "set_heading"


def flat(values: Any) -> Any:
    """Values of shape (n, ...) as shape (n, width)."""
    return values.reshape(len(values), -1)


# ----------------------------------------------------------------------------------------------------------------------
# Trained policy as a controller
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy(Displayed):
    """Trained policy from a file of weights: an observation in each control period, and an action as a command.

    The file contains the training task (period, observation, action and goal) and numbers; no code is run.

    Args:
        path: .npz file of `save_network`, or .onnx file (extra `onnx`), relative to the working directory.

    Raises:
        ControlError: if the file is not a policy, or needs an observation that a robot does not measure.
    """

    path: Label

    def __post_init__(self) -> None:
        check_declared(self, ControlError)

    def for_model(self, model: Model) -> "PolicyController":
        """Return the controller of one robot."""
        network = load_network(self.path)
        for name in network.task["observation"]:
            if name not in DERIVED and name not in MEASURED:
                raise ControlError(
                    f"policy {self.path} observes {name!r}, which a robot does not measure; train it with "
                    f"{', '.join((*MEASURED, *DERIVED))}"
                )
        actions = action_map(model, network.task["action"], float(network.task["period"]))
        controller = PolicyController(network, actions, model)
        controller.check(self.path)
        return controller


@dataclass(frozen=True, eq=False)
class PolicyController:
    """Controller of a policy for one robot.

    Attributes:
        network: Its function.
        actions: Map of its actions to commands.
        model: The model.
    """

    network: Network
    actions: ActionMap
    model: Model

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.actions.period

    @property
    def needs(self) -> tuple[str, ...]:
        """Fields of a measurement that the policy observes."""
        needed = [
            n
            for name in self.network.task["observation"]
            for n in (DERIVED[name].needs if name in DERIVED else (name,))
        ]
        needed += ["q", "base_position", "base_quaternion"] if len(self.goals) > 1 else []
        return tuple(dict.fromkeys(name for name in needed if name in MEASURED))

    @property
    def goals(self) -> FloatArray:
        """Points to be reached in order, shape (k, 2), [m]."""
        return np.asarray(self.network.task.get("goal") or (0.0, 0.0), float).reshape(-1, 2)

    def check(self, path: str) -> None:
        """Raise ControlError if the policy is for another robot: its first layer or its action has another size."""
        n, zero = self.model.n_coordinates, np.zeros
        still = Measurement(0.0, zero(n), zero(n), zero(n), zero(3), np.array([1.0, 0, 0, 0]), zero(6))
        width = len(self.observation(still, zero(self.actions.width)))
        try:
            answer = self.network(zero(width))
        except Exception:  # NumPy or built-in types
            raise ControlError(
                f"policy {path} does not fit robot {self.model.robot.name!r}, whose observation has {width} numbers"
            ) from None
        if answer.shape != (self.actions.width,) or not np.isfinite(answer).all():
            raise ControlError(
                f"policy {path} gives {answer.size} actions, and robot {self.model.robot.name!r} takes {self.actions.width}"
            )

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command that holds the robot, and the initial memory: last action, phase of the gait, goals reached."""
        n, commands = model.n_coordinates, np.zeros(model.n_commands)
        if self.actions.modulated is not None:
            commands[:n] = self.actions.modulated.start()
        return _command(commands, n, self.actions.hold), (np.zeros(self.actions.width), np.zeros(1), 0)

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return the command of the policy's action."""
        last, phase, reached = memory
        reached = self._reached(measurement, reached)
        action = np.clip(self.network(self.observation(measurement, last, reached)), -1.0, 1.0)
        phase = phase.copy()
        commands = self.actions.commands(action[None], phase)[0]
        return _command(commands, len(measurement.q), self.actions.hold), (action, phase, reached)

    def _reached(self, measurement: Measurement, reached: int) -> int:
        """Number of goals reached, at most all but the last."""
        if reached >= len(self.goals) - 1:
            return reached
        pose = {name: getattr(measurement, name) for name in ("base_position", "base_quaternion", "q")}
        poses, _ = jacobians(self.model, replace(initial_state(self.model), **pose))
        away = centre_of_mass(self.model, poses)[:2] - self.goals[reached]
        return reached + int(np.hypot(*away) <= self.network.task["goal_radius"])

    def observation(self, measurement: Measurement, last: FloatArray, reached: int = 0) -> FloatArray:
        """Return the observation of a measurement.

        Args:
            measurement: Of this instant.
            last: Last action, shape (k,).
            reached: Number of goals reached [-].
        """
        values: dict[str, Any] = {name: np.asarray(getattr(measurement, name))[None] for name in self.needs}
        values["last_action"] = last[None]
        values["goal"] = self.goals[reached][None]
        values |= {f"set_{name}": float(value) for name, value in self.network.task.get("set_point", {}).items()}
        parts = [
            flat(np.asarray(DERIVED[name].values(values) if name in DERIVED else values[name]))
            for name in self.network.task["observation"]
        ]
        return np.concatenate(parts, axis=1)[0]


def _command(commands: FloatArray, n: int, hold: bool) -> Command:
    return Command(commands[:n], hold=hold, thrust=commands[n:] if len(commands) > n else None)
