"""Table of an atlas, as an xarray dataset with units and as text."""

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from snakelab.results.metrics import unit_of
from snakelab.studies.atlas.atlas import Atlas
from snakelab.studies.atlas.score import Score
from snakelab.untrusted import spreadsheet_cell

if TYPE_CHECKING:
    import xarray

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


def atlas_table(atlas: Atlas, all_scores: Sequence[Score], effort: str) -> "xarray.Dataset":
    """Return every score over (terrain, gait), NaN if there is no run.

    Args:
        atlas: The atlas.
        all_scores: From `scores`.
        effort: Metric that measures the effort.
    """
    import numpy as np
    import xarray

    gaits, terrains = [row.name for row in atlas.gaits], [row.name for row in atlas.terrains]
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
    table.attrs = {"format": "snakelab-atlas-1", "robot": atlas.robot, "trials": atlas.trials}
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
