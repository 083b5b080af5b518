"""Check of the time step of an environment: the energy balance of a short run with random actions."""

import warnings
from typing import Any

import numpy as np

from snakelab.bridges.gymnasium.replay import Playback
from snakelab.control.learned_control.actions import ActionMap
from snakelab.errors import SnakelabError, SnakelabWarning
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.results.diagnostics.energy_balance import OFF, imbalance, step_to_try
from snakelab.results.recording import Recording
from snakelab.sim.simulate import simulate

LENGTH, FEWEST, MOST = 1.0, 2, 50  # of the run [s], and its periods [-]


def warn_of_step(model: Model, actions: ActionMap, start: State, settings: dict[str, Any], lanes: bool) -> None:
    """Warn if the energy balance of a run with random actions is off by more than 5 %.

    Args:
        model: The model.
        actions: Map of actions.
        start: State to start from.
        settings: Step, integrator and tolerance, as of `simulate`.
        lanes: True if the batch model is used, so that only the step can be chosen.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SnakelabWarning)
        run = _random_run(model, actions, start, settings)
    if run is None or not (line := imbalance(run)):
        return
    step, fraction = float(settings["step"]), line.removeprefix(OFF).partition(":")[0]
    remedies = [f"step={step_to_try(run, step):.2g}"]
    if not lanes and settings["integrator"] == "plain":
        remedies.append("integrator='extrapolated'")
    warnings.warn(
        f"environment: with random actions {OFF}{fraction}: steps of {step:g} s are too long for them; try "
        f"{', '.join(remedies)}",
        SnakelabWarning,
        stacklevel=4,
    )


def _random_run(model: Model, actions: ActionMap, start: State, settings: dict[str, Any]) -> Recording | None:
    """A run with uniform actions; None if their commands are invalid for the robot."""
    random, phase = np.random.default_rng(0), np.zeros(1)
    n = int(np.clip(round(LENGTH / actions.period), FEWEST, MOST))
    dtype = actions.low.dtype
    rows = random.uniform(-1.0, 1.0, (n, 1, actions.width)).astype(dtype)
    commands = [np.array(actions.commands(row, phase)[0], float) for row in rows]
    try:
        return simulate(
            model,
            Playback(start, commands, actions.period, actions.hold),
            n * actions.period,
            state=start,
            **{name: value for name, value in settings.items() if value is not None},
        )
    except SnakelabError:  # error of the actions, with the message of `step`
        return None
