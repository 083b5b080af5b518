"""Result of an identification and its diagnostics.

In reading order: covariance, intervals and identifiability; estimates with intervals, and the other parts of the
result; and the diagnostics that need further simulations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.display_registry import Displayed
from snakelab.plugins.studies.identification.least_squares import NO_EFFECT, ROUNDING_RATIO, Predictor, Residuals
from snakelab.plugins.studies.identification.problem import Experiment, Unknown

# ----------------------------------------------------------------------------------------------------------------------
# Statistics of a fit: covariance, intervals, correlations and identifiability
# ----------------------------------------------------------------------------------------------------------------------

NOT_DETERMINED = "not determined"
DETERMINED, WEAK = 0.5, 2.0  # largest half-widths of an interval in the scaled parameter, for the verdicts
MIN_COMPONENT = 0.15  # minimum component of a parameter in a direction
LAG_ONE = 0.5  # autocorrelation of the residuals from which intervals are reported as too narrow
MAX_CORRELATION = 0.998  # of two parameters, from which each alone is at most weakly determined


@dataclass(frozen=True)
class Uncertainty:
    """Covariance of the scaled parameters, and derived quantities.

    Attributes:
        covariance: Shape (n, n).
        half_width: Half of the 95 % interval in the scaled parameters, shape (n,).
        directions: Directions that the data do not determine, unit vectors, shape (k, n).
        quantile: Of Student's distribution, for 95 %.
        effect: Root mean square of the residuals' derivatives, shape (n,).
    """

    covariance: FloatArray
    half_width: FloatArray
    directions: FloatArray
    quantile: float
    effect: FloatArray

    @property
    def deviation(self) -> FloatArray:
        """Standard deviations of the scaled parameters, shape (n,)."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def undetermined(self) -> np.ndarray:
        """Mask of the parameters with a component in a direction that the data do not determine, shape (n,), bool."""
        return np.any(np.abs(self.directions) > MIN_COMPONENT, axis=0)

    @property
    def correlations(self) -> FloatArray:
        """Correlations of the parameters, shape (n, n)."""
        deviation = self.deviation
        return self.covariance / np.outer(deviation, deviation)


def uncertainty(
    residuals: FloatArray, jacobian: FloatArray, n_values: int, loss: str, robust_scale: float
) -> Uncertainty:
    """Return the uncertainty of a least-squares fit.

    C = s^2 (J^T J)^-1 with s^2 = max(1, |r|^2 / (m - n)); for a robust loss the sandwich (J^T W J)^-1 J^T W R^2 W J (J^T W J)^-1
    with the weights W of the loss.

    Args:
        residuals: Weighted residuals, those of the priors last, shape (m + k,).
        jacobian: Their derivatives by the scaled parameters, shape (m + k, n).
        n_values: Number m of measured values [-].
        loss, robust_scale: Of the fit.

    Source: Seber, Wild, Nonlinear Regression, 1989; Huber, Robust Statistics, 1981, for the sandwich.
    """
    from scipy.stats import t

    n = jacobian.shape[1]
    freedom = max(1, n_values - n)
    weights = loss_weights(residuals, loss, robust_scale)
    information = (jacobian * weights[:, None]).T @ jacobian
    inverse = pseudo_inverse(information)
    if loss == "linear":
        covariance = max(1.0, float(residuals[:n_values] @ residuals[:n_values]) / freedom) * inverse
    else:
        covariance = inverse @ _middle(jacobian, weights * residuals) @ inverse
    quantile = float(t.ppf(0.975, freedom))  # of a 95 % interval
    half = quantile * np.sqrt(np.diag(covariance))
    effect = np.sqrt(np.mean(jacobian[:n_values] ** 2, axis=0))
    return Uncertainty(covariance, half, _undetermined(information, quantile), quantile, effect)


def _undetermined(information: FloatArray, quantile: float) -> FloatArray:
    """Return the directions whose 95 % interval is too wide, or which are collinear within the accuracy of finite differences."""
    values, vectors = np.linalg.eigh(information)
    directions = list(vectors.T[quantile > WEAK * np.sqrt(np.maximum(values, 0.0))])
    sizes = np.sqrt(np.diag(information))
    effective = np.flatnonzero(sizes > 0)
    if len(effective) > 1:
        scaled = information[np.ix_(effective, effective)] / np.outer(sizes[effective], sizes[effective])
        values, vectors = np.linalg.eigh(scaled)
        # minimum independent fraction of a column of the Jacobian: the accuracy of finite differences
        for vector in vectors.T[values < 3e-3**2]:
            direction = np.zeros(len(sizes))
            direction[effective] = vector / sizes[effective]
            direction /= np.linalg.norm(direction)
            if sum(float(direction @ other) ** 2 for other in directions) < 0.5:
                directions.append(direction)
    return np.array(directions).reshape(-1, len(sizes))


