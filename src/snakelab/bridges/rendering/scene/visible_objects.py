"""Visible things of a run: the links of the robot, the surfaces and fluids of the world, and its scenery."""

import json
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabError
from snakelab.results.recorded_objects.propellers import PropellerFacts, propellers_of
from snakelab.results.recorded_objects.surfaces import surfaces_of
from snakelab.results.recorded_objects.wheels import WheelFacts, wheels_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray
from snakelab.view.world_outlines.water import fluids_of
from snakelab.worlds.scenery import Scenery

FLAT = 0.05  # contrast below which a texture has no features
FAR = 1e4  # distance beyond which a body is not drawn [m]


@dataclass(frozen=True)
class VisibleLink:
    """Link or station of a soft section, drawn along its x from `back` to `front` of its centre.

    Attributes:
        kind: Cross-section: "box", "cylinder", "ellipse", "skin" or "".
        back, front: Ends [m].
        width, height: Extents across [m].
    """

    kind: str
    back: float
    front: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class Stage:
    """All visible objects.

    Attributes:
        links: Links and stations in the order of their poses.
        surfaces: As recorded, see `surface_facts`.
        fluids: As recorded.
        scenery: Textures, light, room.
        low, high: Corners of the region of interest, each of shape (3,), [m].
        planar: True for a robot in the plane.
        from_head: True if the links are numbered from the head.
        wheels, propellers: Of the robot, on links by their index.
    """

    links: tuple[VisibleLink, ...]
    surfaces: list[dict[str, Any]]
    fluids: list[dict[str, Any]]
    scenery: Scenery
    low: FloatArray
    high: FloatArray
    planar: bool
    from_head: bool = False
    wheels: tuple[WheelFacts, ...] = ()
    propellers: tuple[PropellerFacts, ...] = ()


def recorded_stage(recording: Recording, scenery: Scenery | None = None) -> Stage:
    """Return the visible things of a recording.

    Args:
        recording: The run.
        scenery: Replaces that of its world.
    """
    places = recording["link_position"].values.reshape(-1, 3)
    places = places[(np.abs(places) < FAR).all(axis=1)]
    if not len(places):
        raise RecordingError("the recording has no finite pose to render")
    return Stage(
        tuple(_links(recording)),
        surfaces_of(recording),
        fluids_of(recording),
        recorded_scenery(recording) if scenery is None else scenery,
        places.min(axis=0),
        places.max(axis=0),
        recording.dataset.attrs.get("base") == "planar",
        recording.dataset.attrs.get("base_end") == "head",
        tuple(wheels_of(recording)),
        tuple(propellers_of(recording)),
    )


def lack_of_features(stage: Stage) -> str:
    """Return the reason for which images will show almost no features; empty if they will."""
    if stage.scenery.contrast < FLAT:
        return f"the scenery has no texture (contrast {stage.scenery.contrast:g}; write contrast=0.8)"
    if not stage.surfaces and stage.scenery.room is None and not stage.planar:
        return "there is nothing to see but the robot; write scenery=Scenery(room=(8, 8, 3))"
    return ""


def recorded_scenery(recording: Recording) -> Scenery:
    """Return the scenery of a recording, the default one if there is none.

    Raises:
        RecordingError: if it is damaged.
    """
    try:
        given = json.loads(recording.dataset.attrs.get("scenery", "{}"))
        return replace(Scenery(), **{key: _tuple(value) for key, value in given.items()})
    except (TypeError, ValueError, AttributeError, RecursionError, SnakelabError) as problem:
        raise RecordingError(f"the recording's scenery is damaged: {problem}") from problem


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _links(recording: Recording) -> list[VisibleLink]:
    """Return the links; one without a cross-section is a slim cylinder."""
    dataset = recording.dataset
    length, com = (np.nan_to_num(np.asarray(recording[f"link_{name}"].values, float)) for name in ("length", "com"))
    slim = np.full(len(length), 0.04 * max(float(length.sum()), 1e-3))
    widths, heights = (
        np.nan_to_num(np.asarray(dataset[name].values, float)) if name in dataset.coords else slim
        for name in ("link_width", "link_height")
    )
    kinds = (
        [str(kind) for kind in dataset["link_section"].values] if "link_section" in dataset.coords else [""] * len(com)
    )
    return [
        VisibleLink(kind, -back, -back + reach, width or thin, height or thin)
        for kind, back, reach, width, height, thin in zip(
            kinds, com.tolist(), length.tolist(), widths.tolist(), heights.tolist(), slim.tolist(), strict=True
        )
    ]
