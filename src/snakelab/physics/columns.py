"""Tables that kernels read and write: their columns, and the codes in them.

The tables of a model come first, then the terms of the energy balance, and the scratch arrays of the recursion. Changing
a number in a table never recompiles a kernel.
"""

from typing import NamedTuple

import numpy as np

from snakelab.kernels.decorator import kernel
from snakelab.kernels.lazy_kernel import unwrapped
from snakelab.robots.materials import WIDTH
from snakelab.worlds.force_law import BODY_WIDTH, CONTACT, CONTACT_FRICTION, LAW_WIDTH, STATION_WIDTH

# ----------------------------------------------------------------------------------------------------------------------
# Tables of a model: parts, stations, coordinates, propellers, laws
# ----------------------------------------------------------------------------------------------------------------------

# In kernels the state is one row: pose and velocity of the base, q, v, internal states z of the actuators, work of each term.
P, QUAT, VELOCITY, Q = 0, 3, 7, 13
# The head end's name among the points of a body.
HEAD = "head"
# Kinds of parts; those of joints are in `robots.joints`.
LINK, MOUNT, SOFT, ROD, SOCKET = 0, 1, 4, 5, 6
# A free body of the world, a root of its own: these are last, and `soft` is the number of each. Its 13 numbers in the state row
# stand between those of the propellers and the works: positions and quaternions of all, then their velocities in world axes.
BODY = 7
PASSIVE, PRESCRIBED, MOTOR, SERVO, FOLLOWER = range(5)
FIXED, PLANAR, FLOATING = 0, 3, 6
# Free components of the twist of a free body.
FREE_BASE = (0, 1, 2, 3, 4, 5)

