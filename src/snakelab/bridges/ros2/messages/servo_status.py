"""State of the servos of a physical robot, for /diagnostics."""

import math
from typing import Any

from snakelab.sim.engines.engine import Engine

OK, WARN, ERROR = 0, 1, 2
VALUES = {"temperature": "degC", "voltage": "V", "load": "of the stall torque", "current": "A"}


def servo_statuses(engine: Engine) -> list[dict[str, Any]]:
    """Return a diagnostic_msgs/DiagnosticStatus for each servo, as plain data; none for a simulation.

    Args:
        engine: Engine of the run.
    """
    robot, driver = getattr(engine, "robot", None), getattr(engine, "driver", None)
    if robot is None or driver is None:
        return []
    reading, safety = driver.reading, robot.safety
    statuses = []
    for i, ident in enumerate(robot.ids[: len(reading.q)]):
        values = {name: float(getattr(reading, name)[i]) for name in VALUES}
        level, message = _judged(values, int(reading.faults[i]), bool(reading.answered[i]), safety)
        pairs = [{"key": f"{name} [{VALUES[name]}]", "value": f"{x:.4g}"} for name, x in values.items() if x == x]
        pairs.append({"key": "faults", "value": str(int(reading.faults[i]))})
        statuses.append(
            {
                "level": level,
                "name": f"snakelab: servo {ident}",
                "message": message,
                "hardware_id": str(ident),
                "values": pairs,
            }
        )
    return statuses


def source_of_imu(engine: Engine) -> str:
    """Return the topic of the IMU of a physical robot, empty if there is none; it is not published."""
    imu = getattr(getattr(engine, "robot", None), "imu", None)
    return "" if imu is None else str(imu.topic)


def _judged(values: dict[str, float], faults: int, answers: bool, safety: Any) -> tuple[int, str]:
    """Return level and message of one servo; a value that was not measured exceeds no limit."""
    if not answers:
        return ERROR, "no answer"
    temperature, voltage, load = values["temperature"], values["voltage"], abs(values["load"])
    limits = (
        (ERROR, "too hot", temperature > safety.temperature_stop),
        (ERROR, "voltage too low", voltage < _limit(safety.voltage_stop)),
        (WARN, "reports a fault", faults != 0),
        (WARN, "hot", temperature > safety.temperature_warning),
        (WARN, "voltage low", voltage < _limit(safety.voltage_warning)),
        (WARN, "load high", load > safety.load_warning),
    )
    return next(((level, text) for level, text, exceeded in limits if exceeded), (OK, "ok"))


def _limit(value: float | None) -> float:
    return -math.inf if value is None else value
