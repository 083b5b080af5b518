"""Small dialects of URDF generators: dummy links, a world with an inertia, and limits of zero."""

import importlib
import sys
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RobotError
from snakelab.plugins.mujoco import from_mjcf, from_urdf, to_mjcf, to_urdf
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import load_scenario

MOMENTS = '<inertia ixx="3e-5" ixy="0" ixz="0" iyy="9.5e-5" iyz="0" izz="9.5e-5"/>'
LINK = f'<link name="m{{0}}"><inertial><origin xyz="0.04 0 0"/><mass value="0.15"/>{MOMENTS}</inertial></link>'
JOINT = (
    '<joint name="j{0}" type="revolute"><parent link="m{0}"/><child link="m{1}"/><origin xyz="0.08 0 0"/>'
    '<axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="{2}" velocity="{3}"/></joint>'
)


def urdf(more="", effort="5", velocity="6"):
    links = "".join(LINK.format(i) for i in range(3))
    joints = "".join(JOINT.format(i, i + 1, effort, velocity) for i in range(2))
    return f'<robot name="case">{links}{joints}{more}</robot>'


def test_a_fixed_link_with_an_inertia_and_no_mass_is_a_frame():
    tip = f'<link name="tip"><inertial><mass value="0"/>{MOMENTS}</inertial></link><joint name="t" type="fixed">'
    imported = from_urdf(urdf(f'{tip}<parent link="m2"/><child link="tip"/><origin xyz="0.08 0 0"/></joint>'))
    (frame,) = imported.robot.frames
    assert (frame.name, frame.on, frame.point) == ("tip", "m2", pytest.approx((0.08, 0.0, 0.0)))
    assert imported.robot.mass == pytest.approx(0.45)
    assert any(line.startswith("the inertia of tip: it has no mass") for line in imported.dropped)


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_a_link_called_world_is_the_world_with_and_without_an_inertia(kind):
    world = f'<link name="world"><inertial><mass value="1"/>{MOMENTS}</inertial></link><joint name="w" type="{kind}">'
    imported = from_urdf(urdf(f'{world}<parent link="world"/><child link="m0"/><origin xyz="0 0 0.3"/></joint>'))
    assert imported.robot.base == kind
    assert imported.robot.mass == pytest.approx(0.45)
    assert imported.initial["position"] == (0.0, 0.0, 0.3)
    assert "<inertial> of link 'world': it is the world, which does not move" in imported.dropped


def test_limits_of_zero_are_stated_as_none():
    imported = from_urdf(urdf(effort="0", velocity="0"))
    for what in ("effort", "velocity"):
        assert f"{what} limit 0 of j0, j1: tools write 0 for unknown; here there is no limit" in imported.changed
    assert {type(part.actuator) for part in imported.robot.parts if part.coordinates} == {sl.Prescribed}
    assert not any("limit 0" in line for line in from_urdf(urdf()).changed)


def test_infinite_limits_are_no_limits():
    imported = from_urdf(urdf(effort="inf", velocity="inf").replace('upper="2"', 'upper="inf"'))
    joints = [part for part in imported.robot.parts if part.coordinates]
    assert {type(joint.actuator) for joint in joints} == {sl.Prescribed}
    assert {(joint.limits.lower, joint.limits.upper) for joint in joints} == {(-2.0, np.inf)}
    assert not any("effort" in line for line in (*imported.changed, *imported.dropped))


BOX = "<collision><geometry><box size={!r}/></geometry></collision>"


def test_shapes_of_size_0_are_listed_and_left_out():
    flat = BOX.format("0 0.04 0.04") + BOX.format("0.08 0.03 0.02")
    imported = from_urdf(urdf().replace("</inertial></link>", f"</inertial>{flat}</link>"))
    assert "a <box> of size 0 of m0, m1, m2: it has no volume" in imported.dropped
    assert [part.section for part in imported.robot.parts if isinstance(part, sl.Link)] == 3 * [
        sl.geometry.Box(0.03, 0.02)
    ]


