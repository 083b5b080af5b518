"""Checks of the initial state: outside of surfaces, and on the targets of prescribed coordinates."""

from dataclasses import replace

import numpy as np

from snakelab.errors import SimulationError
from snakelab.physics.command import Reference
from snakelab.physics.kinematics.skin_gaps import contacts, skin_gaps
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.physics.targets import targets_at
from snakelab.robots.parts import Link, SoftSection
from snakelab.types import FloatArray

# Allowed initial depth in a surface, as a fraction of the ring's radius: a body sinks in by its weight, and grips by squeezing.
SUNK = 0.75
# Radius of a point [m].
LEAST = 0.01
# Depth of a suggested position, as a fraction of the ring's radius, and moves until it is given up.
FREE, MOST_MOVES, FEW_MOVES = 0.01, 10, 3
# Distances along each axis that are tried, and the axes.
N_SHIFTS, AXES = 20, np.array([(0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], dtype=np.float64)
# A coordinate within this distance of its target, in SI units, counts as being on it.
ON_TARGET = 1e-9


def check_outside(model: Model, state: State) -> None:
    """Raise an error for an initial state deep inside a surface, which would eject the body. Nothing is compiled.

    Raises:
        SimulationError: with the deepest point, its depth, and a better position of the robot.
    """
    if not model.skin_names or state.time != 0.0:
        return
    gaps = skin_gaps(model, state)
    worst = int(np.argmin(gaps.gap / np.maximum(gaps.radius, LEAST)))
    if not is_deep(gaps.gap[worst], gaps.radius[worst]):
        return
    surface = contacts(model)[gaps.contact[worst]].name
    place = _free_position(model, state)
    if place is None:
        advice = "no free position was found near it: change its shape q, its size, or the surfaces"
    else:
        x, y, z = place
        advice = (
            f"move it out, for example `initial: {{position: [{x:.4g}, {y:.4g}, {z:.4g}]}}` in a scenario, in Python "
            f"position=({x:.4g}, {y:.4g}, {z:.4g})"
        )
    raise SimulationError(
        f"the robot starts inside a surface: {model.skin_names[worst]} is {-gaps.gap[worst]:.4g} m deep in {surface!r}; {advice}"
    )


def is_deep(gap: FloatArray, radius: FloatArray) -> np.ndarray:
    """Mask of gaps [m] too far inside a surface for points on rings of a radius [m]."""
    return gap <= -SUNK * np.maximum(radius, LEAST)


def check_lengths(model: Model, state: State) -> None:
    """Raise an error for a soft section without positive length L = L0 + sum q / 3, with q the elongations.

    Raises:
        SimulationError: with the section, its length, and its largest compression.
    """
    at, n_heavy = 0, 0
    for part in model.robot.parts:
        part_q, at = state.q[at : at + len(part.coordinates)], at + len(part.coordinates)
        n_heavy += isinstance(part, (Link, SoftSection))
        if isinstance(part, SoftSection) and part.length + part_q.mean() <= 0:
            name = model.robot.part_names[n_heavy - 1]
            raise SimulationError(
                f"{name} starts with a length of {part.length + part_q.mean():.4g} m: its elongations q = {part_q.tolist()} m "
                f"shorten its {part.length:g} m by their mean; write a mean above {-part.length:g} m"
            )


def on_target(model: Model, state: State, reference: Reference) -> State:
    """Return the state with its prescribed coordinates on their targets; unchanged bit for bit if they are there already.

    Args:
        model: Model with the prescribed coordinates.
        state: Initial state.
        reference: Reference with the targets at that time.
    """
    target = targets_at(reference, state.time)[:, : model.n_coordinates]
    driven, q, v = model.driven, state.q.copy(), state.v.copy()
    off = driven.any() and max(np.abs(target[0] - q)[driven].max(), np.abs(target[1] - v)[driven].max()) > ON_TARGET
    if not off:
        return state
    q[driven], v[driven] = target[0][driven], target[1][driven]
    return replace(state, q=q, v=v)


def _free_position(model: Model, state: State) -> FloatArray | None:
    """Return a position of the base with no point inside a surface, shape (3,), [m]; None if none was found.

    The body is moved out by its deepest point, repeatedly. Where two surfaces push it back and forth, such as a block and
    the ground below it, it is first moved along an axis of the world, as far as necessary.
    """

    def deepest(position: FloatArray) -> tuple[float, FloatArray, float]:
        """Gap, normal and radius of the deepest point."""
        gaps = skin_gaps(model, replace(state, base_position=position))
        worst = int(np.argmin(gaps.gap))
        return float(gaps.gap[worst]), gaps.normal[worst], max(float(gaps.radius[worst]), LEAST)

    def pushed_out(position: FloatArray, moves: int) -> FloatArray | None:
        """Position after moves out by the deepest point; None if it is not free by then."""
        for _ in range(moves):
            gap, normal, radius = deepest(position)
            if gap >= -FREE * radius:
                return position
            position = position - gap * normal
        return None

    start = state.base_position
    radius = deepest(start)[2]
    shifts = [shift * axis for shift in np.geomspace(0.1 * radius, 100 * radius, N_SHIFTS) for axis in AXES]
    tries = [(start, MOST_MOVES), *((start + shift, FEW_MOVES) for shift in shifts)]
    found = (pushed_out(position, moves) for position, moves in tries)
    return next((place for place in found if place is not None), None)
