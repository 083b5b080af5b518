"""Result of an identification: estimates with intervals, and the diagnostics of the fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.notebook.registry import Displayed
from snakelab.types import FloatArray


@dataclass(frozen=True)
class Estimate(Displayed):
    """Fitted value of one parameter.

    Attributes:
        name: Of the parameter.
        unit: In SI.
        value: Fitted value.
        start: First value.
        low, high: Ends of the 95 % interval, within the bounds of the parameter.
        profile_low, profile_high: Ends of the 95 % interval of the profile likelihood; None if it was not computed or is open.
        verdict: "determined" if the interval is narrower than half of the value to each side, "weakly determined" up to
            twice the value, else "not determined". The value is the fitted one, or a tenth of the range if that is zero.
        at_bound: "lower" or "upper" if the value is at a bound; else empty.
    """

    name: str
    unit: str
    value: float
    start: float
    low: float
    high: float
    verdict: str
    at_bound: str = ""
    profile_low: float | None = None
    profile_high: float | None = None


@dataclass(frozen=True)
class Profile:
    """Profile likelihood of one parameter: increase of the cost where it is fixed and the others are fitted again.

    Attributes:
        name: Of the parameter.
        values: Fixed values, ascending, shape (k,).
        increase: Increase of the squared residuals over the minimum, in units of their variance, shape (k,); 3.84 at the
            ends of a 95 % interval.
    """

    name: str
    values: FloatArray
    increase: FloatArray


@dataclass(frozen=True)
class Fold:
    """One part of the data that was left out, and predicted by a fit to the rest.

    Attributes:
        name: Log, or times of the block.
        within: Root mean square of the residuals of this part in the fit to all data, in standard deviations.
        left_out: The same in the fit to the rest.
        shift: Largest change of a parameter, in its standard deviations.
    """

    name: str
    within: float
    left_out: float
    shift: float


@dataclass(frozen=True)
class GaitInformation:
    """Information of a candidate gait.

    Attributes:
        name: Of the gait.
        log_determinant: Logarithm of the determinant of the Fisher information in the scaled parameters.
        half_width: Half of the expected 95 % interval of each parameter, in its unit, by name.
        rank: Number of determined directions [-].
    """

    name: str
    log_determinant: float
    half_width: Mapping[str, float]
    rank: int


@dataclass(frozen=True)
class Identification(Displayed):
    """Result of an identification.

    Attributes:
        name: Of the identification.
        estimates: Fitted parameters.
        correlations: Of the parameters, shape (n, n).
        noise: Standard deviation of the noise of each variable, as given or estimated.
        rms: Root mean square of the residuals of each variable, in its unit.
        autocorrelation: Of neighbouring residuals [-]; near 0 for a complete model and white noise.
        n_values: Number of compared values [-].
        n_simulations: Number of simulations [-].
        profiles: Profile likelihoods.
        folds: Cross-validation.
        gaits: Information of the candidate gaits, the most informative (D-optimal) first.
        remarks: Statements on identifiability, bounds and the validity of the intervals.
        ending: Description of the end of the search.
        scenario: Data of the scenario with the fitted values.
        residuals: Predicted minus measured values by log and variable, each of shape (n, width).
        folder: Folder of the files; None without files.
        paths: Written files.
    """

    name: str
    estimates: tuple[Estimate, ...]
    correlations: FloatArray = field(repr=False)
    noise: Mapping[str, float]
    rms: Mapping[str, float]
    autocorrelation: float
    n_values: int
    n_simulations: int
    profiles: tuple[Profile, ...] = field(repr=False)
    folds: tuple[Fold, ...]
    gaits: tuple[GaitInformation, ...]
    remarks: tuple[str, ...]
    ending: str
    scenario: dict[str, Any] = field(repr=False)
    residuals: Mapping[str, Mapping[str, FloatArray]] = field(repr=False)
    folder: Path | None = None
    paths: tuple[Path, ...] = ()

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of a parameter.

        Raises:
            KeyError: if there is none of that name.
        """
        return {one.name: one for one in self.estimates}[name]

    @property
    def values(self) -> dict[str, float]:
        """Fitted values by name."""
        return {one.name: one.value for one in self.estimates}


def correlated(names: Sequence[str], correlations: FloatArray, minimum: float = 0.95) -> list[str]:
    """Return a sentence for each pair of parameters with a strong correlation."""
    n = len(names)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n) if abs(correlations[i, j]) >= minimum]
    return [f"{names[i]} and {names[j]} are correlated by {correlations[i, j]:+.3f}" for i, j in sorted(
        pairs, key=lambda pair: -abs(float(np.asarray(correlations)[pair])))]  # fmt: skip
