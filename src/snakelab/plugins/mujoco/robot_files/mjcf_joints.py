"""Joints of an MJCF file: spring, range, and actuators with an equivalent Motor or Servo."""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from snakelab.plugins.mujoco.robot_files.import_report import (
    Findings,
    limits_of,
)
from snakelab.plugins.mujoco.robot_files.motion_export import UNBOUNDED
from snakelab.robots.actuators import UNLIMITED, Actuator, Limits, Motor, Passive, Servo, Spring

# ----------------------------------------------------------------------------------------------------------------------
# Joints of an MJCF file: spring, range, and actuators with an equivalent Motor or Servo
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
