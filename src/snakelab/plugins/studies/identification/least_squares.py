"""Nonlinear least squares over simulations.

In reading order: predictions of the compared variables as rows of a batch; the residuals, their Jacobian and the
search for the lowest cost; and searches from several points.
"""

import base64
import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SimulationError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_kernels import record_layout
from snakelab.physics.state import initial_state
from snakelab.plugins.studies.identification.problem import Experiment, Unknown, with_values
from snakelab.plugins.studies.task_execution import ResultsLog, key_of
from snakelab.results.recording import Recording
from snakelab.sim.batch import Batch
from snakelab.sim.batch_rows import difference
from snakelab.sim.engine import INTEGRATORS
from snakelab.sim.parallel_runs import simulate_batch
from snakelab.sim.run_integration import record_times, snap

# ----------------------------------------------------------------------------------------------------------------------
# Predictions: values of the compared variables for many sets of parameters, simulated as rows of a batch
# ----------------------------------------------------------------------------------------------------------------------


class Predictor:
    """Predictions for points in the scaled parameters; each is stored in the results log, and read from there.

    Args:
        experiments: Recorded runs.
        unknowns: Fitted parameters.
        results_log: Log of the study; None for none.
        threads: Number of threads; None for one per core.
        done: Callback after each call with the number of simulations so far.

    Attributes:
        n_simulations: Number of simulations so far, those of the log included [-].
    """

    def __init__(
        self,
        experiments: Sequence[Experiment],
        unknowns: Sequence[Unknown],
        results_log: ResultsLog | None = None,
        threads: int | None = None,
        done: Callable[[int], Any] | None = None,
    ) -> None:
        self._experiments, self._unknowns, self._log, self._threads = experiments, unknowns, results_log, threads
        self._known = {} if results_log is None else results_log.results()
        self._done, self.n_simulations = done, 0

    def of(self, experiments: Sequence[Experiment]) -> "Predictor":
        """Return a predictor of other experiments with the same results log; their names must differ."""
        return Predictor(experiments, self._unknowns, self._log, self._threads, self._done)

    def __call__(self, points: FloatArray) -> FloatArray:
        """Return the predicted values of all experiments, shape (n_points, m); NaN after a run diverges.

        Args:
            points: Scaled parameters, shape (n_points, n).
        """
        values = [[u.value(x) for u, x in zip(self._unknowns, point, strict=True)] for point in points.tolist()]
        key = key_of([one.name for one in self._experiments] + values)
        if (known := self._known.get(key)) is None:
            predicted = np.concatenate([self._of(one, values) for one in self._experiments], axis=1)
            known = packed(predicted)
            if self._log is not None:
                self._log.append(key, known)
        self.n_simulations += len(points) * len(self._experiments)
        if self._done is not None:
            self._done(self.n_simulations)
        predicted = unpacked(known)
        if predicted.shape != (len(points), sum(one.values.size for one in self._experiments)):
            raise _invalid(f"of the shape {predicted.shape}")
        return predicted

    def _of(self, experiment: Experiment, values: Sequence[Sequence[float]]) -> FloatArray:
        """Return the predictions of one experiment, shape (n_points, m)."""
        scenario = experiment.scenario
        roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
        changed = [with_values(roots, self._unknowns, row) for row in values]
        models = [build_model(one["robot"], one["world"]) for one in changed]
        controllers = [one["controller"] for one in changed]
        names = tuple(experiment.measured)
        at = record_layout(models[0])
        open_loop = all(isinstance(one, Gait) for one in controllers) and not scenario.events
        if open_loop and all(name in at for name in names) and scenario.settings.integrator in INTEGRATORS:
            return _by_batches(experiment, models, controllers, names, self._threads)
        return _by_runs(experiment, models, controllers, names, self._threads)


