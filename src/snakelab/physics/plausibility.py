"""Warnings about robots and worlds that are valid but probably not intended.

Each has legitimate uses (a payload on a long arm, a float, a bed of foam), so none is an error.
"""

import warnings
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from snakelab.errors import SnakelabWarning, counted
from snakelab.geometry.surfaces import HeightField, Pipe, Plane
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.skin_tables import between_rings
from snakelab.robots.actuators import Motor, Servo
from snakelab.robots.branches import Socket
from snakelab.robots.joints import Joint, Mount
from snakelab.robots.link import Link, placed
from snakelab.robots.robot import Robot
from snakelab.robots.rods import Rod
from snakelab.robots.soft_sections import SoftSection
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.currents import Region
from snakelab.worlds.free_bodies import Ball, Capsule, Cuboid
from snakelab.worlds.world import DisplacingFluid, World

# ----------------------------------------------------------------------------------------------------------------------
# Distant centres of mass, other units, large volumes, ignored wheels, joints out of the plane, and unloaded or soft ground
# ----------------------------------------------------------------------------------------------------------------------

# Distance of the centre of mass of a link, relative to its largest dimension, above which a user is warned.
MAX_CENTRE_DISTANCE = 2.0
LONG, HEAVY = 5.0, 100.0  # length [m] and mass [kg] of a link above which they were probably given in mm and g
MAX_FILL = 1000.0  # volume of a link by that of its section, above which a user is warned
MAX_TILT = 1e-6  # component of a unit axis above which a joint leaves the plane of a planar base
LEVEL = 0.5  # fraction of the weight above which a surface is ground
MAX_NAMES = 3
# Torque limit of a joint above which it was probably given in N mm: at least this [N m], and this multiple of the torque that
# holds the whole robot at its end.
STRONG, MAX_HOLDING = 100.0, 3.0
# Penetration with the recommended stiffness, as a fraction of the radius of the body.
SINK_FRACTION = 0.05
# Points with which a free body rests on level ground; a convex hull rests on three.
POINTS_OF_REST = {Ball: 1, Capsule: 2, Cuboid: 4}


def check_plausible(
    robot: Robot, world: World, gravity: FloatArray, rings: np.ndarray, points: FloatArray, weight: float
) -> None:
    """Warn of probable mistakes: links in mm or g, torques in N mm, a centre of mass or a volume that does not fit its link,
    wheels and ground without effect, ground too soft to carry the body, and joints out of a planar base's plane.

    Args:
        robot: The robot.
        world: Its world.
        gravity: Sum of all, shape (3,), [m/s^2].
        rings: Records of `skin.RING`.
        points: y and z of the skin points from their rings' centres, shape (n, 2), [m].
        weight: That the ground carries: less the buoyancy in fluids [N].
    """
    lines = [*_other_units(robot), *_far_masses(robot), *(_large_volumes(robot) if world.fluids else ())]
    lines += [*_strong_actuators(robot), *_ignored_wheels(robot, world)]
    if robot.base == "planar":
        lines += _out_of_plane(robot, world)
        lines += _unloaded_ground(world, gravity)
    if robot.base == "floating":
        lines += _soft_ground(world, gravity, rings, points, weight)
    if gravity.any() and world.objects and not world.fluids:
        lines += _unsupported_objects(world, gravity)
    for line in lines:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def _other_units(robot: Robot) -> Iterator[str]:
    """A line on links longer than 5 m or heavier than 100 kg, or else on sections wider than 5 m."""
    large = [(name, link) for name, link in _links(robot) if link.length > LONG or link.mass > HEAVY]
    if not large:
        yield from _wide_sections(robot)
        return
    name, link = large[0]
    meant = [f"length {1e-3 * link.length:.3g}"] if link.length > LONG else []
    meant += [f"mass {1e-3 * link.mass:.3g}"] if link.mass > HEAVY else []
    more = f" ({len(large)} links are as large)" if len(large) > 1 else ""
    yield (
        f"{name} has a length of {link.length:.4g} m and a mass of {link.mass:.4g} kg{more}: lengths are in m and masses in kg; "
        f"did you mean {', '.join(meant)}?"
    )


