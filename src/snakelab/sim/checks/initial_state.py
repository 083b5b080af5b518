"""Checks of the initial state: outside of surfaces, and on the targets of prescribed coordinates."""

from dataclasses import replace

import numpy as np

from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import signed_distance
from snakelab.physics.command import Reference, constant_reference
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout, record_width
from snakelab.physics.state import State
from snakelab.physics.targets import targets_at
from snakelab.robots.parts import Link, SoftSection
from snakelab.sim.engines.engine import SnakelabEngine
from snakelab.types import FloatArray
from snakelab.worlds import Contact

# Allowed initial depth in a surface, as a fraction of the ring's radius: a body sinks in by its weight, and grips by squeezing.
SUNK = 0.75
# Radius of a point [m].
LEAST = 0.01
# A coordinate within this distance of its target, in SI units, counts as being on it.
ON_TARGET = 1e-9


def check_outside(model: Model, state: State) -> None:
    """Raise an error for an initial state deep inside a surface, which would eject the body.

    Raises:
        SimulationError: with the deepest point, its depth, and a better position of the robot.
    """
    if not model.skin_names or state.time != 0.0:
        return
    row = np.zeros((1, record_width(model)))
    now = np.array([state.time])
    SnakelabEngine().advance(model, constant_reference(state.q), state, now, row)
    gaps = row[0, record_layout(model)["skin_gap"][0]]
    radii = np.concatenate([np.full(ring["n_points"], max(ring["radius"], LEAST)) for ring in model.arrays.rings])
    worst = int(np.argmin(gaps / radii))
    if gaps[worst] > -SUNK * radii[worst]:
        return
    depth = -gaps[worst]
    point = row[0, record_layout(model)["skin_position"][0]].reshape(-1, 3)[worst]
    x, y, z = state.base_position + depth * _way_out(model, point)
    raise SimulationError(
        f"the robot starts inside a surface: {model.skin_names[worst]} is {depth:.4g} m deep; move it out, for example "
        f"`initial: {{position: [{x:.4g}, {y:.4g}, {z:.4g}]}}` in a scenario, in Python position=({x:.4g}, {y:.4g}, {z:.4g})"
    )


def check_lengths(model: Model, state: State) -> None:
    """Raise an error for a soft section without positive length L = L0 + sum q / 3, with q the elongations.

    Raises:
        SimulationError: with the section, its length, and its largest compression.
    """
    at, n_heavy = 0, 0
    for part in model.robot.parts:
        own, at = state.q[at : at + len(part.coordinates)], at + len(part.coordinates)
        n_heavy += isinstance(part, (Link, SoftSection))
        if isinstance(part, SoftSection) and part.length + own.mean() <= 0:
            name = model.robot.part_names[n_heavy - 1]
            raise SimulationError(
                f"{name} starts with a length of {part.length + own.mean():.4g} m: its length changes q = {own.tolist()} m "
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


def _way_out(model: Model, point: FloatArray) -> FloatArray:
    """Return the normal of the surface in which a point is deepest, shape (3,)."""
    surfaces = [medium.surface for medium in model.world.media if isinstance(medium, Contact)]
    return min((signed_distance(surface, point) for surface in surfaces), key=lambda candidate: candidate[0])[1]
