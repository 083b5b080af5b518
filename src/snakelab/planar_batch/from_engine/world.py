"""What a planar swimmer meets in a model of the engine: its walls, corners and currents; or why they cannot be predicted."""

import numpy as np

from snakelab.errors import ControlError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.geometry.planar.pipe import HullWall
from snakelab.geometry.surfaces import Extruded
from snakelab.physics.model import Model
from snakelab.physics.queries.streams import current_at
from snakelab.planar_batch.from_engine.robot import links_of
from snakelab.planar_batch.world import Surroundings, WallLaw
from snakelab.types import FloatArray, number
from snakelab.worlds import Contact, Current, CurrentMap, Gravity, LumpedFluid, UserLaw

# Stands for the distance of walls that are not there [m].
OPEN = 1e3


def surroundings_of(model: Model, contact: bool = True, corner_reach: float = 0.01) -> Surroundings:
    """Walls, corners and currents of a model's world, as a planar swimmer meets them.

    Args:
        model: With at most one `Contact`, on an `Extruded`.
        contact: False leaves the walls out.
        corner_reach: Half the thickness that corners see of a snake whose skin has no radius [m].

    Raises:
        ControlError: if the world holds what lanes cannot predict, or a pipe is thinner than the snake.
    """
    for medium in model.world.media:
        if not isinstance(medium, (Gravity, LumpedFluid, Contact)):
            raise ControlError(f"lanes predict LumpedFluid and Contact(Extruded(...)); this world also has {medium!r}")
        if isinstance(medium, Gravity) and medium.vector()[:2].any():
            raise ControlError(
                f"lanes predict motion in a level plane, got {medium!r}; write Gravity() or leave it out"
            )
    met = _contact(model)
    walls = None if met is None else _grid(met)
    grid, corners, law = None, np.zeros((0, 2)), WallLaw()
    if met is not None and walls is not None and contact:
        thick = _thickness(model)
        law = _law(met, thick or number(corner_reach, "corner_reach", ControlError, above=0, unit="m"))
        grid = DistanceGrid(walls.values - thick, walls.origin, walls.spacing)
        corners = _corners(met, grid, law.corner_reach)
    stream = _uniform(model)
    if stream is None:
        grid = grid or _open(walls or _map_grid(model))
        stream = _sampled(model, grid)
    return Surroundings(grid, corners, law, stream)


def _contact(model: Model) -> Contact | None:
    """The one contact of the world."""
    found = [medium for medium in model.world.media if isinstance(medium, Contact)]
    if len(found) > 1 or any(not isinstance(one.surface, Extruded) for one in found):
        raise ControlError(
            "lanes predict at most one Contact, on an Extruded; got "
            f"{', '.join(type(one.surface).__name__ for one in found)}: write one Contact(Extruded([...], lower, upper))"
        )
    return found[0] if found else None


def _grid(met: Contact) -> DistanceGrid:
    """The distances that the engine reads."""
    row = np.asarray(met.surface.numbers())
    n_x, n_y = int(row[0]), int(row[1])
    return DistanceGrid(row[5:].reshape(n_y, n_x), (float(row[2]), float(row[3])), float(row[4]))


def _thickness(model: Model) -> float:
    """How far the skin stands off the axis of every link [m]."""
    skin = model.robot.skin
    if not skin.joined or skin.rings_per_link != 2:
        raise ControlError(
            "lanes touch walls at the joints and both ends, once each; write Robot(..., skin=Skin(joined=True))"
        )
    if skin.radius is not None:
        return skin.radius
    widths = {link.shape.half_width for link in links_of(model)}
    if len(widths) > 1:
        raise ControlError("lanes predict links of one width; give the skin one, Skin(joined=True, radius=...)")
    return widths.pop()


