"""Scores of gaits on terrains over their trials, the best gaits of each terrain, and the table of all scores."""

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks.gait_survey.plan import Cell, Survey
from benchmarks.gait_survey.terrains import Terrain
from snakelab.files import spreadsheet_cell
from snakelab.plugins.studies.task_execution import Result, status_of
from snakelab.results.metrics.metric_table import unit_of

if TYPE_CHECKING:
    import xarray

MIN_TRAVEL = 0.05  # fraction of its length by which a body must advance in the evaluated part of a run [-]
MAX_LOSS = 0.5  # allowed descent on a slope, as a fraction of the descent of its path [-]
GRADE = 1e-3  # relative difference below which two metrics are equal [-]
MAX_FAILURES = 0.5  # fraction of the trials of a gait that is still compared with others [-]


@dataclass(frozen=True)
class Score:
    """Score of a gait on a terrain; each metric is the mean over the completed trials, NaN without any.

    Attributes:
        gait, terrain: Their names.
        speed: Net speed, relative to flowing water [m/s].
        cost: Cost of transport [-].
        effort: Largest torque of any joint [N m]; of a robot of soft sections the largest force [N].
        drift: Of the heading, its size [rad/s].
        success: Fraction of the trials that finished and advanced, see `succeeded` [-].
        trials: Number of trials [-].
        note: Reason of the first trial that was not completed.
        best: True if the gait is Pareto-optimal on this terrain in speed, cost and effort.
    """

    gait: str
    terrain: str
    speed: float
    cost: float
    effort: float
    drift: float
    success: float
    trials: int
    note: str = ""
    best: bool = False


def effort_of(results: Mapping[str, Result]) -> str:
    """Return the name of the metric of effort."""
    known = {name for result in results.values() for name in result["metrics"]}
    return "peak_force" if "peak_torque" not in known and "peak_force" in known else "peak_torque"


def scores(survey: Survey, results: Mapping[str, Result]) -> list[Score]:
    """Return the score of every gait on every terrain with a trial, by terrain."""
    effort = effort_of(results)
    terrains = {terrain.name: terrain for terrain in survey.terrains}
    groups: dict[tuple[str, str], list[Result]] = {}
    for cell in survey.cells:
        if cell.key in results:
            groups.setdefault((cell.terrain, cell.gait), []).append(results[cell.key])
    unranked = [
        _score(gait, terrains[terrain], runs, effort, survey.length) for (terrain, gait), runs in groups.items()
    ]
    best = pareto(unranked)
    return [replace(score, best=i in best) for i, score in enumerate(unranked)]


def _score(gait: str, terrain: Terrain, runs: Sequence[Result], effort: str, length: float) -> Score:
    """Return the score of one gait on one terrain."""
    ended = [run["metrics"] for run in runs if came_to_its_end(run)]
    return Score(
        gait,
        terrain.name,
        speed=_mean([speed_of(run, terrain.along) for run in ended]),
        cost=_mean([cost_of(run, terrain.along) for run in ended]),
        effort=_mean([run.get(effort, math.nan) for run in ended]),
        drift=_mean([abs(run.get("heading_drift", math.nan)) for run in ended]),
        success=sum(succeeded(run, length, terrain.slope, terrain.along) for run in runs) / len(runs),
        trials=len(runs),
        note=next((run["status"] for run in runs if not came_to_its_end(run)), ""),
    )


def came_to_its_end(run: Result) -> bool:
    """Return True if a run has metrics to compare."""
    return status_of(run).completed


def succeeded(run: Result, length: float, slope: float = 0.0, along: str = "") -> bool:
    """Return True if a run finished and the robot advanced by a twentieth of its length, and not down a slope.

    Args:
        run: Of a trial.
        length: Of the robot [m].
        slope: Of the ground [rad].
        along: Direction that counts, see `Terrain`: up a pole, along a pipe.
    """
    figures = run["metrics"]
    if not came_to_its_end(run):
        return False
    travel = speed_of(figures, along) * figures.get("duration", 0.0)
    down = -figures.get("mean_velocity_z", 0.0) * figures.get("duration", 0.0)
    return bool(travel >= MIN_TRAVEL * length and (slope <= 0.0 or down <= MAX_LOSS * travel * math.sin(slope)))


def speed_of(figures: Mapping[str, float], along: str = "") -> float:
    """Return the net speed [m/s]: relative to flowing water; along a pipe ("x") in either direction; up a pole ("z")."""
    if along:
        speed = figures.get(f"mean_velocity_{along}", math.nan)
        return speed if along == "z" else abs(speed)
    return figures.get("speed_through_water", figures.get("mean_speed", math.nan))


def cost_of(figures: Mapping[str, float], along: str = "") -> float:
    """Cost of transport along the evaluated path [-]; NaN for a robot that slides down a pole."""
    cost = figures.get("cost_of_transport", math.nan)
    if not along:
        return cost
    speed = speed_of(figures, along)
    return cost * figures.get("mean_speed", math.nan) / speed if speed > 0 else math.nan


