"""Real-time factor and error of the speed of the planar prototype at a long step.

The reference program is SciPy's LSODA on the same right-hand side at a tolerance of 1e-4, timed in the same run. The
reference speed is that of LSODA at a tolerance of 1e-8.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from snakelab.apps.benchmarks.timing import best_of
from snakelab.physics.model import build_model
from snakelab.results.metrics import mean_speed
from snakelab.results.recording import Recording
from snakelab.scenarios import load_scenario
from snakelab.sim.simulate import simulate

SCENARIO = "planar_prototype"
DURATION = 20.0  # [s]
STEP = 1e-2  # [s]
RECORD_RATE = 100.0  # [Hz]
PEER = "SciPy LSODA, tolerance 1e-4"
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {"integrator": "plain", "step": STEP},
    "extrapolated": {"integrator": "extrapolated", "step": STEP},
    PEER: {"integrator": "LSODA", "tolerance": 1e-4},
}


@dataclass(frozen=True)
class RealTime:
    """Configuration of a run of the prototype.

    Attributes:
        name: Name of the integrator.
        step: Step [s]; None if the solver chooses it.
        wall: Shortest wall time of the run [s].
        factor: Simulated over wall time [-].
        ratio: Wall time over that of the reference program [-].
        speed_error: Relative error of the mean speed [-].
    """

    name: str
    step: float | None
    wall: float
    factor: float
    ratio: float
    speed_error: float


def prototype() -> Callable[..., Recording]:
    """Return a function that simulates the planar prototype of the library, with all variables recorded."""
    scenario = load_scenario(SCENARIO)
    model = build_model(scenario.robot, scenario.world)
    return partial(simulate, model, scenario.controller, record_rate=RECORD_RATE)


def real_times(duration: float = DURATION, *, repeats: int = 5) -> list[RealTime]:
    """Time the plain and the extrapolated step of 10 ms, and the reference program.

    Args:
        duration: Simulated time [s].
        repeats: Number of timed runs of each [-].
    """
    run = prototype()
    converged = mean_speed(run(duration, integrator="LSODA", tolerance=1e-8))
    works = {name: partial(run, duration, **settings) for name, settings in SETTINGS.items()}
    errors = {name: mean_speed(work()) / converged - 1 for name, work in works.items()}
    best = best_of(works, repeats)
    return [
        RealTime(name, SETTINGS[name].get("step"), wall, duration / wall, wall / best[PEER], errors[name])
        for name, wall in best.items()
    ]
