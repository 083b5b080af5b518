"""Bodies, joints and actuators of an MJCF document, written from base to tip."""

import math
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import numpy as np

from snakelab.bridges.mujoco.contact_geoms.contact_parameters import MARGIN, joint_friction_numbers, stop_numbers
from snakelab.bridges.mujoco.contact_geoms.writing import WorldWriter
from snakelab.bridges.mujoco.mjcf_export.wheels import without_wheels
from snakelab.bridges.robot_files.export import pose, text
from snakelab.errors import RobotError
from snakelab.geometry.shapes import Box
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import HEAD
from snakelab.physics.state import State
from snakelab.robots.actuators import Follower, Hydraulic, Motor, Pneumatic, Servo
from snakelab.robots.materials import Elastomer
from snakelab.robots.parts import Link, Mount, Prismatic, Revolute
from snakelab.robots.parts.compliance import Limits, Spring
from snakelab.types import FloatArray

UNBOUNDED = 1e9  # represents the infinite end of a range whose other end is finite
MIN_INERTIA = 1e-15  # MuJoCo's smallest number [kg m^2]
ROUNDING = 1e-14
# Of the actuators of one servo.
POSITION, RATE, MORE = "position", "rate", "more"
WORLD = "world"  # name that MuJoCo reserves for static bodies
PLANAR_BASE = (("base_x", "slide", "1 0 0"), ("base_y", "slide", "0 1 0"), ("base_heading", "hinge", "0 0 1"))