def _middle(jacobian: FloatArray, scores: FloatArray) -> FloatArray:
    """Return the sum of the outer products of the scores' gradients, shape (n, n)."""
    gradients = jacobian * scores[:, None]
    return gradients.T @ gradients


def loss_weights(residuals: FloatArray, loss: str, robust_scale: float) -> FloatArray:
    """Return the derivative of a loss of `scipy.optimize.least_squares` by the squared residual, shape (m,)."""
    z = (residuals / robust_scale) ** 2
    match loss:
        case "soft_l1":
            return (1.0 + z) ** -0.5
        case "huber":
            return np.where(z <= 1.0, 1.0, np.maximum(z, 1.0) ** -0.5)
        case "cauchy":
            return 1.0 / (1.0 + z)
        case "arctan":
            return 1.0 / (1.0 + z**2)
    return np.ones_like(z)


def pseudo_inverse(information: FloatArray) -> FloatArray:
    """Return the inverse of a symmetric matrix, whose least eigenvalues are raised to a fraction of the largest."""
    values, vectors = np.linalg.eigh(information)
    maximum = max(float(values[-1]), 1e-12)  # also where no parameter has an effect
    # minimum eigenvalue of the information, as a fraction of the largest
    inverse: FloatArray = (vectors / np.maximum(values, 1e-12 * maximum)) @ vectors.T
    return inverse


def gauss_newton(r: FloatArray, jacobian: FloatArray) -> FloatArray:
    """Return the least change of the parameters that minimises |r + J du|, shape (n,); none along those without effect."""
    return np.asarray(-np.linalg.lstsq(jacobian, r, rcond=ROUNDING_RATIO)[0])


def verdict(half_width: float) -> str:
    """Return "determined", "weakly determined" or "not determined"."""
    return "determined" if half_width <= DETERMINED else "weakly determined" if half_width <= WEAK else NOT_DETERMINED


def too_narrow(correlation: float) -> float:
    """Return the factor by which intervals for independent noise are too narrow, from the correlation of neighbouring residuals.

    Source: variance of a mean of a first-order autoregressive process; Box, Jenkins, Time Series Analysis, 1976.
    """
    c = min(abs(correlation), 1 - 1e-9)
    return float(np.sqrt((1 + c) / (1 - c)))


def direction_remark(
    direction: FloatArray, unknowns: Sequence[Unknown], effect: FloatArray, variables: Sequence[str]
) -> str:
    """Return the sentence about a direction that the data do not determine."""
    part = np.abs(direction) > MIN_COMPONENT
    names = [unknown.name for unknown, taken in zip(unknowns, part, strict=True) if taken]
    shown = " and ".join(variables)
    if len(names) == 1:
        i = int(np.flatnonzero(part)[0])
        none = effect[i] <= NO_EFFECT
        why = f"it has no effect on {shown}" if none else f"its effect on {shown} is less than the noise"
        return f"{shown} alone {'do' if len(variables) > 1 else 'does'} not determine {names[0]}: {why}"
    ratios = direction / direction[int(np.argmax(np.abs(direction)))]
    together = ", ".join(
        f"{unknown.name} {'x' if unknown.log else ''}{ratio:+.2f}"
        for unknown, ratio, taken in zip(unknowns, ratios, part, strict=True)
        if taken
    )
    return (
        f"{shown} alone {'do' if len(variables) > 1 else 'does'} not determine {', '.join(names[:-1])} and {names[-1]} "
        f"separately: they may change together, relative to their initial values in the ratio {together}"
    )


def autocorrelation(tables: Sequence[FloatArray]) -> float:
    """Return the correlation of neighbouring residuals, pooled over the columns of tables, each of shape (n, width)."""
    products = squares = 0.0
    for table in tables:
        table = np.nan_to_num(table)
        products += float(np.sum(table[1:] * table[:-1]))
        squares += float(np.sum(table**2))
    return products / squares if squares > 0 else 0.0


