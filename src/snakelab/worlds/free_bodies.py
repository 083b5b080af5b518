"""Free bodies of a world: balls, capsules, cuboids and convex hulls that robots push, carry and throw."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import WorldError
from snakelab.geometry.mesh_files import read_triangles
from snakelab.geometry.polyhedra import Polyhedron, convex_hull, cuboid
from snakelab.geometry.rotations import quat_exp
from snakelab.parameters.arguments import FloatArray, at_most, instances, is_row, repeated, vector
from snakelab.parameters.declarations import (
    FIXED,
    Coefficient,
    Density,
    Label,
    NonNegativeLength,
    Point,
    PositiveMass,
    RotationVector,
    Scale,
    Slider,
    Unit,
    Velocity,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.worlds.contact_laws import SurfaceFriction

# ----------------------------------------------------------------------------------------------------------------------
# Shapes
# ----------------------------------------------------------------------------------------------------------------------

ORIGIN = (0.0, 0.0, 0.0)
MIN_SIZE, MAX_SIZE = 1e-6, 1e6  # [m]
BodyRadius = Annotated[float, Ge(MIN_SIZE), Le(MAX_SIZE), Unit("m"), Slider(0.001, 0.2, 0.001), FIXED]


@dataclass(frozen=True)
class Ball:
    """Ball.

    Args:
        radius: Radius [m].
    """

    radius: BodyRadius

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return 4 / 3 * math.pi * self.radius**3

    @property
    def extents(self) -> tuple[float, float, float]:
        """Extents along x, y and z [m]."""
        return (2 * self.radius, 2 * self.radius, 2 * self.radius)

    def inertia(self, mass: float) -> FloatArray:
        """Return the principal moments of inertia of the solid body about its centre, shape (3,), [kg m^2]."""
        return np.full(3, 0.4 * mass * self.radius**2)


@dataclass(frozen=True)
class Capsule:
    """Cylinder along x with two half balls as its ends.

    Args:
        radius: Radius [m].
        length: Length of the cylinder, without the half balls [m]; 0 for a ball.
    """

    radius: BodyRadius
    length: Annotated[NonNegativeLength, Le(MAX_SIZE), FIXED]

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return math.pi * self.radius**2 * (self.length + 4 / 3 * self.radius)

    @property
    def extents(self) -> tuple[float, float, float]:
        """Extents along x, y and z [m]."""
        return (self.length + 2 * self.radius, 2 * self.radius, 2 * self.radius)

    def inertia(self, mass: float) -> FloatArray:
        """Return the principal moments of inertia of the solid body about its centre, shape (3,), [kg m^2]."""
        r, length = self.radius, self.length
        tube, ball = math.pi * r**2 * length, 4 / 3 * math.pi * r**3
        tube, ball = mass * tube / (tube + ball), mass * ball / (tube + ball)
        # the centre of a half ball is 3/8 r from its face
        across = tube * (r**2 / 4 + length**2 / 12) + ball * (0.4 * r**2 + length**2 / 4 + 3 / 8 * r * length)
        return np.array([tube * r**2 / 2 + 0.4 * ball * r**2, across, across])


@dataclass(frozen=True)
class Cuboid:
    """Box.

    Args:
        size: Extents along x, y and z, shape (3,), [m].
    """

    size: Annotated[tuple[float, float, float], Ge(MIN_SIZE), Le(MAX_SIZE), Unit("m"), Slider(0.01, 1, 0.01), FIXED]

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    @property
    def extents(self) -> tuple[float, float, float]:
        """Extents along x, y and z [m]."""
        return self.size

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        length, width, height = self.size
        return length * width * height

    @cached_property
    def polyhedron(self) -> Polyhedron:
        """The box about its centre."""
        return cuboid(self.size)

    def inertia(self, mass: float) -> FloatArray:
        """Return the principal moments of inertia of the solid body about its centre, shape (3,), [kg m^2]."""
        x2, y2, z2 = (extent**2 for extent in self.size)
        return mass / 12 * np.array([y2 + z2, x2 + z2, x2 + y2])


MAX_HULL_VERTICES, MAX_HULL_POINTS = 64, 10_000


@dataclass(frozen=True)
class ConvexHull:
    """Convex hull of points, or of the vertices of a mesh.

    Its axes are those of the points or the file, and its origin is the centre of the homogeneous hull, which is at `centre` in
    the file. A hull with more than `max_vertices` is replaced by that of some of its vertices, which lies inside: the vertex that
    is farthest outside is added until the number is reached. Reading a file needs the extra `meshes`. A mesh need not be closed,
    as its hull is.

    Args:
        points: Points, shape (n, 3), [m].
        file: STL, OBJ, DAE or GLB file in place of points, relative to the working directory, in its own axes.
        scale: Factors along its own axes from the unit of the points or the file to metres, shape (3,), [-].
        max_vertices: Largest number of vertices, each of which may touch surfaces [-].

    Raises:
        WorldError: if there is neither a file nor points or both, the file cannot be read, or the points are flat.
    """

    points: Sequence[Sequence[float]] = ()
    file: Label = ""
    scale: Scale = (1.0, 1.0, 1.0)
    max_vertices: Annotated[int, Ge(4), Le(MAX_HULL_VERTICES), Slider(4, MAX_HULL_VERTICES, 1), FIXED] = 32

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if not all(self.scale):
            raise WorldError(
                f"ConvexHull scale must be factors other than 0, got {self.scale!r}; write 0.001 for millimetres"
            )
        if not is_row(self.points):
            raise WorldError(
                f"ConvexHull points must be a list of points, got {self.points!r}; write ((0.1, 0, 0), ...)"
            )
        if bool(self.file) == bool(len(self.points)):
            given = "both" if self.file else "neither"
            raise WorldError(
                f"ConvexHull requires points or a file, got {given}; write ConvexHull(file='stone.stl') or "
                "ConvexHull(((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)))"
            )
        at_most(len(self.points), MAX_HULL_POINTS, "ConvexHull points", WorldError)
        points = [
            vector(one, f"ConvexHull points {i}", WorldError, size=3, unit="m") for i, one in enumerate(self.points)
        ]
        object.__setattr__(self, "points", tuple((float(x), float(y), float(z)) for x, y, z in points))
        extents = self.extents
        if not MIN_SIZE <= min(extents) <= max(extents) <= MAX_SIZE:
            raise WorldError(
                f"ConvexHull extents must be at least {MIN_SIZE:g} and at most {MAX_SIZE:g} m, got {extents}; change scale, "
                "which is 0.001 for millimetres"
            )

    @cached_property
    def _hull(self) -> tuple[Polyhedron, float]:
        """Hull in the axes of the points or the file, and the largest distance of a point outside."""
        if not self.file:
            return convex_hull(np.array(self.points) * np.array(self.scale), self.max_vertices, "ConvexHull points")
        stamp = Path(self.file).stat().st_mtime_ns if Path(self.file).exists() else 0
        return _hull_of_file(self.file, stamp, tuple(self.scale), self.max_vertices)

    @cached_property
    def polyhedron(self) -> Polyhedron:
        """The hull about its centre."""
        hull = self._hull[0]
        return hull.moved(hull.centroid)

    @property
    def centre(self) -> FloatArray:
        """Centre of the homogeneous hull in the axes of the points or the file, shape (3,), [m]."""
        return self._hull[0].centroid

    @property
    def deviation(self) -> float:
        """Largest distance of a point or vertex outside the hull, 0 without a reduction to `max_vertices` [m]."""
        return self._hull[1]

    @property
    def extents(self) -> tuple[float, float, float]:
        """Extents along x, y and z [m]."""
        x, y, z = np.ptp(self._hull[0].vertices, axis=0).tolist()
        return (x, y, z)

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        return self._hull[0].volume

    def inertia(self, mass: float) -> FloatArray:
        """Return the inertia of the solid body about its centre in its axes, shape (3, 3), [kg m^2]."""
        return self.polyhedron.inertia(mass)


@lru_cache(maxsize=64)
def _hull_of_file(
    file: str, stamp: int, scale: tuple[float, float, float], max_vertices: int
) -> tuple[Polyhedron, float]:
    """Hull of the vertices of a mesh, kept for the time of the last change of its file."""
    corners = read_triangles(file, "ConvexHull file", upright=False).reshape(-1, 3)
    return convex_hull(np.unique(corners, axis=0) * np.array(scale), max_vertices, f"ConvexHull file {file}: its mesh")


Shape = Ball | Capsule | Cuboid | ConvexHull

# ----------------------------------------------------------------------------------------------------------------------
# Free bodies
# ----------------------------------------------------------------------------------------------------------------------

MAX_OBJECTS = 100


@dataclass(frozen=True)
class FreeBody(Displayed):
    """Rigid body that moves freely: an obstacle that yields, a load, a ball.

    It has weight, touches surfaces by the law of their `Contact`, moves in fluids, and touches the robot and other free bodies
    by the law of `SelfContact` with the numbers below: N = max(0, -(K gap + B w)) at every point of contact. Of two free
    bodies, the smaller stiffness, damping and friction coefficient hold. The robot consists of capsules as in `SelfContact`.
    Friction at the centres of links (`LinkFriction`, `ViscousFriction`) acts on the robot only.

    A cuboid or convex hull touches surfaces at its vertices and edges, and corners of blocks with its faces; capsules at one
    point, or at two where the axis is nearly parallel to a face; another one at vertices in faces, where edges cross the border
    of a face, and where edges cross. In fluids, a ball or capsule is the cylinder of equal radius and volume, and the wet
    fraction of a cuboid or convex hull is that of a round cylinder about its x axis.

    Args:
        shape: `Ball`, `Capsule`, `Cuboid` or `ConvexHull`; its axes are those of the body, its centre is the centre of mass.
        mass: Mass [kg]. Give `mass` or `density`.
        density: Density [kg/m^3]; the mass is that times the volume of the shape, see `total_mass`.
        position: Centre at the start, world axes, shape (3,), [m].
        rotation: Rotation vector at the start, shape (3,), [rad].
        velocity: Velocity of the centre at the start, world axes, shape (3,), [m/s].
        angular_velocity: Angular velocity at the start, world axes, shape (3,), [rad/s].
        stiffness: Stiffness K of one point of contact with the robot or another body [N/m].
        damping: Damping B of one point of contact [N s/m].
        friction: Isotropic friction law there; None is frictionless.
        friction_factor: Factor of the friction coefficients of surfaces under this body [-].
        inertia: Moments of inertia about the axes of the body, which then are principal ones, shape (3,), [kg m^2]; None for the
            homogeneous shape.
        name: Name; empty for object1 and so on.

    Raises:
        WorldError: if an argument is out of range, there is neither a mass nor a density or both, or the moments of inertia are
            those of no body.
    """

    shape: Shape
    mass: Annotated[PositiveMass, FIXED] | None = None
    position: Annotated[Point, FIXED] = ORIGIN
    rotation: Annotated[RotationVector, FIXED] = ORIGIN
    velocity: Annotated[Velocity, FIXED] = ORIGIN
    angular_velocity: Annotated[tuple[float, float, float], Unit("rad/s"), Slider(-10, 10, 0.1), FIXED] = ORIGIN
    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 1e5, 100), FIXED] = 2e4
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1), FIXED] = 20.0
    friction: SurfaceFriction | None = field(default_factory=lambda: SurfaceFriction(0.3))
    friction_factor: Annotated[Coefficient, FIXED] = 1.0
    inertia: Annotated[tuple[float, float, float], Gt(0), Unit("kg m^2"), Slider(1e-6, 1, 1e-6), FIXED] | None = None
    name: Label = ""
    density: Annotated[Density, FIXED] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        shape: object = self.shape
        if not isinstance(shape, Shape):
            raise WorldError(
                f"FreeBody shape must be a Ball, Capsule, Cuboid or ConvexHull, got {shape!r}; write Ball(0.05)"
            )
        friction: object = self.friction
        if friction is not None and not isinstance(friction, SurfaceFriction):
            raise WorldError(
                f"FreeBody friction must be a SurfaceFriction or None, got {friction!r}; write SurfaceFriction(0.3)"
            )
        check_declared(self, WorldError)
        if self.friction is not None and not self.friction.is_isotropic:
            raise WorldError(
                f"FreeBody friction must be isotropic, got {self.friction!r}; write "
                f"SurfaceFriction({self.friction.mu_tangential:g})"
            )
        self._check_mass()
        moments = self.moments
        if not 2 * moments.max() <= moments.sum() * (1 + 1e-9):
            raise WorldError(
                f"FreeBody inertia {tuple(moments.tolist())} belongs to no body: each moment must be at most the sum of the "
                "others; omit it for a homogeneous body"
            )

    def _check_mass(self) -> None:
        """Raise WorldError for none or both of mass and density, or a density whose mass is not a positive number."""
        if (self.mass is None) == (self.density is None):
            got = "none" if self.mass is None else f"mass={self.mass:g} and density={self.density:g}"
            raise WorldError(f"FreeBody needs either mass or density, got {got}; write for example density=500")
        if not 0 < self.total_mass < math.inf:
            raise WorldError(
                f"FreeBody density must give a positive finite mass with the volume {self.shape.volume:g} m^3, got "
                f"{self.density:g} kg/m^3; write mass=0.1 or density=500"
            )

    @property
    def total_mass(self) -> float:
        """Mass: the given one, or the density times the volume of the shape [kg]."""
        if self.mass is not None:
            return self.mass
        assert self.density is not None
        return self.density * self.shape.volume

    @property
    def moments(self) -> FloatArray:
        """Principal moments of inertia about the centre, shape (3,), [kg m^2]."""
        if self.inertia is not None:
            return np.array(self.inertia, dtype=np.float64)
        own = self.shape.inertia(self.total_mass)
        return own if own.ndim == 1 else np.asarray(np.linalg.eigvalsh(own))

    @property
    def inertia_matrix(self) -> FloatArray:
        """Inertia about the centre in the axes of the body, shape (3, 3), [kg m^2]."""
        own = self.moments if self.inertia is not None else self.shape.inertia(self.total_mass)
        return np.diag(own) if own.ndim == 1 else own

    @property
    def quaternion(self) -> FloatArray:
        """Attitude at the start, wxyz, shape (4,)."""
        return np.array(quat_exp(tuple(float(x) for x in self.rotation)))


def named_objects(objects: Iterable[object]) -> tuple[FreeBody, ...]:
    """Return free bodies, each with a name.

    Raises:
        WorldError: if there are too many, one is not a FreeBody, or two have one name.
    """
    given: Sequence[FreeBody] = instances(objects, "World objects", (FreeBody,), WorldError)
    if len(given) > MAX_OBJECTS:
        raise WorldError(f"World objects must be at most {MAX_OBJECTS}, got {len(given)}; omit some")
    named = []
    for i, body in enumerate(given):
        named.append(body if body.name else replace(body, name=f"object{i + 1}"))
    twice = repeated([str(body.name) for body in named])
    if twice is not None:
        raise WorldError(f"two objects of the World are named {twice!r}; give each a unique name, as in name='box2'")
    return tuple(named)
