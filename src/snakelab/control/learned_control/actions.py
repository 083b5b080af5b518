"""Actions from -1 to 1 as commands of a robot: joint targets, torques, gait parameters, thrusts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.control.learned_control.modulated_gait import ModulatedGait, modulated_gait
from snakelab.errors import ControlError, nearest
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR, PASSIVE, PRESCRIBED
from snakelab.types import FloatArray

KINDS = ("joint_targets", "torques", "gait", "gait_parameters", "thrusts")
MOVERS = ("joint_targets", "gait", "gait_parameters")  # each sets the targets of all joints
WAVE = ("amplitude", "frequency", "lag", "offset")
WAVE_UNITS = {"amplitude": "rad", "frequency": "Hz", "lag": "rad", "offset": "rad"}
WAVE_DEFAULTS = {"amplitude": 0.5, "frequency": 1.0, "lag": 0.8, "offset": 0.0}
WIDEST = math.pi / 2  # of a joint without limits [rad]


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
    if len(movers := [kind for kind in described if kind in MOVERS]) > 1:
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
            wide = (max(low, -WIDEST), min(high, WIDEST))
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
