"""Scratch arrays of the recursion: allocated once a run, read by name.

Each table has one row for each part, slice, section or coordinate; the constants say where in a row a thing begins.
"""

from typing import NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.model import SOFT

# slice rows: frame at the centre of mass, and the bias wrench of mass and media
ROTATION, POSITION, TWIST, WRENCH, ACCELERATION, SLICE_WIDTH = 0, 9, 12, 18, 24, 30
# joint rows: turn of a hinge or travel of a slide, bias acceleration, column of the inertia, and what the elimination leaves
TURN, BIAS, COLUMN, PIVOT, REST, JOINT_WIDTH = 0, 9, 15, 21, 22, 23
# soft-section rows: one step of the section, its tangent columns, and the blocks of the elimination
STEP_TURN, STEP, TANGENT, COLUMNS, BLOCK, INVERSE, RESTS, SOFT_WIDTH = 0, 9, 12, 30, 48, 54, 60, 63
# coordinate rows: command, what acts, and what comes out
TARGET, TARGET_RATE, TARGET_ACCELERATION, FORCE, INERTIA, GIVEN, QDD, TAU = range(8)
SPRING, DAMPER, STOP, ACTUATOR, COORDINATE_WIDTH = 8, 9, 10, 11, 12
N_APPLIED = 4
# active sets of a coordinate
STOP_SET, FORCE_SET, PROPORTIONAL_SET, N_SETS = 0, 1, 2, 3


class Workspace(NamedTuple):
    """Scratch of one robot."""

    slices: np.ndarray  # (n_slices, SLICE_WIDTH)
    slice_bias: np.ndarray  # (n_slices, 6): bias acceleration inside a soft section
    joints: np.ndarray  # (n_parts, JOINT_WIDTH)
    soft: np.ndarray  # (n_soft, SOFT_WIDTH)
    coordinates: np.ndarray  # (nv, COORDINATE_WIDTH)
    sets: np.ndarray  # (nv, N_SETS), int
    law_wrench: np.ndarray  # (n_laws * n_slices, 6)
    law_inertia: np.ndarray  # (n_laws * n_slices, 21)
    law_applied: np.ndarray  # (n_laws * n_slices, 3): force as applied, world axes
    user: np.ndarray  # (1, 12 + 6 + 6 + 36 + 36): exchange with a user's law
    tip: np.ndarray  # (1, 18): frame and twist at the head
    base: np.ndarray  # (1, 6): acceleration of the base, body axes
    base_inertia: np.ndarray  # (1, 21): articulated inertia at the base
    base_wrench: np.ndarray  # (1, 6): its bias


@kernel
def workspace(model):
    """Scratch for the model's sizes."""
    n_slices, nv, n_laws = len(model.slices), len(model.coordinates), len(model.laws)
    n_soft = 0
    for part in model.parts:
        n_soft += part.kind == SOFT
    return Workspace(
        np.zeros((n_slices, SLICE_WIDTH)),
        np.zeros((n_slices, 6)),
        np.zeros((len(model.parts), JOINT_WIDTH)),
        np.zeros((n_soft, SOFT_WIDTH)),
        np.zeros((nv, COORDINATE_WIDTH)),
        np.zeros((nv, N_SETS), np.int64),
        np.zeros((n_laws * n_slices, 6)),
        np.zeros((n_laws * n_slices, 21)),
        np.zeros((n_laws * n_slices, 3)),
        np.zeros((1, 96)),
        np.zeros((1, 18)),
        np.zeros((1, 6)),
        np.zeros((1, 21)),
        np.zeros((1, 6)),
    )
