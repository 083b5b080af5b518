"""Input and output of a controller, and the reference of the coordinates that kernels evaluate.

`Measurement` is the input, `Command` the output. A `Reference` holds the motion of all coordinates over a time
interval, as a wave or as polynomial pieces; `targets_at` evaluates it.
"""

import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from snakelab.errors import ControlError, SnakelabWarning, nearest
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, term_name, vector
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import COORDINATE_WIDTH, TARGET, TARGET_ACCELERATION, TARGET_RATE
from snakelab.physics.model import Model

# ----------------------------------------------------------------------------------------------------------------------
# Measurement, command and reference: the classes, the making of references, and the check of commands
# ----------------------------------------------------------------------------------------------------------------------

WAVE, PIECEWISE, PERIODIC = 0, 1, 2
# Tolerance of the range of a pressure, as a fraction of the ceiling.
ROUNDING = 1e-6
MAX_NOTE_SIZE = 1000
# Start time of a wave without a ramp-in [s].
ALWAYS = -1e30
# Columns of `Reference.wave`
AMPLITUDE, FREQUENCY, PHASE, OFFSET = range(4)


@dataclass(frozen=True)
class Measurement(Displayed):
    """Measurement of a controller at one control instant.

    For a robot without sensors, the first seven fields contain the exact present state, and the others are None. For a
    robot with sensors, a field contains the latest sample of the first sensor that measures the quantity, or None if
    there is none.

    Attributes:
        time: Time [s].
        q, v: Coordinates and rates, shape (nv,); from `Encoders`.
        tau: Forces of the actuators as last applied, shape (nv,); from `TorqueSensors`.
        base_position: Position of the base, world axes, shape (3,), [m]; this and the next two from `PoseSensor`.
        base_quaternion: wxyz, shape (4,).
        base_velocity: World axes (linear, angular), shape (6,).
        head_position, head_quaternion, head_velocity: Likewise for the head; from `PoseSensor(on="head")`.
        specific_force: Acceleration minus gravity, sensor axes, shape (3,), [m/s^2]; this and the next two from `Imu`.
        angular_rate: Angular velocity, sensor axes, shape (3,), [rad/s].
        attitude: Rotation from sensor axes to world axes, wxyz, shape (4,).
        depth: Depth [m]; from `DepthSensor`.
        readings: Latest sample of every sensor, by its name in the recording, such as "measured_q".
    """

    time: float
    q: FloatArray
    v: FloatArray
    tau: FloatArray
    base_position: FloatArray
    base_quaternion: FloatArray
    base_velocity: FloatArray
    head_position: FloatArray | None = None
    head_quaternion: FloatArray | None = None
    head_velocity: FloatArray | None = None
    specific_force: FloatArray | None = None
    angular_rate: FloatArray | None = None
    attitude: FloatArray | None = None
    depth: float | None = None
    readings: Mapping[str, FloatArray] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        """Raise AttributeError with the fields that there are; called for a name that is none of them."""
        names = [one.name for one in fields(self)]
        raise AttributeError(f"Measurement has no field {name!r}{'' if name.startswith('_') else nearest(name, names)}")


@dataclass(frozen=True)
class Command(Displayed):
    """Command of a controller: one target for each coordinate, to be reached at the end of the control period.

    Attributes:
        target: Position of a prescribed or servo coordinate [rad or m]; force of a motor [N m or N]. Shape (nv,).
        rate: Rate of the target at the end of the period, shape (nv,); None computes it, and the acceleration, from
            differences of the last three targets, which is suitable for smooth commands only: a step of the target
            causes a large acceleration. The torques of prescribed joints depend on the acceleration, so give rate and
            acceleration if torques matter.
        acceleration: Likewise, shape (nv,); None for zero if the rate is given.
        force: Feed-forward force added to a servo, shape (nv,); None for zero.
        hold: True holds the target over the period; False (default) moves there by a quintic.
        thrust: Commands of the propellers, held over the period, shape (n_propellers,); None for zero.
        notes: Values for the cycle log by name: numbers, or lists of at most a thousand numbers. A run records them as
            `control_<name>` over `control_time`.
    """

    target: FloatArray
    rate: FloatArray | None = None
    acceleration: FloatArray | None = None
    force: FloatArray | None = None
    hold: bool = False
    thrust: FloatArray | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)


