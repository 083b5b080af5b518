"""Wheels in robot files: which bodies are wheels, how they are driven, round trips, and motion against MuJoCo."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco import from_mjcf, from_urdf, to_mjcf, to_urdf

SpinningWheel = sl.robots.SpinningWheel
READERS = {to_urdf: from_urdf, to_mjcf: from_mjcf}


def wheel_links(robot):
    return [part for part in robot.parts if isinstance(part, sl.Link) and part.is_wheel]


# ----------------------------------------------------------------------------------------------------------------------
# Round trips
# ----------------------------------------------------------------------------------------------------------------------


def wheeled_snake(actuator, base_end="tail", armature=0.0):
    """Three links with two wheels each, one on an oblique axle, and a leg with a wheel at its foot."""
    own = {"inertia": (3e-5, 2e-5), "damping": 1e-4, "dry_friction": 1e-3, "width": 0.012, "armature": armature}
    wheels = [
        SpinningWheel((0.05, 0.04, -0.01), 0.03, 0.05, actuator=actuator, **own),
        SpinningWheel((0.05, -0.04, -0.01), 0.028, 0.04, axle=(0.1, 0.9, 0.0), actuator=actuator),
    ]
    link = sl.Link(0.1, 0.2, section=sl.Box(0.05, 0.04), wheels=wheels)
    foot = sl.Link(0.05, 0.03, wheels=[SpinningWheel((0.05, 0.0, 0.0), 0.02, 0.02, axle="-y", name="foot_wheel")])
    leg = sl.robots.Branch("link2", [sl.Revolute("y", sl.Servo(2.0, 0.1)), foot], at=(0.05, 0.0, 0.02), name="leg")
    joint = sl.Revolute("z", sl.Servo(5.0, 0.1))
    return sl.Robot([link, joint, link, joint, link], branches=[leg], base_end=base_end)


@pytest.mark.few(4)
@pytest.mark.parametrize("base_end", ["tail", "head"])
@pytest.mark.parametrize("actuator", [sl.Passive(), sl.Motor(0.5), sl.Servo(1.0, 0.02)], ids=["free", "motor", "servo"])
@pytest.mark.parametrize("write", [to_urdf, to_mjcf])
def test_wheels_that_spin_are_written_and_read_back(write, actuator, base_end):
    robot = wheeled_snake(actuator, base_end, 1e-5 if write is to_mjcf else 0.0)
    back = READERS[write](write(robot).xml).robot
    assert set(back.coordinate_names) == set(robot.coordinate_names) and set(back.part_names) == set(robot.part_names)
    assert len(wheel_links(back)) == 7
    for a in robot.branches[1:]:
        b = next(branch for branch in back.branches if branch.name == a.name)
        assert a.on == b.on
        np.testing.assert_allclose([*a.at, *a.rotation], [*b.at, *b.rotation], atol=1e-12)
        (hinge, wheel), (other_hinge, other) = a.parts, b.parts
        assert (hinge.axis, hinge.actuator, hinge.spring) == (
            other_hinge.axis,
            other_hinge.actuator,
            other_hinge.spring,
        )
        assert (hinge.dry_friction, hinge.armature) == (other_hinge.dry_friction, other_hinge.armature)
        assert (wheel.length, wheel.mass, wheel.wheels[0].radius) == pytest.approx(
            (other.length, other.mass, other.wheels[0].radius)
        )
        assert wheel.wheels[0].point == pytest.approx(other.wheels[0].point)
        np.testing.assert_allclose(wheel.inertia_matrix(), other.inertia_matrix(), atol=1e-15)


@pytest.mark.parametrize("write", [to_urdf, to_mjcf])
def test_the_friction_of_a_wheel_is_written_and_read_back(write):
    plain = sl.Robot([sl.Link(0.1, 0.2, wheels=[SpinningWheel((0.05, 0.04, 0.0), 0.03, 0.05)], name="body")])
    (wheel,) = wheel_links(plain)
    rough = replace(plain, parts=[replace(p, friction_factor=0.5) if p is wheel else p for p in plain.parts])
    model = sl.build_model(rough, sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.8))]))
    assert model.rings["friction"][model.skin_names.index(f"{wheel.name}.wheel1")] == 0.5
    imported = READERS[write](write(model, **({"world": True} if write is to_mjcf else {})).xml)
    factors = {part.name: part.friction_factor for part in imported.robot.parts if isinstance(part, sl.Link)}
    assert factors[wheel.name] / factors["body"] == pytest.approx(0.5)
    law = imported.world.contacts[0].friction.mu_tangential if write is to_mjcf else imported.friction
    assert law * factors["body"] == pytest.approx(0.8)


# ----------------------------------------------------------------------------------------------------------------------
# Which bodies are wheels, and what drives them
# ----------------------------------------------------------------------------------------------------------------------

INERTIAL = '<inertial><mass value="{0}"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial>'
DISC = '<visual><origin rpy="1.5708 0 0"/><geometry><cylinder radius="0.03" length="0.01"/></geometry></visual>'
CART = f"""<robot name="cart"><link name="body">{INERTIAL.format(1)}</link><link name="rim">{INERTIAL.format(0.1)}{DISC}</link>
<joint name="hub" type="continuous"><parent link="body"/><child link="rim"/><origin xyz="0 0.05 0"/><axis xyz="0 1 0"/>
<limit effort="2" velocity="10"/></joint>{{more}}</robot>"""
CONTROL = (
    '<ros2_control name="s" type="system"><joint name="hub"><command_interface name="{0}"/></joint></ros2_control>'
)
TRANSMISSION = '<transmission name="t"><joint name="hub"/></transmission>'


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("", sl.Passive),
        (CONTROL.format("effort"), sl.Motor),
        (CONTROL.format("velocity"), sl.Servo),
        (TRANSMISSION, sl.Servo),
    ],
)
def test_a_wheel_of_a_urdf_is_driven_if_the_file_commands_its_joint(more, kind):
    imported = from_urdf(CART.format(more=more))
    hub = next(part for part in imported.robot.parts if part.coordinates)
    assert isinstance(hub.actuator, kind) and hub.name == "hub" and wheel_links(imported.robot)[0].name == "rim"
    how = "freely" if kind is sl.Passive else f"by a {kind.__name__}"
    assert any(line.startswith(f"wheels that spin {how} of rim: round bodies about a hinge") for line in imported.kept)
    dropped = "effort and velocity limits of hub: nothing in the file drives these wheels"
    assert (dropped in imported.dropped) == (kind is sl.Passive)


def test_wheels_of_a_planar_base_do_not_spin_and_the_import_says_why():
    imported = from_urdf(CART.format(more=""), base="planar")
    assert imported.robot.n_coordinates == 0
    assert any("passive wheels of rim: a planar base has friction at its links" in line for line in imported.changed)
    asked = from_urdf(CART.format(more=""), spinning_wheels=False)
    assert asked.robot.n_coordinates == 0 and "spinning_wheels=False" in "\n".join(asked.changed)


def test_a_wheel_without_mass_does_not_spin():
    imported = from_urdf(CART.format(more="").replace(INERTIAL.format(0.1), ""), spinning_wheels=True)
    assert imported.robot.n_coordinates == 0 and "they have no mass" in "\n".join(imported.changed)


def test_a_wheel_that_is_no_disc_keeps_its_mass_centre_and_inertia():
    """Its centre of mass is beside the middle of its width, and the two moments across its axle differ."""
    text = CART.format(more="").replace(
        '<inertial><mass value="0.1"/>', '<inertial><origin xyz="0 0.002 0"/><mass value="0.1"/>'
    )
    (wheel,) = wheel_links(from_urdf(text.replace('izz="1e-4"', 'izz="1.5e-4"')).robot)
    assert wheel.com_point() == pytest.approx((0.007, 0.0, 0.0))
    assert np.linalg.eigvalsh(wheel.inertia_matrix()) == pytest.approx((1e-4, 1e-4, 1.5e-4))
    assert wheel.inertia_matrix()[0, 0] == pytest.approx(1e-4)


# ----------------------------------------------------------------------------------------------------------------------
# Motion of rolling bodies against MuJoCo, of one file
# ----------------------------------------------------------------------------------------------------------------------

ROLLER = (
    '<body name="w{0}{1}" pos="{2} {3} 0"><joint name="w{0}{1}" axis="0 1 0" damping="{4}"/>'
    '<geom type="sphere" size="0.03" mass="0.1" friction="{5} 0 0" solref="0.004 1"/></body>'
)


def cart_file(gravity, damping=0.0, mu=0.8, motors=False):
    """Two units that a free hinge joins, on two wheels each; spheres have one point of contact."""
    units = ["".join(ROLLER.format(i, k, 0.05, y, damping, mu) for k, y in enumerate((-0.06, 0.06))) for i in (0, 1)]
    names = [f"w{i}{k}" for i in (0, 1) for k in (0, 1)]
    drives = "".join(f'<motor joint="{name}"/>' for name in names)
    box = '<geom type="box" size="0.05 0.03 0.01" pos="0.05 0 0" mass="0.4" contype="0" conaffinity="0"/>'
    return f"""<mujoco><option gravity="{gravity}" timestep="1e-3" integrator="implicitfast" cone="elliptic" impratio="100"/>
    <worldbody><geom name="floor" type="plane" size="9 9 1" friction="0.1 0 0" solref="0.004 1"/>
    <body name="rear" pos="0 0 0.03"><freejoint/>{box}{units[0]}
    <body name="front" pos="0.1 0 0"><joint name="bend" axis="0 0 1" damping="0.02"/>{box}{units[1]}</body></body></worldbody>
    <actuator>{drives if motors else ""}</actuator></mujoco>"""


def mujoco_end(text, duration, torque=0.0):
    m = mujoco.MjModel.from_xml_string(text)
    d = mujoco.MjData(m)
    d.ctrl[:] = torque
    while d.time < duration - 1e-9:
        mujoco.mj_step(m, d)
    spins = [d.joint(f"w{i}{k}").qvel[0] for i in (0, 1) for k in (0, 1)]
    return np.array([*d.qpos[:2], *d.qvel[:2], d.joint("bend").qpos[0]]), np.array(spins)


@pytest.mark.parametrize(
    ("text", "torque"),
    [
        (cart_file("0.8 0 -9.77"), 0.0),
        (cart_file("0.8 0 -9.77", damping=5e-4), 0.0),
        (cart_file("0 0 -9.81", motors=True), 0.005),
        (cart_file("0 0 -9.81", mu=0.15, motors=True), 0.03),  # its wheels skid
    ],
    ids=["slope", "damped", "driven", "skidding"],
)
def test_a_wheeled_robot_of_a_file_rolls_as_in_mujoco(text, torque):
    imported = from_mjcf(text)
    model = sl.build_model(imported.robot, imported.world)
    assert len(wheel_links(imported.robot)) == 4
    torques = [torque if name.startswith("w") else 0.0 for name in model.coordinate_names]
    start = sl.initial_state(model, **imported.initial)
    run = sl.simulate(model, sl.gaits.SteadyGait(torques) if torque else None, 1.0, state=start)
    place, spins = mujoco_end(text, 1.0, torque)
    data = run.dataset
    assert place[2] > 0.3
    own = np.array([*data.base_position.values[-1, :2], *data.base_velocity.values[-1, :2], data.q.values[-1, 0]])
    np.testing.assert_allclose(own, place, rtol=0.01, atol=2e-3)
    rates = {name: data.v.values[-1, j] for j, name in enumerate(model.coordinate_names)}
    np.testing.assert_allclose([rates[f"w{i}{k}"] for i in (0, 1) for k in (0, 1)], spins, rtol=0.03)
