"""Nonlinear least squares over simulations, with finite differences as rows of a batch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from snakelab.errors import SimulationError
from snakelab.studies.identification.experiment import Experiment
from snakelab.studies.identification.unknown_parameter import Unknown
from snakelab.types import FloatArray

Predict = Callable[[FloatArray], FloatArray]
NEAR = 0.02  # change of the scaled parameters below which a Jacobian is used again
MAX_EVALUATIONS = 60
REACH = 100.0  # largest scaled parameter of a search
ROUNDING = 1e-6  # minimum effect of a direction of the parameters, as a fraction of the largest: smaller ones are rounding errors
FLOOR = 1e-6  # minimum noise, as a fraction of the deviations of the variable: the accuracy of the model


@dataclass(frozen=True)
class Data:
    """Measured values of all experiments in one row, and their noise.

    Attributes:
        values: Shape (m,); NaN where there is none.
        variable: Index of the variable of each value, shape (m,), int.
        names: Names of the variables.
        noise: Standard deviation of each value, shape (m,).
    """

    values: FloatArray
    variable: np.ndarray
    names: tuple[str, ...]
    noise: FloatArray

    @property
    def known(self) -> np.ndarray:
        """Mask of the measured values, shape (m,), bool."""
        return np.isfinite(self.values)

    def with_noise(self, each: Sequence[float]) -> "Data":
        """Return the data with one standard deviation for each variable."""
        return Data(self.values, self.variable, self.names, np.asarray(each, dtype=np.float64)[self.variable])


def data_of(experiments: Sequence[Experiment], noise: Mapping[str, float | None]) -> Data:
    """Return the values of experiments; a noise that is not given begins as the deviations from the mean."""
    names = tuple(noise)
    values = np.concatenate([one.values for one in experiments])
    variable = np.concatenate(
        [np.full(part.size, names.index(name)) for one in experiments for name, part in one.measured.items()]
    )
    blank = Data(values, variable, names, np.ones(len(values)))
    spread = deviations(experiments, names)
    return blank.with_noise([given if given else spread[name] for name, given in noise.items()])


def deviations(experiments: Sequence[Experiment], names: Sequence[str]) -> dict[str, float]:
    """Return the standard deviation of each variable about the means of its columns; 1 for one that is constant."""
    noise = {}
    for name in names:
        parts = [one.measured[name] for one in experiments]
        squares = [
            ((part - np.nanmean(part, axis=0)) ** 2)[np.isfinite(part)] for part in parts if np.isfinite(part).any()
        ]
        noise[name] = float(np.sqrt(np.mean(np.concatenate(squares)))) or 1.0
    return noise


class Residuals:
    """Weighted residuals, those of the priors included, and their Jacobian.

    r = (predicted - measured) / noise for each value, and (p - mean) / deviation for each prior.

    Args:
        predict: Predictions of points, shape (n_points, m).
        data: Measured values.
        unknowns: Fitted parameters.
        difference: Step of the finite differences.
    """

    def __init__(self, predict: Predict, data: Data, unknowns: Sequence[Unknown], difference: float) -> None:
        self.data, self._predict, self._unknowns, self._difference = data, predict, unknowns, difference
        self._at: FloatArray | None = None
        self._central: FloatArray | None = None  # if the Jacobian is computed by central differences
        self._slopes: FloatArray | None = None  # derivatives of the predictions, shape (m, n)
        self._last: tuple[FloatArray, FloatArray] | None = None

    def values(self, u: FloatArray) -> FloatArray:
        """Return the residuals of a point; large ones where its run diverges."""
        if self._slopes is None:
            self._linearise(u)
        return self._residuals(u, self._predicted(u))

    def jacobian(self, u: FloatArray) -> FloatArray:
        """Return the Jacobian of the residuals; near the last point that of the last point."""
        if self._at is None or np.abs(u - self._at).max() > NEAR:
            self._linearise(u)
        assert self._slopes is not None
        known = self.data.known
        rows = [self._slopes[known] / self.data.noise[known, None]]
        for i, unknown in enumerate(self._unknowns):
            if unknown.prior is not None:
                row = np.zeros((1, len(self._unknowns)))
                row[0, i] = unknown.slope(unknown.value(u[i])) / unknown.prior[1]
                rows.append(row)
        return np.concatenate(rows)

    def exact(self, u: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return residuals and Jacobian of a point, the Jacobian by central differences there."""
        if self._central is None or not np.array_equal(self._central, u):
            self._linearise(u, central=True)
        return self.values(u), self.jacobian(u)

    def weighted(self, points: FloatArray) -> FloatArray:
        """Return the residuals of points, simulated in one batch, shape (n_points, m + number of priors)."""
        return np.array([self._residuals(u, row) for u, row in zip(points, self._predict(points), strict=True)])

    @property
    def n_values(self) -> int:
        """Number of measured values [-]."""
        return int(self.data.known.sum())

    def _predicted(self, u: FloatArray) -> FloatArray:
        if self._last is None or not np.array_equal(self._last[0], u):
            self._last = u.copy(), self._predict(u[None])[0]
        return self._last[1]

    def _residuals(self, u: FloatArray, predicted: FloatArray) -> FloatArray:
        known = self.data.known
        residuals = (predicted[known] - self.data.values[known]) / self.data.noise[known]
        residuals = np.where(np.isfinite(residuals), residuals, 1e6)
        return np.concatenate([residuals, self._priors(u)])

    def _priors(self, u: FloatArray) -> FloatArray:
        return np.array(
            [
                (unknown.value(x) - unknown.prior[0]) / unknown.prior[1]
                for unknown, x in zip(self._unknowns, u.tolist(), strict=True)
                if unknown.prior is not None
            ]
        )

    def _linearise(self, u: FloatArray, central: bool = False) -> None:
        """Simulate a point and its neighbours, on one or both sides, in one batch."""
        n, h = len(u), self._difference
        low, high = (np.array([one.scaled(getattr(one, end)) for one in self._unknowns]) for end in ("low", "high"))
        up = np.where(u + h > high, 0.0 if central else -h, h)
        down = np.where(u - h < low, 0.0, -h) if central else np.zeros(n)
        points = [u[None], u + np.diag(up), *([u + np.diag(down)] if central else [])]
        predictions = self._predict(np.concatenate(points))
        if not np.isfinite(predictions[0][self.data.known]).all() and self._at is None:
            raise SimulationError(
                "the run with the first values diverges; give other values by `start`, or a smaller `solver.step`"
            )
        below = predictions[1 + n :] if central else predictions[0]
        slopes = ((predictions[1 : 1 + n] - below) / (up - down)[:, None]).T
        slopes = np.where(np.isfinite(slopes), slopes, 0.0)
        self._slopes, self._at, self._last = self._effective(slopes), u.copy(), (u.copy(), predictions[0])
        self._central = u.copy() if central else None

    def _effective(self, slopes: FloatArray) -> FloatArray:
        """Return the derivatives without those directions of the parameters that have no effect but rounding errors.

        Otherwise the search would go far along them.
        """
        known = self.data.known
        weighted = slopes[known] / self.data.noise[known, None]
        _, sizes, directions = np.linalg.svd(np.linalg.qr(weighted, mode="r"))
        kept = directions[: len(sizes)][sizes > ROUNDING * max(float(sizes[0]), 1e-300)]
        projection = kept.T @ kept
        projection[:, np.diag(projection) < ROUNDING] = (
            0.0  # a trust region with distant bounds would amplify the remainder
        )
        return slopes @ projection


