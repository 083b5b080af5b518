"""Frames of the live view: one record as a short row of bytes.

All numbers are little-endian float32:

| numbers | content |
|---|---|
| 4 | numbers of links n, plotted values m, contact points k, propellers p |
| 3 | whole seconds and remainder of the time [s]; wall time of the last tick [ms] |
| 3 | numbers of kinds of forces f, values for the colour of the links e, components of the current c (0 or 3) |
| 3 | centre of mass [m] |
| 3 n | centres of the links, from the centre of mass [m] |
| 4 n | quaternions of the links, wxyz |
| m | plotted values |
| 4 k | contact points: place [m] and load [N] |
| p | thrusts [N] |
| 3 n f | forces on the links, kind by kind, world axes [N] |
| e | one value per coordinate: torque or force [N m or N], or temperature [degC] |
| c | velocity of the water at the centre of mass [m/s] |

The time is sent as two numbers, whole seconds and the remainder, because float32 would lose milliseconds after hours.
"""

from dataclasses import dataclass, field

import numpy as np

from snakelab.sim.record import Layout
from snakelab.types import FloatArray

# Minimum load of a drawn contact point [N].
MIN_LOAD = 1e-9
# Kinds of forces on the links: names of the recorded variables by their ends.
FORCES = {"friction": "friction_force", "drag": "drag_force"}
NOTHING = np.zeros(0)


@dataclass(frozen=True)
class Watched:
    """Optional content of the frames of a viewer.

    Attributes:
        variables: Name and component of each plotted value.
        contacts: True for the contact points.
        forces: True for the forces on the links.
        current: True for the velocity of the water.
        colour: Values for the colour of the links: "effort", "temperature", or "" for none.
    """

    variables: tuple[tuple[str, int], ...] = ()
    contacts: bool = False
    forces: bool = False
    current: bool = False
    colour: str = ""


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Values of an instant that are not in its record.

    Attributes:
        current: Velocity of the water at the centre of mass, shape (3,), [m/s]; empty without one.
        temperature: Of each servo, [degC]; empty without servos.
    """

    current: FloatArray = field(default_factory=lambda: NOTHING)
    temperature: FloatArray = field(default_factory=lambda: NOTHING)


def frame(
    row: FloatArray,
    layout: Layout,
    watched: Watched = Watched(),
    took: float = 0.0,
    surroundings: Surroundings = Surroundings(),
) -> bytes:
    """Return the frame of one record.

    Args:
        row: The record, shape (record width,).
        layout: Layout of the record.
        watched: Optional content.
        took: Wall time of the last tick [ms].
        surroundings: Values that are not in the record.
    """

    def value(name: str) -> FloatArray:
        place, shape = layout[name]
        return row[place].reshape(shape)

    com, time = value("com_position"), float(row[0])
    places = (value("link_position") - com).ravel()
    plotted = [_component(row, layout, name, i) for name, i in watched.variables]
    points = NOTHING
    if watched.contacts and "skin_load" in layout:
        load = value("skin_load")
        touching = load > MIN_LOAD
        points = np.column_stack((value("skin_position")[touching], load[touching])).ravel()
    thrusts = value("propeller_thrust") if "propeller_thrust" in layout else NOTHING
    forces = link_forces(row, layout) if watched.forces else NOTHING
    colours = {"effort": value("tau"), "temperature": surroundings.temperature}.get(watched.colour, NOTHING)
    current = surroundings.current if watched.current else NOTHING
    n = len(places) // 3
    optional = (len(forces) // max(3 * n, 1), len(colours), len(current))
    head = (n, len(plotted), len(points) // 4, len(thrusts), np.floor(time), time % 1.0, took, *optional)
    parts = (head, com, places, value("link_quaternion").ravel(), plotted, points, thrusts, forces, colours, current)
    return np.concatenate([np.asarray(part, dtype=np.float64) for part in parts]).astype("<f4").tobytes()


def _component(row: FloatArray, layout: Layout, name: str, i: int) -> float:
    """Return one component of a recorded variable; NaN if this run has none, as after a change of the scenario."""
    place, shape = layout.get(name, (slice(0), (0,)))
    return float(row[place].reshape(-1)[i]) if i < int(np.prod(shape)) else np.nan


def force_kinds(layout: Layout) -> dict[str, list[str]]:
    """Return the recorded variables of each kind of force on the links; kinds without any are left out."""
    by_kind = {kind: [name for name in layout if name.endswith(end)] for kind, end in FORCES.items()}
    return {kind: names for kind, names in by_kind.items() if names}


def link_forces(row: FloatArray, layout: Layout) -> FloatArray:
    """Return the forces on the links of one record, kind by kind, shape (n_kinds * n_links * 3,), [N]."""
    kinds = force_kinds(layout).values()
    sums = [np.sum([row[layout[name][0]] for name in names], axis=0) for names in kinds]
    return np.concatenate(sums) if sums else NOTHING
