"""The tables that kernels read: their columns, and the codes in them. Changing a number in them never recompiles."""

from typing import NamedTuple

import numpy as np

from snakelab.robots.materials.places import WIDTH

# The head end's name among the points of a body.
HEAD = "head"
# Kinds of parts; those of joints are in `robots.parts.joints`.
LINK, MOUNT, SOFT = 0, 1, 4
PASSIVE, PRESCRIBED, MOTOR, SERVO, FOLLOWER = range(5)
FIXED, PLANAR, FLOATING = 0, 3, 6

PART = np.dtype(
    [
        ("kind", "i8"),
        ("coordinate", "i8"),  # the first of its coordinates
        ("n_coordinates", "i8"),
        ("n_steps", "i8"),
        ("station", "i8"),  # the first of its stations
        ("n_stations", "i8"),
        ("soft", "i8"),  # index of the soft section
        ("length", "f8"),
        ("offset", "f8", 3),
        ("rotation", "f8", 9),
        ("axis", "f8", 3),
        ("columns", "f8", (3, 6)),
    ],
    align=True,
)
STATION = np.dtype([("mass", "f8"), ("weight", "f8"), ("offset", "f8", 3), ("inertia", "f8", 6)], align=True)
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
# The `address` of a law is that of user-defined code (also of the friction of a contact), or the index of the contact.
LAW = np.dtype([("code", "i8"), ("address", "i8"), ("first", "i8"), ("count", "i8")], align=True)


class ModelArrays(NamedTuple):
    """Tables that kernels read.

    Attributes:
        parts: Records of `PART`, base to tip.
        stations: Records of `STATION`, base to tip.
        coordinates: Records of `COORDINATE`.
        laws: Records of `LAW`, one for each medium but gravity; a contact and its friction are two; a fluid's added mass,
            drag and buoyancy are three.
        law_parameters: Numbers of all laws in a row.
        gravity: World axes, shape (3,), [m/s^2].
        base: Free components of the base twist, shape (6, 3 or 0,).
        rings: Records of `RING`; none where the world has no surfaces.
        points: Fixed skin points of all rings, y and z from the ring's centre, shape (n, 2), [m].
        propellers: Records of `PROPELLER`.
        curves: Points (command, thrust) of all thrust curves in a row, shape (n, 2).
        from_head: Whether the base is the head, and the parts advance by -x.
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
    from_head: bool