def _by_batches(
    experiment: Experiment, models: Sequence[Model], gaits: Sequence[Gait], names: Sequence[str], threads: int | None
) -> FloatArray:
    """Return predictions along gaits, in one batch for each structure: dry friction of zero, for example, is another one."""
    groups: list[list[int]] = []
    for i, model in enumerate(models):
        group = next((one for one in groups if not difference(models[one[0]], model)), None)
        if group is None:
            groups.append([i])
        else:
            group.append(i)
    predictions: list[FloatArray] = [np.zeros(0)] * len(models)
    for group in groups:
        rows = _by_batch(experiment, [models[i] for i in group], [gaits[i] for i in group], names, threads)
        for i, row in zip(group, rows, strict=True):
            predictions[i] = row
    return np.array(predictions)


def _by_batch(
    experiment: Experiment, models: Sequence[Model], gaits: Sequence[Gait], names: Sequence[str], threads: int | None
) -> FloatArray:
    """Return predictions along gaits, in one batch."""
    scenario, settings = experiment.scenario, experiment.scenario.settings
    batch = Batch(
        list(models), period=0.1, observation=names, step=settings.step, integrator=settings.integrator,
        tolerance=settings.tolerance, threads=threads,
    )  # fmt: skip
    batch.reset(states=[initial_state(model, **scenario.initial) for model in models])
    rate = rate_of(experiment)
    seen = batch.advance(list(gaits), experiment.duration, rate=rate)
    time = record_times(0.0, snap(experiment.duration, rate), rate)
    named = batch.observation.named(seen)
    rows = [
        np.concatenate([at_times(experiment, time, named[name][i], name) for name in names]) for i in range(len(models))
    ]
    return np.array(rows)


def _by_runs(
    experiment: Experiment,
    models: Sequence[Model],
    controllers: Sequence[Any],
    names: Sequence[str],
    threads: int | None,
) -> FloatArray:
    """Return predictions of complete runs, with sensors, events and controllers."""
    scenario, settings = experiment.scenario, experiment.scenario.settings
    rate, runs = rate_of(experiment), list[Recording]()
    for model, controller in zip(models, controllers, strict=True) if scenario.initial else ():
        # the start may depend on the model, and the runs of one call have a common start
        runs += simulate_batch(
            [model], [controller], experiment.duration, workers=1, state=initial_state(model, **scenario.initial),
            step=settings.step, integrator=settings.integrator, tolerance=settings.tolerance, record_rate=rate,
            seed=settings.seed, events=scenario.events,
        )  # fmt: skip
    if not scenario.initial:
        runs = simulate_batch(
            list(models), list(controllers), experiment.duration, workers=threads, step=settings.step,
            integrator=settings.integrator, tolerance=settings.tolerance, record_rate=rate, seed=settings.seed,
            events=scenario.events,
        )  # fmt: skip
    return np.array(
        [
            np.concatenate([at_times(experiment, run["time"].values, run[name].values, name) for name in names])
            for run in runs
        ]
    )


def rate_of(experiment: Experiment) -> float:
    """Return the rate at which predictions are recorded: that of the log if its times are multiples of one interval [Hz]."""
    steps = np.diff(experiment.time)
    rate = round(1.0 / float(np.median(steps)), 6)
    index = experiment.time * rate
    if np.abs(index - np.round(index)).max() < 1e-6:
        return rate
    return max(100.0, 2.0 * rate)  # minimum rate of predictions that are interpolated at irregular times [Hz]


def at_times(experiment: Experiment, time: FloatArray, values: FloatArray, name: str) -> FloatArray:
    """Return values at the times of an experiment, interpolated by cubic splines if necessary; in one row.

    The sign of a quaternion is that of the measured one.

    Args:
        experiment: The experiment.
        time: Times of the values, shape (n,), [s].
        values: Predicted values, shape (n, ...).
        name: Their variable.
    """
    from scipy.interpolate import CubicSpline

    measured = experiment.measured[name]
    flat = np.asarray(values, dtype=np.float64).reshape(len(values), -1)
    if flat.shape[1] != measured.shape[1]:
        raise SimulationError(
            f"{experiment.name}: {name} has {measured.shape[1]} columns, and the model has {flat.shape[1]}"
        )
    place = np.clip(np.searchsorted(time, experiment.time - 1e-7), 0, len(time) - 1)
    if np.abs(time[place] - experiment.time).max() < 1e-6:
        resampled = flat[place]
    elif np.isfinite(flat).all() and len(time) > 3:
        resampled = CubicSpline(time, flat)(experiment.time)
    else:
        resampled = np.full((len(experiment.time), flat.shape[1]), np.nan)
    if name.endswith("quaternion"):
        quaternions, given = resampled.reshape(len(resampled), -1, 4), measured.reshape(len(resampled), -1, 4)
        sign = np.where(np.nansum(quaternions * given, axis=2, keepdims=True) < 0, -1.0, 1.0)
        resampled = (sign * quaternions).reshape(resampled.shape)
    return resampled.ravel()


