"""State of the robot at one instant: the input of every sensor."""

from typing import NamedTuple

import numpy as np

from snakelab.types import FloatArray


class Motion(NamedTuple):
    """Pose, velocity and acceleration of a frame of the body, in world axes.

    Attributes:
        rotation: From the frame's axes to the world's, shape (3, 3).
        quaternion: The same, wxyz, shape (4,).
        position: Of its origin, shape (3,), [m].
        velocity: Of its origin, and angular, shape (6,), [m/s, rad/s].
        acceleration: Of its origin (classical), and angular, shape (6,), [m/s^2, rad/s^2]; NaN if not requested.
    """

    rotation: FloatArray
    quaternion: FloatArray
    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


class Instant(NamedTuple):
    """State of the robot at one instant.

    Attributes:
        q, v, tau: Coordinates, rates, forces of the actuators, shape (nv,).
        motion: Of the frame of the sensor; of the base for sensors without a position.
        gravity: World axes, shape (3,), [m/s^2].
        free: Which of the six components of a twist the base can have, shape (6,), bool.
    """

    q: FloatArray
    v: FloatArray
    tau: FloatArray
    motion: Motion
    gravity: FloatArray
    free: np.ndarray


def carried_to(motion: Motion, point: FloatArray) -> Motion:
    """Motion of a parallel frame at a point of the same rigid body: a + alpha x r + w x (w x r).

    Args:
        motion: Of the body's frame.
        point: In its axes, shape (3,), [m].
    """
    if not point.any():
        return motion
    r = motion.rotation @ point
    w, alpha = motion.velocity[3:], motion.acceleration[3:]
    velocity = np.concatenate([motion.velocity[:3] + np.cross(w, r), w])
    relative = np.cross(alpha, r) + np.cross(w, np.cross(w, r))
    acceleration = np.concatenate([motion.acceleration[:3] + relative, alpha])
    return motion._replace(position=motion.position + r, velocity=velocity, acceleration=acceleration)
