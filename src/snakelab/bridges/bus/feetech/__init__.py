"""FEETECH STS and SMS servos: packets, registers and the bus."""

from snakelab.bridges.bus.feetech.bus import FeetechBus

__all__ = ["FeetechBus"]
