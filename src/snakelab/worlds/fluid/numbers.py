"""Parameters of the compiled law of a fluid: a header, its region, its currents, one record for each station and each strip.

A strip is a short cylinder of the hull around one point of its axis. Per strip, with the velocity u of the hull relative to
the water in the station's axes, s = sqrt(u_y^2 + u_z^2):

    force = -(linear_x + quadratic_x |u_x|) u_x along x,  -(linear_e + quadratic_e s) u_e across, e = y, z,
    added mass: diag(added) at that point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from snakelab.geometry.stations import Hull
from snakelab.geometry.surfaces import Pipe
from snakelab.types import FloatArray
from snakelab.worlds.fluid.currents import Current, CurrentMap
from snakelab.worlds.fluid.region import Region, region_numbers
from snakelab.worlds.fluid.user_current import UserCurrent

DENSITY, LITERAL, PER_AXIS, N_CURRENTS, REGION, CURRENTS, STATIONS, HEADER_WIDTH = range(8)
# Of a station: centre of buoyancy from the centre of mass, volume, middle of the axis, added inertia and angular drag about the
# station's axes, the first of its strips, their number, and the largest distance of the hull from the centre of mass.
BUOYANCY, VOLUME, MIDDLE, ADDED_ROTARY_INERTIA, LINEAR_MOMENT, QUADRATIC_MOMENT, FIRST, COUNT, REACH, STATION_WIDTH = (
    0,
    3,
    4,
    7,
    10,
    13,
    16,
    17,
    18,
    19,
)
# Of a strip: position along x from the centre of mass, radius, fraction of its station's volume, coefficients along x, y and z;
# middle and length of the piece of the hull that it represents. The pieces lie end to end.
ALONG, RADIUS, FRACTION, ADDED, LINEAR, QUADRATIC, PIECE, LENGTH, STRIP_WIDTH = 0, 1, 2, 3, 6, 9, 12, 13, 14
# Minimum radius for crossing a free surface [m].
THIN = 1e-6


@dataclass(frozen=True)
class Coefficients:
    """Fluid coefficients of one hull, per strip and in total.

    Attributes:
        stations: From the middle of the hull's axis, shape (n,), [m].
        fractions: Of the hull's volume, shape (n,), [-].
        added: Added mass of each strip, shape (n, 3), [kg].
        linear: Linear drag of each strip, shape (n, 3), [N s/m].
        quadratic: Quadratic drag of each strip, shape (n, 3), [N s^2/m^2].
        added_inertia: Added rotary inertia of the hull in addition to that of the added mass of the strips, shape (3,), [kg m^2].
        linear_moment: Linear drag moment, shape (3,), [N m s].
        quadratic_moment: Quadratic drag moment, shape (3,), [N m s^2].
    """

    stations: FloatArray
    fractions: FloatArray
    added: FloatArray
    linear: FloatArray
    quadratic: FloatArray
    added_inertia: FloatArray
    linear_moment: FloatArray
    quadratic_moment: FloatArray


class FluidLaw(Protocol):
    """Parameters and coefficients from which the numbers of a fluid are computed; implemented by `Fluid` and `LumpedFluid`."""

    @property
    def density(self) -> float: ...
    @property
    def form(self) -> str: ...
    @property
    def region(self) -> Region | Pipe | None: ...
    @property
    def surface(self) -> float | None: ...
    @property
    def currents(self) -> Sequence[Current | CurrentMap | UserCurrent]: ...
    def coefficients(self, hull: Hull) -> Coefficients:
        """Added mass and drag of one hull."""
        ...


def lay_out(fluid: FluidLaw, hulls: tuple[Hull, ...], masses: FloatArray, *, per_axis: bool) -> FloatArray:
    """Return all parameters of a fluid in a row; places are relative to its beginning.

    Args:
        fluid: The fluid.
        hulls: One for each station.
        masses: Of the stations, shape (n,), [kg].
        per_axis: True if lateral quadratic drag depends on the speed along each axis, False if on the lateral speed.
    """
    region = region_numbers(fluid.region, fluid.surface)
    currents = [current.numbers() for current in fluid.currents]
    header = np.zeros(HEADER_WIDTH)
    header[DENSITY], header[LITERAL], header[PER_AXIS] = fluid.density, fluid.form == "literal", per_axis
    header[N_CURRENTS], header[REGION] = len(currents), HEADER_WIDTH
    header[CURRENTS] = HEADER_WIDTH + len(region)
    header[STATIONS] = header[CURRENTS] + sum(map(len, currents))
    stations = np.zeros((len(hulls), STATION_WIDTH))
    strips: list[FloatArray] = []
    at = int(header[STATIONS]) + stations.size
    for record, hull, mass in zip(stations, hulls, masses, strict=True):
        given = fluid.coefficients(hull)
        record[BUOYANCY : BUOYANCY + 3] = hull.buoyancy
        record[VOLUME] = mass / fluid.density if hull.volume is None else hull.volume
        record[MIDDLE : MIDDLE + 3] = hull.middle
        record[ADDED_ROTARY_INERTIA : ADDED_ROTARY_INERTIA + 3] = given.added_inertia
        record[LINEAR_MOMENT : LINEAR_MOMENT + 3] = given.linear_moment
        record[QUADRATIC_MOMENT : QUADRATIC_MOMENT + 3] = given.quadratic_moment
        record[REACH] = np.linalg.norm(hull.middle) + hull.length / 2 + max(hull.half_width, hull.half_height)
        n = len(given.stations)
        record[FIRST], record[COUNT] = at, n
        block = np.zeros((n, STRIP_WIDTH))
        block[:, ALONG] = hull.middle[0] + given.stations
        block[:, RADIUS] = max((hull.half_width * hull.half_height) ** 0.5, THIN)
        block[:, FRACTION] = given.fractions
        block[:, LENGTH] = hull.length * given.fractions
        ends = hull.length * np.cumsum(given.fractions)
        block[:, PIECE] = hull.middle[0] - hull.length / 2 + ends - block[:, LENGTH] / 2
        block[:, ADDED : ADDED + 3] = given.added
        block[:, LINEAR : LINEAR + 3] = given.linear
        block[:, QUADRATIC : QUADRATIC + 3] = given.quadratic
        strips.append(block.ravel())
        at += block.size
    return np.concatenate([header, region, *currents, stations.ravel(), *strips])
