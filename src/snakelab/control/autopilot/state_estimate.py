"""State estimate: pose and velocity of the whole robot, computed from one measurement."""

import math
from dataclasses import dataclass, replace

import numpy as np

from snakelab.control.propellers.thrusters import centre_of_mass
from snakelab.errors import ControlError
from snakelab.physics.command import Measurement
from snakelab.physics.dynamics.forward_and_inverse import inverse_dynamics
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.types import FloatArray

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
    weights = model.arrays.stations["mass"] / model.mass
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
