"""Where every body is and how it moves: the chain of modules and bending joints, and its geometric Jacobians.

    g_b,0 = I,   g_b,i = g_b,i-1 T_i-1 H_i,   V_i = Ad(T_i-1 H_i)^-1 V_i-1 + J_s,i qd_i

Twists are (linear, angular) in a body's own axes, at its tail end.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from reference_models.bending import section_jacobians, section_poses
from reference_models.complex_step import COMPLEX_STEP, Array
from reference_models.frames import into_axes_of
from reference_models.underwater_lagrangian.bodies import Bodies, bodies
from reference_models.underwater_lagrangian.joint import joint_strain
from reference_models.underwater_lagrangian.snake import UnderwaterSnake
from snakelab.errors import RobotError
from snakelab.parameters.arguments import vector


class Chain(NamedTuple):
    """Frames of the modules from the tail, then of the joints' stations from the tail."""

    T: Array  # pose in the base's frame, (b, 4, 4)
    J: Array  # body twist per zeta = (V_b, qd), (b, 6, 6 + 3 n)


def module_step(snake: UnderwaterSnake) -> Array:
    """T_i from a module's tail end to its head end, shape (4, 4); eq. 2, with the identity that it lost [R]."""
    T = np.eye(4)
    T[0, 3] = snake.L_R
    return T


def chain(snake: UnderwaterSnake, q: Array) -> Chain:
    """Poses and Jacobians of all modules, and of all stations of joints unless these are massless; eq. 6, 8-13.

    Args:
        snake: The robot.
        q: Elongations, shape (3 n,), [m]; complex ones pass through.
    """
    joint, n = snake.joint, snake.n_joints
    X, ends = joint_strain(joint, q.reshape(n, 3)), np.append(joint.stations.shares, 1.0)
    bends = zip(section_poses(X, ends), section_jacobians(X, joint.strain_columns, ends), strict=True) if n else ()
    T, J = np.eye(4, dtype=q.dtype), np.eye(6, 6 + 3 * n, dtype=q.dtype)
    modules, stations = [(T, J)], list[tuple[Array, Array]]()
    for i, (H, J_s) in enumerate(bends):
        step = module_step(snake) @ H
        T, J = T @ step, into_axes_of(step) @ J
        J[..., 6 + 3 * i : 9 + 3 * i] = J_s
        stations += zip(T[:-1], J[:-1], strict=True)
        T, J = T[-1], J[-1]
        modules.append((T, J))
    found_T, found_J = zip(*modules, *(stations if snake.joints != "massless" else ()), strict=True)
    return Chain(np.array(found_T), np.array(found_J))


def jacobian_rates(snake: UnderwaterSnake, q: Array, qd: Array) -> Array:
    """dJ/dt of every body while q moves at qd, shape (b, 6, 6 + 3 n): one complex step, exact to rounding."""
    return chain(snake, q + 1j * COMPLEX_STEP * qd).J.imag / COMPLEX_STEP


def end_pose(snake: UnderwaterSnake, q: Array) -> Array:
    """Pose of the head end in the base's frame, T_0 H_1 T_1 .. H_n T_n, shape (4, 4); eq. 6."""
    return chain(snake, q).T[snake.n_joints] @ module_step(snake)


def end_twist(snake: UnderwaterSnake, q: Array, zeta: Array) -> Array:
    """Body twist of the head end, shape (6,)."""
    return into_axes_of(module_step(snake)) @ chain(snake, q).J[snake.n_joints] @ zeta


class Place(NamedTuple):
    """A robot in a pose, with a shape, in motion: what the terms of the equation are made of."""

    snake: UnderwaterSnake
    bodies: Bodies
    q: Array  # (3 n,)
    zeta: Array  # (6 + 3 n,)
    T: Array  # poses in the world, (b, 4, 4)
    J: Array  # body twist per zeta, (b, 6, 6 + 3 n)
    J_rate: Array  # (b, 6, 6 + 3 n)
    V: Array  # body twists, (b, 6)
    stream: Array  # twists of the water in the bodies' axes, (b, 6)

    @property
    def V_r(self) -> Array:
        """Body twists relative to the water, shape (b, 6)."""
        return self.V - self.stream


def place(snake: UnderwaterSnake, q: ArrayLike, zeta: ArrayLike | None = None, pose: ArrayLike | None = None) -> Place:
    """The robot with elongations q [m] and velocities zeta = (V_b, qd), at rest unless given.

    Args:
        snake: The robot.
        q: Shape (3 n,), [m].
        zeta: Body twist (linear, angular) of the base, then rates of q, shape (6 + 3 n,).
        pose: g_Ib, the base's frame in the world, shape (4, 4); the identity unless given.

    Raises:
        RobotError: if q, zeta or the pose has a wrong size.
    """
    n = snake.n_coordinates
    q = vector(q, "q", RobotError, size=n - 6, unit="m")
    zeta = vector(np.zeros(n) if zeta is None else zeta, "zeta", RobotError, size=n)
    T, J = chain(snake, q + 1j * COMPLEX_STEP * zeta[6:])  # the imaginary parts are the rates
    T_world_base = np.eye(4) if pose is None else np.asarray(pose, float)
    if T_world_base.shape != (4, 4):
        raise RobotError(
            f"pose must have shape (4, 4), got {T_world_base.shape}; write np.eye(4) for the world's frame"
        )
    T = T_world_base @ T.real
    stream = np.zeros((len(T), 6))
    stream[:, :3] = np.asarray(snake.water.current) @ T[:, :3, :3]
    return Place(snake, bodies(snake), q, zeta, T, J.real, J.imag / COMPLEX_STEP, J.real @ zeta, stream)
