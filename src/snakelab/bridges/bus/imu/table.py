"""Registers of an IMU on a servo bus: those of Bosch's BNO055 in its default units (data sheet 1.4, section 4.3).

The bytes from 0x08 to 0x27 hold acceleration, magnetic field, angular rate, Euler angles and attitude, so that one read of 32
bytes brings a sample.
"""

import math

from snakelab.bridges.bus.registers import Register

CHIP = 0xA0
FORCE, RATE, UNIT = 1e-2, math.radians(1.0 / 16.0), 2.0**-14
AXES, WXYZ = "xyz", "wxyz"


def _vector(name: str, address: int, scale: float, unit: str, axes: str) -> dict[str, Register]:
    """Return registers of 16 bits for the components of a vector."""
    return {
        f"{name}_{axis}": Register(address + 2 * i, 2, scale, unit, two_complement=True, writable=False)
        for i, axis in enumerate(axes)
    }


TABLE: dict[str, Register] = {
    "chip": Register(0x00, 1, writable=False),
    **_vector("specific_force", 0x08, FORCE, "m/s^2", AXES),
    **_vector("angular_rate", 0x14, RATE, "rad/s", AXES),
    **_vector("attitude", 0x20, UNIT, "-", WXYZ),
}
SAMPLE = tuple(name for name in TABLE if name != "chip")
SIZE = 0x40
