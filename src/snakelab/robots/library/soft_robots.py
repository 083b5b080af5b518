"""Soft robots: the pneumatic snake, the hybrid underwater snake, and an arm and a gripper that are driven by tendons."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.geometry.cross_sections import Cylinder
from snakelab.parameters.arguments import choice, instance, number
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    Angle,
    Area,
    Choices,
    Length,
    PositiveLength,
    PositiveMass,
    Pressure,
    Radius,
    Slider,
    TimeConstant,
    Unit,
    checked_arguments,
    declared_arguments,
)
from snakelab.robots.actuators import (
    BAR,
    CHAMBER_RADIUS,
    MIN_CEILING,
    UNLIMITED,
    Actuator,
    Hydraulic,
    Limits,
    Motor,
    Passive,
    Pneumatic,
    Servo,
    Spring,
)
from snakelab.robots.couplings import Cable, Guide, Loop, Winch
from snakelab.robots.joints import Mount, Revolute
from snakelab.robots.link import Link, Propeller, Skin
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
from snakelab.robots.robot import Part, Robot
from snakelab.robots.soft_sections import SoftSection

# Stiffness of the sleeve at the end of the stroke of a muscle, relative to that of the muscle [-].
SLEEVE = 10.0


@declared_arguments(RobotError)
def soft_pneumatic(
    sections: Annotated[int, Ge(1), Le(1000), Slider(1, 30, 1)] = 3,
    *,
    length: PositiveLength = 0.15,
    muscle_radius: Annotated[Radius, CHECKED_ELSEWHERE] = 0.0125,
    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 10_000, 10)] = 1900.0,
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1), CHECKED_ELSEWHERE] = 90.0,
    area: Annotated[Area, Le(1.0), CHECKED_ELSEWHERE] = 28.0 / (3 * BAR),
    max_pressure: Annotated[Pressure, Ge(MIN_CEILING), CHECKED_ELSEWHERE] = 3 * BAR,
    time_constant: Annotated[TimeConstant, CHECKED_ELSEWHERE] = 0.0,
    max_extension: Annotated[float, Gt(0), Le(2.0), Slider(0.05, 2, 0.05)] = 0.5,
    skin_radius: Annotated[Radius, CHECKED_ELSEWHERE] = 0.0225,
    mass: PositiveMass = 0.35,
    mounting_rotation: Angle = 0.0,
    n_steps: Annotated[int, Ge(2), Le(1000), Slider(2, 40, 2)] = 10,
    points_around: Annotated[int, Ge(3), Le(1000), Slider(3, 40, 1), CHECKED_ELSEWHERE] | None = 10,
    name: str = "soft_pneumatic",
) -> Robot:
    """The wheelless soft snake of Arachchige et al.: three sections of three muscles each, on a floating base.

    Args:
        sections: Number of sections [-].
        length: Length of a muscle at rest [m].
        muscle_radius: Distance of a muscle from the neutral axis [m]. The muscles are 120 degrees apart; with the 60
            degrees of the paper they would not surround the axis.
        stiffness: Axial stiffness of a muscle [N/m].
        damping: Axial damping of a muscle [N s/m].
        area: Effective area of a muscle [m^2]. Assumed: 3 bar give 28 N, which elongate a muscle by 14.7 mm against its
            stiffness.
        max_pressure: Highest pressure of the supply [Pa].
        time_constant: Time constant of valve and filling [s]; not in the paper.
        max_extension: Largest elongation of a muscle, as a fraction of its length [-]; beyond it, the sleeve is ten
            times as stiff (assumed).
        skin_radius: Outer radius [m]. Not in the paper; assumed from the spacing of its contact points, which
            corresponds to 0.0215 to 0.0265.
        mass: Mass of the whole robot, distributed equally over the sections (assumed) [kg].
        mounting_rotation: Rotation of each section relative to the previous one, about the axis [rad]. It is pi/3 in the
            paper, whose gaits are given without it: increase the lag of RollingGait by this angle.
        n_steps: Number of steps along a section, even [-]; ten give the 31 rings of the paper.
        points_around: Number of skin points on a ring [-]; None for the lowest point of the ring.
        name: Name in titles and files.

    The end plates and frames, 0.15 m of the 0.60 m in the paper, are omitted, as in its model; the scenarios `soft_mounted_*`
    have them.

    Source: Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage, Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion, 2023.
    """
    spring = Spring(stiffness, damping)
    section = SoftSection(
        length,
        mass=mass / sections,
        actuator_radius=muscle_radius,
        skin_radius=skin_radius,
        n_steps=n_steps,
        actuators=Pneumatic(area, max_pressure, time_constant),
        springs=spring,
        limits=Limits(-math.inf, max_extension * length, SLEEVE * stiffness, damping),
    )
    between: list[Part] = [Mount(rotation=(mounting_rotation, 0.0, 0.0))] if mounting_rotation else []
    parts = [section, *(sections - 1) * [*between, section]]
    return Robot(parts, name=name, skin=Skin(points_around=points_around))


# ----------------------------------------------------------------------------------------------------------------------
# Soft joint of three hydraulic silicone chambers, as in the underwater snake of Zhang et al.
# ----------------------------------------------------------------------------------------------------------------------

MODULUS = 2.048e5  # of the silicone, as in the table of the paper [Pa]
RUBBER = Yeoh(12563.0, -67.784, 2.7385)  # the same silicone, 75.4 kPa at small strains [Pa]
VISCOSITY = PowerLawViscosity(22263.8, 0.3)  # [Pa s^0.3]
# Elastic law, and the modulus of the silicone between the fibres.
_LAWS: dict[str, tuple[LinearElastic | Yeoh, float]] = {
    "linear": (LinearElastic(MODULUS), 0.0),
    "yeoh": (RUBBER, 0.0),
    "yeoh_ring": (RUBBER, MODULUS),
}
MATERIALS = tuple(_LAWS)


def silicone_chamber(
    material: str = "yeoh",
    *,
    length: float = 0.2,
    body_radius: float | None = 0.09,
    matrix_fraction: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
) -> Elastomer:
    """Return one chamber of the joint: 8 mm inner radius, 6 mm of silicone, 2 mm of fabric.

    Args:
        material: "yeoh" (the Yeoh constants of the table, the paper's law), "linear" (the modulus of the table, 204.8
            kPa), or "yeoh_ring" (Yeoh, with silicone of 204.8 kPa between the inextensible fibres of the sleeve).
        length: At rest [m].
        body_radius: Radius of the joint, which contains the three chambers [m]; None for a single tube.
        matrix_fraction: Fraction of silicone in the wall at rest [-]; not in the paper.
        viscous: Viscosity; None for no damping.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    elastic, ring_modulus = _LAWS[choice(material, "silicone_chamber material", MATERIALS, RobotError)]
    chamber = FibreReinforcedChamber(CHAMBER_RADIUS, 0.006, 0.002, body_radius, matrix_fraction=matrix_fraction)
    return Elastomer(length, chamber, elastic, viscous, ring_modulus)


