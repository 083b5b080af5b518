"""Guidance of an autopilot: line-of-sight law, bending for steering, state estimate, and path following."""

import math
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.control.thrust_allocation import centre_of_mass
from snakelab.errors import ControlError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.columns import MOTOR, MOUNT, PASSIVE, SOCKET, SOFT
from snakelab.physics.command import Measurement
from snakelab.physics.dynamics import inverse_dynamics
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.robots.joints import REVOLUTE

# ----------------------------------------------------------------------------------------------------------------------
# Integral line-of-sight guidance onto the line between two waypoints, with rejection of constant currents
# ----------------------------------------------------------------------------------------------------------------------


class GuidanceReference(NamedTuple):
    """Reference values of the guidance law at one instant.

    Attributes:
        heading: Reference heading [rad].
        height: z of the line at the projection of the robot [m].
        drift: Integral of the cross-track error as a horizontal vector, for the next call, shape (2,), [m].
        cross_track: Distance from the line, positive to its left [m].
        along: Distance along the line from its start [m].
        length: Of the line [m].
    """

    heading: float
    height: float
    drift: FloatArray
    cross_track: float
    along: float
    length: float


def line_of_sight(
    position: FloatArray,
    start: FloatArray,
    end: FloatArray,
    lookahead: float,
    integral_gain: float,
    drift: FloatArray,
    period: float,
) -> GuidanceReference:
    """heading = direction of the line - atan(e / near) - atan(y / D), y' = integral_gain D e / ((e + y)^2 + D^2), D = lookahead.

    In a side current the cross-track error e converges to zero, and y determines the crab angle. `near` is the look-ahead
    distance, or the remaining length of the line if that is shorter: the robot then aims at the end of the line, and turns
    back behind it.

    Args:
        position: Of the robot, shape (3,), [m].
        start, end: Of the line, shape (3,), [m].
        lookahead: Along the line [m].
        integral_gain: Integral gain [m/s].
        drift: From the last call, in the horizontal plane; y is its component to the left of the line, shape (2,), [m].
        period: To the next call [s].

    Source: Caharija, Pettersen, Bibuli, Calado, Zereik, Braga, Gravdahl, Sorensen, Milovanovic, Bruzzone, Integral
    line-of-sight guidance and control of underactuated marine vehicles: theory, simulations, and experiments, 2016.
    """
    line = end - start
    length = math.hypot(line[0], line[1])
    if length < 1e-9:
        line, length = end - position, max(math.hypot(*(end - position)[:2]), 1e-9)
        start = position
    c, s = line[0] / length, line[1] / length
    offset = position - start
    along, error = offset[0] * c + offset[1] * s, offset[1] * c - offset[0] * s
    side = np.array([-s, c])
    integral = float(drift @ side)
    rate = integral_gain * lookahead * error / ((error + integral) ** 2 + lookahead**2)
    near = min(lookahead, length - along)
    fraction = float(np.clip(along / length, 0.0, 1.0))
    return GuidanceReference(
        math.atan2(s, c) - math.atan2(error, near) - math.atan(integral / lookahead),
        float(start[2] + fraction * (end[2] - start[2])),
        drift + (period * rate * side if along < length else 0.0),
        error,
        along,
        length,
    )


def wrapped(angle: float) -> float:
    """Return the equivalent angle in [-pi, pi)."""
    return (angle + math.pi) % (2 * math.pi) - math.pi


# ----------------------------------------------------------------------------------------------------------------------
# Bending of joints and soft sections for steering: angles, elongations, forces or pressures
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bend:
    """Bending of one revolute joint or soft section.

    Attributes:
        first: Index of its first coordinate.
        n: Number of its coordinates.
        rotation: Rotation matrix from its axes to those of the base when the robot is straight, shape (3, 3).
        map: Targets per rotation vector in its own axes, shape (n, 3): [-], [m/rad], or force or pressure per radian.
        nonnegative: True for pressures, which must not be negative.
        upper_limit: Upper limit of the targets, shape (n,).
    """

    first: int
    n: int
    rotation: FloatArray
    map: FloatArray
    nonnegative: bool
    upper_limit: FloatArray

    def targets(self, angle: float, up: FloatArray) -> FloatArray:
        """Targets of a bending angle about the vertical, shape (n,). Pressures also elongate a soft section.

        Args:
            angle: Bending angle [rad], positive to the left.
            up: Unit vector of the vertical in the axes of the straight robot, shape (3,).
        """
        targets = self.map @ (self.rotation.T @ up) * angle
        return np.clip(targets - targets.min(), 0.0, self.upper_limit) if self.nonnegative else targets


