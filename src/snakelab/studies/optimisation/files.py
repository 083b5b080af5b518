"""Files of a search other than those of its trials: page, figure, and scenario of the best point."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from snakelab.results.recording import write_whole
from snakelab.scenarios.running import run_scenario
from snakelab.scenarios.scenario import load_scenario
from snakelab.studies.execution.task import Result
from snakelab.studies.optimisation.goal import Goal, figure
from snakelab.studies.optimisation.optimum import Optimum, bounds_hit, ends_hit, how_it_ended
from snakelab.studies.optimisation.page import BEST, optimum_page, points_of, progress_plot, standalone
from snakelab.studies.optimisation.search import Progress, Values, trials_at
from snakelab.studies.sweeps.files import trial_text, write_files
from snakelab.studies.sweeps.parameter import Sampling
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.view.report import report

REPLAY = "best"
SAME = 1e-6  # relative tolerance of the best value if it is run again, for example on another machine


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
    trial = optimum.sweep.trials[optimum.number - 1]
    paths = [write_whole(optimum.folder / BEST, best_text(optimum, trial).encode())]
    page = optimum.folder / REPLAY / "report.html"
    if replay:
        report(run_scenario(load_scenario(paths[0])), page.parent, figures=False)
        paths.append(page)
    tried = points_of(optimum, runs)
    picture = standalone(progress_plot(tried, optimum.goal))
    paths.append(write_whole(optimum.folder / "search.svg", picture.encode()))
    text = optimum_page(optimum, tried, progress, f"{REPLAY}/report.html" if replay else "")
    return [*paths, write_whole(optimum.folder / "optimum.html", text.encode())]


def best_text(optimum: Optimum, trial: Trial) -> str:
    """Return the scenario of the best point, with its metric as a reference value."""
    text = trial_text(optimum.sweep, trial, optimum.number, above="")
    value = figure(optimum.results[trial.key], optimum.goal.metric)
    if not math.isfinite(value):
        return text
    reference: dict[str, Any] = {
        "metric": optimum.goal.metric,
        "value": value,
        "tolerance": max(SAME * abs(value), 1e-12),
    }
    if optimum.sweep.window is not None:
        reference["window"] = list(optimum.sweep.window)
    reference["source"] = f"snakelab optimise, {optimum.goal}, trial {optimum.number}"
    return f"{text}reference_values: {json.dumps([reference])}\n"


def written(
    sweep: Sweep, goal: Goal, progress: Progress, population: int, folder: Path, replay: bool = False
) -> Optimum | None:
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
    tried = replace(sweep, sampling=Sampling("given", given=tuple(progress.points)))
    best = min(runs, key=lambda values: goal.rank(runs[values]))
    optimum = Optimum(
        sweep=tried,
        goal=goal,
        results=results,
        best=dict(zip(names, best, strict=True)),
        value=goal.value(runs[best]),
        kept=goal.rank(runs[best])[0] == 0.0,
        number=[trial.key for trial in tried.trials].index(trials[best][0].key) + 1,
        generations=progress.reported,
        arrived=progress.end == "narrow",
        spread=progress.spread,
        at_ends=ends_hit(sweep.parameters, best),
        tight=bounds_hit(goal, runs[best]),
        ending=how_it_ended(progress, population),
        folder=folder,
    )
    paths = write_files(tried, results, folder)
    paths += write_best(optimum, runs, progress, replay)
    return replace(optimum, paths=tuple(paths))
