"""Scratch arrays of the recursion, allocated once per run.

Each table has one row for each part, station, section or coordinate; the constants are the places in a row.
"""

from typing import NamedTuple

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.model_tables.tables import SOFT
from snakelab.worlds.law import BODY_WIDTH, CONTACT, CONTACT_FRICTION, LAW_WIDTH, STATION_WIDTH

# joint rows: rotation and travel of the joint, bias acceleration, column of the inertia, results of the elimination
JOINT_ROTATION, JOINT_TRAVEL, BIAS, COLUMN, PIVOT, REST, JOINT_WIDTH = 0, 9, 12, 18, 24, 25, 26
# soft-section rows: one step of the section, its tangent columns, and the blocks of the elimination
STEP_ROTATION, STEP, TANGENT, COLUMNS, BLOCK, INVERSE, RESTS, SOFT_WIDTH = 0, 9, 12, 30, 48, 54, 60, 63
# coordinate rows, and after them propeller rows, of which FORCE is the thrust: command, inputs and results
TARGET, TARGET_RATE, TARGET_ACCELERATION, FORCE, INERTIA, GIVEN, QDD, TAU = range(8)
SPRING, DAMPER, STOP, ACTUATOR = 8, 9, 10, 11
# its elastomer: elastic force and stiffness at the start of the step, linearised viscous force
HELD, SLOPE, PULL, DRAG = 12, 13, 14, 15
# at which limit the actuator was when last applied: see `coordinate_forces`
LIMITED = 16
# dry friction, unused without it: applied torque; linearisation (rate of linearisation, offset, slope)
DRY, DRY_POINT, DRY_OFFSET, DRY_SLOPE, COORDINATE_WIDTH = 17, 18, 19, 20, 21
# contact rows, one for each contact law and skin point: active flag, normal force for its friction, gap, point and normal
# and first direction of friction in station axes, and as applied: normal force, slip speed, force in world axes
ACTIVE, LOAD, GAP, CONTACT_OFFSET, NORMAL, ALONG, NORMAL_FORCE, SLIP, CONTACT_FORCE = 0, 1, 2, 3, 6, 9, 12, 13, 14
# rolling friction coefficient of a wheel; else NOT_ROLLING
ROLL = 17
# second derivative of the gap less the normal acceleration of the material point: of a round ring that rolls, its
# lowest point moves on along the ring
GAP_ACCELERATION = 18
# friction in its two directions: 1 or 0 for each direction, if the contact slides throughout the step or not;
# resistance at slip 0, (2,), [N]; slope (xx, xy, yy) [N s/m]
SLIDES, FRICTION_OFFSET, FRICTION_SLOPE, CONTACT_WIDTH = 19, 21, 23, 26
NOT_ROLLING = -1.0
# of a contact with a user law as friction: its wrench and added inertia at the point, station axes
USER_WRENCH, USER_INERTIA, USER_CONTACT_WIDTH = CONTACT_WIDTH, CONTACT_WIDTH + 6, CONTACT_WIDTH + 27
# active sets of a coordinate
STOP_SET, FORCE_SET, PROPORTIONAL_SET, N_SETS = 0, 1, 2, 3
FULL_SETS = N_SETS  # and on: the sets of the full step of an extrapolated step


class Workspace(NamedTuple):
    """Scratch of one robot. Few tables, since each is passed by value to every stage, which dominates the cost for
    short chains.
    """

    stations: np.ndarray  # (n_stations, STATION_WIDTH)
    joints: np.ndarray  # (n_parts, JOINT_WIDTH)
    soft: np.ndarray  # (n_soft, SOFT_WIDTH)
    coordinates: np.ndarray  # (nv, COORDINATE_WIDTH)
    sets: np.ndarray  # (nv, 2 N_SETS), int
    laws: np.ndarray  # (n_laws * n_stations, LAW_WIDTH)
    body: np.ndarray  # (1, BODY_WIDTH)
    contacts: np.ndarray  # (n_contact_laws * n_points, CONTACT_WIDTH or USER_CONTACT_WIDTH)
    near: np.ndarray  # (1 + rows, 3), int: how many contacts are near a surface; row, station and law of each
    full_loads: np.ndarray  # (rows,): loads of the full step, which the extrapolated step compares


@kernel(allocates=True)
def workspace(model):
    """Scratch for the model's sizes."""
    n_stations, nv, n_laws = len(model.stations), len(model.coordinates), len(model.laws)
    n_contacts, width = 0, CONTACT_WIDTH
    for law in model.laws:
        n_contacts += (law.code == CONTACT) * len(model.points)
        if law.code == CONTACT_FRICTION and law.address != 0:
            width = USER_CONTACT_WIDTH
    n_soft = 0
    for part in model.parts:
        n_soft += part.kind == SOFT
    return Workspace(
        np.zeros((n_stations, STATION_WIDTH)),
        np.zeros((len(model.parts), JOINT_WIDTH)),
        np.zeros((n_soft, SOFT_WIDTH)),
        np.zeros((nv + len(model.propellers), COORDINATE_WIDTH)),
        np.zeros((nv, 2 * N_SETS), np.int64),
        np.zeros((n_laws * n_stations, LAW_WIDTH)),
        np.zeros((1, BODY_WIDTH)),
        np.zeros((n_contacts, width)),
        np.zeros((1 + n_contacts, 3), np.int64),
        np.zeros(n_contacts),
    )
