"""Metrics of effort: torques, forces, actuation energy and cost of transport."""

import numpy as np

from snakelab.results.metrics.motion import com_displacement, duration
from snakelab.results.metrics.series import peak, ratio, rms
from snakelab.results.metrics.swimming import propeller_energy
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

GRAVITY = 9.81  # of the cost of transport, independent of the gravity of the world [m/s^2]
START = 0.1  # duration of the initial transient [s]


def peak_torque(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|."""
    return peak(_efforts(recording, "rad"))


def peak_torque_after_start(recording: Recording) -> float:
    """Largest torque in any joint, max |tau|, from t = 0.1 s: a gait without a ramp has a separate peak at t = 0.

    The 0.1 s are fixed; for the peak after a longer start, compute `peak_torque` of a window.
    """
    late = recording["time"].values >= START - 1e-9
    return peak(_efforts(recording, "rad")[late])


def peak_force(recording: Recording) -> float:
    """Largest force along any linear coordinate, max |tau|."""
    return peak(_efforts(recording, "m"))


def rms_torque(recording: Recording) -> float:
    """Root mean square of the torques, over time and joints, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return rms(_efforts(recording, "rad"), recording["time"].values)


def rms_force(recording: Recording) -> float:
    """Root mean square of the forces along linear coordinates, sqrt(integral of mean_i tau_i^2 dt / T)."""
    return rms(_efforts(recording, "m"), recording["time"].values)


def actuation_power(recording: Recording) -> FloatArray:
    """Sum of the absolute powers of the actuators, sum_i |tau_i q'_i|, shape (n_rows,), [W]."""
    return np.asarray(np.abs(recording["tau"].values * recording["v"].values).sum(axis=1), dtype=np.float64)


def actuation_energy(recording: Recording) -> float:
    """Energy through the actuators, integral of sum_i |tau_i q'_i| dt; no braking energy is recovered.

    Of the coordinates' actuators alone: for propellers see `propeller_energy`.
    The integral is the trapezoid on the record: use a sufficient record rate.
    """
    return float(np.trapezoid(actuation_power(recording), recording["time"].values))


def mean_power(recording: Recording) -> float:
    """Mean power put in, (actuation_energy + propeller_energy) / T.

    The mechanical power at the joints, with braking counted as effort: motor and drive losses are not included (see
    `snakelab.endurance`). cost_of_transport = mean_power / (m g mean_speed).
    """
    return ratio(_energy_put_in(recording), duration(recording))


def cost_of_transport(recording: Recording) -> float:
    """Energy input per weight and distance, (actuation_energy + propeller_energy) / (m g |centre-of-mass displacement|).

    |tau q'| counts braking as cost, as if no joint gave energy back. g = 9.81 m/s^2 in every world, the displacement is
    over the ground, also in a current, and the integral is the trapezoid on the record: use a sufficient record rate for the
    gait. Not for a robot that returns to its start.
    """
    weight = float(recording["link_mass"].values.sum()) * GRAVITY
    return ratio(_energy_put_in(recording), weight * float(np.linalg.norm(com_displacement(recording))))


def _energy_put_in(recording: Recording) -> float:
    """Energy through the actuators and of the propellers [J]."""
    energy = actuation_energy(recording)
    return energy + propeller_energy(recording) if "propeller_thrust" in recording.dataset else energy


def _efforts(recording: Recording, unit: str) -> FloatArray:
    """Generalised forces of the coordinates measured in `unit`, shape (n_rows, n), [N m] or [N]."""
    return np.asarray(recording["tau"].values[:, recording["coordinate_unit"].values == unit], dtype=np.float64)
