"""Robot of a session: measurements of its servos for the page, and its emergency stop."""

import math
from typing import Any

from snakelab.bridges.servo_bus.driver.interface import servo_readings
from snakelab.sim.engines.engine import Engine


def is_robot(engine: Engine) -> bool:
    """Return True for the engine of a physical or emulated robot."""
    return getattr(engine, "robot", None) is not None and getattr(engine, "driver", None) is not None


def hardware_state(engine: Engine) -> dict[str, Any] | None:
    """Return port, mode, warnings and the servos of a robot as plain data; None for a simulation.

    Args:
        engine: Engine of the session.
    """
    robot, driver = getattr(engine, "robot", None), getattr(engine, "driver", None)
    if robot is None or driver is None:
        return None
    servos = [
        {"id": servo.id, "faults": servo.faults, "answers": servo.answers}
        | {name: _rounded(value) for name, value in servo.values().items()}
        for servo in servo_readings(engine)
    ]
    return {
        "name": robot.name,
        "port": robot.port,
        "mode": driver.mode.value,
        "reason": driver.reason,
        "warnings": list(driver.warnings)[-5:],
        "servos": servos,
    }


def emergency_stop(engine: Engine, source: str) -> None:
    """Stop the robot of an engine at once; a simulation has none."""
    stop = getattr(engine, "emergency_stop", None)
    if callable(stop):
        stop(source)


def _rounded(value: float) -> float | None:
    return round(float(value), 3) if math.isfinite(value) else None
