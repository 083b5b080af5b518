"""Look for the best values of a scenario, generation by generation, and go on where a search was cut off."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError, SimulationError
from snakelab.studies.optimising.cma_es import CmaEs
from snakelab.studies.optimising.goal import goal_of
from snakelab.studies.optimising.optimum import Optimum, written
from snakelab.studies.optimising.search import Progress, Told, look, trials_at
from snakelab.studies.running import Ledger, Workers, hired
from snakelab.studies.sweeps.parameter import Range
from snakelab.studies.sweeps.run import LEDGER
from snakelab.studies.sweeps.sheet import load_sweep
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.trial import NEEDS
from snakelab.types import count

KIND = "search"


@checked_arguments(ScenarioError)
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
    replay: bool = False,
    workers: int | Workers | None = None,
    done: Told | None = None,
) -> Optimum:
    """Look for the values of a sweep's parameters that are best, with CMA-ES.

    Each trial is on the disk as soon as it has ended. After Ctrl-C or a kill the same call goes on: it takes the known trials
    from the ledger, and comes to the same points as a search that was not cut off, with any number of workers. More `trials`
    continue a search. After Ctrl-C the files hold what is done.

    Args:
        sheet: That of a sweep, whose parameters are ranges; with several seeds every point is run with each. It may hold
            `maximise`, `minimise` and `subject_to` as well.
        out: The folder of the files; None for `out/<name of the sweep>_optimum`.
        maximise, minimise: The figure of merit that is to be large or small; one of the two.
        subject_to: Bounds to keep, such as "peak_torque < 8".
        trials: At most; of a last generation that does not fit only a part is run.
        population: Points of a generation; None for 4 + 3 ln n.
        seed: Of the search.
        replay: Run the best point once more and write its report page, too, into `best/`.
        workers: As `run_sweep` takes them.
        done: Called after each trial with its result, the number of trials so far, and `trials`.

    Returns:
        The best point; the files are those of a sweep, `optimum.html` and `search.svg`, which show the search, and `best.yaml`,
        the scenario there.

    Raises:
        ScenarioError: if the sheet is wrong, a parameter is no range, or the figure is none of this robot's.
        RecordingError: as `run_sweep`.
        SimulationError: if there are fewer trials than seeds.
        MissingExtraError: if `cma` is not installed.
    """
    sweep = sheet if isinstance(sheet, Sweep) else load_sweep(sheet, search=True)
    goal = goal_of(sweep, maximise, minimise, subject_to)
    check_ranges(sweep)
    most = count(trials, "trials", SimulationError, least=max(1, len(sweep.seeds)))
    folder = Path("out") / f"{sweep.name}_optimum" if out is None else Path(out)
    search, progress = CmaEs(len(sweep.parameters), population, seed), Progress()
    study = sweep.study() | {"kind": KIND}  # its points are not those of a sweep, whose files it would replace
    with Ledger(folder / LEDGER, study, NEEDS) as ledger, hired(workers, most) as who:
        try:
            look(sweep, goal, search, most, ledger, who, progress, done)
        except KeyboardInterrupt:
            take_known(progress, sweep, ledger)
            written(sweep, goal, progress, search.population, folder)
            raise
        found = written(sweep, goal, progress, search.population, folder, replay)
    assert found is not None
    return found


def take_known(progress: Progress, sweep: Sweep, ledger: Ledger) -> None:
    """Note what the ledger has of a generation that was cut off."""
    known = ledger.results()
    keys = [trial.key for values in progress.points for trial in trials_at(sweep, values)]
    progress.results |= {key: known[key] for key in keys if key in known}


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
