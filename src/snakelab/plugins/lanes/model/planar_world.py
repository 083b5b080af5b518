"""Planar world of the batch model: currents, contact law of walls and corners, ground friction, and solids on a grid.

In reading order: `UniformCurrent` and `PipeCurrent`; `WallLaw`, with its differences from the engine; `GroundFriction`;
`PlanarWorld`, and `Surroundings`, its samples on a grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar_solids import HullWall, Outline, Post, SignedDistanceGrid, sample_distance
from snakelab.parameters.arguments import FloatArray, choice, floats, instance, instances, number, vector
from snakelab.worlds.friction import MIN_EPS, SHAPES, SMOOTHINGS

# ----------------------------------------------------------------------------------------------------------------------
# Currents in a planar world: the same everywhere, or in a pipe
# ----------------------------------------------------------------------------------------------------------------------

DIRECTIONS = ("pipe", "x")


@dataclass(frozen=True)
class UniformCurrent:
    """The same velocity everywhere.

    Args:
        velocity: Shape (2,), [m/s].
    """

    velocity: Sequence[float]

    def __post_init__(self) -> None:
        vector(self.velocity, "UniformCurrent velocity", WorldError, size=2, unit="m/s")

    def at(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Velocity of the water, shape (..., 2), [m/s]."""
        return np.broadcast_to(np.asarray(self.velocity, dtype=np.float64), (*np.shape(x), 2))