def fitted_point(
    residuals: Residuals, unknowns: Sequence[Unknown], start: FloatArray, loss: str, robust_scale: float
) -> tuple[FloatArray, str]:
    """Return the point with the lowest cost, and the end of the search.

    The trust-region reflective algorithm of SciPy; the Jacobian is recomputed after the point has moved.

    Source: Branch, Coleman, Li, A subspace, interior, and conjugate gradient method for large-scale bound-constrained
    minimization problems, SIAM J. Sci. Comput. 21, 1999.
    """
    from scipy.optimize import least_squares

    low, high = (np.array([u.scaled(getattr(u, end)) for u in unknowns]) for end in ("low", "high"))
    low, high = np.maximum(low, -REACH), np.minimum(high, REACH)
    inside = np.clip(start, low, high)
    solution = least_squares(
        residuals.values, inside, residuals.jacobian, (low, high), loss=loss, f_scale=robust_scale, method="trf",
        xtol=1e-9, ftol=1e-10, gtol=1e-12, max_nfev=MAX_EVALUATIONS,
    )  # fmt: skip
    ends = {0: "the number of evaluations is exhausted", 1: "the gradient is zero", 2: "the cost is constant",
            3: "the point is constant", 4: "the cost and the point are constant"}  # fmt: skip
    return np.asarray(solution.x, dtype=np.float64), ends.get(int(solution.status), str(solution.message))


def estimated_noise(
    residuals: Residuals, u: FloatArray, given: Mapping[str, float | None], floor: Mapping[str, float]
) -> Data:
    """Return the data with the noise of each variable: as given, or the deviation of its residuals."""
    data = residuals.data
    known = data.known
    r = residuals.values(u)[: residuals.n_values] * data.noise[known]
    ratio = residuals.n_values / max(1, residuals.n_values - len(u))
    each = []
    for i, (name, noise) in enumerate(given.items()):
        variable_residuals = r[data.variable[known] == i]
        deviation = float(np.sqrt(ratio * np.mean(variable_residuals**2))) if variable_residuals.size else floor[name]
        each.append(noise if noise else max(deviation, FLOOR * floor[name]))
    return data.with_noise(each)
