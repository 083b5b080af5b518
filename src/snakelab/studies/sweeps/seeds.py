"""Check, before the first trial, whether the seeds of a sweep have an effect."""

import dataclasses
import warnings
from typing import Any

from snakelab.control.controller import Seeded
from snakelab.errors import SnakelabWarning
from snakelab.scenarios.scenario import Scenario
from snakelab.studies.sweeps.sweep import Sweep
from snakelab.studies.sweeps.table import IDLE_SEEDS

MOST_POINTS = 100  # of which the scenario is built to see whether it takes a seed


def seeds_without_effect(sweep: Sweep) -> bool:
    """Return True if points are run with several seeds, and no scenario of the sweep depends on one.

    A scenario's seed is that of its sensors' noise and of a controller that predicts. Where parameters change the robot
    or the controller, every point is checked, up to a hundred such points.
    """
    if len(sweep.seeds) < 2 or sweep.seed_places:
        return False
    first = [trial for trial in sweep.trials if trial.seed == sweep.trials[0].seed]
    varied = any(
        place.startswith(("robot", "controller")) for parameter in sweep.parameters for place in parameter.places
    )
    if varied and len(first) > MOST_POINTS:
        return False
    return not any(_takes_a_seed(sweep.scenario(trial)) for trial in (first if varied else first[:1]))


def warn_of_idle_seeds(sweep: Sweep) -> None:
    """Warn, at the line that called `run_sweep`, if the seeds have no effect."""
    if seeds_without_effect(sweep):
        warnings.warn(IDLE_SEEDS, SnakelabWarning, stacklevel=4)  # `run_sweep` has a decorator


def _takes_a_seed(scenario: Scenario) -> bool:
    controller: Any = scenario.controller
    return isinstance(controller, Seeded) or any(map(_is_noisy, scenario.robot.sensors))


def _is_noisy(sensor: Any) -> bool:
    """Return True if a sensor has noise, or does not declare it."""
    names = [item.name for item in dataclasses.fields(sensor)] if dataclasses.is_dataclass(sensor) else []
    noises = [getattr(sensor, name) for name in names if "noise" in name]
    return not noises or any(noises)
