"""The reference page of the figures of merit: name, unit and law of each, from their docstrings."""

import inspect

from snakelab.results.diagnostics.remarks import at_limits, carried_backwards, through_itself
from snakelab.results.metrics import (
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
    """Every figure of merit with its unit and its law."""
    text = [
        GENERATED,
        "# Metrics\n",
        "What `sl.metrics(recording)` holds, `snakelab run` prints and `metrics.json` keeps. Each figure is a function of "
        "`snakelab.results.metrics` too, which takes a recording and returns one number, NaN where the recording cannot tell. "
        "A name of this page is what `metric` of an [expected figure](../scenarios.md) may say.\n",
        "The sections are the groups of the printed tables, of the report page and of `groups` in `metrics.json`; its `metrics` "
        "holds all figures in one flat object. Printed numbers that are rounding or the settling of a robot at rest are 0 "
        "(`snakelab.results.metrics.negligible_sizes`); JSON and recordings keep them in full.\n",
    ]
    for group, names in grouped(METRICS).items():
        text += [f"## {group.capitalize()}\n", *map(figure, names)]
    text += [
        "## The rest of the table\n",
        "`work_<term>`, in J, is the work that one term did on the robot: `work_drive`, `work_actuator`, `work_spring`, "
        "`work_damper`, `work_end_stop`, `work_gravity`, and one for each law of the world, such as `work_friction`. "
        f"`work_correction`: {describe('work_correction').removesuffix(' [J]')}\n",
        "`status` tells in words how the run ended.\n",
        f"A robot whose base is fixed has none of {listed(TRAVEL)}. One without angles among its coordinates has none of "
        f"{listed(TORQUES)}, and one without lengths none of {listed(FORCES)}. Only runs in a current have {listed(WATER)}, "
        f"only robots with propellers {listed(PROPELLERS)}, only those among upright walls {listed(WALLS)}, "
        f"only those with limited actuators {listed(LIMITS)}, only those with servos {listed(TRACKING)}, "
        f"and only runs whose scenario tells of a goal {listed(GOAL)}.\n",
        "## Remarks\n",
        "Lines of `sl.remarks(recording)`.\n",
        *(f"{inspect.getdoc(law)}\n" for law in (carried_backwards, at_limits, through_itself)),
    ]
    return "\n".join(text)


def figure(name: str) -> str:
    """One figure: its unit, then the law."""
    about = inspect.getdoc(METRICS[name].law) or ""
    return f"### {name}\n\nUnit: {'none' if unit_of(name) == '-' else unit_of(name)}. {about}\n"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