def _wide_sections(robot: Robot) -> Iterator[str]:
    """A line on links wider than 5 m, as of a mesh in mm."""
    widths = [(name, link, 2 * max(link.shape.half_width, link.shape.half_height)) for name, link in _links(robot)]
    wide = [one for one in widths if one[2] > LONG]
    if wide:
        name, link, width = wide[0]
        more = f" ({len(wide)} links are as wide)" if len(wide) > 1 else ""
        yield (
            f"{name} is {width:.4g} m wide and {link.length:.4g} m long{more}: sections are in m; did you mean "
            f"{1e-3 * width:.3g} m? A mesh in mm needs the scale 0.001"
        )


def _strong_actuators(robot: Robot) -> Iterator[str]:
    """A line on torque limits of joints that are far above the torque that holds the robot at its end."""
    holding = robot.mass * 9.81 * robot.length
    for i, part in enumerate(part for part in robot.parts if isinstance(part, Joint)):
        actuator = part.actuator
        limit = {Servo: "torque_limit", Motor: "force_limit"}.get(type(actuator))
        if limit is None or part.unit != "rad":
            continue
        torque = float(getattr(actuator, limit))
        if max(STRONG, MAX_HOLDING * holding) < torque < np.inf:
            yield (
                f"joint {part.name or i + 1}: {type(actuator).__name__} {limit} = {torque:g} N m is unusually large, "
                f"{torque / holding:.2g} times the torque that holds the robot at its end; if it is in N mm, write "
                f"{1e-3 * torque:.3g}"
            )
            return


def _far_masses(robot: Robot) -> Iterator[str]:
    """A line on links with the centre of mass far outside."""
    names = []
    for name, link in _links(robot):
        size = max(link.length, 2 * link.shape.half_width, 2 * link.shape.half_height)
        com = link.stations[0].offset
        away = com - np.array([np.clip(com[0], 0.0, link.length), 0.0, 0.0])
        if np.linalg.norm(away) > MAX_CENTRE_DISTANCE * size:
            names.append(f"{name} {np.linalg.norm(away):.4g} m (its size is {size:.3g} m)")
    if names:
        yield (
            f"the centre of mass is far outside of its link: {_some(names)}; com is counted from the link's tail end in metres: "
            "leave it out for the middle"
        )


def _large_volumes(robot: Robot) -> Iterator[str]:
    """A line on links with a volume far larger than that of their section."""
    names = []
    for name, link in _links(robot):
        volume, section_volume = link.hulls[0].volume, link.shape.volume(link.length)
        if volume is not None and volume > MAX_FILL * section_volume:
            names.append(f"{name} {volume:.3g} m^3 (its section has {section_volume:.3g} m^3)")
    if names:
        yield f"links displace more than {MAX_FILL:g} times the volume of their section: {_some(names)}; leave volume out"


def _ignored_wheels(robot: Robot, world: World) -> Iterator[str]:
    """A line on wheels in a world with friction at the links' centres only."""
    n_wheels = sum(len(link.fixed_wheels) for _, link in _links(robot))
    if n_wheels and world.centre_frictions and not world.contacts:
        yield (
            f"{type(world.centre_frictions[0]).__name__} acts at the centres of the links and ignores the "
            f"{counted(n_wheels, 'wheel')}; "
            "write contact with a floating base for wheels that roll, or leave the wheels out and give the friction across the "
            "links"
        )


def _out_of_plane(robot: Robot, world: World) -> Iterator[str]:
    """A line on joints that move links out of the plane of a planar base.

    Soft sections are left out: their elongations together may keep them in the plane.
    """
    rotation, labels = np.eye(3), []
    names, rotations = iter(robot.part_names), dict[str, FloatArray]()
    for part in robot.parts:
        if isinstance(part, Socket):
            rotation = rotations[part.on] @ part.transform[:3, :3]
        elif isinstance(part, Mount):
            rotation = rotation @ placed(part.offset, part.rotation)[:3, :3]
        elif isinstance(part, Joint):
            linear, angular = np.split(part.unit_twist(), 2)
            out = abs((rotation @ linear)[2]) > MAX_TILT or np.linalg.norm((rotation @ angular)[:2]) > MAX_TILT
            labels.append((part, out))
        elif part.stations:
            rotations[next(names)] = rotation
    leaving = [(i, part) for i, (part, out) in enumerate(labels) if out]
    if not leaving:
        return
    number, first = leaving[0]
    name = repr(first.name) if first.name else f"number {number + 1}"
    axis = repr(first.axis) if isinstance(first.axis, str) else f"[{', '.join(f'{value:.3g}' for value in first.axis)}]"
    more = f", like {len(leaving) - 1} more," if len(leaving) > 1 else ""
    yield (
        f"joint {name}, {type(first).__name__}(axis={axis}){more} moves links out of the plane of a planar base, which "
        "cannot pitch, roll or rise in turn"
        + (", and friction acts on them as on the plane" if world.centre_frictions else "")
        + "; write "
        "base='floating' with Gravity() and Contact(), or joints with axis='z'"
    )


