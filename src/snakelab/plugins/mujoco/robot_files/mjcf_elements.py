"""Elements of an MJCF file besides its bodies: joints with their actuators, contact, the world, sensors, options, fluid."""

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from snakelab.geometry.surfaces import Plane
from snakelab.plugins.mujoco.robot_files.body_tree import tidy
from snakelab.plugins.mujoco.robot_files.imported_robot import (
    Findings,
    limits_of,
    listed,
    resting_contact,
    with_friction,
)
from snakelab.plugins.mujoco.robot_files.mjcf_model import PLANE, body_name, touches
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Motor, Passive, Servo, Spring
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.lumped_fluid import EllipsoidFluid, FluidEllipsoid, InertiaBoxFluid

# ----------------------------------------------------------------------------------------------------------------------
# Joints: spring, range, and actuators with an equivalent Motor or Servo
# ----------------------------------------------------------------------------------------------------------------------

MOTOR, POSITION, VELOCITY = "motor", "position", "velocity"
FLOATING, PLANAR, FIXED = "floating", "planar", "fixed"  # bases
# MuJoCo's types of gain, bias and dynamics of an actuator.
FIXED_GAIN, NO_BIAS, AFFINE_BIAS = 0, 0, 1
NO_DYNAMICS, FILTERS = 0, (2, 3)


@dataclass(frozen=True)
class ActuatorLaw:
    """Actuator on a joint, in terms of the joint's force and motion.

    Attributes:
        name: Name in the file.
        kind: MOTOR, POSITION or VELOCITY; empty if it is none of them.
        refusal: Reason, if it is none of them.
        gear: Absolute gear ratio.
        scale: Factor from a force command, or a target, to MuJoCo's control.
        kp, kd: Gains at the joint.
        lag: Lag of a motor [s].
        force_range, control_range: Ranges in the file's numbers; None if there are none.
        notes: Other omitted properties, each with its reason.
    """

    name: str
    kind: str = ""
    refusal: str = ""
    gear: float = 1.0
    scale: float = 1.0
    kp: float = 0.0
    kd: float = 0.0
    lag: float = 0.0
    force_range: list[float] | None = None
    control_range: list[float] | None = None
    notes: tuple[tuple[str, str], ...] = ()


def law_of(m: Any, a: int, ratio: float = 1.0) -> ActuatorLaw:
    """Return the law of actuator number a of a compiled model, which acts on a hinge or a slide, perhaps by a gear ratio."""
    name = m.actuator(a).name or f"number {a + 1}"
    group = int(m.actuator_group[a])
    if m.opt.disableactuator >> group & 1:
        return ActuatorLaw(name, refusal=f"actuatorgroupdisable switches its group {group} off")
    gear, gain, bias = ratio * float(m.actuator_gear[a, 0]), m.actuator_gainprm[a], m.actuator_biasprm[a]
    plain = m.actuator_gaintype[a] == FIXED_GAIN and m.actuator_biastype[a] in (NO_BIAS, AFFINE_BIAS)
    if not plain or m.actuator_plugin[a] >= 0 or m.actuator_outnum[a] != 1 or not gear:
        return ActuatorLaw(
            name, refusal="its force is neither gain times command nor that of a position or velocity servo"
        )
    g = float(gain[0])
    constant = bias[:3].tolist() if m.actuator_biastype[a] == AFFINE_BIAS else [0.0, 0.0, 0.0]
    dynamics, notes = int(m.actuator_dyntype[a]), _notes(m, a)
    common: dict[str, Any] = {
        "gear": abs(gear),
        "force_range": m.actuator_forcerange[a].tolist() if m.actuator_forcelimited[a] else None,
        "control_range": m.actuator_ctrlrange[a].tolist() if m.actuator_ctrllimited[a] else None,
        "notes": notes,
    }
    if constant == [0.0, 0.0, 0.0] and g and dynamics in (NO_DYNAMICS, *FILTERS):
        lag = float(m.actuator_dynprm[a, 0]) if dynamics in FILTERS else 0.0
        return ActuatorLaw(name, MOTOR, scale=gear * g, lag=lag, **common)
    if dynamics != NO_DYNAMICS:
        return ActuatorLaw(name, refusal="its activation is not that of a lagging motor")
    if g > 0 and constant[:2] == [0.0, -g] and constant[2] <= 0:
        return ActuatorLaw(name, POSITION, scale=gear, kp=gear**2 * g, kd=-(gear**2) * constant[2], **common)
    if g > 0 and constant == [0.0, 0.0, -g]:
        return ActuatorLaw(name, VELOCITY, scale=gear, kd=gear**2 * g, **common)
    return ActuatorLaw(name, refusal="its bias is not that of a position or velocity servo")


