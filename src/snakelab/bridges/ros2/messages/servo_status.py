"""State of the servos of a physical robot, for /diagnostics."""

import math
from typing import Any

from snakelab.bridges.servo_bus.driver.interface import QUANTITIES, ServoReading, servo_readings

OK, WARN, ERROR = 0, 1, 2


def servo_statuses(engine: Any) -> list[dict[str, Any]]:
    """Return a diagnostic_msgs/DiagnosticStatus for each servo, as plain data; none for a simulation.

    Args:
        engine: Engine of the run.
    """
    statuses = []
    for servo in servo_readings(engine):
        level, message = _judged(servo, engine.robot.safety)
        pairs = [
            {"key": f"{name} [{_unit(name)}]", "value": f"{x:.4g}"} for name, x in servo.values().items() if x == x
        ]
        pairs.append({"key": "faults", "value": str(servo.faults)})
        statuses.append(
            {
                "level": level,
                "name": f"snakelab: servo {servo.id}",
                "message": message,
                "hardware_id": str(servo.id),
                "values": pairs,
            }
        )
    return statuses


def _unit(name: str) -> str:
    unit = QUANTITIES[name].unit
    return "of the stall torque" if unit == "1" else unit


def source_of_imu(engine: Any) -> str:
    """Return the topic of the IMU of a physical robot, empty if there is none; it is not published."""
    imu = getattr(getattr(engine, "robot", None), "imu", None)
    return "" if imu is None else str(imu.topic)


def _judged(servo: ServoReading, safety: Any) -> tuple[int, str]:
    """Return level and message of one servo; a value that was not measured exceeds no limit."""
    if not servo.answers:
        return ERROR, "no answer"
    limits = (
        (ERROR, "too hot", servo.temperature > safety.temperature_stop),
        (ERROR, "voltage too low", servo.voltage < _limit(safety.voltage_stop)),
        (WARN, "reports a fault", servo.faults != 0),
        (WARN, "hot", servo.temperature > safety.temperature_warning),
        (WARN, "voltage low", servo.voltage < _limit(safety.voltage_warning)),
        (WARN, "load high", abs(servo.load) > safety.load_warning),
    )
    return next(((level, text) for level, text, exceeded in limits if exceeded), (OK, "ok"))


def _limit(value: float | None) -> float:
    return -math.inf if value is None else value
