"""Conversion of an engine's world to the batch model: walls, corners, currents and ground friction."""

from typing import Any, TypeVar

import numpy as np

from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import SignedDistanceGrid
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.surfaces import Extruded
from snakelab.physics.current import current_at
from snakelab.physics.model import Model
from snakelab.planar_batch.conversion.robot import joint_law_of, links_of, swimmer_of
from snakelab.planar_batch.dynamics.lane_model import LaneModel, lane_model
from snakelab.planar_batch.world import GroundFriction, Surroundings, WallLaw
from snakelab.types import FloatArray, number
from snakelab.worlds import (
    Contact,
    Current,
    CurrentMap,
    Gravity,
    LinkFriction,
    LumpedFluid,
    UserLaw,
    ViscousFriction,
)
from snakelab.worlds.gravity import pressing_gravity
from snakelab.worlds.ground_friction.friction import SHAPES, SMOOTHINGS

Medium = TypeVar("Medium")

# Distance in open water [m].
OPEN_WATER = 1e3


def surroundings_of(model: Model, contact: bool = True, corner_reach: float = 0.01) -> Surroundings:
    """Walls, corners and currents of a model's world.

    Args:
        model: With at most one `Contact`, on an `Extruded`.
        contact: False leaves the walls out.
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].

    Raises:
        ControlError: if the world contains objects that the batch model does not support, or a pipe is thinner than the snake.
    """
    for medium in model.world.media:
        if not isinstance(medium, (Gravity, LumpedFluid, Contact, LinkFriction, ViscousFriction)):
            raise ControlError(
                "the batch model supports LumpedFluid, LinkFriction, ViscousFriction and Contact(Extruded(...)); this "
                f"world also has {medium!r}"
            )
        if isinstance(medium, Gravity) and medium.vector()[:2].any():
            raise ControlError(
                f"the batch model supports motion in a level plane, got {medium!r}; write Gravity() or leave it out"
            )
    contact_medium = _contact(model)
    walls = None if contact_medium is None else _grid(contact_medium)
    grid, corners, law = None, np.zeros((0, 2)), WallLaw()
    if contact_medium is not None and walls is not None and contact:
        thick = _thickness(model)
        law = _law(contact_medium, thick or number(corner_reach, "corner_reach", ControlError, above=0, unit="m"))
        grid = SignedDistanceGrid(walls.values - thick, walls.origin, walls.spacing)
        corners = _corners(contact_medium, grid, law.corner_reach)
    stream = _uniform(model)
    if stream is None:
        grid = grid or _open(walls or _map_grid(model))
        stream = _sampled(model, grid)
    return Surroundings(grid, corners, law, stream)


def ground_of(model: Model) -> GroundFriction:
    """Ground friction of a model's world: `LinkFriction`, `ViscousFriction`, or both.

    Raises:
        ControlError: if there are several of one kind.
    """
    dry = _only(model, LinkFriction)
    viscous = _only(model, ViscousFriction)
    given: dict[str, Any] = {}
    if dry is not None:
        forward, backward, across, shape, smoothing, eps, load = dry.parameters(pressing_gravity(model.world.media))
        given |= {"forward": forward, "backward": backward, "across": across, "load": load, "eps": eps}
        given |= {"shape": SHAPES[int(shape)], "smoothing": SMOOTHINGS[int(smoothing)]}
    if viscous is not None:
        names = ("viscous_forward", "viscous_backward", "viscous_across")
        given |= dict(zip(names, viscous.parameters(), strict=True))
    return GroundFriction(**given)


def _only(model: Model, kind: type[Medium]) -> Medium | None:
    """The only medium of a kind, or None."""
    media = [medium for medium in model.world.media if isinstance(medium, kind)]
    if len(media) > 1:
        raise ControlError(f"the batch model supports one {kind.__name__}, this world has {len(media)}; leave one out")
    return media[0] if media else None


def _contact(model: Model) -> Contact | None:
    """The only contact of the world, or None."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    if len(contacts) > 1 or any(not isinstance(one.surface, Extruded) for one in contacts):
        raise ControlError(
            "the batch model supports at most one Contact, on an Extruded; got "
            f"{', '.join(type(one.surface).__name__ for one in contacts)}: write one Contact(Extruded([...], lower, upper))"
        )
    return contacts[0] if contacts else None


def _grid(contact_medium: Contact) -> SignedDistanceGrid:
    """Distance grid of the engine's surface."""
    row = np.asarray(contact_medium.surface.numbers())
    n_x, n_y = int(row[0]), int(row[1])
    return SignedDistanceGrid(row[5:].reshape(n_y, n_x), (float(row[2]), float(row[3])), float(row[4]))


def _thickness(model: Model) -> float:
    """Distance of the skin from the axis of every link [m]."""
    skin = model.robot.skin
    if not skin.joined or skin.rings_per_link != 2:
        raise ControlError(
            "the batch model has one contact point at each joint and at both ends; write Robot(..., skin=Skin(joined=True))"
        )
    if skin.radius is not None:
        return skin.radius
    widths = {link.shape.half_width for link in links_of(model)}
    if len(widths) > 1:
        raise ControlError(
            "the batch model supports links of one width; give the skin one, Skin(joined=True, radius=...)"
        )
    return widths.pop()


