"""Table of a robot's propellers: positions, directions, limits, and the commands for given thrusts."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import ControlError, nearest
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.robots.parts.propeller import Propeller
from snakelab.types import FloatArray

COM, BASE = "com", "base"


@dataclass(frozen=True)
class Thrusters:
    """Parameters of the propellers for an allocation.

    Attributes:
        propellers: The propellers, in the order of the robot.
        stations: Index of the station on which each is mounted, shape (m,), [-].
        offsets: Offset of each from its station's centre of mass, in the station's axes, shape (m, 3), [m].
        directions: Direction of positive thrust in the station's axes, shape (m, 3).
        torque_ratios: Ratio of torque to thrust, shape (m,), [m].
        minimum, maximum: Limits of the thrust, from its limits, gain and curve, shape (m,), [N].
    """

    propellers: tuple[Propeller, ...]
    stations: tuple[int, ...]
    offsets: FloatArray
    directions: FloatArray
    torque_ratios: FloatArray
    minimum: FloatArray
    maximum: FloatArray

    def matrix(self, poses: FloatArray, point: FloatArray) -> FloatArray:
        """Return the wrench (force, moment about a point) of a unit thrust of each propeller, in world axes, shape
        (6, m).

        Args:
            poses: Of the stations, as returned by `jacobians`.
            point: Point in world axes, shape (3,), [m].
        """
        wrenches = np.zeros((6, len(self.stations)))
        for i, k in enumerate(self.stations):
            R = poses[k, :9].reshape(3, 3)
            force = R @ self.directions[i]
            arm = poses[k, 9:] + R @ self.offsets[i] - point
            wrenches[:3, i], wrenches[3:, i] = force, np.cross(arm, force) + self.torque_ratios[i] * force
        return wrenches

    def commands(self, thrust: FloatArray) -> FloatArray:
        """Return the commands that give the thrusts in steady state, each of the smallest absolute value, shape (m,)."""
        return np.array(
            [command_for(propeller, float(t)) for propeller, t in zip(self.propellers, thrust, strict=True)]
        )


@checked_arguments(ControlError)
def thrusters_of(model: Model) -> Thrusters:
    """Return the propellers of a model's robot."""
    table, propellers = model.arrays.propellers, tuple(model.robot.propellers)
    ranges = np.array([thrust_range(propeller) for propeller in propellers]).reshape(-1, 2)
    return Thrusters(
        propellers,
        tuple(int(k) for k in table["station"]),
        table["offset"],
        table["direction"],
        table["torque_ratio"],
        ranges[:, 0],
        ranges[:, 1],
    )


@checked_arguments(ControlError)
def thrust_matrix(model: Model, state: State, about: str = COM) -> FloatArray:
    """Return the matrix B: wrench (force, moment) of a unit thrust of each propeller on the robot in its present shape.

    Args:
        model: The model.
        state: State; only pose and shape are used.
        about: Point of the moments: "com" (the robot's centre of mass), "base" (the origin of its base), "head", or the
            name of a station, for its centre of mass.

    Returns:
        World axes, shape (6, n_propellers), [N, N m per N].

    Raises:
        ControlError: if there is no such point.
    """
    poses, _ = jacobians(model, state)
    return thrusters_of(model).matrix(poses, _point(model, state, poses, about))


def _point(model: Model, state: State, poses: FloatArray, about: str) -> FloatArray:
    names = (COM, BASE, *model.station_names, "head")
    if about not in names:
        raise ControlError(f"the robot has no point {about!r}{nearest(str(about), names)}")
    if about == COM:
        return centre_of_mass(model, poses)
    return state.base_position if about == BASE else poses[names.index(about) - 2, 9:]


def centre_of_mass(model: Model, poses: FloatArray) -> FloatArray:
    """Centre of mass of the robot, world axes, shape (3,), [m]."""
    return model.arrays.stations["mass"] @ poses[:-1, 9:] / model.mass


def thrust_range(propeller: Propeller) -> tuple[float, float]:
    """Smallest and largest thrust of a propeller, by its limits and its gain or curve [N]."""
    low_limit, high_limit = propeller.min_thrust, propeller.max_thrust
    points = propeller.curve_points()
    if len(points):
        low, high = points[:, 1].min(), points[:, 1].max()
        return float(np.clip(low, low_limit, high_limit)), float(np.clip(high, low_limit, high_limit))
    if propeller.gain == 0:
        return (float(np.clip(0.0, low_limit, high_limit)),) * 2
    return low_limit, high_limit


def command_for(propeller: Propeller, thrust: float) -> float:
    """Smallest command that gives a thrust, or the nearest possible thrust: the inverse of gain and curve.

    Args:
        propeller: The propeller.
        thrust: Thrust [N].
    """
    wanted = float(np.clip(thrust, *thrust_range(propeller)))
    points = propeller.curve_points()
    if not len(points):
        return 0.0 if propeller.gain == 0 else wanted / propeller.gain
    candidates = [_on_line(one, other, wanted) for one, other in pairwise(points)]
    return min((command for command in candidates if command is not None), key=abs)


def _on_line(one: FloatArray, other: FloatArray, thrust: float) -> float | None:
    """Smallest command on one segment of a curve that gives the thrust; None if there is none."""
    (u0, t0), (u1, t1) = one, other
    if not min(t0, t1) <= thrust <= max(t0, t1):
        return None
    if t0 == t1:
        return float(np.clip(0.0, u0, u1))
    return float(u0 + (thrust - t0) / (t1 - t0) * (u1 - u0))
