"""Reference values of a run: a number with its range and its source, or a statement that cannot be checked."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class ReferenceValue:
    """Expected value of a quantity of the run, with its range.

    Attributes:
        source: Source of the statement.
        case: Description of the statement.
        metric: A name in `metrics`; empty for a variable.
        window: Part of the run over which the metric is computed, from and to [s]; None for all of it.
        variable: A recorded variable with its component, such as "base_position.x" or "tau.joint1"; empty for a metric.
        time: Time at which the variable is read [s]; None for the end of the run.
        value, tolerance: The range is value - tolerance to value + tolerance, in the quantity's unit; or
        above, below: Open bounds of the range, None if it has none.
        explained: Reason for a known difference, and the attempts; empty if the value should agree.
    """

    source: str
    case: str = ""
    metric: str = ""
    window: tuple[float, float] | None = None
    variable: str = ""
    time: float | None = None
    value: float | None = None
    tolerance: float | None = None
    above: float | None = None
    below: float | None = None
    explained: str = ""

    def met_by(self, value: float) -> bool:
        """Return True if the run's value lies in the range; False for NaN."""
        if self.value is not None and self.tolerance is not None:
            return abs(value - self.value) <= self.tolerance
        low, high = (-math.inf if self.above is None else self.above), (math.inf if self.below is None else self.below)
        return low < value < high

    @property
    def quantity(self) -> str:
        """Quantity as text: "mean_speed", "mean_speed from 16 to 20 s", "tau.joint1 at 10 s"."""
        if self.variable:
            return f"{self.variable} at {'the end' if self.time is None else f'{self.time:g} s'}"
        return self.metric if self.window is None else f"{self.metric} from {self.window[0]:g} to {self.window[1]:g} s"


@dataclass(frozen=True)
class Unchecked:
    """A published statement that cannot be checked.

    Attributes:
        claim: The statement.
        reason: Missing information, without which it cannot be checked.
        source: Source of the statement.
    """

    claim: str
    reason: str
    source: str
