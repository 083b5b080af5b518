"""Export of rigid chains as MJCF, MuJoCo's XML, and of their states.

In reading order: `mujoco_state`; `BodyWriter`, which writes bodies, joints and actuators; `to_mjcf`. Surfaces, skin and
wheels are in `engine.geoms` and `engine.contact_pairs`.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import MissingExtraError, RobotError, SimulationError, counted
from snakelab.geometry.cross_sections import Box, Ellipse
from snakelab.geometry.rotations import quat_exp, rotation_matrices
from snakelab.parameters.arguments import FloatArray, choice, number
from snakelab.parameters.declarations import check_arguments, checked_arguments
from snakelab.physics.columns import HEAD, SOCKET
from snakelab.physics.model import Model
from snakelab.physics.state import State
from snakelab.plugins.mujoco.engine.contact_pairs import ContactPairs, WorldWriter
from snakelab.plugins.mujoco.engine.contact_parameters import (
    MARGIN,
    MAX_IMPEDANCE,
    inverse_weights,
    joint_friction_numbers,
    stop_numbers,
)
from snakelab.plugins.mujoco.engine.geoms import without_wheels
from snakelab.plugins.mujoco.robot_files.mjcf_couplings import cables_by_name, guide_sites, write_cables
from snakelab.plugins.mujoco.robot_files.motion_export import (
    UNBOUNDED,
    WORLD,
    Export,
    free_name,
    left_out_of_robot,
    objects_left_out,
    pose,
    rigid_model,
    text,
    wheel_axes,
    wheel_name,
)
from snakelab.robots.actuators import Follower, Hydraulic, Limits, Motor, Pneumatic, Servo, Spring
from snakelab.robots.branches import Socket
from snakelab.robots.couplings import Cable
from snakelab.robots.joints import Mount, Prismatic, Revolute
from snakelab.robots.link import Link, LinkMesh
from snakelab.robots.materials import Elastomer
from snakelab.robots.robot import Robot
from snakelab.system import install_line
from snakelab.worlds.contact_laws import Contact
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.lumped_fluid import EllipsoidFluid, FluidEllipsoid, InertiaBoxFluid

# ----------------------------------------------------------------------------------------------------------------------
# State in MuJoCo's coordinates
# ----------------------------------------------------------------------------------------------------------------------


@checked_arguments(RobotError)
def mujoco_state(model: Model, state: State) -> tuple[FloatArray, FloatArray]:
    """The state as `qpos` and `qvel` of the exported model.

    A floating base is position and quaternion wxyz; its velocity is linear in world axes and angular in *body* axes, by
    MuJoCo's convention. A planar base is x, y, heading. A fixed base has none: `to_mjcf(..., state=...)` places it.

    Args:
        model: The model.
        state: The state.

    Returns:
        qpos, shape (7, 3 or 0 + nv,), and qvel, shape (6, 3 or 0 + nv,).

    Raises:
        RobotError: if an argument has another type, or the state is of another robot.
    """
    if len(state.q) != model.n_coordinates:
        raise RobotError(f"the state has {counted(len(state.q), 'coordinate')}, the model {model.n_coordinates}")
    quat = state.base_quaternion
    match model.robot.base:
        case "floating":
            R_world_base = rotation_matrices(quat)
            place = np.concatenate([state.base_position, quat])
            motion = np.concatenate([state.base_velocity[:3], R_world_base.T @ state.base_velocity[3:]])
        case "planar":
            heading = 2 * np.arctan2(quat[3], quat[0])
            place = np.array([*state.base_position[:2], heading])
            motion = state.base_velocity[[0, 1, 5]]
        case _:
            place = motion = np.zeros(0)
    order = document_order(model)
    return np.concatenate([place, state.q[order]]), np.concatenate([motion, state.v[order]])


def mujoco_objects(state: State) -> tuple[FloatArray, FloatArray]:
    """Poses and velocities of the free bodies as those of free joints, shape (n, 7) and (n, 6)."""
    n = len(state.objects) // 13
    places, quats = state.objects[: 3 * n].reshape(n, 3), state.objects[3 * n : 7 * n].reshape(n, 4)
    velocities = state.objects[7 * n :].reshape(n, 6)
    spins = np.einsum("kij,ki->kj", rotation_matrices(quats).reshape(n, 3, 3), velocities[:, 3:])
    return np.hstack([places, quats]), np.hstack([velocities[:, :3], spins])


def document_order(model: Model) -> np.ndarray:
    """Indices of the coordinates in the order in which MuJoCo numbers the joints of the exported model, shape (nv,): depth
    first, those of a chain before those of its branches, and the branches from its tip to its base.
    """
    chains, stations = [list[int]()], [list[int]()]
    on: list[int] = []
    for record in model.parts:
        if record["kind"] == SOCKET:
            on.append(int(record["carrier"]))
            chains.append([])
            stations.append([])
        chains[-1] += range(record["coordinate"], record["coordinate"] + record["n_coordinates"])
        stations[-1] += range(record["station"], record["station"] + record["n_stations"])

    def below(chain: int) -> list[int]:
        carried = [k for station in reversed(stations[chain]) for k, carrier in enumerate(on) if carrier == station]
        return chains[chain] + [j for k in carried for j in below(k + 1)]

    return np.array(below(0), dtype=np.int64)


# ----------------------------------------------------------------------------------------------------------------------
# Bodies, joints and actuators of an MJCF document, written from base to tip
# ----------------------------------------------------------------------------------------------------------------------

MIN_INERTIA = 1e-15  # MuJoCo's smallest number [kg m^2]
# Of the actuators of one servo.
POSITION, RATE, MORE = "position", "rate", "more"
PLANAR_BASE = (("base_x", "slide", "1 0 0"), ("base_y", "slide", "0 1 0"), ("base_heading", "hinge", "0 0 1"))


@dataclass
class BodyWriter:
    """Writer of bodies along the chain; the cursor (p, R) is the frame of the next part in the present body.

    Args:
        model: The model.
        world: The `worldbody` element.
        actuators: The `actuator` element.
        assets: The `asset` element.
        visual: True for visible geoms of links.
        surroundings: Writer of the links' skin, with the inverse inertias of the joints; None for the robot alone.
        cables: Cables of the robot by their names.

    Attributes:
        left_out: Omitted contents.
        first, body: First body, and the present one.
        carriers: Of each link by its station: its body, and the frame of its tail end there.
    """

    model: Model
    world: ET.Element
    actuators: ET.Element
    assets: ET.Element
    visual: bool
    surroundings: WorldWriter | None = None
    cables: Mapping[str, Cable] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    first: ET.Element = field(init=False)
    body: ET.Element = field(init=False)
    carriers: dict[int, tuple[ET.Element, FloatArray, FloatArray]] = field(default_factory=dict, init=False)

    def write(self, state: State | None) -> None:
        """Write all parts, on a base with the pose of the state."""
        self.p, self.R = np.zeros(3), np.eye(3)
        self._base(state)
        end: tuple[ET.Element, FloatArray, FloatArray] | None = None  # of the trunk
        for record, part in zip(self.model.parts, self.model.robot.parts, strict=True):
            match part:
                case Socket():
                    end = end or (self.body, self.p, self.R)
                    self.body, self.p, self.R = self.carriers[int(record["carrier"])]
                    self._move(part.transform[:3, 3], part.transform[:3, :3])
                case Link():
                    self._link(part, int(record["station"]), float(record["length"]))
                case Mount():
                    self._move(record["offset"], record["rotation"].reshape(3, 3))
                case Revolute() | Prismatic():
                    self._joint(part, record["axis"], int(record["coordinate"]))
                case _:
                    raise RobotError(
                        f"robot {self.model.robot.name!r} cannot be written as MJCF: {type(part).__name__} has no equivalent"
                    )
        self._sites(self.first, "base", np.zeros(3), np.eye(3))
        # the first body may turn with a joint; a base with loops is fixed
        p, R = np.zeros(3), np.eye(3)
        if state is not None:
            p, R = state.base_position, rotation_matrices(state.base_quaternion)
        self._anchors(self.world, "base", p, R)
        body, p, R = end or (self.body, self.p, self.R)
        if self.model.robot.from_head:
            body, p, R = self.first, np.zeros(3), np.eye(3)
        ET.SubElement(body, "site", {"name": HEAD, **pose(p, R)})

    def _body_name(self, name: str) -> str:
        """Return the link's name, or another one if MuJoCo reserves it for its world."""
        if name != WORLD:
            return name
        name = free_name(name, self.model.station_names)
        self.left_out.append(
            f"the name {WORLD!r} of a link: it is MuJoCo's for the world, so the body is called {name!r}"
        )
        return name

    def _base(self, state: State | None) -> None:
        base, self.massive = self.model.robot.base, False
        self.first = self.body = ET.SubElement(self.world, "body")
        if base == "floating":
            ET.SubElement(self.body, "freejoint", {"name": free_name("base_pose", self.model.coordinate_names)})
        elif base == "planar":
            for name, kind, axis in PLANAR_BASE:
                joint = {
                    "name": free_name(name, self.model.coordinate_names),
                    "type": kind,
                    "axis": axis,
                    "armature": "0",
                }
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

    def _link(self, link: Link, number: int, signed_length: float) -> None:
        name = self.model.station_names[number]
        self._open_body()
        self.body.set("name", self._body_name(name))
        self.massive = True
        spins = (
            bool(link.friction_wheels)
            and self.surroundings is not None
            and self.surroundings.contact_pairs.spinning_wheels
        )
        carrier = without_wheels(link, name) if spins else link
        principal, axes = self._principal_inertia(carrier, name)
        onward = np.array([signed_length, 0.0, 0.0])
        self._move(np.minimum(onward, 0.0), np.eye(3))  # to the tail end
        self.carriers[number] = self.body, self.p, self.R
        middle = pose(self.p + self.R @ carrier.com_point(), self.R @ axes)
        ET.SubElement(
            self.body, "inertial", {"mass": text(carrier.whole_mass), "diaginertia": text(*principal), **middle}
        )
        if self.visual:
            self._geom(link)
            self._meshes(link, name)
        self._ellipsoids(link, name)
        self._sites(self.body, name, self.p, self.R)
        self._anchors(self.body, name, self.p, self.R)
        if self.surroundings is None:
            self._wheels(link, name)
        if self.surroundings is not None:
            self.surroundings.write_skin(self.body, number, self.p + self.R @ link.com_point(), self.R)
        self._move(np.maximum(onward, 0.0), np.eye(3))

    def _sites(self, body: ET.Element, on: str, p: FloatArray, R: FloatArray) -> None:
        """Write the frames on the base or on a link, whose tail end is at (p, R) in its body."""
        for frame in self.model.robot.frames:
            if frame.on == on and frame.name != HEAD:
                T = frame.transform
                ET.SubElement(body, "site", {"name": frame.name, **pose(p + R @ T[:3, 3], R @ T[:3, :3])})

    def _meshes(self, link: Link, name: str) -> None:
        """Write the meshes of a link of a robot alone, in formats that MuJoCo reads, as geoms that are drawn only."""
        unread = [mesh.file for mesh in link.meshes if not _is_readable(mesh)]
        if self.surroundings is not None:
            return
        if unread:
            self.left_out.append(f"meshes of {name}, which MuJoCo cannot read: {', '.join(dict.fromkeys(unread))}")
        for k, mesh in enumerate(mesh for mesh in link.meshes if _is_readable(mesh)):
            T, number = mesh.transform, f"{name}/mesh/{k + 1}"
            asset = {"name": number, "file": str(Path(mesh.file).absolute()), "scale": text(*mesh.scale)}
            ET.SubElement(self.assets, "mesh", asset | {"inertia": "shell"})
            place = pose(self.p + self.R @ T[:3, 3], self.R @ T[:3, :3])
            drawn = {"name": number, "type": "mesh", "mesh": number, "contype": "0", "conaffinity": "0", "group": "1"}
            ET.SubElement(self.body, "geom", drawn | place)

    def _anchors(self, body: ET.Element, on: str, p: FloatArray, R: FloatArray) -> None:
        """Write the points of loops and cables on the base or on a link, whose tail end is at (p, R) in its body, as sites."""
        robot = self.model.robot
        for name, guide in guide_sites(self.cables, on):
            ET.SubElement(body, "site", {"name": name, **pose(p + R @ guide, R)})
        for label, loop in zip(robot.coupling_names[len(robot.gears) :], robot.loops, strict=False):
            for side, part, point, axes in zip(
                (FIRST, SECOND),
                (loop.first, loop.second),
                (loop.first_point, loop.second_point),
                loop.axes(),
                strict=True,
            ):
                if part == on:
                    place = p + R @ np.asarray(point, dtype=float)
                    ET.SubElement(body, "site", {"name": f"{label}.{side}", **pose(place, R @ axes)})
                    if loop.fix == "hinge":
                        place = place + HINGE_LENGTH * robot.length * (R @ axes)[:, 2]
                        ET.SubElement(body, "site", {"name": f"{label}.{side}{AXIS}", **pose(place, R @ axes)})

    def _wheels(self, link: Link, name: str) -> None:
        """Write the markers of the passive wheels of a link, whose tail end is at the cursor."""
        for k, wheel in enumerate(link.friction_wheels):
            marker = {"name": wheel_name(name, k), "type": "cylinder", "size": text(wheel.radius, wheel.radius / 10)}
            place = pose(self.p + self.R @ wheel.centre(), self.R @ wheel_axes(wheel))
            ET.SubElement(self.body, "site", marker | place)

    def _ellipsoids(self, link: Link, name: str) -> None:
        """Write the shapes of a link in an `EllipsoidFluid`: geoms without mass and contact."""
        fluid = _only_fluid(self.model)
        if not isinstance(fluid, EllipsoidFluid):
            return
        section, middle = link.shape, (link.length / 2, 0.0, 0.0)
        whole = FluidEllipsoid(name, (link.length / 2, section.half_width, section.half_height), middle)
        for one in [own for own in fluid.ellipsoids if own.on == name] if fluid.ellipsoids else [whole]:
            x, y, z = (float(value) for value in one.rotation)
            turn = self.R @ rotation_matrices(quat_exp((x, y, z)))
            coefficients = one.blunt_drag, one.slender_drag, one.angular_drag, one.kutta_lift, one.magnus_lift
            record = {
                "type": "ellipsoid",
                "size": text(*one.semi_axes),
                "mass": "0",
                "contype": "0",
                "conaffinity": "0",
            }
            record |= {"group": "4", "fluidshape": "ellipsoid", "fluidcoef": text(*coefficients)}
            ET.SubElement(self.body, "geom", record | pose(self.p + self.R @ np.asarray(one.point), turn))

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
            if excess > 1e-14 * principal[2]:  # not of rounding
                self.left_out.append(f"{excess:g} kg m^2 of the largest inertia of {name}: the other two sum to less")
        axes[:, 2] = np.cross(axes[:, 0], axes[:, 1])
        return principal, axes

    def _geom(self, link: Link) -> None:
        shape, half = link.shape, link.length / 2
        # cylinders in MuJoCo are along z
        kind, size, rotation = "cylinder", text(shape.half_width, half), np.eye(3)[:, [1, 2, 0]]
        if isinstance(shape, (Box, Ellipse)):
            kind = "box" if isinstance(shape, Box) else "ellipsoid"
            size, rotation = text(half, shape.half_width, shape.half_height), np.eye(3)
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
            inverse = float(self.surroundings.contact_pairs.weights.joints[number])
            slope = part.dry_friction / part.dry_eps
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
        attributes = {"name": name, "joint": name, **force_limits(motor.force_limit)}
        if motor.time_constant:
            # `actearly`: as in the built-in step, the force at its end depends on the internal state at its end.
            attributes |= {"dyntype": "filterexact", "dynprm": text(motor.time_constant), "actearly": "true"}
        ET.SubElement(self.actuators, "general", attributes)

    def _servo(self, servo: Servo, joint: ET.Element, name: str) -> None:
        """Write two actuators, so that the rate has a separate command, under the joint's common limit."""
        place = {
            "name": f"{name}.{POSITION}",
            "joint": name,
            "kp": text(servo.kp),
            **force_limits(servo.proportional_limit),
        }
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


