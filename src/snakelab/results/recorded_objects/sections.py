"""Shape of soft sections over time: length, bend angle and bending plane, from the coordinates."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

N_ACTUATORS = 3
STRAIGHT = 1e-6  # bend below which a section has no bending plane [rad]


@dataclass(frozen=True)
class SectionShape:
    """Arc of one soft section over time.

    Attributes:
        name: Name of the section.
        length: Length L of its axis, shape (n_rows,), [m].
        bend: Angle theta >= 0 between its ends, shape (n_rows,), [rad].
        plane: phi, the direction towards which it bends, from its y toward its z, without jumps of 2 pi; NaN where it
            is straight, shape (n_rows,), [rad].
    """

    name: str
    length: FloatArray
    bend: FloatArray
    plane: FloatArray


@checked_arguments(RecordingError)
def section_shapes(recording: Recording) -> list[SectionShape]:
    """Return length, bend angle and bending plane of every soft section; empty for a robot without.

    With elongations l_j of actuators at radius r and angles a_j = 0, 120, 240 degrees from y toward z:

        L = L0 + sum l_j / 3,  b_y = 2 / (3 r) sum l_j sin a_j,  b_z = -2 / (3 r) sum l_j cos a_j,
        theta = sqrt(b_y^2 + b_z^2),  phi = atan2(-b_y, b_z).

    Raises:
        RecordingError: if the recording lacks the lengths and radii of the sections.

    Source: the three-actuator map of Webster and Jones 2010; theta and phi as in Zhang, Chen, Liu, Gong, Dynamic Modeling of
    Underwater Snake Robot by Hybrid Rigid-Soft Actuation, 2022, with x along the body.
    """
    rests, radii = (recording[f"coordinate_{name}"].values for name in ("rest_length", "actuator_radius"))
    names = [str(name) for name in recording["coordinate"].values]
    soft = np.flatnonzero(radii > 0)
    if len(soft) % N_ACTUATORS:
        raise RecordingError(f"soft sections have {N_ACTUATORS} coordinates each, got {len(soft)} in all")
    shapes = []
    for first in soft[::N_ACTUATORS].tolist():
        changes = recording["q"].values[:, first : first + N_ACTUATORS]
        label = names[first].rpartition(".")[0] or names[first]
        shapes.append(_shape(label, changes, float(rests[first]), float(radii[first])))
    return shapes


def _shape(name: str, changes: FloatArray, rest: float, radius: float) -> SectionShape:
    angles = 2 * math.pi * np.arange(N_ACTUATORS) / N_ACTUATORS
    about_y = 2 / (3 * radius) * changes @ np.sin(angles)
    about_z = -2 / (3 * radius) * changes @ np.cos(angles)
    bend = np.hypot(about_y, about_z)
    plane = np.where(bend > STRAIGHT, np.arctan2(-about_y, about_z), np.nan)
    plane[plane < STRAIGHT - math.pi] += 2 * math.pi  # the side of the cut is arbitrary and depends on rounding
    known = np.isfinite(plane)
    plane[known] = np.unwrap(plane[known])
    return SectionShape(name, rest + changes.mean(axis=1), bend, plane)
