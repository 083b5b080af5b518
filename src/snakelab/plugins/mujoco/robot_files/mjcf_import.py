"""Import of a serial chain from MJCF, MuJoCo's XML.

Joints, actuators, contact, fluid and what is not imported are read in `mjcf_elements`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from snakelab.errors import RobotError, nearest
from snakelab.files import Document, read_xml
from snakelab.geometry.cross_sections import Section
from snakelab.parameters.arguments import FloatArray, choice, instance
from snakelab.parameters.declarations import check_arguments
from snakelab.plugins.mujoco.robot_files.body_tree import (
    PRISMATIC,
    REVOLUTE,
    ROUNDING,
    TreeBody,
    TreeJoint,
    frozen_joints,
    tidy,
    with_limbs,
)
from snakelab.plugins.mujoco.robot_files.imported_robot import (
    AUTO,
    COLLISIONS,
    Faults,
    Findings,
    Import,
    couplings_on_chain,
    in_file,
    lists_of,
    with_gears,
)
from snakelab.plugins.mujoco.robot_files.mjcf_couplings import (
    Carriers,
    cables_of,
    couplings_of,
    loops_of,
    tendon_actuators,
    with_couplings,
)
from snakelab.plugins.mujoco.robot_files.mjcf_elements import (
    BALL,
    FIXED,
    FLOATING,
    FREE_JOINT,
    HINGE,
    PLANAR,
    SLIDE,
    JointReader,
    fluid_of,
    grounds_of,
    law_of,
    note_leftovers,
    with_plane_friction,
)
from snakelab.plugins.mujoco.robot_files.mjcf_model import body_name, body_of, compiled, head_of, joint_names, rotation
from snakelab.plugins.mujoco.robot_files.trunk_conversion import Chain, chain_in_world
from snakelab.plugins.mujoco.robot_files.trunk_selection import FREEZE_HINT, trunk_of
from snakelab.plugins.mujoco.robot_files.wheel_detection import why_wheels_are_fixed, with_wheels
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Passive
from snakelab.robots.robot import Robot
from snakelab.worlds.external_wrench import Damper
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World


def from_mjcf(
    source: str | Path,
    *,
    actuator: Actuator | None = None,
    freeze: Sequence[str] = (),
    head: str = "",
    section: Section | None = None,
    collision: str = AUTO,
    spinning_wheels: bool = True,
) -> Import:
    """Read a serial chain from MJCF; this needs MuJoCo.

    A free joint, or three slides with three hinges or a ball, makes the base floating; slides and a hinge of the first
    body that span the world's x-y plane make it planar; else it is fixed. A body with mass becomes a link from its joint
    to the next, with the file's mass, centre and inertia. Hinges and slides keep springs, dampers, dry friction,
    armature (that of actuators through their gear, too) and ranges; motors, and position and velocity servos, become
    `Motor` and `Servo`.
    Sites and cameras become a `Frame`, and round bodies on free hinges at a link wheels that spin, as those of
    `SpinningWheel`. The fluid of the options (density, viscosity, wind) becomes an `InertiaBoxFluid`, or an `EllipsoidFluid` for
    geoms with that shape. Of a tree
    the longest chain is the trunk, and moving bodies beside it are branches.

    Args:
        source: A file, or the text of one.
        actuator: Actuator of the joints without one in the file. Default: `Passive()`, which is listed as changed.
        freeze: Joints to fix at zero, by name or pattern (`wheel_*`); the bodies that they carry remain as
            mass.
        head: Body at the head end of the robot. Default: a site named "head" at an end of the chain, an end whose name
            contains "head", the end opposite to one named "tail", the only end with a camera, or the last body of the
            chain, which is listed as changed.
        section: Cross-section of links without a shape in the file.
        collision: Shape of a link for contact: "primitive", a bar with the cross-section of its largest shape or of the
            box, cylinder or capsule fitted to its mesh, on the line of the joints; "hull", the vertices of the convex
            hulls of all its shapes; "auto", the bar, or where its shape is beside that line, at most 60 of the vertices.
        spinning_wheels: False for wheels that are fixed to their links and roll by friction, each a `Wheel`, as always on a
            planar base. Wheels that spin have the actuator of the file, or none.

    Returns:
        Robot, world, pose of the base, and the kept, changed and dropped contents of the file.

    Raises:
        RobotError: if MuJoCo rejects the file, or it contains no chain of hinges and slides; the message has a line for
            each fault.
        MissingExtraError: if MuJoCo is not installed.
    """
    check_arguments(from_mjcf, {"freeze": freeze, "head": head, "spinning_wheels": spinning_wheels}, RobotError)
    document = read_xml(source, "MJCF")
    root = document.root.tag
    if root != "mujoco":
        hint = "; read it with from_urdf" if root == "robot" else nearest(root, ["mujoco"])
        raise RobotError(f"{document.name}: the root element of MJCF is <mujoco>, got <{root}>{hint}")
    found = Findings()
    m, files = compiled(document, found)
    try:
        if actuator is not None:
            instance(actuator, "actuator", get_args(Actuator), RobotError)
        if section is not None:
            instance(section, "section", get_args(Section), RobotError)
        choice(collision, "collision", COLLISIONS, RobotError)
        imported = _import(
            m, document, actuator, freeze, head, (section, collision), files, found, spinning_wheels=spinning_wheels
        )
    except RobotError as problem:
        raise in_file(document.name, problem) from problem
    return imported


def _import(
    m: Any,
    document: Document,
    actuator: Actuator | None,
    freeze: Sequence[str],
    head: str,
    shapes: tuple,
    files: dict[str, str],
    findings: Findings,
    *,
    spinning_wheels: bool,
) -> Import:
    """Return the robot."""
    frozen, faults = frozen_joints(freeze, joint_names(m)), Faults()
    couplings, geared = couplings_of(m, frozen, faults, findings)
    tendons = tendon_actuators(m, frozen, couplings)
    first = _first_body(m, frozen)
    reader = JointReader(m, actuator, tendons)
    members = _subtree(m, first)
    base, kept = _base(m, reader, _joints(m, first, frozen), _sides(m, first, frozen))
    R = rotation(m.body_quat[first])
    ball_joints: dict[str, str] = {}
    read = _bodies(m, reader, members, frozen, kept, ball_joints, files)
    fixed = why_wheels_are_fixed(base, spinning_wheels)
    bodies = with_wheels(read, R[2], findings, lambda joint: reader.name(joint.number) not in reader.undriven, fixed)
    trunk = trunk_of(bodies, free=base != FIXED, head=head, unusable=ball_joints)
    faults.add(fault for name, fault in ball_joints.items() if name in trunk.joints)
    faults.add(trunk.faults)
    if base != FIXED and not trunk.bodies[0].mass:
        faults.add([f"body {bodies[0].name!r} is a {base} base and has no mass; give it a geom or <inertial>"])
    chain, initial = chain_in_world(trunk, base, m.body_pos[first], R, faults, *shapes)
    findings.kept.add(f"{base} base")
    for part in (chain.findings, trunk.findings):
        findings.extend(part)
    numbers = [joint.number for body in with_limbs(trunk.bodies) for joint in body.joints]
    names = {reader.name(j) for j in numbers}
    of_base = {reader.name(j) for j in _joints(m, first, frozen)} if base != FIXED else set()
    findings.extend(reader.findings, names | of_base)
    if actuator is None:
        wheels = {reader.name(body.joints[0].number) for body in with_limbs(trunk.bodies) if body.rims}
        _note_undriven([name for name in reader.undriven if name in names - wheels], findings)
    fluid = fluid_of(m, members, chain.n_links, chain.ellipsoids, findings)
    robot = Robot(
        chain.parts, base, _name(document), frames=chain.frames, base_end=chain.base_end, branches=chain.branches
    )
    coupled = couplings_on_chain(couplings, trunk.joints, findings)
    robot = with_gears(robot, coupled)
    robot = with_plane_friction(m, members, robot, findings)
    carriers = Carriers(m, robot, initial, frozenset(frozen))
    loops = loops_of(carriers, faults, findings)
    cables, wound = cables_of(carriers, law_of, (geared, set(tendons)), findings)
    robot = with_couplings(robot, loops, cables, faults, findings)
    faults.raise_all()
    note_leftovers(m, members, numbers, (frozen, wound), findings)
    grounds = grounds_of(m, members, robot, findings)
    dampers: tuple[Damper, ...] = ()
    if base != FIXED:
        dampers = dampers_of(m, reader, _joints(m, first, frozen), R, chain, findings)
    world = World((*_gravity(m), *grounds, *fluid, *dampers))
    return Import(robot, world, initial, *lists_of(findings), couplings=coupled, says_gravity=True)


def _note_undriven(names: Sequence[str], findings: Findings) -> None:
    """Note the joints without an actuator, if there are any."""
    if names:
        has, are = ("has", "is") if len(names) == 1 else ("have", "are")
        findings.changed.add(
            f"{', '.join(names)} {has} no actuator in the file and {are} passive; drive them with --actuator prescribed "
            "(actuator=Prescribed() in Python)"
        )


def _subtree(m: Any, first: int) -> list[int]:
    """Indices of the body and all below it, parents first."""
    inside = {first}
    for i in range(first + 1, m.nbody):
        if int(m.body_parentid[i]) in inside:
            inside.add(i)
    return sorted(inside)


def _joints(m: Any, body: int, frozen: set[int]) -> list[int]:
    adr, count = int(m.body_jntadr[body]), int(m.body_jntnum[body])
    return [j for j in range(adr, adr + count) if j not in frozen]


def _first_body(m: Any, frozen: set[int]) -> int:
    """Return the body of the world that carries all joints; a single rigid robot if there are none."""
    tops = [i for i in range(1, m.nbody) if m.body_parentid[i] == 0]
    moving = [i for i in tops if any(_joints(m, j, frozen) for j in _subtree(m, i))]
    if not moving:
        moving = [i for i in tops if m.body_subtreemass[i] > 0]
    if not moving:
        raise RobotError("it has no body with mass in <worldbody>; a robot needs one")
    if len(moving) > 1:
        names = ", ".join(repr(body_name(m, i)) for i in moving)
        raise RobotError(f"its world holds {len(moving)} robots, the bodies {names}; keep one of them in the file")
    return moving[0]


def _sides(m: Any, first: int, frozen: set[int]) -> int:
    """Number of bodies with joints, or with jointed bodies on them, on the first body."""
    children = [i for i in range(first + 1, m.nbody) if int(m.body_parentid[i]) == first]
    return sum(any(_joints(m, i, frozen) for i in _subtree(m, child)) for child in children)


def _base(m: Any, reader: JointReader, joints: list[int], sides: int) -> tuple[str, list[int]]:
    """Return the kind of base, and the joints of the first body that belong to the chain.

    Slides and hinges that span a plane or space are a base, with their damping and armature; their dry friction is dropped.
    With springs, ranges or actuators they are joints of a fixed base, unless the chain extends to both sides of the body.
    """
    kinds = [int(m.jnt_type[j]) for j in joints]
    if kinds[:1] == [FREE_JOINT]:
        return FLOATING, joints[1:]
    spans = {
        (SLIDE, SLIDE, HINGE): PLANAR,
        (SLIDE, SLIDE, SLIDE, HINGE, HINGE, HINGE): FLOATING,
        (BALL, SLIDE, SLIDE, SLIDE): FLOATING,
    }
    base = spans.get(tuple(sorted(kinds)))
    if base is None:
        return FIXED, joints
    R = rotation(m.body_quat[m.jnt_bodyid[joints[0]]])
    slides = np.array([R @ m.jnt_axis[j] for j in joints if m.jnt_type[j] == SLIDE])
    hinges = np.array([R @ m.jnt_axis[j] for j in joints if m.jnt_type[j] == HINGE]).reshape(-1, 3)
    flat = np.abs(slides[:, 2]).max() < ROUNDING and np.abs(np.abs(hinges[:, 2]) - 1).max(initial=0.0) < ROUNDING
    spanned = np.linalg.matrix_rank(slides) == len(slides) and np.linalg.matrix_rank(hinges) == len(hinges)
    if not spanned or (base == PLANAR and not flat):
        return FIXED, joints
    single = [j for j in joints if m.jnt_type[j] != BALL]
    read = {j: JointReader(m).read(j) for j in single}
    held = [
        j
        for j, joint in read.items()
        if joint.actuator != Passive() or joint.spring.stiffness or joint.limits != UNLIMITED
    ]
    if held and sides < 2:
        return FIXED, joints
    for j, joint in read.items():
        for what, value in (
            ("dry friction", joint.dry_friction),
            ("stiffness", joint.spring.stiffness),
        ):
            if value:
                reader.findings.dropped.add(f"{what} {value:g} of the base", reader.name(j), f"the base is {base}")
        if joint.limits != UNLIMITED:
            reader.findings.dropped.add("range of the base", reader.name(j), f"the base is {base}")
        if joint.actuator != Passive():
            reader.findings.dropped.add("actuator of the base", reader.name(j), f"the base is {base}")
    reader.undriven.clear()
    return base, []


def dampers_of(
    m: Any, reader: JointReader, joints: Sequence[int], R_world_body: FloatArray, chain: Chain, findings: Findings
) -> tuple[Damper, ...]:
    """Return the damping and the armature of the joints of a base as a damper, in world axes.

    Args:
        m: The `mujoco.MjModel`.
        reader: Reader of the joints.
        joints: Those of the base.
        R_world_body: Attitude of the first body.
        chain: The robot, with the frame of the first body.
        findings: Lists to which it is added.
    """
    own = [j for j in joints if m.jnt_type[j] != FREE_JOINT]
    turn = next((m.jnt_pos[j] for j in own if m.jnt_type[j] in (HINGE, BALL)), np.zeros(3))
    numbers = {}
    for what, values in (("damping", m.dof_damping), ("armature (the rotor's inertia)", m.dof_armature)):
        given = {j: float(values[m.jnt_dofadr[j]]) for j in own if values[m.jnt_dofadr[j]]}
        numbers[what] = _along_world(m, reader, given, what, R_world_body, findings)
    coefficients = [tuple(float(value) for value in row) for pair in numbers.values() for row in pair]
    if not any(map(any, coefficients)):
        return ()
    place = chain.places.get(body_name(m, int(m.jnt_bodyid[own[0]])))
    if place is None:
        return ()
    name, p, R = place
    x, y, z = (R.T @ (turn - p)).tolist()
    translation, rotation_, mass, inertia = coefficients
    return (Damper(name, translation, rotation_, (x, y, z), mass=mass, inertia=inertia),)


def _along_world(
    m: Any, reader: JointReader, given: Mapping[int, float], what: str, R_world_body: FloatArray, findings: Findings
) -> tuple[FloatArray, FloatArray]:
    """Coefficients of joints of a base along and about the axes of the world, each of shape (3,)."""
    D, E, kept = np.zeros((3, 3)), np.zeros((3, 3)), []
    turns = [j for j in given if m.jnt_type[j] == HINGE]
    for j, value in given.items():
        axis = R_world_body @ m.jnt_axis[j]
        if m.jnt_type[j] == SLIDE:
            D += value * np.outer(axis, axis)
        elif m.jnt_type[j] == BALL:
            E += value * np.eye(3)
        elif len(turns) == 1:
            E += value * np.outer(axis, axis)
        else:
            findings.dropped.add(
                f"{what} {value:g} of the base", reader.name(j), "its rates are not those about world axes"
            )
            continue
        kept.append(j)
    oblique = np.abs(D - np.diag(np.diag(D))).max() > ROUNDING
    for j in kept:
        if oblique:
            findings.dropped.add(f"{what} {given[j]:g} of the base", reader.name(j), "it is not along the world's axes")
        else:
            findings.kept.add(f"{what} of the base", reader.name(j), "as a Damper of the world")
    return (np.zeros(3), np.zeros(3)) if oblique else (np.diag(D) + 0.0, np.diag(E) + 0.0)


def _bodies(
    m: Any,
    reader: JointReader,
    members: list[int],
    frozen: set[int],
    first_joints: list[int],
    ball_joints: dict[str, str],
    files: dict[str, str],
) -> list[TreeBody]:
    """Return records of the bodies; the first one's pose is that of the base. Unsupported joints are noted by name."""
    place = {i: k for k, i in enumerate(members)}
    bodies = []
    for i in members:
        first = i == members[0]
        chosen = first_joints if first else _joints(m, i, frozen)
        joints = tuple(_joint(m, reader, j, ball_joints) for j in chosen)
        bodies.append(body_of(m, i, -1 if first else place[int(m.body_parentid[i])], joints, files))
    for i in members:
        bodies += head_of(m, i, place[i])
    return bodies