def _law(met: Contact, reach: float) -> WallLaw:
    """How the walls push and rub."""
    rubs = met.friction
    if rubs is None:
        return WallLaw(met.stiffness, met.damping, 0.0, corner_reach=reach)
    if isinstance(rubs, UserLaw):
        raise ControlError(f"lanes have no friction by a UserLaw, got {rubs.name!r}; write SurfaceFriction(0.5)")
    forward, backward, across = rubs.numbers()[1:4]
    turned = rubs.frame == "world" and across != forward
    if forward != backward or turned or rubs.smoothing != "tanh":
        raise ControlError(
            f"lanes rub alike both ways, smoothed by tanh; got {rubs!r}, write SurfaceFriction({forward:g})"
        )
    return WallLaw(met.stiffness, met.damping, forward, rubs.eps, reach)


def _corners(met: Contact, grid: DistanceGrid, reach: float) -> FloatArray:
    """Corners within the grid; no pipe may be thinner than the snake."""
    surface = met.surface
    assert isinstance(surface, Extruded)
    for solid in surface.solids:
        if isinstance(solid, HullWall) and (radius := float(np.min(solid.pipe.radii))) <= reach:
            raise ControlError(
                f"a pipe of radius {radius:g} m is thinner than the snake, half of whose thickness is {reach:g} m; "
                f"write radii above {reach:g}, or a smaller corner_reach where the skin has no radius"
            )
    corners = np.concatenate([np.zeros((0, 2)), *(solid.corners() for solid in surface.solids)])
    return corners[inside(grid, corners)]


def inside(grid: DistanceGrid, points: FloatArray) -> np.ndarray:
    """Which points lie within the grid's edges, shape (n,)."""
    low, high = bounds(grid)
    return np.asarray(((points >= low) & (points <= high)).all(axis=1))


def bounds(grid: DistanceGrid) -> tuple[FloatArray, FloatArray]:
    """Lower and upper corner of a grid, each of shape (2,), [m]."""
    low = np.asarray(grid.origin)
    return low, low + grid.spacing * (np.array(grid.values.shape[::-1]) - 1)


def _streams(model: Model) -> list[Current | CurrentMap]:
    """All currents; one whose future is not known is refused."""
    found = [one for medium in model.world.media if isinstance(medium, LumpedFluid) for one in medium.currents]
    for one in found:
        if not isinstance(one, (Current, CurrentMap)) or (isinstance(one, Current) and np.any(one.pulsation)):
            raise ControlError(f"lanes predict steady currents, Current or CurrentMap, got {one!r}")
    return [one for one in found if isinstance(one, (Current, CurrentMap))]


def _uniform(model: Model) -> FloatArray | None:
    """The current where it is the same everywhere, shape (2,), [m/s]; None where it is not."""
    total = np.zeros(2)
    for one in _streams(model):
        if isinstance(one, CurrentMap) or one.gradient is not None or one.region is not None:
            return None
        total = total + np.asarray(one.velocity, dtype=np.float64)[:2]
    return total


def _map_grid(model: Model) -> DistanceGrid:
    """Where no wall gives a grid for an uneven current: that of its map."""
    maps = [one for one in _streams(model) if isinstance(one, CurrentMap)]
    if not maps:
        raise ControlError(
            "a current that differs from place to place needs a grid; give it as a CurrentMap, or add a Contact(Extruded(...))"
        )
    first = maps[0]
    return DistanceGrid(np.zeros(np.shape(first.u)), first.origin, first.spacing)


def _open(grid: DistanceGrid) -> DistanceGrid:
    """The grid without walls."""
    return DistanceGrid(np.full(grid.values.shape, OPEN), grid.origin, grid.spacing)


def _sampled(model: Model, grid: DistanceGrid) -> FloatArray:
    """The current at the grid's points, shape (n_y, n_x, 2), [m/s]."""
    x, y = grid.points()
    places = np.stack((x.ravel(), y.ravel(), np.zeros(x.size)), axis=1)
    streams = current_at(model, np.zeros(x.size), places)
    assert streams is not None
    return streams[:, :2].reshape(*x.shape, 2)
