"""Look for the best values of a scenario, generation by generation, and go on where a search was cut off."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.errors import ScenarioError, SimulationError, nearest
from snakelab.results.recording import write_whole
from snakelab.studies.optimising.cma_es import CmaEs
from snakelab.studies.optimising.goal import Goal, goal_of
from snakelab.studies.running import Here, Ledger, Result, Workers, hired, run_tasks
from snakelab.studies.sweeps.files import trial_text, write_files
from snakelab.studies.sweeps.parameter import Range, columns
from snakelab.studies.sweeps.run import LEDGER
from snakelab.studies.sweeps.sampling import Sampling
from snakelab.studies.sweeps.sheet import load_sweep
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.table import sweep_table
from snakelab.studies.sweeps.trial import failed, run_trial
from snakelab.types import count

if TYPE_CHECKING:
    import xarray

Told = Callable[[Result, int, int], Any]
NARROW = 1e-4  # share of the ranges; a search whose generation is narrower has arrived


@dataclass(frozen=True)
class Optimum:
    """What came of a search.

    Attributes:
        sweep: The points that were tried, as a sweep.
        goal: What was looked for.
        results: Of each trial by its key.
        best: The values that are best, by the name of their parameter; those nearest to the bounds where none keeps them.
        value: The figure of merit there.
        kept: Whether they keep every bound.
        number: The first trial with these values, counted from 1.
        generations: How many were run [-].
        arrived: Whether the search had narrowed to a point; else its trials were used up.
        folder, paths: The files.
    """

    sweep: Sweep
    goal: Goal
    results: dict[str, Result] = field(repr=False)
    best: dict[str, Any]
    value: float
    kept: bool
    number: int
    generations: int
    arrived: bool
    folder: Path
    paths: tuple[Path, ...] = ()

    @property
    def dataset(self) -> "xarray.Dataset":
        """Every trial as a table with units."""
        return sweep_table(self.sweep, self.results)


def optimise(
    sheet: str | Path | Mapping[str, Any] | Sweep,
    out: str | Path | None = None,
    *,
    maximise: str | None = None,
    minimise: str | None = None,
    subject_to: Iterable[str] = (),
    trials: int = 200,
    population: int | None = None,
    seed: int = 0,
    workers: int | Workers | None = None,
    done: Told | None = None,
) -> Optimum:
    """Look for the values of a sweep's parameters that are best, with CMA-ES.

    Each trial is on the disk as soon as it has ended. After Ctrl-C or a kill the same call goes on: it takes the known trials
    from the ledger, and comes to the same points as a search that was not cut off, with any number of workers. More `trials`
    continue a search.

    Args:
        sheet: That of a sweep, whose parameters are ranges; with several seeds every point is run with each. It may hold
            `maximise`, `minimise` and `subject_to` as well.
        out: The folder of the files; None for `out/<name of the sweep>_optimum`.
        maximise, minimise: The figure of merit that is to be large or small; one of the two.
        subject_to: Bounds to keep, such as "peak_torque < 8".
        trials: At most; the last generation is always whole.
        population: Points of a generation; None for 4 + 3 ln n.
        seed: Of the search.
        workers: As `run_sweep` takes them.
        done: Called after each trial with its result, the number of trials so far, and `trials`.

    Returns:
        The best point; the files are those of a sweep, and `best.yaml`, the scenario there.

    Raises:
        ScenarioError: if the sheet is wrong, a parameter is no range, or the figure is none of this robot's.
        RecordingError: as `run_sweep`.
        MissingExtraError: if `cma` is not installed.
    """
    sweep = sheet if isinstance(sheet, Sweep) else load_sweep(sheet, search=True)
    goal = goal_of(sweep, maximise, minimise, subject_to)
    check_ranges(sweep)
    most = count(trials, "trials", SimulationError, least=1)
    folder = Path("out") / f"{sweep.name}_optimum" if out is None else Path(out)
    search = CmaEs(len(sweep.parameters), population, seed)
    with Ledger(folder / LEDGER, sweep.study()) as ledger, hired(workers, most) as who:
        points: list[tuple[Any, ...]] = []
        results: dict[str, Result] = {}
        while len(results) < most and search.spread > NARROW:
            asked = search.ask()
            values = columns(sweep.parameters, asked)
            results |= _generation(sweep, values, ledger, who, _counted(done, len(results), most))
            points += values
            _check_metrics(goal, results)
            ranks = [goal.rank([results[trial.key] for trial in trials_at(sweep, value)]) for value in values]
            search.tell(sorted(range(len(asked)), key=ranks.__getitem__))
        return _optimum(sweep, goal, points, results, search, folder)


def check_ranges(sweep: Sweep) -> None:
    """Raise ScenarioError unless there are parameters, and each is a range."""
    lists = [parameter for parameter in sweep.parameters if not isinstance(parameter.values, Range)]
    if lists:
        lines = (
            f"{one.origin}: {one.name}: a search needs a range, such as {{from: 0.2, to: 1}}; put a single value under `set`"
            for one in lists
        )
        raise ScenarioError("\n".join(lines))
    if not sweep.parameters:
        raise ScenarioError(f"{sweep.name}: there is nothing to optimise; add `parameters:`")


def trials_at(sweep: Sweep, values: Sequence[Any]) -> list[Trial]:
    """The runs of one point, one for each seed."""
    return [sweep.trial(values, seed) for seed in (sweep.seeds or (None,))]


def _generation(
    sweep: Sweep, values: Sequence[tuple[Any, ...]], ledger: Ledger, who: Workers, done: Any
) -> dict[str, Result]:
    threads = None if isinstance(who, Here) else 1
    tasks = [sweep.task(trial, threads) for value in values for trial in trials_at(sweep, value)]
    return run_tasks(run_trial, tasks, ledger, who, failed=failed, done=done)


def _counted(done: Told | None, before: int, most: int) -> Any:
    return None if done is None else (lambda task, result, i, n: done(result, min(before + i, most), most))


def _check_metrics(goal: Goal, results: Mapping[str, Result]) -> None:
    """Raise ScenarioError where trials have figures, and not one that the goal speaks of."""
    known = {name for result in results.values() for name in result["metrics"]}
    for name in (goal.metric, *(bound.metric for bound in goal.bounds)):
        if known and name not in known:
            raise ScenarioError(
                f"no trial has the figure {name!r}, which may not apply to this robot{nearest(name, known)}"
            )


def _optimum(
    sweep: Sweep, goal: Goal, points: list[tuple[Any, ...]], results: dict[str, Result], search: CmaEs, folder: Path
) -> Optimum:
    """The best of the points, and the files."""
    tried = replace(sweep, sampling=Sampling("given", given=tuple(points)))
    keys = [trial.key for trial in tried.trials]
    at = {values: [results[trial.key] for trial in trials_at(sweep, values)] for values in points}
    best = min(at, key=lambda values: goal.rank(at[values]))
    first = trials_at(sweep, best)[0]
    excess, _ = goal.rank(at[best])
    paths = write_files(tried, results, folder)
    text = trial_text(tried, first, keys.index(first.key) + 1, above="")
    paths.append(write_whole(folder / "best.yaml", text.encode()))
    return Optimum(
        tried, goal, results, dict(zip((one.name for one in sweep.parameters), best, strict=True)), goal.value(at[best]),
        excess == 0.0, keys.index(first.key) + 1, search.generation, search.spread <= NARROW, folder, tuple(paths),
    )  # fmt: skip