PART = np.dtype(
    [
        ("kind", "i8"),
        ("coordinate", "i8"),  # the first of its coordinates
        ("n_coordinates", "i8"),
        ("n_steps", "i8"),
        ("station", "i8"),  # the first of its stations
        ("n_stations", "i8"),
        (
            "soft",
            "i8",
        ),  # index of the soft section, or of the rod; of a socket 1 for the first one, at the end of the trunk
        ("carrier", "i8"),  # of a socket: the station that carries it
        ("next_socket", "i8"),  # of a socket: the part that is the next socket on that station; 0 for none
        ("length", "f8"),
        ("offset", "f8", 3),
        ("rotation", "f8", 9),
        ("axis", "f8", 3),
        ("columns", "f8", (3, 6)),
    ],
    align=True,
)
# A station: `socket` is the part that is the first socket on it, 0 for none; `friction` multiplies the coefficients of friction.
STATION = np.dtype(
    [
        ("mass", "f8"),
        ("weight", "f8"),
        ("offset", "f8", 3),
        ("inertia", "f8", 6),
        ("socket", "i8"),
        ("friction", "f8"),
    ],
    align=True,
)
COORDINATE = np.dtype(
    [
        ("actuator", "i8"),
        ("driven", "i8"),
        ("stiffness", "f8"),
        ("damping", "f8"),
        ("rest", "f8"),
        ("lower", "f8"),
        ("upper", "f8"),
        ("stop_stiffness", "f8"),
        ("stop_damping", "f8"),
        ("kp", "f8"),
        ("kd", "f8"),
        ("ki", "f8"),
        ("gain", "f8"),  # force of a unit command
        ("force_floor", "f8"),
        ("force_limit", "f8"),
        ("proportional_limit", "f8"),
        ("time_constant", "f8"),
        ("material", "i8"),  # elastic law of an elastomer in place of the spring
        ("numbers", "f8", WIDTH),  # of that elastomer
        ("tested", "f8"),  # largest tested command
        ("ahead", "i8"),  # increment of the index toward the head: 1 or -1
        ("rate_feed", "f8"),  # force for a unit rate of the target
        ("acceleration_feed", "f8"),
        ("speed_limit", "f8"),  # rate at which the force limit is zero
        ("dry_friction", "f8"),
        ("dry_eps", "f8"),  # rate that smooths it
        ("armature", "f8"),  # inertia of the rotor, seen at the joint
        # of an actuator of a section, whose elongation follows that section: the first coordinate of the section, -1 for others;
        # the index of the section; its row of l = S q, and its column of the pseudo-inverse of S
        ("section", "i8"),
        ("soft", "i8"),
        ("line", "f8", 3),
        ("share", "f8", 3),
    ],
    align=True,
)
PROPELLER = np.dtype(
    [
        ("station", "i8"),
        ("curve", "i8"),  # the first point of its curve
        ("n_curve", "i8"),
        ("offset", "f8", 3),  # from the station's centre of mass
        ("direction", "f8", 3),
        ("gain", "f8"),
        ("min_thrust", "f8"),
        ("max_thrust", "f8"),
        ("time_constant", "f8"),
        ("torque_ratio", "f8"),
    ],
    align=True,
)
# Stages of a solve at which the kernel of couplings is called, see `physics.coupling_solve`.
BEGIN_COUPLINGS, CONTINUE_COUPLINGS, APPLY_COUPLINGS, IMPACT_COUPLINGS = range(4)
# Kinds of couplings; a guide belongs to the cable before it; the contact of the robot with itself is the last.
GEAR, LOOP, CABLE, GUIDE, SELF_CONTACT = range(5)
# Places among the numbers of a coupling: angular stiffness and damping of a loop; of a cable the speed that smooths its friction
# at guides; of a muscle, in a row from its own place, what `robots.couplings.hill_force` takes.
ANGULAR_STIFFNESS, ANGULAR_DAMPING, SLIP_SPEED, HILL = 0, 1, 0, 1
COUPLING = np.dtype(
    [
        ("kind", "i8"),
        ("n_rows", "i8"),
        ("n_terms", "i8"),
        ("address", "i8"),  # of the kernel of all couplings, in this process
        # station of a loop or guide, -1 for the base; coordinate of a gear, or of a cable's actuator, -1 for none
        ("first", "i8"),
        ("second", "i8"),  # station or coordinate; of a cable, its first guide in this table
        # of a loop: bits of its rows, displacements and rotations along its axes; of a cable: 1 for a muscle
        ("mask", "i8"),
        ("count", "i8"),  # of a cable: its guides; of the contact with itself: the capsules
        ("ratio", "f8"),  # of a gear; friction coefficient of a cable
        ("rest", "f8"),  # offset of a gear, rest length of a cable
        ("stiffness", "f8"),  # 0 for rigid; of a cable times its length
        ("damping", "f8"),
        ("first_point", "f8", 3),  # from the centre of mass of the station, in its axes
        ("second_point", "f8", 3),
        ("axes", "f8", 9),  # in the first station; the third is that of a hinge
        ("second_axes", "f8", 9),
        ("numbers", "f8", 16),  # see above
    ],
    align=True,
)
# The `address` of a law is that of user-defined code (also of the friction of a contact), or the index of the contact.
LAW = np.dtype([("code", "i8"), ("address", "i8"), ("first", "i8"), ("count", "i8")], align=True)
# A rod: its first row in the table of shapes and among the steps, its first number in the row of all matrices, whether its
# cross-section keeps its volume, and the ratio of viscous to elastic stiffness [s].
ROD_RECORD = np.dtype(
    [("first", "i8"), ("step", "i8"), ("matrix", "i8"), ("incompressible", "i8"), ("damping", "f8")], align=True
)
# A coordinate of a rod: direction of its strain (0 to 5, in the order of a twist), degree of its polynomial, and its sign
# along the walk from the base.
SHAPE = np.dtype([("direction", "i8"), ("degree", "i8"), ("sign", "f8")], align=True)


class RodArrays(NamedTuple):
    """Tables of the rods of a robot.

    Attributes:
        table: Records of `ROD_RECORD`, base to tip.
        shapes: Records of `SHAPE`, of all rods in a row.
        numbers: Of each rod: its stiffness matrix, row by row; if it is incompressible, then six stiffnesses of the
            cross-section at each Gauss point from the tail.
    """

    table: np.ndarray
    shapes: np.ndarray
    numbers: np.ndarray


