"""Gait of the library whose parameters an action changes within ranges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.control.engine_mpc.policy import GaitParameters
from snakelab.errors import ControlError, SnakelabError, nearest
from snakelab.gaits import HelixRollingGait, NamedGait, RollingGait, SerpenoidGait, WindingGait
from snakelab.physics.model import Model
from snakelab.types import FloatArray

GAITS: dict[str, Any] = {
    "serpenoid_gait": SerpenoidGait,
    "named_gait": NamedGait,
    "winding_gait": WindingGait,
    "helix_rolling_gait": HelixRollingGait,
    "rolling_gait": RollingGait,
}
TEMPO = "tempo"


@dataclass(frozen=True, eq=False)
class ModulatedGait:
    """Gait with a clock whose rate is "tempo", and parameters that are columns of an action.

    Attributes:
        policy: Gait and ranges.
        model: Model of the robot.
        first: First column of the action that belongs to the gait.
    """

    policy: GaitParameters
    model: Model
    first: int

    @property
    def width(self) -> int:
        """Number of columns of the action [-]."""
        return len(self.policy.ranges)

    def put(self, commands: Any, values: Any, clock: Any, period: float) -> None:
        """Write the targets of all rows into their commands, and advance their clocks in place.

        Args:
            commands: Shape (n, n_commands).
            values: Values of the action, shape (n, k).
            clock: Time of the gait in each row, shape (n,), [s].
            period: Control period [s].
        """
        own: Any = np.asarray(values[:, self.first : self.first + self.width], np.float64)
        names = list(self.policy.ranges)
        clock += period * (own[:, names.index(TEMPO)] if TEMPO in names else 1.0)
        commands[:, : self.model.n_coordinates] = self.policy.targets_of_all(self.model, own, np.asarray(clock, float))

    def start(self) -> FloatArray:
        """Targets at the start of the clock, shape (n_coordinates,)."""
        return self.policy.targets(self.model, _middle(self.policy.ranges), 0.0)


def modulated_gait(model: Model, given: Any, first: int) -> ModulatedGait:
    """Return the gait of a description.

    Args:
        model: Model of the robot.
        given: Gait by its name in scenarios, with its parameters: numbers and text are fixed, pairs (low, high) are ranges of the
            action; "tempo" is the rate of its clock [-]. An example is {"named_gait": {"name": "SWL", "tempo": (0, 2)}}.
        first: First column of the action that belongs to it.

    Raises:
        ControlError: if there is no such gait or parameter, or the robot cannot move so.
    """
    if not isinstance(given, Mapping) or len(given) != 1:
        raise ControlError(f"action 'gait_parameters' takes one gait, such as {{'named_gait': {{...}}}}; got {given!r}")
    ((name, arguments),) = given.items()
    if name not in GAITS:
        raise ControlError(f"unknown gait {name!r} of the action 'gait_parameters'{nearest(str(name), GAITS)}")
    if not isinstance(arguments, Mapping):
        raise ControlError(f"the gait {name} takes a mapping of its parameters, got {arguments!r}")
    ranges = {key: tuple(value) for key, value in arguments.items() if _is_range(value)}
    fixed = {key: value for key, value in arguments.items() if key not in ranges}
    middle = {key: 0.5 * (low + high) for key, (low, high) in ranges.items() if key != TEMPO}
    try:
        modulated = ModulatedGait(GaitParameters(GAITS[name](**fixed, **middle), ranges), model, first)
        modulated.start()
    except (SnakelabError, TypeError) as problem:
        raise ControlError(f"action 'gait_parameters': {problem}") from None
    return modulated


def _middle(ranges: Mapping[str, Any]) -> FloatArray:
    return np.array([0.5 * (low + high) for low, high in ranges.values()])


def _is_range(value: Any) -> bool:
    numbers = isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2
    return numbers and all(isinstance(one, (int, float)) and not isinstance(one, bool) for one in value)