def bends_of(model: Model) -> tuple[Bend, ...]:
    """Return the revolute joints and soft sections that an actuator can hold at a bending angle.

    A motor needs a spring to hold an angle; without one the joint is omitted.
    """
    table, bends, rotation = model.arrays.coordinates, [], np.eye(3)
    sign = -1.0 if model.robot.from_head else 1.0  # with the base at the head, coordinates change sign
    for part in model.parts:
        if part["kind"] == SOCKET:  # the trunk alone steers
            break
        if part["kind"] == MOUNT:
            rotation = rotation @ part["rotation"].reshape(3, 3)
        coordinates = slice(part["coordinate"], part["coordinate"] + part["n_coordinates"])
        rows = table[coordinates]
        if part["kind"] not in (REVOLUTE, SOFT) or (rows["actuator"] == PASSIVE).any():
            continue
        shape = sign * _shape(part)
        motors = rows["actuator"] == MOTOR
        if (motors & (rows["stiffness"] == 0)).any() or (motors.any() and not motors.all()):
            continue
        force = np.where(motors, rows["stiffness"] / np.where(rows["gain"] == 0, 1.0, rows["gain"]), 1.0)
        nonnegative = bool((motors & (rows["force_floor"] == 0.0)).all())
        upper_limit = rows["force_limit"] / rows["gain"] if motors.all() else np.full(len(rows), math.inf)
        bends.append(Bend(coordinates.start, len(rows), rotation, force[:, None] * shape, nonnegative, upper_limit))
    return tuple(bends)


def _shape(part: np.void) -> FloatArray:
    """Coordinates per rotation vector of a part about its own axes, shape (n, 3)."""
    if part["kind"] == REVOLUTE:
        return part["axis"][None, :].copy()
    columns = part["columns"][: part["n_coordinates"]]
    return np.linalg.pinv(columns.T)[:, 3:]


# ----------------------------------------------------------------------------------------------------------------------
# State estimate: pose and velocity of the whole robot, computed from one measurement
# ----------------------------------------------------------------------------------------------------------------------

# Fields of the measurement that an autopilot reads, and the sensor that provides each.
SENSOR_OF = {
    "base_position": "PoseSensor()",
    "base_quaternion": "PoseSensor()",
    "base_velocity": "PoseSensor()",
    "q": "Encoders()",
    "v": "Encoders()",
}


@dataclass(frozen=True)
class StateEstimate:
    """Pose and velocity of the whole robot: means over the body, since the base of a snake oscillates.

    Attributes:
        time: Time of the measurement [s].
        position: Centre of mass, world axes, shape (3,), [m].
        velocity: Velocity of the centre of mass over ground, world axes, shape (3,), [m/s].
        angular_velocity: Mean angular velocity, world axes, shape (3,), [rad/s].
        attitude: Mean rotation matrix of the stations relative to the straight robot along x, shape (3, 3).
    """

    time: float
    position: FloatArray
    velocity: FloatArray
    angular_velocity: FloatArray
    attitude: FloatArray

    @property
    def heading(self) -> float:
        """Heading of the mean direction of the body, from x toward y [rad]."""
        return math.atan2(self.attitude[1, 0], self.attitude[0, 0])

    @property
    def pitch(self) -> float:
        """Angle of the mean direction above the horizontal [rad]."""
        return math.atan2(self.attitude[2, 0], math.hypot(self.attitude[0, 0], self.attitude[1, 0]))

    @property
    def forward(self) -> FloatArray:
        """Horizontal unit vector along the heading, shape (3,)."""
        return np.array([math.cos(self.heading), math.sin(self.heading), 0.0])


