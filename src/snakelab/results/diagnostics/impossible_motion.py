"""Detection of impossible motions in a recording: soft sections of negative length, links that pass through thin solids."""

import math
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SnakelabWarning, WorldError
from snakelab.geometry.crossing import CORE, Thin, goes_through, is_inside, thickness
from snakelab.geometry.surfaces import Block, Pole
from snakelab.results.diagnostics.energy_balance import command_line_hint
from snakelab.results.metrics.motion import forward_axes
from snakelab.results.recorded_objects.sections import section_shapes
from snakelab.results.recorded_objects.surfaces import surfaces_of
from snakelab.results.recording import Recording
from snakelab.types import FloatArray

SPAN = 4  # number of records within which a link crosses a solid
LONG = 0.05  # between two records: in more time a link may have gone around it [s]
CAUGHT = 0.1  # fraction of a plate's thickness that a link may move in a step
STIFF = 10.0  # stiffness that stops a link within half of the thickness, by mass (speed / thickness)^2; 4 by energy
KINDS = {"Block": Block, "Pole": Pole}
SQUEEZED, CROSSED = "a soft section was compressed to a length of", "a link penetrated or crossed"


def impossible_remarks(recording: Recording) -> list[str]:
    """Return a remark on a soft section of negative length, and one on each block or pole that a link passed through."""
    return [*squeezed(recording), *crossed(recording)]


def warn_of_impossible(recording: Recording) -> None:
    """Issue `impossible_remarks` as warnings, at the line that called `simulate`."""
    with np.errstate(all="ignore"):
        lines = impossible_remarks(recording)
    for line in lines:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def squeezed(recording: Recording) -> Iterator[str]:
    """Return a remark on the first soft section whose axis has zero or negative length."""
    try:
        shapes = section_shapes(recording)
    except RecordingError:  # a recording without their lengths
        return
    for shape in shapes:
        bad = np.flatnonzero(shape.length <= 0)
        if len(bad):
            time = float(recording["time"].values[bad[0]])
            yield (
                f"{SQUEEZED} {shape.length[bad[0]]:.3g} m, {shape.name} at t = {time:.4g} s: it cannot be shorter than 0, and "
                "the motion after that is not valid; lower the forces or targets that compress it, or add "
                "joint limits, limits=Limits(lower, upper)"
            )
            return


def crossed(recording: Recording) -> Iterator[str]:
    """Return a remark for each block or pole that a link passed through, with a step and a stiffness that prevent it.

    A link did so where its axis, from end to end, passes opposite faces of a block or the core of a pole; where its
    centre does so between records, at most four and 0.05 s apart; or where its centre is inside. Other surfaces are not
    checked.
    """
    needed = (
        "time",
        "link_position",
        "link_quaternion",
        "link_length",
        "link_com",
        "link_section",
        "link_mass",
        "link_width",
    )
    if any(name not in recording.dataset.variables for name in needed) or recording.dataset.sizes["time"] < 2:
        return
    solids = [(surface, solid) for surface in surfaces_of(recording) if (solid := _thin(surface)) is not None]
    if not solids:
        return
    places, ends = recording["link_position"].values, _ends(recording)
    distances = _ways(places) if np.median(np.diff(recording["time"].values)) <= LONG else []
    for surface, solid in solids:
        crossing = min((*_impaled(solid, places, *ends), *_passed(solid, places, distances)), default=None)
        if crossing is not None:
            yield _remark(recording, str(surface.get("name")), thickness(solid), *crossing)


def _remark(recording: Recording, surface: str, thick: float, row: int, link: int) -> str:
    """Remark on one link at one record."""
    time, places = recording["time"].values, recording["link_position"].values[:, link]
    before = slice(max(0, row - SPAN - 1), row + 1)
    steps = np.linalg.norm(np.diff(places[before], axis=0), axis=-1) / np.diff(time[before])
    speed = float(steps.max(initial=0.0))
    name = str(recording["link"].values[link]) if "link" in recording else f"number {link + 1}"
    description = (
        f"{CROSSED} {surface!r}, {1e3 * thick:.3g} mm thick: {name} at t = {float(time[row]):.4g} s and {speed:.3g} m/s"
    )
    if not speed > 0:
        return f"{description}; give that contact a larger stiffness"
    room = (
        min(thick, float(recording["link_width"].values[link])) or thick
    )  # a thick solid is to stop it within its radius
    enough = STIFF * float(recording["link_mass"].values[link]) * (speed / room) ** 2
    stiffness = f"a stiffness of at least {enough:.1e} N/m"
    taken = float(recording.dataset.attrs.get("steps", 0) or 0)
    catch = CAUGHT * room / speed
    if taken > 0 and float(np.ptp(time)) / taken <= catch:
        return f"{description}; give that contact {stiffness}"
    place = 10.0 ** math.floor(math.log10(catch))
    step = math.floor(catch / place + 1e-9) * place
    hint = command_line_hint(recording, {"solver.step": f"{step:g}"})
    return f"{description}; try step={step:g}{hint} and give that contact {stiffness}"


def _ends(recording: Recording) -> tuple[FloatArray, FloatArray]:
    """Tail and head ends of the axes of all links, shapes (n_rows, n_links, 3), [m]."""
    places, axes = recording["link_position"].values, forward_axes(recording)
    length, com = (np.nan_to_num(recording[f"link_{name}"].values) for name in ("length", "com"))
    stations = recording["link_section"].values.astype(str) == "skin"  # of a soft section: its position is its middle
    behind = np.where(stations, length / 2, com)
    return places - behind[:, None] * axes, places + (length - behind)[:, None] * axes


def _impaled(solid: Thin, places: FloatArray, tails: FloatArray, heads: FloatArray) -> list[tuple[int, int]]:
    """Record and link of the first axis through the solid, or centre inside it, without links in this state at the start."""
    hit = goes_through(solid, tails, heads) | is_inside(solid, places)
    hit[:, hit[0]] = False
    return [tuple(crossing) for crossing in np.argwhere(hit)[:1].tolist()]


def _thin(surface: dict[str, Any]) -> Thin | None:
    """Return the block or pole of a recorded surface; None for another or a damaged surface."""
    kind = KINDS.get(str(surface.get("kind")))
    try:
        arguments = {key: value for key, value in surface.items() if key not in ("name", "kind") and value is not None}
        return None if kind is None else kind(**arguments)
    except (WorldError, TypeError):
        return None


def _ways(places: FloatArray) -> list[FloatArray]:
    """Displacement of each link within one to SPAN records, each of shape (n_rows - span, n_links), [m]."""
    spans = range(1, min(SPAN, len(places) - 1) + 1)
    return [np.linalg.norm(places[span:] - places[:-span], axis=-1) for span in spans]


def _passed(solid: Thin, places: FloatArray, distances: list[FloatArray]) -> list[tuple[int, int]]:
    """Record before and link of the first displacements of centres through a solid, one per number of records at most.

    Args:
        solid: The block or pole.
        places: Positions of the links, shape (n_rows, n_links, 3), [m].
        ways: From `_ways`; a link that moves less than the core of the solid cannot pass through it.
    """
    crossings = []
    for span, distance in enumerate(distances, 1):
        row, link = np.nonzero(distance > CORE * thickness(solid))
        start, end = places[row, link], places[row + span, link]
        hit = goes_through(solid, start, end) & ~is_inside(solid, start) & ~is_inside(solid, end)
        for k in range(1, span):
            hit &= is_inside(solid, places[row + k, link])
        crossings += [(int(row[i]) + span, int(link[i])) for i in np.flatnonzero(hit)[:1]]
    return crossings