@dataclass(frozen=True, eq=False)
class PipeCurrent:
    """A current in a pipe only, nil outside it.

    Args:
        hull: The wall with the pipe.
        speeds: At each point of the pipe's line, or one for all, [m/s]: linear in between, constant beyond the end.
            Positive flows inward, from the mouth.
        direction: "pipe": along the line; "x": along the world's x, to the side that the line runs to.

    Raises:
        WorldError: if there is not one speed for each point.
    """

    hull: HullWall
    speeds: Sequence[float] | float
    direction: str = "pipe"

    def __post_init__(self) -> None:
        hull: object = self.hull
        if not isinstance(hull, HullWall):
            raise WorldError(f"PipeCurrent hull must be a HullWall, got {hull!r}")
        choice(self.direction, "PipeCurrent direction", DIRECTIONS, WorldError)
        n = len(self.hull.pipe.line)
        try:
            speeds = np.broadcast_to(floats(self.speeds), n)
        except (TypeError, ValueError):
            speeds = np.full(n, np.nan)
        if not np.isfinite(speeds).all():
            raise WorldError(
                f"PipeCurrent speeds must be one number or one for each of the {n} points of the pipe [m/s], "
                f"got {self.speeds!r}"
            )
        object.__setattr__(self, "speeds", speeds)

    def at(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Velocity of the water, shape (..., 2), [m/s]."""
        piece, fraction = self.hull.pipe.project(x, y)
        speeds = np.asarray(self.speeds)
        speed = speeds[piece] + np.minimum(fraction, 1.0) * (speeds[piece + 1] - speeds[piece])
        along = self.hull.pipe.directions[piece]
        if self.direction == "x":
            along = np.stack((np.sign(along[..., 0]), np.zeros(np.shape(x))), axis=-1)
        flows = self.hull.contains(x, y)
        return np.where(flows[..., None], speed[..., None] * along, 0.0)


Current = UniformCurrent | PipeCurrent


# ----------------------------------------------------------------------------------------------------------------------
# Contact law of walls and corners in the batch model, and its differences from the engine's `worlds.Contact`
#
# K is the stiffness, B the damping, w the velocity out of the wall, v_t the velocity along the link, and N_0 the normal
# force of the present state:
#
#     walls    N = max(0, -(K gap + B w)) along the wall's normal, at the tail end, at each joint and at the head tip;
#     corners  N likewise along the link's normal, at the link's centre, where a corner is within `corner_reach` of the
#              link's middle line;
#     friction f = -mu N_0 tanh(|v_t| / eps) sign(v_t), along the link.
#
# N is implicit in the step and active where the step would leave the point in the wall. The kernels are in `contact`.
#
# Differences from the engine (`worlds.contact_laws.Contact` on an `Extruded`):
#
# | | batch model | engine |
# |---|---|---|
# | contact points | ends of the links | all skin points; the same with `Skin(joined=True)` |
# | thickness of the snake | subtracted from the distance | that of a ring across the link: less if the normal is oblique to it |
# | signed distance | plane of the last proximity query, every `query_interval` steps | at each solve |
# | corners | act on the link's centre, across the link | act on the skin point, along the surface's normal |
# | friction direction | along the link | in the tangent plane of the surface |
# | friction load | normal force before the step | normal force of the last solve |
# | friction law | one coefficient, smoothed by tanh | several directions, three smoothings, or a `UserLaw` |
# | active set | `Horizon.solves` solves a step, the first by an estimate | solved until it is constant, at most 8 times |
# | dry ground friction (`GroundFriction`) | secant at the velocity before the step | line at the velocity after the step |
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WallLaw:
    """Contact and friction law of walls and corners.

    Walls act on the tail end, the joints and the head tip: N = max(0, K depth + B w), with w the speed into the wall,
    along the wall's normal, where the step would leave them in the wall. A corner within `corner_reach` of a link's
    middle line acts on the link's centre, along the link's normal, by the same law. Friction acts along the link: -mu N
    tanh(v_t / eps), with the normal force of the present state.

    Args:
        stiffness: K [N/m].
        damping: B [N s/m].
        friction: mu [-].
        eps: Smoothing speed of friction [m/s].
        corner_reach: Half the thickness of the snake at corners [m].
        along_link: Use the link's normal, on the wall's side, in place of the wall's normal.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 8 to 11, with forces that point out of the wall. The
    paper does not print the numbers.
    """

    stiffness: float = 500.0
    damping: float = 5.0
    friction: float = 0.2
    eps: float = 1e-3
    corner_reach: float = 0.01
    along_link: bool = False

    def __post_init__(self) -> None:
        number(self.stiffness, "WallLaw stiffness", WorldError, above=0, unit="N/m")
        number(self.damping, "WallLaw damping", WorldError, minimum=0, unit="N s/m")
        number(self.friction, "WallLaw friction", WorldError, minimum=0)
        number(self.eps, "WallLaw eps", WorldError, above=0, unit="m/s")
        number(self.corner_reach, "WallLaw corner_reach", WorldError, above=0, unit="m")


# ----------------------------------------------------------------------------------------------------------------------
# Ground friction of the batch model: the laws of `worlds.LinkFriction` and `worlds.ViscousFriction`, at link centres
# ----------------------------------------------------------------------------------------------------------------------

# Kinds of ground in the batch model, compiled in: no ground, viscous friction only, or dry and viscous friction.
NO_GROUND, VISCOUS, DRY = range(3)
# Shapes and smoothings of Coulomb friction that the batch model supports; others raise an error.
LANE_SHAPES = ("per_axis", "elliptic", "along_slip", "weighted_slip")
LANE_SMOOTHINGS = ("tanh", "sqrt", "rational")


@dataclass(frozen=True)
class GroundFriction:
    """Dry and viscous friction at the centre of each link, along and across it.

    With u_t, u_n the velocity of a link's centre along and across it, and N = load_per_mass m: the dry friction of `LinkFriction`
    by its shape and smoothing, and f_t = -m C_t u_t, f_n = -m C_n u_n. Coefficients along the link differ between forward
    (toward the head) and backward.

    Args:
        mu_tangential: Coefficient of dry friction along the link, moving forward [-].
        mu_backward: Moving backward [-].
        mu_normal: Across the link [-].
        load_per_mass: Normal force per mass [m/s^2].
        shape: "per_axis", "elliptic", "along_slip" or "weighted_slip", see `LinkFriction`.
        smoothing: "tanh", "sqrt" or "rational".
        eps: Smoothing speed [m/s].
        viscous_tangential: C_t moving forward [1/s].
        viscous_backward: C_t moving backward [1/s].
        viscous_normal: C_n [1/s].

    Raises:
        WorldError: if a number is negative, or there is no such shape or smoothing.
    """

    mu_tangential: float = 0.0
    mu_backward: float = 0.0
    mu_normal: float = 0.0
    load_per_mass: float = 0.0
    shape: str = "per_axis"
    smoothing: str = "tanh"
    eps: float = 1e-3
    viscous_tangential: float = 0.0
    viscous_backward: float = 0.0
    viscous_normal: float = 0.0

    def __post_init__(self) -> None:
        for name in NUMBERS:
            number(getattr(self, name), f"GroundFriction {name}", WorldError, minimum=0)
        choice(self.shape, "GroundFriction shape", LANE_SHAPES, WorldError)
        choice(self.smoothing, "GroundFriction smoothing", LANE_SMOOTHINGS, WorldError)
        number(self.eps, "GroundFriction eps", WorldError, minimum=MIN_EPS, unit="m/s")

    @property
    def kind(self) -> int:
        """NO_GROUND, VISCOUS or DRY."""
        if self.load_per_mass > 0.0 and max(self.mu_tangential, self.mu_backward, self.mu_normal) > 0.0:
            return DRY
        return VISCOUS if max(self.viscous_tangential, self.viscous_backward, self.viscous_normal) > 0.0 else NO_GROUND

    @property
    def dry_law(self) -> int:
        """Index of the shape plus four times that of the smoothing."""
        return SHAPES.index(self.shape) + len(SHAPES) * SMOOTHINGS.index(self.smoothing)


# Numbers of a GroundFriction that may differ from link to link and from lane to lane.
NUMBERS = (
    *("mu_tangential", "mu_backward", "mu_normal", "load_per_mass"),
    *("viscous_tangential", "viscous_backward", "viscous_normal"),
)


# ----------------------------------------------------------------------------------------------------------------------
# Planar world: solids and currents, and their sampling on a grid
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Walls, corners and current around a planar snake; the default is open, still water.

    Args:
        distance: Signed distance of the walls on a grid; None without walls.
        corners: Points of sharp edges, shape (n, 2), [m].
        law: Contact and friction law of the walls.
        current: Velocity of the water at the grid's points, shape (n_y, n_x, 2), [m/s], or a uniform velocity, shape
            (2,). The current at a link is that of the grid point nearest to its centre.

    Raises:
        WorldError: if shapes do not fit.
    """

    distance: SignedDistanceGrid | None = None
    corners: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    law: WallLaw = field(default_factory=WallLaw)
    current: FloatArray = field(default_factory=lambda: np.zeros(2))

    def __post_init__(self) -> None:
        corners = np.asarray(self.corners, dtype=np.float64)
        if corners.ndim != 2 or corners.shape[1] != 2 or not np.isfinite(corners).all():
            raise WorldError(f"Surroundings corners must be finite points, shape (n, 2), got shape {corners.shape}")
        if len(corners) and self.distance is None:
            raise WorldError("Surroundings with corners need the distance of the walls that they belong to")
        current = np.asarray(self.current, dtype=np.float64)
        shape = None if self.distance is None else (*self.distance.values.shape, 2)
        if current.shape not in ((2,), shape) or not np.isfinite(current).all():
            allowed = "(2,)" if shape is None else f"(2,) or {shape}"
            raise WorldError(f"Surroundings current must be finite, of shape {allowed}, got shape {current.shape}")
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "current", current)

    def current_at(self, x: float, y: float) -> FloatArray:
        """Velocity of the water, shape (2,), [m/s]."""
        if self.distance is None or self.current.ndim == 1:
            return self.current.reshape(-1)[:2]
        row, column = self.distance.nearest(x, y)
        return self.current[row, column]


