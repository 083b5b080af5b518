"""Where the robot is and how it moves, from what its sensors say. The pilot reads a measurement here and nowhere else."""

import math
from dataclasses import dataclass, replace

import numpy as np

from snakelab.control.thrusters import centre_of_mass
from snakelab.errors import ControlError
from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.physics.queries import inverse_dynamics, jacobians
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Fix:
    """Pose and motion of the robot as a whole: a snake's base swings, its mean does not.

    Attributes:
        time: [s].
        position: Centre of mass, world axes, shape (3,), [m].
        velocity: Of it over ground, world axes, shape (3,), [m/s].
        turning: Mean angular velocity, world axes, shape (3,), [rad/s].
        attitude: Mean rotation of the slices since the robot lay straight along x, shape (3, 3).
    """

    time: float
    position: FloatArray
    velocity: FloatArray
    turning: FloatArray
    attitude: FloatArray

    @property
    def heading(self) -> float:
        """Of the mean direction of the body, from x toward y [rad]."""
        return math.atan2(self.attitude[1, 0], self.attitude[0, 0])

    @property
    def pitch(self) -> float:
        """Of that direction above the horizontal [rad]."""
        return math.atan2(self.attitude[2, 0], math.hypot(self.attitude[0, 0], self.attitude[1, 0]))

    @property
    def forward(self) -> FloatArray:
        """The heading as a horizontal unit vector, shape (3,)."""
        return np.array([math.cos(self.heading), math.sin(self.heading), 0.0])


def take_fix(model: Model, rest: State, measurement: Measurement) -> Fix:
    """The fix at one measurement; means over the body count each slice by its mass.

    Args:
        model: The model.
        rest: The straight robot along x.
        measurement: With pose and velocity of the base.

    Raises:
        ControlError: if no sensor gives the pose or the velocity of the base.
    """
    m = measurement
    for key in ("base_position", "base_quaternion", "base_velocity", "q", "v"):
        if getattr(m, key) is None:
            sensor = "PoseSensor()" if key.startswith("base") else "Encoders()"
            raise ControlError(
                f"a Pilot needs {key}, and no sensor of this robot gives it; write Robot(..., sensors=[..., {sensor}])"
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
    shares = model.arrays.slices["mass"] / model.mass
    rates = np.concatenate([m.base_velocity[model.arrays.base], m.v])
    motion = shares @ np.tensordot(rates, columns, 1)[:-1]
    straight, _ = jacobians(model, rest)
    now, then = (frames[:-1, :9].reshape(-1, 3, 3) for frames in (poses, straight))
    return Fix(
        m.time, centre_of_mass(model, poses), motion[:3], motion[3:], mean_rotation(shares, now @ then.swapaxes(1, 2))
    )


def mean_rotation(shares: FloatArray, rotations: FloatArray) -> FloatArray:
    """The rotation that is nearest to the weighted mean of rotation matrices, shape (3, 3)."""
    left, _, right = np.linalg.svd(np.tensordot(shares, rotations, 1))
    return left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right


def inertia_about_com(model: Model, position: FloatArray) -> FloatArray:
    """Inertia of the straight robot with the water that it takes along, about its centre of mass: what a unit acceleration of
    the base takes, shape (6, 6).

    Args:
        model: The model.
        position: Where in the world [m]: in a region's water or outside of it.
    """
    state = initial_state(model, position=position)
    free, n = model.arrays.base, len(model.arrays.base)
    nothing = np.zeros(n + model.n_coordinates)
    still = inverse_dynamics(model, state, nothing)[:n]
    matrix = np.zeros((6, 6))
    for i, unit in enumerate(np.eye(len(nothing))[:n]):
        matrix[free, free[i]] = inverse_dynamics(model, state, unit)[:n] - still
    poses, _ = jacobians(model, state)
    x, y, z = state.base_position - centre_of_mass(model, poses)
    moved = np.eye(6)  # twist of the base from that about the centre of mass
    moved[:3, 3:] = [[0, z, -y], [-z, 0, x], [y, -x, 0]]
    return moved.T @ matrix @ moved
