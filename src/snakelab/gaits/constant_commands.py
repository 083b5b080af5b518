"""Constant commands, and variations of a gait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import numpy as np

from snakelab.errors import GaitError, counted
from snakelab.gaits.curve_fitting import CurveGait
from snakelab.gaits.equilibrium import check_pressures, command_line, within_reach
from snakelab.gaits.gait import BOUND_TOLERANCE, Gait, TableGait, check_gait, without_body_check
from snakelab.gaits.orthogonal_gaits import HelixRollingGait, WindingGait, hinges_of
from snakelab.gaits.serpenoid import RollingGait, SerpenoidGait, actuators_of
from snakelab.parameters.arguments import FloatArray, vector
from snakelab.parameters.declarations import Ramp, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.columns import PASSIVE
from snakelab.physics.command import ALWAYS, AMPLITUDE, FREQUENCY, OFFSET, PHASE, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.robots.soft_sections import SoftSection

# ----------------------------------------------------------------------------------------------------------------------
# Constant commands of coordinates and propellers
# ----------------------------------------------------------------------------------------------------------------------

Targets = Annotated[Sequence[float], Unit("rad, m, N m, N or Pa", in_message=False), Slider(-1.5, 1.5, 0.01)]
Thrust = Annotated[Sequence[float], Unit("N", in_message=False), Slider(-50, 50, 0.1)]


@dataclass(frozen=True)
class SteadyGait(Displayed):
    """Constant commands: targets of the coordinates, and commands of the propellers.

    Args:
        targets: Target of each coordinate, shape (nv,): an angle or displacement, a force of a Motor, a pressure [Pa];
            empty for zeros.
        thrust: Command of each propeller, shape (n_propellers,); empty for zeros.
        ramp: Duration of the smooth start [s]; 0 for none.
    """

    targets: Targets | FloatArray = ()
    thrust: Thrust | FloatArray = ()
    ramp: Ramp = 0.0

    def __post_init__(self) -> None:
        check_declared(self, GaitError)

    def reference(self, model: Model) -> Reference:
        """Return the commands as a reference.

        Raises:
            GaitError: if their number is not that of the coordinates or propellers, or a pressure is out of range.
        """
        targets = _checked_vector(self.targets, model.n_coordinates, "targets", "coordinates", model)
        thrust = thrust_of(self.thrust, model, "SteadyGait")
        passive = (model.arrays.coordinates["actuator"] == PASSIVE) & (targets != 0)
        if passive.any():
            name = model.coordinate_names[int(np.flatnonzero(passive)[0])]
            raise GaitError(f"SteadyGait gives {name} a target, but it is Passive() and not driven; write 0")
        check_pressures(model, targets[None], "SteadyGait")
        wave = np.zeros((model.n_commands, 4))
        wave[:, OFFSET] = np.concatenate([targets, thrust])
        return wave_reference(wave, 0.0 if self.ramp > 0 else ALWAYS, self.ramp)


@dataclass(frozen=True)
class ThrustGait(Displayed):
    """Gait of the joints with constant commands of the propellers.

    Args:
        joints: Gait of the coordinates.
        thrust: Command of each propeller, shape (n_propellers,).
    """

    joints: SerpenoidGait | TableGait | RollingGait | CurveGait | Gait
    thrust: Thrust | FloatArray

    def __post_init__(self) -> None:
        check_gait(self.joints, "ThrustGait joints", "SerpenoidGait(...)", GaitError)
        check_declared(self, GaitError)

    def reference(self, model: Model) -> Reference:
        """Return the reference of the joints with additional rows for the propellers."""
        thrust = thrust_of(self.thrust, model, "ThrustGait")
        joints = self.joints.reference(model)
        nv = model.n_coordinates
        wave = np.zeros((model.n_commands, 4))
        wave[:nv] = joints.wave[:nv]
        wave[nv:, OFFSET] = thrust
        pieces = np.zeros((len(joints.coefficients), model.n_commands, 6))
        pieces[:, :nv] = joints.coefficients[:, :nv]
        pieces[:, nv:, 0] = thrust
        return joints._replace(wave=wave, coefficients=pieces)


def thrust_of(given: Sequence[float] | FloatArray, model: Model, gait: str) -> FloatArray:
    """Commands of the propellers, shape (n_propellers,); zeros if none are given."""
    return _checked_vector(given, len(model.arrays.propellers), "thrust", "propellers", model, gait)


def _checked_vector(given: object, n: int, key: str, what: str, model: Model, gait: str = "SteadyGait") -> FloatArray:
    values = vector(given, f"{gait} {key}", GaitError)
    if len(values) == 0:
        return np.zeros(n)
    if len(values) != n:
        raise GaitError(
            f"{gait} {key} must have {counted(n, 'number')}, one for each of the {what} of robot {model.robot.name!r}; got "
            f"{len(values)}"
        )
    return values


# ----------------------------------------------------------------------------------------------------------------------
# Variations of a gait: the waves of many sets of its parameters at once
# ----------------------------------------------------------------------------------------------------------------------


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
        fits = (
            _within_elongations(columns, model) if isinstance(own, RollingGait) else _within_joint_limits(waves, model)
        )
    except (GaitError, TypeError, ValueError):  # the last two: a scalar function or a condition does not accept arrays
        return None
    return Variations(waves, given) if fits else None


def _within_joint_limits(waves: FloatArray, model: Model) -> bool:
    """Return whether joint angles are within the limits and one turn."""
    reach = np.abs(waves[..., AMPLITUDE])
    table, centre = model.arrays.coordinates, waves[..., OFFSET]
    fits = (centre + reach <= table["upper"] + BOUND_TOLERANCE) & (centre - reach >= table["lower"] - BOUND_TOLERANCE)
    return bool(fits.all() and (reach + np.abs(centre)).max() <= 2 * np.pi)


def _within_elongations(gait: RollingGait, model: Model) -> bool:
    """Return True if elongations are within reach; raise GaitError if not."""
    half, ratio = np.atleast_2d(gait.amplitudes(model)).max(axis=0) / 2, actuators_of(model).ratio
    within_reach(model, half - half * ratio, half + half * ratio, "RollingGait")
    return bool(
        np.all(gait.amplitude <= min(part.length for part in model.robot.parts if isinstance(part, SoftSection)))
    )


def _with_columns(gait: Any, changes: Mapping[str, FloatArray]) -> Any:
    """Return a copy of a gait whose varied parameters are columns, shape (k, 1); it is not checked."""
    copy = object.__new__(type(gait))
    copy.__dict__.update(vars(gait))
    copy.__dict__.update({name: np.asarray(values)[:, None] for name, values in changes.items()})
    return copy


def _with_zero(rows: np.ndarray) -> FloatArray:
    """Return the rows with one more column, of zeros."""
    return np.concatenate((rows, np.zeros((*rows.shape[:-1], 1))), axis=-1)


def _waves(gait: Any, model: Model, given: Reference) -> FloatArray:
    """Return the waves of a gait whose parameters may be columns."""
    n = model.n_coordinates
    if isinstance(gait, SerpenoidGait):
        order = np.array(model.robot.coordinates_from_tail)
        along = np.full(n, len(order))  # of those that are not of the trunk: a column of zeros
        along[order] = np.arange(len(order))
        amplitude = _with_zero(gait.amplitude * gait.factors(len(order)))[..., along]
        phase = _with_zero(gait.phase + gait.phase_lag * np.arange(len(order)))[..., along]
        offset: FloatArray | float = np.where(along < len(order), gait.offset, 0.0)
    elif isinstance(gait, RollingGait):
        centre, gain = command_line(model, "RollingGait")
        half = gain * gait.amplitudes(model) / 2
        phase = gait.phases(model)
        amplitude, offset = half * actuators_of(model).ratio, centre + half
    else:
        joint = gait.waves(hinges_of(model, type(gait).__name__))
        amplitude, phase, offset = joint.amplitude, joint.phase + np.pi / 2, joint.offset
    columns = {AMPLITUDE: amplitude, FREQUENCY: gait.angular_frequency, PHASE: phase, OFFSET: offset}
    k = max(len(np.atleast_2d(column)) for column in columns.values())
    waves = np.repeat(given.wave[None], k, axis=0)
    for place, column in columns.items():
        waves[..., place] = column
    return waves
