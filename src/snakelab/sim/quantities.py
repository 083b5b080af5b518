"""Declared settings of a run: fixed once it has begun."""

from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.parameter_declarations.marks import FIXED, Choices, Slider, Unit

METHODS = ("DOP853", "RK45", "Radau", "BDF", "LSODA")  # of SciPy
INTEGRATORS = ("plain", "extrapolated", "rk4")

RunDuration = Annotated[float, Gt(0), Unit("s"), Slider(1, 120, 1), FIXED]
Step = Annotated[float, Gt(0), Unit("s"), Slider(1e-4, 0.02, 1e-4), FIXED]
Integrator = Annotated[str, Choices((*INTEGRATORS, *METHODS))]
Tolerance = Annotated[float, Gt(0), Slider(1e-6, 1e-2, 1e-6), FIXED]
RecordRate = Annotated[float, Gt(0), Unit("Hz"), Slider(1, 1000, 1), FIXED]
RunSeed = Annotated[int, Ge(0), Le(2**63 - 1), Slider(0, 1000, 1)]  # limits of a recording
