"""Predictions: values of the compared variables for many sets of parameters, simulated as rows of a batch."""

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from snakelab.errors import SimulationError
from snakelab.gaits.gait import Gait
from snakelab.physics.model import Model, build_model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import initial_state
from snakelab.results.recording import Recording
from snakelab.sim.batch import Batch, simulate_batch
from snakelab.sim.batch.models import difference
from snakelab.sim.instants import record_times, snap
from snakelab.studies.execution import ResultsLog, key_of
from snakelab.studies.identification.experiment import Experiment
from snakelab.studies.identification.unknown_parameter import Unknown, with_values
from snakelab.types import FloatArray

DENSE = 100.0  # minimum rate of predictions that are interpolated at irregular times [Hz]


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
        return unpacked(known)

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
        if (
            open_loop
            and all(name in at for name in names)
            and scenario.settings.integrator in ("extrapolated", "plain", "rk4")
        ):
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
    return max(DENSE, 2.0 * rate)


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
    """Return the array of `packed`."""
    content = zlib.decompress(base64.b64decode(stored["values"]))
    return np.frombuffer(content, dtype=np.float64).reshape(stored["shape"])
