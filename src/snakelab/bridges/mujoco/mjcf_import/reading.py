"""Import of a serial chain from MJCF. MuJoCo compiles the file, so defaults, includes and inertias are resolved exactly."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from snakelab.arguments import check_arguments
from snakelab.bridges.mujoco.mjcf_export.fluid import fluid_of
from snakelab.bridges.mujoco.mjcf_import.compiled_file import body_of, compiled, head_of, joint_names, rotation
from snakelab.bridges.mujoco.mjcf_import.ignored_contents import couplings_of, note_leftovers
from snakelab.bridges.mujoco.mjcf_import.joints import JointReader
from snakelab.bridges.robot_files.chain_from_tree.couplings import couplings_on_chain, is_frozen
from snakelab.bridges.robot_files.chain_from_tree.main_path import FREEZE, spine_of
from snakelab.bridges.robot_files.chain_from_tree.parts import chain_of
from snakelab.bridges.robot_files.chain_from_tree.placing import base_axes, initial_pose
from snakelab.bridges.robot_files.chain_from_tree.tree import PRISMATIC, REVOLUTE, ROUND, Body, TreeJoint, tidy
from snakelab.bridges.robot_files.chain_from_tree.wheels import with_wheels
from snakelab.bridges.robot_files.findings import Faults, Findings, in_file
from snakelab.bridges.robot_files.imported import Import, lists_of
from snakelab.bridges.robot_files.xml_input import Document, read_xml
from snakelab.errors import RobotError, SnakelabWarning, nearest
from snakelab.robots.actuators import Actuator, Passive
from snakelab.robots.parts import Link
from snakelab.robots.parts.compliance import FREE, Limits, Spring
from snakelab.robots.robot import Robot
from snakelab.types import instance
from snakelab.worlds import Gravity, World

FLOATING, PLANAR, FIXED = "floating", "planar", "fixed"


def from_mjcf(source: str | Path, *, actuator: Actuator | None = None, freeze: Sequence[str] = ()) -> Import:
    """Read a serial chain from MJCF; this needs MuJoCo.

    A free joint makes the base floating; slides and a hinge of the first body that span the world's x-y plane, without
    springs or actuators, make it planar; else it is fixed. A body with mass becomes a link from its joint to the next,
    with the file's mass, centre and inertia. Hinges and slides keep springs, dampers, dry friction, armature (that of
    actuators through their gear, too) and ranges; motors, and position and velocity servos, become `Motor` and `Servo`.
    Sites and cameras become a `Frame`, and round bodies on free hinges at a link a `Wheel`. The fluid of the options
    (density, viscosity, wind) becomes an `InertiaBoxFluid`. Of a tree the longest chain is taken: branches are fixed as
    drawn, with a `SnakelabWarning`.

    Args:
        source: A file, or the text of one.
        actuator: Actuator of the joints without one in the file. Default: `Passive()`, which is listed as changed.
        freeze: Joints to fix at zero, by name or pattern (`wheel_*`); the bodies that they carry remain as
            mass.

    Returns:
        Robot, world, pose of the base, and the kept, changed and dropped contents of the file.

    Raises:
        RobotError: if MuJoCo rejects the file, or it contains no chain of hinges and slides; the message has a line for
            each fault.
        MissingExtraError: if MuJoCo is not installed.
    """
    check_arguments(from_mjcf, {"freeze": freeze}, RobotError)
    document = read_xml(source, "MJCF")
    root = document.root.tag
    if root != "mujoco":
        hint = "; read it with from_urdf" if root == "robot" else nearest(root, ["mujoco"])
        raise RobotError(f"{document.name}: the root element of MJCF is <mujoco>, got <{root}>{hint}")
    m = compiled(document)
    try:
        if actuator is not None:
            instance(actuator, "actuator", get_args(Actuator), RobotError)
        imported, branches = _import(m, document, actuator, freeze)
    except RobotError as problem:
        raise in_file(document.name, problem) from problem
    if branches:
        warnings.warn(branches, SnakelabWarning, stacklevel=2)
    return imported


def _import(m: Any, document: Document, actuator: Actuator | None, freeze: Sequence[str]) -> tuple[Import, str]:
    """Return the robot, and a warning on its branches; empty if it has none."""
    frozen, faults, findings = is_frozen(freeze, joint_names(m)), Faults(), Findings()
    couplings = couplings_of(m, frozen, faults, findings)
    first = _first_body(m, frozen)
    reader = JointReader(m, actuator)
    members = _subtree(m, first)
    base, kept = _base(m, reader, _joints(m, first, frozen))
    R = rotation(m.body_quat[first])
    ball_joints: dict[str, str] = {}
    bodies = with_wheels(_bodies(m, reader, members, frozen, kept, ball_joints), R[2], findings)
    spine = spine_of(bodies, free=base != FIXED)
    faults.add(fault for name, fault in ball_joints.items() if name in spine.joints)
    faults.add(spine.faults)
    if base != FIXED and not spine.bodies[0].mass:
        faults.add([f"body {bodies[0].name!r} is a {base} base and has no mass; give it a geom or <inertial>"])
    p, R = m.body_pos[first] + R @ spine.p, tidy(R @ spine.R)
    R_world_base = base_axes(base, R)
    with faults.noting():
        chain = chain_of(spine, tidy(R.T @ R_world_base), R[2])
    faults.raise_all()
    findings.kept.add(f"{base} base")
    for part in (chain.findings, spine.findings):
        findings.extend(part)
    ours = [joint.number for body in spine.bodies for joint in body.joints]
    names = {reader.name(j) for j in ours}
    findings.extend(
        reader.findings, names if base != PLANAR else names | {reader.name(j) for j in _joints(m, first, frozen)}
    )
    if actuator is None:
        _note_undriven([name for name in reader.undriven if name in names], findings)
    note_leftovers(m, members, ours, frozen, findings)
    fluid, unlike = fluid_of(m, members, sum(isinstance(part, Link) for part in chain.parts))
    for line in unlike:
        findings.dropped.add(line)
    if fluid:
        findings.kept.add("the fluid of the options")
    robot = Robot(chain.parts, base, _name(document, m), frames=chain.frames)
    coupled = couplings_on_chain(couplings, spine, findings)
    initial, lists = initial_pose(p, R_world_base), lists_of(findings)
    world = World((*_gravity(m), *fluid))
    return Import(robot, world, initial, *lists, couplings=coupled, says_gravity=True), spine.branches


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
        names = ", ".join(repr(m.body(i).name or f"body {i}") for i in moving)
        raise RobotError(f"its world holds {len(moving)} robots, the bodies {names}; keep one of them in the file")
    return moving[0]


def _base(m: Any, reader: JointReader, joints: list[int]) -> tuple[str, list[int]]:
    """Return the kind of base, and the joints of the first body that belong to it."""
    kinds = [int(m.jnt_type[j]) for j in joints]
    if kinds[:1] == [0]:
        return FLOATING, joints[1:]
    if sorted(kinds) != [2, 2, 3]:
        return FIXED, joints
    read = [JointReader(m).read(j) for j in joints]
    if any(r.actuator != Passive() or r.spring != Spring() or r.limits != FREE or r.dry_friction for r in read):
        return FIXED, joints
    R = rotation(m.body_quat[m.jnt_bodyid[joints[0]]])
    x, y, z = (R @ m.jnt_axis[j] for j in sorted(joints, key=lambda j: int(m.jnt_type[j])))
    plane = abs(abs(z[2]) - 1) < ROUND and max(abs(x[2]), abs(y[2])) < ROUND and abs(np.cross(x, y)[2]) > ROUND
    if not plane:
        return FIXED, joints
    for j in joints:
        reader.note_base_armature(j, reader.read(j).armature)  # for properties that the base does not have
    reader.undriven.clear()
    return PLANAR, []


def _bodies(
    m: Any,
    reader: JointReader,
    members: list[int],
    frozen: set[int],
    first_joints: list[int],
    ball_joints: dict[str, str],
) -> list[Body]:
    """Return records of the bodies; the first one's pose is that of the base. Unsupported joints are noted by name."""
    place = {i: k for k, i in enumerate(members)}
    bodies = []
    for i in members:
        first = i == members[0]
        chosen = first_joints if first else _joints(m, i, frozen)
        joints = tuple(_joint(m, reader, j, ball_joints) for j in chosen)
        body = body_of(m, i, -1 if first else place[int(m.body_parentid[i])], joints)
        bodies.append(body)
    for i in members:
        bodies += head_of(m, i, place[i])
    return bodies


def _joint(m: Any, reader: JointReader, j: int, ball_joints: dict[str, str]) -> TreeJoint:
    kind = int(m.jnt_type[j])
    name = m.joint(j).name
    if kind not in (2, 3):
        joint_type = {0: "free joint", 1: "ball joint"}[kind]
        ball_joints[name] = (
            f"{joint_type} {name!r} of body {m.body(int(m.jnt_bodyid[j])).name!r}: joints must be hinges or slides; three "
            f"hinges in a row turn as a ball does; {FREEZE}"
        )
        return TreeJoint(name, REVOLUTE, np.array([0.0, 0.0, 1.0]), np.zeros(3), limits=Limits(-1.0, 1.0), number=j)
    held = reader.read(j)
    axis = tidy(np.array(m.jnt_axis[j]))
    return TreeJoint(
        name,
        PRISMATIC if kind == 2 else REVOLUTE,
        axis / np.linalg.norm(axis),
        np.array(m.jnt_pos[j]),
        held.actuator,
        held.spring,
        held.limits,
        held.dry_friction,
        j,
        held.armature,
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


def _name(document: Document, m: Any) -> str:
    given = document.root.get("model", "")
    return given or (document.path.stem if document.path else "robot")