def _is_readable(mesh: LinkMesh) -> bool:
    """Return True for a file that exists, in a format that MuJoCo reads."""
    return Path(mesh.file).suffix.lower() in (".stl", ".obj") and Path(mesh.file).is_file()


def force_limits(limit: float) -> dict[str, str]:
    """Attributes that limit an actuator's force to +-limit; empty if it is infinite."""
    return {"forcelimited": "true", "forcerange": text(-limit, limit)} if math.isfinite(limit) else {}


# ----------------------------------------------------------------------------------------------------------------------
# MJCF document of a rigid chain: exact inertias, springs, dampers, dry friction, actuators
#
# A joint becomes a hinge or a slide of the body after it; consecutive joints share a body. A floating base is a free
# joint, a planar base slide x, slide y and hinge z on the first body; a fixed base is in the world. The site "head"
# marks the tip.
# ----------------------------------------------------------------------------------------------------------------------

# Endings of the names of sites of a loop, and distance of the second one of a hinge along its axis, over the robot's length.
FIRST, SECOND, AXIS, HINGE_LENGTH = "first", "second", ".axis", 0.1
INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")


def to_mjcf(
    model: Model | Robot,
    *,
    timestep: float = 2e-3,
    integrator: str = "implicitfast",
    state: State | None = None,
    visual: bool = True,
    world: bool = False,
    spinning_wheels: bool = False,
    moved: bool = False,
) -> Export:
    """Write a rigid chain as MJCF; this needs no MuJoCo.

    Motors and servos become actuators, base to tip: the control of a motor is its force; that of a servo is its target,
    as the control of `<joint>.position` and, where kd > 0, the target's rate as that of `<joint>.rate`.

    With `world` the document is the whole experiment, as `MujocoEngine` runs it: surfaces, the skin as capsules, a
    contact pair with friction along and across the body for each two that may touch, joint limits with their stiffness, an
    equality constraint for each prescribed joint, and `<joint>.more` of a servo, which takes its integral and its
    feed-forward.

    Args:
        model: A model, or a robot in free space.
        timestep: Length of MuJoCo's step [s].
        integrator: "Euler", "RK4", "implicit" or "implicitfast".
        state: Initial state, written as the keyframe "start"; it gives the pose of a fixed base.
        visual: True to give every link a visible geom without mass or contact.
        world: True to write also the surfaces, and the constraints of prescribed joints.
        moved: With `world`: True if surfaces that `is_followed` are movable planes, one under each skin point, as
            `MujocoEngine` uses them; else they are geoms.
        spinning_wheels: With `world`: True if wheels are bodies that spin, discs of steel of 5 mm taken out of their
            links; else they are points with little friction along their roll, as in the built-in engine.

    Returns:
        The document, and its omitted contents: propellers, sensors, media but gravity; with `world` those without
        equivalent in MuJoCo, and without it prescribed motion, integral gains and the stiffness of joint limits.

    Raises:
        RobotError: if MuJoCo cannot represent the chain: soft sections, joints that carry no mass, an impossible
            inertia.
        SimulationError: if a setting is invalid.
    """
    check_arguments(
        to_mjcf, {"state": state, "visual": visual, "world": world, "spinning_wheels": spinning_wheels}, RobotError
    )
    given: object = model.robot if isinstance(model, Model) else model
    cables = cables_by_name(model) if isinstance(given, Robot) and given.cables else {}
    model = rigid_model(model, "to_mjcf", "MJCF", "MuJoCo's bodies")
    if state is not None and cables:  # without the coordinates of winches
        n = model.n_coordinates
        state = replace(state, q=state.q[:n], v=state.v[:n], z=state.z[:n])
    number(timestep, "timestep", SimulationError, above=0, unit="s")
    choice(integrator, "integrator", INTEGRATORS, SimulationError)
    if spinning_wheels and not world:
        raise SimulationError("spinning_wheels requires a ground; also write world=True")
    root = ET.Element("mujoco", {"model": model.robot.name})
    ET.SubElement(root, "compiler", {"angle": "radian"})
    gravity = text(*model.arrays.gravity)
    option = ET.SubElement(root, "option", {"timestep": text(timestep), "integrator": integrator, "gravity": gravity})
    if (fluid := _only_fluid(model)) is not None:
        option.attrib.update(density=text(fluid.density), viscosity=text(fluid.viscosity), wind=text(*fluid.wind))
    worldbody, actuators = ET.SubElement(root, "worldbody"), ET.SubElement(root, "actuator")
    assets = ET.Element("asset")
    around = None
    if world:
        around = WorldWriter(ContactPairs(model, inverse_weights(model), timestep, spinning_wheels, moved), root)
        around.write(worldbody)
        hold_prescribed(root, model)
    bodies = BodyWriter(model, worldbody, actuators, assets, visual, around, cables)
    bodies.write(state)
    if around is not None:
        around.write_objects(worldbody)
    if len(assets):
        root.insert(list(root).index(worldbody), assets)
    bodies.left_out += write_couplings(root, model, timestep)
    bodies.left_out += write_cables(root, actuators, cables)
    if around is not None:
        around.add_wheels()
    if state is not None:
        _keyframe(root, model, state, moved)
    ET.indent(root)
    return Export(ET.tostring(root, encoding="unicode") + "\n", _left_out(model, bodies, around))


