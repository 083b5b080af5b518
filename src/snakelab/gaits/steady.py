"""Constant commands of coordinates and propellers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from snakelab.errors import GaitError
from snakelab.gaits.curve_following.gait import CurveGait
from snakelab.gaits.gait import Gait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.gaits.static_equilibrium import check_pressures
from snakelab.gaits.table import TableGait
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Slider, Unit
from snakelab.parameter_declarations.quantities import Ramp
from snakelab.physics.command import ALWAYS, OFFSET, Reference, wave_reference
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import PASSIVE
from snakelab.types import FloatArray, vector

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
        targets = _sized(self.targets, model.n_coordinates, "targets", "coordinates", model)
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
        joints: object = self.joints
        if isinstance(joints, type) or not isinstance(joints, Gait):
            raise GaitError(f"ThrustGait joints must be a gait, got {self.joints!r}; write SerpenoidGait(...)")
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
    return _sized(given, len(model.arrays.propellers), "thrust", "propellers", model, gait)


def _sized(given: object, n: int, key: str, what: str, model: Model, gait: str = "SteadyGait") -> FloatArray:
    values = vector(given, f"{gait} {key}", GaitError)
    if len(values) == 0:
        return np.zeros(n)
    if len(values) != n:
        raise GaitError(
            f"{gait} {key} must have one number for each of the {n} {what} of robot {model.robot.name!r}; got {len(values)}"
        )
    return values
