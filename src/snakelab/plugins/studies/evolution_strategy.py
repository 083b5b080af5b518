"""Search for the best parameters by generations: objective, CMA-ES, and the loop over trials.

In reading order: the objective and its constraints; CMA-ES in the unit cube; and `run_generations`, which runs generations
until the search ends.
"""

import importlib
import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError, ScenarioError, SimulationError, nearest
from snakelab.parameters.arguments import FloatArray, count
from snakelab.plugins.studies.sweeps.sweep_parameters import columns, metric_name
from snakelab.plugins.studies.sweeps.trials import Sweep, Trial, failed, run_trial
from snakelab.plugins.studies.task_execution import (
    Executor,
    LocalExecutor,
    Result,
    ResultsLog,
    Task,
    run_tasks,
    status_of,
)
from snakelab.scenarios.yaml_document import quantity
from snakelab.system import install_line

# ----------------------------------------------------------------------------------------------------------------------
# Objective of a search: a metric to maximise or minimise, and constraints on others
# ----------------------------------------------------------------------------------------------------------------------

MAX_LETTERS = 200
_REVERSED = re.compile(r"\s*([-+.\d]\S*)\s*(<=|>=|<|>)\s*([^\W\d]\w*)\s*")
_FLIP = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_BOUND = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\S.*?)\s*")


@dataclass(frozen=True)
class Bound:
    """Upper or lower bound of one metric.

    Attributes:
        metric: Its name.
        sign: 1 for an upper bound, -1 for a lower one.
        limit: In the unit of the metric.
    """

    metric: str
    sign: int
    limit: float

    def excess(self, figure: float) -> float:
        """Relative violation of the bound; 0 if it is satisfied, infinity without a value."""
        if math.isnan(figure):
            return math.inf
        return max(0.0, self.sign * (figure - self.limit)) / (abs(self.limit) or 1.0)

    def breach(self, result: Result) -> bool:
        """Return True if a run violates the constraint or lacks the metric."""
        return self.excess(figure(result, self.metric)) > 0

    def __str__(self) -> str:
        return f"{self.metric} {'<' if self.sign > 0 else '>'} {self.limit:g}"


@dataclass(frozen=True)
class Goal:
    """Objective and constraints.

    Attributes:
        metric: The metric.
        sign: 1 to maximise, -1 to minimise.
        bounds: Constraints.
    """

    metric: str
    sign: int
    bounds: tuple[Bound, ...] = ()

    def rank(self, results: Sequence[Result]) -> tuple[float, float]:
        """Return a key that sorts points, the best first: by the violation of bounds, then by the metric.

        With several seeds the value is the mean over the runs, and every run must satisfy the bounds. A point with a
        run that diverged or failed comes last.

        Args:
            results: Of each run of the point.
        """
        if any(status_of(result).is_error for result in results):
            return math.inf, math.inf
        excess = sum(bound.excess(figure(result, bound.metric)) for bound in self.bounds for result in results)
        value = self.value(results)
        return (math.inf, math.inf) if math.isnan(value) else (excess, -self.sign * value)

    def value(self, results: Sequence[Result]) -> float:
        """Return the mean of the metric; NaN if a run does not have it."""
        return sum(figure(result, self.metric) for result in results) / len(results)

    def __str__(self) -> str:
        objective = f"{'maximise' if self.sign > 0 else 'minimise'} {self.metric}"
        return objective + (f" subject to {', '.join(map(str, self.bounds))}" if self.bounds else "")


def figure(result: Result, metric: str) -> float:
    """Return a metric of a run; NaN if it does not have it."""
    return float(result["metrics"].get(metric, math.nan))