class ModelArrays(NamedTuple):
    """Tables that kernels read.

    Attributes:
        parts: Records of `PART`, base to tip; branches follow the trunk, each behind its socket, and then the free bodies.
        stations: Records of `STATION`, base to tip; those of branches follow those of the trunk.
        coordinates: Records of `COORDINATE`.
        laws: Records of `LAW`, one for each medium but gravity; a contact and its friction are two; a fluid's added mass,
            drag and buoyancy are three; all couplings are one.
        law_parameters: Numbers of all laws in a row.
        gravity: World axes, shape (3,), [m/s^2].
        base: Free components of the base twist, shape (6, 3 or 0,).
        rings: Records of `RING`; none where the world has no surfaces.
        points: Fixed skin points of all rings, y and z from the ring's centre, shape (n, 2), [m].
        propellers: Records of `PROPELLER`.
        curves: Points (command, thrust) of all thrust curves in a row, shape (n, 2).
        couplings: Records of `COUPLING`: gears, loops and cables, the guides of all cables, and the contact with itself.
        from_head: Whether the base is the head, and the parts advance by -x.
        rods: Tables of the rods; None for a robot without: its kernels then contain no code for rods.
    """

    parts: np.ndarray
    stations: np.ndarray
    coordinates: np.ndarray
    laws: np.ndarray
    law_parameters: np.ndarray
    gravity: np.ndarray
    base: np.ndarray
    rings: np.ndarray
    points: np.ndarray
    propellers: np.ndarray
    curves: np.ndarray
    couplings: np.ndarray
    from_head: bool
    rods: RodArrays | None = None


# ----------------------------------------------------------------------------------------------------------------------
# Terms of the energy balance: places in the state row, and names that user-defined laws cannot have
# ----------------------------------------------------------------------------------------------------------------------

GRAVITY_WORK, SPRING_WORK, DAMPER_WORK, DRY_WORK, LIMIT_WORK, ACTUATOR_WORK, DRIVE_WORK, PROPELLER_WORK = range(8)
CORRECTION_WORK, FIRST_LAW_WORK = 8, 9
# One for each place above; the laws of the world follow.
WORK_NAMES = (
    "gravity",
    "spring",
    "damper",
    "joint_friction",
    "end_stop",
    "actuator",
    "drive",
    "propeller",
    "correction",
)


# ----------------------------------------------------------------------------------------------------------------------
# Vectors from the tables of a model, as tuples
# ----------------------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def axis_of(parts, i):
    """Unit axis of the joint i."""
    a = parts[i].axis
    return (a[0], a[1], a[2])


@kernel(inline=True)
def offset_of(parts, i):
    """Offset of the mount i [m]."""
    a = parts[i].offset
    return (a[0], a[1], a[2])


@kernel(inline=True)
def rotation_of(parts, i):
    """Fixed rotation of the mount i, nine numbers."""
    m = parts[i].rotation
    return (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])


@kernel(inline=True)
def column_of(parts, i, k):
    """Strain (linear, angular) that coordinate k adds to the soft section i."""
    c = parts[i].columns[k]
    return ((c[0], c[1], c[2]), (c[3], c[4], c[5]))


@kernel(inline=True)
def com_of(stations, k):
    """Centre of mass of station k in its part's axes [m]."""
    a = stations[k].offset
    return (a[0], a[1], a[2])


@kernel(inline=True)
def inertia_of(stations, k):
    """Inertia of station k about its centre of mass: (xx, xy, xz, yy, yz, zz) [kg m^2]."""
    j = stations[k].inertia
    return (j[0], j[1], j[2], j[3], j[4], j[5])


@kernel(inline=True)
def n_bodies(parts):
    """Number of the free bodies [-]."""
    last = len(parts) - 1
    return parts[last].soft + 1 if parts[last].kind == BODY else 0


@kernel(inline=True)
def body_state(model, i):
    """Places of position, quaternion and velocity of the free body of part i in a state row."""
    n, at = n_bodies(model.parts), Q + 3 * len(model.coordinates) + len(model.propellers)
    k = model.parts[i].soft
    return at + 3 * k, at + 3 * n + 4 * k, at + 7 * n + 6 * k


# ----------------------------------------------------------------------------------------------------------------------
# Scratch arrays of the recursion, allocated once per run
#
# Each table has one row for each part, station, section or coordinate; the constants are the places in a row.
# ----------------------------------------------------------------------------------------------------------------------

