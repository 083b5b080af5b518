"""Optimisation of a scenario: its search, result, page and files.

In reading order: the best point and the end of a search; the HTML page with its plots; the files of the best point;
and `optimise`, which runs the generations, also from an interrupted search.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import ScenarioError, SimulationError, counted
from snakelab.figures.report_folder import report
from snakelab.files import write_whole
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.parameters.display_registry import Displayed
from snakelab.plugins.studies.evolution_strategy import (
    IDLE,
    Bound,
    Callback,
    CmaEs,
    Generation,
    Goal,
    Progress,
    Values,
    figure,
    goal_of,
    run_generations,
    start_size,
    trials_at,
)
from snakelab.plugins.studies.study_pages import (
    Plot,
    Point,
    links,
    page,
    paragraphs,
    plots_html,
    section,
    set_log_ticks,
    short_names,
    text,
    wide_table,
)
from snakelab.plugins.studies.sweeps.configuration import load_sweep
from snakelab.plugins.studies.sweeps.sweep_parameters import Parameter, Range, Sampling
from snakelab.plugins.studies.sweeps.sweep_run import trial_file, trial_text, write_files
from snakelab.plugins.studies.sweeps.trials import NEEDS, Sweep, Trial, sweep_table, warn_of_trials
from snakelab.plugins.studies.task_execution import (
    Executor,
    Result,
    ResultsLog,
    executor_for,
    results_log_in,
    status_of,
)
from snakelab.results.metrics.metric_table import describe, unit_of
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.system import package_version

if TYPE_CHECKING:
    import xarray


# ----------------------------------------------------------------------------------------------------------------------
# Result of a search: best point, end of the search, and diagnostics
# ----------------------------------------------------------------------------------------------------------------------

END_FRACTION = 0.01  # fraction of a range, or of a limit, within which a value counts as being at its end
WORDS = {"from": "lower", "to": "upper"}


@dataclass(frozen=True)
class Optimum(Displayed):
    """Result of a search.

    Attributes:
        sweep: The points that were tried, as a sweep.
        goal: Objective and constraints.
        results: Results of the trials by their keys.
        best: Best values by the name of the parameter; those with the smallest constraint violation if no point
            satisfies all constraints.
        value: The metric there; with several seeds, the mean.
        feasible: True if they satisfy all constraints.
        number: Number of the first trial with these values, from 1.
        generations: Number of complete generations [-].
        arrived: True if the search converged; else its trials were used up.
        spread: Width of the next generation, a fraction of the ranges.
        at_ends: The parameters whose best value lies at an end of its range, "from" or "to" by name.
        tight: Constraints that are active at the best point.
        ending: Description of the end of the search.
        folder, paths: The files.
    """

    sweep: Sweep
    goal: Goal
    results: dict[str, Result] = field(repr=False)
    best: dict[str, Any]
    value: float
    feasible: bool
    number: int
    generations: int
    arrived: bool
    spread: float
    at_ends: dict[str, str]
    tight: tuple[Bound, ...]
    ending: str
    folder: Path
    paths: tuple[Path, ...] = ()

    @property
    def dataset(self) -> "xarray.Dataset":
        """Return all trials as a table with units."""
        return sweep_table(self.sweep, self.results)

    @property
    def remarks(self) -> list[str]:
        """Diagnostics as text: how the search ended, and the bounds and constraints active at the best point."""
        return [self.ending, *active_limit_remarks(self.at_ends, self.best, self.tight)]


def values_at_ends(parameters: Sequence[Parameter], values: Sequence[Any]) -> dict[str, str]:
    """Return the parameters whose value is within a hundredth of an end of its range: "from" or "to" by name."""
    at_ends = {}
    for parameter, value in zip(parameters, values, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        fraction = ends.fraction(value)
        near = 0.0 if ends.whole else END_FRACTION
        if fraction <= near or fraction >= 1 - near:
            at_ends[parameter.name] = "from" if fraction <= near else "to"
    return at_ends


def active_bounds(goal: Goal, results: Sequence[Result]) -> tuple[Bound, ...]:
    """Return the active bounds of a point, within a hundredth of the limit in any of its runs."""
    return tuple(
        bound
        for bound in goal.bounds
        if any(
            0 <= bound.sign * (bound.limit - figure(result, bound.metric)) <= END_FRACTION * abs(bound.limit)
            for result in results
        )
    )


def ending_text(progress: Progress, n_start: int) -> str:
    """Return why the search ended, and the expected effect of more trials."""
    if progress.end == "narrow":
        return f"the search has narrowed to a point: a generation spans {progress.spread:.1g} of the ranges"
    if progress.end == "idle":
        return f"the search has ended: {IDLE} generations gave no new point"
    if not progress.end:
        return f"interrupted after {counted(len(progress.results), 'trial')}; repeat the command to continue"
    if not progress.reported:
        return f"the trials are fewer than the {n_start} points from whose best one the search begins; give more"
    spread = f"the last generation spans {progress.spread:.2g} of the ranges"
    return f"all trials are used up; {spread}, so more trials may improve the result"


def active_limit_remarks(at_ends: Mapping[str, str], best: Mapping[str, Any], tight: Sequence[Bound]) -> list[str]:
    """Return one line per end of a range and per bound that is active at the best point."""
    lines = [
        f"{name} = {best[name]:.6g} lies at the {WORDS[end]} end of its range; a wider range may contain better values"
        for name, end in at_ends.items()
    ]
    return lines + [f"the bound {bound} {unit_of(bound.metric)}".rstrip(" -") + " is active" for bound in tight]


# ----------------------------------------------------------------------------------------------------------------------
# HTML page of a search and its plots: best point, course of the search, and active bounds
# ----------------------------------------------------------------------------------------------------------------------

BEST = "best.yaml"
LABEL = "point, in the order of the search"


def optimum_page(optimum: Optimum, points: Sequence[Point], progress: Progress, report: str = "") -> str:
    """Return the page, which refers only to the files in its folder.

    Args:
        optimum: The best point.
        points: Each point of the search, from `points_of`.
        progress: Of the search.
        report: Path of the report page of the best point; empty for none.
    """
    goal, names = optimum.goal, short_names(optimum.sweep)
    value = f"{goal.metric} {optimum.value:.6g} {unit_of(goal.metric)}".rstrip(" -")
    seeds = f", the mean of {len(optimum.sweep.seeds)} seeds" if len(optimum.sweep.seeds) > 1 else ""
    lead = (
        f"Best: {value}{seeds}"
        if optimum.feasible
        else f"No point satisfies all constraints; the nearest has {value}{seeds}"
    )
    files = {BEST: BEST, **({"its report": report} if report else {}), "all trials": "sweep.html"}
    files |= {"table.csv": "table.csv", "search.svg": "search.svg"}
    drawn = [
        parameter_plot(points, k, parameter, name, progress.generations).html()
        for k, (parameter, name) in enumerate(zip(optimum.sweep.parameters, names, strict=True))
    ]
    about_metric = (
        f"{describe(goal.metric)} A dot is a point, a ring one that violates a constraint, a cross one whose run diverged or "
        "failed; the line is the best value so far."
    )
    about_parameters = (
        "Each generation over the whole range: the band is the mean plus and minus one standard deviation."
    )
    body = [
        section(lead, "", _table(optimum, names), paragraphs(optimum.remarks), links(files)),
        section(goal.metric, about_metric, plots_html([progress_plot(points, goal).html()])),
        section("Parameters", about_parameters, plots_html(drawn)),
    ]
    return page(
        optimum.sweep.name, f"{goal}. {counted(len(optimum.results), 'trial')}. snakelab {package_version()}.", body
    )


def _table(optimum: Optimum, names: Sequence[str]) -> str:
    """Return a table of the best values with their ranges, and of the bounds with the metrics."""
    rows = []
    for parameter, name in zip(optimum.sweep.parameters, names, strict=True):
        ends = parameter.values
        assert isinstance(ends, Range)
        at = {"from": "at the lower end", "to": "at the upper end"}.get(optimum.at_ends.get(parameter.name, ""), "")
        rows.append((name, f"{optimum.best[parameter.name]:.6g}", f"{ends.low:g} to {ends.high:g}", at))
    trial = optimum.sweep.trials[optimum.number - 1]
    runs = [optimum.results[other.key] for other in optimum.sweep.trials if other.values == trial.values]
    for bound in optimum.goal.bounds:
        worst = max((figure(run, bound.metric) for run in runs), key=lambda x: bound.sign * x)
        state = (
            "violated"
            if any(bound.breach(run) for run in runs)
            else "active"
            if bound in optimum.tight
            else "satisfied"
        )
        rows.append((bound.metric, f"{worst:.6g}", str(bound).removeprefix(f"{bound.metric} "), state))
    return wide_table(("", "best", "range or bound", ""), rows)


def points_of(optimum: Optimum, runs: Mapping[Values, Sequence[Result]]) -> list[Point]:
    """Return each point as a dot: hollow if it violates a bound, without a value if a run diverged or failed.

    Args:
        optimum: The best point, and the trials.
        runs: Runs of each complete point.

    Returns:
        Points whose values are their number, from 1, and then those of the parameters.
    """
    names, points = short_names(optimum.sweep), []
    numbers = {trial.values: i for i, trial in reversed(list(enumerate(optimum.sweep.trials, 1)))}
    for values, results in runs.items():
        broken = [bound for bound in optimum.goal.bounds if any(bound.breach(result) for result in results)]
        bad = [result["status"] for result in results if status_of(result).is_error]
        value = math.nan if bad else optimum.goal.value(results)
        lines = [f"trial {numbers[values]}", *(f"{name} = {text(x)}" for name, x in zip(names, values, strict=True))]
        lines.append(bad[0] if bad else f"{optimum.goal.metric} = {value:.6g}")
        lines += [f"breaks {bound}" for bound in broken]
        at = (numbers[values], *values)
        points.append(Point(at, value, trial_file(numbers[values]), "\n".join(lines), bool(broken)))
    return points


def progress_plot(points: Sequence[Point], goal: Goal) -> Plot:
    """Return the plot of the metric of each point, with the best so far within the bounds as a line."""
    from snakelab.figures.style import BLUE

    plot = Plot(LABEL, f"{goal.metric} [{unit_of(goal.metric)}]")
    plot.dots(points, np.array([point.values[0] for point in points], dtype=float))
    best, steps = math.nan, []
    for point in points:
        if not point.hollow and math.isfinite(point.metric) and not goal.sign * point.metric <= goal.sign * best:
            best = point.metric
            steps.append((point.values[0], best))
    if steps:
        plot.axes.step(*zip(*steps, (points[-1].values[0], best), strict=True), where="post", color=BLUE)
    return plot


def parameter_plot(
    points: Sequence[Point], k: int, parameter: Parameter, name: str, generations: Sequence[Generation]
) -> Plot:
    """Return the plot of one parameter by point over its range, with a band of one standard deviation to each side.

    Args:
        points: From `points_of`.
        k: Index of the parameter.
        parameter: The same.
        name: Its name.
        generations: Of the search.
    """
    from snakelab.figures.style import BLUE

    ends = parameter.values
    assert isinstance(ends, Range)
    between = Range(ends.low, ends.high, log=ends.log)  # also between whole numbers
    plot = Plot(LABEL, name)
    if ends.log:
        plot.axes.set_yscale("log")
        set_log_ticks(plot.axes.yaxis, ends.low, ends.high)
    plot.axes.set_ylim(between.at(-0.04), between.at(1.04))
    firsts = [generation.first for generation in generations]
    low, high = (
        [between.at(min(max(one.middle[k] + side * one.spreads[k], 0.0), 1.0)) for one in generations]
        for side in (-1, 1)
    )
    if firsts:
        last = max(firsts[-1], points[-1].values[0] if points else 0)
        edges = ([*firsts, last], [*low, low[-1]], [*high, high[-1]])
        plot.axes.fill_between(*edges, step="post", color=BLUE, alpha=0.16, linewidth=0)
    plot.dots(
        [replace(one, metric=float(one.values[k + 1]) if math.isfinite(one.metric) else math.nan) for one in points],
        np.array([point.values[0] for point in points], dtype=float),
    )
    return plot


# ----------------------------------------------------------------------------------------------------------------------
# Files of a search other than those of its trials: page, figure, and scenario of the best point
# ----------------------------------------------------------------------------------------------------------------------

REPLAY = "best"


def write_best(
    optimum: Optimum, runs: Mapping[Values, Sequence[Result]], progress: Progress, replay: bool
) -> list[Path]:
    """Write `best.yaml`, `search.svg` and `optimum.html`; the report page of the best point, if requested.

    Args:
        optimum: The best point.
        runs: Runs of each complete point.
        progress: Of the search.
        replay: Run the best point once more, and write its report page.

    Returns:
        The files.

    Raises:
        RecordingError: if one cannot be written.
    """
    from snakelab.figures.style import figure_files

    trial = optimum.sweep.trials[optimum.number - 1]
    paths = [write_whole(optimum.folder / BEST, best_text(optimum, trial).encode())]
    report_page = optimum.folder / REPLAY / "report.html"
    if replay:
        report(run_scenario(load_scenario(paths[0])), report_page.parent, figures=False)
        paths.append(report_page)
    points = points_of(optimum, runs)
    picture = figure_files(progress_plot(points, optimum.goal).figure, ("svg",))["svg"]
    paths.append(write_whole(optimum.folder / "search.svg", picture))
    content = optimum_page(optimum, points, progress, f"{REPLAY}/report.html" if replay else "")
    return [*paths, write_whole(optimum.folder / "optimum.html", content.encode())]


def best_text(optimum: Optimum, trial: Trial) -> str:
    """Return the scenario of the best point, with its metric as a reference value."""
    text = trial_text(optimum.sweep, trial, optimum.number, above="")
    value = figure(optimum.results[trial.key], optimum.goal.metric)
    if not math.isfinite(value):
        return text
    reference: dict[str, Any] = {
        "metric": optimum.goal.metric,
        "value": value,
        # relative tolerance of the best value if it is run again, for example on another machine
        "tolerance": max(1e-6 * abs(value), 1e-12),
    }
    if optimum.sweep.window is not None:
        reference["window"] = list(optimum.sweep.window)
    reference["source"] = f"snakelab optimise, {optimum.goal}, trial {optimum.number}"
    return f"{text}reference_values: {json.dumps([reference])}\n"


def write_search(sweep: Sweep, goal: Goal, progress: Progress, folder: Path, replay: bool = False) -> Optimum | None:
    """Write the files and return the best of the points with all runs done; None without such a point."""
    results, names = progress.results, [one.name for one in sweep.parameters]
    trials = {values: trials_at(sweep, values) for values in progress.points}
    runs = {
        values: [results[one.key] for one in optimum]
        for values, optimum in trials.items()
        if all(one.key in results for one in optimum)
    }
    if not runs:
        return None
    evaluated = replace(sweep, sampling=Sampling("given", given=tuple(progress.points)))
    best = min(runs, key=lambda values: goal.rank(runs[values]))
    optimum = Optimum(
        sweep=evaluated,
        goal=goal,
        results=results,
        best=dict(zip(names, best, strict=True)),
        value=goal.value(runs[best]),
        feasible=goal.rank(runs[best])[0] == 0.0,
        number=[trial.key for trial in evaluated.trials].index(trials[best][0].key) + 1,
        generations=progress.reported,
        arrived=progress.end == "narrow",
        spread=progress.spread,
        at_ends=values_at_ends(sweep.parameters, best),
        tight=active_bounds(goal, runs[best]),
        ending=ending_text(progress, start_size(len(sweep.parameters))),
        folder=folder,
    )
    paths = write_files(evaluated, results, folder)
    paths += write_best(optimum, runs, progress, replay)
    return replace(optimum, paths=tuple(paths))


# ----------------------------------------------------------------------------------------------------------------------
# Optimisation of a scenario by generations, and continuation of an interrupted search
# ----------------------------------------------------------------------------------------------------------------------

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
    """Optimise the parameters of a sweep with CMA-ES, from the best of a grid or of other points that fill the ranges.

    The first points are a grid (17 of one parameter, 5 x 5 of two) or 8 n + 8 points of a Sobol sequence; the search
    begins at the best of them and is thus never worse.

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
        population: Points per generation after the first; None for 4 + 3 ln n.
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
    n = len(sweep.parameters)
    search, progress = CmaEs(n, population, seed, start_size(n)), Progress()
    study = sweep.study() | {
        "kind": KIND
    }  # its points are not those of a sweep, and its files would replace those of the sweep
    with ResultsLog(results_log_in(folder), study, NEEDS) as results_log, executor_for(workers, maximum) as executor:
        try:
            run_generations(sweep, goal, search, maximum, results_log, executor, progress, done)
        except KeyboardInterrupt:
            add_logged_results(progress, sweep, results_log)
            write_search(sweep, goal, progress, folder)
            raise
        optimum = write_search(sweep, goal, progress, folder, replay)
    assert optimum is not None
    results, done_trials = progress.results, optimum.sweep.trials
    warn_of_trials({str(i): results[trial.key] for i, trial in enumerate(done_trials, 1) if trial.key in results})
    return optimum


def add_logged_results(progress: Progress, sweep: Sweep, results_log: ResultsLog) -> None:
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