def test_a_link_with_shapes_of_size_0_only_is_a_cross_between_joints():
    cross = f'<link name="m1">{BOX.format("0 0 0")}<visual><geometry><cone/></geometry></visual></link>'
    imported = from_urdf(urdf().replace(LINK.format(1), cross))
    assert [type(part).__name__ for part in imported.robot.parts] == ["Link", "Revolute", "Mount", "Revolute", "Link"]
    assert {"a <box> of size 0 of m1: it has no volume", "<cone> of <visual> of m1"} <= set(imported.dropped)


def test_a_link_with_the_mass_0_is_no_link_and_its_shape_is_listed():
    weightless = f'<link name="m1"><inertial><mass value="0"/>{MOMENTS}</inertial>{BOX.format("0.02 0.02 0.02")}</link>'
    text = urdf().replace(LINK.format(1), weightless)
    imported = from_urdf(text)
    assert [type(part).__name__ for part in imported.robot.parts] == ["Link", "Revolute", "Mount", "Revolute", "Link"]
    why = "the file gives it the mass 0 between two joints, so it is no link here"
    assert f"the shape of m1: {why}" in imported.dropped
    with pytest.raises(RobotError, match="link 'm1' has geometry but no <inertial>"):
        from_urdf(text.replace(f'<inertial><mass value="0"/>{MOMENTS}</inertial>', ""))


CONTROL = (
    '<ros2_control name="joints" type="system"><joint name="j0"><command_interface name="position"/>'
    '<param name="{0}">12</param><param name="{1}">0.5</param></joint>'
    '<joint name="j1"><command_interface name="effort"/></joint></ros2_control>'
)


@pytest.mark.parametrize(("kp", "kd"), [("kp", "kd"), ("p", "d"), ("pos_kp", "pos_kd")])
def test_gains_and_interfaces_of_ros2_control_are_used(kp, kd):
    imported = from_urdf(urdf(CONTROL.format(kp, kd)))
    servo, motor = (part.actuator for part in imported.robot.parts if part.coordinates)
    assert servo == sl.Servo(12.0, 0.5, torque_limit=5.0, speed_limit=6.0)
    assert motor == sl.Motor(5.0)
    assert "gains of <ros2_control> of j0: kp 12, ki 0, kd 0.5" in imported.kept
    assert not any("ros2_control" in line for line in imported.dropped)
    given = from_urdf(urdf(CONTROL.format(kp, kd)), actuator=sl.Servo(1.0))
    assert [part.actuator.kp for part in given.robot.parts if part.coordinates] == [1.0, 1.0]


def test_the_friction_of_gazebo_is_that_of_a_requested_ground(tmp_path):
    tags = "".join(f'<gazebo reference="m{i}"><mu1>{mu}</mu1></gazebo>' for i, mu in enumerate((0.4, 0.3)))
    imported = from_urdf(urdf(tags), section=sl.geometry.Cylinder(0.02))
    assert imported.friction == 0.3
    assert "friction of <gazebo> of m0, m1: 0.3, for --ground" in imported.kept
    assert "friction of <gazebo> that differs, as the friction_factor of the link: m0 0.4" in imported.kept
    assert [part.friction_factor for part in imported.robot.parts if isinstance(part, sl.Link)] == pytest.approx(
        [4 / 3, 1, 1]
    )
    assert "friction, which <gazebo> does not state, taken as that of most links of m2" in imported.changed
    text = scenario_text(imported, "r.urdf", ground=True)
    assert "friction: {mu_tangential: 0.3}" in text and "a level ground with friction 0.3" in text


def test_friction_of_links_is_written_for_gazebo_and_read_again():
    link = sl.Link(0.1, 0.1, sl.geometry.Cylinder(0.02))
    parts = [replace(link, name=f"m{i}", friction_factor=f) for i, f in enumerate((1.0, 0.5, 1.0, 3.0))]
    robot = sl.Robot([parts[0], *(part for link in parts[1:] for part in (sl.Revolute("z"), link))])
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.4))])
    export = to_urdf(sl.build_model(robot, world))
    assert export.xml.count("<gazebo") == 4 and "friction" not in " ".join(export.left_out[:0])
    again = from_urdf(export.xml)
    assert again.friction == pytest.approx(0.4)
    assert [p.friction_factor for p in again.robot.parts if isinstance(p, sl.Link)] == [1.0, 0.5, 1.0, 3.0]
    alone = to_urdf(robot)
    assert "the friction of the ground: that of links is relative to a coefficient of 1" in alone.left_out
    assert "<gazebo" not in to_urdf(sl.Robot([link])).xml