def packed(values: FloatArray) -> dict[str, Any]:
    """Return an array as plain data, without loss."""
    content = base64.b64encode(zlib.compress(np.ascontiguousarray(values).tobytes(), 1)).decode("ascii")
    return {"shape": list(values.shape), "values": content}


def unpacked(stored: Mapping[str, Any]) -> FloatArray:
    """Return the array of `packed`.

    Raises:
        RecordingError: if the data are damaged.
    """
    try:
        size = 8 * math.prod(stored["shape"])
        content = zlib.decompressobj().decompress(base64.b64decode(stored["values"], validate=True), size + 1)
        return np.frombuffer(content, dtype=np.float64).reshape(stored["shape"])
    except (ValueError, TypeError, zlib.error, OverflowError) as problem:
        raise _invalid(str(problem)) from problem


def _invalid(why: str) -> RecordingError:
    return RecordingError(
        f"the results log of the fit contains an invalid result ({why}); give another folder, for example --out out/another"
    )


# ----------------------------------------------------------------------------------------------------------------------
# Nonlinear least squares over simulations, with finite differences as rows of a batch
# ----------------------------------------------------------------------------------------------------------------------

Predict = Callable[[FloatArray], FloatArray]
MAX_SCALED = 100.0  # largest scaled parameter of a search
NO_EFFECT = 1e-3  # rms change of the predictions, in the noise, for a change of a parameter by its size
ROUNDING_RATIO = 1e-6  # minimum effect of a direction of the parameters, relative to the largest


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
        parts = [one.measured[name].reshape(len(one.measured[name]), -1) for one in experiments]
        known = [part[:, np.isfinite(part).any(axis=0)] for part in parts]  # without components that the log lacks
        squares = [((part - np.nanmean(part, axis=0)) ** 2)[np.isfinite(part)] for part in known if part.size]
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
        # change of the scaled parameters below which a Jacobian is used again
        if self._at is None or np.abs(u - self._at).max() > 0.02:
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
                "the run with the initial values diverges; give other values by `start`, or a smaller `solver.step`"
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
        kept = directions[: len(sizes)][sizes > ROUNDING_RATIO * max(float(sizes[0]), 1e-300)]
        projection = kept.T @ kept
        projection[:, np.diag(projection) < ROUNDING_RATIO] = (
            0.0  # a trust region with distant bounds would amplify the remainder
        )
        return slopes @ projection


@dataclass(frozen=True)
class SearchOptions:
    """Settings of a search.

    Attributes:
        difference: Step of the finite differences.
        loss, robust_scale: Of the fit.
        starts: Number of searches from different points.
        enough: Cost above which the residuals are more than noise; infinite where that is not known.
    """

    difference: float
    loss: str
    robust_scale: float
    starts: int = 1
    enough: float = np.inf


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
    low, high = np.maximum(low, -MAX_SCALED), np.minimum(high, MAX_SCALED)
    inside = np.clip(start, low, high)
    solution = least_squares(
        residuals.values, inside, residuals.jacobian, (low, high), loss=loss, f_scale=robust_scale, method="trf",
        xtol=1e-9, ftol=1e-10, gtol=1e-12, max_nfev=60,
    )  # fmt: skip
    ends = {0: "the number of evaluations is exhausted", 1: "the gradient is zero", 2: "the cost has converged",
            3: "the parameters have converged", 4: "the cost and the parameters have converged"}  # fmt: skip
    return np.asarray(solution.x, dtype=np.float64), ends.get(int(solution.status), str(solution.message))