def bound_of(text: str) -> Bound:
    """Return the bound for text such as `peak_torque < 8`.

    Raises:
        ScenarioError: if it has another form, or there is no such metric, with the nearest name.
    """
    if len(text) > MAX_LETTERS:
        raise ScenarioError(f"a bound has at most {MAX_LETTERS} letters, got {len(text)}; write it as peak_torque < 8")
    match = _BOUND.fullmatch(text)
    if reversed_ := _REVERSED.fullmatch(text):
        raise ScenarioError(
            f"write the metric first, as in {reversed_[3]} {_FLIP[reversed_[2]]} {reversed_[1]}; got {text!r}"
        )
    if text.count("<") + text.count(">") > 1:
        raise ScenarioError(
            f"write separate bounds for both sides, as in peak_torque > 1 and peak_torque < 3; got {text!r}"
        )
    if not match:
        raise ScenarioError(f"a bound is a metric, < or >, and a number, such as peak_torque < 8; got {text!r}")
    name, sign, number = match.groups()
    try:
        limit = quantity(number) if "pi" in number else float(number)
    except ValueError:
        limit = math.nan
    if not math.isfinite(limit):
        raise ScenarioError(f"the bound {text!r} needs a number in SI units behind {sign}; got {number!r}")
    return Bound(metric_name(name), 1 if sign.startswith("<") else -1, limit)


def goal_of(
    sweep: Sweep, maximise: str | None = None, minimise: str | None = None, subject_to: Iterable[str] = ()
) -> Goal:
    """Return the goal of the arguments, or else that of the configuration.

    Args:
        sweep: From the configuration.
        maximise, minimise: A metric; one of the two.
        subject_to: Bounds, in addition to those of the configuration.

    Raises:
        ScenarioError: if there is no objective, or two, a name is misspelt, or the bounds exclude each other.
    """
    if maximise is None and minimise is None:
        maximise, minimise = sweep.aim.get("maximise"), sweep.aim.get("minimise")
    if (maximise is None) == (minimise is None):
        given = "neither" if maximise is None else "both"
        raise ScenarioError(f"give one of maximise and minimise, such as --maximise mean_speed; got {given}")
    metric = metric_name(str(maximise or minimise))
    bounds = tuple(bound_of(text) for text in (*sweep.aim.get("subject_to", ()), *subject_to))
    for upper, lower in itertools.product(bounds, bounds):
        if upper.metric == lower.metric and upper.sign > 0 > lower.sign and upper.limit <= lower.limit:
            raise ScenarioError(f"the bounds {upper} and {lower} exclude each other; change one")
    return Goal(metric, -1 if maximise is None else 1, tuple(dict.fromkeys(bounds)))


# ----------------------------------------------------------------------------------------------------------------------
# CMA-ES of the library `cma`: a search that adapts its distribution by the ranks of the points
# ----------------------------------------------------------------------------------------------------------------------


class CmaEs:
    """Search in the cube [0, 1]^n by generations: `ask` for points, evaluate them, and pass their order to `tell`.

    Only the order of the values is used, so that diverged trials and violated bounds need no penalty, only the last
    places. The random numbers come from a separate generator: the same seed and the same orders give the same points,
    so that a search continues by reporting the known results again. For n = 1 a second dimension without effect is
    added. The first generation may be a regular set of points, `space_filling`; the distribution then begins at its best
    point, so that a search is never worse than these points.

    Args:
        n: Dimensions [-].
        population: Points of a generation; None for 4 + 3 ln n.
        seed: Of the draws.
        start: Number of points of the first generation; 0 draws them around the centre of the cube.

    Attributes:
        generation: Number of reported generations [-].

    Raises:
        MissingExtraError: if `cma` is not installed.

    Source: Hansen, The CMA evolution strategy: a tutorial, 2016; the numbers are the library's own.
    """

    def __init__(self, n: int, population: int | None = None, seed: int = 0, start: int = 0) -> None:
        self._n = count(n, "CmaEs n", SimulationError, minimum=1)
        n_start = count(start, "CmaEs start", SimulationError)
        self._start: FloatArray | None = space_filling(self._n, n_start) if n_start else None
        draw = np.random.default_rng(seed)
        options: dict[str, Any] = {
            "bounds": [0, 1],
            "verbose": -9,  # prints nothing and writes no files
            "seed": np.nan,  # NumPy's global generator is not changed
            "randn": lambda *shape: draw.standard_normal(shape),
        }
        if population is not None:
            # points of a generation
            options["popsize"] = count(population, "CmaEs population", SimulationError, minimum=4, maximum=100_000)
        # 0.3 of the cube is the standard deviation of the first generation
        self._begin = lambda centre, spread: cma_library().CMAEvolutionStrategy(centre, spread, options)
        self._search = self._begin(np.full(max(self._n, 2), 0.5), 0.3)  # the library has at least two dimensions
        self._asked: list[FloatArray] = []
        self.generation = 0

    def ask(self) -> FloatArray:
        """Return the points of the next generation, shape (population, n); in the first one those of the start."""
        if self._start is not None:
            return self._start
        self._asked = self._search.ask()
        return np.clip(np.array(self._asked)[:, : self._n], 0.0, 1.0)

    def tell(self, order: Sequence[int]) -> None:
        """Update the distribution from a generation.

        Args:
            order: Indices of the points of the last `ask`, the best first.
        """
        if self._start is not None:
            centre = np.full(max(self._n, 2), 0.5)
            centre[: self._n] = self._start[order[0]]
            # the distance between neighbouring points, at most the spread without them
            self._search = self._begin(centre, min(0.3, len(self._start) ** (-1 / self._n)))
            self._start = None
        else:
            ranks = np.empty(len(self._asked))
            ranks[list(order)] = np.arange(len(self._asked))
            self._search.tell(self._asked, ranks.tolist())
        self.generation += 1

    @property
    def population(self) -> int:
        """Points of a generation."""
        return int(self._search.popsize)

    @property
    def spreads(self) -> FloatArray:
        """Standard deviation of the next generation along each dimension, a fraction of the cube, shape (n,)."""
        return np.array(self._search.stds[: self._n], float)

    @property
    def spread(self) -> float:
        """Largest of the standard deviations."""
        return float(np.max(self.spreads))

    @property
    def middle(self) -> FloatArray:
        """Mean of the next generation, shape (n,)."""
        return np.asarray(self._search.result.xfavorite)[: self._n]


