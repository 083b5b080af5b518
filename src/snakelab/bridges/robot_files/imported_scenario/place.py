"""Ground of an imported robot, and the pose in which it rests on it."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.kinematics import lowest_point, placed_parts
from snakelab.bridges.robot_files.imported import Import
from snakelab.bridges.robot_files.imported_scenario.gait import PITCH, SLIDE, Wave
from snakelab.geometry.poses import rotation_matrices
from snakelab.geometry.rotations import matrix_to_quat
from snakelab.robots.parts import Link, Revolute
from snakelab.robots.parts.joints import unit_axis
from snakelab.robots.robot import Robot
from snakelab.types import FloatArray
from snakelab.worlds import Contact, Gravity, LinkFriction, SurfaceFriction, World
from snakelab.worlds.gravity import STANDARD

STEEP = 0.7  # sine of the slope above which a body counts as upright
SINKS = 5e-4  # deepest that a body at rest may press a point into the ground [m]


def attitude_of(imported: Import) -> tuple[FloatArray, bool]:
    """Return the attitude of the base, shape (3, 3), and True if it differs from that in the file.

    A floating body that is upright in the file is laid down: along the world's x, with as many of its joints upright as
    can be.
    """
    R = rotation_matrices(imported.initial.get("quaternion", (1.0, 0.0, 0.0, 0.0)))
    straight = placed_parts(imported.robot.parts)[-1].p
    length = float(np.linalg.norm(straight))
    if imported.robot.base != "floating" or not length > 0 or abs((R @ straight)[2]) < STEEP * length:
        return R, False
    forward = straight / length
    joints = [R.T @ axis for axis in _axes(imported, R)]
    sideways = [axis - (axis @ forward) * forward for axis in joints]
    up = max(sideways, key=_norm, default=np.zeros(3))
    if _norm(up) < 0.5:
        up = np.eye(3)[int(np.abs(forward).argmin())]
        up = up - (up @ forward) * forward
    up = up / _norm(up)
    return np.array([forward, np.cross(up, forward), up]), True


def _norm(vector: FloatArray) -> float:
    return float(np.linalg.norm(vector))


def _axes(imported: Import, R: FloatArray) -> list[FloatArray]:
    """World axes of the revolute joints."""
    return [
        R @ placed.R @ unit_axis(placed.part.axis, "axis")
        for placed in placed_parts(imported.robot.parts)
        if isinstance(placed.part, Revolute)
    ]


@dataclass(frozen=True)
class Start:
    """World and initial state of a scenario.

    Attributes:
        world: Gravity and ground.
        initial: Keyword arguments of `initial_state`.
        assumed: Assumptions, one sentence each.
    """

    world: World
    initial: dict[str, object]
    assumed: tuple[str, ...]


def start_of(imported: Import, wave: Wave | None, R: FloatArray, q: FloatArray, laid: bool) -> Start:
    """Return a world with ground, and a pose in which the lowest point of the robot touches it.

    Args:
        imported: The robot, with the gravity of its file.
        wave: Motion of its joints.
        R: Attitude of the base.
        q: Coordinates at the start.
        laid: True if the attitude differs from that in the file.
    """
    robot, media = imported.robot, list(imported.world.media)
    initial: dict[str, object] = dict(imported.initial)
    assumed = []
    gravity = sum((m.vector() for m in media if isinstance(m, Gravity)), np.zeros(3))
    if not imported.says_gravity and robot.base != "planar":
        media.append(Gravity())
        gravity = np.array([0.0, 0.0, -STANDARD])
        assumed.append(f"gravity of {STANDARD:.4g} m/s^2, because URDF does not define it")
    if q.any():
        initial["q"] = [_short(value) for value in q.tolist()]
    if robot.base == "planar":
        media.append(LinkFriction(0.05, 0.5, shape="per_axis"))
        assumed.append("friction of the ground at the links: 0.05 along them, 0.5 across")
    elif robot.base == "floating" and gravity[2] < 0 and not gravity[:2].any():
        ground = ground_for(robot, wave, float(-gravity[2]))
        media.append(ground)
        assumed.append(_words(ground))
        x, y, _ = imported.initial.get("position", (0.0, 0.0, 0.0))
        initial["position"] = (x, y, _short(-lowest_point(robot.parts, q, R)))
        assumed.append(
            "the pose: the lowest point of the robot touches the ground"
            + (", laid down, because it is upright in the file" if laid else "")
        )
        if laid:
            initial["quaternion"] = tuple(_short(value) for value in matrix_to_quat(tuple(R.ravel().tolist())))
    return Start(World(media), initial, tuple(assumed))


def ground_for(robot: Robot, wave: Wave | None, gravity: float) -> Contact:
    """Return a level ground on which the robot's wave advances, and into which the robot does not sink."""
    links = [part for part in robot.parts if isinstance(part, Link)]
    wheels = any(link.wheels for link in links)
    load = robot.mass / (2 * len(links))
    contact = Contact(friction=_friction(wave, wheels))
    if load * gravity <= SINKS * contact.stiffness:
        return contact
    stiffness = float(f"{load * gravity / SINKS:.2g}")
    return Contact(
        stiffness=stiffness, damping=float(f"{2 * math.sqrt(stiffness * load):.2g}"), friction=contact.friction
    )


def _friction(wave: Wave | None, wheels: bool) -> SurfaceFriction:
    if wheels or (wave is not None and wave.kind == PITCH):
        return SurfaceFriction(0.5)
    if wave is not None and wave.kind == SLIDE:
        return SurfaceFriction(0.05, 0.5, 0.5, shape="per_axis")
    return SurfaceFriction(0.05, 0.5, shape="per_axis")


def _words(ground: Contact) -> str:
    friction = ground.friction
    assert isinstance(friction, SurfaceFriction)
    if friction.mu_normal is None:
        return f"a level ground with friction {friction.mu_tangential:g}"
    backward = "" if friction.mu_backward is None else f", {friction.mu_backward:g} backward"
    return f"a level ground with friction {friction.mu_tangential:g} along the links{backward}, {friction.mu_normal:g} across"


def _short(value: float) -> float:
    return float(f"{value:.6g}") + 0.0