def test_what_else_gazebo_says_of_a_link_is_listed():
    block = '<gazebo reference="m0"><mu1>0.2</mu1><mu2>0.8</mu2><kp>1e6</kp><selfCollide>true</selfCollide></gazebo>'
    imported = from_urdf(urdf(block + '<gazebo reference="m1"><mu1>0.3</mu1><mu2>0.3</mu2></gazebo>'))
    assert imported.friction == 0.2
    assert "friction of <gazebo> of m0: mu1 0.2 and mu2 0.8, here mu1 in all directions" in imported.changed
    assert {"<kp> of <gazebo> of m0", "<selfCollide> of <gazebo> of m0"} <= set(imported.dropped)
    assert "<gazebo>" not in imported.dropped
    assert "<gazebo>" in from_urdf(urdf("<gazebo><plugin/></gazebo>")).dropped


def test_repeated_elements_of_a_joint_are_listed_and_the_first_counts():
    twice = '<dynamics damping="0.1"/><dynamics damping="0.7"/></joint>'
    imported = from_urdf(urdf().replace("</joint>", twice))
    assert [part.spring.damping for part in imported.robot.parts if part.coordinates] == [0.1, 0.1]
    assert "another <dynamics> of j0, j1: the first one counts" in imported.dropped


MACRO = '<xacro:macro name="end" params="n"><link name="end_${n}"/></xacro:macro><xacro:end n="1"/>'