@dataclass(frozen=True, eq=False)
class PlanarWorld:
    """Water in a plane with solids in it; open, still water by default.

    Args:
        solids: HullWall, Outline and Post of `geometry.planar_solids`.
        currents: UniformCurrent and PipeCurrent; several add up.
        law: Contact and friction law of the walls.

    Raises:
        WorldError: if a pipe is thinner than the snake's own half thickness, `law.corner_reach`.
    """

    solids: Sequence[HullWall | Outline | Post] = field(default=())
    currents: Sequence[Current] = field(default=())
    law: WallLaw = field(default_factory=WallLaw)

    def __post_init__(self) -> None:
        solids = instances(self.solids, "PlanarWorld solids", (HullWall, Outline, Post), WorldError)
        currents = instances(self.currents, "PlanarWorld currents", (UniformCurrent, PipeCurrent), WorldError)
        instance(self.law, "PlanarWorld law", (WallLaw,), WorldError)
        object.__setattr__(self, "solids", solids)
        object.__setattr__(self, "currents", currents)
        for radius in self._bores():
            if radius <= self.law.corner_reach:
                raise WorldError(
                    f"a pipe of radius {radius:g} m is thinner than the snake, whose half thickness is "
                    f"WallLaw corner_reach = {self.law.corner_reach:g} m; write radii above that, or a smaller corner_reach"
                )

    def corners(self) -> FloatArray:
        """Sharp edges of all solids, shape (n, 2), [m]."""
        return np.concatenate([np.zeros((0, 2)), *(solid.corners() for solid in self.solids)])

    def surroundings(
        self, low: Sequence[float] = (-16.0, -12.0), high: Sequence[float] = (3.0, 3.0), spacing: float = 0.02
    ) -> Surroundings:
        """Distance and current on a grid, as the batch model reads them.

        Args:
            low: Lower corner of the grid, shape (2,), [m]; beyond its edges distance and current are those of the edge.
            high: Upper corner, shape (2,), [m].
            spacing: Spacing of the grid [m].

        Raises:
            WorldError: if the grid is too coarse for a pipe.
        """
        step = number(spacing, "grid spacing", WorldError, above=0, unit="m")
        narrow = min(self._bores(), default=np.inf)
        if step > narrow / 4:  # four cells from the axis to the wall
            raise WorldError(
                f"a grid spacing of {step:g} m is too coarse for a pipe of radius {narrow:g} m; write at most "
                f"spacing={narrow / 4:g}"
            )
        if not self.solids:
            velocity = sum((np.asarray(c.at(np.zeros(()), np.zeros(()))) for c in self.currents), start=np.zeros(2))
            return Surroundings(law=self.law, current=velocity)
        grid = sample_distance(self.solids, low, high, step)
        a, b = vector(low, "low", WorldError, size=2), vector(high, "high", WorldError, size=2)
        corners = self.corners()
        seen = ((corners >= a) & (corners <= b)).all(axis=1)
        velocity = sum((c.at(*grid.points()) for c in self.currents), start=np.zeros((*grid.values.shape, 2)))
        if not velocity.any():
            velocity = np.zeros(2)
        return Surroundings(grid, corners[seen], self.law, velocity)

    def _bores(self) -> list[float]:
        return [float(np.min(solid.pipe.radii)) for solid in self.solids if isinstance(solid, HullWall)]
