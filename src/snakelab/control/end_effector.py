"""End-effector control: a point of the body follows a trajectory while propellers hold the base."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.control.propellers.allocation import allocate, default_weights
from snakelab.control.propellers.thrusters import Thrusters, thrust_matrix, thrusters_of
from snakelab.errors import ControlError
from snakelab.geometry.poses import rotation_matrices
from snakelab.geometry.rotations import quat_log, quat_multiply
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, Choices, Slider, Unit
from snakelab.physics.command import Command, Measurement
from snakelab.physics.dynamics.inertia import mass_matrix
from snakelab.physics.kinematics.inverse_kinematics import HELD, InverseKinematics
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import PRESCRIBED, SERVO
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray, is_row, vector

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
    rest: Annotated[Sequence[float], Slider(-3, 3, 0.01), CHECKED_ELSEWHERE] | None = None
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
        if self.rest is not None:
            vector(self.rest, "EndEffector rest", ControlError)

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
