"""Displays of studies in a notebook: sweeps, optima and identifications.

They are registered by the names of the classes, through the entry point `studies` of the group `snakelab.display`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snakelab.errors import counted
from snakelab.figures.notebook_html import card, escaped, folded, heat_map, notes, number, table, value_text
from snakelab.parameters.display_registry import register_display

if TYPE_CHECKING:
    from snakelab.plugins.studies.gait_optimisation import GaitOptimum
    from snakelab.plugins.studies.identification.estimates import Identification
    from snakelab.plugins.studies.scenario_optimisation import Optimum
    from snakelab.plugins.studies.sweeps.sweep_run import SweepResult
    from snakelab.plugins.studies.sweeps.trials import Sweep

DEFAULT_METRICS = ("mean_speed", "peak_torque", "cost_of_transport")  # metrics of a sweep that names none


@register_display("snakelab.plugins.studies.sweeps.trials.Sweep")
def sweep_html(sweep: "Sweep") -> str:
    """Return a card of a sweep."""
    rows = [(escaped(parameter.name), escaped(parameter.values)) for parameter in sweep.parameters]
    return card(
        sweep.name,
        f"{counted(len(sweep.trials), 'trial')} of {Path(sweep.base.name).stem}",
        table(rows, ("parameter", "values")),
    )


@register_display("snakelab.plugins.studies.sweeps.sweep_run.SweepResult")
def sweep_result_html(result: "SweepResult") -> str:
    """Return a card of the results of a sweep: a row for each trial."""
    from snakelab.results.metrics.metric_table import unit_of

    data, sweep = result.dataset, result.sweep
    wanted = [name for name in (sweep.metrics or DEFAULT_METRICS) if name in data]
    parameters = [parameter.name for parameter in sweep.parameters]
    rows = [
        (
            *(value_text(_item(data[name].values[i])) for name in parameters),
            *(number(data[name].values[i]) for name in wanted),
            escaped(data["status"].values[i]),
        )
        for i in range(data.sizes["trial"])
    ]
    heading = (*map(escaped, parameters), *(f"{escaped(name)}{_bracketed(unit_of(name))}" for name in wanted), "status")
    about = f"{result.count('finished')} of {counted(len(sweep.trials), 'trial')} finished"
    return card(sweep.name, about, table(rows, heading))


@register_display("snakelab.plugins.studies.scenario_optimisation.Optimum")
def optimum_html(optimum: "Optimum") -> str:
    """Return a card of an optimum."""
    rows = [(escaped(name), value_text(value)) for name, value in optimum.best.items()]
    about = f"{optimum.goal}: {number(optimum.value)} in {counted(len(optimum.results), 'trial')}"
    return card(optimum.sweep.name, about, table(rows, ("parameter", "best value")), notes(optimum.remarks))


@register_display("snakelab.plugins.studies.gait_optimisation.GaitOptimum")
def gait_optimum_html(optimum: "GaitOptimum") -> str:
    """Return a card of the best gait."""
    rows = [(escaped(name), number(value)) for name, value in optimum.values.items()]
    about = f"cost {number(optimum.cost)} after {counted(optimum.n_runs, 'run')}, {counted(len(optimum.history), 'generation')}"
    return card(type(optimum.gait).__name__, about, table(rows, ("parameter", "best value")))


@register_display("snakelab.plugins.studies.identification.estimates.Identification")
def identification_html(result: "Identification") -> str:
    """Return a card of an identification: estimates with their 95 % intervals, correlations and remarks."""
    rows = [
        (
            escaped(one.name),
            number(one.value),
            f"{number(one.low)} to {number(one.high)}",
            "" if one.unit == "-" else escaped(one.unit),
            escaped(one.verdict),
        )
        for one in result.estimates
    ]
    heading = ("parameter", "value", "95 % interval", "unit", "verdict")
    map_ = heat_map(np.asarray(result.correlations)[:, ::-1], "Correlations of the parameters", 120.0)
    return card(
        result.name,
        f"{counted(result.n_values, 'value')}, {counted(result.n_simulations, 'simulation')}; {result.ending}",
        table(rows, heading),
        folded("correlations of the parameters", map_) if len(rows) > 1 else "",
        notes(result.remarks),
    )


def _item(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _bracketed(unit: str) -> str:
    return "" if unit == "-" else f" [{escaped(unit)}]"