def _notes(m: Any, a: int) -> tuple[tuple[str, str], ...]:
    notes = []
    for what, given in (
        ("delay", m.actuator_delay[a]),
        ("damping", m.actuator_damping[a] or m.actuator_dampingpoly[a].any()),
        ("activation range", m.actuator_actlimited[a]),
    ):
        if given:
            notes.append((f"{what} of the actuator", ""))
    if m.actuator_dyntype[a] in FILTERS and m.actuator_ctrllimited[a]:
        notes.append(("ctrlrange", "here a ceiling of the force after the lag, there one of the command before it"))
    return tuple(notes)


FREE_JOINT, BALL, SLIDE, HINGE = range(4)  # MuJoCo's types of joints
JOINT, JOINT_IN_PARENT = 0, 1  # MuJoCo's transmissions of actuators on joints


@dataclass(frozen=True)
class JointProperties:
    """Forces and limits of a joint."""

    actuator: Actuator
    spring: Spring
    limits: Limits
    dry_friction: float = 0.0
    armature: float = 0.0


class JointReader:
    """Reader of the joints of a compiled model.

    Args:
        m: The `mujoco.MjModel`.
        otherwise: Actuator of joints without a supported one in the file.
        tendons: Joint and ratio of the actuators on fixed tendons that act on one joint, by their numbers.

    Attributes:
        undriven: Names of those joints.
        findings: Kept, changed and dropped contents, with the joints' names.
    """

    def __init__(
        self, m: Any, otherwise: Actuator | None = None, tendons: Mapping[int, tuple[int, float]] | None = None
    ) -> None:
        self.m = m
        self.ratios = {a: ratio for a, (_, ratio) in (tendons or {}).items()}
        self.otherwise = otherwise or Passive()
        self.undriven: list[str] = []
        self.actuators: dict[int, list[int]] = defaultdict(list)
        for a in range(m.nactuator):
            if m.actuator_trntype[a] in (JOINT, JOINT_IN_PARENT):
                self.actuators[int(m.actuator_trnid[a, 0])].append(a)
            elif a in self.ratios and tendons is not None:
                self.actuators[tendons[a][0]].append(a)
        self.findings = Findings()

    def name(self, j: int) -> str:
        """Name of a joint in messages."""
        return self.m.joint(j).name or f"joint number {j + 1}"

    def read(self, j: int) -> JointProperties:
        """Read a hinge or a slide."""
        m, dof, name = self.m, int(self.m.jnt_dofadr[j]), self.name(j)
        zero = float(m.qpos0[m.jnt_qposadr[j]])
        if zero:
            self._change("ref", name, f"here the joint counts from the pose as drawn, there that is {zero:g}")
        stiffness = float(m.jnt_stiffness[j])
        rest = float(m.qpos_spring[m.jnt_qposadr[j]]) - zero if stiffness else 0.0
        spring = Spring(stiffness, float(m.dof_damping[dof]), rest)
        if m.jnt_stiffnesspoly[j].any() or m.dof_dampingpoly[dof].any() or m.jnt_springyield[j]:
            self._drop("the nonlinear part of spring and damper", name)
        dry_friction = float(m.dof_frictionloss[dof])
        # that of the joint, and those of the rotors of its actuators, reflected by the gear
        armature = float(m.dof_armature[dof])
        armature += sum(
            float((self.ratios.get(a, 1.0) * m.actuator_gear[a, 0]) ** 2 * m.actuator_armature[a])
            for a in self.actuators[j]
        )
        kept = self.findings.kept
        kept.add("hinge" if m.jnt_type[j] == HINGE else "slide", name)
        for what, value in (
            ("stiffness", stiffness),
            ("damping", spring.damping),
            ("dry friction", dry_friction),
            ("armature", armature),
        ):
            if value:
                kept.add(f"{what} in the joint", name)
        return JointProperties(self._actuator(j, name), spring, self._limits(j, zero, name), dry_friction, armature)

    def _change(self, what: str, name: str, why: str = "") -> None:
        self.findings.changed.add(what, name, why)

    def _drop(self, what: str, name: str, why: str = "") -> None:
        self.findings.dropped.add(what, name, why)

    def _limits(self, j: int, zero: float, name: str) -> Limits:
        m = self.m
        if not m.jnt_limited[j]:
            return UNLIMITED
        maximum = 4 * math.pi if m.jnt_type[j] == HINGE else math.inf
        bounds = []
        for bound in m.jnt_range[j].tolist():
            free = abs(bound) >= UNBOUNDED or abs(bound - zero) > maximum
            if free and abs(bound) < UNBOUNDED:
                self._change(f"the bound {bound:g} rad", name, "beyond two turns a hinge is free")
            bounds.append(math.copysign(math.inf, bound) if free else bound - zero)
        if not bounds[0] < bounds[1]:
            self._drop(f"the range {bounds[0]:g} to {bounds[1]:g}", name, "it leaves no room")
            return UNLIMITED
        return limits_of(bounds, name, self.findings)

    def _actuator(self, j: int, name: str) -> Actuator:
        """Return the actuator equivalent to those of the file; omitted properties are noted."""
        known: list[ActuatorLaw] = []
        for a in self.actuators[j]:
            law = law_of(self.m, a, self.ratios.get(a, 1.0))
            for what, why in law.notes:
                (self._change if why else self._drop)(what, name, why)
            if law.kind:
                known.append(law)
            else:
                self._drop(f"actuator {law.name!r}", name, law.refusal)
        ceiling = math.inf
        if self.m.jnt_actfrclimited[j]:
            ceiling = self._ceiling(self.m.jnt_actfrcrange[j].tolist(), "actuatorfrcrange", name)
        kinds = [law.kind for law in known]
        if kinds[:2] == [POSITION, VELOCITY] and not known[0].kd:
            actuator, used = self._servo(known[0], known[1], ceiling, name), 2
        elif kinds[:1] == [MOTOR]:
            actuator, used = self._motor(known[0], ceiling, name), 1
        elif kinds:
            actuator, used = self._servo(known[0], None, ceiling, name), 1
        else:
            self.undriven.append(name)
            return self.otherwise
        self.findings.kept.add("actuator", name, f"a {type(actuator).__name__}")
        for law in known[used:]:
            self._drop(f"actuator {law.name!r}", name, "the joint has another one already")
        return actuator

    def _motor(self, law: ActuatorLaw, ceiling: float, name: str) -> Actuator:
        if law.scale != 1:
            self._change(
                "the command's scale", name, f"here it is the joint's force, there it is multiplied by {law.scale:g}"
            )
        if law.force_range:
            ceiling = min(ceiling, law.gear * self._ceiling(law.force_range, "forcerange", name))
        if law.control_range:
            ceiling = min(ceiling, abs(law.scale) * self._ceiling(law.control_range, "ctrlrange", name))
        if not ceiling > 0:
            self._drop("the motor", name, "its ceiling is 0")
            return Passive()
        return Motor(ceiling, law.lag)

    def _servo(self, law: ActuatorLaw, rate: ActuatorLaw | None, ceiling: float, name: str) -> Actuator:
        kd = law.kd + (rate.kd if rate else 0.0)
        proportional = math.inf
        if law.kind == VELOCITY:
            self._change("the velocity servo", name, "here its command is the rate of the target")
        elif law.kd:
            self._change(
                "kv", name, "there it acts on the joint's own rate, here kd acts on the target's rate less that"
            )
        if law.scale != 1:
            self._change("the command's scale", name, f"here it is the joint's target, there {law.scale:g} times that")
        if law.control_range:
            self._drop("ctrlrange", name, "targets are not limited")
        if rate and (rate.force_range or rate.control_range):
            self._drop("the ranges of the velocity servo", name)
        if law.force_range:
            maximum = law.gear * self._ceiling(law.force_range, "forcerange", name)
            if law.kd:
                ceiling = min(ceiling, maximum)
            else:
                proportional = maximum
        if not min(ceiling, proportional) > 0:
            self._drop("the servo", name, "its ceiling is 0")
            return Passive()
        return Servo(law.kp, kd, 0.0, ceiling, proportional)

    def _ceiling(self, bounds: list[float], key: str, name: str) -> float:
        """Larger bound, for both directions."""
        maximum = max(abs(bound) for bound in bounds)
        if bounds[0] != -bounds[1]:
            self._change(f"{key} [{bounds[0]:g}, {bounds[1]:g}]", name, f"here +-{maximum:g}")
        return maximum


