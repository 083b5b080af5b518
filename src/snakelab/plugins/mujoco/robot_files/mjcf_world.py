"""Contents of an MJCF file besides a chain: contact, the world, equality constraints, tendons, sensors, options, fluid."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np

from snakelab.geometry.surfaces import Plane
from snakelab.plugins.mujoco.robot_files.body_tree import (
    tidy,
)
from snakelab.plugins.mujoco.robot_files.import_report import (
    Findings,
    listed,
    resting_contact,
    with_friction,
)
from snakelab.plugins.mujoco.robot_files.mjcf_file import (
    PLANE,
    body_name,
    touches,
)
from snakelab.plugins.mujoco.robot_files.mjcf_joints import (
    FIXED,
    HINGE,
    JOINT,
    JOINT_IN_PARENT,
    PLANAR,
    SLIDE,
)
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.worlds.contact import Contact, SurfaceFriction
from snakelab.worlds.lumped_fluid import EllipsoidFluid, FluidEllipsoid, InertiaBoxFluid

# ----------------------------------------------------------------------------------------------------------------------
# Contents of an MJCF file besides a chain: contact, the world, equality constraints, tendons, sensors, options, fluid
# ----------------------------------------------------------------------------------------------------------------------

# Flags that change the method of the computation, but not the result.
METHOD_FLAGS = {"GRAVITY", "CONTACT", "WARMSTART", "FILTERPARENT", "REFSAFE", "EULERDAMP", "AUTORESET", "NATIVECCD"}
METHOD_FLAGS |= {"ISLAND", "MULTICCD", "MIDPHASE", "SENSOR"}
# MuJoCo's types of equality constraints.


def note_leftovers(
    m: Any,
    members: Sequence[int],
    joints: Sequence[int],
    used: tuple[set[int], set[int]],
    findings: Findings,
) -> None:
    """Note each kind of element that the robot does not include.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        joints: The robot's joints.
        used: Joints taken as fixed, and actuators of cables.
        findings: Lists to which they are added.
    """
    frozen, wound = used
    for j in sorted(frozen):
        findings.changed.add(f"joint {m.joint(j).name!r} as a joint", why="frozen as drawn")
    sentences = _actuators(m, joints, wound)
    sentences += _world(m, set(members))
    touching = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members) and touches(m, g)]
    if touching and not _planes(m, members):
        sentences.append(
            f"contact and friction of {_count(touching, 'geom')}: {listed([m.geom(g).name for g in touching], 6)}"
        )
    if not _contacts_are_off(m) and _collide(m, members):
        sentences.append("contact between links: their shapes touch surfaces only")
    heavy = [body_name(m, i) for i in members if m.body_gravcomp[i]]
    if heavy:
        sentences.append(f"gravity compensation (gravcomp) of {', '.join(heavy)}")
    sentences += _options(m)
    for what, bodies in (("site", m.site_bodyid), ("camera", m.cam_bodyid)):
        elsewhere = [b for b in bodies if b not in set(members)]
        if elsewhere:
            sentences.append(f"{_count(elsewhere, what)} of the world")
    inactive = [e for e in range(m.neq) if not m.eq_active0[e]]
    for what, number in (
        ("constraint that is off", len(inactive)),
        ("sensor", m.nsensor),
        ("keyframe", m.nkey),
        ("flex (a deformable body)", m.nflex),
        ("skin", m.nskin),
        ("plugin", m.nplugin),
    ):
        if number:
            sentences.append(_count(range(number), what))
    for sentence in sentences:
        findings.dropped.add(sentence)


def _actuators(m: Any, joints: Sequence[int], wound: set[int]) -> list[str]:
    """Sentences on the actuators that do not act on a hinge, a slide or a cable of the robot."""
    sentences = []
    for a in range(m.nactuator):
        if a in wound:
            continue
        on_joint = m.actuator_trntype[a] in (JOINT, JOINT_IN_PARENT)
        if not (on_joint and m.actuator_trnid[a, 0] in joints and m.jnt_type[m.actuator_trnid[a, 0]] in (SLIDE, HINGE)):
            sentences.append(
                f"actuator {m.actuator(a).name or f'number {a + 1}'!r}: it acts on no hinge or slide of the robot"
            )
    return sentences


def _world(m: Any, members: set[int]) -> list[str]:
    """Sentences on the objects around the robot."""
    sentences = []
    planes = {g for g, _ in _planes(m, sorted(members))}
    around = [g for g in range(m.ngeom) if m.geom_bodyid[g] not in members and g not in planes]
    if around:
        sentences.append(f"the world's {_count(around, 'geom')}: {listed([m.geom(g).name for g in around], 6)}")
    others = [body_name(m, i) for i in range(1, m.nbody) if i not in members]
    if others:
        sentences.append(f"bodies fixed in the world: {listed(others)}")
    return sentences


def _options(m: Any) -> list[str]:
    import mujoco

    off = [
        word.removeprefix("mjDSBL_")
        for word, flag in mujoco.mjtDisableBit.__members__.items()
        if word.startswith("mjDSBL_") and m.opt.disableflags & int(flag)
    ]
    return [f"the flag that switches {word.lower()} off" for word in off if word not in METHOD_FLAGS]


def _count(things: Sequence[Any], word: str) -> str:
    head, _, tail = word.partition(" ")
    return f"{len(things)} {word if len(things) == 1 else f'{head}s {tail}'.strip()}"


def _planes(m: Any, members: Sequence[int]) -> list[tuple[int, list[tuple[float, int]]]]:
    """Return the planes that do not move, each with friction and condim of the geoms of the robot that touch it."""
    own, planes = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members)], []
    for g in range(m.ngeom):
        if int(m.geom_type[g]) != PLANE or m.body_weldid[m.geom_bodyid[g]] != 0 or _contacts_are_off(m):
            continue
        if touching := [law for k in own if (law := _touch(m, g, k)) is not None]:
            planes.append((g, touching))
    return planes


def _touch(m: Any, g: int, k: int) -> tuple[float, int] | None:
    """Friction coefficient and condim of the contact between two geoms; None if they do not touch."""
    for pair in range(m.npair):
        if {g, k} == {int(m.pair_geom1[pair]), int(m.pair_geom2[pair])}:
            return float(m.pair_friction[pair, 0]), int(m.pair_dim[pair])
    first, second = sorted((int(m.geom_bodyid[g]), int(m.geom_bodyid[k])))
    excluded = (m.exclude_signature == (first << 16) + second).any()
    bits = (m.geom_contype[g] & m.geom_conaffinity[k]) | (m.geom_contype[k] & m.geom_conaffinity[g])
    if not bits or excluded:
        return None
    return max(float(m.geom_friction[g, 0]), float(m.geom_friction[k, 0])), int(max(m.geom_condim[[g, k]]))


def _contacts_are_off(m: Any) -> bool:
    import mujoco

    return bool(m.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_CONTACT))


def _link_of(m: Any, geom: int, robot: Robot) -> str:
    """Name of the link of the robot that carries a geom; empty for none."""
    body = int(m.geom_bodyid[geom])
    while body and body_name(m, body) not in robot.part_names:
        body = 0 if m.body_jntnum[body] else int(m.body_parentid[body])
    return body_name(m, body) if body else ""


def _frictions(m: Any, plane: int, members: Sequence[int], robot: Robot) -> dict[str, list[float]]:
    """Friction coefficients of the geoms of each link on a plane, without those of frictionless contacts."""
    found: dict[str, list[float]] = {}
    for k in range(m.ngeom):
        law = _touch(m, plane, k) if m.geom_bodyid[k] in set(members) else None
        if law is not None and law[1] > 1 and (name := _link_of(m, k, robot)):
            found.setdefault(name, []).append(law[0])
    return {name: sorted(set(values)) for name, values in found.items()}


def with_plane_friction(m: Any, members: Sequence[int], robot: Robot, findings: Findings) -> Robot:
    """Return the robot with the factors of its links' friction on the first plane that touches it with friction."""
    for g, _ in _planes(m, members):
        own = _frictions(m, g, members, robot)
        if not own:
            continue
        robot, usual = with_friction(robot, {name: values[0] for name, values in own.items()})
        for name, values in own.items():
            if len(values) > 1:
                why = f"{values[0]:g} to {values[-1]:g} at its geoms, here the smallest for all"
                findings.changed.add("friction", name, why)
        if other := [f"{name} {values[0]:g}" for name, values in own.items() if values[0] != usual]:
            findings.kept.add(f"friction that differs, as the friction_factor of the link: {', '.join(other)}")
        break
    return robot