def _only_fluid(model: Model) -> InertiaBoxFluid | EllipsoidFluid | None:
    """Return the fluid of a world with one of those that MuJoCo has; None for none or several."""
    fluids = [medium for medium in model.world.media if isinstance(medium, (InertiaBoxFluid, EllipsoidFluid))]
    return fluids[0] if len(fluids) == 1 else None


def load_mujoco(export: Export) -> Any:
    """Return the exported robot as a `mujoco.MjModel`.

    Raises:
        MissingExtraError: if MuJoCo is not installed.
    """
    try:
        import mujoco
    except ImportError:
        raise MissingExtraError(f"MuJoCo is not installed; type: {install_line('mujoco')}") from None
    return mujoco.MjModel.from_xml_string(export.xml)


def _left_out(model: Model, bodies: BodyWriter, around: WorldWriter | None) -> tuple[str, ...]:
    """Sentences on omitted contents: of the robot alone, or in its world."""
    alone = around is None
    links = [part for part in model.robot.parts if isinstance(part, Link)]
    rough = [part.name or "a link" for part in links if part.friction_factor != 1.0]
    return (
        *(_prescribed_left_out(model) if alone else []),
        *([f"the friction_factor of {', '.join(rough)}: it needs --world"] if alone and rough else []),
        *bodies.left_out,
        *([] if around is None else around.left_out),
        *left_out_of_robot(model, dynamics=alone),
        *objects_left_out(model),
        *_media_left_out(model, (Gravity,) if alone else (Gravity, Contact)),
    )


