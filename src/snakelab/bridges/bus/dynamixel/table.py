"""Registers of Dynamixel X-series servos, protocol 2 (4096 counts per turn)."""

import math

from snakelab.bridges.bus.registers import Register

COUNTS = 4096
COUNT = math.tau / COUNTS
SPEED = 0.229 * math.tau / 60

TABLE: dict[str, Register] = {
    "model": Register(0, 2, permanent=True, writable=False),
    "firmware": Register(6, 1, permanent=True, writable=False),
    "id": Register(7, 1, permanent=True),
    "baud_code": Register(8, 1, permanent=True),
    "return_delay": Register(9, 1, 2e-6, "s", permanent=True),
    "mode": Register(11, 1, permanent=True),
    "position_offset": Register(20, 4, COUNT, "rad", two_complement=True, permanent=True),
    "largest_temperature": Register(31, 1, 1.0, "degC", permanent=True),
    "largest_voltage": Register(32, 2, 0.1, "V", permanent=True),
    "least_voltage": Register(34, 2, 0.1, "V", permanent=True),
    "upper_limit": Register(48, 4, COUNT, "rad", COUNTS // 2, permanent=True),
    "lower_limit": Register(52, 4, COUNT, "rad", COUNTS // 2, permanent=True),
    "torque_enable": Register(64, 1),
    "status": Register(70, 1, writable=False),
    "goal_speed": Register(112, 4, SPEED, "rad/s"),
    "goal_position": Register(116, 4, COUNT, "rad", COUNTS // 2, two_complement=True),
    "present_load": Register(126, 2, 1e-3, two_complement=True, writable=False),
    "present_speed": Register(128, 4, SPEED, "rad/s", two_complement=True, writable=False),
    "present_position": Register(132, 4, COUNT, "rad", COUNTS // 2, two_complement=True, writable=False),
    "present_voltage": Register(144, 2, 0.1, "V", writable=False),
    "present_temperature": Register(146, 1, 1.0, "degC", writable=False),
}

FAULTS = ("voltage", "hall sensor", "temperature", "encoder", "electric shock", "overload")
SIZE = 160
