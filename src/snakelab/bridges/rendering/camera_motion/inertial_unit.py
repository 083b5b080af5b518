"""Samples of the inertial unit that belongs to a camera: those of the robot's `Imu`, or computed from its motion."""

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.bridges.rendering.camera_motion.motion import GRAVITY, CarrierMotion, carrier_poses, posed
from snakelab.errors import RecordingError
from snakelab.perception.camera_imu.sequence import ImuNoise, ImuSamples
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

COMPUTED_RATE = 200.0  # [Hz]
CHECKED = 20  # number of rows at which two poses are compared
FIXED = 1e-6  # change of a pose below which it is fixed [m, -]


class InertialUnit(NamedTuple):
    """Samples, and the pose of the unit on the camera's carrier.

    Attributes:
        samples: In the axes of the unit.
        T_carrier_imu: Shape (4, 4).
        measured: True for samples of an `Imu`, which have its noise.
        noise: Noise densities of the unit.
    """

    samples: ImuSamples
    T_carrier_imu: FloatArray
    measured: bool
    noise: ImuNoise = ImuNoise()


def inertial_unit(recording: Recording, carrier: str, motion: CarrierMotion) -> InertialUnit:
    """Return the samples of the first recorded `Imu` that is fixed to the carrier.

    Without one they are computed, without noise, at 200 Hz and in the carrier's axes.

    Args:
        recording: The run.
        carrier: Of the camera.
        motion: Of the carrier.
    """
    for unit in _units(recording):
        T_carrier_own = _fixed_pose(recording, carrier, str(unit.get("carrier")))
        if T_carrier_own is not None and f"{unit.get('name')}_specific_force" in recording:
            samples = _measured(recording, str(unit["name"]))
            if len(samples.time) > 1:
                T_carrier_imu = T_carrier_own @ np.asarray(unit["T_carrier_imu"], dtype=np.float64)
                return InertialUnit(samples, T_carrier_imu, True, declared_noise(unit))
    time = motion.begin + np.arange(int((motion.end - motion.begin) * COMPUTED_RATE + 1e-6) + 1) / COMPUTED_RATE
    return InertialUnit(motion.imu(time, np.eye(4), recorded_gravity(recording)), np.eye(4), False)


def declared_noise(unit: Mapping[str, Any]) -> ImuNoise:
    """Return the noise densities of a declared `Imu`; the default if it declares no noise, which an estimator requires.

    White noise with the standard deviation s of a sample, at a rate f, has the density s / sqrt(f).

    Args:
        unit: Rate [Hz] and standard deviations of a sample, as `sim.dataset.facts.imu_facts` gives them.
    """
    usual, root = ImuNoise(), math.sqrt(float(unit["rate"]))
    gyroscope, accelerometer = (float(unit.get(f"{of}_noise", 0.0)) / root for of in ("gyroscope", "accelerometer"))
    return replace(usual, gyroscope=gyroscope or usual.gyroscope, accelerometer=accelerometer or usual.accelerometer)


def within(samples: ImuSamples, begin: float, end: float) -> ImuSamples:
    """Return the samples of a window, and those immediately before and after it if they exist.

    Args:
        samples: All.
        begin, end: Of the window [s].
    """
    first = max(int(np.searchsorted(samples.time, begin, side="right")) - 1, 0)
    last = int(np.searchsorted(samples.time, end, side="left")) + 1
    keep = slice(first, last)
    return ImuSamples(samples.time[keep], samples.angular_rate[keep], samples.specific_force[keep])


def recorded_gravity(recording: Recording) -> FloatArray:
    """Return gravity in world axes, shape (3,), [m/s^2]: as recorded, else 9.81 downwards."""
    try:
        gravity = np.asarray(json.loads(recording.dataset.attrs["gravity"]), dtype=np.float64)
    except (KeyError, TypeError, ValueError, RecursionError):
        return np.array(GRAVITY)
    return gravity if gravity.shape == (3,) and np.isfinite(gravity).all() else np.array(GRAVITY)


def _fixed_pose(recording: Recording, carrier: str, other: str) -> FloatArray | None:
    """Return T_carrier_other of two recorded poses; None if one moves against the other."""
    if carrier == other:
        return np.eye(4)
    poses = [carrier_poses(recording, name) for name in (carrier, other)]
    rows = np.linspace(0, len(recording["time"]) - 1, CHECKED).astype(int)
    relative = [
        np.linalg.inv(posed(poses[0][0][i], poses[0][1][i])) @ posed(poses[1][0][i], poses[1][1][i]) for i in rows
    ]
    return relative[0] if np.abs(np.array(relative) - relative[0]).max() < FIXED else None


def _units(recording: Recording) -> list[dict[str, Any]]:
    try:
        units = json.loads(recording.dataset.attrs.get("imus", "[]"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise RecordingError(f"the recording's inertial units are damaged: {problem}") from problem
    return [unit for unit in units if isinstance(unit, dict)] if isinstance(units, list) else []


def _measured(recording: Recording, name: str) -> ImuSamples:
    """Return the recorded values of an `Imu`, each at the first record that has it."""
    time = np.asarray(recording["time"].values, dtype=np.float64)
    force, rate = (
        np.asarray(recording[f"{name}_{what}"].values, dtype=np.float64) for what in ("specific_force", "angular_rate")
    )
    both = np.concatenate((force, rate), axis=1)
    new = np.asarray(np.isfinite(both).all(axis=1))
    new[1:] &= (np.diff(both, axis=0) != 0).any(axis=1)
    return ImuSamples(time[new], rate[new], force[new])
