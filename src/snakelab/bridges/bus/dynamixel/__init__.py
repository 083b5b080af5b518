"""Dynamixel servos: registers and the bus."""

from snakelab.bridges.bus.dynamixel.bus import DynamixelBus

__all__ = ["DynamixelBus"]