def test_macros_of_xacro_are_expanded_if_it_is_installed(tmp_path, monkeypatch):
    path = tmp_path / "robot.urdf.xacro"
    path.write_text(urdf(MACRO).replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '))

    class Expanded:
        def toxml(self):
            tip = '<link name="end_1"/><joint name="e" type="fixed"><parent link="m2"/><child link="end_1"/></joint>'
            return urdf(tip)

    opened = []
    monkeypatch.setitem(
        sys.modules, "xacro", SimpleNamespace(process_file=lambda name: opened.append(name) or Expanded())
    )
    assert [frame.name for frame in from_urdf(path).robot.frames] == ["end_1"]
    assert opened == [str(path)]
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(RobotError, match="it contains xacro macros; pip install xacro, or expand them first"):
        from_urdf(path)


def test_packages_of_xacro_are_found_around_the_file(tmp_path, monkeypatch):
    path = tmp_path / "work" / "snake_description" / "urdf" / "robot.urdf.xacro"
    path.parent.mkdir(parents=True)
    (tmp_path / "work" / "parts").mkdir()
    (tmp_path / "work" / "renamed").mkdir()
    (tmp_path / "work" / "snake_description" / "package.xml").write_text("<package><name>serpent</name></package>")
    path.write_text(urdf(MACRO).replace("<robot ", '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '))
    found = {}

    def process(name):
        packages = importlib.import_module("ament_index_python.packages")
        for package in wanted:
            found[package] = packages.get_package_share_directory(package)
        return SimpleNamespace(toxml=urdf)

    monkeypatch.setitem(sys.modules, "xacro", SimpleNamespace(process_file=process))
    wanted = ["parts", "snake_description", "serpent"]
    from_urdf(path)
    places = ["parts", "snake_description", "snake_description"]
    assert found == {name: str(tmp_path / "work" / place) for name, place in zip(wanted, places, strict=True)}
    assert "ament_index_python.packages" not in sys.modules
    wanted = ["nowhere"]
    with pytest.raises(RobotError, match="xacro cannot expand it: there is no package 'nowhere' around the file"):
        from_urdf(path)


# The first scenario with each robot without soft parts; loading all of them takes 10 s.
SCENARIOS = (
    "eel_eel_like",
    "eel_verification",
    "orthogonal_goal",
    "pipe_bend",
    "pipe_literal_gains",
    "pipe_step_out_hold",
    "planar_coulomb",
    "planar_prototype",
    "planar_prototype_uneven",
    "posts_aided",
    "reach_held_base",
    "sandfish",
    "snakesys_arc_rolling",
    "snakesys_creeping",
    "snakesys_field_arl1",
    "snakesys_flat_arc_rolling",
    "snakesys_flat_creeping",
    "snakesys_pipe",
    "snakesys_spiral_rolling",
    "snakesys_travelling_wave",
    "terrain_kerb",
)


@pytest.mark.slow
def test_every_robot_of_the_library_that_a_file_can_hold_is_in_the_list():
    found = {}
    for name in library():
        robot = load_scenario(name).robot
        if all(not isinstance(part, (sl.SoftSection, sl.robots.Rod)) for part in robot.parts):
            found.setdefault(repr((robot.parts, robot.base, robot.base_end)), name)
    assert tuple(found.values()) == SCENARIOS


def facts(robot, mjcf):
    """What a format keeps of a robot: neither has followers, and MJCF neither prescribed motion nor ki."""
    coordinates = [(part, one) for part in robot.parts for one in part.coordinates]
    actuators = [one.actuator for _, one in coordinates]
    lost = (sl.robots.Follower, sl.Prescribed, sl.Passive) if mjcf else (sl.robots.Follower, sl.Prescribed)
    kept = [None if isinstance(one, lost) else replace(one, ki=0.0) if mjcf else one for one in actuators]
    links = [part for part in robot.parts if isinstance(part, sl.Link)]
    return {
        "base": (robot.base, robot.base_end),
        "kinds": [type(part).__name__ for part in robot.parts if not isinstance(part, sl.Mount)],
        "sections": [link.shape for link in links],
        "wheels": [
            [(tuple(one.centre().round(12)), one.radius, tuple(np.abs(one.direction()))) for one in link.wheels]
            for link in links
        ],
        "masses": [pytest.approx(link.whole_mass, rel=1e-12) for link in links],
        "joints": [(part.axis, part.dry_friction, one.limits.lower, one.limits.upper) for part, one in coordinates],
        "actuators": kept,
        "frames": [(frame.name, frame.on) for frame in robot.frames],
    }


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize(("write", "read"), [(to_urdf, from_urdf), (to_mjcf, from_mjcf)])
def test_robots_of_the_library_come_back_as_they_were(name, write, read):
    robot = load_scenario(name).robot
    export = write(robot)
    back = read(export.xml).robot
    one, other = facts(robot, write is to_mjcf), facts(back, write is to_mjcf)
    if any("elliptic cross-sections" in line for line in export.left_out):
        assert write is to_urdf
        one.pop("sections"), other.pop("sections")
    assert one == other
    for value in ("mass", "length"):
        assert getattr(back, value) == pytest.approx(getattr(robot, value), rel=1e-12)


@pytest.mark.thorough
@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "write", "read"),
    [
        ("snakesys_arc_rolling", to_urdf, from_urdf),
        ("snakesys_creeping", to_urdf, from_urdf),
        ("planar_prototype", to_urdf, from_urdf),
        ("snakesys_flat_arc_rolling", to_mjcf, from_mjcf),
        ("snakesys_flat_creeping", to_mjcf, from_mjcf),
        ("eel_eel_like", to_mjcf, from_mjcf),
        ("planar_prototype", to_mjcf, partial(from_mjcf, actuator=sl.Prescribed())),
    ],
)
def test_a_gait_runs_alike_after_the_way_through_a_file(name, write, read):
    scenario = load_scenario(name)
    back = read(write(scenario.robot).xml).robot
    motion = []
    for robot in (scenario.robot, back):
        model = sl.build_model(robot, scenario.world)
        recording = sl.simulate(model, scenario.controller, 1.0, state=sl.initial_state(model, **scenario.initial))
        motion.append(recording["com_position"].values)
    assert np.ptp(motion[0], axis=0).max() > 1e-3
    assert np.abs(motion[0] - motion[1]).max() < 1e-9


