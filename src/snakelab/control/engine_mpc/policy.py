"""Content of a plan: parameters of a gait, or joint targets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import ControlError, nearest
from snakelab.gaits.gait import Gait, without_body_check
from snakelab.gaits.variations import variations
from snakelab.physics.model import Model
from snakelab.physics.targets import targets_at
from snakelab.types import FloatArray, number

Ranges = Mapping[str, Sequence[float]]
TEMPO = "tempo"


@dataclass(frozen=True)
class GaitParameters:
    """Parameters of a gait that a plan may change within ranges over time.

    The gait has its own clock, whose rate is the parameter "tempo". It changes the speed of a wave without a jump of
    the phase, which a change of the frequency would cause.

    Args:
        gait: A gait that is a dataclass, such as `SerpenoidGait`; its parameters are the initial values of plans.
        ranges: Smallest and largest value by the name of a parameter of the gait, or "tempo" (initially 1).

    Raises:
        ControlError: if the gait has no such parameter, or its value is outside of the range.
    """

    gait: Gait
    ranges: Ranges

    def __post_init__(self) -> None:
        gait: Any = self.gait
        if not is_dataclass(gait) or isinstance(gait, type) or not isinstance(gait, Gait):
            raise ControlError(f"GaitParameters gait must be a gait that is a dataclass, got {gait!r}")
        allowed = [*(f.name for f in fields(gait) if _is_number(getattr(gait, f.name))), TEMPO]
        for name in checked_ranges(self.ranges, "GaitParameters"):
            if name not in allowed:
                raise ControlError(f"{type(gait).__name__} has no number {name!r}{nearest(name, allowed)}")

    def begin(self, model: Model) -> FloatArray:
        """Initial values of a plan, one for each range."""
        self.gait.reference(model)  # raises an error if the body intersects itself
        values = [1.0 if name == TEMPO else float(getattr(self.gait, name)) for name in self.ranges]
        return within(values, self.ranges, "GaitParameters")

    def tempo(self, values: FloatArray) -> float:
        """Return the rate of the gait's clock [-]."""
        names = list(self.ranges)
        return float(values[names.index(TEMPO)]) if TEMPO in names else 1.0

    def targets(self, model: Model, values: FloatArray, clock: float) -> FloatArray:
        """Return the targets of all coordinates at a time of the gait's clock, shape (nv,); `begin` has checked the
        shape."""
        changes = {name: float(x) for name, x in zip(self.ranges, values, strict=True) if name != TEMPO}
        gait: Any = self.gait
        with without_body_check():
            reference = replace(gait, **changes).reference(model)
        return targets_at(reference, clock)[0, : model.n_coordinates]

    def targets_of_all(self, model: Model, values: FloatArray, clocks: FloatArray) -> FloatArray:
        """Return the targets for many sets of values, shape (k, nv), bit-identical to those of `targets`.

        Args:
            model: The model.
            values: Values, shape (k, n_values).
            clocks: Times of the gait's clock, shape (k,), [s].
        """
        changes = {name: column for name, column in zip(self.ranges, values.T, strict=True) if name != TEMPO}
        shapes = variations(self.gait, model, changes)
        if shapes is None:
            return np.array([self.targets(model, *one) for one in zip(values, clocks.tolist(), strict=True)])
        references = (shapes.given._replace(wave=wave) for wave in _repeated(shapes.waves, len(clocks)))
        each = zip(references, clocks.tolist(), strict=True)
        return np.array([targets_at(reference, clock)[0, : model.n_coordinates] for reference, clock in each])


@dataclass(frozen=True)
class JointTargets:
    """Targets of selected coordinates, and commands of selected propellers, interpolated linearly between the knots of
    the plan; the others are zero.

    Args:
        ranges: Smallest and largest target by the name of a coordinate, [rad] or [m], for a motor [N m] or [N]; or
            command by the name of a propeller, [N] without gain or curve.
    """

    ranges: Ranges

    def __post_init__(self) -> None:
        checked_ranges(self.ranges, "JointTargets")

    def begin(self, model: Model) -> FloatArray:
        """Zero, one value for each range."""
        columns = _columns(model)
        for name in self.ranges:
            if name not in columns:
                raise ControlError(f"the robot has no coordinate or propeller {name!r}{nearest(name, columns)}")
        return within([0.0] * len(self.ranges), self.ranges, "JointTargets")

    def tempo(self, values: FloatArray) -> float:
        """Return 1: targets do not depend on a clock."""
        return 1.0

    def targets(self, model: Model, values: FloatArray, clock: float) -> FloatArray:
        """Targets of all coordinates, and commands of all propellers if the ranges name one, shape (nv,) or
        (n_commands,)."""
        return self.targets_of_all(model, np.asarray(values)[None], np.zeros(1))[0]

    def targets_of_all(self, model: Model, values: FloatArray, clocks: FloatArray) -> FloatArray:
        """Targets for many sets of values, one row each."""
        columns = _columns(model)
        places = [columns.index(name) for name in self.ranges]
        targets = np.zeros((len(values), len(columns)))
        targets[:, places] = values
        return targets if max(places) >= model.n_coordinates else targets[:, : model.n_coordinates]


def _columns(model: Model) -> list[str]:
    """Names of the coordinates and the propellers, in the order of a command."""
    return [*model.coordinate_names, *model.robot.propeller_names]


def checked_ranges(ranges: Ranges, label: str) -> list[str]:
    """Return the names, if every range has a lower and an upper end."""
    given: object = ranges
    if not isinstance(given, Mapping) or not given:
        raise ControlError(
            f"{label} ranges must name at least one range, such as {{'offset': (-0.3, 0.3)}}, got {ranges!r}"
        )
    for name, ends in ranges.items():
        both: object = ends
        if not isinstance(both, Sequence) or len(both) != 2:
            raise ControlError(f"{label} {name} must be a lower and an upper end, got {ends!r}")
        low, high = (number(x, f"{label} {name}", ControlError) for x in ends)
        if not low < high:
            raise ControlError(f"{label} {name} must begin below its end, got {ends!r}")
    return list(ranges)


def within(values: Sequence[float], ranges: Ranges, label: str) -> FloatArray:
    """Return the values, if each is in its range."""
    for value, (name, (low, high)) in zip(values, ranges.items(), strict=True):
        number(value, f"{label} {name} at the start", ControlError, minimum=low, maximum=high)
    return np.array(values, dtype=np.float64)


def _repeated(waves: FloatArray, n: int) -> FloatArray:
    """Repeat the waves if no parameter of the gait varies."""
    return np.repeat(waves, n, axis=0) if len(waves) == 1 else waves


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
