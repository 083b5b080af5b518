"""Files of a search other than those of its trials: page, figure, and scenario of the best point."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from snakelab.results.recording import write_whole
from snakelab.scenarios.scenario import load_scenario, run_scenario
from snakelab.studies.optimising.goal import Goal, figure
from snakelab.studies.optimising.optimum import Optimum, bounds_hit, ends_hit, how_it_ended
from snakelab.studies.optimising.page import BEST, optimum_page, points_of, progress_plot, standalone
from snakelab.studies.optimising.search import Progress, Values, trials_at
from snakelab.studies.running.task import Result
from snakelab.studies.sweeps.files import trial_text, write_files
from snakelab.studies.sweeps.parameter import Sampling
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.view.report import report

REPLAY = "best"
SAME = 1e-6  # share by which the figure of the best point may differ when it is run again, as on another machine


def write_best(found: Optimum, runs: Mapping[Values, Sequence[Result]], progress: Progress, replay: bool) -> list[Path]:
    """Write `best.yaml`, `search.svg` and `optimum.html`; the report page of the best point, where that is asked for.

    Args:
        found: The best point.
        runs: Of each point whose every run is done.
        progress: Of the search.
        replay: Run the best point once more, and write its report page.

    Returns:
        The files.

    Raises:
        RecordingError: if one cannot be written.
    """
    trial = found.sweep.trials[found.number - 1]
    paths = [write_whole(found.folder / BEST, best_text(found, trial).encode())]
    page = found.folder / REPLAY / "report.html"
    if replay:
        report(run_scenario(load_scenario(paths[0])), page.parent, figures=False)
        paths.append(page)
    tried = points_of(found, runs)
    picture = standalone(progress_plot(tried, found.goal))
    paths.append(write_whole(found.folder / "search.svg", picture.encode()))
    text = optimum_page(found, tried, progress, f"{REPLAY}/report.html" if replay else "")
    return [*paths, write_whole(found.folder / "optimum.html", text.encode())]


def best_text(found: Optimum, trial: Trial) -> str:
    """Return the scenario of the best point, with its metric as a reference value."""
    text = trial_text(found.sweep, trial, found.number, above="")
    value = figure(found.results[trial.key], found.goal.metric)
    if not math.isfinite(value):
        return text
    reference: dict[str, Any] = {
        "metric": found.goal.metric,
        "value": value,
        "tolerance": max(SAME * abs(value), 1e-12),
    }
    if found.sweep.window is not None:
        reference["window"] = list(found.sweep.window)
    reference["source"] = f"snakelab optimise, {found.goal}, trial {found.number}"
    return f"{text}reference_values: {json.dumps([reference])}\n"


def written(
    sweep: Sweep, goal: Goal, progress: Progress, population: int, folder: Path, replay: bool = False
) -> Optimum | None:
    """Write the files and return the best of the points with all runs done; None without such a point."""
    results, names = progress.results, [one.name for one in sweep.parameters]
    trials = {values: trials_at(sweep, values) for values in progress.points}
    runs = {
        values: [results[one.key] for one in found]
        for values, found in trials.items()
        if all(one.key in results for one in found)
    }
    if not runs:
        return None
    tried = replace(sweep, sampling=Sampling("given", given=tuple(progress.points)))
    best = min(runs, key=lambda values: goal.rank(runs[values]))
    found = Optimum(
        sweep=tried,
        goal=goal,
        results=results,
        best=dict(zip(names, best, strict=True)),
        value=goal.value(runs[best]),
        kept=goal.rank(runs[best])[0] == 0.0,
        number=[trial.key for trial in tried.trials].index(trials[best][0].key) + 1,
        generations=progress.told,
        arrived=progress.end == "narrow",
        spread=progress.spread,
        at_ends=ends_hit(sweep.parameters, best),
        tight=bounds_hit(goal, runs[best]),
        ending=how_it_ended(progress, population),
        folder=folder,
    )
    paths = write_files(tried, results, folder)
    paths += write_best(found, runs, progress, replay)
    return replace(found, paths=tuple(paths))