@dataclass
class BodyWriter:
    """Writer of bodies along the chain; the cursor (p, R) is the frame of the next part in the present body.

    Args:
        model: The model.
        world: The `worldbody` element.
        actuators: The `actuator` element.
        visual: True for visible geoms of links.
        surroundings: Writer of the links' skin, with the inverse inertias of the joints; None for the robot alone.

    Attributes:
        left_out: Omitted contents.
    """

    model: Model
    world: ET.Element
    actuators: ET.Element
    visual: bool
    surroundings: WorldWriter | None = None
    left_out: list[str] = field(default_factory=list)

    def write(self, state: State | None) -> None:
        """Write all parts, on a base with the pose of the state."""
        self.p, self.R = np.zeros(3), np.eye(3)
        self._base(state)
        for record, part in zip(self.model.arrays.parts, self.model.robot.parts, strict=True):
            match part:
                case Link():
                    self._link(part, int(record["station"]))
                case Mount():
                    self._move(record["offset"], record["rotation"].reshape(3, 3))
                case Revolute() | Prismatic():
                    self._joint(part, record["axis"], int(record["coordinate"]))
                case _:
                    raise RobotError(
                        f"robot {self.model.robot.name!r} cannot be written as MJCF: {type(part).__name__} has no equivalent"
                    )
        body, p, R = (self.first, np.zeros(3), np.eye(3)) if self.model.robot.from_head else (self.body, self.p, self.R)
        ET.SubElement(body, "site", {"name": HEAD, **pose(p, R)})

    def _base_joint(self, name: str) -> str:
        """Return the name, or with underscores if a joint of the robot has it."""
        while name in self.model.coordinate_names:
            name += "_"
        return name

    def _body_name(self, name: str) -> str:
        """Return the link's name, or another one if MuJoCo reserves it for its world."""
        if name != WORLD:
            return name
        while name in self.model.station_names:
            name += "_"
        self.left_out.append(
            f"the name {WORLD!r} of a link: it is MuJoCo's for the world, so the body is called {name!r}"
        )
        return name

    def _base(self, state: State | None) -> None:
        base, self.massive = self.model.robot.base, False
        self.first = self.body = ET.SubElement(self.world, "body")
        if base == "floating":
            ET.SubElement(self.body, "freejoint", {"name": self._base_joint("base_pose")})
        elif base == "planar":
            for name, kind, axis in PLANAR_BASE:
                joint = {"name": self._base_joint(name), "type": kind, "axis": axis, "armature": "0"}
                ET.SubElement(self.body, "joint", joint)
            if state is not None:
                self.body.set("pos", text(0.0, 0.0, state.base_position[2]))
        elif state is not None:
            self.body.set("pos", text(*state.base_position))
            self.body.set("quat", text(*state.base_quaternion))

    def _move(self, offset: FloatArray, rotation: FloatArray) -> None:
        self.p = self.p + self.R @ offset
        self.R = self.R @ rotation

    def _open_body(self) -> None:
        """Open a new body at the cursor, unless the present one has no mass yet; its link will name it."""
        if not self.massive:
            return
        self.body = ET.SubElement(self.body, "body", pose(self.p, self.R))
        self.p, self.R, self.massive = np.zeros(3), np.eye(3), False

    def _link(self, link: Link, number: int) -> None:
        name = self.model.station_names[number]
        self._open_body()
        self.body.set("name", self._body_name(name))
        self.massive = True
        spins = bool(link.wheels) and self.surroundings is not None and self.surroundings.contact_pairs.spinning_wheels
        carrier = without_wheels(link, name) if spins else link
        principal, axes = self._principal_inertia(carrier, name)
        onward = np.array([-link.length if self.model.robot.from_head else link.length, 0.0, 0.0])
        self._move(np.minimum(onward, 0.0), np.eye(3))  # to the tail end
        middle = pose(self.p + self.R @ carrier.com_point(), self.R @ axes)
        ET.SubElement(
            self.body, "inertial", {"mass": text(carrier.whole_mass), "diaginertia": text(*principal), **middle}
        )
        if self.visual:
            self._geom(link)
        if self.surroundings is not None:
            self.surroundings.write_skin(self.body, number, self.p + self.R @ link.com_point(), self.R)
        self._move(np.maximum(onward, 0.0), np.eye(3))

    def _principal_inertia(self, link: Link, name: str) -> tuple[FloatArray, FloatArray]:
        """Principal inertias, smallest first, and their axes as columns.

        Not MJCF's `fullinertia`: MuJoCo rejects a flat body whose A + B differs from C by one digit, which is corrected
        here.
        """
        principal, axes = np.linalg.eigh(link.inertia_matrix())
        if principal[0] < MIN_INERTIA:
            raise RobotError(
                f"{name} cannot be written as MJCF: MuJoCo accepts no principal inertia below {MIN_INERTIA:g} kg m^2, got "
                f"{principal[0]:g}; give the link a section, or all three inertias"
            )
        excess = principal[2] - principal[0] - principal[1]
        if excess > 0:
            principal[2] = principal[0] + principal[1]
            if excess > ROUNDING * principal[2]:
                self.left_out.append(f"{excess:g} kg m^2 of the largest inertia of {name}: the other two sum to less")
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        return principal, axes

    def _geom(self, link: Link) -> None:
        shape, half = link.shape, link.length / 2
        # cylinders in MuJoCo are along z
        kind, size, rotation = "cylinder", text(shape.half_width, half), np.eye(3)[:, [1, 2, 0]]
        if isinstance(shape, Box):
            kind, size, rotation = "box", text(half, shape.width / 2, shape.height / 2), np.eye(3)
        middle = pose(self.p + self.R @ np.array([half, 0.0, 0.0]), self.R @ rotation)
        ET.SubElement(self.body, "geom", {"type": kind, "size": size, "contype": "0", "conaffinity": "0", **middle})

    def _joint(self, part: Revolute | Prismatic, axis: FloatArray, number: int) -> None:
        name = self.model.coordinate_names[number]
        self._open_body()
        kind = "hinge" if isinstance(part, Revolute) else "slide"
        attributes = {"name": name, "type": kind, "pos": text(*self.p), "axis": text(*(self.R @ axis))}
        joint = ET.SubElement(self.body, "joint", attributes)
        spring = part.spring
        if isinstance(spring, Elastomer):
            self.left_out.append(f"elastomer of {name}: MJCF cannot express its law")
            spring = Spring()
        for key, value in (
            ("stiffness", spring.stiffness),
            ("damping", spring.damping),
            ("springref", spring.rest),
            ("armature", part.armature),
        ):
            if value:
                joint.set(key, text(value))
        self._dry_friction(part, joint, number)
        self._stops(part.limits, joint, number)
        match part.actuator:
            case Motor():
                self._motor(part.actuator, name)
            case Servo():
                self._servo(part.actuator, joint, name)
            case Follower():
                self.left_out.append(f"actuator of {name}: MJCF cannot express a joint that follows another")
            case Pneumatic() | Hydraulic():
                self.left_out.append(f"actuator of {name}: MJCF cannot express a pressure")

    def _dry_friction(self, part: Revolute | Prismatic, joint: ET.Element, number: int) -> None:
        if not part.dry_friction:
            return
        joint.set("frictionloss", text(part.dry_friction))
        if self.surroundings is not None:
            slope, inverse = (
                part.dry_friction / part.dry_eps,
                float(self.surroundings.contact_pairs.weights.joints[number]),
            )
            solref, d = joint_friction_numbers(slope, inverse, self.surroundings.contact_pairs.timestep)
            joint.set("solreffriction", text(*solref))
            joint.set("solimpfriction", text(d, d, MARGIN))

    def _stops(self, stops: Limits, joint: ET.Element, number: int) -> None:
        if not (math.isfinite(stops.lower) or math.isfinite(stops.upper)):
            return
        joint.set("limited", "true")
        joint.set("range", text(max(stops.lower, -UNBOUNDED), min(stops.upper, UNBOUNDED)))
        if self.surroundings is None:
            name = self.model.coordinate_names[number]
            self.left_out.append(f"joint limits of {name}: the range is kept, but not its stiffness and damping")
            return
        solref, d = stop_numbers(
            stops.stiffness, stops.damping, float(self.surroundings.contact_pairs.weights.joints[number])
        )
        joint.set("solreflimit", text(*solref))
        joint.set("solimplimit", text(d, d, MARGIN))

    def _motor(self, motor: Motor, name: str) -> None:
        attributes = {"name": name, "joint": name, **ceiling(motor.force_limit)}
        if motor.time_constant:
            # `actearly`: as in the built-in step, the force at its end depends on the internal state at its end.
            attributes |= {"dyntype": "filterexact", "dynprm": text(motor.time_constant), "actearly": "true"}
        ET.SubElement(self.actuators, "general", attributes)

    def _servo(self, servo: Servo, joint: ET.Element, name: str) -> None:
        """Write two actuators, so that the rate has a separate command, under the joint's common limit."""
        place = {"name": f"{name}.{POSITION}", "joint": name, "kp": text(servo.kp), **ceiling(servo.proportional_limit)}
        ET.SubElement(self.actuators, "position", place)
        if servo.kd:
            ET.SubElement(self.actuators, "velocity", {"name": f"{name}.{RATE}", "joint": name, "kv": text(servo.kd)})
        if self.surroundings is not None:
            ET.SubElement(self.actuators, "motor", {"name": f"{name}.{MORE}", "joint": name})
        elif servo.ki:
            self.left_out.append(f"integral gain of {name}: ki = {servo.ki:g}")
        for key in ("rate_feedforward", "acceleration_feedforward"):
            if self.surroundings is None and getattr(servo, key):
                self.left_out.append(f"feed-forward of {name}: {key} = {getattr(servo, key):g}")
        if math.isfinite(servo.speed_limit):
            self.left_out.append(f"limit of speed of {name}: speed_limit = {servo.speed_limit:g} rad/s")
        if math.isfinite(servo.torque_limit):
            joint.set("actuatorfrclimited", "true")
            joint.set("actuatorfrcrange", text(-servo.torque_limit, servo.torque_limit))


def ceiling(limit: float) -> dict[str, str]:
    """Attributes that limit an actuator's force to +-limit; empty if it is infinite."""
    return {"forcelimited": "true", "forcerange": text(-limit, limit)} if math.isfinite(limit) else {}
