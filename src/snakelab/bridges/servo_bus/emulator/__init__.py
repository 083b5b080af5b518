"""Emulated servos on a simulated clock."""

from snakelab.bridges.servo_bus.emulator.feetech import FeetechServos
from snakelab.bridges.servo_bus.emulator.line import EmulatedLine
from snakelab.bridges.servo_bus.emulator.plants import FreeShafts, SimulatedSnake
from snakelab.bridges.servo_bus.emulator.settings import BrownOut, LineSettings, ServoSettings

__all__ = ["BrownOut", "EmulatedLine", "FeetechServos", "FreeShafts", "LineSettings", "ServoSettings", "SimulatedSnake"]
