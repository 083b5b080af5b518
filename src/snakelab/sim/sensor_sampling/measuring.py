"""Measurements for a controller, from the exact state or from sensors, and the check of declared needs."""

from collections.abc import Sequence
from typing import Any

from snakelab.control.controller import Controller
from snakelab.errors import ControlError
from snakelab.physics.command import Measurement
from snakelab.physics.state import State
from snakelab.robots.sensors import Sensor
from snakelab.sim.sensor_sampling.channels import QUANTITIES
from snakelab.sim.sensor_sampling.sampling import Sensing
from snakelab.types import FloatArray

# Sensor that gives each field of `Measurement`.
GIVER = {
    "q": "Encoders()",
    "v": "Encoders()",
    "tau": "TorqueSensors()",
    "base_position": "PoseSensor()",
    "base_quaternion": "PoseSensor()",
    "base_velocity": "PoseSensor()",
    "head_position": "PoseSensor(on='head')",
    "head_quaternion": "PoseSensor(on='head')",
    "head_velocity": "PoseSensor(on='head')",
    "specific_force": "Imu()",
    "angular_rate": "Imu()",
    "attitude": "Imu(attitude_noise=0)",
    "depth": "DepthSensor()",
}
# Fields that a robot without sensors has.
IDEAL = ("q", "v", "tau", "base_position", "base_quaternion", "base_velocity")


def measurement(sensing: Sensing | None, state: State) -> Measurement:
    """Return what a controller gets: the values of the sensors, or the exact state of a robot without sensors."""
    return ideal(state) if sensing is None else measured(sensing, state)


def ideal(state: State) -> Measurement:
    """Return the exact state as a measurement, for a robot without sensors."""
    assert state.control is not None and state.control.tau is not None
    return Measurement(
        state.time,
        state.q.copy(),
        state.v.copy(),
        state.control.tau.copy(),
        state.base_position.copy(),
        state.base_quaternion.copy(),
        state.base_velocity.copy(),
    )


def measured(sensing: Sensing, state: State) -> Measurement:
    """Return the values of the sensors as a measurement; fields without a sensor are None."""
    assert state.sensing is not None
    given: dict[str, Any] = dict.fromkeys(GIVER)
    readings: dict[str, FloatArray] = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            values = state.sensing.held[reading.place]
            user_defined = reading.field not in QUANTITIES
            single = len(values) == 1 if user_defined else not QUANTITIES[reading.field][0]
            readings[reading.name] = values[0] if single else values.copy()
            if not user_defined and given[reading.field] is None:
                given[reading.field] = float(values[0]) if single else values.copy()
    return Measurement(state.time, **given, readings=readings)


def check_needs(controller: Controller, sensors: Sequence[Sensor]) -> None:
    """Raise ControlError if a controller declares a need that no sensor of the robot provides.

    Args:
        controller: Controller, whose optional attribute `needs` contains fields of `Measurement`.
        sensors: Sensors of the robot; without any, the controller gets the exact state.
    """
    needs = declared_needs(controller)
    given = IDEAL if not sensors else {field for sensor in sensors for field in sensor.fields(1)}
    lacking = [name for name in needs if name not in given]
    if lacking:
        raise ControlError(f"the controller needs {', '.join(lacking)}{_remedy(lacking, needs, bool(sensors))}")


def declared_needs(controller: Controller) -> tuple[str, ...]:
    """Return the fields of `Measurement` that a controller declares in its attribute `needs`.

    Raises:
        ControlError: if one of them is not a field of `Measurement`.
    """
    needs = getattr(controller, "needs", ())
    if isinstance(needs, str) or not all(name in GIVER for name in needs):
        wrong = needs if isinstance(needs, str) else next(name for name in needs if name not in GIVER)
        raise ControlError(f"controller needs must be a list of {', '.join(GIVER)}, got {wrong!r}")
    return tuple(needs)


def advice(known: Measurement, problem: Exception) -> str:
    """Return advice for a controller that failed on a quantity that is None; empty for other errors.

    For a controller with declared needs, `check_needs` raises an error before the run.
    """
    missing = [name for name in GIVER if getattr(known, name) is None]
    if not missing or not ("None" in str(problem) or (known.readings and "finite" in str(problem))):
        return ""
    if known.readings:
        return _remedy(missing, missing, True)
    return (
        f"; {', '.join(missing)} are None, because the robot has no sensors: give the controller an attribute such as "
        f"needs = ({missing[-1]!r},) for an error that names the sensors to add"
    )


def _remedy(lacking: Sequence[str], needs: Sequence[str], has_sensors: bool) -> str:
    """Return the sensors to add; a robot with a first sensor needs one for every quantity that its controller reads."""
    wanted = ", ".join(dict.fromkeys(GIVER[name] for name in (lacking if has_sensors else needs)))
    listed = f"[..., {wanted}]" if has_sensors else f"[{wanted}]"
    return f"; no sensor of this robot gives {', '.join(lacking)}: write Robot(..., sensors={listed})"
