"""Table of the trials, as an xarray dataset with units and as text."""

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.arguments import checked_arguments
from snakelab.errors import ScenarioError
from snakelab.results.metrics import UNITS, unit_of
from snakelab.sim.dataset import package_version
from snakelab.studies.execution.task import Result
from snakelab.studies.sweeps.sweep import Sweep, Trial
from snakelab.studies.sweeps.trial_warnings import texts_of
from snakelab.studies.sweeps.units import parameter_units
from snakelab.untrusted import spreadsheet_cell

if TYPE_CHECKING:
    import xarray

FORMAT = "snakelab-sweep-1"
IDLE_SEEDS = (
    "the seeds change no metric: the seed of a scenario applies to sensor noise and predictive controllers; name other places "
    "that take it, as in `seeds: {values: [0, 1, 2], places: [world.media.1.contact.surface.terrain.relief.rough_ground.seed]}`"
)
OF_THE_MACHINE = ("wall_time", "real_time_factor", "wall_time_of_trial")  # which differ between runs with the same seed


def sweep_table(sweep: Sweep, results: Mapping[str, Result]) -> "xarray.Dataset":
    """Return a table with one row for each finished trial, in the order of the sweep.

    Args:
        sweep: The sweep.
        results: Results of the trials by their keys.

    Returns:
        A dataset over `trial`, which counts from 1: coordinates are the parameters and the seed, variables the status,
        the wall time, the warnings and every metric, NaN where a trial has none. A metric with the name of a parameter ends in
        `_of_run`. Each has its unit as the attribute `units`.
    """
    import xarray

    rows = [(i, trial) for i, trial in enumerate(sweep.trials, 1) if trial.key in results]
    finished = [results[trial.key] for _, trial in rows]
    table = xarray.Dataset(coords={"trial": [i for i, _ in rows]})
    for k, (parameter, unit) in enumerate(zip(sweep.parameters, parameter_units(sweep), strict=True)):
        attributes = {"units": "1" if unit == "-" else unit} if unit else {}
        column_of = _column([trial.values[k] for _, trial in rows])
        table = table.assign_coords({parameter.name: ("trial", column_of, attributes)})
    table = table.assign_coords(seed=("trial", [seed_of(sweep, trial) for _, trial in rows]))
    table["status"] = "trial", np.array([result["status"] for result in finished], dtype=str)
    table["wall_time_of_trial"] = "trial", [float(result["wall_time"]) for result in finished], {"units": "s"}
    table["warnings"] = "trial", np.array(["; ".join(texts_of(result)) for result in finished], dtype=str)
    for name in metric_names(finished):
        values = [result["metrics"].get(name, math.nan) for result in finished]
        column = f"{name}_of_run" if name in table.coords else name  # such as `duration`, if it is varied
        table[column] = "trial", values, {"units": "1" if unit_of(name) == "-" else unit_of(name)}
    table.attrs = {
        "format": FORMAT,
        "name": sweep.name,
        "snakelab_version": package_version(),
        "scenario": json.dumps(sweep.base.data),
        "parameters": json.dumps({parameter.name: list(parameter.places) for parameter in sweep.parameters}),
        "window": "" if sweep.window is None else json.dumps(list(sweep.window)),
    }
    return table


@checked_arguments(ScenarioError)
def sweep_grid(table: "xarray.Dataset") -> "xarray.Dataset":
    """Return the table of a grid with one dimension for each parameter, and one for the seeds.

    Args:
        table: From `sweep_table`, of a sweep whose sampling is a grid. Trials that are missing are NaN.

    Raises:
        ScenarioError: if two trials have the same position in the grid.
    """
    names = [*json.loads(table.attrs["parameters"]), "seed"]
    indexed = table.set_index(trial=names)
    if not indexed.indexes["trial"].is_unique:
        raise ScenarioError(
            "two trials of this table have the same parameters; only the table of a grid can be arranged"
        )
    return indexed.unstack("trial")


def idle_seeds(sweep: Sweep, table: "xarray.Dataset") -> bool:
    """Return True if points were run with several seeds, and no metric depends on the seed."""
    points: dict[str, list[int]] = {}
    for row in range(table.sizes["trial"]):
        points.setdefault(repr([table[p.name].values[row] for p in sweep.parameters]), []).append(row)
    several = [rows for rows in points.values() if len(rows) > 1]
    names = [name for name in table.data_vars if table[name].dtype.kind == "f" and name not in OF_THE_MACHINE]
    if not several or not names:  # of failed trials only, no metric is known
        return False
    figures = table[names].to_array().values
    same = (np.array_equal(figures[:, row], figures[:, rows[0]], equal_nan=True) for rows in several for row in rows)
    return all(same)


def metric_names(results: Iterable[Result]) -> list[str]:
    """Return the metrics that any trial has, in the order of the table of metrics."""
    names = dict.fromkeys(name for result in results for name in result["metrics"])
    return sorted(names, key=lambda name: (list(UNITS).index(name) if name in UNITS else len(UNITS), name))


def seed_of(sweep: Sweep, trial: Trial) -> int:
    """Return the seed of a trial."""
    return int(sweep.base.data.get("seed") or 0) if trial.seed is None else trial.seed


def csv_text(table: "xarray.Dataset") -> str:
    """Return the table as comma-separated text, one line per trial, with units in the heads, as in `mean_speed [m/s]`.

    Text that a spreadsheet would evaluate is preceded by an apostrophe.
    """
    columns = [*table.coords, *table.data_vars]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([spreadsheet_cell(_head(table, str(name))) for name in columns])
    for row in zip(*(table[name].values.tolist() for name in columns), strict=True):
        writer.writerow(map(spreadsheet_cell, row))
    return text.getvalue()


def _head(table: "xarray.Dataset", name: str) -> str:
    unit = table[name].attrs.get("units", "1")
    return name if unit == "1" else f"{name} [{unit}]"


def _column(values: list[Any]) -> Any:
    """Return numbers as an array; other values as text."""
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return np.array(values)
    return np.array([value if isinstance(value, str) else json.dumps(value) for value in values], dtype=str)
