"""Weight and buoyancy of a swimming robot, and their points of action."""

import warnings
from itertools import combinations

import numpy as np

from snakelab.errors import SnakelabWarning
from snakelab.geometry.surfaces import Pipe
from snakelab.robots.parts import Link, SoftSection
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray
from snakelab.worlds import Fluid, LumpedFluid, Region, World

# Net buoyancy, fraction of the weight, and trim angle, above which a user is warned.
NET = 0.02
TRIM_DEG = 2.0


def net_buoyancy(robot: Robot, density: float) -> tuple[float, float, FloatArray, FloatArray]:
    """Mass and displaced mass of the straight robot, fully immersed, and their centres.

    Args:
        robot: The robot; rotations and offsets of its mounts are neglected.
        density: Of the fluid [kg/m^3].

    Returns:
        Mass [kg], displaced mass [kg], centre of mass and centre of buoyancy from the tail end, shapes (3,), [m].
    """
    mass = displaced = x = 0.0
    com, centre = np.zeros(3), np.zeros(3)
    for part in robot.from_tail:
        if not isinstance(part, (Link, SoftSection)):
            continue
        step = part.length / (len(part.stations()) - 1) if isinstance(part, SoftSection) else 0.0
        for piece, hull in zip(part.stations(), part.hulls(), strict=True):
            at = piece.offset + np.array([x + piece.step * step, 0.0, 0.0])
            carried = piece.mass if hull.volume is None else density * hull.volume
            mass, displaced = mass + piece.mass, displaced + carried
            com, centre = com + piece.mass * at, centre + carried * (at + hull.buoyancy)
        x += part.length
    return mass, displaced, com / mass, centre / displaced if displaced > 0 else com / mass


def supported_weight(robot: Robot, world: World, gravity: FloatArray) -> float:
    """Weight of the straight robot on the ground, fully immersed in all fluids of the world, at least 0 [N]."""
    density = sum(m.density for m in world.media if isinstance(m, (Fluid, LumpedFluid)))
    mass, displaced, _, _ = net_buoyancy(robot, density)
    return max(mass - displaced, 0.0) * float(np.linalg.norm(gravity))


def check_fluids(world: World) -> None:
    """Warn if two fluids overlap: a body there would be subject to the forces of both."""
    fluids = [m for m in world.media if isinstance(m, (Fluid, LumpedFluid)) and not isinstance(m.region, Pipe)]
    for one, other in combinations(fluids, 2):
        (low, high), (minimum, maximum) = _extent(one), _extent(other)
        if (np.maximum(low, minimum) < np.minimum(high, maximum)).all():
            warnings.warn(
                f"two fluids, {one.name!r} and {other.name!r}, fill one place, and a body there displaces and drags both; "
                "keep one, or give them regions apart: region=Region(lower, upper)",
                SnakelabWarning,
                stacklevel=4,
            )
            return


def _extent(fluid: Fluid | LumpedFluid) -> FloatArray:
    """Lower and upper corner of the region of a fluid, shape (2, 3), [m]."""
    assert not isinstance(fluid.region, Pipe)
    bounds = (fluid.region or Region()).bounds()
    if fluid.surface is not None:
        bounds[1, 2] = min(bounds[1, 2], fluid.surface)
    return bounds


def check_trim(robot: Robot, world: World, gravity: FloatArray) -> None:
    """Warn if a fully immersed robot with a floating base rises, sinks or is not level in an unbounded fluid."""
    g = float(np.linalg.norm(gravity))
    fluids = [m for m in world.media if isinstance(m, (Fluid, LumpedFluid)) and m.region is None and m.surface is None]
    if robot.base != "floating" or g == 0.0 or not fluids:
        return
    mass, displaced, com, centre = net_buoyancy(robot, sum(fluid.density for fluid in fluids))
    net = (displaced - mass) / mass
    if abs(net) > NET:
        tendency = "rises" if net > 0 else "sinks"
        warnings.warn(
            f"{robot.name!r} {tendency}: it weighs {mass * g:.4g} N and displaces {displaced * g:.4g} N of the fluid, net "
            f"{(displaced - mass) * g:+.4g} N; give its links a volume, or volume='neutral'",
            SnakelabWarning,
            stacklevel=4,
        )
    ahead, above = com[0] - centre[0], centre[2] - com[2]
    trim = np.degrees(np.arctan2(abs(ahead), above)) if abs(ahead) > 1e-9 * robot.length else 0.0
    if trim > TRIM_DEG:
        low = "head" if ahead > 0 else "tail"
        lies = f"lies {trim:.3g} degrees {low} down when straight" if above > 0 else f"turns over, {low} down"
        warnings.warn(
            f"{robot.name!r} {lies}: its centre of buoyancy is {1e3 * abs(ahead):.3g} mm "
            f"{'behind' if ahead > 0 else 'before'} its centre of mass and {1e3 * above:.3g} mm above; move mass, or give "
            "a link's buoyancy another place",
            SnakelabWarning,
            stacklevel=4,
        )