def _law(contact_medium: Contact, reach: float) -> WallLaw:
    """Contact and friction law of the walls."""
    friction = contact_medium.friction
    if friction is None:
        return WallLaw(contact_medium.stiffness, contact_medium.damping, 0.0, corner_reach=reach)
    if isinstance(friction, UserLaw):
        raise ControlError(
            f"the batch model has no friction by a UserLaw, got {friction.name!r}; write SurfaceFriction(0.5)"
        )
    forward, backward, across = friction.numbers()[1:4]
    turned = friction.frame == "world" and across != forward
    if forward != backward or turned or friction.smoothing != "tanh":
        raise ControlError(
            f"friction in the batch model is equal in both directions, smoothed by tanh; got {friction!r}, "
            f"write SurfaceFriction({forward:g})"
        )
    return WallLaw(contact_medium.stiffness, contact_medium.damping, forward, friction.eps, reach)


def _corners(contact_medium: Contact, grid: SignedDistanceGrid, reach: float) -> FloatArray:
    """Corners within the grid; a pipe thinner than the snake is an error."""
    surface = contact_medium.surface
    assert isinstance(surface, Extruded)
    for solid in surface.solids:
        if isinstance(solid, HullWall) and (radius := float(np.min(solid.pipe.radii))) <= reach:
            raise ControlError(
                f"a pipe of radius {radius:g} m is thinner than the snake, half of whose thickness is {reach:g} m; "
                f"write radii above {reach:g}, or a smaller corner_reach where the skin has no radius"
            )
    corners = np.concatenate([np.zeros((0, 2)), *(solid.corners() for solid in surface.solids)])
    return corners[inside(grid, corners)]


def inside(grid: SignedDistanceGrid, points: FloatArray) -> np.ndarray:
    """Mask of the points within the grid's edges, shape (n,)."""
    low, high = bounds(grid)
    return np.asarray(((points >= low) & (points <= high)).all(axis=1))


def bounds(grid: SignedDistanceGrid) -> tuple[FloatArray, FloatArray]:
    """Lower and upper corner of a grid, each of shape (2,), [m]."""
    low = np.asarray(grid.origin)
    return low, low + grid.spacing * (np.array(grid.values.shape[::-1]) - 1)


def _currents(model: Model) -> list[Current | CurrentMap]:
    """All currents; an unsteady one is an error."""
    currents = [one for medium in model.world.media if isinstance(medium, LumpedFluid) for one in medium.currents]
    for one in currents:
        if not isinstance(one, (Current, CurrentMap)) or (isinstance(one, Current) and np.any(one.pulsation)):
            raise ControlError(f"the batch model supports steady currents, Current or CurrentMap, got {one!r}")
    return [one for one in currents if isinstance(one, (Current, CurrentMap))]


def _uniform(model: Model) -> FloatArray | None:
    """Uniform current, shape (2,), [m/s]; None if it is not uniform."""
    total = np.zeros(2)
    for one in _currents(model):
        if isinstance(one, CurrentMap) or one.gradient is not None or one.region is not None:
            return None
        total = total + np.asarray(one.velocity, dtype=np.float64)[:2]
    return total


def _map_grid(model: Model) -> SignedDistanceGrid:
    """Grid of a current map, for a world without walls."""
    maps = [one for one in _currents(model) if isinstance(one, CurrentMap)]
    if not maps:
        raise ControlError(
            "a current that differs from place to place needs a grid; give it as a CurrentMap, or add a Contact(Extruded(...))"
        )
    first = maps[0]
    return SignedDistanceGrid(np.zeros(np.shape(first.u)), first.origin, first.spacing)


def _open(grid: SignedDistanceGrid) -> SignedDistanceGrid:
    """Grid of open water."""
    return SignedDistanceGrid(np.full(grid.values.shape, OPEN_WATER), grid.origin, grid.spacing)


def _sampled(model: Model, grid: SignedDistanceGrid) -> FloatArray:
    """Current at the grid points, shape (n_y, n_x, 2), [m/s]."""
    x, y = grid.points()
    places = np.stack((x.ravel(), y.ravel(), np.zeros(x.size)), axis=1)
    streams = current_at(model, np.zeros(x.size), places)
    assert streams is not None
    return streams[:, :2].reshape(*x.shape, 2)


def lane_model_of(
    model: Model, contact: bool = True, dtype: type = np.float32, corner_reach: float = 0.01
) -> LaneModel:
    """Batch model of a planar robot and its world, so that roll-outs predict what the engine will do.

    Away from walls a lane moves as the engine does, except for the error of its longer steps. Differences at walls and
    corners: `world.contact_law`.

    Args:
        model: From `build_model`: links of any kind joined by hinges about z, followers and servos; in at most one
            `LumpedFluid` with steady currents, on at most one `LinkFriction` and one `ViscousFriction`, with at most one
            `Contact` on an `Extruded`.
        contact: False leaves the walls out.
        dtype: np.float32 or np.float64.
        corner_reach: Half the thickness of the snake at corners, for a skin without radius [m].

    Raises:
        ControlError: if the model contains objects that the batch model does not support.
    """
    around = surroundings_of(model, contact, corner_reach)
    return lane_model(swimmer_of(model), joint_law_of(model), around, dtype, ground_of(model))
