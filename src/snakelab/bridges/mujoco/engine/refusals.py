"""Elements that MuJoCo cannot simulate, by their names in a scenario or a script."""

from collections.abc import Iterator

from snakelab.bridges.mujoco.world.friction import STATED, directed, turned
from snakelab.bridges.mujoco.world.left_out import wheels_left_out
from snakelab.bridges.mujoco.world.surfaces import is_followed
from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import Plane
from snakelab.physics.model import Model
from snakelab.robots.actuators import Follower, Hydraulic, Pneumatic
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts import SoftSection
from snakelab.robots.sensors.sensor import needs_acceleration
from snakelab.worlds import Contact, Gravity, UserLaw

DRIVES = (Follower, Pneumatic, Hydraulic)


def check_runnable(model: Model, spinning_wheels: bool = False) -> None:
    """Raise SimulationError with all elements that have no equivalent in MuJoCo."""
    words = list(dict.fromkeys((*_robot(model), *_world(model, spinning_wheels))))
    if words:
        raise SimulationError(
            f"MuJoCo cannot run robot {model.robot.name!r} in this world: it has nothing for {', '.join(words)}; use "
            "snakelab's own engine, which is the default"
        )


def _robot(model: Model) -> Iterator[str]:
    for part in model.robot.parts:
        if isinstance(part, SoftSection):
            yield "SoftSection"
            continue
        for coordinate in part.coordinates:
            if isinstance(coordinate.actuator, DRIVES):
                yield type(coordinate.actuator).__name__
            if isinstance(coordinate.spring, Elastomer):
                yield "Elastomer"
    if model.robot.propellers:
        yield "Propeller"
    felt = {type(sensor).__name__: None for sensor in model.robot.sensors if needs_acceleration(sensor)}
    if felt:
        yield f"{', '.join(felt)} (its acceleration is that of our own step)"


def _world(model: Model, spinning_wheels: bool) -> Iterator[str]:
    for medium in model.world.media:
        if isinstance(medium, Gravity):
            continue
        if isinstance(medium, STATED):
            if any(isinstance(other, Contact) for other in model.world.media):
                yield f"{type(medium).__name__} beside a Contact"
            continue
        if not isinstance(medium, Contact):
            yield type(medium).__name__
            continue
        rubs = medium.friction
        if rubs is None:
            continue
        if isinstance(rubs, UserLaw):
            yield "UserLaw as the friction of a Contact"
            continue
        plane = isinstance(medium.surface, Plane) or is_followed(medium.surface)
        if not plane and wheels_left_out(model, medium, medium.name, spinning_wheels, moved=True):
            yield f"Wheel on a {type(medium.surface).__name__}"
        if rubs.mu_backward not in (None, rubs.mu_tangential):
            yield "SurfaceFriction mu_backward"
        if directed(medium) and turned(medium, moved=True) is not medium:
            kind = type(medium.surface).__name__
            yield f"SurfaceFriction with frame={rubs.frame!r} and two coefficients on a {kind}"
