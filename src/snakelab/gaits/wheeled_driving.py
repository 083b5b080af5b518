"""Driving of a snake on wheels that spin: equal speed along the body, whose joints follow the curvature of a path."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge

from snakelab.errors import GaitError
from snakelab.gaits.gait import MIN_PERIOD, FunctionGait, joints_of
from snakelab.geometry.rotations import quat_exp, rotation_matrices
from snakelab.parameters.arguments import FloatArray, floats
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, FIXED, Ramp, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.command import Command, Measurement
from snakelab.physics.model import Model
from snakelab.robots.branches import Socket
from snakelab.robots.joints import Mount, Revolute, unit_axis
from snakelab.robots.link import Link
from snakelab.robots.robot import MADE, Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Path of the head: its heading over the distance along it
# ----------------------------------------------------------------------------------------------------------------------

Path = Annotated[
    Sequence[Sequence[float]], Unit("m, 1/m", in_message=False), Slider(-5, 5, 0.01), FIXED, CHECKED_ELSEWHERE
]


@dataclass(frozen=True)
class Heading:
    """Heading along a path whose curvature is linear between given distances, and constant before and after them.

    Attributes:
        distances: Ascending, shape (m,), [m].
        curvatures: Shape (m,), [1/m].
    """

    distances: FloatArray
    curvatures: FloatArray

    def at(self, s: FloatArray) -> FloatArray:
        """Return the integral of the curvature from the first distance to s, [rad]."""
        d, k = self.distances, self.curvatures
        headings = np.concatenate([[0.0], np.cumsum(np.diff(d) * (k[1:] + k[:-1]) / 2)])
        i = np.clip(np.searchsorted(d, s, side="right") - 1, 0, len(d) - 1)
        slope = np.append(np.diff(k) / np.diff(d), 0.0)[i]
        step = s - d[i]
        return np.asarray(headings[i] + k[i] * step + np.where(step > 0, slope, 0.0) * step**2 / 2)


# ----------------------------------------------------------------------------------------------------------------------
# Places of the steering joints and of the wheels along the straight body
# ----------------------------------------------------------------------------------------------------------------------

# Least component of a joint's axis along the vertical, and of an axle across the body, for steering and driving.
ALIGNED = 0.7


@dataclass(frozen=True)
class Steering:
    """Joints that steer, and wheels, of a robot.

    Attributes:
        joints: Coordinates that turn about the vertical.
        signs: +1 for a positive turn to the left.
        before, behind: Distances from the head end to the centres of the links on their head and tail sides [m].
        wheels: Coordinates of wheels across the body.
        radii: Their radii; negative for wheels that roll forward at negative spins [m].
        places: Distances of the wheels from the head end [m].
        sides: Distances of the wheels to the left of the body's axis [m].
    """

    joints: list[int]
    signs: FloatArray
    before: FloatArray
    behind: FloatArray
    wheels: list[int]
    radii: FloatArray
    places: FloatArray
    sides: FloatArray


def steering_of(robot: Robot) -> Steering:
    """Joints and wheels by which a robot steers and drives.

    Raises:
        GaitError: if it has no wheel that spins across the body.
    """
    length, n_trunk = robot.length, len(robot.trunk)
    numbers, first = list[int](), 0
    for part in robot.parts:
        numbers.append(first)
        first += len(part.coordinates)
    body = [i for i, part in enumerate(robot.parts[:n_trunk]) if not isinstance(part, MADE)]
    R, x, open_joints = np.eye(3), 0.0, list[tuple[int, float, float]]()
    centre, tails, names = 0.0, dict[str, tuple[FloatArray, float]](), iter(_trunk_names(robot))
    turns = list[tuple[int, float, float, float]]()
    for i in reversed(body) if robot.from_head else body:
        part = robot.parts[i]
        if isinstance(part, Mount):
            R = R @ rotation_matrices(quat_exp(_three(part.rotation)))
        elif isinstance(part, Revolute):
            up = float((R @ unit_axis(part.axis, "Revolute axis"))[2])
            if abs(up) > ALIGNED:
                open_joints.append((numbers[i], float(np.sign(up)), centre))
        elif isinstance(part, (Link, SoftSection, Rod)):
            tails[next(names)] = R, x
            middle = x + part.length / 2
            # two joints about the vertical in a row share their turn
            turns += [(k, sign / len(open_joints), behind, middle) for k, sign, behind in open_joints]
            open_joints, centre = [], middle
            x += part.length
    wheels = list(_wheels(robot, numbers, tails, length))
    if not wheels:
        raise GaitError(
            f"DrivingGait needs wheels that spin on the trunk, across the body, and robot {robot.name!r} has none; write "
            "Link(..., wheels=[SpinningWheel((0.05, 0.05, 0), radius=0.03, mass=0.05, actuator=Servo(kp=0, kd=0.1))])"
        )
    table = np.array(turns).reshape(-1, 4)
    spins = np.array([row[1:] for row in wheels])
    return Steering(
        [turn[0] for turn in turns], table[:, 1], length - table[:, 3], length - table[:, 2],
        [row[0] for row in wheels], spins[:, 0], spins[:, 1], spins[:, 2],
    )  # fmt: skip


def _trunk_names(robot: Robot) -> list[str]:
    """Names of the parts of the trunk with mass, from the tail."""
    names = list(robot.part_names[: sum(bool(part.stations) for part in robot.trunk)])
    return names[::-1] if robot.from_head else names


def _wheels(robot: Robot, numbers: list[int], tails: dict[str, tuple[FloatArray, float]], length: float) -> Any:
    """Coordinate, signed radius, distance from the head end and side of each wheel on the trunk."""
    for i, part in enumerate(robot.parts):
        if not isinstance(part, Socket) or part.on not in tails:
            continue
        chain = part.branch.parts
        if (
            len(chain) != 2
            or not isinstance(chain[0], Revolute)
            or not isinstance(chain[1], Link)
            or not chain[1].is_wheel
        ):
            continue
        (R, x), T = tails[part.on], part.transform
        axle = R @ T[:3, :3] @ unit_axis(chain[0].axis, "Revolute axis")
        rim = chain[1].fixed_wheels[0]
        centre = R @ (T[:3, :3] @ rim.centre() + T[:3, 3])
        if abs(axle[1]) > ALIGNED:
            yield numbers[i + 1], float(np.sign(axle[1])) * rim.radius, length - x - centre[0], centre[1]


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z


# ----------------------------------------------------------------------------------------------------------------------
# Gait
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrivingGait(Displayed):
    """Driving on wheels: the head follows a path of given curvature at a given speed, and the body follows the head.

    With the distance s of the head along its path and the heading theta of the path, the joint between two links whose centres
    are at the distances a and b behind the head end, b < a, has the angle theta(s - b) - theta(s - a), and a wheel of radius r at
    the distance c behind the head end and y to the left of the axis turns by (s - y theta(s - c)) / r. Joints about other axes
    than the vertical are held at zero. The wheels must be driven by `Prescribed` or `Servo` actuators, of which one with kp=0
    follows the rate; coordinates of motors and passive wheels receive zero.

    Args:
        speed: Speed of the head [m/s]; negative to drive backward. A change during a run takes effect at once.
        path: Rows (distance, curvature) of the path of the head end from where it starts, with ascending distances [m] and
            curvatures, positive to the left, [1/m]; linear between the rows, and constant before and after them. Empty for
            straight on.
        ramp: Duration of the start at constant acceleration [s]; 0 for none.
        period: Control period [s].

    Raises:
        GaitError: if the distances do not ascend; for a robot without wheels that spin.

    Source: shift of the joint angles along the body with the distance travelled, as snakes on active wheels are steered: Hirose
    and Yamada, Snake-like robots, IEEE Robotics and Automation Magazine 16 (1), 2009.
    """

    speed: Annotated[float, Unit("m/s"), Slider(-1, 1, 0.01)] = 0.2
    path: Path | FloatArray = ()
    ramp: Ramp = 1.0
    period: Annotated[float, Ge(MIN_PERIOD), Unit("s"), Slider(0.001, 0.1, 0.001), FIXED] = 0.01

    def __post_init__(self) -> None:
        check_declared(self, GaitError)
        _ = self._heading()

    def _heading(self) -> Heading:
        try:
            rows = floats(self.path)
        except (TypeError, ValueError):
            rows = np.zeros(())
        if rows.size == 0 and rows.ndim > 0:
            return Heading(np.zeros(1), np.zeros(1))
        if rows.ndim != 2 or rows.shape[1] != 2 or not np.isfinite(rows).all() or not (np.diff(rows[:, 0]) > 0).all():
            raise GaitError(
                f"DrivingGait path must be rows (distance, curvature) with ascending distances, got {self.path!r}; write "
                "[(0.5, 0), (0.8, 1.5)]"
            )
        return Heading(rows[:, 0], rows[:, 1])

    def start(self, model: Model, time: float) -> tuple[Command, Any]:
        """Return the command at the first instant, and the memory: the steering joints and wheels of this robot.

        Raises:
            GaitError: if the robot has no wheels that spin.
        """
        joints_of(model, "DrivingGait", of_tree=True)
        steering = steering_of(model.robot)
        command, own = self._gait(model.n_coordinates, steering, 0.0).start(model, time)
        memory = {"steering": asdict(steering), "size": model.n_coordinates, "angles": own}
        return command, memory | {"speed": self.speed, "before": 0.0}

    def _gait(self, n: int, steering: Steering, earlier: float) -> FunctionGait:
        """Return the gait of a robot with n coordinates; `earlier` is added to the distance [m]."""
        heading = self._heading()
        before = heading.at(-steering.places)

        def angles(t: float) -> FloatArray:
            s, q = np.asarray(self._distance(t) + earlier), np.zeros(n)
            turned = heading.at(s - steering.before) - heading.at(s - steering.behind)
            q[steering.joints] = steering.signs * turned
            q[steering.wheels] = (s - steering.sides * (heading.at(s - steering.places) - before)) / steering.radii
            return q

        return FunctionGait(angles, self.period)

    def command(self, measurement: Measurement, memory: Any) -> tuple[Command, Any]:
        """Return target, rate and acceleration at the end of the period."""
        if memory["speed"] != self.speed:  # changed during the run, where the head is
            at, old = measurement.time, replace(self, speed=memory["speed"])
            before = memory["before"] + old._distance(at) - self._distance(at)
            memory = memory | {"speed": self.speed, "before": before}
        gait = self._gait(memory["size"], Steering(**memory["steering"]), memory["before"])
        command, own = gait.command(measurement, memory["angles"])
        return command, memory | {"angles": own}

    def _distance(self, t: float) -> float:
        """Distance of the head along its path: the speed is reached at constant acceleration."""
        if t <= 0.0:
            return 0.0
        if t < self.ramp:
            return self.speed * t**2 / (2 * self.ramp)
        return self.speed * (t - self.ramp / 2)
