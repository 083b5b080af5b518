"""Checks before a run: errors for runs that are impossible, warnings for those with possibly misleading results.

The warnings refer to the caller of `simulate`, which has a decorator and must call these functions directly.
"""

import warnings

import numpy as np

from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.memory import usable_memory
from snakelab.physics.dynamics.inertia import mass_matrix
from snakelab.physics.model import Model
from snakelab.physics.state import State, initial_state
from snakelab.results.diagnostics.missing_support import NO_GRAVITY, without_support
from snakelab.robots.materials.places import CONSISTENCY, INDEX
from snakelab.sim.engines.engine import Engine, SnakelabEngine

# Number of copies of the records in memory: pieces, joined, variables of the dataset; saving needs a part of another.
COPIES = 4


def warn_of_late_sensors(model: Model, duration: float) -> None:
    """Warn of a sensor whose first value arrives after the end."""
    for sensor in model.robot.sensors:
        if sensor.delay >= duration:
            warnings.warn(
                f"{type(sensor).__name__} delay of {sensor.delay:g} s is not shorter than the run of {duration:g} s: it "
                "gives only the initial value; lower the delay, or run longer",
                SnakelabWarning,
                stacklevel=4,
            )


def warn_of_missing_gravity(model: Model, start: State) -> None:
    """Warn of a robot that starts at rest above a ground in a world without gravity: no law presses it on the ground."""
    if not start.v.any() and without_support(model.robot, model.world) == NO_GRAVITY:
        warnings.warn(NO_GRAVITY, SnakelabWarning, stacklevel=4)


def warn_of_stiffness(engine: Engine, model: Model) -> None:
    """Warn if the step of rk4 may be unstable near rest: power laws of friction, or dry friction of joints by a bound."""
    if not isinstance(engine, SnakelabEngine) or engine.integrator != "rk4" or engine.tolerance is not None:
        return
    numbers = model.arrays.coordinates["numbers"]
    if ((numbers[:, CONSISTENCY] > 0) & (numbers[:, INDEX] < 1)).any():
        _warn_of("an Elastomer's PowerLawViscosity is stiff near rest: fixed steps")
    if engine.step > (bearable := longest_stable_step(model)):
        _warn_of(
            f"the dry_friction of a joint is stiff near rest: steps of {engine.step:g} s, above {bearable:.2g} s for this robot,"
        )


def _warn_of(what: str) -> None:
    warnings.warn(
        f"integrator='rk4' is explicit, and with {what} the motion may seem plausible but be wrong; write "
        "integrator='extrapolated', or 'Radau'",
        SnakelabWarning,
        stacklevel=5,
    )


def longest_stable_step(model: Model) -> float:
    """Return the longest stable step of rk4 with dry joint friction about rest: min 2.5 eps I / f; inf without any [s].

    I is the effective inertia of the joint with all other coordinates free, 1 / (M^-1)_jj.
    """
    table, base = model.arrays.coordinates, len(model.arrays.base)
    with_friction = (table["dry_friction"] > 0.0) & (table["driven"] == 0)
    if not with_friction.any():
        return float("inf")
    free = np.concatenate((np.full(base, True), table["driven"] == 0))
    matrix = mass_matrix(model, initial_state(model))[np.ix_(free, free)]
    inertia = 1.0 / np.diag(np.linalg.inv(matrix))[base:][with_friction[table["driven"] == 0]]
    return float((2.5 * table["dry_eps"][with_friction] * inertia / table["dry_friction"][with_friction]).min())


def check_memory(records: float, width: int) -> None:
    """Raise an error for a recording that needs more memory than this process may use.

    Args:
        records: Number of records of the run [-].
        width: Number of values in a record [-].
    """
    size, usable = 8 * width * records, usable_memory()
    if COPIES * size > usable:
        raise SimulationError(
            f"the recording would take {size / 1e9:.3g} GB ({records:.6g} records of {width} values), and a run may need "
            f"{COPIES} times that; this process may use {usable / 1e9:.3g} GB: lower duration or record_rate"
        )
