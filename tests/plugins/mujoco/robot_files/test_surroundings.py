"""The world of an imported robot: that of its file, and a ground or water only on request."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.errors import RobotError
from snakelab.plugins.mujoco import from_mjcf, from_urdf
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text, section_option
from snakelab.scenarios.scenario import load_scenario, run_scenario

MOMENTS = '<inertia ixx="1e-4" ixy="0" ixz="0" iyy="2e-4" iyz="0" izz="2e-4"/>'
INERTIAL = f'<inertial><origin xyz="{{}}"/><mass value="0.2"/>{MOMENTS}</inertial>'
BOX = '<collision><origin xyz="0.05 0 0"/><geometry><box size="0.1 0.04 0.04"/></geometry></collision>'
SWIMMER = """<mujoco><option density="4000" viscosity="0.1"/><worldbody>
<geom name="floor" type="plane" size="9 9 1" contype="0" conaffinity="0"/>
<body name="torso"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/>
<joint name="yaw" axis="0 0 1"/><geom type="capsule" fromto="1.5 0 0 .5 0 0" size=".1" density="1000"/>
<body name="mid" pos=".5 0 0"><joint name="j1" axis="0 0 1" limited="true" range="-100 100"/>
<geom type="capsule" fromto="0 0 0 -1 0 0" size=".1" density="1000"/>
<body name="back" pos="-1 0 0"><joint name="j2" axis="0 0 1" limited="true" range="-100 100"/>
<geom type="capsule" fromto="0 0 0 -1 0 0" size=".1" density="1000"/></body></body></body></worldbody>
<actuator><motor joint="j1" gear="150" ctrlrange="-1 1" ctrllimited="true"/>
<motor joint="j2" gear="150" ctrlrange="-1 1" ctrllimited="true"/></actuator></mujoco>"""


def urdf(shape=BOX, n=3, root=""):
    links = "".join(f'<link name="m{i}">{INERTIAL.format("0.05 0 0")}{shape}</link>' for i in range(n))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent link="m{i}"/><child link="m{i + 1}"/><origin xyz="0.1 0 0"/>'
        '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="2" velocity="5"/></joint>'
        for i in range(n - 1)
    )
    return f'<robot name="case">{root}{links}{joints}</robot>'


def loaded(imported, folder, **asked):
    path = folder / "robot.yaml"
    path.write_text(scenario_text(imported, "robot.urdf", **asked))
    return load_scenario(path)


def kinds(scenario):
    return [type(medium).__name__ for medium in scenario.world.media]


@pytest.mark.parametrize("base", ["floating", "planar", "fixed"])
def test_a_urdf_robot_is_in_free_space_and_the_file_says_so(base, tmp_path):
    imported = from_urdf(urdf(), base=base)
    scenario = loaded(imported, tmp_path)
    assert scenario.world.media == ()
    text = (tmp_path / "robot.yaml").read_text()
    assert "URDF does not define gravity, and no ground or fluid. Import it with --ground or --water" in text
    assert run_scenario(replace(scenario, settings=replace(scenario.settings, duration=0.05))).finished


def test_a_missing_mesh_is_the_reason_for_a_link_without_a_shape(tmp_path):
    mesh = '<collision><geometry><mesh filename="absent.stl"/></geometry></collision>'
    with pytest.raises(RobotError, match=r"no shape of .*\(mesh absent.stl of .*: there is no such file\), on which"):
        scenario_text(from_urdf(urdf(mesh)), "robot.urdf", ground=True)


def test_a_ground_and_water_are_added_on_request(tmp_path):
    imported = from_urdf(urdf())
    assert kinds(loaded(imported, tmp_path, ground=True)) == ["Gravity", "Contact"]
    text = (tmp_path / "robot.yaml").read_text()
    assert "gravity of 9.81 m/s^2, because URDF does not define it" in text and ", from --ground" in text
    assert kinds(loaded(imported, tmp_path, water=True)) == ["Fluid"]
    assert "water everywhere" in (tmp_path / "robot.yaml").read_text()
    assert kinds(loaded(imported, tmp_path, ground=True, water=True)) == ["Fluid", "Gravity", "Contact"]
    assert kinds(loaded(from_urdf(urdf(), base="planar"), tmp_path, ground=True)) == ["LinkFriction"]
    with pytest.raises(RobotError, match="--ground: the base is fixed"):
        scenario_text(from_urdf(urdf(), base="fixed"), "r.urdf", ground=True)


def test_links_without_a_shape_are_named_and_take_no_part_in_contact(tmp_path):
    imported = from_urdf(urdf(shape=""))
    line = next(line for line in imported.changed if line.startswith("shape of m0, m1, m2: the file has none"))
    assert "no contact or fluid can act on it" in line
    assert all(part.section is None for part in imported.robot.parts if isinstance(part, sl.Link))
    with pytest.raises(RobotError, match=r"--ground: the file has no shape of m0, m1, m2.*--section cylinder=RADIUS"):
        scenario_text(imported, "r.urdf", ground=True)
    given = from_urdf(urdf(shape=""), section=section_option("box=0.05,0.04"))
    robot = loaded(given, tmp_path, ground=True).robot
    assert {part.section for part in robot.parts if isinstance(part, sl.Link)} == {sl.geometry.Box(0.05, 0.04)}
    with pytest.raises(RobotError, match="--section must be cylinder=RADIUS or box=WIDTH,HEIGHT, in m, got 'sphere=1'"):
        section_option("sphere=1")
    with pytest.raises(RobotError, match="box does not take 1 numbers"):
        section_option("box=1")


def test_the_cross_of_a_universal_joint_is_a_point():
    cross = f'<link name="cross">{INERTIAL.format("0 0 0")}</link>'
    joint = (
        '<joint name="u{0}" type="continuous"><parent link="{1}"/><child link="{2}"/><origin xyz="{3} 0 0"/>'
        '<axis xyz="0 {0} 1"/></joint>'
    )
    ends = "".join(f'<link name="{name}">{INERTIAL.format("0.05 0 0")}{BOX}</link>' for name in "ab")
    text = (
        f'<robot name="u">{ends}{cross}{joint.format(0, "a", "cross", 0.1)}{joint.format(1, "cross", "b", 0)}</robot>'
    )
    imported = from_urdf(text)
    lengths = {part.name: part.length for part in imported.robot.parts if isinstance(part, sl.Link)}
    assert lengths == pytest.approx({"a": 0.1, "cross": 1e-3, "b": 0.1})
    assert (
        "length of cross: 1 mm, because the file has neither a shape nor two joints at a distance" in imported.changed
    )


def test_a_planar_swimmer_keeps_its_fluid_and_gets_no_friction(tmp_path):
    imported = from_mjcf(SWIMMER, actuator=None)
    assert imported.robot.base_end == "head"  # the other end is called back
    scenario = loaded(imported, tmp_path)
    assert kinds(scenario) == ["Gravity", "InertiaBoxFluid"]
    assert kinds(loaded(imported, tmp_path, water=True)) == ["Gravity", "InertiaBoxFluid"]
    assert "--water adds nothing, because the file defines a fluid" in (tmp_path / "robot.yaml").read_text()
    model = sl.build_model(scenario.robot, scenario.world)
    state = sl.initial_state(model, q=(0.4, -0.6), v=(2.0, 1.0), velocity=(0.3, 0.1, 0, 0, 0, 0.5))
    recording = sl.simulate(model, None, 1.0, state=state)
    m = mujoco.MjModel.from_xml_string(SWIMMER)
    m.opt.timestep = 5e-4
    d = mujoco.MjData(m)
    d.qpos[3:], d.qvel[:] = (0.4, -0.6), (0.3, 0.1, 0.5, 2.0, 1.0)
    while d.time < 1.0 - 1e-9:
        mujoco.mj_step(m, d)
    np.testing.assert_allclose(recording["base_position"].values[-1, :2], d.qpos[:2], atol=2e-3)
    np.testing.assert_allclose(recording["q"].values[-1], d.qpos[3:], atol=2e-3)


def test_a_robot_inside_the_floor_of_its_file_is_lifted_out_of_it(tmp_path):
    floor = '<geom name="floor" type="plane" size="1 1 1" pos="0 0 0.2" friction="0.3"/>'
    bodies = "<body><freejoint/><geom type='box' size='.05 .02 .02' friction='0.1'/></body>"
    imported = from_mjcf(f"<mujoco><worldbody>{floor}{bodies}</worldbody></mujoco>")
    _, contact = imported.world.media
    assert contact.surface.point == (0.0, 0.0, 0.2) and contact.friction.mu_tangential == 0.3
    scenario = loaded(imported, tmp_path)
    assert scenario.initial["position"][2] == pytest.approx(0.22)
    assert "touches the plane of the file" in (tmp_path / "robot.yaml").read_text()
    again = loaded(imported, tmp_path, ground=True)
    assert (again.world.media, again.initial) == (scenario.world.media, scenario.initial)
    assert "--ground adds nothing, because the file defines a ground" in (tmp_path / "robot.yaml").read_text()
