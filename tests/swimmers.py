"""Recordings of swimmers made by hand: a straight robot with two propellers that glides along x through moving water."""

import json
from typing import Any

import numpy as np

from recordings import straight_recording
from snakelab.results.recording import Recording

WATER = {"name": "water", "density": 1000.0, "surface": None, "region": None}


def propeller(name: str, link: str, **changes: Any) -> dict[str, Any]:
    """What a recording tells of a propeller at the middle of a link that pushes along x."""
    plain = {"offset": [0.0, 0.0, 0.0], "direction": [1.0, 0.0, 0.0], "gain": 1.0, "curve": None}
    return {"name": name, "link": link, **plain, "min_thrust": None, "max_thrust": None} | changes


def swimming_recording(
    speed: float = 0.2,
    current: tuple[float, float, float] | None = None,
    thrust: tuple[float, float] = (1.0, 1.0),
    *,
    duration: float = 2.0,
    n_rows: int = 201,
    propellers: tuple[dict[str, Any], ...] = (propeller("left", "link1"), propeller("right", "link3")),
    fluids: tuple[dict[str, Any], ...] = (WATER,),
) -> Recording:
    """Three links of 0.1 m and 0.2 kg on a floating base.

    Args:
        speed: Over the ground, along x, which is the robot's heading [m/s].
        current: Steady velocity of the water [m/s]; None where none is recorded.
        thrust: Steady thrust, and command, of each propeller [N].
        duration: Of the run [s].
        n_rows: Rows at equal intervals.
        propellers: What the recording tells of them; empty for none.
        fluids: What the recording tells of the world.
    """
    flat = straight_recording(speed, duration, 3, n_rows).dataset
    thrusts = np.tile(np.asarray(thrust, dtype=float), (n_rows, 1))
    added: dict[str, Any] = {
        "head_quaternion": (("time", "quaternion"), flat["link_quaternion"].values[:, -1]),
        "head_velocity": (("time", "twist"), flat["base_velocity"].values),
    }
    if propellers:
        added["propeller_thrust"] = (("time", "propeller"), thrusts, {"units": "N"})
        added["propeller_command"] = (("time", "propeller"), thrusts, {"units": "mixed"})
    if current is not None:
        added["current"] = (("time", "axis"), np.tile(current, (n_rows, 1)), {"units": "m/s"})
    dataset = flat.assign(added).assign_attrs(base="floating", fluids=json.dumps(list(fluids)))
    if propellers:
        dataset = dataset.assign_coords(propeller=[one["name"] for one in propellers])
        dataset = dataset.assign_attrs(propellers=json.dumps(list(propellers)))
    return Recording(dataset, "finished")