# joint rows: rotation and travel of the joint, bias acceleration, column of the inertia, results of the elimination
JOINT_ROTATION, JOINT_TRAVEL, BIAS, COLUMN, PIVOT, REST = 0, 9, 12, 18, 24, 25
# rows of sockets in the same table: articulated inertia and bias wrench of the branch, at the centre of mass of the station that
# carries it and in its axes; likewise the bias wrench of its response to the loads of couplings
BRANCH_INERTIA, BRANCH_WRENCH, BRANCH_LOAD, JOINT_WIDTH = 0, 21, 27, 33
# soft-section rows: one step of the section, its tangent columns, and the blocks of the elimination; force and added inertia of
# actuators on lines of their own
STEP_ROTATION, STEP, TANGENT, COLUMNS, BLOCK, INVERSE, RESTS = 0, 9, 12, 30, 48, 54, 60
LINE_FORCE, LINE_INERTIA, SOFT_WIDTH = 63, 66, 72
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
# friction in its two directions: slip velocity at which it is linearised, (2,), [m/s]; resistance at slip 0, (2,), [N];
# slope (xx, xy, yy) [N s/m]
SLIP_POINT, FRICTION_OFFSET, FRICTION_SLOPE = 19, 21, 23
# normal velocity at the end of the full step of an extrapolated step, infinite where it was not computed [m/s]
FULL_RATE = 26
# rate of the slip velocity less the acceleration of the material point in the two directions of friction, (2,), [m/s^2]
SLIP_ACCELERATION = 27
# mean rate of the slip velocity in the last solve, (2,), infinite where the contact was not active [m/s^2]
# and the factors of the friction coefficients, and of the stiffness and damping of the contact, of the skin point [-]
SLIP_RATE, FRICTION_FACTOR, SHARE = 29, 31, 32
# slip velocity at the start of the step, (2,); rate of the gap and slip velocity, (2,), at its end at zero classical acceleration
# of the centre of the station and zero angular acceleration [m/s]
START_SLIP, FREE_RATE, FREE_SLIP, CONTACT_WIDTH = 33, 35, 36, 38
NOT_ROLLING = -1.0
# of a contact with a user law as friction: its wrench and added inertia at the point, and the slip velocity and spin at which it
# is linearised, station axes
USER_WRENCH, USER_INERTIA, USER_TWIST = CONTACT_WIDTH, CONTACT_WIDTH + 6, CONTACT_WIDTH + 27
USER_CONTACT_WIDTH = CONTACT_WIDTH + 33
# rows of the scratch of couplings, see `physics.coupling_solve`
COUPLING_WIDTH = 16
# Places of the results in the last rows of that scratch, one for each coupling, and of their number that had not converged in
# the row of the base, which also has event and error of impacts on free bodies, see `physics.contacts.impact_on_bodies`.
COUPLING_LOAD, COUPLING_GAP, UNCONVERGED_COUPLINGS, IMPACT_EVENT, IMPACT_ERROR = 0, 1, 6, 7, 8
# active sets of a coordinate
STOP_SET, FORCE_SET, PROPORTIONAL_SET, N_SETS = 0, 1, 2, 3
FULL_SETS = N_SETS  # and on: the sets of the full step of an extrapolated step
# rows of the steps of a rod: rotation and translation, and the columns of up to MAX_ROD_COORDINATES
MAX_ROD_COORDINATES = 24
ROD_ROTATION, ROD_STEP, ROD_COLUMNS = 0, 9, 12
ROD_STEP_WIDTH = ROD_COLUMNS + 6 * MAX_ROD_COORDINATES
# rows of a rod: strains and their rates at the two Gauss points of a step; results of the elimination: columns of the inertia,
# block, right-hand side, inverse pivots; elastic force and stiffness at the state, inertia of both in an implicit step, and the
# part of the force of a coordinate that is the rod's own; scratch of one step: the twists of all coordinates, component by
# component, and one line of the block
STRAINS, ROD_H, ROD_BLOCK = 0, 24, 24 + 6 * MAX_ROD_COORDINATES
ROD_REST = ROD_BLOCK + MAX_ROD_COORDINATES**2
ROD_PIVOT, ROD_HELD = ROD_REST + MAX_ROD_COORDINATES, ROD_REST + 2 * MAX_ROD_COORDINATES
ROD_OWN, ROD_SLOPE = ROD_HELD + MAX_ROD_COORDINATES, ROD_HELD + 2 * MAX_ROD_COORDINATES
ROD_IMPLICIT = ROD_SLOPE + MAX_ROD_COORDINATES**2
ROD_STEP_COLUMNS = ROD_IMPLICIT + MAX_ROD_COORDINATES**2
ROD_CARRIED = ROD_STEP_COLUMNS + 6 * MAX_ROD_COORDINATES
ROD_JOINED = ROD_CARRIED + 6 * MAX_ROD_COORDINATES
ROD_LINE = ROD_JOINED + 6 * MAX_ROD_COORDINATES
ROD_WIDTH = ROD_LINE + MAX_ROD_COORDINATES