def start_size(n: int) -> int:
    """Return the number of points of the first generation of `optimise` with n parameters [-]: 17, 25, 32, 40, 48, ..."""
    return {1: 17, 2: 25}.get(n, 8 * n + 8)


def space_filling(n: int, size: int) -> FloatArray:
    """Return points that fill the cube [0, 1]^n evenly, shape (size, n).

    With one dimension, and with two and a square number of points, they are a grid with the ends of the ranges, in a
    random order so that the first ones also fill the cube; otherwise a Sobol sequence.
    """
    side = math.isqrt(size)
    if n == 1 and size > 1:
        grid = np.linspace(0, 1, size)[:, None]
    elif n == 2 and side > 1 and side**2 == size:
        axis = np.linspace(0, 1, side)
        grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    else:
        from scipy.stats.qmc import Sobol

        exponent = max(1, math.ceil(math.log2(size + 1)))
        # the first point of the sequence is a corner of the cube
        return np.asarray(Sobol(n, scramble=False).random_base2(exponent)[1 : size + 1], dtype=np.float64)
    return np.asarray(np.random.default_rng(0).permutation(grid), dtype=np.float64)


def cma_library() -> Any:
    """Return the module cma.

    Raises:
        MissingExtraError: if it is not installed, with the command that installs it.
    """
    try:
        return importlib.import_module("cma")
    except ImportError:
        raise MissingExtraError(f"the search needs the library cma; type: {install_line('optimise')}") from None


# ----------------------------------------------------------------------------------------------------------------------
# Search by generations with a maximum number of trials, each logged as it ends
# ----------------------------------------------------------------------------------------------------------------------

CONVERGED_SPREAD = 1e-4  # fraction of the ranges; a search with a narrower generation has converged
IDLE = 30  # generations without a new point (with few combinations of whole numbers) after which a search ends
Values = tuple[Any, ...]
Callback = Callable[[Result, int, int], Any]


@dataclass(frozen=True)
class Generation:
    """One step of a search.

    Attributes:
        first: Number of its first point, counted from 1; repeated points are counted once.
        middle: Mean of the distribution, for each parameter, from 0 to 1 of its range.
        spreads: Its standard deviations, likewise.
    """

    first: int
    middle: tuple[float, ...]
    spreads: tuple[float, ...]


