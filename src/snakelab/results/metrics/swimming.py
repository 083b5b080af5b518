"""Metrics of a swimmer: speed through the water, energy of its propellers, and their saturation."""

import math

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics.motion import com_displacement, duration
from snakelab.results.metrics.series import change, ratio
from snakelab.results.recorded_objects.propellers import propeller_poses, propellers_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray


def speed_through_water(recording: Recording) -> float:
    """Net displacement relative to the water over the recorded time, |r_end - r_0 - integral of v_c dt| / T.

    v_c is the recorded `current`, the stream at the centre of mass. In a recording without a current the water is
    still, and this is `mean_speed`; the table then leaves it out.
    """
    drift = np.trapezoid(recording["current"].values, recording["time"].values, axis=0)
    return ratio(float(np.linalg.norm(com_displacement(recording) - drift)), duration(recording))


def path_speed_through_water(recording: Recording) -> float:
    """Mean speed relative to the water, integral of |v - v_c| dt / T, with v of the centre of mass."""
    speed = np.linalg.norm(water_velocity(recording), axis=1)
    return ratio(float(np.trapezoid(speed, recording["time"].values)), duration(recording))


def propeller_energy(recording: Recording) -> float:
    """Energy that the propellers give to the body against the water, integral of sum_i |T_i d_i . (v_i - v_c)| dt.

    T_i is the thrust of propeller i, d_i its direction, v_i the velocity of its point, from the recorded poses, and v_c
    the recorded `current`. The velocity is relative to the water, so a robot that holds its position in a stream does
    work; in still water, if no propeller brakes, the value equals the work term `propeller`. It is a lower bound of the
    energy that the motors of the propellers supply: the energy of the wake, and that of a propeller that pushes against
    a wall, are not included.
    """
    time, thrust = recording["time"].values, recording["propeller_thrust"].values
    place, direction = propeller_poses(recording)
    displacement = np.diff(place, axis=0) - _middles(stream(recording))[:, None] * np.diff(time)[:, None, None]
    pushed = _middles(thrust) * (_middles(direction) * displacement).sum(axis=-1)
    return float(np.abs(pushed).sum())


def propeller_limit_fraction(recording: Recording) -> float:
    """Largest fraction of time, over the propellers, at a limit of thrust or an end of the curve."""
    fractions = propeller_limit_shares(recording)
    return max(fractions.values(), default=0.0)


def propeller_limit_shares(recording: Recording) -> dict[str, float]:
    """Fraction of time that each propeller was at a limit, by its name, for those that have limits [-].

    Raises:
        RecordingError: if there are no propellers, or the recording does not describe them.
    """
    command, time = recording["propeller_command"].values, recording["time"].values
    propellers = propellers_of(recording)
    if not propellers:
        raise RecordingError("the recording does not contain the limits of its propellers; run the scenario again")
    return {
        propeller.name: ratio(
            float(np.trapezoid(propeller.limited(command[:, i]).astype(float), time)), float(change(time))
        )
        for i, propeller in enumerate(propellers)
        if math.isfinite(propeller.min_thrust) or math.isfinite(propeller.max_thrust) or len(propeller.curve)
    }


def water_velocity(recording: Recording) -> FloatArray:
    """Velocity of the centre of mass relative to the water, world axes, shape (n_rows, 3), [m/s]."""
    return np.asarray(recording["com_velocity"].values - recording["current"].values, dtype=np.float64)


def stream(recording: Recording) -> FloatArray:
    """Velocity of the water at the centre of mass, zero if none is recorded, shape (n_rows, 3), [m/s]."""
    if "current" in recording.dataset:
        return np.asarray(recording["current"].values, dtype=np.float64)
    return np.zeros((len(recording["time"]), 3))


def _middles(values: FloatArray) -> FloatArray:
    """Means of adjacent rows."""
    return np.asarray((values[1:] + values[:-1]) / 2)