def _keyframe(root: ET.Element, model: Model, state: State, objects: bool) -> None:
    """Write the state, with the memories of lagging motors, and the free bodies if they are written; wheels at rest."""
    places, rates = (numbers.tolist() for numbers in mujoco_state(model, state))
    n = len(state.q)
    qpos, qvel = places[: len(places) - n], rates[: len(rates) - n]
    base = {free_name(name, model.coordinate_names) for name, _, _ in PLANAR_BASE} if len(qvel) == 3 else set()
    known = {name: (float(q), float(v)) for name, q, v in zip(model.coordinate_names, state.q, state.v, strict=True)}
    for joint in root.iter("joint"):
        name = joint.get("name", "")
        if joint.get("type") and name not in base:  # not that of an equality constraint
            q, v = known.get(name, (0.0, 0.0))
            qpos.append(q)
            qvel.append(v)
    if objects:
        poses, twists = mujoco_objects(state)
        qpos += poses.ravel().tolist()
        qvel += twists.ravel().tolist()
    key = {"name": "start", "qpos": text(*qpos), "qvel": text(*qvel)}
    coordinates = model.arrays.coordinates
    memories = state.z[coordinates["time_constant"] > 0]
    if memories.size:
        key["act"] = text(*memories)
    ET.SubElement(ET.SubElement(root, "keyframe"), "key", key)


