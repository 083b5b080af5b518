"""Common declared quantities: annotations with unit, bounds and slider. A class adds what differs, as in
`length: Annotated[PositiveLength, Le(1e6), FIXED]`.
"""

import math
from collections.abc import Sequence
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.parameter_declarations.marks import FIXED, Mark, Slider, Unit

# Texts and flags
Label = Annotated[str, Mark.PRINTABLE]
TermName = Annotated[str, Mark.IDENTIFIER]
Flag = Annotated[bool, Mark.TRUE_OR_FALSE]
# Numbers of a user-defined function, with units defined by it.
UserNumbers = Annotated[Sequence[float], Unit("", in_message=False)]
Seed = Annotated[int, Ge(0), Slider(0, 1000, 1)]

# Geometry
Length = Annotated[float, Unit("m"), Slider(-1, 1, 0.01)]
PositiveLength = Annotated[float, Gt(0), Unit("m"), Slider(0.01, 1, 0.01)]
NonNegativeLength = Annotated[float, Ge(0), Unit("m"), Slider(0, 1, 0.01)]
Radius = Annotated[float, Gt(0), Unit("m"), Slider(0.001, 0.2, 0.001)]
Area = Annotated[float, Gt(0), Unit("m^2"), Slider(1e-5, 1e-3, 1e-5)]
Angle = Annotated[float, Unit("rad"), Slider(-math.pi, math.pi, 0.01)]
Point = Annotated[tuple[float, float, float], Unit("m"), Slider(-1, 1, 0.01)]
RotationVector = Annotated[tuple[float, float, float], Unit("rad"), Slider(-math.pi, math.pi, 0.01)]

# Time
Time = Annotated[float, Unit("s"), Slider(0, 60, 0.1)]
Duration = Annotated[float, Ge(0), Unit("s"), Slider(0, 10, 0.1)]
PositiveDuration = Annotated[float, Gt(0), Unit("s"), Slider(0.01, 10, 0.01)]
# A smooth start ends soon after the start of the run.
Ramp = Annotated[float, Ge(0), Unit("s"), Slider(0, 10, 0.1), FIXED]
# Of a lag; 0 for none.
TimeConstant = Annotated[float, Ge(0), Unit("s"), Slider(0, 2, 0.01)]

# Mechanics
PositiveMass = Annotated[float, Gt(0), Unit("kg"), Slider(0.01, 10, 0.01)]
NonNegativeMass = Annotated[float, Ge(0), Unit("kg"), Slider(0, 10, 0.01)]
Density = Annotated[float, Gt(0), Unit("kg/m^3"), Slider(1, 2000, 1)]
Pressure = Annotated[float, Unit("Pa"), Slider(0, 1e6, 1e3)]
Velocity = Annotated[tuple[float, float, float], Unit("m/s"), Slider(-2, 2, 0.01)]
Coefficient = Annotated[float, Ge(0), Slider(0, 2, 0.01)]
PositiveFraction = Annotated[float, Gt(0), Le(1), Slider(0.01, 1, 0.01)]

# At a coordinate that is an angle, or a length
Gain = Annotated[float, Ge(0), Unit("N m/rad", "N/m"), Slider(0, 100, 0.1)]
DampingGain = Annotated[float, Ge(0), Unit("N m s/rad", "N s/m"), Slider(0, 10, 0.01)]
ForceLimit = Annotated[float, Gt(0), Unit("N m", "N"), Slider(0.1, 50, 0.1), Mark.INFINITE]
Coordinate = Annotated[float, Unit("rad", "m"), Slider(-math.pi, math.pi, 0.01)]
