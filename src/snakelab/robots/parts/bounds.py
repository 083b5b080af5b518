"""Bounds of the sizes of a part, within which squares and products are finite and meaningful."""

from typing import Annotated

from annotated_types import Ge, Le

from snakelab.parameter_declarations.marks import FIXED, Slider, Unit
from snakelab.parameter_declarations.quantities import NonNegativeMass, PositiveLength, PositiveMass, Radius

LONGEST = 1e6  # [m]
HEAVIEST = 1e9  # [kg]
LARGEST = 1e6  # displaced volume [m^3]

# Recordings contain the sizes of the body at the start only.
PartLength = Annotated[PositiveLength, Le(LONGEST), FIXED]
PartRadius = Annotated[Radius, Le(LONGEST), FIXED]
PartMass = Annotated[PositiveMass, Le(HEAVIEST)]
WheelMass = Annotated[NonNegativeMass, Le(HEAVIEST)]
Volume = Annotated[float, Ge(0), Le(LARGEST), Unit("m^3"), Slider(0, 0.01, 1e-4)]
