"""Recordings of bodies that touch: a straight chain that rolls along y on its fixed points, with prescribed loads."""

import json
from typing import Any

import numpy as np

from recordings import straight_recording
from snakelab.results.recording import Recording

SIDES, RADIUS, MASS = 6, 0.02, 0.6
LEVEL = {"name": "contact", "kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, 0.0]}


def rolling_recording(
    n_rows: int = 61, duration: float = 3.0, surfaces: Any = (LEVEL,), turns: float = 1.0
) -> Recording:
    """Three links of 0.1 m that roll about x; the lower side of each end carries a sixth of the weight.

    Args:
        n_rows: Rows at equal intervals.
        duration: Of the run [s].
        surfaces: What the recording tells of the world.
        turns: Of the whole run [-].
    """
    flat = straight_recording(0.0, duration, 3, n_rows).dataset
    roll = 2 * np.pi * turns * np.linspace(0.0, 1.0, n_rows)
    up = np.array([0.0, 0.0, RADIUS])
    turn = np.stack((np.cos(roll / 2), np.sin(roll / 2), 0 * roll, 0 * roll), axis=-1)
    centre = flat["link_position"].values + up
    names = [f"link{i + 1}.{ring}/{k}" for i in range(3) for ring in (0, 1) for k in range(SIDES)]
    angle = 2 * np.pi * np.arange(SIDES) / SIDES + roll[:, None]
    around = RADIUS * np.stack((0 * angle, np.cos(angle), np.sin(angle)), axis=-1)  # (n_rows, SIDES, 3)
    ends = np.array([[-0.05, 0.0, 0.0], [0.05, 0.0, 0.0]])
    place = centre[:, :, None, None] + ends[:, None] + around[:, None, None]
    load = np.zeros((n_rows, 6, SIDES))
    load[np.arange(n_rows), :, np.sin(angle).argmin(axis=1)] = MASS * 9.81 / 6
    load = load.reshape(n_rows, -1)
    com = flat["com_position"].values + up
    added = {
        "skin_load": (("time", "skin"), load),
        "skin_gap": (("time", "skin"), place.reshape(n_rows, -1, 3)[..., 2]),
        "skin_slip": (("time", "skin"), 0.1 * (load > 0)),
        "skin_position": (("time", "skin", "axis"), place.reshape(n_rows, -1, 3)),
        "skin_force": (("time", "skin", "axis"), load[..., None] * [0.0, 0.0, 1.0]),
        "link_position": (("time", "link", "axis"), centre),
        "link_quaternion": (("time", "link", "quaternion"), np.repeat(turn[:, None], 3, axis=1)),
        "base_quaternion": (("time", "quaternion"), turn),
        "com_position": (("time", "axis"), com),
        "gravity_energy": ("time", MASS * 9.81 * com[:, 2]),
    }
    dataset = flat.assign(added).assign_coords(skin=np.array(names)).assign_attrs(base="floating")
    return Recording(dataset.assign_attrs(surfaces=json.dumps(list(surfaces))), "finished")