@dataclass(frozen=True)
class Minimum:
    """End of a search.

    Attributes:
        u: Point, in the scaled parameters, shape (n,).
        ending: Description of the end.
        cost: Sum of the losses of the weighted residuals.
        search: Number of the search; 0 for that from the initial values, or from the result of the stages.
    """

    u: FloatArray
    ending: str
    cost: float
    search: int = 0


def minima(
    predict: Predict,
    data: Data,
    unknowns: Sequence[Unknown],
    start: FloatArray,
    options: SearchOptions,
) -> list[Minimum]:
    """Return the ends of searches from several points, the lowest cost first; of equal costs that of the first point.

    The first search begins at `start`; further ones at those of a set of scattered points that have the lowest costs. Where
    the lowest cost is not low enough, there are further searches, three times as many as `starts` and six at least.
    """

    def searched(point: FloatArray, search: int) -> Minimum:
        residuals = Residuals(predict, data, unknowns, options.difference)
        u, ending = fitted_point(residuals, unknowns, point, options.loss, options.robust_scale)
        effect = np.sqrt(np.mean(residuals.jacobian(u) ** 2, axis=0))
        u = np.where(effect <= NO_EFFECT, start, u)  # parameters without effect keep their initial values
        return Minimum(u, ending, loss_of(residuals.values(u), options.loss, options.robust_scale), search)

    found = [searched(start, 0)]
    if options.starts > 1 or found[0].cost > options.enough:
        points = scattered(unknowns)
        rows = Residuals(predict, data, unknowns, options.difference).weighted(points)
        costs = np.array([loss_of(row, options.loss, options.robust_scale) for row in rows])
        for k, point in enumerate(points[np.argsort(costs, kind="stable")], start=1):
            lowest = min(one.cost for one in found)
            if k >= (options.starts if lowest <= options.enough else max(6, 3 * options.starts)):
                break
            try:
                found.append(searched(point, k))
            except SimulationError:  # its run diverges
                continue
    return sorted(found, key=lambda one: one.cost)


def scattered(unknowns: Sequence[Unknown]) -> FloatArray:
    """Return points of a Halton sequence in the scaled parameters, shape (16 to 64, n).

    Their range is that of the prior (three standard deviations), or 20 times more and less than the initial value where it and
    the bounds are positive, else the initial value plus and minus twice its size; always within the bounds.
    """
    from scipy.stats import qmc

    n = len(unknowns)
    fractions = qmc.Halton(n, scramble=False).random(16 * min(n, 4) + 1)[1:]  # the first is a corner
    columns = []
    for unknown, fraction in zip(unknowns, fractions.T, strict=True):
        if unknown.prior is not None:
            values = unknown.prior[0] + 3.0 * unknown.prior[1] * (2.0 * fraction - 1.0)
        elif unknown.start > 0 and unknown.low >= 0:
            low, high = max(unknown.low, unknown.start / 20), min(unknown.high, 20 * unknown.start)
            values = low * (high / low) ** fraction
        else:
            values = unknown.start + 2.0 * unknown.size * (2.0 * fraction - 1.0)
        columns.append([unknown.scaled(float(x)) for x in np.clip(values, unknown.low, unknown.high)])
    return np.clip(np.array(columns).T, -MAX_SCALED, MAX_SCALED)


def loss_of(residuals: FloatArray, loss: str, robust_scale: float) -> float:
    """Return the sum of the losses of residuals, as `scipy.optimize.least_squares` minimises it."""
    z = (residuals / robust_scale) ** 2
    match loss:
        case "soft_l1":
            rho = 2.0 * ((1.0 + z) ** 0.5 - 1.0)
        case "huber":
            rho = np.where(z <= 1.0, z, 2.0 * np.sqrt(z) - 1.0)
        case "cauchy":
            rho = np.log1p(z)
        case "arctan":
            rho = np.arctan(z)
        case _:
            return float(residuals @ residuals)
    return float(robust_scale**2 * rho.sum())


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
        # minimum noise, as a fraction of the deviations of the variable: the accuracy of the model
        each.append(noise if noise else max(deviation, 1e-6 * floor[name]))
    return data.with_noise(each)
