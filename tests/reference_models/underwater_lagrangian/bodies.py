"""The rigid bodies that the equation sums: modules, and stations of joints, each with its 6x6 matrices in its own frame."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from reference_models.complex_step import Array
from reference_models.frames import hat
from reference_models.underwater_lagrangian.joint_alone import station_inertia
from reference_models.underwater_lagrangian.snake import UnderwaterSnake


def rigid_inertia(snake: UnderwaterSnake) -> Array:
    """M_R of a module about its tail end, shape (6, 6): a solid cylinder whose centre of mass hangs at z_g; eq. 28, 29 [R]."""
    m, L, R = snake.module_mass, snake.L_R, snake.R_r
    g = hat(np.array([L / 2, 0.0, snake.z_g]))
    I_c = m * np.diag([R**2 / 2, R**2 / 4 + L**2 / 12, R**2 / 4 + L**2 / 12])
    return np.block([[m * np.eye(3), -m * g], [m * g, I_c - m * g @ g]])


def strip_sum(axial: float, roll: float, length: float) -> Array:
    """Mean over x in [0, L] of the form (v + x r)^2 + (w - x q)^2, with `axial` u^2 and `roll` p^2, shape (6, 6); eq. 30 [R]."""
    P = np.diag([axial, 1.0, 1.0, roll, length**2 / 3, length**2 / 3])
    P[1, 5] = P[5, 1] = length / 2
    P[2, 4] = P[4, 2] = -length / 2
    return P


def added_mass(snake: UnderwaterSnake) -> Array:
    """M_A of a module, shape (6, 6): C_a of the displaced mass across, alpha of that along; eq. 30."""
    return snake.displaced_mass * snake.water.C_a * strip_sum(snake.water.alpha, 0.0, snake.L_R)


def linear_drag(snake: UnderwaterSnake) -> Array:
    """D_L of a module, shape (6, 6); eq. 31 with R where pi was printed, so that it is in kg/s [R]."""
    water, R, L = snake.water, snake.R_r, snake.L_R
    P = strip_sum(water.beta, water.Omega * R**2, L)
    return water.rho * R * L * water.C_D * water.V_ref * P


class Bodies(NamedTuple):
    """Modules from the tail, then the joints' stations from the tail unless they are massless: constants of b bodies."""

    rigid: Array  # inertia, (b, 6, 6)
    added: Array  # added mass, (b, 6, 6)
    linear: Array  # linear drag, (b, 6, 6)
    axial: Array  # quadratic drag along x per u |u|, (b,), [kg/m]
    roll: Array  # and about x per p |p|, (b,), [kg m^2]
    strip: Array  # quadratic drag across: velocities (v + x r, w - x q) of s strips per twist, (b, s, 2, 6)
    across: Array  # coefficient of a strip, (b, s), [kg/m]
    weight: Array  # (b,), [N]
    centre: Array  # of mass, (b, 3), [m]
    buoyancy: Array  # (b,), [N]
    lift: Array  # where the buoyancy acts, (b, 3), [m]


@lru_cache(maxsize=16)
def bodies(snake: UnderwaterSnake) -> Bodies:
    """All bodies that move in the water."""
    modules = [_module(snake)] * (snake.n_joints + 1)
    stations = [] if snake.joints == "massless" else _slices(snake) * snake.n_joints
    return Bodies(*(np.array(rows) for rows in zip(*modules, *stations, strict=True)))


def _strips(snake: UnderwaterSnake, length: float) -> Array:
    """Rows that give v + x r and w - x q at the strips of a body, shape (s, 2, 6)."""
    x = length * snake.strips.shares
    rows = np.zeros((x.size, 2, 6))
    rows[:, 0, 1] = rows[:, 1, 2] = 1.0
    rows[:, 0, 5], rows[:, 1, 4] = x, -x
    return rows


def _drag(snake: UnderwaterSnake, radius: float, length: float) -> tuple[float, float, float]:
    """Quadratic drag along, about and across a round body: 1/2 rho pi R^2 C_d1, 1/2 rho pi L R^4 C_d4, rho R L C_dC; eq. 32."""
    water = snake.water
    end = 0.5 * water.rho * math.pi * radius**2
    return end * water.C_d1, end * length * radius**2 * water.C_d4, water.rho * radius * length * water.C_dC


def _module(snake: UnderwaterSnake) -> Bodies:
    axial, roll, across = (np.array(c) for c in _drag(snake, snake.R_r, snake.L_R))
    middle, g = snake.L_R / 2, snake.gravity
    return Bodies(
        rigid=rigid_inertia(snake),
        added=added_mass(snake),
        linear=linear_drag(snake),
        axial=axial,
        roll=roll,
        strip=_strips(snake, snake.L_R),
        across=across * snake.strips.weights,
        weight=np.array(snake.module_mass * g),
        centre=np.array([middle, 0.0, snake.z_g]),
        buoyancy=np.array(snake.displaced_mass * g),
        lift=np.array([middle, 0.0, 0.0]),
    )


def _slices(snake: UnderwaterSnake) -> list[Bodies]:
    """Stations of one joint: the same coefficients, on its share of the length at rest, when wet.

    The length at rest, so that the added mass is constant in a station's own axes, as its mass is.
    """
    joint, water, wet = snake.joint, snake.water, snake.joints == "wet"
    R, L = joint.R_s, joint.L0
    axial, roll, across = wet * np.array(_drag(snake, R, L))
    added = wet * water.rho * math.pi * R**2 * L * water.C_a * np.diag([water.alpha, 1.0, 1.0, 0.0, 0.0, 0.0])
    pattern = np.diag([water.beta, 1.0, 1.0, water.Omega * R**2, 0.0, 0.0])
    linear = wet * water.rho * R * L * water.C_D * water.V_ref * pattern
    weight = snake.dry * joint.m_s * snake.gravity
    strip = _strips(snake, 0.0)
    return [
        Bodies(
            rigid=share * station_inertia(joint),
            added=share * added,
            linear=share * linear,
            axial=share * axial,
            roll=share * roll,
            strip=strip,
            across=share * across * snake.strips.weights,
            weight=share * weight,
            centre=np.zeros(3),
            buoyancy=np.array(0.0),
            lift=np.zeros(3),
        )
        for share in joint.stations.weights
    ]
