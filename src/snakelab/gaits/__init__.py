"""Gaits: targets as functions of time. Each is a small set of numbers; the mechanism is one `Reference`."""

from snakelab.gaits.function import FunctionGait
from snakelab.gaits.gait import Gait
from snakelab.gaits.rolling import RollingGait
from snakelab.gaits.serpenoid import SerpenoidGait, serpenoid_angles
from snakelab.gaits.table import TableGait

__all__ = ["FunctionGait", "Gait", "RollingGait", "SerpenoidGait", "TableGait", "serpenoid_angles"]