def _joint(m: Any, reader: JointReader, j: int, ball_joints: dict[str, str]) -> TreeJoint:
    kind = int(m.jnt_type[j])
    name = m.joint(j).name
    if kind not in (SLIDE, HINGE):
        joint_type = {FREE_JOINT: "free joint", BALL: "ball joint"}[kind]
        ball_joints[name] = (
            f"{joint_type} {name!r} of body {body_name(m, int(m.jnt_bodyid[j]))!r}: joints must be hinges or slides; three "
            f"hinges in a row turn as a ball does; {FREEZE_HINT}"
        )
        return TreeJoint(name, REVOLUTE, np.array([0.0, 0.0, 1.0]), np.zeros(3), limits=Limits(-1.0, 1.0), number=j)
    joint = reader.read(j)
    axis = tidy(np.array(m.jnt_axis[j]))
    return TreeJoint(
        name,
        PRISMATIC if kind == SLIDE else REVOLUTE,
        axis / np.linalg.norm(axis),
        np.array(m.jnt_pos[j]),
        joint.actuator,
        joint.spring,
        joint.limits,
        joint.dry_friction,
        j,
        joint.armature,
    )


def _gravity(m: Any) -> tuple[Gravity, ...]:
    """Gravity of the file."""
    import mujoco

    off = m.opt.disableflags & int(mujoco.mjtDisableBit.mjDSBL_GRAVITY)
    g = np.array(m.opt.gravity)
    if off or not g.any():
        return ()
    straight = not g[:2].any() and g[2] < 0
    return (Gravity(float(-g[2]) if straight else (float(g[0]), float(g[1]), float(g[2]))),)


def _name(document: Document) -> str:
    given = document.root.get("model", "")
    return given or (document.path.stem if document.path else "robot")