def estimate_state(model: Model, rest: State, measurement: Measurement) -> StateEstimate:
    """Estimate the state from one measurement. Means over the body weight each station by its mass.

    Args:
        model: The model.
        rest: State of the straight robot along x.
        measurement: Must hold pose and velocity of the base, and angles and rates of the joints.

    Raises:
        ControlError: if no sensor provides one of these.
    """
    m = measurement
    missing = [key for key in SENSOR_OF if getattr(m, key) is None]
    if missing:
        sensors = ", ".join(dict.fromkeys(SENSOR_OF[key] for key in missing))
        raise ControlError(
            f"an Autopilot needs {', '.join(missing)}, which no sensor of this robot provides; write "
            f"Robot(..., sensors=[..., {sensors}])"
        )
    state = replace(
        rest,
        time=m.time,
        base_position=m.base_position,
        base_quaternion=m.base_quaternion,
        base_velocity=m.base_velocity,
        q=m.q,
        v=m.v,
    )
    poses, columns = jacobians(model, state)
    weights = model.stations["mass"] / model.mass
    rates = np.concatenate([m.base_velocity[model.arrays.base], m.v])
    twist = weights @ np.tensordot(rates, columns, 1)[:-1]
    straight, _ = jacobians(model, rest)
    now, then = (frames[:-1, :9].reshape(-1, 3, 3) for frames in (poses, straight))
    return StateEstimate(
        m.time, centre_of_mass(model, poses), twist[:3], twist[3:], mean_rotation(weights, now @ then.swapaxes(1, 2))
    )


def mean_rotation(weights: FloatArray, rotations: FloatArray) -> FloatArray:
    """Return the rotation matrix closest to the weighted mean of rotation matrices, shape (3, 3)."""
    left, _, right = np.linalg.svd(np.tensordot(weights, rotations, 1))
    return left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right


