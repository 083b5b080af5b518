"""Rods: elastic parts that bend, twist, stretch and shear, each as a polynomial along their length."""

import math
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Box, Cylinder, Ellipse, Hull, Section, Station, simpson_weights
from snakelab.geometry.rotations import motion_exp
from snakelab.parameters.arguments import FloatArray, choice, count, floats, instance, is_row, shown
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    FIXED,
    Choices,
    Density,
    Label,
    NonNegativeLength,
    Slider,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.actuators import (
    UNLIMITED,
    Actuator,
    Follower,
    Hydraulic,
    Limits,
    Passive,
    Pneumatic,
    Prescribed,
    Servo,
    Spring,
)
from snakelab.robots.joints import (
    MAX_LENGTH,
    MAX_STEPS,
    Coordinate,
    PartLength,
    PartMass,
    PartRadius,
    Volume,
    check_holders,
)

# ----------------------------------------------------------------------------------------------------------------------
# Strains of a rod
# ----------------------------------------------------------------------------------------------------------------------

# In the order of a twist: linear, angular.
STRAINS = ("stretch", "shear_y", "shear_z", "twist", "bend_y", "bend_z")
UNITS = ("m", "m", "m", "rad", "rad", "rad")
MAX_DEGREE = 3
# Smallest half extent of a cross-section, whose sixth power is a number [m].
MIN_EXTENT = 1e-50
# Shear coefficients of Timoshenko's beam.
ROUND_SHEAR, RECTANGULAR_SHEAR = 27 / 28, 5 / 6

Degree = Annotated[int, Ge(0), Le(MAX_DEGREE), Slider(0, MAX_DEGREE, 1), CHECKED_ELSEWHERE]
Stiffness = Annotated[tuple[float, ...], Unit("N, N m^2"), Slider(0, 100, 0.1), CHECKED_ELSEWHERE, FIXED]
RodModulus = Annotated[float, Gt(0), Le(1e15), Unit("Pa"), Slider(1e4, 1e7, 1e4)]


# ----------------------------------------------------------------------------------------------------------------------
# Cross-sections: second moments of area and torsion constant
# ----------------------------------------------------------------------------------------------------------------------


def area_moments(section: Section) -> tuple[float, float, float, float]:
    """Area [m^2], its second moments about y and z, and the torsion constant [m^4].

    The torsion constant of a rectangle is a b^3 (1/3 - 0.21 b / a (1 - b^4 / (12 a^4))) with sides a >= b, within 0.1 %.
    """
    y, z = section.half_width, section.half_height
    if isinstance(section, Box):
        area, about_y, about_z = 4 * y * z, 4 / 3 * y * z**3, 4 / 3 * z * y**3
        a, b = 2 * max(y, z), 2 * min(y, z)
        return area, about_y, about_z, a * b**3 * (1 / 3 - 0.21 * b / a * (1 - b**4 / (12 * a**4)))
    area, about_y, about_z = math.pi * y * z, math.pi / 4 * y * z**3, math.pi / 4 * z * y**3
    return area, about_y, about_z, math.pi * y**3 * z**3 / (y**2 + z**2)


def legendre_values(places: FloatArray) -> FloatArray:
    """Legendre polynomials of degree 0 to 3 on 0 <= s <= 1, shape (4, *places.shape)."""
    x = 2 * np.asarray(places, dtype=np.float64) - 1
    return np.stack((np.ones_like(x), x, 1.5 * x * x - 0.5, (2.5 * x * x - 1.5) * x))


