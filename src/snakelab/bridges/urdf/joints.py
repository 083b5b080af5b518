"""Joint of a URDF file: its links, motion and limits."""

import math
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import numpy as np

from snakelab.bridges.robot_files.chain_from_tree.tree import PRISMATIC, REVOLUTE, TreeJoint, tidy
from snakelab.bridges.robot_files.findings import Findings
from snakelab.bridges.robot_files.imported import Coupling
from snakelab.bridges.robot_files.limiting import limited_actuator
from snakelab.bridges.urdf.elements import label_of, name_of, numbers, origin_of, scalar
from snakelab.bridges.urdf.urdf import UNBOUNDED
from snakelab.errors import RobotError, nearest
from snakelab.robots.actuators import Actuator
from snakelab.robots.parts.compliance import FREE, Limits, Spring
from snakelab.types import FloatArray, choice

FIXED, FLOATING, PLANAR, CONTINUOUS = "fixed", "floating", "planar", "continuous"
MOVING = (REVOLUTE, CONTINUOUS, PRISMATIC)
KINDS = (*MOVING, FIXED, FLOATING, PLANAR)
KNOWN = {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"}


@dataclass(frozen=True)
class JointRecord:
    """Joint of a URDF file.

    Attributes:
        name: Its name.
        kind: One of KINDS; a frozen joint is fixed.
        parent, child: Names of links.
        p, R: The child's frame in the parent's.
        axis: Unit vector in the child's frame, shape (3,).
        element: The XML element.
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
    """Read the pose of a joint and the links that it connects.

    Raises:
        RobotError: if it has an unknown type, or joins unknown links.
    """
    name, where = name_of(element), label_of(element)
    kind = choice(element.get("type"), f"{where}: its type", KINDS, RobotError)
    ends = []
    for tag in ("parent", "child"):
        child_element = element.find(tag)
        link = "" if child_element is None else child_element.get("link", "").strip()
        if link not in links:
            raise RobotError(f"{where}: its {tag} link {link!r} is not in the file{nearest(link, links)}")
        ends.append(link)
    axis = numbers(element.find("axis"), "xyz", where, size=3, default=(1.0, 0.0, 0.0))
    length = float(np.hypot.reduce(axis))
    if kind not in (FIXED, FLOATING) and not length > 0:
        raise RobotError(f"{where}: its axis must not be zero, got {axis.tolist()}")
    axis = tidy(axis / (length or 1.0))
    return JointRecord(name, FIXED if frozen else kind, ends[0], ends[1], *origin_of(element, where), axis, element)


@dataclass
class MotionReader:
    """Converter of moving joints to records of a tree.

    Args:
        actuator: Actuator of each joint; None for a servo where the file has an effort limit, else prescribed motion.

    Attributes:
        findings: Kept, changed and dropped contents, with the joints' names.
        faults: Faults of joints that cannot be read, by name.
        couplings: Couplings of joints that copy another one.
        speed_limits: Largest rates, by the joints' names [rad/s] or [m/s].
    """

    actuator: Actuator | None
    findings: Findings = field(default_factory=Findings)
    faults: dict[str, str] = field(default_factory=dict)
    couplings: dict[str, Coupling] = field(default_factory=dict)
    speed_limits: dict[str, float] = field(default_factory=dict)

    def read(self, joint: JointRecord) -> TreeJoint:
        """Read axis, spring, limits and actuator of a revolute, continuous or prismatic joint.

        A joint that cannot be read is free, and its fault is noted.
        """
        kind = PRISMATIC if joint.kind == PRISMATIC else REVOLUTE
        try:
            return self._joint(joint, kind)
        except RobotError as problem:
            self.faults[joint.name] = str(problem)
            limits = FREE if joint.kind == CONTINUOUS else Limits(-1.0, 1.0)
            return TreeJoint(joint.name, kind, joint.axis, np.zeros(3), limits=limits)

    def _joint(self, joint: JointRecord, kind: str) -> TreeJoint:
        where, name = label_of(joint.element), joint.name
        dynamics, limit = joint.element.find("dynamics"), joint.element.find("limit")
        damping, friction = (scalar(dynamics, key, where, 0.0) for key in ("damping", "friction"))
        for key, value in (("damping", damping), ("friction", friction)):
            if value < 0:
                raise RobotError(f"{where}: {key} must be at least 0, got {value:g}")
            if value > 0:
                self.findings.kept.add(f"{key} in the joint", name)
        for element in joint.element:
            if element.tag not in KNOWN:
                self.findings.dropped.add(f"<{element.tag}>", name)
        speed = abs(scalar(limit, "velocity", where, UNBOUNDED))
        effort = abs(scalar(limit, "effort", where, UNBOUNDED))
        limits = self._limits(joint, limit, where)
        # in many files 0 means no limit
        effort, speed = (value if 0 < value < UNBOUNDED else math.inf for value in (effort, speed))
        if math.isfinite(speed):
            self.speed_limits[name] = speed
        actuator = limited_actuator(self.actuator, effort, speed, name, kind, self.findings)
        self._mimic(joint, where)
        self.findings.kept.add(f"{joint.kind} joint", name)
        return TreeJoint(name, kind, joint.axis, np.zeros(3), actuator, Spring(damping=damping), limits, friction)

    def _mimic(self, joint: JointRecord, where: str) -> None:
        element = joint.element.find("mimic")
        if element is None:
            return
        source = element.get("joint", "").strip()
        if not source:
            raise RobotError(f'{where}: <mimic> requires the joint to copy; write <mimic joint="..."/>')
        multiplier, offset = scalar(element, "multiplier", where, 1.0), scalar(element, "offset", where, 0.0)
        self.couplings[joint.name] = Coupling(source, multiplier, offset)

    def _limits(self, joint: JointRecord, limit: ET.Element | None, where: str) -> Limits:
        if joint.kind == CONTINUOUS:
            return FREE
        if limit is None:
            other = ", or make it continuous" if joint.kind == REVOLUTE else ""
            raise RobotError(f'{where}: a {joint.kind} joint needs <limit lower="..." upper="...">{other}')
        maximum = UNBOUNDED if joint.kind == PRISMATIC else 4 * math.pi
        bounds = [scalar(limit, key, where, 0.0) for key in ("lower", "upper")]
        if not bounds[0] < bounds[1]:
            raise RobotError(
                f"{where}: its limits leave no room, lower {bounds[0]:g} and upper {bounds[1]:g}; make it fixed"
            )
        for bound in bounds:
            if maximum <= abs(bound) < UNBOUNDED:
                self.findings.changed.add(f"the bound {bound:g} rad", joint.name, "beyond two turns a joint is free")
        limits = Limits(*(bound if abs(bound) < maximum else math.copysign(math.inf, bound) for bound in bounds))
        if limits != FREE:
            self.findings.kept.add("range", joint.name)
            usual = f"{limits.stiffness:g} and {limits.damping:g}"
            why = f"the range is kept, their stiffness and damping are set to the defaults {usual}"
            self.findings.changed.add("joint limits", joint.name, why)
        return limits