def pareto(all_scores: Sequence[Score]) -> set[int]:
    """Return the indices of the Pareto-optimal scores of each terrain: more speed, less cost, less effort.

    Figures that differ by less than a thousandth of the largest on their terrain count as equal. Only gaits that
    succeed in more than half of their trials are compared, and that have all three metrics.
    """
    able = {
        i: (-score.speed, score.cost, score.effort)
        for i, score in enumerate(all_scores)
        if score.success > MAX_FAILURES and all(map(math.isfinite, (score.speed, score.cost, score.effort)))
    }
    best: set[int] = set()
    for terrain in {all_scores[i].terrain for i in able}:
        rows = {i: row for i, row in able.items() if all_scores[i].terrain == terrain}
        largest = [max(abs(row[k]) for row in rows.values()) or 1.0 for k in range(3)]
        grades = {i: [round(x / top / GRADE) for x, top in zip(row, largest, strict=True)] for i, row in rows.items()}
        best |= {i for i, grade in grades.items() if not any(_beats(other, grade) for other in grades.values())}
    return best


def unbeaten(all_scores: Sequence[Score], terrain: str) -> list[tuple[str, Score]]:
    """Return the best gaits of one terrain, the fastest first; gaits with equal scores are joined, with all names."""
    rows: dict[tuple[float, ...], list[Score]] = {}
    for gait_score in sorted(all_scores, key=lambda score: -score.speed):
        if gait_score.terrain == terrain and gait_score.best:
            rows.setdefault(
                (gait_score.speed, gait_score.cost, gait_score.effort, gait_score.drift, gait_score.success), []
            ).append(gait_score)
    return [(", ".join(gait_score.gait for gait_score in same), same[0]) for same in rows.values()]


def _beats(one: Sequence[int], other: Sequence[int]) -> bool:
    return one != other and all(mine <= theirs for mine, theirs in zip(one, other, strict=True))


def nominal(survey: Survey) -> dict[tuple[str, str], Cell]:
    """Return the first trial of each gait on each terrain, by (gait, terrain)."""
    return {(cell.gait, cell.terrain): cell for cell in survey.cells if cell.trial == 1}


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if math.isfinite(value)]
    return sum(known) / len(known) if known else math.nan


FIGURES = ("speed", "cost", "effort", "drift", "success")


def names_of(effort: str) -> dict[str, str]:
    """Return the names of the metrics by the attributes of a score.

    Args:
        effort: Metric that measures the effort.
    """
    return {
        "speed": "mean_speed",
        "cost": "cost_of_transport",
        "effort": effort,
        "drift": "heading_drift",
        "success": "success_fraction",
    }


def unit(figure: str, effort: str) -> str:
    """Return the unit of an attribute of a score."""
    return "-" if figure == "success" else unit_of(names_of(effort)[figure])


def survey_table(survey: Survey, all_scores: Sequence[Score], effort: str) -> "xarray.Dataset":
    """Return every score over (terrain, gait), NaN if there is no run.

    Args:
        survey: The survey.
        all_scores: From `scores`.
        effort: Metric that measures the effort.
    """
    import numpy as np
    import xarray

    gaits, terrains = [row.name for row in survey.gaits], [row.name for row in survey.terrains]
    table = xarray.Dataset(coords={"terrain": terrains, "gait": gaits})
    for figure in FIGURES:
        values = np.full((len(terrains), len(gaits)), np.nan)
        for score in all_scores:
            values[terrains.index(score.terrain), gaits.index(score.gait)] = getattr(score, figure)
        units = unit(figure, effort).replace("-", "1") if unit(figure, effort) == "-" else unit(figure, effort)
        table[names_of(effort)[figure]] = ("terrain", "gait"), values, {"units": units}
    best = np.zeros((len(terrains), len(gaits)), dtype=np.int8)
    for score in all_scores:
        best[terrains.index(score.terrain), gaits.index(score.gait)] = score.best
    table["pareto"] = ("terrain", "gait"), best, {"units": "1"}
    table.attrs = {"format": "snakelab-survey-1", "robot": survey.robot, "trials": survey.trials}
    return table


def csv_text(all_scores: Sequence[Score], effort: str) -> str:
    """One line for each gait on each terrain; units are in the heads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = [f"{names_of(effort)[figure]} [{unit(figure, effort)}]" for figure in FIGURES]
    writer.writerow(["terrain", "gait", *heads, "trials", "pareto", "note"])
    for score in all_scores:
        figures = [f"{getattr(score, figure):.6g}" for figure in FIGURES]
        names = map(spreadsheet_cell, (score.terrain, score.gait))
        writer.writerow([*names, *figures, score.trials, int(score.best), spreadsheet_cell(score.note)])
    return text.getvalue()
