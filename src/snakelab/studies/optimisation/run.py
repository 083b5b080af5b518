"""Optimisation of a scenario by generations, and continuation of an interrupted search."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError, SimulationError
from snakelab.studies.execution import Executor, ResultsLog, executor_for, results_log_in
from snakelab.studies.optimisation.cma_es import CmaEs
from snakelab.studies.optimisation.files import written
from snakelab.studies.optimisation.goal import goal_of
from snakelab.studies.optimisation.optimum import Optimum
from snakelab.studies.optimisation.search import Callback, Progress, look, trials_at
from snakelab.studies.sweeps.configuration import load_sweep
from snakelab.studies.sweeps.parameter import Range
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.trial import NEEDS
from snakelab.studies.sweeps.trial_warnings import warn_of_trials
from snakelab.types import count

KIND = "search"


@checked_arguments(ScenarioError)
def optimise(
    configuration: str | Path | Mapping[str, Any] | Sweep,
    out: str | Path | None = None,
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    subject_to: Iterable[str] = (),
    trials: int = 200,
    population: int | None = None,
    seed: int = 0,
    replay: bool = False,
    workers: int | Executor | None = None,
    done: Callback | None = None,
) -> Optimum:
    """Optimise the parameters of a sweep with CMA-ES.

    Each result is stored as soon as its trial ends. After Ctrl-C or a kill, the same call continues from the results
    log and evaluates the same points as an uninterrupted search, for any number of workers. A larger number of `trials`
    continues a finished search. After Ctrl-C the files contain the finished trials.

    Args:
        configuration: Sweep configuration whose parameters are ranges; each point is run with each seed. It may contain
            `maximise`, `minimise` and `subject_to`.
        out: Folder of the files; None for `out/<name of the sweep>_optimum`.
        maximise, minimise: Metric to maximise or minimise; exactly one of the two.
        subject_to: Constraints, such as "peak_torque < 8".
        trials: Maximum number of trials; the last generation is truncated if necessary.
        population: Points per generation; None for 4 + 3 ln n.
        seed: Seed of the search.
        replay: Run the best point once more and write its report page into `best/`.
        workers: See `run_sweep`.
        done: Callback after each trial with its result, the number of trials so far, and `trials`.

    Returns:
        The best point. The files are those of a sweep, `optimum.html` and `search.svg` with the course of the search,
        and `best.yaml`, the scenario of the best point.

    Raises:
        ScenarioError: if the configuration is invalid, a parameter is not a range, or the robot does not have the
            metric.
        RecordingError: see `run_sweep`.
        SimulationError: if there are fewer trials than seeds.
        MissingExtraError: if `cma` is not installed.
    """
    sweep = configuration if isinstance(configuration, Sweep) else load_sweep(configuration, search=True)
    goal = goal_of(sweep, maximise, minimise, subject_to)
    check_ranges(sweep)
    maximum = count(trials, "trials", SimulationError, minimum=max(1, len(sweep.seeds)))
    folder = Path("out") / f"{sweep.name}_optimum" if out is None else Path(out)
    search, progress = CmaEs(len(sweep.parameters), population, seed), Progress()
    study = sweep.study() | {
        "kind": KIND
    }  # its points are not those of a sweep, and its files would replace those of the sweep
    with ResultsLog(results_log_in(folder), study, NEEDS) as results_log, executor_for(workers, maximum) as executor:
        try:
            look(sweep, goal, search, maximum, results_log, executor, progress, done)
        except KeyboardInterrupt:
            take_known(progress, sweep, results_log)
            written(sweep, goal, progress, search.population, folder)
            raise
        optimum = written(sweep, goal, progress, search.population, folder, replay)
    assert optimum is not None
    results, tried = progress.results, optimum.sweep.trials
    warn_of_trials({str(i): results[trial.key] for i, trial in enumerate(tried, 1) if trial.key in results})
    return optimum


def take_known(progress: Progress, sweep: Sweep, results_log: ResultsLog) -> None:
    """Add the logged results of an interrupted generation to the progress."""
    known = results_log.results()
    keys = [trial.key for values in progress.points for trial in trials_at(sweep, values)]
    progress.results |= {key: known[key] for key in keys if key in known}


def check_ranges(sweep: Sweep) -> None:
    """Raise ScenarioError unless there are parameters, and each is a range."""
    lists = [parameter for parameter in sweep.parameters if not isinstance(parameter.values, Range)]
    if lists:
        lines = (
            f"{listed.origin}: {listed.name}: a search needs a range, such as {{from: 0.2, to: 1}}; "
            "put a single value under `set`"
            for listed in lists
        )
        raise ScenarioError("\n".join(lines))
    if not sweep.parameters:
        raise ScenarioError(f"{sweep.name}: no parameters to optimise; add `parameters:`")
