"""The reference page of the figures of merit: name, unit and law of each, from their docstrings."""

import inspect
from types import ModuleType

from snakelab.results.metrics import (
    FORCES,
    GOAL,
    LIMITS,
    PROPELLERS,
    TORQUES,
    TRACKING,
    TRAVEL,
    UNITS,
    WALLS,
    WATER,
    arrival,
    describe,
    effort,
    energy,
    limits,
    motion,
    passages,
    running,
    swimming,
    tracking,
    unit_of,
    wave_shape,
)
from snakelab.results.telling.remarks import at_limits, carried_backwards, through_itself

GENERATED = "<!-- Written by docs/generate.py; change the docstrings instead. -->\n"
GROUPS: dict[str, ModuleType] = {
    "Where the robot goes": motion,
    "How it swims": swimming,
    "How it passes walls": passages,
    "What shape its wave has": wave_shape,
    "How it keeps its goal": arrival,
    "What the motion takes": effort,
    "How servos follow": tracking,
    "What ends are met": limits,
    "Whether the balance holds": energy,
    "How long it took": running,
}


def metrics_page() -> str:
    """Every figure of merit with its unit and its law."""
    text = [
        GENERATED,
        "# Metrics\n",
        "What `sl.metrics(recording)` holds, `snakelab run` prints and `metrics.json` keeps. Each figure is a function of "
        "`snakelab.results.metrics` too, which takes a recording and returns one number, NaN where the recording cannot tell. "
        "A name of this page is what `metric` of an [expected figure](../scenarios.md) may say.\n",
    ]
    for title, module in GROUPS.items():
        text.append(f"## {title}\n")
        names = [name for name in UNITS if hasattr(module, name)]
        # what a group only uses belongs to another
        text += [figure(name, module) for name in names if getattr(module, name).__module__ == module.__name__]
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


def figure(name: str, module: ModuleType) -> str:
    """One figure: its unit, then the law."""
    about = inspect.getdoc(getattr(module, name)) or ""
    return f"### {name}\n\nUnit: {'none' if unit_of(name) == '-' else unit_of(name)}. {about}\n"


def listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
