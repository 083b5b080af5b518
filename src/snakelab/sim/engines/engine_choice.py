"""Choice of the engine by the settings of a run."""

import math

from snakelab.errors import SimulationError
from snakelab.sim.engines.engine import Engine, SnakelabEngine
from snakelab.sim.engines.scipy_engine import ScipyEngine
from snakelab.sim.quantities import INTEGRATORS, METHODS
from snakelab.types import choice


def make_engine(step: float, integrator: str, tolerance: float | None) -> Engine:
    """Return the engine that the settings of `simulate` specify."""
    choice(integrator, "integrator", (*INTEGRATORS, *METHODS), SimulationError)
    if integrator in METHODS:
        return ScipyEngine(integrator, 1e-8 if tolerance is None else tolerance, max_step=math.inf)
    return SnakelabEngine(step, integrator, tolerance)
