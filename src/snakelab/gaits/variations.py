"""Variations of a gait: the waves of many sets of its parameters at once."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.gait import Gait, without_body_check
from snakelab.gaits.orthogonal_snakes.hinges import hinges_of
from snakelab.gaits.orthogonal_snakes.rolling import HelixRollingGait
from snakelab.gaits.orthogonal_snakes.waves import SLACK
from snakelab.gaits.orthogonal_snakes.winding import WindingGait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.gaits.static_equilibrium import command_line, within_reach
from snakelab.physics.command import AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference
from snakelab.physics.model import Model
from snakelab.robots.parts import SoftSection
from snakelab.types import FloatArray


class Variations(NamedTuple):
    """Waves of variations of a gait.

    Attributes:
        waves: As `Reference.wave`, shape (k, n_coordinates, 4).
        given: Reference of the gait itself, with its ramp.
    """

    waves: FloatArray
    given: Reference


def variations(gait: Gait, model: Model, changes: Mapping[str, FloatArray]) -> Variations | None:
    """Return the waves of variations of a gait, equal bit for bit to those of `replace(gait, ...).reference(model)`.

    Args:
        gait: The gait.
        model: The model.
        changes: Values of the parameters that vary, each of shape (k,).

    Returns:
        None if variations must be evaluated one by one: for a gait of another kind, a parameter that its waves do not depend on
        elementwise, or a variation that exceeds a limit, which raises an error or a warning then.
    """
    if "ramp" in changes or not isinstance(gait, (SerpenoidGait, WindingGait, HelixRollingGait, RollingGait)):
        return None
    own: Any = gait
    try:
        with without_body_check():
            given = own.reference(model)
            for pick in (np.min, np.max):  # of parameters with individual bounds
                replace(own, **{name: float(pick(values)) for name, values in changes.items()})
        columns = _with_columns(own, changes)
        waves = _waves(columns, model, given)
        fits = _fits_muscles(columns, model) if isinstance(own, RollingGait) else _fits_joints(waves, model)
    except (GaitError, TypeError, ValueError):  # the last two: a scalar function or a condition does not accept arrays
        return None
    return Variations(waves, given) if fits else None


def _fits_joints(waves: FloatArray, model: Model) -> bool:
    """Return whether joint angles are within the limits and one turn."""
    reach = np.abs(waves[..., AMPLITUDE])
    table, centre = model.arrays.coordinates, waves[..., OFFSET]
    fits = (centre + reach <= table["upper"] + SLACK) & (centre - reach >= table["lower"] - SLACK)
    return bool(fits.all() and (reach + np.abs(centre)).max() <= 2 * np.pi)


def _fits_muscles(gait: RollingGait, model: Model) -> bool:
    """Return True if elongations are within reach; raise GaitError if not."""
    amplitude = np.atleast_2d(gait.amplitudes(model)).max(axis=0)
    within_reach(model, np.zeros_like(amplitude), amplitude, "RollingGait")
    return bool(
        np.all(gait.amplitude <= min(part.length for part in model.robot.parts if isinstance(part, SoftSection)))
    )


def _with_columns(gait: Any, changes: Mapping[str, FloatArray]) -> Any:
    """Return a copy of a gait whose varied parameters are columns, shape (k, 1); it is not checked."""
    copy = object.__new__(type(gait))
    copy.__dict__.update(vars(gait))
    copy.__dict__.update({name: np.asarray(values)[:, None] for name, values in changes.items()})
    return copy


def _waves(gait: Any, model: Model, given: Reference) -> FloatArray:
    """Return the waves of a gait whose parameters may be columns."""
    n = model.n_coordinates
    if isinstance(gait, SerpenoidGait):
        order = np.array(model.robot.coordinates_from_tail)
        back = np.argsort(order)
        amplitude = (gait.amplitude * gait.factors(n))[..., back]
        phase = (gait.phase + gait.phase_lag * np.arange(n))[..., back]
        offset: FloatArray | float = gait.offset
    elif isinstance(gait, RollingGait):
        centre, gain = command_line(model, "RollingGait")
        amplitude = gain * gait.amplitudes(model) / 2
        phase = gait.phases(model)
        offset = centre + amplitude
    else:
        joint = gait.waves(hinges_of(model, type(gait).__name__))
        amplitude, phase, offset = joint.amplitude, joint.phase + np.pi / 2, joint.offset
    columns = {AMPLITUDE: amplitude, FREQUENCY: gait.angular_frequency, PHASE: phase, OFFSET: offset}
    k = max(len(np.atleast_2d(column)) for column in columns.values())
    waves = np.repeat(given.wave[None], k, axis=0)
    for place, column in columns.items():
        waves[..., place] = column
    return waves