# ----------------------------------------------------------------------------------------------------------------------
# Result: estimates with intervals, and the diagnostics of the fit
# ----------------------------------------------------------------------------------------------------------------------


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
            The interval is taken as wider by the factor of correlated residuals. A parameter is at most weakly determined if
            its error is correlated with that of another by 0.998 or if the residuals exceed their noise, and not determined
            if the fit does not explain the data or another set of values fits as well; `reasons` states which.
        at_bound: "lower" or "upper" if the value is at a bound; else empty.
        reasons: Why the verdict is lower than that of the interval.
    """

    name: str
    unit: str
    value: float
    start: float
    low: float
    high: float
    verdict: str
    at_bound: str = ""
    reasons: tuple[str, ...] = ()
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


# ----------------------------------------------------------------------------------------------------------------------
# Diagnostics of a fit that need simulations: profile likelihood, cross-validation and information of gaits
# ----------------------------------------------------------------------------------------------------------------------

LIMIT = 3.841458820694124  # chi-squared quantile of 95 %, one degree of freedom
STEPS = (-1.0, 1.0)  # of a profile, in half-widths of the linear interval


def profiles(
    residuals: Residuals,
    u: FloatArray,
    unknowns: Sequence[Unknown],
    uncertainty: Uncertainty,
    determined: Sequence[bool],
) -> list[Profile]:
    """Return the profile likelihood of each determined parameter at the ends of its linear interval.

    The other parameters follow by one Gauss-Newton step with the Jacobian at the minimum, taken from a simulation at
    their conditional means; the cost is that of a second simulation.

    Args:
        residuals: Of the fit.
        u: The minimum, in the scaled parameters.
        unknowns: Fitted parameters.
        uncertainty: Uncertainty of the fit.
        determined: True for each parameter that is determined.

    Source: Raue et al., Structural and practical identifiability analysis of partially observed dynamical models by
    exploiting the profile likelihood, Bioinformatics 25, 2009.
    """
    low, high = (np.array([one.scaled(getattr(one, end)) for one in unknowns]) for end in ("low", "high"))
    r, jacobian = residuals.exact(u)
    variance = max(1.0, float(r @ r) / max(1, residuals.n_values - len(u)))  # as that of the intervals
    places = [(i, step) for i, known in enumerate(determined) if known for step in STEPS]
    if not places:
        return []
    first = np.array(
        [_conditional(u, i, step * uncertainty.half_width[i], uncertainty.covariance, determined) for i, step in places]
    )
    first = np.clip(first, low, high)
    seen = residuals.weighted(first)
    second = np.array(
        [_corrected(point, i, row, jacobian) for point, (i, _), row in zip(first, places, seen, strict=True)]
    )
    costs = [float(row @ row) for row in residuals.weighted(np.clip(second, low, high))]
    first_costs = [float(row @ row) for row in seen]
    minimum = float(r @ r)
    result = []
    for i, unknown in enumerate(unknowns):
        indices = [k for k, (other, _) in enumerate(places) if other == i]
        if not indices:
            continue
        points = [(float(first[k][i]), (min(costs[k], first_costs[k]) - minimum) / variance) for k in indices] + [
            (float(u[i]), 0.0)
        ]
        points.sort()
        values = np.array([unknown.value(x) for x, _ in points])
        result.append(Profile(unknown.name, values, np.array([increase for _, increase in points])))
    return result


def profile_interval(profile: Profile, value: float) -> tuple[float | None, float | None]:
    """Return the ends of the 95 % interval: on each side the increase is approximated by a parabola through its point.

    None where the profile has no point on that side, or does not increase.
    """
    ends: list[float | None] = []
    for side in (profile.values < value, profile.values > value):
        at, increase = profile.values[side], profile.increase[side]
        if not len(at) or not increase[0] > 0.0:
            ends.append(None)
            continue
        ends.append(float(value + (at[0] - value) * np.sqrt(LIMIT / increase[0])))
    return ends[0], ends[1]


def _conditional(
    u: FloatArray, i: int, change: float, covariance: FloatArray, determined: Sequence[bool]
) -> FloatArray:
    """Return the point at which one parameter has changed and the other determined ones have their conditional means."""
    return u + np.where(determined, change * covariance[:, i] / covariance[i, i], 0.0)


def _corrected(point: FloatArray, i: int, r: FloatArray, jacobian: FloatArray) -> FloatArray:
    """Return a point after one Gauss-Newton step of all parameters but one."""
    others = [k for k in range(len(point)) if k != i]
    if not others:
        return point
    moved = point.copy()
    moved[others] += gauss_newton(r, jacobian[:, others])
    return moved


def cross_validation(
    residuals: Residuals, u: FloatArray, unknowns: Sequence[Unknown], uncertainty: Uncertainty,
    experiments: Sequence[Experiment], folds: int,
) -> list[Fold]:  # fmt: skip
    """Return the errors of predictions of data that were left out.

    Several logs are left out one by one; a single one in blocks of time. The fit to the rest is one Gauss-Newton step from the
    fit to all data; its predictions are simulated.
    """
    low, high = (np.array([one.scaled(getattr(one, end)) for one in unknowns]) for end in ("low", "high"))
    known, n = residuals.data.known, residuals.n_values
    r, jacobian = residuals.exact(u)
    parts = [(name, np.flatnonzero(mask[known])) for name, mask in _parts(experiments, folds)]
    parts = [(name, rows) for name, rows in parts if 0 < len(rows) < n]
    points = []
    for _, rows in parts:
        kept = np.ones(len(r), bool)
        kept[rows] = False
        points.append(u + gauss_newton(r[kept], jacobian[kept]))
    if not points:
        return []
    within = np.clip(np.array(points), low, high)
    result = []
    for (name, rows), point, row in zip(parts, within, residuals.weighted(within), strict=True):
        shift = float(np.max(np.abs(point - u) / uncertainty.deviation))
        result.append(Fold(name, _rms(r[rows]), _rms(row[rows]), shift))
    return result


def _parts(experiments: Sequence[Experiment], folds: int) -> list[tuple[str, np.ndarray]]:
    """Return the names and masks of the parts that are left out, each of the length of all values."""
    if len(experiments) > 1:
        which = np.concatenate([np.full(one.values.size, i) for i, one in enumerate(experiments)])
        return [(one.name, which == i) for i, one in enumerate(experiments)]
    (one,) = experiments
    edges = np.linspace(one.time[0], one.time[-1], folds + 1)
    block = np.clip(np.searchsorted(edges, one.time, side="right") - 1, 0, folds - 1)
    which = np.concatenate([np.repeat(block, values.shape[1]) for values in one.measured.values()])
    return [(f"{edges[i]:g} to {edges[i + 1]:g} s", which == i) for i in range(folds)]


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))


def gait_information(
    gaits: Mapping[str, Gait], experiment: Experiment, unknowns: Sequence[Unknown], u: FloatArray,
    noise: Mapping[str, float], quantile: float, difference: float, predictor: type[Predictor] = Predictor, **settings: object,
) -> list[GaitInformation]:  # fmt: skip
    """Return the information of gaits for the parameters, the largest determinant (D-optimality) first.

    F = J^T J with the derivatives of a run as long as the experiment. A prior of one (100 % of each value) is added in each
    scaled parameter, so that gaits which leave a parameter undetermined can be compared.

    Source: Atkinson, Donev, Tobias, Optimum Experimental Designs, with SAS, 2007.
    """
    result = []
    sigma = np.concatenate([np.full(part.size, noise[name]) for name, part in experiment.measured.items()])
    n = len(unknowns)
    points = np.concatenate([u[None], u + difference * np.eye(n)])
    for name, gait in gaits.items():
        trial = replace(experiment, name=f"gait {name}", scenario=replace(experiment.scenario, controller=gait))
        seen = predictor([trial], unknowns, **settings)(points)  # type: ignore[arg-type]
        slopes = ((seen[1:] - seen[0]) / difference).T / sigma[:, None]
        slopes = np.where(np.isfinite(slopes), slopes, 0.0)
        information = slopes.T @ slopes + np.eye(n)
        _, log_determinant = np.linalg.slogdet(information)
        deviation = np.sqrt(np.diag(np.linalg.inv(information)))
        half = {
            unknown.name: quantile * float(s) * abs(unknown.slope(unknown.value(float(x))))
            for unknown, s, x in zip(unknowns, deviation, u, strict=True)
        }
        rank = int((np.linalg.eigvalsh(information) > 1.0 + quantile**2).sum())
        result.append(GaitInformation(name, float(log_determinant), half, rank))
    return sorted(result, key=lambda one: -one.log_determinant)
