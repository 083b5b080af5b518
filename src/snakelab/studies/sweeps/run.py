"""Run a sweep, or go on with one that was cut off."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.arguments import check_arguments
from snakelab.errors import ScenarioError
from snakelab.results.status import StatusKind
from snakelab.studies.running import Here, Ledger, Result, Task, Workers, hired, run_tasks, status_of
from snakelab.studies.sweeps.files import write_files
from snakelab.studies.sweeps.seeds import warn_of_idle_seeds
from snakelab.studies.sweeps.sheet import load_sweep
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import sweep_table
from snakelab.studies.sweeps.trial import NEEDS, failed, run_trial

if TYPE_CHECKING:
    import xarray

LEDGER = "ledger.sqlite"
Told = Callable[[Result, int, int], Any]


@dataclass(frozen=True)
class SweepResult:
    """What came of a sweep.

    Attributes:
        sweep: What was asked for.
        results: Of each trial that is done, by its key.
        folder: Where the files are; None where none were asked for.
        paths: The files that were written.
    """

    sweep: Sweep
    results: dict[str, Result] = field(repr=False)
    folder: Path | None = None
    paths: tuple[Path, ...] = ()

    @property
    def dataset(self) -> "xarray.Dataset":
        """The trials that are done as a table with units; `sweep_grid` lays a grid's out by its parameters."""
        return sweep_table(self.sweep, self.results)

    def count(self, kind: str) -> int:
        """Number of trials whose status is of a kind: a `StatusKind` or its name, such as "finished" or "failed"."""
        return sum(status_of(result).kind == kind for result in self.results.values())


def run_sweep(
    sheet: str | Path | Mapping[str, Any] | Sweep,
    out: str | Path | None = None,
    *,
    workers: int | Workers | None = None,
    retry: bool = False,
    done: Told | None = None,
) -> SweepResult:
    """Run every trial of a sweep, and write its table and its page.

    Each result is on the disk as soon as there is one. After Ctrl-C or a kill the same call goes on with the trials that are
    missing; so does a sheet to which values, seeds or points were added. A trial that diverges is kept, with its status. After
    Ctrl-C the files hold what is done.

    Args:
        sheet: A YAML file, the same data as a mapping, or what `load_sweep` made of either.
        out: The folder of the files; None for `out/<name of the sweep>`.
        workers: How many processes of this machine, None for one a core; or who else is to run the trials. With more than one
            a program needs `if __name__ == "__main__":` around what it does.
        retry: Run the trials that failed once more; those that diverged stay.
        done: Called after each trial with its result, how many of the missing ones are done, and how many there were.

    Returns:
        The results; the files are `table.nc`, `table.csv`, `sweep.html`, a scenario for each trial, and the ledger.

    Seeds that change nothing are warned of before anything is run.

    Raises:
        ScenarioError: if the sheet is wrong, before anything is run.
        RecordingError: if the folder holds another study, another process writes to it, or it cannot be written.
    """
    given = {"sheet": sheet, "out": out, "workers": workers, "retry": retry, "done": done}
    check_arguments(run_sweep, given, ScenarioError)
    sweep = sheet if isinstance(sheet, Sweep) else load_sweep(sheet)
    folder = Path("out") / sweep.name if out is None else Path(out)
    warn_of_idle_seeds(sweep)
    tell = None if done is None else (lambda task, result, i, n: done(result, i, n))
    with Ledger(folder / LEDGER, sweep.study(), NEEDS) as ledger:
        known = ledger.results()
        if retry:
            again = {
                trial.key for trial in sweep.trials if status_of(known.get(trial.key, {})).kind is StatusKind.FAILED
            }
            ledger.forget(again)
            known = {key: result for key, result in known.items() if key not in again}
        with hired(workers, sum(trial.key not in known for trial in sweep.trials)) as who:
            try:
                found = run_tasks(run_trial, tasks_of(sweep, who), ledger, who, failed=failed, done=tell)
            except KeyboardInterrupt:
                write_files(sweep, ledger.results(), folder)
                raise
        paths = write_files(sweep, found, folder)
    return SweepResult(sweep, found, folder, tuple(paths))


def read_sweep(sheet: str | Path | Mapping[str, Any] | Sweep, out: str | Path | None = None) -> SweepResult:
    """The trials that are done so far, of a sweep that was cut off; nothing is run or written.

    Args:
        sheet: As `run_sweep` takes it.
        out: The folder of the sweep.

    Raises:
        RecordingError: as `run_sweep`.
    """
    sweep = sheet if isinstance(sheet, Sweep) else load_sweep(sheet)
    folder = Path("out") / sweep.name if out is None else Path(out)
    with Ledger(folder / LEDGER, sweep.study(), NEEDS) as ledger:
        known = ledger.results()
    return SweepResult(sweep, {trial.key: known[trial.key] for trial in sweep.trials if trial.key in known}, folder)


def tasks_of(sweep: Sweep, workers: Workers) -> list[Task]:
    """The tasks of all trials; alone, a controller that predicts may take every core."""
    threads = None if isinstance(workers, Here) else 1
    return [sweep.task(trial, threads) for trial in sweep.trials]
