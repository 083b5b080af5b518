"""Registers of FEETECH STS and SMS servos (STS3215 and relatives, 4096 counts per turn)."""

import math

from snakelab.bridges.bus.registers import Register

COUNTS = 4096
COUNT = math.tau / COUNTS
CURRENT = 6.5e-3

TABLE: dict[str, Register] = {
    "firmware_major": Register(0, 1, permanent=True, writable=False),
    "firmware_minor": Register(1, 1, permanent=True, writable=False),
    "model": Register(3, 2, permanent=True, writable=False),
    "id": Register(5, 1, permanent=True),
    "baud_code": Register(6, 1, permanent=True),
    "return_delay": Register(7, 1, 2e-6, "s", permanent=True),
    "answer_level": Register(8, 1, permanent=True),
    "lower_limit": Register(9, 2, COUNT, "rad", COUNTS // 2, permanent=True),
    "upper_limit": Register(11, 2, COUNT, "rad", COUNTS // 2, permanent=True),
    "largest_temperature": Register(13, 1, 1.0, "degC", permanent=True),
    "largest_voltage": Register(14, 1, 0.1, "V", permanent=True),
    "least_voltage": Register(15, 1, 0.1, "V", permanent=True),
    "largest_torque": Register(16, 2, 1e-3, permanent=True),
    "unloading_condition": Register(19, 1, permanent=True),
    "alarm_condition": Register(20, 1, permanent=True),
    "proportional_gain": Register(21, 1, permanent=True),
    "derivative_gain": Register(22, 1, permanent=True),
    "integral_gain": Register(23, 1, permanent=True),
    "clockwise_dead_zone": Register(26, 1, COUNT, "rad", permanent=True),
    "counter_clockwise_dead_zone": Register(27, 1, COUNT, "rad", permanent=True),
    "protection_current": Register(28, 2, CURRENT, "A", permanent=True),
    "position_offset": Register(31, 2, COUNT, "rad", sign_bit=11, permanent=True),
    "mode": Register(33, 1, permanent=True),
    "protection_torque": Register(34, 1, 1e-2, permanent=True),
    "protection_time": Register(35, 1, 1e-2, "s", permanent=True),
    "overload_torque": Register(36, 1, 1e-2, permanent=True),
    "torque_enable": Register(40, 1),
    "acceleration": Register(41, 1, 100 * COUNT, "rad/s^2"),
    "goal_position": Register(42, 2, COUNT, "rad", COUNTS // 2, sign_bit=15),
    "goal_time": Register(44, 2, 1e-3, "s"),
    "goal_speed": Register(46, 2, COUNT, "rad/s", sign_bit=15),
    "torque_limit": Register(48, 2, 1e-3),
    "lock": Register(55, 1),
    "present_position": Register(56, 2, COUNT, "rad", COUNTS // 2, sign_bit=15, writable=False),
    "present_speed": Register(58, 2, COUNT, "rad/s", sign_bit=15, writable=False),
    "present_load": Register(60, 2, 1e-3, sign_bit=10, writable=False),
    "present_voltage": Register(62, 1, 0.1, "V", writable=False),
    "present_temperature": Register(63, 1, 1.0, "degC", writable=False),
    "status": Register(65, 1, writable=False),
    "moving": Register(66, 1, writable=False),
    "present_current": Register(69, 2, CURRENT, "A", sign_bit=15, writable=False),
}

FAULTS = ("voltage", "angle sensor", "temperature", "current", "angle", "overload")
# Value of torque_enable that makes the present angle the middle of the range.
CENTRE_HERE = 128
SIZE = 96