def _unloaded_ground(world: World, gravity: FloatArray) -> Iterator[str]:
    """A line on level ground that carries no weight, since a planar base keeps its height."""
    if world.objects and world.centre_frictions:  # the ground is that of the objects
        return
    for contact in world.contacts:
        if gravity.any() and _facing(contact, gravity) > LEVEL:
            yield (
                f"a planar base keeps its height, so the ground {contact.name!r} carries none of its weight and has hardly any "
                "friction; write base: floating, or link_friction in place of contact"
            )


def _soft_ground(
    world: World, gravity: FloatArray, rings: np.ndarray, points: FloatArray, weight: float
) -> Iterator[str]:
    """A line for each ground in which the resting body would sink by more than its radius.

    Static estimate: the weight over the stiffness of all points that touch level ground at the same time.
    """
    if not len(rings) or not gravity.any() or not weight > 0:
        return
    rings = rings[~between_rings(rings)]
    radius = float(np.median(rings["radius"]))
    lowest = sum(_lowest(points[ring["first"] : ring["first"] + ring["n_points"]]) for ring in rings)
    for contact in world.contacts:
        load = weight * _facing(contact, gravity)
        depth = load / (contact.stiffness * lowest)
        if radius > 0 and depth > radius:
            needed = load / (lowest * SINK_FRACTION * radius)
            yield (
                f"{contact.name!r} is too soft for this robot: at rest it sinks in by {depth:.3g} m, more than its radius of "
                f"{radius:.3g} m, with {counted(lowest, 'point')} of {contact.stiffness:g} N/m under {load:.4g} N; write "
                f"stiffness={float(f'{needed:.1e}'):g}"
            )


def _unsupported_objects(world: World, gravity: FloatArray) -> Iterator[str]:
    """A line on free bodies that nothing carries, or that sink into the ground by more than half their thickness."""
    names = [body.name or f"object{i}" for i, body in enumerate(world.objects, 1)]
    if not world.contacts:
        fall, them = ("falls", "it") if len(names) == 1 else ("fall", "them")
        yield f"{_some(names)} {fall}, as no Contact carries {them}; add contact to the media, or leave gravity out"
        return
    for contact in world.contacts:
        sunk = []
        for name, body in zip(names, world.objects, strict=True):
            touching = POINTS_OF_REST.get(type(body.shape), 3)
            load = body.total_mass * float(np.linalg.norm(gravity)) * _facing(contact, gravity)
            half = 0.5 * min(body.shape.extents)
            if load / (touching * contact.stiffness) > half:
                sunk.append((name, load, touching, half))
        if sunk:
            name, load, touching, half = max(sunk, key=lambda one: one[1] / (one[2] * one[3]))
            needed = load / (touching * SINK_FRACTION * half)
            yield (
                f"{contact.name!r} is too soft for {_some([one[0] for one in sunk])}: at rest {name} sinks in by "
                f"{load / (touching * contact.stiffness):.3g} m, more than half its thickness of {2 * half:.3g} m, with "
                f"{counted(touching, 'point')} of {contact.stiffness:g} N/m under {load:.4g} N; write "
                f"stiffness={float(f'{needed:.1e}'):g}, or a smaller mass"
            )


def _lowest(points: FloatArray) -> int:
    """Number of the lowest points of a ring, which touch level ground together."""
    return int(np.count_nonzero(points[:, 1] <= points[:, 1].min() + 1e-9))


def _facing(contact: Contact, gravity: FloatArray) -> float:
    """Fraction of the weight that presses on a surface: 1 for level ground, 0 for surfaces that are not ground."""
    if isinstance(contact.surface, Plane):
        return max(0.0, float(-(contact.surface.numbers()[:3] @ gravity)) / float(np.linalg.norm(gravity)))
    return float(isinstance(contact.surface, (HeightField, Terrain)) and gravity[2] < 0)


def _links(robot: Robot) -> Iterator[tuple[str, Link]]:
    parts_with_mass = [part for part in robot.parts if part.stations]
    for name, part in zip(robot.part_names, parts_with_mass, strict=True):
        if isinstance(part, Link):
            yield name, part


def _some(names: list[str]) -> str:
    rest = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return ", ".join(names[:MAX_NAMES]) + rest


