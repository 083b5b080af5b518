"""Search by generations with a maximum number of trials, each logged as it ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from snakelab.errors import ScenarioError, nearest
from snakelab.studies.execution import Executor, LocalExecutor, Result, ResultsLog, Task, run_tasks
from snakelab.studies.optimisation.cma_es import CmaEs
from snakelab.studies.optimisation.goal import Goal
from snakelab.studies.sweeps.parameter import columns
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.trial import failed, run_trial

NARROW = 1e-4  # fraction of the ranges; a search with a narrower generation has converged
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


def look(
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
        progress.end = "narrow" if search.spread <= NARROW else "idle" if idle == IDLE else "trials" if full else ""


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
