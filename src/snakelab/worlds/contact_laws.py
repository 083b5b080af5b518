"""Contact of a body with a surface: normal force and friction, and contacts of natural grounds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.errors import WorldError
from snakelab.geometry.height_maps import Extent, Place
from snakelab.geometry.surfaces import SURFACES, Block, Extruded, HeightField, Pipe, Plane, Pole
from snakelab.geometry.terrain import RELIEFS, Boulders, Relief, RoughGround, Terrain
from snakelab.parameters.arguments import FloatArray, instance, instances, number
from snakelab.parameters.declarations import (
    FIXED,
    Choices,
    Coefficient,
    Seed,
    Slider,
    TermName,
    Unit,
    check_declared,
    checked_arguments,
)
from snakelab.worlds.force_law import (
    CONTACT,
    CONTACT_FRICTION,
    SELF_CONTACT_LAW,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    UserLaw,
)
from snakelab.worlds.friction import (
    COULOMB_COEFFICIENTS,
    SHAPES,
    SMOOTHINGS,
    USER_FRICTION,
    SmoothingSpeed,
    check_shape,
    coulomb_parameters,
    scaled_coefficients,
)
from snakelab.worlds.gravity import STANDARD_GRAVITY

# ----------------------------------------------------------------------------------------------------------------------
# Contact law
#
# At each skin point with a negative predicted gap, with its velocity w out of the surface, the normal force is
#
#     N = max(0, -(K gap + B w)),
#
# and the friction follows from it. Stiffness and damping are those of one point: twice the points give twice the force.
# ----------------------------------------------------------------------------------------------------------------------

BODY, WORLD = 0, 1
FRAMES = ("body", "world")
SHAPE = 4  # index of the shape in the parameters of SurfaceFriction


@dataclass(frozen=True)
class SurfaceFriction:
    """Coulomb friction in the tangent plane of a contact: isotropic, or with directions given by the axis of the body
    or the world's x axis.

    Per axis (a box): f_e = -mu_e N s(|u_e| / eps) sign(u_e). Elliptic (maximal dissipation), along slip and weighted
    slip: see `LinkFriction`. A single coefficient gives isotropic friction. Give `shape` with several coefficients.
    Without it, different ones are taken per axis, with a warning; equal ones are an error.

    Args:
        mu_tangential: Coefficient for forward motion along the first direction [-].
        mu_normal: Coefficient perpendicular to the first direction [-]; the default is mu_tangential.
        mu_backward: Coefficient for backward motion along the first direction [-]; the default is mu_tangential.
        frame: First direction: the x axis of the part ("body") or of the world ("world"), projected onto the tangent
            plane.
        shape: "per_axis", "elliptic", "along_slip" or "weighted_slip". Required with several coefficients.
        smoothing: s: "tanh", "sqrt" or "rational", see `LinkFriction`.
        eps: Smoothing speed [m/s]. Smoothed friction creeps; use a small value on poles and slopes.

    Source: per world axis, Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, eq. 12
    to 14, with the sign that opposes the motion.
    """

    mu_tangential: Coefficient
    mu_normal: Coefficient | None = None
    mu_backward: Coefficient | None = None
    frame: Annotated[str, Choices(FRAMES)] = "body"
    shape: Annotated[str, Choices(SHAPES)] | None = None
    smoothing: Annotated[str, Choices(SMOOTHINGS)] = "tanh"
    eps: SmoothingSpeed = 1e-3

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_shape(self, stacklevel=3)

    def numbers(self) -> tuple[float, ...]:
        """Numbers for the compiled law: frame, mu_tangential, mu_backward, mu_normal, shape, smoothing, eps."""
        return (FRAMES.index(self.frame), *coulomb_parameters(self))

    @property
    def is_isotropic(self) -> bool:
        """True if the friction is equal in all directions, and against the slip."""
        single = self.mu_normal is None and self.mu_backward is None
        return single and self.shape in (None, "elliptic", "along_slip")

    def scaled(self, factor: float) -> "SurfaceFriction":
        """Return the law with its coefficients multiplied by a factor."""
        return replace(self, **scaled_coefficients(self, COULOMB_COEFFICIENTS, factor))


REGIONAL_COEFFICIENTS = ("mu_tangential", "mu_normal")


@dataclass(frozen=True)
class FrictionPatch:
    """Rectangle of a ground with its own friction, with sides along the world's x and y.

    Args:
        lower: Lower corner, shape (2,), [m].
        upper: Upper corner, shape (2,), [m].
        mu_tangential: Coefficient along the body [-].
        mu_normal: Coefficient across it [-]; the default is mu_tangential.
    """

    lower: Place
    upper: Place
    mu_tangential: Coefficient
    mu_normal: Coefficient | None = None

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if not (self.lower[0] < self.upper[0] and self.lower[1] < self.upper[1]):
            raise WorldError(
                f"FrictionPatch lower must be less than upper in x and y, got {list(self.lower)} and {list(self.upper)}"
            )

    def numbers(self) -> list[float]:
        """Corners and coefficients for the compiled law."""
        across = self.mu_tangential if self.mu_normal is None else self.mu_normal
        return [*map(float, (*self.lower, *self.upper)), float(self.mu_tangential), float(across)]


@dataclass(frozen=True)
class RegionalFriction:
    """Coulomb friction whose coefficients depend on the place on the ground.

    Along the body and across it, f_e = -mu_e N tanh(|u| / eps) u_e / |u|, with the coefficients of the last patch that
    contains the point, or else of the ground.

    Args:
        mu_tangential: Coefficient along the body, outside all patches [-].
        mu_normal: Coefficient across it [-]; the default is mu_tangential.
        patches: Rectangles with other coefficients; where they overlap, the last one applies.
        eps: Smoothing speed [m/s].
    """

    mu_tangential: Coefficient
    mu_normal: Coefficient | None = None
    patches: Sequence[FrictionPatch] = ()
    eps: SmoothingSpeed = 1e-3

    def __post_init__(self) -> None:
        given = instances(self.patches, "RegionalFriction patches", (FrictionPatch,), WorldError)
        object.__setattr__(self, "patches", given)
        check_declared(self, WorldError)

    @cached_property
    def law(self) -> UserLaw:
        """The law as a function of the place."""
        across = self.mu_tangential if self.mu_normal is None else self.mu_normal
        numbers = [self.eps, self.mu_tangential, across, len(self.patches)]
        for patch in self.patches:
            numbers += patch.numbers()
        return UserLaw(regional_friction, tuple(float(value) for value in numbers))

    def scaled(self, factor: float) -> "RegionalFriction":
        """Return the friction with its coefficients multiplied by a factor."""
        patches = [
            replace(patch, **scaled_coefficients(patch, REGIONAL_COEFFICIENTS, factor)) for patch in self.patches
        ]
        return replace(self, **scaled_coefficients(self, REGIONAL_COEFFICIENTS, factor), patches=patches)


def regional_friction(pose, twist, load, parameters, wrench, damping, stiffness):
    """Write the friction at a contact point; arguments as for a `UserLaw`. The secant is the damping."""
    x, y = pose[0, 3], pose[1, 3]
    along, across = parameters[1], parameters[2]
    for i in range(int(parameters[3])):
        at = 4 + 6 * i
        if parameters[at] <= x <= parameters[at + 2] and parameters[at + 1] <= y <= parameters[at + 3]:
            along, across = parameters[at + 4], parameters[at + 5]
    speed, eps = math.hypot(twist[0], twist[1]), parameters[0]
    secant = load * math.tanh(speed / eps) / speed if speed > 1e-9 * eps else load / eps
    wrench[0], wrench[1] = -along * secant * twist[0], -across * secant * twist[1]
    damping[0, 0], damping[1, 1] = along * secant, across * secant


@dataclass(frozen=True)
class Contact(ForceLaw):
    """Contact of the skin of a body with a surface.

    N = max(0, -(K gap + B w)) at every skin point, with its normal velocity w. The law is implicit in the step, and
    active where the predicted gap at the end of the step is negative.

    Args:
        surface: Plane, HeightField, Terrain, Block, Pole, Pipe or Extruded; the default is level ground at z = 0.
        stiffness: Stiffness K of one skin point [N/m].
        damping: Damping B of one skin point [N s/m].
        friction: Friction law; None is frictionless. `RegionalFriction` depends on the place; a `UserLaw` is called at every
            contact point with the normal force at that point.
        name: Name of the normal force in recordings; friction is `<name>_friction`.

    Source: Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, eq. 12, with N limited
        to positive values: a contact never pulls.
    """

    surface: Plane | HeightField | Terrain | Block | Pole | Pipe | Extruded = field(default_factory=Plane)
    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 1e5, 100)] = 1e4
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1)] = 50.0
    friction: SurfaceFriction | RegionalFriction | UserLaw | None = field(default_factory=lambda: SurfaceFriction(0.5))
    name: TermName = "contact"

    def __post_init__(self) -> None:
        surface: object = self.surface
        if not isinstance(surface, SURFACES):
            allowed = ", ".join(kind.__name__ for kind in SURFACES)
            raise WorldError(f"Contact surface must be one of {allowed}; got {surface!r}")
        friction: object = self.friction
        if friction is not None and not isinstance(friction, (SurfaceFriction, RegionalFriction, UserLaw)):
            raise WorldError(
                f"Contact friction must be a SurfaceFriction, a RegionalFriction, a UserLaw or None, got {friction!r}; write "
                "SurfaceFriction(0.5)"
            )
        check_declared(self, WorldError)

    @property
    def coulomb(self) -> SurfaceFriction | None:
        """Friction with known coefficients; None for a frictionless contact, and for friction by another law."""
        return self.friction if isinstance(self.friction, SurfaceFriction) else None

    @property
    def user_friction(self) -> UserLaw | None:
        """Friction by a law that is called by its address; None for others."""
        if isinstance(self.friction, RegionalFriction):
            return self.friction.law
        return self.friction if isinstance(self.friction, UserLaw) else None

    def parameters(self) -> FloatArray:
        """Numbers for the compiled law: K, B, the friction's, the surface's kind and numbers. A user-defined friction has those
        of zero friction, with the shape USER_FRICTION."""
        numbers = list((self.coulomb or SurfaceFriction(0.0)).numbers())
        if self.user_friction is not None:
            numbers[SHAPE] = USER_FRICTION
        return np.concatenate(((self.stiffness, self.damping, *numbers, self.surface.kind), self.surface.numbers()))

    def tables(self, stations: Stations) -> LawTables:
        """Rows of normal force and friction; the parameters of a user-defined friction follow those of the contact."""
        numbers, law = self.parameters(), self.user_friction
        values = np.empty(0) if law is None else law.values()
        friction = LawRow(CONTACT_FRICTION, "_friction", 0 if law is None else law.address, len(numbers))
        return LawTables((LawRow(CONTACT, size=len(numbers)), friction), np.concatenate((numbers, values)))

    def scaled(self, factor: float) -> "Contact":
        """Return the contact with the coefficients of its friction multiplied by a factor.

        Raises:
            WorldError: if the friction is a user-defined law, whose coefficients are unknown.
        """
        if isinstance(self.friction, RegionalFriction):
            return replace(self, friction=self.friction.scaled(factor))
        if self.user_friction is not None:
            raise WorldError(f"Contact {self.name!r} has a UserLaw as its friction, which cannot be scaled")
        return self if self.coulomb is None else replace(self, friction=self.coulomb.scaled(factor))


# ----------------------------------------------------------------------------------------------------------------------
# Contact of the robot with itself; its kernels are in `physics.self_contact`
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelfContact(ForceLaw):
    """Contact between the parts of the robot, with the law of `Contact` between two skins.

    N = max(0, -(K gap + B w)) at every point of contact, with the gap and its rate w, and dry friction of the two skins.
    Parts are capsules: a round link is one around its axis, from end to end; a box or an ellipse is one, or several side by
    side, inscribed; a soft section or rod has one between each two successive stations. Two capsules touch at one point, nearly
    parallel ones at the two ends of their overlap.

    Parts that a joint, mount, socket or loop connects do not touch each other, nor do those that overlap in the rest shape,
    such as very short links, which a warning names.

    Args:
        stiffness: Stiffness K of one point of contact [N/m].
        damping: Damping B of one point of contact [N s/m].
        friction: Isotropic friction law; None is frictionless.
        ignore: Further pairs of parts that do not touch each other, by their names.
        name: Name of the normal force in recordings; friction is `<name>_friction`.
    """

    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 1e5, 100)] = 2e4
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1)] = 20.0
    friction: SurfaceFriction | None = field(default_factory=lambda: SurfaceFriction(0.3))
    ignore: Sequence[Sequence[str]] = ()
    name: TermName = "self_contact"

    def __post_init__(self) -> None:
        friction: object = self.friction
        if friction is not None and not isinstance(friction, SurfaceFriction):
            raise WorldError(
                f"SelfContact friction must be a SurfaceFriction or None, got {friction!r}; write SurfaceFriction(0.3)"
            )
        check_declared(self, WorldError)
        if self.friction is not None and not self.friction.is_isotropic:
            raise WorldError(
                f"SelfContact friction must be isotropic, got {self.friction!r}; write "
                f"SurfaceFriction({self.friction.mu_tangential:g})"
            )
        pairs: object = self.ignore
        if isinstance(pairs, str) or not isinstance(pairs, Sequence):
            raise WorldError(
                f'SelfContact ignore must be pairs of names of parts, got {pairs!r}; write [("link1", "link3")]'
            )
        for pair in pairs:
            names = () if isinstance(pair, str) or not isinstance(pair, Sequence) else tuple(pair)
            if len(names) != 2 or not all(isinstance(name, str) for name in names) or names[0] == names[1]:
                raise WorldError(
                    f'SelfContact ignore must have pairs of different names of parts, got {pair!r}; write ("link1", "link3")'
                )
        object.__setattr__(self, "ignore", tuple((str(one), str(other)) for one, other in self.ignore))

    def tables(self, stations: Stations) -> LawTables:
        """Rows of normal force and friction; the parameters are in the tables of couplings."""
        return LawTables((LawRow(SELF_CONTACT_LAW), LawRow(SELF_CONTACT_LAW, "_friction")))

    def scaled(self, factor: float) -> "SelfContact":
        """Return the contact with the coefficient of its friction multiplied by a factor."""
        return self if self.friction is None else replace(self, friction=self.friction.scaled(factor))


# ----------------------------------------------------------------------------------------------------------------------
# Grass, rocks, gravel and sand: contacts with relief, stiffness and friction
#
# Every number has its source in a comment, or is marked as assumed. Friction is that of a sliding body; its material
# matters as much as the ground, so give `friction` if it is measured.
# ----------------------------------------------------------------------------------------------------------------------

FLOOR_STIFFNESS = 2.5e5  # per length of the body: a floor that yields by 0.3 mm under 80 N/m [N/m^2]
BearingSize = Annotated[float, Ge(1e-9), Le(1e9)]  # quotients of numbers in this range do not overflow


@dataclass(frozen=True)
class Bearing:
    """Round body that lies on a ground, for the stiffness of its skin points. The default is one metre of `snake_iii`
    with four rings per link.

    Args:
        radius: Radius of the body [m].
        load: Weight per length [N/m].
        spread: Length of body that one skin point represents [m].
    """

    radius: Annotated[BearingSize, Unit("m"), Slider(0.005, 0.2, 0.005), FIXED] = 0.055
    load: Annotated[BearingSize, Unit("N/m"), Slider(1, 500, 1), FIXED] = 81.5
    spread: Annotated[BearingSize, Unit("m"), Slider(0.005, 0.2, 0.005), FIXED] = 0.04

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def depth(self, subgrade: float) -> float:
        """Return the sinkage of the body in a Winkler foundation: load = 4/3 k depth sqrt(2 radius depth) [m].

        Args:
            subgrade: Modulus of subgrade reaction k, pressure by depth [N/m^3].

        Source: Winkler's bed; the parabola approximates the circle, since the depth is small compared with the radius.
        """
        return float((0.75 * self.load / (subgrade * math.sqrt(2 * self.radius))) ** (2 / 3))


def bearing_contact(subgrade: float, body: Bearing) -> tuple[float, float]:
    """Stiffness [N/m] and damping [N s/m] of one skin point.

    The spring gives the sinkage of the bed under the weight of the body, up to the stiffness of a floor; damping is critical for
    the mass above the point, since soil and turf hardly spring back.

    Args:
        subgrade: Modulus of subgrade reaction [N/m^3].
        body: Body on the ground.
    """
    instance(body, "body", (Bearing,), WorldError)
    number(subgrade, "subgrade", WorldError, above=0, unit="N/m^3")
    stiffness = min(body.load / body.depth(subgrade), FLOOR_STIFFNESS) * body.spread
    return stiffness, 2 * math.sqrt(stiffness * body.load * body.spread / STANDARD_GRAVITY)


GroundSize = Annotated[Sequence[float], Gt(0), Len(2, 2), Unit("m"), Slider(0.1, 20, 0.1), FIXED]
Roughness = Annotated[float, Ge(0), Le(1000), Slider(0, 3, 0.1), FIXED]
DEFAULT_GROUND_SIZE = (10.0, 10.0)  # default size of a ground [m]
BODY_BEARING = Bearing()

# Assumed, of the order of clothed bodies that slide on dry grass and on dry asphalt, which is used for rock.
GRASS_FRICTION = 0.79
ROCK_FRICTION = 0.66
# Assumed; tyres on gravel have 0.35 to 0.7.
GRAVEL_FRICTION = 0.55
# Assumed; retaining walls on sand have 0.3 to 0.5.
SAND_FRICTION = 0.45
# 8.8 mm (6.1 to 11.5) between 7.3 and 570 g/cm^2 on greens: Volk, Compressibility of Turf as a Measure of Grass Growth and Thatch
# Development on Bermudagrass Greens.
GRASS_SUBGRADE = 6.3e6
# Dense sand 64 to 128, loose sand 4.8 to 16 MN/m^3: Bowles, Foundation Analysis and Design. Gravel as dense sand.
GRAVEL_SUBGRADE = 96e6
SAND_SUBGRADE = 10e6
ROCK_SUBGRADE = 1e9  # assumed: stiffer than the floor that represents it
# Assumed, of the order of fields of bare soil. Neighbours correlate exponentially, a Hurst exponent of 0.5; assumed.
MEADOW = {"deviation": 0.011, "correlation": 0.084}
SMOOTH = {"deviation": 0.004, "correlation": 0.084}
# Fine cobbles, 64 to 128 mm: Blair and McPherson, Grain-Size and Textural Classification of Coarse Sedimentary Particles and
# Particle Aggregates. Cover, shape and depth are assumed.
COBBLES = {"smallest": 0.064, "largest": 0.128, "cover": 0.5}
# Coarse pebbles of 16 to 32 mm, half buried, flat: a sixth of their size; assumed.
PEBBLES = {"deviation": 0.004, "correlation": 0.024}


@checked_arguments(WorldError)
def grass(
    seed: Seed = 1,
    size: GroundSize = DEFAULT_GROUND_SIZE,
    *,
    friction: Coefficient = GRASS_FRICTION,
    roughness: Roughness = 1.0,
    spacing: Extent = 0.04,
    centre: Place = (0.0, 0.0),
    relief: Relief | Sequence[Relief] = (),
    body: Bearing = BODY_BEARING,
) -> Contact:
    """Return mown grass on uneven soil: soft, with high friction and a roughness of 11 mm.

    Args:
        seed: Seed of the relief.
        size: Size of the ground along x and y, shape (2,), [m].
        friction: Coefficient of isotropic friction [-]. Another law: `dataclasses.replace(grass(), friction=law)`.
        roughness: Factor of the heights [-].
        spacing: Spacing of the grid [m].
        centre: Centre of the ground, shape (2,), [m].
        relief: Further reliefs that are added, such as an Incline.
        body: Body that lies on the ground, for the stiffness of its skin points.
    """
    own = RoughGround(roughness * MEADOW["deviation"], MEADOW["correlation"], seed=seed)
    return _ground("grass", Terrain(_sum(own, relief), size, spacing, centre), GRASS_SUBGRADE, friction, body)


@checked_arguments(WorldError)
def rocks(
    seed: Seed = 1,
    size: GroundSize = DEFAULT_GROUND_SIZE,
    *,
    friction: Coefficient = ROCK_FRICTION,
    roughness: Roughness = 1.0,
    spacing: Extent = 0.02,
    centre: Place = (0.0, 0.0),
    relief: Relief | Sequence[Relief] = (),
    body: Bearing = BODY_BEARING,
) -> Contact:
    """Return hard ground, half covered by half-buried cobbles of 64 to 128 mm. Arguments as `grass`.

    Args:
        roughness: Factor of the heights and sizes of the stones [-].
    """
    own = Boulders(roughness * COBBLES["smallest"], roughness * COBBLES["largest"], COBBLES["cover"], seed=seed)
    return _ground("rocks", Terrain(_sum(own, relief), size, spacing, centre), ROCK_SUBGRADE, friction, body)


@checked_arguments(WorldError)
def gravel(
    seed: Seed = 1,
    size: GroundSize = DEFAULT_GROUND_SIZE,
    *,
    friction: Coefficient = GRAVEL_FRICTION,
    roughness: Roughness = 1.0,
    spacing: Extent = 0.02,
    centre: Place = (0.0, 0.0),
    relief: Relief | Sequence[Relief] = (),
    body: Bearing = BODY_BEARING,
) -> Contact:
    """Return coarse compacted gravel with a roughness of 4 mm over 24 mm. Arguments as `grass`."""
    own = RoughGround(roughness * PEBBLES["deviation"], PEBBLES["correlation"], hurst=None, seed=seed)
    return _ground("gravel", Terrain(_sum(own, relief), size, spacing, centre), GRAVEL_SUBGRADE, friction, body)


@checked_arguments(WorldError)
def sand(
    seed: Seed = 1,
    size: GroundSize = DEFAULT_GROUND_SIZE,
    *,
    friction: Coefficient = SAND_FRICTION,
    roughness: Roughness = 1.0,
    spacing: Extent = 0.05,
    centre: Place = (0.0, 0.0),
    relief: Relief | Sequence[Relief] = (),
    body: Bearing = BODY_BEARING,
) -> Contact:
    """Return dry loose sand with a roughness of 4 mm. The sand is not displaced, so use it for bodies with little
    sinkage. Arguments as `grass`."""
    own = RoughGround(roughness * SMOOTH["deviation"], SMOOTH["correlation"], seed=seed)
    return _ground("sand", Terrain(_sum(own, relief), size, spacing, centre), SAND_SUBGRADE, friction, body)


def _sum(own: Relief, further: Relief | Sequence[Relief]) -> tuple[Relief, ...]:
    """Relief of a natural ground, and further ones."""
    return (own, *instances(further, "relief", RELIEFS, WorldError))  # type: ignore[arg-type]


def _ground(name: str, terrain: Terrain, subgrade: float, friction: float, body: Bearing) -> Contact:
    """Contact with a terrain on a bed of this modulus."""
    stiffness, damping = bearing_contact(subgrade, body)
    surface_friction = SurfaceFriction(friction, eps=5e-3)
    return Contact(terrain, stiffness, damping, surface_friction, name)
