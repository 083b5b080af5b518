"""Execution of a sweep, and its files.

In reading order: table, page and scenarios as files; and `run_sweep`, which runs the trials, also of an interrupted
sweep.
"""

import dataclasses
import importlib
import io
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.control.controller import Seeded
from snakelab.errors import RecordingError, ScenarioError, SnakelabWarning
from snakelab.files import write_whole
from snakelab.parameters.declarations import check_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.physics.model import build_model
from snakelab.plugins.studies.study_pages import sweep_page, sweep_plots
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.trials import (
    IDLE_SEEDS,
    NEEDS,
    Sweep,
    Trial,
    csv_text,
    failed,
    recorded_warnings,
    run_trial,
    sweep_table,
    warn_of_trials,
)
from snakelab.plugins.studies.task_execution import (
    Executor,
    LocalExecutor,
    ProcessExecutor,
    Result,
    ResultsLog,
    Task,
    executor_for,
    results_log_in,
    run_tasks,
    status_of,
)
from snakelab.results.run_status import StatusKind
from snakelab.scenarios.class_registry import flat_yaml, yaml_text
from snakelab.scenarios.scenario import Scenario
from snakelab.sim.checks_before_run import memory_fault, run_cost
from snakelab.system import held_interrupts

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Files of a sweep: table (NetCDF, CSV, Parquet), page, and a scenario for each trial
# ----------------------------------------------------------------------------------------------------------------------

TRIALS, FIGURES = "trials", "figures"
KINDS = ("svg", "png")  # of the figures
SCENARIO = "scenario.yaml"