def hydraulic_joint(
    material: str = "yeoh",
    *,
    radius: float = 0.09,
    length: float = 0.2,
    mass: float = 0.158,
    actuator_radius: float = 0.024,
    matrix_fraction: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
    actuators: Actuator | tuple[Actuator, ...] | None = None,
    limits: Limits | None = None,
    n_steps: int = 10,
    name: str = "",
) -> SoftSection:
    """Return a soft joint of three chambers 120 degrees apart, the first toward +y, counted from y toward z.

    Pressure in the first chamber alone bends the joint toward -y.

    Args:
        material: "yeoh", "linear" or "yeoh_ring", see `silicone_chamber`.
        radius: Radius of the joint [m].
        length: At rest [m].
        mass: Mass [kg].
        actuator_radius: Distance from the axis of the joint to that of a chamber [m].
        matrix_fraction, viscous: Properties of the chambers, see `silicone_chamber`.
        actuators: One actuator for all three chambers, or three; the default is `Hydraulic()`, a pressure on the area
            of the chambers.
        limits: Smallest and largest elongation of a chamber; None for none. With Limits(0, 0.04) a chamber only extends, by
            at most 40 mm, and `InverseKinematics` returns no others.
        n_steps: Number of steps along the joint, even [-].
        name: Name in messages and plots.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    number(radius, "hydraulic_joint radius", RobotError, above=0, unit="m")
    chamber = silicone_chamber(
        material, length=length, body_radius=radius, matrix_fraction=matrix_fraction, viscous=viscous
    )
    return SoftSection(
        length,
        mass,
        actuator_radius,
        skin_radius=radius,
        n_steps=n_steps,
        actuators=Hydraulic() if actuators is None else actuators,
        springs=chamber,
        limits=UNLIMITED if limits is None else limits,
        name=name,
    )


# ----------------------------------------------------------------------------------------------------------------------
# Underwater snake of rigid thruster modules and soft hydraulic joints
# ----------------------------------------------------------------------------------------------------------------------

# Radius [m] and material of the joints, as published, and with half the radius.
_PRESETS = {"published": (0.09, "yeoh"), "halved": (0.045, "linear")}
PRESETS = tuple(_PRESETS)
WATER = 1000.0  # density at which the modules are neutrally buoyant [kg/m^3]


@checked_arguments(RobotError)
@declared_arguments(RobotError)
def hybrid_underwater(
    modules: Annotated[int, Ge(1), Le(1000), Slider(1, 30, 1)] = 3,
    *,
    preset: Annotated[str, Choices(PRESETS)] = "published",
    radius: Radius | None = None,
    module_length: PositiveLength = 0.2,
    module_mass: Annotated[PositiveMass, CHECKED_ELSEWHERE] | None = None,
    com_below: Annotated[Length, Slider(-0.05, 0.05, 0.001)] = 0.005,
    propellers: Sequence[Propeller] | None = None,
    side: Annotated[Length, Slider(0, 0.5, 0.001), CHECKED_ELSEWHERE] = 0.076,
    joint: SoftSection | None = None,
    material: Annotated[str, Choices(tuple(MATERIALS)), CHECKED_ELSEWHERE] | None = None,
    wet_joints: bool = False,
    name: str = "hybrid_underwater",
) -> Robot:
    """The hybrid snake of Zhang et al.: rigid modules module1 (the tail), module2, ..., connected by soft joints
    joint1, joint2, ...

    Args:
        modules: Number of modules [-].
        preset: "published" (radii of 90 mm and the Yeoh law, as published; the side propellers are embedded in the hull) or
            "halved" (radii of 45 mm, with the side propellers outside, and the linear law).
        radius: Radius of modules and joints [m]; None for that of the preset.
        module_length: Length of a module [m].
        module_mass: Mass of a module [kg]; None for the mass of the water that it displaces. The robot of the paper is
            neutrally buoyant, but with the published 0.563 kg it would rise for either radius; the modules are therefore
            assumed to be flooded.
        com_below: Distance of the centre of mass of a module below its axis, which is its centre of buoyancy [m]; the
            paper says only "slightly".
        propellers: Propellers; None for the six of the paper, on the first and the last module: forward at +side,
            upward in the middle, forward at -side.
        side: Distance of the side propellers from the axis [m].
        joint: Soft section used for all joints; None for `hydraulic_joint(material, radius=radius)`.
        material: Material of the default joint: "linear", "yeoh" or "yeoh_ring"; None for that of the preset.
        wet_joints: True if fluid forces also act on the joints; in the equations of the paper they do not. The joints
            are neutrally buoyant in both cases.
        name: Name in titles and files.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, J. Mar.
    Sci. Eng. 2022, tables 1 and 2. The layout of the propellers is shown in a drawing only; it is inferred from the
    motions.
    """
    preset_radius, preset_material = _PRESETS[preset]
    R = preset_radius if radius is None else float(radius)
    L = float(module_length)
    mass = WATER * math.pi * R**2 * L if module_mass is None else module_mass
    if joint is not None:
        instance(joint, "hybrid_underwater joint", (SoftSection,), RobotError)
    soft = joint or hydraulic_joint(preset_material if material is None else material, radius=R, n_steps=6)
    parts: list[Part] = []
    for i in range(modules):
        if i > 0:
            parts.append(_named(soft, f"joint{i}", wet_joints))
        parts.append(Link(L, mass, Cylinder(R), com=(L / 2, 0.0, -com_below), name=f"module{i + 1}"))
    ends = ("module1", f"module{modules}")[: min(modules, 2)]
    if propellers is None:
        propellers = [propeller for end in ends for propeller in _three(end, L / 2, side)]
    return Robot(parts, name=name, propellers=propellers)


def _three(on: str, middle: float, side: float) -> list[Propeller]:
    """Return three propellers: forward at +side, upward in the middle, forward at -side."""
    return [
        Propeller(on, (middle, side, 0.0), "x"),
        Propeller(on, (middle, 0.0, 0.0), "z"),
        Propeller(on, (middle, -side, 0.0), "x"),
    ]


def _named(joint: SoftSection, name: str, wet: bool) -> SoftSection:
    """Return the joint with another name, with or without fluid forces."""
    return replace(joint, name=name, hull_radius=joint.hull_radius if wet else 0.0)


# ----------------------------------------------------------------------------------------------------------------------
# Arm with four tendons, and a four-bar gripper for the head of a robot
# ----------------------------------------------------------------------------------------------------------------------

# Directions of the tendons across the arm.
_SIDES = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


@declared_arguments(RobotError)
def tendon_arm(
    discs: Annotated[int, Ge(2), Le(200), Slider(2, 30, 1)] = 10,
    *,
    spacing: PositiveLength = 0.03,
    radius: Radius = 0.02,
    tendon_radius: Radius = 0.015,
    mass: PositiveMass = 0.1,
    stiffness: Annotated[float, Gt(0), Unit("N m/rad"), Slider(0.01, 5, 0.01)] = 0.3,
    damping: Annotated[float, Ge(0), Unit("N m s/rad"), Slider(0, 1, 0.001)] = 0.05,
    tendon_stiffness: Annotated[float, Gt(0), Unit("N"), Slider(1e3, 1e5, 100)] = 2e4,
    friction: Annotated[float, Ge(0), Le(100), Unit("-"), Slider(0, 1, 0.01)] = 0.0,
    actuator: Winch | None = None,
    name: str = "tendon_arm",
) -> Robot:
    """A continuum-like arm on a fixed base: rigid discs on sprung universal joints, bent by four tendons through the discs.

    The tendons are at +y, +z, -y and -z; each ends in the last disc. Under a tension T each joint bends toward the tendon by q,
    k q = T (a sin(q / 2) + h cos(q / 2)), with half the spacing a and the distance h of the tendon from the axis; with friction T
    is smaller by exp(-friction theta) behind each disc.

    Args:
        discs: Number of discs beyond the one at the base [-].
        spacing: Distance between the discs [m].
        radius: Radius of the discs [m].
        tendon_radius: Distance of the tendons from the axis [m].
        mass: Mass of the whole arm [kg].
        stiffness: Stiffness of each joint about y and about z [N m/rad].
        damping: Damping of each joint [N m s/rad].
        tendon_stiffness: Axial stiffness E A of a tendon [N].
        friction: Coefficient of friction of the tendons in the discs [-].
        actuator: Winch of each tendon; None for `Winch(Motor(), damping=20.0)`, of which the tension is commanded.
        name: Name in titles and files.
    """
    link = Link(spacing, mass / (discs + 1), Cylinder(radius))
    spring, parts = Spring(stiffness, damping), list[Part]([link])
    for i in range(discs):
        joints = [
            Revolute(axis, Passive(), spring, name=f"{word}{i + 1}") for axis, word in (("y", "pitch"), ("z", "yaw"))
        ]
        parts += [*joints, link]
    winch = Winch(Motor(), damping=20.0) if actuator is None else actuator
    cables = [
        Cable(
            [Guide(f"link{i + 1}", (spacing / 2, tendon_radius * y, tendon_radius * z)) for i in range(discs + 1)],
            tendon_stiffness,
            friction=friction,
            actuator=winch,
            name=f"tendon{k + 1}",
        )
        for k, (y, z) in enumerate(_SIDES)
    ]
    return Robot(parts, "fixed", name, cables=cables)


@declared_arguments(RobotError)
def with_gripper(
    robot: Robot,
    *,
    size: PositiveLength = 0.04,
    mass: PositiveMass = 0.05,
    servo: Servo | None = None,
) -> Robot:
    """Return a robot with a four-bar gripper on its head: a crank with a servo moves a finger parallel to the fixed jaw.

    Crank and follower, one `size` long, turn on the last part, a quarter of that apart; the finger, half as long again, joins
    their ends. The loop is closed at the last part. The frame "head" is then at the end of the follower.

    Args:
        robot: Robot with the base at the tail, of which the last part of the trunk is a Link.
        size: Length of the crank [m].
        mass: Mass of the gripper [kg].
        servo: Servo of the crank; None for `Servo(kp=1.0, kd=0.02, torque_limit=0.5)`.

    Raises:
        RobotError: if the robot has its base at the head, or ends in another part.
    """
    instance(robot, "with_gripper robot", (Robot,), RobotError)
    heavy = [part for part in robot.trunk if part.stations]
    last = heavy[-1]
    if robot.from_head or not isinstance(last, Link):
        raise RobotError(
            f"with_gripper needs a robot with its base at the tail and a Link at the head; {robot.name!r} has a "
            f"{type(last).__name__} at its end, and its base at the {robot.base_end}"
        )
    apart, section = size / 4, Cylinder(size / 12)
    crank, finger = Link(size, mass / 4, section, name="crank"), Link(1.5 * size, mass / 2, section, name="finger")
    follower = Link(size, mass / 4, section, name="follower")
    drive = Servo(kp=1.0, kd=0.02, torque_limit=0.5) if servo is None else servo
    head = robot.part_names[len(heavy) - 1]
    # crank up from the head, finger forward from its end; the follower returns from the finger to the head
    parts = [
        *robot.trunk,  # the coordinates of branches and cables are put at the end
        Mount(offset=(-apart, 0.0, last.shape.half_width), rotation=(0.0, -math.pi / 2, 0.0)),
        Revolute("y", drive, name="grip"),
        crank,
        Mount(rotation=(0.0, math.pi / 2, 0.0)),
        Revolute("y", Passive(), name="finger_joint"),
        finger,
        Mount(offset=(apart - 1.5 * size, 0.0, 0.0), rotation=(0.0, math.pi / 2, 0.0)),
        Revolute("y", Passive(), name="follower_joint"),
        follower,
    ]
    loop = Loop(
        head,
        (last.length, 0.0, last.shape.half_width),
        "follower",
        (size, 0.0, 0.0),
        "hinge",
        axis="y",
        name="four_bar",
    )
    return replace(robot, parts=parts, loops=[*robot.loops, loop])
