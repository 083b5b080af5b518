"""Robot of a session: measurements of its servos for the page, and its emergency stop."""

import math
from typing import Any

from snakelab.sim.engines.engine import Engine

# Values of each servo in the panel of the page.
FIELDS = ("temperature", "load", "voltage", "current")


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
    reading = driver.reading
    servos = [
        {"id": ident, "faults": int(reading.faults[i]), "answers": bool(reading.answered[i])}
        | {name: _plain(getattr(reading, name)[i]) for name in FIELDS}
        for i, ident in enumerate(robot.ids)
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


def _plain(value: float) -> float | None:
    return round(float(value), 3) if math.isfinite(value) else None