# ----------------------------------------------------------------------------------------------------------------------
# Contents besides the chain: contact, the world, equality constraints, tendons, sensors, options, fluid
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
    for j in joints:
        lower, upper = m.jnt_range[j].tolist()
        if not m.jnt_limited[j] and lower > upper:
            findings.dropped.add(f"the range {lower:g} to {upper:g}", m.joint(j).name, "its ends are exchanged")
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
    """Friction coefficient and condim of the contact between two geoms; None if they do not touch.

    Those of the geom with the higher priority count; at equal priorities the larger ones (MuJoCo documentation,
    "Computation", section "Contact parameters").
    """
    for pair in range(m.npair):
        if {g, k} == {int(m.pair_geom1[pair]), int(m.pair_geom2[pair])}:
            return float(m.pair_friction[pair, 0]), int(m.pair_dim[pair])
    first, second = sorted((int(m.geom_bodyid[g]), int(m.geom_bodyid[k])))
    excluded = (m.exclude_signature == (first << 16) + second).any()
    bits = (m.geom_contype[g] & m.geom_conaffinity[k]) | (m.geom_contype[k] & m.geom_conaffinity[g])
    if not bits or excluded:
        return None
    priority = m.geom_priority[[g, k]]
    ranking = [one for one in (g, k) if m.geom_priority[one] == priority.max()]
    friction = float(m.geom_friction[ranking, 0].max())
    if m.opt.enableflags & _override():
        friction = float(m.opt.o_friction[0])
    return friction, int(m.geom_condim[ranking].max())


