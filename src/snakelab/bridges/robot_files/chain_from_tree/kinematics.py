"""Kinematics of an imported chain in plain numpy: import compiles nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.geometry.poses import rotation_matrices
from snakelab.geometry.rotations import quat_exp
from snakelab.geometry.shapes import Box
from snakelab.robots.parts import Link, Mount, Part, Prismatic, Revolute
from snakelab.robots.parts.joints import unit_axis
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Placed:
    """Part of a chain with the pose of its base end.

    Attributes:
        part: The part.
        p, R: Frame of its base end in the chain's base frame.
    """

    part: Part
    p: FloatArray
    R: FloatArray


def placed_parts(parts: Sequence[Part], q: Sequence[float] | FloatArray | None = None) -> tuple[Placed, ...]:
    """Return each part with its pose in the base frame; last, the end of the chain as an identity `Mount`.

    Args:
        parts: Links, mounts and joints of one coordinate, from the tail.
        q: Coordinates, shape (nv,); None for zero.
    """
    p, R, placed = np.zeros(3), np.eye(3), []
    values = iter([] if q is None else q)
    for part in parts:
        placed.append(Placed(part, p, R))
        match part:
            case Link():
                p = p + part.length * R[:, 0]
            case Mount():
                p, R = p + R @ np.array(part.offset, dtype=float), R @ _turned(np.array(part.rotation, dtype=float))
            case Revolute():
                R = R @ _turned(float(next(values, 0.0)) * unit_axis(part.axis, "axis"))
            case Prismatic():
                p = p + float(next(values, 0.0)) * R @ unit_axis(part.axis, "axis")
    return (*placed, Placed(Mount(), p, R))


def _turned(vector: FloatArray) -> FloatArray:
    x, y, z = vector.tolist()
    return rotation_matrices(quat_exp((x, y, z)))


def mass_matrix_at_zero(robot: Robot) -> FloatArray:
    """Mass matrix of the robot at zero angles, shape (n_base + nv, n_base + nv); twists of the base in its own axes.

    M = sum over the links of J^T diag(I, m) J, with J the Jacobian of the link's rotation and centre of mass.
    """
    base = {"floating": np.arange(6), "planar": np.array([0, 1, 5]), "fixed": np.arange(0)}[robot.base]
    columns: list[tuple[FloatArray, FloatArray]] = []  # angular and linear velocity, the latter of the base's origin
    for axis in np.eye(3):
        columns.append((np.zeros(3), axis))
    for axis in np.eye(3):
        columns.append((axis, np.zeros(3)))
    M = np.zeros((6 + robot.n_coordinates, 6 + robot.n_coordinates))
    for placed in placed_parts(robot.parts):
        part, R = placed.part, placed.R
        if isinstance(part, Revolute):
            axis = R @ unit_axis(part.axis, "axis")
            columns.append((axis, np.cross(placed.p, axis)))
        elif isinstance(part, Prismatic):
            columns.append((np.zeros(3), R @ unit_axis(part.axis, "axis")))
        elif isinstance(part, Link):
            c = placed.p + R @ part.com_point()
            w = np.array([w for w, _ in columns])
            v = np.array([v for _, v in columns]) + np.cross(w, c)
            n = len(columns)
            M[:n, :n] += part.whole_mass * v @ v.T + w @ (R @ part.inertia_matrix() @ R.T) @ w.T
    kept = np.concatenate([base, 6 + np.arange(robot.n_coordinates)]).astype(int)
    return M[np.ix_(kept, kept)]


def lowest_point(parts: Sequence[Part], q: FloatArray, R_world_base: FloatArray) -> float:
    """Height of the lowest point of links and wheels above the base's origin, in world axes [m]; negative below it."""
    lowest = np.inf
    for placed in placed_parts(parts, q):
        part = placed.part
        if not isinstance(part, Link):
            continue
        p, R = R_world_base @ placed.p, R_world_base @ placed.R
        ends = min(p[2], (p + part.length * R[:, 0])[2])
        section = part.shape
        across = R[2, 1:] * np.array([section.half_width, section.half_height])
        depth = np.abs(across).sum() if isinstance(section, Box) else np.hypot(*across)
        lowest = min(lowest, float(ends - depth))
        for wheel in part.wheels:
            axle = R @ wheel.direction()
            reach = wheel.radius * np.sqrt(max(1.0 - axle[2] ** 2, 0.0))
            lowest = min(lowest, float((p + R @ wheel.centre())[2] - reach))
    return lowest