class RodWorkspace(NamedTuple):
    """Scratch of the rods of one robot."""

    rows: np.ndarray  # (n_rods, ROD_WIDTH)
    steps: np.ndarray  # (steps of all rods, ROD_STEP_WIDTH)


class Workspace(NamedTuple):
    """Scratch of one robot. Few tables, since each is passed by value to every stage, which dominates the cost for
    short chains.
    """

    stations: np.ndarray  # (n_stations, STATION_WIDTH)
    joints: np.ndarray  # (n_parts, JOINT_WIDTH)
    soft: np.ndarray  # (n_soft, SOFT_WIDTH)
    coordinates: np.ndarray  # (nv, COORDINATE_WIDTH)
    sets: np.ndarray  # (nv + n_couplings, 2 N_SETS), int
    laws: np.ndarray  # (n_laws * n_stations, LAW_WIDTH)
    body: np.ndarray  # (1 + n_bodies, BODY_WIDTH), that of the robot first
    contacts: np.ndarray  # (n_contact_laws * n_points, CONTACT_WIDTH or USER_CONTACT_WIDTH)
    near: np.ndarray  # (1 + rows, 3), int: how many contacts are near a surface; row, station and law of each
    full_loads: np.ndarray  # (rows,): loads of the full step, which the extrapolated step compares
    coupling: np.ndarray  # rows and terms of couplings, and responses: see `physics.coupling_solve`
    system: np.ndarray  # (3 m, m + 1): mobilities, equations and inverse of the m rows of couplings
    rods: RodWorkspace | None  # None for a robot without rods


@kernel(allocates=True)
def _rod_workspace(rods, parts):
    """Scratch for the rods of a robot."""
    if rods is None:
        return None
    n_steps = 0
    for part in parts:
        if part.kind == ROD:
            n_steps += part.n_steps
    return RodWorkspace(np.zeros((len(rods.table), ROD_WIDTH)), np.zeros((n_steps, ROD_STEP_WIDTH)))


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
    n_rows, n_terms = 0, 0
    for coupling in model.couplings:
        n_rows += coupling.n_rows
        n_terms += coupling.n_terms
    n_coupling = n_stations + nv + 1 + n_rows + n_terms + len(model.couplings) if len(model.couplings) > 0 else 0
    return Workspace(
        np.zeros((n_stations, STATION_WIDTH)),
        np.zeros((len(model.parts), JOINT_WIDTH)),
        np.zeros((n_soft, SOFT_WIDTH)),
        np.zeros((nv + len(model.propellers), COORDINATE_WIDTH)),
        np.zeros((nv + len(model.couplings), 2 * N_SETS), np.int64),
        np.zeros((n_laws * n_stations, LAW_WIDTH)),
        np.zeros((1 + n_bodies(model.parts), BODY_WIDTH)),
        np.zeros((n_contacts, width)),
        np.zeros((1 + n_contacts, 3), np.int64),
        np.zeros(n_contacts),
        np.zeros((n_coupling, COUPLING_WIDTH)),
        np.zeros((3 * n_rows, n_rows + 1)),
        unwrapped(_rod_workspace(model.rods, model.parts)),
    )
