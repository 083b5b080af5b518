"""What a controller is told: everything, or what the sensors gave; and which sensor it lacks where it fails for want of one."""

from typing import Any

from snakelab.control.controller import Controller
from snakelab.physics.command import Measurement
from snakelab.physics.state import State
from snakelab.sim.sensing.sampling import Sensing
from snakelab.types import FloatArray

# Which sensor gives what.
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


def ideal(state: State) -> Measurement:
    """The state as it is, for a robot without sensors."""
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
    """What the sensors hold; a field that none of them gives is None."""
    assert state.sensing is not None
    given: dict[str, Any] = dict.fromkeys(GIVER)
    readings: dict[str, FloatArray] = {}
    for channel in sensing.channels:
        for reading in channel.readings:
            values = state.sensing.held[reading.place]
            single = reading.field == "depth"
            readings[reading.name] = values[0] if single else values.copy()
            if given[reading.field] is None:
                given[reading.field] = float(values[0]) if single else values.copy()
    return Measurement(state.time, **given, readings=readings)


def advice(controller: Controller, known: Measurement, problem: Exception) -> str:
    """What to add to the message where a controller failed on something that it was not told; empty if it was not that.

    Names are looked for in the controller's own code; where that names none, all that is missing is listed. A robot that gets its
    first sensor needs one for everything else that its controller reads, too.
    """
    if "None" not in str(problem) and "finite" not in str(problem):
        return ""
    missing = [name for name in GIVER if getattr(known, name) is None]
    code = getattr(getattr(controller.command, "__func__", controller.command), "__code__", None)
    read = [name for name in GIVER if name in getattr(code, "co_names", ())]
    lacking = [name for name in read if name in missing] or (missing if known.readings else [])
    if not lacking:
        return ""
    wanted = ", ".join(dict.fromkeys(GIVER[name] for name in (lacking if known.readings else read)))
    listed = f"[..., {wanted}]" if known.readings else f"[{wanted}]"
    return f"; no sensor of this robot gives {', '.join(lacking)}: write Robot(..., sensors={listed})"
