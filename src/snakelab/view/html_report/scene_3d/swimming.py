"""Data of swimmers on the page: propellers and their thrust, the current, the bounds of the water, and bent sections."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.metrics import water_velocity
from snakelab.results.recorded_objects.propellers import propellers_of
from snakelab.results.recorded_objects.sections import section_shapes
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.html_report.packing import Packer
from snakelab.view.html_report.scene_3d.surfaces import room
from snakelab.view.world_outlines.water import fluids_of, water_box

SUBMERGED: dict[str, Any] = {"kind": "submerged"}
AROUND = 1.5  # extent of unbounded water around the paths of the robots, in body lengths


def propellers(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return positions and thrusts of the propellers at the replay's frames; None without propellers, see `payload`.

    Args:
        recording: The run.
        rows: Rows of the replay's frames.
        packer: Destination of the arrays.
    """
    facts = propellers_of(recording)
    if not facts or "propeller_thrust" not in recording.dataset or not len(rows):
        return None
    thrust = recording["propeller_thrust"].values[rows]
    return {
        "links": [propeller.link for propeller in facts],
        "offsets": [propeller.offset.tolist() for propeller in facts],
        "directions": [propeller.direction.tolist() for propeller in facts],
        "thrusts": packer.curves(thrust.T),
        "most": _most(thrust),
    }


def currents(recording: Recording, rows: np.ndarray, packer: Packer) -> dict[str, Any] | None:
    """Return the velocity of the water at the centre of mass at the replay's frames; None if it is not recorded."""
    if "current" not in recording.dataset or not len(rows):
        return None
    velocity = recording["current"].values[rows]
    return {"velocity": packer.curves(velocity.T), "most": _most(np.linalg.norm(velocity, axis=1))}


def water_things(recordings: list[Recording]) -> list[dict[str, Any]]:
    """Return every bounded fluid of the runs, each once, for the head of `payload`, and whether all is submerged."""
    low, high, length = room(recordings)
    around = AROUND * length
    things: list[dict[str, Any]] = []
    for recording in recordings:
        for fluid in fluids_of(recording):
            box = water_box(fluid)
            everywhere = box is None or ((box[0] < low).all() and (box[1] > high).all())
            if everywhere and SUBMERGED not in things:
                things.append(SUBMERGED)
            if box is None or not np.isfinite(box).any():
                continue
            closed = np.isfinite(box)
            lower = np.where(closed[0], box[0], np.minimum(low, np.where(closed[1], box[1], low)) - around)
            upper = np.where(closed[1], box[1], np.maximum(high, lower) + around)
            thing = {
                "kind": "water",
                "name": str(fluid.get("name", "")),
                "lower": lower.tolist(),
                "upper": upper.tolist(),
                "closed": closed.tolist(),
            }
            if thing not in things:
                things.append(thing)
    return things


def propeller_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Thrust of every propeller, as the arguments of charts."""
    if recording.dataset.sizes.get("propeller", 0) and "propeller_thrust" in recording.dataset:
        names = [str(name) for name in recording["propeller"].values]
        values = recording["propeller_thrust"].values
        yield _chart("propeller_thrust", "Thrust of the propellers", "thrust", "N", names, values)


def water_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Speed of the centre of mass relative to moving water, and that of the water."""
    if "current" in recording.dataset:
        speeds = (water_velocity(recording), recording["current"].values)
        values = np.stack([np.linalg.norm(velocity, axis=1) for velocity in speeds], axis=1)
        yield _chart("water_speed", "Speed through the water", "speed", "m/s", ["robot", "current"], values)


def section_curves(recording: Recording) -> Iterator[dict[str, Any]]:
    """Bend angle and bending plane of soft sections."""
    try:
        shapes = section_shapes(recording)
    except RecordingError:  # a recording without their lengths
        return
    if not shapes:
        return
    names = [shape.name for shape in shapes]
    bend, plane = (np.stack([getattr(shape, what) for shape in shapes], axis=1) for what in ("bend", "plane"))
    yield _chart("section_bend", "Bend angles of the soft sections", "angle", "rad", names, bend)
    if np.isfinite(plane).any():
        note = "from y toward z; undefined where a section is straight"
        yield _chart("section_plane", "Bending planes of the soft sections", "angle", "rad", names, plane) | {
            "note": note
        }


def _chart(name: str, title: str, label: str, unit: str, curves: list[str], values: FloatArray) -> dict[str, Any]:
    return {"name": name, "title": title, "label": label, "unit": unit, "curves": curves, "values": values}


def _most(values: FloatArray) -> float:
    """Largest finite absolute value."""
    sizes = np.abs(values)
    return float(sizes[np.isfinite(sizes)].max(initial=0.0))
