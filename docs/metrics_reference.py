"""Reference page of the metrics: name, unit and law of each, from their docstrings."""

import inspect
from collections.abc import Callable

from snakelab.results.diagnostics import at_limits, carried_backwards, through_itself
from snakelab.results.metrics.metric_table import (
    FORCES,
    GOAL,
    LIMITS,
    METRICS,
    PROPELLERS,
    TORQUES,
    TRACKING,
    TRAVEL,
    WALLS,
    WATER,
    describe,
    grouped,
    unit_of,
)

GENERATED = "<!-- Written by docs/generate.py; change the docstrings instead. -->\n"


def metrics_page() -> str:
    """Return the page of all metrics with their units and laws."""
    text = [
        GENERATED,
        "# Metrics\n",
        "Contents of `sl.metrics(recording)`, of the table of `snakelab run` and of `metrics.json`. Each metric is also a "
        "function of `snakelab.results.metrics`, which takes a recording and returns one number, NaN without the data. "
        "The names are allowed values of `metric` of a [reference value](../scenarios.md#reference-values).\n",
        "The sections are the groups of the printed tables, of the report page and of `groups` in `metrics.json`; its `metrics` "
        "contains all metrics in one flat object. Numbers that are due to rounding, or to the settling of a robot at rest, are "
        "printed as 0 (`snakelab.results.metrics.negligible_sizes`); JSON and recordings contain the full numbers.\n",
        "A run that starts from rest, or whose gait has a `ramp`, includes its start. Metrics of a part of it: "
        "`sl.metrics(recording, window=(2, 10))`, `snakelab run NAME --window 2,10`, `snakelab report DIR --window 2,10`, "
        "`window: [2, 10]` of a sweep configuration or of a [reference value](../scenarios.md#reference-values).\n",
    ]
    for group, names in grouped(METRICS).items():
        text += [f"## {group.capitalize()}\n", *map(figure, names)]
    text += [
        "## Other entries\n",
        "`work_<term>`, in J, is the work that one term did on the robot: `work_drive`, `work_actuator`, `work_spring`, "
        "`work_damper`, `work_end_stop`, `work_gravity`, and one for each law of the world, such as `work_friction`. "
        f"`work_correction`: {describe('work_correction').removesuffix(' [J]')}\n",
        "`status` describes as text how the run ended.\n",
        f"A robot whose base is fixed has none of {listed(TRAVEL)}. One without angles among its coordinates has none of "
        f"{listed(TORQUES)}, and one without lengths none of {listed(FORCES)}. Only runs in a current have {listed(WATER)}, "
        f"only robots with propellers {listed(PROPELLERS)}, only those among upright walls {listed(WALLS)}, "
        f"only those with limited actuators {listed(LIMITS)}, only those with servos {listed(TRACKING)}, "
        f"and only runs whose scenario has a goal {listed(GOAL)}.\n",
        "## Remarks\n",
        "`sl.remarks(recording)` returns a line for each of these that applies to a run:\n",
        *map(remark, (carried_backwards, at_limits, through_itself)),
    ]
    return "\n".join(text)


def figure(name: str) -> str:
    """Return the entry of one metric: its unit, then the law."""
    about = inspect.getdoc(METRICS[name].law) or ""
    return f"### {name}\n\nUnit: {'none' if unit_of(name) == '-' else unit_of(name)}. {about}\n"


def remark(law: Callable[..., str]) -> str:
    """Return the condition of a remark, from the docstring `Return a remark CONDITION; else "".`."""
    first, _, more = (inspect.getdoc(law) or "").partition("\n\n")
    condition = first.removeprefix("Return a remark ").removesuffix('; else "".')
    return f"**A remark {condition}.** {more}".rstrip() + "\n"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
