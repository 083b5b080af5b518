"""Fluids: added mass, drag and buoyancy on every station; regions; currents."""

from snakelab.worlds.fluid.currents import Current, CurrentMap
from snakelab.worlds.fluid.fluid import Fluid
from snakelab.worlds.fluid.inertia_box import InertiaBoxFluid
from snakelab.worlds.fluid.lumped import LumpedFluid
from snakelab.worlds.fluid.region import Region
from snakelab.worlds.fluid.user_current import UserCurrent

__all__ = ["Current", "CurrentMap", "Fluid", "InertiaBoxFluid", "LumpedFluid", "Region", "UserCurrent"]