def _override() -> int:
    import mujoco

    return int(mujoco.mjtEnableBit.mjENBL_OVERRIDE)


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
    for what, given in (("speed of the surface (surfacevel)", m.geom_surfacevel), ("adhesion", m.geom_adhesion)):
        if np.any(given[[*own, g]]):
            findings.dropped.add(what, name)
    if apart := [b for b in sorted({int(m.geom_bodyid[k]) for k in _robot_geoms(m, members)}) if _passes(m, g, b)]:
        why = "the file excludes it or its bits do not fit; here all links touch the plane"
        findings.changed.add(f"contact with {name}", ", ".join(body_name(m, b) for b in apart), why)
    if any(m.geom_margin[k] > 0 for k in (*own, g)):
        findings.dropped.add("margin of the contact", name, "forces begin at the surface")
    pairs = [p for p in range(m.npair) if g in (m.pair_geom1[p], m.pair_geom2[p])]
    uneven = [p for p in pairs if m.pair_dim[p] > 1 and m.pair_friction[p, 0] != m.pair_friction[p, 1]]
    if uneven:
        first, second = (float(m.pair_friction[uneven[0], k]) for k in (0, 1))
        why = f"{first:g} and {second:g} along the two tangents of a pair, here the first in all directions"
        findings.changed.add("friction", name, why)


def _robot_geoms(m: Any, members: Sequence[int]) -> list[int]:
    """Geoms of the robot that touch something."""
    return [k for k in range(m.ngeom) if m.geom_bodyid[k] in set(members) and touches(m, k)]


def _passes(m: Any, plane: int, body: int) -> bool:
    """Return True for a body whose geoms touch other things and not the plane."""
    own = [k for k in range(m.ngeom) if m.geom_bodyid[k] == body and touches(m, k)]
    return bool(own) and all(_touch(m, plane, k) is None for k in own)


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