class Reference(NamedTuple):
    """Targets of all coordinates as functions of time, which kernels evaluate at each solve.

    Rows of propellers may follow those of the coordinates; without them the propellers stand still.

    Attributes:
        kind: WAVE (a sinusoid for each coordinate), PIECEWISE (quintics between knots) or PERIODIC (quintics, repeated).
        wave: Amplitude, angular frequency, phase, offset, shape (nv, 4).
        ramp: Start and duration of the smooth ramp-in, shape (2,), [s].
        knots: Ends of the pieces, shape (m + 1,), [s].
        coefficients: Of (t - knot) to the power 0..5, shape (m, nv, 6).
        force: Feed-forward force, shape (nv,).
    """

    kind: int
    wave: np.ndarray
    ramp: np.ndarray
    knots: np.ndarray
    coefficients: np.ndarray
    force: np.ndarray


def wave_reference(wave: FloatArray, ramp_start: float = ALWAYS, ramp_duration: float = 0.0) -> Reference:
    """Sinusoids: s(t) (offset + amplitude sin(frequency t + phase)), s the ramp-in."""
    nv = len(wave)
    ramp = np.array([ramp_start, ramp_duration])
    return Reference(
        WAVE, np.ascontiguousarray(wave, dtype=np.float64), ramp, np.zeros(2), np.zeros((1, nv, 6)), np.zeros(nv)
    )


def piecewise_reference(knots: FloatArray, coefficients: FloatArray, force: FloatArray | None = None) -> Reference:
    """Quintics between knots; before the first knot and after the last, the nearest piece's end value, at rest."""
    nv = coefficients.shape[1]
    held = np.zeros(nv) if force is None else np.ascontiguousarray(force, dtype=np.float64)
    return Reference(
        PIECEWISE, np.zeros((nv, 4)), np.zeros(2), np.ascontiguousarray(knots), np.ascontiguousarray(coefficients), held
    )


def periodic_reference(knots: FloatArray, coefficients: FloatArray, ramp_duration: float = 0.0) -> Reference:
    """Periodic quintics between knots: s(t) times the piece; s rises from 0 at the first knot."""
    once = piecewise_reference(knots, coefficients)
    return once._replace(kind=PERIODIC, ramp=np.array([knots[0], ramp_duration]))


def constant_reference(values: FloatArray) -> Reference:
    """Constant target."""
    wave = np.zeros((len(values), 4))
    wave[:, OFFSET] = values
    return wave_reference(wave)


def quintic(start: FloatArray, end: FloatArray, duration: float) -> FloatArray:
    """Coefficients, shape (nv, 6), of the quintic that joins value, rate and acceleration at both ends.

    Args:
        start: Value, rate, acceleration at the start, shape (3, nv).
        end: Likewise at the end, shape (3, nv).
        duration: Duration [s].
    """
    T = duration
    c = np.zeros((start.shape[1], 6))
    c[:, 0], c[:, 1], c[:, 2] = start[0], start[1], start[2] / 2
    dp = end[0] - (c[:, 0] + c[:, 1] * T + c[:, 2] * T**2)
    dv = (end[1] - (c[:, 1] + 2 * c[:, 2] * T)) * T
    da = (end[2] - 2 * c[:, 2]) * T**2
    c[:, 3] = (10 * dp - 4 * dv + da / 2) / T**3
    c[:, 4] = (-15 * dp + 7 * dv - da) / T**4
    c[:, 5] = (6 * dp - 3 * dv + da / 2) / T**5
    return c


def checked_command(command: object, model: Model, time: float) -> Command:
    """Return the command; raise an error if it does not fit the model."""
    if not isinstance(command, Command):
        raise ControlError(
            f"the controller must return a Command at t = {time:g} s, got {command!r}; write Command(target=...)"
        )
    n = len(model.arrays.coordinates)
    label = f"at t = {time:g} s, Command"
    optional = {
        key: None if value is None else _checked_vector(value, f"{label}.{key}", n)
        for key, value in (("rate", command.rate), ("acceleration", command.acceleration), ("force", command.force))
    }
    target = _checked_vector(command.target, f"{label}.target", n)
    _check_pressures(target, model, label)
    warn_conflict(model, target, label)
    thrust = np.zeros(len(model.arrays.propellers))
    if command.thrust is not None:
        thrust = _checked_vector(command.thrust, f"{label}.thrust", len(thrust))
    return Command(
        target, hold=bool(command.hold), thrust=thrust, notes=_checked_notes(command.notes, label), **optional
    )


