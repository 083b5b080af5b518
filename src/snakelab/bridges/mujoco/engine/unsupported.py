"""Features that MuJoCo cannot simulate, which raise errors, and deviations of those that it approximates."""

from collections.abc import Iterator

from snakelab.bridges.mujoco.contact_geoms.friction import STATED, directed, turned, wheels_left_out
from snakelab.bridges.mujoco.contact_geoms.surfaces import is_followed
from snakelab.errors import SimulationError
from snakelab.geometry.surfaces import Plane
from snakelab.physics.model import Model
from snakelab.robots.actuators import Follower, Hydraulic, Pneumatic
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts import SoftSection
from snakelab.robots.sensors.sensor import needs_acceleration
from snakelab.worlds import Contact, Gravity, SurfaceFriction, UserLaw

DRIVES = (Follower, Pneumatic, Hydraulic)


def check_runnable(model: Model, spinning_wheels: bool = False) -> None:
    """Raise SimulationError with all elements that have no equivalent in MuJoCo."""
    features = list(dict.fromkeys((*_robot(model), *_world(model, spinning_wheels))))
    if features:
        raise SimulationError(
            f"MuJoCo cannot run robot {model.robot.name!r} in this world: it does not support {', '.join(features)}; use "
            "snakelab's built-in engine, the default"
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
    accelerometers = {type(sensor).__name__: None for sensor in model.robot.sensors if needs_acceleration(sensor)}
    if accelerometers:
        yield f"{', '.join(accelerometers)} (its acceleration is that of the built-in engine)"


def _world(model: Model, spinning_wheels: bool) -> Iterator[str]:
    for medium in model.world.media:
        if isinstance(medium, Gravity):
            continue
        if isinstance(medium, STATED):
            if any(isinstance(other, Contact) for other in model.world.media):
                yield f"{type(medium).__name__} together with a Contact"
            continue
        if not isinstance(medium, Contact):
            yield type(medium).__name__
            continue
        friction = medium.friction
        if friction is None:
            continue
        if isinstance(friction, UserLaw):
            yield "UserLaw as the friction of a Contact"
            continue
        plane = isinstance(medium.surface, Plane) or is_followed(medium.surface)
        if not plane and wheels_left_out(model, medium, medium.name, spinning_wheels, moved=True):
            yield f"Wheel on a {type(medium.surface).__name__}"
        if friction.mu_backward not in (None, friction.mu_tangential):
            yield "SurfaceFriction mu_backward"
        if directed(medium) and turned(medium, moved=True) is not medium:
            kind = type(medium.surface).__name__
            yield f"SurfaceFriction with frame={friction.frame!r} and two coefficients on a {kind}"


def differences(model: Model) -> tuple[str, ...]:
    """Known reasons for differences from the built-in engine, one line each."""
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    eps = [contact.friction.eps for contact in contacts if isinstance(contact.friction, SurfaceFriction)]
    lines = ["MuJoCo's step is of first order, ours of second: halve both steps and compare again"]
    if eps:
        lines.append(
            "below its limit the friction of a contact is a straight line, with the slope of ours at its load, but no "
            f"less than at rest and no more than the step permits: speeds approach each other as eps (here {max(eps):g} m/s) "
            "and the step fall"
        )
    if contacts:
        lines.append(
            "a contact has the stiffness and damping of ours and an additional mass: a thousandth of the link's mass along "
            "the normal, and along the ground a tenth if the step permits it, otherwise about the link's mass"
        )
    if (model.arrays.coordinates["dry_friction"] > 0).any():
        lines.append(
            "dry friction of a joint is, below its limit, a straight line with the slope of ours at rest, or the largest that "
            "its step permits"
        )
    if model.driven.any():
        lines.append("torques of prescribed joints are those of the step before the record")
    return tuple(lines)
