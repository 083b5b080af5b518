"""Relative poses between two instants, for factor graphs."""

from dataclasses import dataclass

from snakelab.types import FloatArray


@dataclass(frozen=True, eq=False)
class RelativePose:
    """Pose of a moving frame at a later instant in its axes at an earlier one.

    Attributes:
        time_from, time_to: The two instants [s].
        T: T_from_to, shape (4, 4), [m].
        covariance: Of rotation vector and translation error, rotation first, in the axes of the later frame: the true pose is
            T exp(xi); shape (6, 6), [rad, m].
    """

    time_from: float
    time_to: float
    T: FloatArray
    covariance: FloatArray