def _prescribed_left_out(model: Model) -> list[str]:
    """Sentence on motion-driven joints, if there are any."""
    names = [name for name, driven in zip(model.coordinate_names, model.driven, strict=True) if driven]
    return [f"prescribed motion of {', '.join(names)}: no actuator; mj_inverse gives the forces"] if names else []


def hold_prescribed(root: ET.Element, model: Model) -> None:
    """Write an equality constraint for each motion-driven joint: its first coefficient is the joint's target."""
    names = [name for name, driven in zip(model.coordinate_names, model.driven, strict=True) if driven]
    if names:
        equality = ET.SubElement(root, "equality")
        hard = text(MAX_IMPEDANCE, MAX_IMPEDANCE, MARGIN)
        for name in names:
            ET.SubElement(equality, "joint", {"name": name, "joint1": name, "polycoef": "0 0 0 0 0", "solimp": hard})


def write_couplings(root: ET.Element, model: Model, timestep: float) -> list[str]:
    """Write gears and loops as equality constraints, a hinge as two points on its axis; return what they leave out."""
    robot, left_out = model.robot, list[str]()
    if not robot.gears and not robot.loops:
        return left_out
    equality = root.find("equality")
    if equality is None:
        equality = ET.SubElement(root, "equality")
    hard = {"solref": text(2.0 * timestep, 1.0), "solimp": text(MAX_IMPEDANCE, MAX_IMPEDANCE, MARGIN)}
    labels = robot.coupling_names
    for label, gear in zip(labels, robot.gears, strict=False):
        law = text(gear.offset, gear.ratio, 0.0, 0.0, 0.0)
        names = {"name": label, "joint1": gear.driven, "joint2": gear.by}
        ET.SubElement(equality, "joint", {**names, "polycoef": law, **hard})
    for label, loop in zip(labels[len(robot.gears) :], robot.loops, strict=False):
        for end in ("", AXIS) if loop.fix == "hinge" else ("",):
            sites = {"site1": f"{label}.{FIRST}{end}", "site2": f"{label}.{SECOND}{end}"}
            kind = "weld" if loop.fix == "weld" else "connect"
            ET.SubElement(equality, kind, {"name": f"{label}{end}", **sites, **hard})
    elastic = [
        label
        for label, one in zip(labels, (*robot.gears, *robot.loops), strict=False)
        if any(getattr(one, name, None) is not None for name in ("stiffness", "angular_stiffness"))
    ]
    return [f"the stiffness of {', '.join(elastic)}: they are rigid"] if elastic else left_out


def _media_left_out(model: Model, written: tuple[type, ...]) -> list[str]:
    """Sentences on the media that are not written; one fluid is supported by MuJoCo, two are not."""
    kept = written if _only_fluid(model) is None else (*written, InertiaBoxFluid, EllipsoidFluid)
    return [f"{type(m).__name__} {m.name!r} of the world" for m in model.world.media if not isinstance(m, kept)]
