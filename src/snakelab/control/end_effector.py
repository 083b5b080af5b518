"""End-effector control, and stabilisation of the gaze of the head, by inverse kinematics of the joints."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.control.controller import Controller, Planner, Seeded, Teleop
from snakelab.control.sampling_mpc import SamplingMpc
from snakelab.control.thrust_allocation import Thrusters, allocate, default_weights, thrust_matrix, thrusters_of
from snakelab.errors import ControlError
from snakelab.gaits.cpg import CpgGait
from snakelab.gaits.curve_fitting import CurveGait
from snakelab.gaits.gait import Gait, TableGait
from snakelab.gaits.orthogonal_gaits import ConcertinaGait, NamedGait, WindingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.geometry.cross_sections import principal_axes
from snakelab.geometry.rotations import (
    matrix_of,
    quat_log,
    quat_multiply,
    rotation_exp,
    rotation_log,
    rotation_matrices,
)
from snakelab.parameters.arguments import FloatArray, is_row, vector
from snakelab.parameters.declarations import FIXED, Choices, Slider, Unit, check_declared
from snakelab.perception.body_kinematics import HEAD, BodyKinematics, transforms
from snakelab.physics.columns import MOTOR, PRESCRIBED, SERVO
from snakelab.physics.command import Command, Measurement, Reference, targets_at
from snakelab.physics.dynamics import mass_matrix
from snakelab.physics.inverse_kinematics import HELD, InverseKinematics
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.robots.joints import Revolute
from snakelab.robots.sensors import Imu

# ----------------------------------------------------------------------------------------------------------------------
# End-effector control: a point of the body follows a trajectory while propellers hold the base
# ----------------------------------------------------------------------------------------------------------------------

WORLD, BASE = "world", "base"


@dataclass(frozen=True)
class EndEffector:
    """Position of a point of the body along a trajectory, by inverse kinematics of the joints, once a control period.

    The trajectory is a cubic spline through the path with zero rates at its ends, and stays at its last point. Each
    period the inverse kinematics starts from the last targets and from the measured pose of the base, so that drift of
    the base is compensated. Joint limits are kept; for redundant joints, the targets are those nearest to the last ones
    and, with a pull, to `rest`. If the point is unreachable, the nearest reachable one is used, and the note
    `control_miss` records its distance.

    With propellers the base is held at its initial pose by u = M (-w^2 e - 2 z w e'), with e the deviation of position and
    rotation, M the inertia of the robot in its present shape, and the allocation of the thrusts within their limits.

    Args:
        path: Rows (t, x, y, z) with ascending times, shape (n, 4), [s, m].
        point: "head", or the name of a link or a station of a soft section (its centre of mass).
        offset: Point relative to it, in its axes, [m].
        frame: "world", or "base" for positions relative to the initial pose of the base.
        period: Control period [s].
        rest: Preferred coordinates; None for zeros. They have an effect only with a pull.
        pull: Fraction of the difference to them that each iteration removes [-].
        hold_frequency: w, natural frequency of the controller that holds the base [rad/s]; 0 turns the propellers off.
        hold_damping: z, damping ratio of that controller [-].

    Raises:
        ControlError: if an argument is invalid, or a joint has an actuator without targets.

    Source: inverse kinematics as in `InverseKinematics`.
    """

    path: Sequence[Sequence[float]]
    point: str = "head"
    offset: Annotated[Sequence[float], Len(3, 3), Unit("m"), Slider(-1, 1, 0.01)] = (0.0, 0.0, 0.0)
    frame: Annotated[str, Choices((WORLD, BASE))] = WORLD
    period: Annotated[float, Gt(0), Unit("s"), Slider(0.005, 1, 0.005)] = 0.05
    rest: Annotated[Sequence[float], Slider(-3, 3, 0.01)] | None = None
    pull: Annotated[float, Ge(0), Le(1), Slider(0, 1, 0.01)] = 0.0
    hold_frequency: Annotated[float, Ge(0), Unit("rad/s"), Slider(0, 5, 0.05)] = 1.0
    hold_damping: Annotated[float, Ge(0), Slider(0, 3, 0.05)] = 1.0

    def __post_init__(self) -> None:
        check_declared(self, ControlError)
        given: object = self.path
        if not is_row(given) or len(given) < 2:
            raise ControlError(f"EndEffector path must be two rows (t, x, y, z) or more, got {given!r}")
        rows = np.array([vector(row, f"EndEffector path[{i}]", ControlError, size=4) for i, row in enumerate(given)])
        if not (np.diff(rows[:, 0]) > 0).all():
            raise ControlError(f"EndEffector path must have ascending times, got {rows[:, 0].tolist()}")

    def for_model(self, model: Model) -> "EndEffectorController":
        """Return the controller of one model.

        Raises:
            ControlError: if a coordinate follows no target positions, or the robot has no such point.
        """
        table = model.arrays.coordinates["actuator"]
        unmeasured = [
            name for name, kind in zip(model.coordinate_names, table, strict=True) if kind not in (PRESCRIBED, SERVO)
        ]
        if unmeasured or not len(table):
            which = (
                f"{unmeasured[0]!r} of {model.robot.name!r} does not"
                if unmeasured
                else f"{model.robot.name!r} has none"
            )
            raise ControlError(
                f"an EndEffector needs coordinates that follow targets, and {which}; use Servo or Prescribed"
            )
        from scipy.interpolate import CubicSpline

        rows = np.array(self.path, dtype=np.float64)
        spline = CubicSpline(rows[:, 0], rows[:, 1:], bc_type="clamped")
        solver = InverseKinematics(
            model, self.point, offset=self.offset, orientation=False, base=HELD, rest=self.rest, pull=self.pull,
            tolerance=1e-9 if self.pull == 0 else 1e-4, iterations=100,
        )  # fmt: skip
        return EndEffectorController(self, model, solver, spline, (rows[0, 0], rows[-1, 0]), thrusters_of(model))


@dataclass(frozen=True)
class EndEffectorController:
    """A `Controller`: an `EndEffector` for one model.

    Attributes:
        settings: The parameters.
        model: The robot in its world.
        solver: Inverse kinematics of the point.
        spline: Trajectory of the point over time.
        span: First and last time of the trajectory [s].
        thrusters: The propellers.
    """

    settings: EndEffector
    model: Model
    solver: InverseKinematics
    spline: Any
    span: tuple[float, float]
    thrusters: Thrusters

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.settings.period

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Joints as they are at the start, propellers off."""
        n, m = self.model.n_coordinates, len(self.thrusters.propellers)
        return Command(np.zeros(n), np.zeros(n), np.zeros(n), thrust=np.zeros(m)), {"base": None, "q": None}

    def command(self, measurement: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Targets for the end of this period, and the thrusts that hold the base."""
        pose = np.concatenate([measurement.base_position, measurement.base_quaternion])
        home = pose if memory["base"] is None else np.asarray(memory["base"])
        last = measurement.q if memory["q"] is None else np.asarray(memory["q"])
        present = initial_state(
            self.model, q=last, position=measurement.base_position, quaternion=measurement.base_quaternion
        )
        solution = self.solver.solve(self.target(measurement.time + self.period, home), present)
        q = solution.q.copy()
        rate = (q - last) / self.period
        thrust = self._hold(present, measurement, home)
        notes = {"miss": solution.position_error}
        return Command(q, rate, np.zeros(len(q)), thrust=thrust, notes=notes), {"base": home, "q": q}

    def target(self, time: float, home: FloatArray) -> FloatArray:
        """Wanted position of the point, world axes, shape (3,), [m].

        Args:
            time: [s].
            home: Initial pose of the base, position and quaternion, shape (7,).
        """
        point = np.asarray(self.spline(np.clip(time, *self.span)), dtype=np.float64)
        if self.settings.frame == WORLD:
            return point
        rotation = rotation_matrices(home[3:])
        return np.asarray(home[:3] + rotation @ point)

    def _hold(self, present: State, measurement: Measurement, home: FloatArray) -> FloatArray:
        """Commands of the propellers that bring the base back to its initial pose."""
        w, z = self.settings.hold_frequency, self.settings.hold_damping
        n = len(self.thrusters.propellers)
        if w == 0.0 or n == 0:
            return np.zeros(n)
        error = np.concatenate(
            [measurement.base_position - home[:3], _rotation_error(measurement.base_quaternion, home[3:])]
        )
        wanted = -(w**2) * error - 2 * z * w * measurement.base_velocity
        base = self.model.arrays.base
        inertia = mass_matrix(self.model, present)[: len(base), : len(base)]
        wrench = np.zeros(6)
        wrench[base] = inertia @ wanted[base]
        matrix = thrust_matrix(self.model, present, about="base")
        allocation = allocate(matrix, wrench, self.thrusters.minimum, self.thrusters.maximum, default_weights(matrix))
        return self.thrusters.commands(allocation.thrust)


def _rotation_error(attitude: FloatArray, reference: FloatArray) -> FloatArray:
    """Rotation vector from a reference attitude to another, world axes, shape (3,), [rad]."""
    w, x, y, z = (float(c) for c in reference)
    rotation = quat_multiply(tuple(float(c) for c in attitude), (w, -x, -y, -z))
    return np.array(quat_log(rotation))


# ----------------------------------------------------------------------------------------------------------------------
# Gaze stabilisation: the joints behind the head keep its heading and pitch still while the body undulates
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GazeStabiliser:
    """Gaze stabilisation: a gait or controller in which the first joints behind the head keep the heading and pitch of
    the head constant.

    In every period, the orientation of the neck, the part behind these joints, is computed from the attitude of the
    head and the encoders, and extrapolated to the end of the period. Newton's method finds the angles at which the x
    axis of the head points along the reference: the filtered heading of the virtual chassis, and a constant pitch. All
    other joints follow the given motion.

    The attitude comes from an `Imu` with `attitude_noise`, or from the exact state of a robot without sensors; the
    orientation of the neck passes through an alpha-beta filter. Without an attitude, the virtual chassis of the
    measured shape replaces the world frame; only the undulation is then compensated, by the encoders alone.

    Args:
        motion: Gait, planner or controller.
        joints: Number of joints used [-]: 1, the first about z; 2, the first about z and the first about y.
        pitch: Reference pitch, positive downwards [rad].
        response: Time constant of the filter of the heading [s]; choose it longer than a cycle of the gait.
        speed_limit: Largest rate of these joints [rad/s].
        period: Control period for a gait [s]; a controller keeps its own.

    Raises:
        ControlError: if the motion is not a gait or controller, or the robot has no such joints.

    Roll about the optical axis is not compensated. Not for rolling gaits, in which the head rotates completely.

    Source: Rollinson, Buchan and Choset 2012 for the chassis; the compensation follows from the kinematics.
    """

    motion: (
        SerpenoidGait
        | TableGait
        | CurveGait
        | NamedGait
        | WindingGait
        | ConcertinaGait
        | CpgGait
        | Teleop
        | SamplingMpc
        | Gait
        | Planner
        | Controller
    )
    joints: Annotated[int, Ge(1), Le(2), Slider(1, 2, 1), FIXED] = 2
    pitch: Annotated[float, Ge(-1.5), Le(1.5), Unit("rad"), Slider(-1, 1, 0.01)] = 0.0
    response: Annotated[float, Gt(0), Unit("s"), Slider(0.5, 30, 0.5)] = 8.0
    speed_limit: Annotated[float, Gt(0), Unit("rad/s"), Slider(0.1, 10, 0.1)] = 4.0
    period: Annotated[float, Gt(0), Unit("s"), Slider(0.005, 0.1, 0.005)] = 0.02

    def __post_init__(self) -> None:
        motion: object = self.motion
        if isinstance(motion, type) or not isinstance(motion, (Gait, Planner, Controller)):
            raise ControlError(
                f"GazeStabiliser motion must be a gait or a controller, got {motion!r}; write WindingGait(...)"
            )
        check_declared(self, ControlError)

    def with_seed(self, seed: int) -> "GazeStabiliser":
        """Return a copy whose motion has the seed, or the object itself if the motion draws no random numbers."""
        if not isinstance(self.motion, Seeded):
            return self
        return GazeStabiliser(
            self.motion.with_seed(seed), self.joints, self.pitch, self.response, self.speed_limit, self.period
        )

    def for_model(self, model: Model) -> "GazeController":
        """Return the controller of one robot.

        Raises:
            ControlError: if the robot lacks the joints, or has motors, which take forces.
        """
        used = head_joints(model, self.joints)
        if (model.arrays.coordinates["actuator"] == MOTOR).any():
            raise ControlError(
                "GazeStabiliser gives angles, and this robot has a Motor, which needs a force; use Servo(kp=...)"
            )
        inner: Controller | Reference
        if isinstance(self.motion, Planner):
            inner = self.motion.for_model(model)
        else:
            inner = self.motion if isinstance(self.motion, Controller) else self.motion.reference(model)
        period = self.period if isinstance(inner, Reference) else inner.period
        return GazeController(self, period, model, inner, Neck(model, used))


def head_joints(model: Model, n: int) -> tuple[int, ...]:
    """Coordinates of the first joint about z behind the head, and for two of the first about y.

    Raises:
        ControlError: if there are none.
    """
    wanted = ["z", "y"][:n]
    joints: dict[str, int] = {}
    order = [part for part in model.robot.parts for _ in part.coordinates]
    numbers = range(len(order))
    for index in numbers if model.robot.from_head else reversed(numbers):
        part = order[index]
        if isinstance(part, Revolute):
            for name, axis in (("z", 2), ("y", 1)):
                direction = np.eye(3)["xyz".index(part.axis)] if isinstance(part.axis, str) else np.asarray(part.axis)
                if abs(direction[axis]) > 0.9 * np.linalg.norm(direction):
                    joints.setdefault(name, index)
    missing = [name for name in wanted if name not in joints]
    if missing:
        raise ControlError(
            f"GazeStabiliser joints={n} needs a hinge about {' and one about '.join(missing)}, and {model.robot.name!r} has none"
            + ("; write joints=1" if n == 2 and "z" in joints else "")
        )
    return tuple(joints[name] for name in wanted)


class Neck:
    """Orientation of the head against the part behind the joints used, as a function of their angles."""

    def __init__(self, model: Model, used: tuple[int, ...]) -> None:
        self.kinematics, self.used, self.from_head = BodyKinematics(model), used, model.robot.from_head
        segments = self.kinematics.segments
        at = [i for i, segment in enumerate(segments) if set(segment.columns) & set(used)]
        self.segments = segments[: at[-1] + 1] if self.from_head else segments[at[0] :]
        self.imu = next((s for s in model.robot.sensors if isinstance(s, Imu) and s.attitude_noise is not None), None)

    def rotation(self, q: FloatArray) -> FloatArray:
        """R_neck_head at joint angles, shape (3, 3)."""
        R = np.eye(3)
        for T in transforms(self.segments, q[None]):
            R = R @ (T[0] if T.ndim == 3 else T)[:3, :3]
        return R.T if self.from_head else R

    def pose(self, knots: FloatArray, frame: str) -> FloatArray:
        """T_base_frame, shape (4, 4)."""
        place = self.kinematics.place(frame)
        return np.asarray(knots[place.knot] @ place.offset)

    def attitude(self, known: Measurement, knots: FloatArray) -> FloatArray | None:
        """R_world_head as measured; None without an attitude."""
        R_base_head = self.pose(knots, HEAD)[:3, :3]
        if known.attitude is not None and self.imu is not None:
            R_base_imu = self.pose(knots, self.imu.name or "imu")[:3, :3]
            return np.asarray(matrix_of(known.attitude) @ R_base_imu.T @ R_base_head)
        if known.head_quaternion is not None:
            return matrix_of(known.head_quaternion)
        base: FloatArray | None = known.base_quaternion
        return None if base is None else np.asarray(matrix_of(base) @ R_base_head)

    def chassis(self, knots: FloatArray) -> FloatArray:
        """R_head_chassis: the first axis along the body towards the head, the third on the side of the head's z."""
        T_head = self.pose(knots, HEAD)
        places = np.array([(knots[place.knot] @ place.offset)[:3, 3] for place in self.kinematics.stations])
        mean, axes = principal_axes(places)
        x = T_head[:3, :3].T @ axes[0]
        ahead = T_head[:3, :3].T @ (T_head[:3, 3] - mean)
        x = x if x @ ahead >= 0 else -x
        z = np.array([0.0, 0.0, 1.0]) - x[2] * x
        z = z / max(float(np.linalg.norm(z)), 1e-9)
        return np.column_stack([x, np.cross(z, x), z])


@dataclass(frozen=True)
class GazeController:
    """A `Controller`: a gaze stabiliser for one model.

    Attributes:
        stabiliser: Its settings.
        period: Control period [s].
        model: The robot.
        inner: The motion: a controller, or the reference of a gait.
        neck: Kinematics of the joints used.
    """

    stabiliser: GazeStabiliser
    period: float
    model: Model
    inner: Controller | Reference
    neck: Neck

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the first command of the motion, unchanged."""
        if isinstance(self.inner, Reference):
            command, memory = self._of_gait(time), None
        else:
            command, memory = self.inner.start(model, time)
        held = {"neck": None, "spin": np.zeros(3), "heading": None, "joints": None}
        return command, {"inner": memory, **held}

    def command(self, known: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the command of the motion with the head's joints replaced."""
        if isinstance(self.inner, Reference):
            command, inner = self._of_gait(known.time + self.period), None
        else:
            command, inner = self.inner.command(known, memory["inner"])
        angles: FloatArray | None = known.q
        if angles is None or not np.isfinite(angles).all():
            raise ControlError(
                "GazeStabiliser needs the joint angles, which no sensor of this robot provides; add Encoders()"
            )
        q, used = np.asarray(angles, dtype=np.float64), list(self.neck.used)
        knots = self.neck.kinematics.knots(q[None])[0]
        R_head_chassis = self.neck.chassis(knots)
        measured = self.neck.attitude(known, knots)
        R_head_neck = self.neck.rotation(q).T
        seen = (R_head_chassis.T if measured is None else measured) @ R_head_neck
        neck, spin = self._filtered(seen, memory["neck"], memory["spin"])
        heading = self._heading(neck @ R_head_neck.T @ R_head_chassis, memory["heading"])
        neck_after = neck @ rotation_exp(spin)
        last = q[used] if memory["joints"] is None else memory["joints"]
        angles = self._solved(neck_after, heading, q, last)
        maximum = self.stabiliser.speed_limit * self.period
        angles = last + np.clip(angles - last, -maximum, maximum)
        table = self.model.arrays.coordinates[used]
        angles = np.clip(angles, table["lower"], table["upper"])
        later = {"inner": inner, "neck": neck, "spin": spin, "heading": heading, "joints": angles}
        return self._replaced(command, used, angles, (angles - last) / self.period, heading), later

    def _filtered(self, seen: FloatArray, before: FloatArray | None, spin: FloatArray) -> tuple[FloatArray, FloatArray]:
        """R_world_neck and its rotation per period, by an alpha-beta filter; without sensors the state is exact, and alpha 1.

        The neck moves slowly. The rate of the head is not used: the head may vibrate faster than the controller samples it.
        """
        if before is None:
            return seen, spin
        ahead = before @ rotation_exp(spin)
        error = rotation_log(ahead.T @ seen)
        # noisy sensors need a slower alpha-beta filter
        alpha, beta = (0.3, 0.03) if self.model.robot.sensors else (1.0, 0.3)
        return np.asarray(ahead @ rotation_exp(alpha * error)), spin + beta * error

    def _heading(self, R_world_chassis: FloatArray, before: float | None) -> float:
        now = math.atan2(R_world_chassis[1, 0], R_world_chassis[0, 0])
        if before is None:
            return now
        weight = 1 - math.exp(-self.period / self.stabiliser.response)
        return before + weight * math.remainder(now - before, 2 * math.pi)

    def _solved(self, neck: FloatArray, heading: float, q: FloatArray, start: FloatArray) -> FloatArray:
        """Angles at which the head's x points along the reference, by damped Newton's method."""
        pitch_error, used = self.stabiliser.pitch, list(self.neck.used)
        wanted = np.array(
            [
                math.cos(pitch_error) * math.cos(heading),
                math.cos(pitch_error) * math.sin(heading),
                -math.sin(pitch_error),
            ]
        )
        x, angles = q.copy(), start.copy()
        for _ in range(4):
            x[used] = angles
            error, columns = self._gaze_error(neck, x, wanted), []
            for j in used:
                moved = x.copy()
                moved[j] += 1e-5
                columns.append((self._gaze_error(neck, moved, wanted) - error) / 1e-5)
            J = np.column_stack(columns)
            # for joints that cannot rotate the gaze further
            step = np.linalg.solve(J.T @ J + 1e-3 * np.eye(len(used)), J.T @ error)
            angles = angles - np.clip(step, -0.5, 0.5)
        return angles

    def _gaze_error(self, neck: FloatArray, q: FloatArray, wanted: FloatArray) -> FloatArray:
        """Heading error alone for one joint, else both, as components perpendicular to the desired direction."""
        gaze = (neck @ self.neck.rotation(q))[:, 0]
        side = np.array([-wanted[1], wanted[0], 0.0]) / max(math.hypot(wanted[0], wanted[1]), 1e-9)
        if len(self.neck.used) == 1:
            flat = max(math.hypot(gaze[0], gaze[1]), 1e-9)
            return np.array([math.atan2(gaze @ side / flat, gaze[:2] @ wanted[:2] / flat)])
        return np.array([gaze @ side, gaze @ np.cross(wanted, side)])

    def _replaced(
        self, command: Command, used: list[int], angles: FloatArray, rate: FloatArray, heading: float
    ) -> Command:
        changed = {}
        for name, value in (("target", angles), ("rate", rate), ("acceleration", np.zeros(len(used)))):
            if (given := getattr(command, name)) is not None:
                changed[name] = np.array(given, dtype=np.float64)
                changed[name][used] = value
        notes = {**command.notes, "gaze_heading": heading}
        return Command(
            changed["target"],
            changed.get("rate"),
            changed.get("acceleration"),
            command.force,
            command.hold,
            command.thrust,
            notes,
        )

    def _of_gait(self, time: float) -> Command:
        assert isinstance(self.inner, Reference)
        target, rate, acceleration = targets_at(self.inner, time)[:, : self.model.n_coordinates]
        return Command(target, rate, acceleration)