def _checked_vector(value: object, name: str, size: int) -> FloatArray:
    """Return n finite numbers; an array of them, the usual case, is copied only."""
    if type(value) is np.ndarray and value.dtype == np.float64 and value.shape == (size,) and np.isfinite(value).all():
        return value.copy()
    return vector(value, name, ControlError, size=size)


def _checked_notes(notes: object, label: str) -> dict[str, Any]:
    """Return the notes as numbers and short vectors; values may be infinite or NaN, since a cost may be infinite."""
    if not isinstance(notes, Mapping):
        raise ControlError(f"{label}.notes must be a dict such as {{'cost': 3.2}}, got {notes!r}")
    checked = {}
    for name, value in notes.items():
        term_name(name, f"{label}.notes name", ControlError)
        if name in ("time", "cycle_time"):
            raise ControlError(f"{label}.notes cannot contain {name!r}, which is a recorded variable; use another name")
        try:
            array = np.array(value, dtype=np.float64)
        except (TypeError, ValueError):
            array = np.zeros((0, 0))
        if array.ndim > 1 or array.size > MAX_NOTE_SIZE:
            raise ControlError(
                f"{label}.notes {name} must be a number or a list of at most {MAX_NOTE_SIZE} numbers, got {value!r}"
            )
        checked[name] = array
    return checked


def _check_pressures(target: FloatArray, model: Model, label: str) -> None:
    """Raise ControlError if a pressure command is negative or exceeds the ceiling of its actuator."""
    coordinates = model.arrays.coordinates
    for j in np.flatnonzero(coordinates["force_floor"] == 0.0):  # actuators that only push
        maximum = coordinates["force_limit"][j] / coordinates["gain"][j]
        tested = coordinates["tested"][j]
        minimum = -ROUNDING * min(maximum, tested)
        if not minimum <= target[j] <= (1 + ROUNDING) * maximum:
            allowed = f"between 0 and its ceiling of {maximum:g} Pa" if maximum < np.inf else "at least 0 Pa"
            clip = f"{maximum:g}" if maximum < np.inf else "None"
            raise ControlError(
                f"{label}.target is {target[j]:.6g} Pa for {model.coordinate_names[j]}; a pressure must be {allowed}: write "
                f"np.clip(target, 0, {clip})"
            )
        if target[j] > tested:
            warn_untested(model, int(j), float(target[j]), f"{label}.target")


# Models for which the warning has been issued: one warning for a run and its repetitions.
_WARNED: WeakValueDictionary[int, Model] = WeakValueDictionary()


# Difference between prescribed lengths and those of a shape that is reported [m].
CONFLICT = 1e-6
_CONFLICTS: WeakValueDictionary[int, Model] = WeakValueDictionary()


def warn_conflict(model: Model, target: FloatArray, who: str) -> None:
    """Warn, once for each model, of prescribed lengths of the actuators of a section that no shape has.

    Args:
        model: The model.
        target: Targets of the coordinates, shape (nv,).
        who: Beginning of the message.
    """
    if not len(model.lines) or _CONFLICTS.get(id(model)) is model:
        return
    lines = [j for j in model.lines if model.driven[j]]
    differences = np.abs(model.leading(target) - target)[lines]
    if differences.max(initial=0.0) > CONFLICT:
        _CONFLICTS[id(model)] = model
        worst = model.coordinate_names[lines[int(differences.argmax())]]
        warnings.warn(
            f"{who} prescribes lengths that no shape of the section has: {worst} would be slack, or stretched, by "
            f"{differences.max():.3g} m, and the nearest shape is taken; see SoftSection.shape_for",
            SnakelabWarning,
            stacklevel=4,
        )