def grounds_of(m: Any, members: Sequence[int], robot: Robot, findings: Findings) -> tuple[Contact, ...]:
    """Return the planes of the file that touch the robot, unless it is planar, or fixed without joints.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        robot: The robot.
        findings: Lists to which they are added.
    """
    import mujoco

    names: set[str] = set()
    d, grounds = mujoco.MjData(m), []
    mujoco.mj_kinematics(m, d)
    for number, (g, touching) in enumerate(_planes(m, members), start=1):
        name = m.geom(g).name or f"plane {number}"
        if robot.base == PLANAR or (robot.base == FIXED and not robot.n_coordinates):
            findings.dropped.add("contact with the plane", name, f"the base of the robot is {robot.base}")
            continue
        normal = tidy(d.geom_xmat[g].reshape(3, 3)[:, 2])
        point = tuple(float(x) for x in normal * (normal @ d.geom_xpos[g]))
        frictionless = all(condim == 1 for _, condim in touching)
        usual, unlike = _usual(_frictions(m, g, members, robot), touching, robot)
        friction = None if frictionless or not usual > 0 else SurfaceFriction(usual)
        surface = Plane(tuple(normal.tolist()), (point[0], point[1], point[2]))
        weight = float(np.linalg.norm(m.opt.gravity))
        contact = replace(resting_contact(robot, weight, surface, friction), name=_term_name(m.geom(g).name, names))
        grounds.append(contact)
        _note_contact(m, g, members, name, findings)
        law = "without friction" if friction is None else f"with friction {usual:g}"
        findings.kept.add(f"the plane {name!r} {law}")
        if friction is not None and unlike:
            why = f"{', '.join(unlike)} in the file, here that of the other links times their friction_factor"
            findings.changed.add("friction", name, why)
        why = (
            f"stiffness {contact.stiffness:g} N/m and damping {contact.damping:g} N s/m of a point, in place of solref"
        )
        findings.changed.add("contact", name, why)
    return tuple(grounds)


