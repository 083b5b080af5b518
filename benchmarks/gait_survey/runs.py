"""Execution of a survey and of its trials, continuation of an interrupted one, and its files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.gait_survey.maps import survey_page
from benchmarks.gait_survey.plan import Cell, Survey, Wanted, survey_of
from benchmarks.gait_survey.scores import Score, csv_text, effort_of, nominal, scores, survey_table
from snakelab.errors import RecordingError, ScenarioError, SnakelabError
from snakelab.figures.report_folder import report
from snakelab.files import write_whole
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.studies.sweeps.trials import NEEDS, failed, keys_of, run_trial, warn_of_trials
from snakelab.plugins.studies.task_execution import (
    Executor,
    LocalExecutor,
    Result,
    ResultsLog,
    executor_for,
    results_log_in,
    run_tasks,
    status_of,
)
from snakelab.results.run_status import RunStatus, StatusKind
from snakelab.robots.robot import Robot
from snakelab.scenarios.class_registry import flat_yaml, yaml_text
from snakelab.scenarios.overrides import Change, with_changes
from snakelab.scenarios.scenario import Scenario, run_scenario, scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.simulation import simulate

if TYPE_CHECKING:
    import xarray

Callback = Callable[[Result, int, int], Any]
MOMENT = 1e-6  # simulated time to test whether a run can begin [s]


@dataclass(frozen=True)
class SurveyResult:
    """Results of a survey.

    Attributes:
        survey: The requested survey.
        results: Of each run by its key.
        folder, paths: The files.
    """

    survey: Survey
    results: dict[str, Result] = field(repr=False)
    folder: Path
    paths: tuple[Path, ...] = ()

    @property
    def scores(self) -> list[Score]:
        """Return the scores of each gait on each terrain."""
        return scores(self.survey, self.results)

    @property
    def dataset(self) -> "xarray.Dataset":
        """Return the scores over (terrain, gait), with units."""
        return survey_table(self.survey, self.scores, effort_of(self.results))

    def count(self, kind: str) -> int:
        """Return the number of runs whose status is of a kind: a `StatusKind` or its name, such as "finished" or "refused"."""
        return sum(status_of(result).kind == kind for result in self.results.values())

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        return str(self.dataset._repr_html_())


@checked_arguments(ScenarioError)
def run_survey(
    robot: str | Path | Robot | Scenario | Survey,
    out: str | Path | None = None,
    *,
    gaits: Wanted = None,
    terrains: Wanted = None,
    trials: int | None = None,
    quick: bool = False,
    replays: bool = False,
    workers: int | Executor | None = None,
    done: Callback | None = None,
) -> SurveyResult:
    """Run every applicable gait of a robot on every applicable terrain, and write maps of the results.

    Each result is stored at once; the same call continues an interrupted survey, or one that has more
    gaits, terrains or trials.

    Args:
        robot: Name of a robot of the library, a Robot, a scenario or its file, or the result of `survey_of`.
        out: Folder of the files; None for `out/survey_<robot>`.
        gaits, terrains, trials, quick: See `survey_of`.
        replays: True to also write a report page of each Pareto-optimal gait.
        workers: See `run_sweep`.
        done: Callback after each run, with its result, the number done and the number of missing runs.

    Returns:
        The results; the files are `survey.html`, `table.nc`, `table.csv`, a scenario for each run, and the results log.

    Raises:
        ScenarioError: if a name is unknown, or a user-defined object has no type name in a scenario.
        RecordingError: if the folder contains another study, or cannot be written.
    """
    survey = robot if isinstance(robot, Survey) else survey_of(robot, gaits, terrains, trials=trials, quick=quick)
    folder = default_folder(survey, quick) if out is None else Path(out)
    report = None if done is None else (lambda task, result, i, n: done(result, i, n))
    with ResultsLog(results_log_in(folder), survey.study(), NEEDS) as results_log:
        known = results_log.results()
        with executor_for(workers, sum(cell.key not in known for cell in survey.cells)) as executor:
            threads = None if isinstance(executor, LocalExecutor) else 1
            tasks = [survey.task(cell, threads) for cell in survey.cells]
            try:
                results = run_tasks(run_cell, tasks, results_log, executor, failed=failed, done=report)
            except KeyboardInterrupt:
                write_files(survey, results_log.results(), folder)
                raise
        pages = write_replays(survey, scores(survey, results), folder) if replays else []
        paths = write_files(survey, results, folder)
    warn_of_trials({cell.file: results[cell.key] for cell in survey.cells})
    return SurveyResult(survey, results, folder, (*paths, *pages))


def default_folder(survey: Survey, quick: bool = False) -> Path:
    """Return the default folder of the files."""
    return Path("out") / f"{survey.name}{'_quick' if quick else ''}"


def run_cell(given: Mapping[str, Any]) -> Result:
    """Run one trial of a survey.

    Args:
        given: From `Survey.task`.

    Returns:
        As of `run_trial`; the status of a run that cannot begin is `refused: ` with the reason.
    """
    result = run_trial(given)
    if status_of(result).kind is StatusKind.FAILED and not result["metrics"]:
        reason = refusal(given)
        return result | {"status": RunStatus.refused(reason)} if reason else result
    return result


def refusal(given: Mapping[str, Any]) -> str:
    """Return the reason why a run cannot start, in one line; empty if it can."""
    document = Document(given["name"], given["data"], {})
    changes = [Change(keys_of(place), value, given["name"]) for place, value in given["changes"].items()]
    try:
        scenario = scenario_of(with_changes(document, changes), tuple(given["changes"]))
        model = build_model(scenario.robot, scenario.world)
        state = initial_state(model, **scenario.initial)
        step = scenario.settings.step
        simulate(model, scenario.controller, MOMENT, state=state, step=min(step, MOMENT), record_rate=1 / MOMENT)
    except SnakelabError as problem:
        return " ".join(str(problem).split())
    return ""


TRIALS, REPLAYS, SCENARIO = "trials", "replays", "scenario.yaml"
PAGE = "report.html"


def write_files(survey: Survey, results: Mapping[str, Result], folder: Path) -> list[Path]:
    """Write `survey.html`, `table.nc`, `table.csv` and the scenarios.

    Returns:
        Names of the files, without the scenarios of the runs.

    Raises:
        RecordingError: if one cannot be written.
    """
    from snakelab.results.netcdf_files import netcdf_of

    rows, effort = scores(survey, results), effort_of(results)
    files = {cell: f"{TRIALS}/{cell.file}.yaml" for cell in survey.cells}
    replays = _replays_there(survey, folder)
    _write_scenarios(survey, files, folder)
    contents = {
        "survey.html": survey_page(survey, rows, effort, files, replays).encode(),
        "table.nc": netcdf_of(survey_table(survey, rows, effort)),
        "table.csv": csv_text(rows, effort).encode(),
    }
    return [write_whole(folder / name, content) for name, content in contents.items()]


def write_replays(
    survey: Survey, all_scores: Sequence[Score], folder: Path, done: Callable[[int, int], Any] | None = None
) -> list[Path]:
    """Repeat the first trial of each Pareto-optimal gait, and write its report page; existing pages are kept.

    Gaits with equal numbers are one run, and have one page.

    Args:
        survey: The survey.
        all_scores: From `scores`.
        folder: Of the survey.
        done: Callback after each, with the number done and the total.

    Returns:
        The pages.
    """
    cells, paths = nominal(survey), []
    best = [cells[score.gait, score.terrain] for score in all_scores if score.best]
    wanted = list({cell.key: cell for cell in reversed(best)}.values())[::-1]
    replays = _replays_there(survey, folder)
    for i, cell in enumerate(wanted, 1):
        path = folder / replays.get(cell, f"{REPLAYS}/{cell.file}/{PAGE}")
        if not path.is_file():
            report(run_scenario(survey.scenario(cell)), path.parent, figures=False)
        paths.append(path)
        if done is not None:
            done(i, len(wanted))
    return paths


def _replays_there(survey: Survey, folder: Path) -> dict[Cell, str]:
    """Return the report page of each run, or that of an equal run."""
    written = {cell: name for cell in survey.cells if (folder / (name := f"{REPLAYS}/{cell.file}/{PAGE}")).is_file()}
    equal = {cell.key: written[cell] for cell in reversed(written)}
    return {cell: written.get(cell, equal[cell.key]) for cell in survey.cells if cell.key in equal}


def scenario_text(survey: Survey, cell: Cell) -> str:
    """Return the text of the scenario file of one run."""
    return flat_yaml({"name": cell.file, "base": f"../{SCENARIO}", "set": cell.changes})


def _write_scenarios(survey: Survey, files: Mapping[Cell, str], folder: Path) -> None:
    try:
        (folder / TRIALS).mkdir(parents=True, exist_ok=True)
        for cell, name in files.items():
            write_whole(folder / name, scenario_text(survey, cell).encode())
    except OSError as problem:
        raise RecordingError(f"cannot write {folder}: {problem.strerror or problem}; give another folder") from problem
    # Differences of single runs, such as a finer skin, remain in their files.
    first = {key: value for key, value in survey.cells[0].changes.items() if "." not in key}
    write_whole(folder / SCENARIO, yaml_text(survey.base.data | first).encode())