def test_what_the_contact_and_the_fluid_use_besides_the_shape_is_listed():
    link = sl.Link(0.1, 0.2, volume="neutral", contact_points=[(0.0, 0.0, 0.02)], name="a")
    robot = sl.Robot([link, sl.Revolute("z"), replace(link, name="b")], skin=sl.robots.Skin(rings_per_link=4))
    for write in (to_urdf, to_mjcf):
        left_out = "\n".join(write(robot).left_out)
        assert "the displaced volume or the centre of buoyancy of a, b" in left_out
        assert "the contact points of a, b: the bar of the cross-section takes their place" in left_out
        assert "the points of contact, Skin(" in left_out
        assert "points of contact" not in "\n".join(write(replace(robot, skin=sl.robots.Skin())).left_out)


@pytest.mark.parametrize("base_end", ["tail", "head"])
def test_free_bodies_of_the_world_are_left_out_and_listed(base_end):
    body = sl.worlds.FreeBody(sl.worlds.Cuboid((0.1, 0.1, 0.1)), 0.5, (1.0, 0.0, 0.05), name="box")
    wheels = [sl.robots.Wheel((0.05, side * 0.03, 0.0), 0.03, axle="y", mass=0.01) for side in (-1, 1)]
    link = sl.Link(0.1, 0.1, section=sl.Cylinder(0.02), wheels=wheels, friction_factor=0.5)
    limb = sl.robots.Branch("link1", [sl.Revolute("y"), sl.Link(0.05, 0.1)], at=(0.05, 0.0, 0.0))
    own = sl.Robot([link, sl.Revolute("z"), link], branches=[limb], base_end=base_end)
    media = [sl.Gravity(), sl.Contact()]
    alone, model = (sl.build_model(own, sl.World(media, objects=objects)) for objects in ((), (body,)))
    state = sl.initial_state(alone, position=(0.0, 0.0, 0.05))
    for write, settings in (
        (to_urdf, {}),
        (to_mjcf, {}),
        (to_mjcf, {"world": True}),
        (to_mjcf, {"world": True, "spinning_wheels": True}),
    ):
        given, wanted = write(model, state=state, **settings), write(alone, state=state, **settings)
        assert given.xml == wanted.xml
        more = [line for line in given.left_out if line not in wanted.left_out]
        assert more == ["the free bodies of the world: box"]
        assert len(given.left_out) == len(wanted.left_out) + 1


def test_wheels_are_markers_without_mass_for_other_readers():
    wheels = [sl.robots.Wheel((0.05, side * 0.03, -0.01), 0.02, axle="y", mass=0.01) for side in (-1, 1)]
    robot = sl.Robot([sl.Link(0.1, 0.2, wheels=wheels, name="a"), sl.Revolute("z"), sl.Link(0.1, 0.2, name="b")])
    for write, kept in ((to_urdf, "wheels of a/wheel/1, a/wheel/2"), (to_mjcf, "wheels of a")):
        export = write(robot)
        assert "the rolling of the passive wheels of a: they are markers" in "\n".join(export.left_out)
        imported = (from_urdf if write is to_urdf else from_mjcf)(export.xml)
        assert kept in imported.kept
        assert imported.robot.mass == pytest.approx(0.42) and imported.robot.frames == ()
    m = load_mujoco(to_mjcf(robot))
    assert (m.nq, m.body_subtreemass[0]) == (8, pytest.approx(0.42))
    slow = replace(robot, parts=[replace(robot.parts[0], wheels=[replace(wheels[0], friction=0.1)]), *robot.parts[1:]])
    assert "the rolling friction of wheels: 0.1" in to_urdf(slow).left_out


def test_a_joint_without_a_command_interface_is_passive():
    sensed = '<ros2_control name="s" type="system"><joint name="j0"><state_interface name="position"/></joint></ros2_control>'
    first, second = (part.actuator for part in from_urdf(urdf(sensed)).robot.parts if part.coordinates)
    assert (first, type(second)) == (sl.Passive(), sl.Servo)
    driven = CONTROL.format("kp", "kd") + sensed
    assert from_urdf(urdf(driven)).robot.parts[1].actuator == sl.Servo(12.0, 0.5, torque_limit=5.0, speed_limit=6.0)
