"""Emulated servos on a simulated clock."""

from snakelab.bridges.servo_bus.emulated_bus import BrownOut, LineSettings, ServoSettings
from snakelab.bridges.servo_bus.emulator.feetech import FeetechServos
from snakelab.bridges.servo_bus.emulator.line import EmulatedLine
from snakelab.bridges.servo_bus.emulator.plants import FreeShafts, SimulatedSnake

__all__ = ["BrownOut", "EmulatedLine", "FeetechServos", "FreeShafts", "LineSettings", "ServoSettings", "SimulatedSnake"]