def _usual(
    frictions: Mapping[str, Sequence[float]], touching: Sequence[tuple[float, int]], robot: Robot
) -> tuple[float, list[str]]:
    """Friction coefficient of a plane for links with the factor 1, and what it does not fit.

    Args:
        frictions: Coefficients of the geoms of each link.
        touching: Friction coefficient and condim of all geoms.
        robot: The robot with the factors of its links.
    """
    factors = {part.name: part.friction_factor for part in robot.parts if isinstance(part, Link)}
    own = {name: values[0] for name, values in frictions.items()}
    if not any(value > 0 for value in own.values()):  # of bodies without a name
        least, most = min(mu for mu, _ in touching), max(mu for mu, _ in touching)
        return least, [f"up to {most:g}"] if most > least else []
    plain = [value for name, value in own.items() if factors[name] == 1.0 and value > 0]
    if plain:
        usual = min(plain, key=lambda value: (-plain.count(value), value))
    else:
        usual = min(value / factors[name] for name, value in own.items() if factors[name] > 0)
    unlike = [
        f"{value:g} of {name}" for name, value in own.items() if abs(value - usual * factors[name]) > 1e-6 * usual
    ]
    return usual, unlike


def _note_contact(m: Any, g: int, members: Sequence[int], name: str, findings: Findings) -> None:
    """Note the properties of the contacts with a plane that are not kept."""
    own = [k for k in range(m.ngeom) if m.geom_bodyid[k] in set(members) and _touch(m, g, k) is not None]
    if any(law[1] > 3 for k in own if (law := _touch(m, g, k)) is not None):
        findings.dropped.add("torsional and rolling friction", name)
    if any(m.geom_margin[k] > 0 for k in (*own, g)):
        findings.dropped.add("margin of the contact", name, "forces begin at the surface")
    pairs = [p for p in range(m.npair) if g in (m.pair_geom1[p], m.pair_geom2[p])]
    uneven = [p for p in pairs if m.pair_dim[p] > 1 and m.pair_friction[p, 0] != m.pair_friction[p, 1]]
    if uneven:
        first, second = (float(m.pair_friction[uneven[0], k]) for k in (0, 1))
        why = f"{first:g} and {second:g} along the two tangents of a pair, here the first in all directions"
        findings.changed.add("friction", name, why)


def _collide(m: Any, members: Sequence[int]) -> bool:
    """Return True if two bodies of the robot that are neither one nor parent and child can touch each other."""
    own = [g for g in range(m.ngeom) if m.geom_bodyid[g] in set(members) and touches(m, g)]
    for i, g in enumerate(own):
        for k in own[i + 1 :]:
            a, b = (int(m.body_weldid[m.geom_bodyid[one]]) for one in (g, k))
            near = a == b or int(m.body_weldid[m.body_parentid[a]]) == b or int(m.body_weldid[m.body_parentid[b]]) == a
            if not near and _touch(m, g, k) is not None:
                return True
    return False


def _term_name(name: str, taken: set[str]) -> str:
    """Return a name of a force in recordings, which is not taken yet."""
    stem = re.sub(r"\W+", "_", name).strip("_") or "contact"
    stem = stem if stem[0].isalpha() else f"contact_{stem}"
    name = next(n for k in count(1) if (n := stem if k == 1 else f"{stem}_{k}") not in taken)
    taken.add(name)
    return name


def fluid_of(
    m: Any, members: Sequence[int], n_links: int, ellipsoids: tuple[FluidEllipsoid, ...], findings: Findings
) -> tuple[InertiaBoxFluid | EllipsoidFluid, ...]:
    """Return the medium of a compiled model.

    Args:
        m: The `mujoco.MjModel`.
        members: The robot's bodies.
        n_links: Number of links made from them.
        ellipsoids: Shapes of the links with `fluidshape="ellipsoid"`.
        findings: Lists to which the properties of the fluid are added.
    """
    density, viscosity, wind = float(m.opt.density), float(m.opt.viscosity), m.opt.wind.tolist()
    if not density and not viscosity:
        return ()
    findings.kept.add("the fluid of the options")
    flow = (wind[0], wind[1], wind[2])
    heavy = [i for i in members if m.body_mass[i] > 0]
    if ellipsoids:
        return (EllipsoidFluid(density, viscosity, flow, ellipsoids),)
    if len(heavy) > n_links:
        findings.dropped.add(
            f"drag of {len(heavy)} bodies apart: bodies that are one link here are one inertia box in the fluid"
        )
    return (InertiaBoxFluid(density, viscosity, flow),)