# ----------------------------------------------------------------------------------------------------------------------
# Weight and buoyancy of a swimming robot, and their points of action
# ----------------------------------------------------------------------------------------------------------------------

# Net buoyancy, fraction of the weight, and trim angle, above which a user is warned.
MAX_NET_BUOYANCY = 0.02
MAX_TRIM_DEG = 2.0


def net_buoyancy(robot: Robot, density: float) -> tuple[float, float, FloatArray, FloatArray]:
    """Mass and displaced mass of the straight robot, fully immersed, and their centres.

    Args:
        robot: The robot; rotations and offsets of the mounts of its trunk are neglected.
        density: Of the fluid [kg/m^3].

    Returns:
        Mass [kg], displaced mass [kg], centre of mass and centre of buoyancy from the tail end, shapes (3,), [m].
    """
    mass = displaced = 0.0
    com, centre = np.zeros(3), np.zeros(3)
    for part, T in robot.straight_frames():
        if not isinstance(part, (Link, SoftSection, Rod)):
            continue
        step = 0.0 if isinstance(part, Link) else part.length / (len(part.stations) - 1)
        for piece, hull in zip(part.stations, part.hulls, strict=True):
            at = T[:3, :3] @ (piece.offset + np.array([piece.step * step, 0.0, 0.0])) + T[:3, 3]
            carried = piece.mass if hull.volume is None else density * hull.volume
            mass, displaced = mass + piece.mass, displaced + carried
            com, centre = com + piece.mass * at, centre + carried * (at + T[:3, :3] @ hull.buoyancy)
    return mass, displaced, com / mass, centre / displaced if displaced > 0 else com / mass


def supported_weight(robot: Robot, world: World, gravity: FloatArray) -> float:
    """Weight of the straight robot on the ground, fully immersed in all fluids of the world, at least 0 [N]."""
    density = sum(fluid.density for fluid in world.fluids)
    mass, displaced, _, _ = net_buoyancy(robot, density)
    return max(mass - displaced, 0.0) * float(np.linalg.norm(gravity))


def check_fluids(world: World) -> None:
    """Warn if two fluids overlap: a body there would be subject to the forces of both."""
    fluids = [fluid for fluid in world.fluids if not isinstance(fluid.region, Pipe)]
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


def _extent(fluid: DisplacingFluid) -> FloatArray:
    """Lower and upper corner of the region of a fluid, shape (2, 3), [m]."""
    assert not isinstance(fluid.region, Pipe)
    bounds = (fluid.region or Region()).bounds()
    if fluid.surface is not None:
        bounds[1, 2] = min(bounds[1, 2], fluid.surface)
    return bounds


def check_trim(robot: Robot, world: World, gravity: FloatArray) -> None:
    """Warn if a fully immersed robot with a floating base rises, sinks or is not level in an unbounded fluid."""
    g = float(np.linalg.norm(gravity))
    fluids = [fluid for fluid in world.fluids if fluid.region is None and fluid.surface is None]
    if robot.base != "floating" or g == 0.0 or not fluids:
        return
    mass, displaced, com, centre = net_buoyancy(robot, sum(fluid.density for fluid in fluids))
    net = (displaced - mass) / mass
    if abs(net) > MAX_NET_BUOYANCY:
        tendency = "rises" if net > 0 else "sinks"
        warnings.warn(
            f"{robot.name!r} {tendency}: it weighs {mass * g:.4g} N and displaces {displaced * g:.4g} N of the fluid, net "
            f"{(displaced - mass) * g:+.4g} N; give its links a volume, or volume='neutral'",
            SnakelabWarning,
            stacklevel=4,
        )
    ahead, above = com[0] - centre[0], centre[2] - com[2]
    trim = np.degrees(np.arctan2(abs(ahead), above)) if abs(ahead) > 1e-9 * robot.length else 0.0
    if trim > MAX_TRIM_DEG:
        low = "head" if ahead > 0 else "tail"
        lies = f"lies {trim:.3g} degrees {low} down when straight" if above > 0 else f"turns over, {low} down"
        warnings.warn(
            f"{robot.name!r} {lies}: its centre of buoyancy is {1e3 * abs(ahead):.3g} mm "
            f"{'behind' if ahead > 0 else 'before'} its centre of mass and {1e3 * above:.3g} mm above; move mass, or give "
            "a link's buoyancy another place",
            SnakelabWarning,
            stacklevel=4,
        )