@held_interrupts()  # so that the files contain the finished trials whenever the study is interrupted
def write_files(sweep: Sweep, results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `table.nc`, `table.csv`, `sweep.html`, its figures as SVG and PNG, the scenarios, and, with pyarrow, `table.parquet`.

    Args:
        sweep: The sweep.
        results: Results of the trials by their keys.
        folder: Folder of the files.

    Returns:
        The files, without those of the figures and of the trials.

    Raises:
        RecordingError: if a file cannot be written.
    """
    from snakelab.figures.style import figure_files
    from snakelab.results.netcdf_files import netcdf_of

    table = sweep_table(sweep, results)
    trials = [trial_file(i) for i in range(1, len(sweep.trials) + 1)]
    drawn = sweep_plots(sweep, results, trials)
    named = {
        name: [f"{FIGURES}/{name}" + (f"_{k}" if len(plots) > 1 else "") for k in range(1, len(plots) + 1)]
        for name, plots in drawn.items()
    }
    pictures = {
        name: [{kind.upper(): f"{path}.{kind}" for kind in KINDS} for path in paths] for name, paths in named.items()
    }
    contents = {
        "table.nc": netcdf_of(table),
        "table.csv": csv_text(table).encode(),
        "sweep.html": sweep_page(sweep, results, trials, drawn, pictures).encode(),
        SCENARIO: scenario_text(sweep).encode(),
    }
    for name, plots in drawn.items():
        for plot, path in zip(plots, named[name], strict=True):
            contents |= {f"{path}.{kind}": picture for kind, picture in figure_files(plot.figure, KINDS).items()}
    if (columns := parquet_bytes(table)) is not None:
        contents["table.parquet"] = columns
    _write_trials(sweep, folder / TRIALS)
    _make_folder(folder / FIGURES)
    paths = [write_whole(folder / name, content) for name, content in contents.items()]
    return [path for path in paths if path.parent == folder]


def scenario_text(sweep: Sweep) -> str:
    """Return the text of the scenario that is common to all trials."""
    data = {key: value for key, value in sweep.base.data.items() if key not in ("reference_values", "unchecked")}
    return yaml_text(data)


def trial_file(number: int) -> str:
    """Return the path of the scenario of a trial, relative to the folder of the sweep."""
    return f"{TRIALS}/{number:04d}.yaml"


def trial_text(sweep: Sweep, trial: Trial, number: int, above: str = "../") -> str:
    """Return the scenario file of one trial; `above` is the path from its folder to that of the sweep."""
    return flat_yaml({"name": f"{sweep.name}_{number:04d}", "base": f"{above}{SCENARIO}", "set": sweep.changes(trial)})


def _write_trials(sweep: Sweep, folder: Path) -> None:
    """Write the scenario of each trial; remove those of an earlier, longer sweep."""
    texts = {f"{number:04d}.yaml": trial_text(sweep, trial, number) for number, trial in enumerate(sweep.trials, 1)}
    _make_folder(folder)
    try:
        for name, text in texts.items():
            write_whole(folder / name, text.encode())
        for path in folder.iterdir():
            if re.fullmatch(r"\d{4,}\.yaml", path.name) and path.name not in texts:
                path.unlink()
    except OSError as problem:
        raise RecordingError(f"cannot write {folder}: {problem.strerror or problem}; give another folder") from problem


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise RecordingError(f"cannot write {folder}: {problem.strerror or problem}; give another folder") from problem


def parquet_bytes(table: "xarray.Dataset") -> bytes | None:
    """Return the table as Parquet: one row per trial, one column per parameter, seed, status and metric.

    Args:
        table: From `sweep_table`.

    Returns:
        The file; None where pyarrow is not installed. Units are in the metadata of each column, `units`; the
        description of the whole table is in that of the file, `snakelab`, as JSON.
    """
    try:
        arrow = importlib.import_module("pyarrow")
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError:
        return None
    names = [str(name) for name in (*table.coords, *table.data_vars)]
    columns = [arrow.array(table[name].values.tolist()) for name in names]
    fields = [
        arrow.field(name, column.type, metadata=_units(table[name].attrs))
        for name, column in zip(names, columns, strict=True)
    ]
    schema = arrow.schema(fields, metadata={"snakelab": json.dumps(table.attrs)})
    file = io.BytesIO()
    parquet.write_table(arrow.table(columns, schema=schema), file)
    return file.getvalue()


def _units(attributes: dict[Any, Any]) -> dict[str, str] | None:
    return {"units": str(attributes["units"])} if "units" in attributes else None


# ----------------------------------------------------------------------------------------------------------------------
# Execution of a sweep, continuation of an interrupted one, and a check that the seeds have an effect
# ----------------------------------------------------------------------------------------------------------------------

Callback = Callable[[Result, int, int], Any]
MAX_POINTS = 100  # for which the scenario is built to test if it uses a seed, or how much memory it needs


@dataclass(frozen=True)
class SweepResult(Displayed):
    """Results of a sweep.

    Attributes:
        sweep: The sweep.
        results: Results of the finished trials by their keys.
        folder: Folder of the files; None if none were written.
        paths: The files written.
    """

    sweep: Sweep
    results: dict[str, Result] = field(repr=False)
    folder: Path | None = None
    paths: tuple[Path, ...] = ()

    @property
    def dataset(self) -> "xarray.Dataset":
        """Table of the finished trials with units; `sweep_grid` arranges those of a grid by its parameters."""
        return sweep_table(self.sweep, self.results)

    def count(self, kind: str) -> int:
        """Return the number of trials whose status is of a kind: a `StatusKind` or its name, such as "finished" or "failed"."""
        return sum(status_of(result).kind == kind for result in self.results.values())


def run_sweep(
    configuration: str | Path | Mapping[str, Any] | Sweep,
    out: str | Path | None = None,
    *,
    workers: int | Executor | None = None,
    retry: bool = False,
    done: Callback | None = None,
) -> SweepResult:
    """Run all trials of a sweep, and write the table and the page.

    Each result is stored as soon as its trial ends. After Ctrl-C or a kill, the same call runs the missing trials only; values,
    seeds and points may be added to the configuration. The result of a diverged trial is kept. After Ctrl-C the files contain
    the finished trials.

    Args:
        configuration: A YAML file, the same data as a mapping, or a `Sweep` from `load_sweep`.
        out: Folder of the files; None for `out/<name of the sweep>`.
        workers: Number of worker processes on this machine, None for one per core; or an executor. With more than one worker
            a program must start its work under `if __name__ == "__main__":`.
        retry: Run failed trials once more; diverged trials are not repeated.
        done: Callback after each trial with its result, the number of trials done in this call, and their total number.

    Returns:
        The results; the files are `table.nc`, `table.csv`, `sweep.html`, a scenario for each trial, and the results log.

    Warnings state seeds without effect, and the warnings of the trials with their numbers.

    Raises:
        ScenarioError: if the configuration is invalid, before any trial runs.
        RecordingError: if the folder contains another study, another process writes to it, or it cannot be written.
    """
    given = {"configuration": configuration, "out": out, "workers": workers, "retry": retry, "done": done}
    check_arguments(run_sweep, given, ScenarioError)
    sweep = configuration if isinstance(configuration, Sweep) else load_sweep(configuration)
    folder = Path("out") / sweep.name if out is None else Path(out)
    warn_of_idle_seeds(sweep)
    report = None if done is None else (lambda task, result, i, n: done(result, i, n))
    with ResultsLog(results_log_in(folder), sweep.study(), NEEDS) as results_log:
        known = results_log.results()
        if retry:
            again = {
                trial.key for trial in sweep.trials if status_of(known.get(trial.key, {})).kind is StatusKind.FAILED
            }
            results_log.forget(again)
            known = {key: result for key, result in known.items() if key not in again}
        missing = [trial for trial in sweep.trials if trial.key not in known]
        with executor_for(workers, len(missing)) as executor:
            check_memory(sweep, missing, executor)
            try:
                results = run_tasks(
                    run_trial, tasks_of(sweep, executor), results_log, executor, failed=failed, done=report
                )
            except KeyboardInterrupt:
                write_files(sweep, results_log.results(), folder)
                raise
        paths = write_files(sweep, results, folder)
    warn_of_trials({str(i): results[trial.key] for i, trial in enumerate(sweep.trials, 1) if trial.key in results})
    return SweepResult(sweep, results, folder, tuple(paths))


def read_sweep(configuration: str | Path | Mapping[str, Any] | Sweep, out: str | Path | None = None) -> SweepResult:
    """Return the finished trials of an interrupted sweep, without running or writing anything.

    Args:
        configuration: See `run_sweep`.
        out: Folder of the sweep.

    Raises:
        RecordingError: see `run_sweep`.
    """
    sweep = configuration if isinstance(configuration, Sweep) else load_sweep(configuration)
    folder = Path("out") / sweep.name if out is None else Path(out)
    with ResultsLog(results_log_in(folder), sweep.study(), NEEDS) as results_log:
        known = results_log.results()
    return SweepResult(sweep, {trial.key: known[trial.key] for trial in sweep.trials if trial.key in known}, folder)


def tasks_of(sweep: Sweep, workers: Executor) -> list[Task]:
    """Return the tasks of all trials; with a single worker, a predictive controller may use every core."""
    threads = None if isinstance(workers, LocalExecutor) else 1
    return [sweep.task(trial, threads) for trial in sweep.trials]


def check_memory(sweep: Sweep, trials: Sequence[Trial], executor: Executor) -> None:
    """Raise a ScenarioError before any trial runs if the recordings of those that run at once do not fit into the memory.

    The recording judged is that of the first trial; where parameters change the duration or the rate of the records, the
    largest one, of at most a hundred trials. Workers of other machines are not judged.
    """
    if not isinstance(executor, LocalExecutor | ProcessExecutor):
        return
    varied = any(
        place.startswith(("duration", "solver")) for parameter in sweep.parameters for place in parameter.places
    )
    costs = []
    with recorded_warnings([]):  # warnings of the scenarios, which their trials issue
        for trial in trials[: MAX_POINTS if varied else 1]:
            one = sweep.scenario(trial)
            model = build_model(one.robot, one.world)
            costs.append(run_cost(model, one.settings.duration, one.settings.record_rate))
    if costs:
        runs = min(executor.max_workers, len(trials)) if isinstance(executor, ProcessExecutor) else 1
        if fault := memory_fault(max(costs, key=lambda cost: cost.size), runs):
            raise ScenarioError(f"{sweep.name}: {fault}")


def seeds_without_effect(sweep: Sweep) -> bool:
    """Return True if points are run with several seeds, and no scenario of the sweep depends on one.

    A scenario's seed is that of its sensors' noise and of a controller that predicts. Where parameters change the robot
    or the controller, every point is checked, up to a hundred such points.
    """
    if len(sweep.seeds) < 2 or sweep.seed_places:
        return False
    first = [trial for trial in sweep.trials if trial.seed == sweep.trials[0].seed]
    varied = any(
        place.startswith(("robot", "controller")) for parameter in sweep.parameters for place in parameter.places
    )
    if varied and len(first) > MAX_POINTS:
        return False
    with recorded_warnings([]):  # warnings of the scenarios, which were already issued
        return not any(_takes_a_seed(sweep.scenario(trial)) for trial in (first if varied else first[:1]))


def warn_of_idle_seeds(sweep: Sweep) -> None:
    """Warn, at the line that called `run_sweep`, if the seeds have no effect."""
    if seeds_without_effect(sweep):
        warnings.warn(IDLE_SEEDS, SnakelabWarning, stacklevel=3)


def _takes_a_seed(scenario: Scenario) -> bool:
    controller: Any = scenario.controller
    return isinstance(controller, Seeded) or any(map(_is_noisy, scenario.robot.sensors))


def _is_noisy(sensor: Any) -> bool:
    """Return True if a sensor has noise, or does not declare it."""
    names = [item.name for item in dataclasses.fields(sensor)] if dataclasses.is_dataclass(sensor) else []
    noises = [getattr(sensor, name) for name in names if "noise" in name]
    return not noises or any(noises)