# ----------------------------------------------------------------------------------------------------------------------
# Rod
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Rod(Displayed):
    """Elastic rod (Cosserat rod) whose strains are polynomials along its length.

    x(s) = L e_x + sum over k of P_k(s) q_k e_k, s = 0 at the tail end and 1 at the head end, with Legendre polynomials
    P_0 = 1, P_1 = 2 s - 1 and so on, and e_k the direction of a strain. The coordinate of degree 0 is the bending or twist
    angle of the whole rod [rad], or its elongation or shear [m]; those of higher degree distribute the strain and leave
    its mean. Strains that are not in `strains` are zero: without "stretch" the rod is inextensible.

    A uniform rod has the stiffness E A in stretch, k G A in shear, G J in twist and E I in bending per unit length;
    `stiffness` states them directly.

    Args:
        length: Rest length [m].
        radius: Radius of a round rod [m]. Give one of `radius`, `section` and `taper`.
        section: Cross-section: `Box`, `Cylinder` or `Ellipse`.
        taper: Radii of a conical round rod at its tail end and at its head end [m].
        density: Density [kg/m^3]. Give `density` or `mass`.
        mass: Mass [kg], of uniform density.
        E: Young's modulus [Pa]; None without elasticity, for strains with actuators that hold them.
        G: Shear modulus [Pa]; None for E / 3, that of an incompressible material.
        strains: Names of the strains that are coordinates: "stretch", "shear_y", "shear_z", "twist", "bend_y" and "bend_z",
            bending about y and about z.
        degree: Degree of the polynomials, 0 (constant strain) to 3, one for all strains or one for each [-].
        damping: Ratio of viscous to elastic stiffness (Kelvin-Voigt): stress = E (strain + damping strain rate) [s].
        stiffness: Stiffness of the cross-section in place of E and G, in the order stretch [N], shear_y [N], shear_z [N], twist,
            bend_y, bend_z [N m^2]: six numbers, or a symmetric 6 x 6 matrix.
        incompressible: True for a material that keeps its volume: the cross-section becomes thinner as the rod stretches,
            its area as 1 / stretch. False for a constant cross-section.
        shear_factor: k, from 0 to 1 [-]; None for 27/28, or 5/6 for a rectangular cross-section.
        actuators: One for all coordinates, one for each strain, or one for each coordinate; a command acts on the
            coordinate as a force [N] or moment [N m]. The default is `Passive()`: the rod moves under loads only.
        limits: Limits of the coordinates, likewise.
        n_steps: Number of equal steps along the rod, even, at most 10000 [-].
        volume: Displaced volume [m^3]; None for that of the rod, "neutral" for neutral buoyancy in any fluid.
        hull_radius: Radius on which a fluid acts [m]; None for that of the cross-section, 0 for no fluid forces.
        name: Name in messages and plots.

    Raises:
        RobotError: if a size is not positive, or a strain has neither stiffness nor an actuator that holds it.

    Source: Boyer, Lebastard, Candelier and Renda 2021, Dynamics of continuum and soft robots: a strain parameterization based
        approach; Renda et al. 2020, A geometric variable-strain approach for static modeling of soft manipulators (steps of
        Magnus). The law of the incompressible rod has the stiffnesses of Gazzola, Dudte, McCormick and Mahadevan 2018,
        Forward and inverse problems in the mechanics of soft filaments, derived from one energy.
    """

    length: PartLength
    radius: PartRadius | None = None
    density: Density | None = None
    E: RodModulus | None = None
    G: RodModulus | None = None
    strains: Sequence[str] = ("bend_y", "bend_z", "twist", "stretch", "shear_y", "shear_z")
    degree: Degree | tuple[int, ...] = 1
    damping: Annotated[float, Ge(0), Le(1e6), Unit("s"), Slider(0, 0.1, 0.001)] = 0.0
    section: Section | None = None
    taper: Annotated[tuple[float, float], Gt(0), Le(MAX_LENGTH), Unit("m"), Slider(0.001, 0.2, 0.001), FIXED] | None = (
        None
    )
    mass: PartMass | None = None
    stiffness: Stiffness | FloatArray | None = None
    incompressible: bool = False
    shear_factor: Annotated[float, Gt(0), Le(1), Slider(0.5, 1, 0.01)] | None = None
    actuators: Actuator | tuple[Actuator, ...] = field(default_factory=Passive)
    limits: Limits | tuple[Limits, ...] = UNLIMITED
    n_steps: Annotated[int, Ge(2), Le(MAX_STEPS), Slider(2, 40, 2)] = 10
    volume: Volume | Annotated[str, Choices(("neutral",))] | None = None
    hull_radius: Annotated[NonNegativeLength, Le(MAX_LENGTH), Slider(0, 0.2, 0.001), FIXED] | None = None
    name: Label = ""

    # elastic forces act through the stiffness matrix of the rod, not through springs of its coordinates
    _no_spring: ClassVar[Spring] = Spring()

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        given = [name for name in ("radius", "section", "taper") if getattr(self, name) is not None]
        if len(given) != 1:
            got = "none" if not given else " and ".join(given)
            raise RobotError(f"Rod needs one of radius, section and taper, got {got}; write for example radius=0.01")
        if self.section is not None:
            instance(self.section, "Rod section", (Box, Cylinder, Ellipse), RobotError)
        self._check_extents()
        if (self.density is None) == (self.mass is None):
            got = "none" if self.mass is None else f"mass={self.mass:g} and density={self.density:g}"
            raise RobotError(f"Rod needs either density or mass, got {got}; write for example density=1000")
        if self.n_steps % 2:
            raise RobotError(f"Rod n_steps must be even (Simpson's rule), got {self.n_steps}; write {self.n_steps + 1}")
        self._check_strains()
        self._check_material()
        self._check_actuators()

    def __repr__(self) -> str:
        """Return the arguments that differ from their defaults."""
        given = ((item.name, getattr(self, item.name), item) for item in fields(self))
        shown = [
            f"{name}={value!r}"
            for name, value, item in given
            if value != (item.default if item.default_factory is MISSING else item.default_factory())
        ]
        return f"Rod({', '.join(shown)})"

    def _check_extents(self) -> None:
        """Raise RobotError for a cross-section whose second moments of area are zero in floating point."""
        if self.section is not None:
            name, extents = "section, half extents", [self.section.half_width, self.section.half_height]
        elif self.taper is not None:
            name, extents = "taper", list(self.taper)
        else:
            assert self.radius is not None
            name, extents = "radius", [self.radius]
        if min(extents) < MIN_EXTENT:
            raise RobotError(f"Rod {name} must be at least {MIN_EXTENT:g} m, got {min(extents):g}")

    def _check_strains(self) -> None:
        if isinstance(self.strains, str) or not is_row(self.strains) or not len(self.strains):
            raise RobotError(
                f"Rod strains must be a list of {', '.join(STRAINS)}; got {self.strains!r}; write strains=('bend_y', 'bend_z')"
            )
        object.__setattr__(self, "strains", tuple(choice(s, "Rod strains", STRAINS, RobotError) for s in self.strains))
        if len(set(self.strains)) < len(self.strains):
            raise RobotError(f"Rod strains must name each strain once, got {list(self.strains)}")
        degrees: list[Any] = list(self.degree) if is_row(self.degree) else [self.degree]
        degrees = [int(k) if isinstance(k, float) and k.is_integer() else k for k in degrees]  # of a scenario file
        for degree in degrees:
            if isinstance(degree, int) and not isinstance(degree, bool) and degree > MAX_DEGREE:
                raise RobotError(
                    f"Rod degree must be from 0 to {MAX_DEGREE}, got {degree}; write degree={MAX_DEGREE}, or several "
                    "rods in a row"
                )
            count(degree, "Rod degree", RobotError, minimum=0, maximum=MAX_DEGREE)
        if is_row(self.degree) and len(degrees) != len(self.strains):
            raise RobotError(
                f"Rod degree must be one for all strains or one for each of {len(self.strains)}, got {len(degrees)}"
            )
        whole = tuple(map(int, degrees))
        object.__setattr__(self, "degree", whole if is_row(self.degree) else whole[0])

    def _check_material(self) -> None:
        """Raise RobotError unless the stiffness is stated once and valid."""
        if self.stiffness is not None:
            if self.E is not None or self.G is not None:
                raise RobotError("Rod stiffness replaces E and G; leave them out")
            object.__setattr__(self, "stiffness", _stiffness(self.stiffness))
        if self.G is not None and self.E is None:
            raise RobotError(f"Rod G = {self.G:g} Pa needs E too; write E=..., or stiffness=...")
        if self.incompressible and (self.E is None or "stretch" not in self.strains):
            raise RobotError(
                "Rod incompressible=True needs E and the strain 'stretch'; write E=... and strains=('stretch', ...)"
            )

    def _check_actuators(self) -> None:
        """Raise RobotError unless every strain has stiffness, or an actuator that holds it."""
        matrix = self.section_stiffness(np.array([0.5]))[0]
        for strain, _degree, coordinate in zip(*self._named, self.coordinates, strict=True):
            actuator = coordinate.actuator
            check_holders(actuator, coordinate.spring, coordinate.limits, "Rod")
            if isinstance(actuator, Follower):
                raise RobotError(
                    "Rod actuators cannot be a Follower: its coordinates are not angles along the body; write Servo(kp=...)"
                )
            if isinstance(actuator, (Pneumatic, Hydraulic)) and strain != "stretch":
                raise RobotError(
                    f"Rod actuators: {type(actuator).__name__} has a force, and {strain} needs a "
                    f"{'moment' if strain in STRAINS[3:] else 'force across'}; write Motor(), commanded in "
                    f"{'N m, arm x area x pressure' if strain in STRAINS[3:] else 'N'}"
                )
            held = isinstance(actuator, Prescribed) or (isinstance(actuator, Servo) and actuator.kp > 0)
            if not held and not matrix[STRAINS.index(strain), STRAINS.index(strain)] > 0:
                raise RobotError(
                    f"Rod has no stiffness in {strain}, and loads excite it: write E=1e6 [Pa], stiffness=(...), "
                    f"an actuator that holds it such as Prescribed(), or leave {strain!r} out of strains"
                )

    # ---- coordinates ----------------------------------------------------------------------------------------------------

    @cached_property
    def degrees(self) -> tuple[int, ...]:
        """Degree of each strain."""
        return tuple(self.degree) if is_row(self.degree) else len(self.strains) * (self.degree,)  # type: ignore[return-value]

    @cached_property
    def _named(self) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Strain and degree of each coordinate."""
        pairs = [
            (strain, k) for strain, degree in zip(self.strains, self.degrees, strict=True) for k in range(degree + 1)
        ]
        return tuple(strain for strain, _ in pairs), tuple(k for _, k in pairs)

    @cached_property
    def coordinate_labels(self) -> tuple[str, ...]:
        """Name of each coordinate: strain and degree, as in bend_y0."""
        return tuple(f"{strain}{k}" for strain, k in zip(*self._named, strict=True))

    @cached_property
    def shapes(self) -> tuple[np.ndarray, np.ndarray]:
        """Direction, an index of STRAINS, and degree of the polynomial of each coordinate, shapes (n,)."""
        strains, degrees = self._named
        return np.array([STRAINS.index(strain) for strain in strains]), np.array(degrees)

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """The coordinates, strain by strain."""
        actuators, limits = self._spread(self.actuators, "actuators"), self._spread(self.limits, "limits")
        units = [UNITS[direction] for direction in self.shapes[0]]
        return tuple(Coordinate(a, self._no_spring, b, u) for a, b, u in zip(actuators, limits, units, strict=True))

    def _spread(self, value: Any, name: str) -> tuple:
        """One value for each coordinate, of one for all, or one for each strain or coordinate."""
        counts = [degree + 1 for degree in self.degrees]
        if not isinstance(value, (tuple, list)):
            return sum(counts) * (value,)
        if len(value) == len(counts):
            return tuple(one for one, n in zip(value, counts, strict=True) for _ in range(n))
        if len(value) != sum(counts):
            raise RobotError(
                f"Rod {name} must be one for all, one for each of {len(counts)} strains or of {sum(counts)} coordinates, "
                f"got {len(value)}"
            )
        return tuple(value)

    # ---- cross-section, elasticity and mass -----------------------------------------------------------------------------

    def section_at(self, s: float) -> Section:
        """Return the cross-section at a place from 0, the tail end, to 1."""
        if self.section is not None:
            return self.section
        tail, head = self.taper or (self.radius, self.radius)
        # at the head exactly its radius, which may be far below that of the tail
        return Cylinder(head if s == 1 else tail + (head - tail) * float(s))  # type: ignore[operator, arg-type]

    def section_stiffness(self, places: FloatArray) -> FloatArray:
        """Return the stiffness of the cross-section at places from 0 to 1, shape (m, 6, 6), [N, N m^2]."""
        if self.stiffness is not None:
            return np.tile(np.asarray(self.stiffness), (len(places), 1, 1))
        E = self.E or 0.0
        G = E / 3 if self.G is None else self.G
        rectangular = isinstance(self.section, Box)
        k = self.shear_factor or (RECTANGULAR_SHEAR if rectangular else ROUND_SHEAR)
        stiffness = np.zeros((len(places), 6, 6))
        for matrix, s in zip(stiffness, places, strict=True):
            area, about_y, about_z, torsion = area_moments(self.section_at(s))
            matrix[range(6), range(6)] = (
                E * area,
                k * G * area,
                k * G * area,
                G * torsion,
                E * about_y,
                E * about_z,
            )
        return stiffness

    @cached_property
    def stiffness_matrix(self) -> FloatArray:
        """K = int P^T S P ds / L of the coordinates, shape (n, n), [N/m, N, N m]: force -K q at small strains."""
        nodes, weights = np.polynomial.legendre.leggauss(8)
        s = (nodes + 1) / 2
        directions, degrees = self.shapes
        values = legendre_values(s)[degrees]
        matrix = self.section_stiffness(s)[:, directions[:, None], directions]
        return np.asarray(np.einsum("g,kg,gkm,mg->km", weights / 2, values, matrix, values) / self.length)

    def elastic_force(self, q: Sequence[float] | FloatArray) -> FloatArray:
        """Return the elastic force on each coordinate, minus the derivative of `elastic_energy`, shape (n,), [N, N m]."""
        if not self.incompressible:
            return -self.stiffness_matrix @ np.asarray(q, dtype=np.float64)
        s, weights, stiffness = self._quadrature
        strain = self.strain(q, s) / self.length
        stretch, power = strain[:, :1], np.array([1.0, 1, 3, 3, 3])
        stress = stiffness / stretch ** np.array([0.0, 1, 1, 3, 3, 3]) * strain
        energy = 0.5 * stress[:, 1:] * strain[:, 1:]
        stress[:, 0] = stiffness[:, 0] * (1 - 1 / stretch[:, 0]) - (energy * power / stretch).sum(axis=1)
        directions, degrees = self.shapes
        return -np.asarray(legendre_values(s)[degrees] * stress.T[directions]) @ weights

    def elastic_energy(self, q: Sequence[float] | FloatArray) -> float:
        """Return the elastic energy at coordinates of shape (n,), [J]."""
        if not self.incompressible:
            return float(0.5 * np.asarray(q) @ self.stiffness_matrix @ np.asarray(q))
        s, weights, stiffness = self._quadrature
        strain = self.strain(q, s) / self.length
        stretch = strain[:, 0]
        density = stiffness[:, 0] * (stretch - 1 - np.log(stretch))
        for power, columns in ((1, slice(1, 3)), (3, slice(3, 6))):
            density = density + 0.5 * (stiffness[:, columns] * strain[:, columns] ** 2).sum(axis=1) / stretch**power
        return float(self.length * density @ weights)

    @cached_property
    def _quadrature(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Gauss points of all steps, their weights, and the diagonal stiffness of the cross-section there."""
        distance = 0.5 / math.sqrt(3)
        s = (np.repeat(np.arange(self.n_steps) + 0.5, 2) + np.tile((-distance, distance), self.n_steps)) / self.n_steps
        return s, np.full(len(s), 0.5 / self.n_steps), np.einsum("gdd->gd", self.section_stiffness(s))

    @property
    def gauss_stiffness(self) -> FloatArray:
        """Stiffness of the cross-section in each direction at the two Gauss points of every step, shape (2 n_steps, 6)."""
        return self._quadrature[2]

    @cached_property
    def stations(self) -> tuple[Station, ...]:
        """Discs across the axis, one at the tail end and one after each step, with Simpson weights."""
        weights, sections = simpson_weights(self.n_steps), self._sections
        shares = np.array([w * area_moments(section)[0] for w, section in zip(weights, sections, strict=True)])
        mass = self.density * self.length * shares.sum() if self.mass is None else self.mass  # type: ignore[operator]
        stations = []
        for step, (share, section) in enumerate(zip(shares / shares.sum(), sections, strict=True)):
            area, about_y, about_z, _ = area_moments(section)
            disc = mass * share / area * np.diag([about_y + about_z, about_y, about_z])
            stations.append(Station(step, np.zeros(3), mass * share, disc))
        return tuple(stations)

    @cached_property
    def hulls(self) -> tuple[Hull, ...]:
        """Hull of each station for the fluid, with its Simpson weight of the rest length."""
        weights, sections = simpson_weights(self.n_steps), self._sections
        volumes = np.array([w * section.volume(self.length) for w, section in zip(weights, sections, strict=True)])
        if self.volume is not None and not isinstance(self.volume, str):
            volumes = self.volume * volumes / volumes.sum()
        radius = self.hull_radius
        return tuple(
            Hull(
                np.zeros(3),
                self.length * weight,
                section.half_width if radius is None else radius,
                section.half_height if radius is None else radius,
                weight,
                True,
                None if isinstance(self.volume, str) else float(volume),
                np.zeros(3),
            )
            for weight, section, volume in zip(weights, sections, volumes, strict=True)
        )

    @cached_property
    def _sections(self) -> tuple[Section, ...]:
        """Cross-section at each station."""
        return tuple(self.section_at(step / self.n_steps) for step in range(self.n_steps + 1))

    @property
    def half_width(self) -> float:
        """Largest half extent along y [m]."""
        return max(section.half_width for section in self._sections)

    @property
    def whole_mass(self) -> float:
        """Mass [kg]."""
        return sum(station.mass for station in self.stations)

    # ---- kinematics -----------------------------------------------------------------------------------------------------

    def strain(self, q: Sequence[float] | FloatArray, places: FloatArray) -> FloatArray:
        """Return x(s) of the coordinates, linear and angular, at places from 0 to 1, shape (..., m, 6), [m, rad].

        Args:
            q: Coordinates, shape (..., n).
            places: Shape (m,), [-].
        """
        directions, degrees = self.shapes
        q = np.asarray(q, dtype=np.float64)
        x = np.zeros((*q.shape[:-1], len(places), 6))
        x[..., 0] = self.length
        for k, (direction, values) in enumerate(zip(directions, legendre_values(places)[degrees], strict=True)):
            x[..., direction] += q[..., k, None] * values
        return x

    def step_transforms(self, q: Sequence[float] | FloatArray) -> FloatArray:
        """Return the transforms from each station to the next toward the head, shape (..., n_steps, 4, 4).

        Args:
            q: Coordinates, shape (..., n).
        """
        h, middle = 1 / self.n_steps, (np.arange(self.n_steps) + 0.5) / self.n_steps
        distance = 0.5 / math.sqrt(3) * h
        near, far = self.strain(q, middle - distance), self.strain(q, middle + distance)
        bracket = np.concatenate(
            (
                np.cross(near[..., 3:], far[..., :3]) + np.cross(near[..., :3], far[..., 3:]),
                np.cross(near[..., 3:], far[..., 3:]),
            ),
            axis=-1,
        )
        X = h / 2 * (near + far) + math.sqrt(3) / 12 * h**2 * bracket
        return motion_exp(np.roll(X, 3, axis=-1))

    def transform(self, q: Sequence[float] | FloatArray) -> FloatArray:
        """Return the transform from its head end to its tail end, shape (4, 4)."""
        T = np.eye(4)
        for step in self.step_transforms(q):
            T = T @ step
        return T


def _stiffness(value: object) -> tuple[tuple[float, ...], ...]:
    """Return the stiffness of a cross-section as a matrix."""
    try:
        given = floats(value)
    except ValueError:
        given = np.zeros(0)
    matrix = np.diag(given) if given.shape == (6,) else given
    if matrix.shape != (6, 6) or not np.isfinite(matrix).all() or (np.abs(matrix) > 1e20).any():
        raise RobotError(
            f"Rod stiffness must be six numbers, or a 6 x 6 matrix, in the order {', '.join(STRAINS)}; got {shown(value)}"
        )
    scale = np.sqrt(np.clip(np.diag(matrix), 0, None))
    scale = np.where(scale > 0, scale, 1.0)
    unit = matrix / np.outer(scale, scale)
    if np.abs(matrix - matrix.T).max() > 1e-9 * np.abs(matrix).max() or np.linalg.eigvalsh(unit)[0] < -1e-9:
        raise RobotError(
            f"Rod stiffness must be symmetric, without negative eigenvalues, so that strain takes energy; got {shown(value)}"
        )
    return tuple(tuple(row) for row in ((matrix + matrix.T) / 2).tolist())