def warn_untested(model: Model, i_coordinate: int, pressure: float, who: str) -> None:
    """Warn, once for each model, that the commanded pressure of a coordinate exceeds the tested range.

    Args:
        model: The model.
        i_coordinate: Its coordinate.
        pressure: Commanded pressure [Pa].
        who: Beginning of the message.
    """
    if _WARNED.get(id(model)) is model:
        return
    _WARNED[id(model)] = model
    tested = model.arrays.coordinates["tested"][i_coordinate]
    warnings.warn(
        f"{who} commands {pressure:g} Pa for {model.coordinate_names[i_coordinate]}, which has been tested up to {tested:g} Pa "
        "only; stay below, or state the tested pressure: Hydraulic(tested_pressure=...)",
        SnakelabWarning,
        stacklevel=4,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Values of a reference at one instant: targets of all coordinates with their rates and accelerations
# ----------------------------------------------------------------------------------------------------------------------


@kernel(interpretable=True)
def ramp(t, start, duration):
    """Smooth ramp from 0 to 1 with its rate and acceleration: 10 x^3 - 15 x^4 + 6 x^5."""
    if t >= start + duration:
        return 1.0, 0.0, 0.0
    if t <= start or duration <= 0.0:
        return 0.0, 0.0, 0.0
    x = (t - start) / duration
    value = x * x * x * (10.0 - 15.0 * x + 6.0 * x * x)
    rate = 30.0 * x * x * (1.0 - x) ** 2 / duration
    return value, rate, 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2


@kernel(interpretable=True)
def references(reference, t, out):
    """Fill TARGET, TARGET_RATE and TARGET_ACCELERATION of every row at the time t: coordinates, then propellers.

    With a reference of coordinates only, the propellers have no command.
    """
    if reference.kind == WAVE:
        s, ds, dds = ramp(t, reference.ramp[0], reference.ramp[1])
        for j in range(min(out.shape[0], reference.wave.shape[0])):
            omega = reference.wave[j, FREQUENCY]
            angle = omega * t + reference.wave[j, PHASE]
            sine = reference.wave[j, AMPLITUDE] * math.sin(angle)
            value = reference.wave[j, OFFSET] + sine
            rate = reference.wave[j, AMPLITUDE] * omega * math.cos(angle)
            out[j, TARGET] = s * value
            out[j, TARGET_RATE] = ds * value + s * rate
            out[j, TARGET_ACCELERATION] = dds * value + 2.0 * ds * rate - s * omega * omega * sine
        return
    if reference.kind == PERIODIC:
        first = reference.knots[0]
        cycle = reference.knots[-1] - first
        pieces(reference, first + (t - first) - cycle * math.floor((t - first) / cycle), out)
        s, ds, dds = ramp(t, reference.ramp[0], reference.ramp[1])
        for j in range(min(out.shape[0], reference.coefficients.shape[1])):
            value, rate = out[j, TARGET], out[j, TARGET_RATE]
            out[j, TARGET] = s * value
            out[j, TARGET_RATE] = ds * value + s * rate
            out[j, TARGET_ACCELERATION] = dds * value + 2.0 * ds * rate + s * out[j, TARGET_ACCELERATION]
        return
    pieces(reference, t, out)


@kernel(interpretable=True)
def pieces(reference, t, out):
    """Value of the piece that contains t; before the first knot and after the last, the nearest end at rest."""
    knots = reference.knots
    piece = 0
    last = len(knots) - 2
    high = last
    while piece < high:  # last knot at or before t
        middle = (piece + high + 1) // 2
        if knots[middle] <= t:
            piece = middle
        else:
            high = middle - 1
    x = min(max(t, knots[0]), knots[last + 1]) - knots[piece]
    edge = 1e-9 * (1.0 + abs(t))  # the end of a step may miss the end of a piece by rounding
    moving = 1.0 if knots[0] - edge <= t <= knots[last + 1] + edge else 0.0
    for j in range(min(out.shape[0], reference.coefficients.shape[1])):
        c = reference.coefficients[piece, j]
        out[j, TARGET] = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))))
        out[j, TARGET_RATE] = moving * (c[1] + x * (2.0 * c[2] + x * (3.0 * c[3] + x * (4.0 * c[4] + x * 5.0 * c[5]))))
        out[j, TARGET_ACCELERATION] = moving * (2.0 * c[2] + x * (6.0 * c[3] + x * (12.0 * c[4] + x * 20.0 * c[5])))


def targets_at(reference: Reference, time: float) -> FloatArray:
    """Value, rate and acceleration of every row at the time [s], shape (3, rows)."""
    rows = np.zeros((max(len(reference.wave), reference.coefficients.shape[1]), COORDINATE_WIDTH))
    references(reference, float(time), rows)
    return rows[:, TARGET : TARGET_ACCELERATION + 1].T.copy()