def inertia_about_com(model: Model, position: FloatArray) -> FloatArray:
    """Return the inertia of the straight robot, with its added mass, about its centre of mass, shape (6, 6).

    Args:
        model: The model.
        position: Position of the base [m]; decides in which fluid regions the robot is.
    """
    state = initial_state(model, position=position)
    base, n = model.arrays.base, len(model.arrays.base)
    zero = np.zeros(n + model.n_coordinates)
    bias = inverse_dynamics(model, state, zero)[:n]
    matrix = np.zeros((6, 6))
    for i, unit in enumerate(np.eye(len(zero))[:n]):
        matrix[base, base[i]] = inverse_dynamics(model, state, unit)[:n] - bias
    poses, _ = jacobians(model, state)
    x, y, z = state.base_position - centre_of_mass(model, poses)
    shift = np.eye(6)  # twist at the base from the twist at the centre of mass
    shift[:3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    return shift.T @ matrix @ shift


# ----------------------------------------------------------------------------------------------------------------------
# Path following: switching of waypoints, and monitoring of the progress toward the next one
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WaypointPath:
    """Waypoints and the constant parameters of path following.

    Attributes:
        points: Waypoints, shape (n, 3), [m].
        use_depth: Include the depth in the distance to a waypoint.
        radius, lookahead: See `Autopilot` [m].
        drift_gain: Integral gain of the line of sight divided by the speed [-].
        speed: Reference speed [m/s]; None uses the measured speed.
        period: Control period [s].
        patience: See `Autopilot` [s].
    """

    points: FloatArray
    use_depth: bool
    radius: float
    lookahead: float
    drift_gain: float
    speed: float | None
    period: float
    patience: float

    def distance(self, position: FloatArray, i: int) -> float:
        """Distance from a position to waypoint i [m]."""
        return float(np.linalg.norm((self.points[i] - position)[: 3 if self.use_depth else 2]))


@dataclass(frozen=True)
class PathProgress:
    """Progress along the path; part of the autopilot's memory.

    Attributes:
        next: Index of the next waypoint; the index of the last one once it is reached.
        start: Start of the current line, shape (3,), [m]; None before the first cycle.
        drift: Integral of the line of sight as a horizontal vector, shape (2,), [m]. Each line uses the component across
            it, so that the estimate of a current carries over from line to line.
        heading, height: Reference values [rad, m].
        arrived: True while the robot rests at the last waypoint.
        nearest: Least distance to the next waypoint that counted as progress [m].
        since: Time of the last progress [s].
        reported: True once a note on missing progress is written.
        notes: Events as lines of text.
    """

    next: int = 0
    start: FloatArray | None = None
    drift: FloatArray = field(default_factory=lambda: np.zeros(2))
    heading: float = 0.0
    height: float = 0.0
    arrived: bool = False
    nearest: float = math.inf
    since: float = 0.0
    reported: bool = False
    notes: tuple[str, ...] = ()


def progress_in(memory: dict[str, Any]) -> PathProgress:
    """Return the progress in the memory of an autopilot."""
    return PathProgress(**memory["progress"])


def follow_path(path: WaypointPath, estimate: StateEstimate, progress: PathProgress) -> PathProgress:
    """Update the progress: passed and missed waypoints, and reference heading and height at this instant."""
    v = progress if progress.start is not None else _leg(progress, estimate, estimate.position)
    gap = path.distance(estimate.position, v.next)
    if v.arrived and gap <= 2.0 * path.radius:  # a robot that rests at the last waypoint returns to it from two radii
        return v
    if v.arrived:
        v = replace(_leg(v, estimate, estimate.position), arrived=False)
    elif gap <= path.radius:
        v = _passed(path, estimate, v, gap)
        if v.arrived:
            return v
    v, overshot = _toward(path, estimate, v)
    if overshot:
        v = _missed(estimate, v, gap)
    return v


def monitor_progress(path: WaypointPath, estimate: StateEstimate, progress: PathProgress, full: bool) -> PathProgress:
    """Update the progress, and add a note if the robot has not come closer for the time `patience`.

    Args:
        path: The path.
        estimate: State of the robot.
        progress: The progress so far.
        full: True if the forward thrust is at its limit.
    """
    if progress.arrived:
        return progress
    gap = path.distance(estimate.position, progress.next)
    if gap < progress.nearest - 0.1 * path.radius:  # progress is a decrease by at least this fraction of the radius
        return replace(progress, nearest=gap, since=estimate.time, reported=False)
    if progress.reported or estimate.time - progress.since < path.patience:
        return progress
    reason = (
        "at full thrust: the current may be stronger than the robot"
        if full
        else "with thrust to spare: its turning circle may be wider than the waypoint's radius"
    )
    times = f"from t = {progress.since:.4g} to {estimate.time:.4g} s"
    line = f"no progress toward waypoint {progress.next + 1} {times}, {gap:.3g} m away, {reason}"
    return replace(progress, reported=True, notes=(*progress.notes, line))


def _leg(progress: PathProgress, estimate: StateEstimate, start: FloatArray) -> PathProgress:
    """Return the progress at the start of a new line to the next waypoint."""
    return replace(progress, start=start.copy(), nearest=math.inf, since=estimate.time, reported=False)


def _passed(path: WaypointPath, estimate: StateEstimate, progress: PathProgress, gap: float) -> PathProgress:
    """Return the progress after a waypoint is reached: the next line, or rest at the last waypoint."""
    i = progress.next
    notes = (*progress.notes, f"passed waypoint {i + 1} at t = {estimate.time:.4g} s, {gap:.3g} m away")
    if i + 1 < len(path.points):
        return replace(_leg(progress, estimate, path.points[i]), next=i + 1, notes=notes)
    if any(note.startswith(f"passed waypoint {i + 1} ") for note in progress.notes):
        notes = progress.notes  # reached before, then moved away
    return replace(progress, arrived=True, height=float(path.points[i][2]), notes=notes)


def _missed(estimate: StateEstimate, progress: PathProgress, gap: float) -> PathProgress:
    """Return the progress with a note on a missed waypoint; at most one note per waypoint."""
    line = f"missed waypoint {progress.next + 1} "
    if any(note.startswith(line) for note in progress.notes):
        return progress
    line += f"at t = {estimate.time:.4g} s by {gap:.3g} m, and turns back to it"
    return replace(progress, notes=(*progress.notes, line))


def _toward(path: WaypointPath, estimate: StateEstimate, progress: PathProgress) -> tuple[PathProgress, bool]:
    """Return the progress with the reference values of the current line, and True if the end of the line is passed."""
    speed = math.hypot(estimate.velocity[0], estimate.velocity[1]) if path.speed is None else path.speed
    assert progress.start is not None
    course = line_of_sight(
        estimate.position,
        progress.start,
        path.points[progress.next],
        path.lookahead,
        path.drift_gain * speed,
        progress.drift,
        path.period,
    )
    updated = replace(progress, drift=course.drift, heading=course.heading, height=course.height)
    return updated, course.along > course.length
