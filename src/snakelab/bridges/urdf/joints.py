"""A `<joint>` of a URDF file: what it carries, and how that moves."""

import math
import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import dataclass, field, replace

import numpy as np

from snakelab.bridges.chain.tree import PRISMATIC, REVOLUTE, TreeJoint, tidy
from snakelab.bridges.urdf.elements import label_of, name_of, numbers, origin_of, scalar
from snakelab.bridges.urdf.urdf import UNBOUNDED
from snakelab.errors import RobotError, nearest
from snakelab.robots.actuators import Actuator, Motor, Servo
from snakelab.robots.compliance import FREE, Limits, Spring
from snakelab.types import FloatArray, choice

FIXED, FLOATING, PLANAR, CONTINUOUS = "fixed", "floating", "planar", "continuous"
MOVING = (REVOLUTE, CONTINUOUS, PRISMATIC)
KINDS = (*MOVING, FIXED, FLOATING, PLANAR)
KNOWN = {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"}


@dataclass(frozen=True)
class JointRecord:
    """A joint.

    Attributes:
        name: Its name.
        kind: One of KINDS; a frozen joint is fixed.
        parent, child: Names of links.
        p, R: The child's frame in the parent's.
        axis: In the child's frame, shape (3,), a unit vector.
        element: For the rest.
    """

    name: str
    kind: str
    parent: str
    child: str
    p: FloatArray
    R: FloatArray
    axis: FloatArray
    element: ET.Element = field(repr=False)


def joint_of(element: ET.Element, links: dict[str, ET.Element], frozen: bool) -> JointRecord:
    """Read where a joint stands and what it joins.

    Raises:
        RobotError: if it has an unknown type, follows another joint, or joins links that are not there.
    """
    name, where = name_of(element), label_of(element)
    kind = choice(element.get("type"), f"{where}: its type", KINDS, RobotError)
    if element.find("mimic") is not None and not frozen:
        raise RobotError(
            f"{where} copies another one (<mimic>): joints of a snakelab robot are independent; remove <mimic>, or freeze it: "
            f"freeze=[{name!r}] (--freeze {name!r})"
        )
    ends = []
    for tag in ("parent", "child"):
        found = element.find(tag)
        link = "" if found is None else found.get("link", "").strip()
        if link not in links:
            raise RobotError(f"{where}: its {tag} link {link!r} is not in the file{nearest(link, links)}")
        ends.append(link)
    axis = numbers(element.find("axis"), "xyz", where, size=3, default=(1.0, 0.0, 0.0))
    if kind not in (FIXED, FLOATING) and not np.linalg.norm(axis) > 0:
        raise RobotError(f"{where}: its axis must not be zero, got {axis.tolist()}")
    axis = tidy(axis / (np.linalg.norm(axis) or 1.0))
    return JointRecord(name, FIXED if frozen else kind, ends[0], ends[1], *origin_of(element, where), axis, element)


@dataclass
class MotionReader:
    """Turns moving joints into records of a tree, and gathers what cannot be said of them.

    Args:
        actuator: What drives each joint; the file's effort becomes its ceiling where it has one.
    """

    actuator: Actuator
    notes: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def left_out(self) -> tuple[str, ...]:
        """One sentence for each thing, with all its joints."""
        return tuple(f"{what} of {', '.join(of)}{why and ': '}{why}" for (what, why), of in self.notes.items())

    def read(self, joint: JointRecord) -> TreeJoint:
        """Axis, spring, limits and actuator of a revolute, continuous or prismatic joint."""
        where, name = label_of(joint.element), joint.name
        dynamics, limit = joint.element.find("dynamics"), joint.element.find("limit")
        damping, friction = (scalar(dynamics, key, where, 0.0) for key in ("damping", "friction"))
        for key, value in (("damping", damping), ("friction", friction)):
            if value < 0:
                raise RobotError(f"{where}: {key} must be at least 0, got {value:g}")
        for element in joint.element:
            if element.tag not in KNOWN:
                self._note(f"<{element.tag}>", name)
        velocity = abs(scalar(limit, "velocity", where, UNBOUNDED))
        if 0 < velocity < UNBOUNDED:
            self._note("velocity limits", name, f"{velocity:g} {'m/s' if joint.kind == PRISMATIC else 'rad/s'}")
        kind = PRISMATIC if joint.kind == PRISMATIC else REVOLUTE
        limits = self._limits(joint, limit, where)
        actuator = self._actuator(name, abs(scalar(limit, "effort", where, UNBOUNDED)), kind)
        return TreeJoint(name, kind, joint.axis, np.zeros(3), actuator, Spring(damping=damping), limits, friction)

    def _note(self, what: str, name: str, why: str = "") -> None:
        self.notes[what, why].append(name)

    def _limits(self, joint: JointRecord, limit: ET.Element | None, where: str) -> Limits:
        if joint.kind == CONTINUOUS:
            return FREE
        if limit is None:
            other = ", or make it continuous" if joint.kind == REVOLUTE else ""
            raise RobotError(f'{where}: a {joint.kind} joint needs <limit lower="..." upper="...">{other}')
        most = UNBOUNDED if joint.kind == PRISMATIC else 4 * math.pi
        bounds = [scalar(limit, key, where, 0.0) for key in ("lower", "upper")]
        if not bounds[0] < bounds[1]:
            raise RobotError(
                f"{where}: its limits leave no room, lower {bounds[0]:g} and upper {bounds[1]:g}; make it fixed"
            )
        for bound in bounds:
            if most <= abs(bound) < UNBOUNDED:
                self._note(f"the bound {bound:g} rad", joint.name, "beyond two turns a joint is free")
        limits = Limits(*(bound if abs(bound) < most else math.copysign(math.inf, bound) for bound in bounds))
        if limits != FREE:
            usual = f"{limits.stiffness:g} and {limits.damping:g}"
            self._note("end stops", joint.name, f"the range is kept, their stiffness and damping are the usual {usual}")
        return limits

    def _actuator(self, name: str, effort: float, kind: str) -> Actuator:
        # 0 stands in many files for a limit that nobody filled in.
        if not 0 < effort < UNBOUNDED:
            return self.actuator
        match self.actuator:
            case Motor():
                return replace(self.actuator, force_limit=min(effort, self.actuator.force_limit))
            case Servo():
                return replace(self.actuator, torque_limit=min(effort, self.actuator.torque_limit))
        unit = "N" if kind == PRISMATIC else "N m"
        self._note(
            "effort limits", name, f"{effort:g} {unit}, which a {type(self.actuator).__name__} joint has none of"
        )
        return self.actuator
