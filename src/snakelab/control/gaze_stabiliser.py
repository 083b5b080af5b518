"""Gaze stabilisation: the joints behind the head keep its heading and pitch still while the body undulates."""

import math
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.control.controller import Controller, Planner, Seeded
from snakelab.control.engine_mpc import EngineMpc
from snakelab.control.teleop import Teleop
from snakelab.errors import ControlError
from snakelab.gaits import ConcertinaGait, CpgGait, CurveGait, NamedGait, SerpenoidGait, TableGait, WindingGait
from snakelab.gaits.gait import Gait
from snakelab.geometry.poses import matrix_of, rotation_exp, rotation_log
from snakelab.geometry.principal_axes import principal_axes
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.perception.body_pose.body_kinematics import HEAD, BodyKinematics
from snakelab.physics.command import Command, Measurement, Reference
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import MOTOR
from snakelab.physics.targets import targets_at
from snakelab.robots.parts import Revolute
from snakelab.robots.sensors import Imu
from snakelab.types import FloatArray

ALPHA, BETA = 0.3, 0.03  # of the alpha-beta filter of the neck, for noisy sensors [-]
EXACT_BETA = 0.3  # of the same, where the state is exact [-]
STEPS, MOVE = 4, 1e-5  # of Newton's method for the joints, and the change of an angle for derivatives [rad]
DAMPING = 1e-3  # of Newton's method, if the joints cannot rotate the gaze further


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
        | EngineMpc
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
        for segment in self.segments:
            T = segment.transform(q[None])
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
        alpha, beta = (ALPHA, BETA) if self.model.robot.sensors else (1.0, EXACT_BETA)
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
        for _ in range(STEPS):
            x[used] = angles
            error, columns = self._gaze_error(neck, x, wanted), []
            for j in used:
                moved = x.copy()
                moved[j] += MOVE
                columns.append((self._gaze_error(neck, moved, wanted) - error) / MOVE)
            J = np.column_stack(columns)
            step = np.linalg.solve(J.T @ J + DAMPING * np.eye(len(used)), J.T @ error)
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