@dataclass
class Progress:
    """Progress of a search.

    Attributes:
        points: That were tried, each once, in their order.
        results: Of their trials by key.
        generations: That were begun.
        reported: Number of complete generations, which updated the search [-].
        spread: Spread of the next generation, as a fraction of the ranges.
        end: Reason of the end: "narrow", "trials", "idle"; empty while it runs.
    """

    points: list[Values] = field(default_factory=list)
    results: dict[str, Result] = field(default_factory=dict)
    generations: list[Generation] = field(default_factory=list)
    reported: int = 0
    spread: float = 1.0
    end: str = ""


def run_generations(
    sweep: Sweep,
    goal: Goal,
    search: CmaEs,
    maximum: int,
    results_log: ResultsLog,
    executor: Executor,
    progress: Progress,
    done: Callback | None = None,
) -> None:
    """Run generations until the search has narrowed to a point, or the trials are used up.

    The last generation may be incomplete and is then not used by the search; a later call with more trials runs the
    rest.

    Args:
        sweep: Sweep whose parameters are searched.
        goal: Objective of the search.
        search: New.
        maximum: Maximum number of trials.
        results_log: Of the results.
        executor: Runs them.
        progress: Updated; after Ctrl-C it also contains the points of the current generation.
        done: Called after each trial with its result, the number of trials so far, and `maximum`.

    Raises:
        ScenarioError: if no trial has a metric of the goal.
    """
    idle, threads = 0, None if isinstance(executor, LocalExecutor) else 1
    while not progress.end:
        values = columns(sweep.parameters, search.ask())
        before = len(progress.results)
        room = fitting(sweep, values, progress.results, maximum)
        _begin(progress, search, values[:room])
        tasks = [sweep.task(trial, threads) for value in values[:room] for trial in trials_at(sweep, value)]
        known = results_log.results()
        progress.results |= {task.key: known[task.key] for task in tasks if task.key in known}
        report = None if done is None else _counted(done, len(progress.results), maximum)
        progress.results |= run_tasks(run_trial, tasks, results_log, executor, failed=failed, done=report)
        check_metrics(goal, progress.results)
        if room < len(values):
            progress.end = "trials"
            return
        ranks = [goal.rank([progress.results[trial.key] for trial in trials_at(sweep, value)]) for value in values]
        search.tell(sorted(range(len(values)), key=ranks.__getitem__))
        progress.reported, progress.spread = search.generation, search.spread
        idle = idle + 1 if len(progress.results) == before else 0
        full = len(progress.results) >= maximum
        progress.end = (
            "narrow" if search.spread <= CONVERGED_SPREAD else "idle" if idle == IDLE else "trials" if full else ""
        )


def trials_at(sweep: Sweep, values: Sequence[Any]) -> list[Trial]:
    """Return the trials of one point, one for each seed."""
    return [sweep.trial(values, seed) for seed in (sweep.seeds or (None,))]


def fitting(sweep: Sweep, values: Sequence[Values], known: Mapping[str, Result], maximum: int) -> int:
    """Return the number of leading points that can be run with each seed in `maximum` trials, some of which are known."""
    keys = set(known)
    for i, value in enumerate(values):
        keys.update(trial.key for trial in trials_at(sweep, value))
        if len(keys) > maximum:
            return i
    return len(values)


def check_metrics(goal: Goal, results: Mapping[str, Result]) -> None:
    """Raise ScenarioError if trials have metrics, but none of the goal."""
    known = {name for result in results.values() for name in result["metrics"]}
    for name in (goal.metric, *(bound.metric for bound in goal.bounds)):
        if known and name not in known:
            raise ScenarioError(
                f"no trial has the metric {name!r}, which may not apply to this robot{nearest(name, known)}"
            )


def _begin(progress: Progress, search: CmaEs, values: Sequence[Values]) -> None:
    """Record a generation and its points."""
    first = len(progress.points) + 1
    if values:
        progress.generations.append(Generation(first, tuple(search.middle.tolist()), tuple(search.spreads.tolist())))
    progress.points = list(dict.fromkeys((*progress.points, *values)))


def _counted(done: Callback, before: int, maximum: int) -> Callable[[Task, Result, int, int], Any]:
    return lambda task, result, i, n: done(result, before + i, maximum)
