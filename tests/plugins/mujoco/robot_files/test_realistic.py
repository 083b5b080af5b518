"""URDF files as people have them: what becomes of wheels, frames, copies, meshes and limits; and the scenario runs."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.plugins.mujoco.robot_files.imported_robot import Coupling
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf
from snakelab.results.diagnostics import remarks
from snakelab.scenarios.scenario import load_scenario, run_scenario

FILES = Path(__file__).parents[1] / "files" / "urdf"
NAMES = sorted(path.stem for path in FILES.glob("*.urdf"))
BRANCHED = ("gripper", "middle")


def read(name, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if name in BRANCHED else "error", sl.SnakelabWarning)
        return from_urdf(FILES / f"{name}.urdf", **options)


def links(robot):
    return [part for part in robot.parts if isinstance(part, sl.Link)]


def joints(robot):
    return [part for part in robot.parts if part.coordinates]


def test_there_are_ten_files_or_more():
    assert len(NAMES) >= 10


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_the_scenario_of_a_file_rests_on_the_ground_and_moves(name, tmp_path):
    imported = read(name, section=sl.geometry.Cylinder(0.02) if name == "meshes" else None)  # its files are missing
    path = tmp_path / f"{name}.yaml"
    path.write_text(scenario_text(imported, f"{name}.urdf", ground=True))
    # links of 4 mm and 80 mg: the remarks on the step of 1 ms ask for this
    scenario = load_scenario(path, ["solver.tolerance=1e-4"] if name == "tiny" else [])
    recording = run_scenario(scenario)
    assert recording.finished and remarks(recording) == []
    data, length = recording.dataset, imported.robot.length
    assert abs(data["skin_gap"].values[0].min()) < 1e-6  # it touches the ground at the start
    com = data["com_position"].values
    assert np.linalg.norm((com[-1] - com[0])[:2]) > 0.03 * length
    assert np.ptp(com[:, 2]) < 0.1 * length
    for j, joint in enumerate(joints(imported.robot)):
        q, v = data["q"].values[:, j], data["v"].values[:, j]
        assert joint.limits.lower < q.min() + 1e-6 and q.max() - 1e-6 < joint.limits.upper
        assert np.abs(v).max() < imported.speed_limits.get(joint.name, np.inf)


@pytest.mark.slow
def test_links_of_4_mm_run_at_a_tolerance_although_their_contacts_act_within_microseconds(tmp_path):
    """80 mg on a damper of 50 N s/m: the velocity jumps where a point touches, at any step above 1 us."""
    path = tmp_path / "tiny.yaml"
    path.write_text(scenario_text(read("tiny"), "tiny.urdf", ground=True))
    coarse, fine = (run_scenario(load_scenario(path, [f"solver.tolerance={tol}"])) for tol in ("1e-4", "1e-5"))
    for recording in (coarse, fine):
        assert recording.finished and remarks(recording) == [] and recording["unconverged"].sum() == 0
    way = np.linalg.norm(np.ptp(fine["com_position"].values, axis=0))
    assert np.abs(coarse["com_position"].values - fine["com_position"].values).max() < 0.01 * way


def rims(robot):
    return [part for part in links(robot) if part.is_wheel]


def test_wheels_beside_links_become_wheels_that_spin():
    imported = read("wheeled")
    robot = imported.robot
    assert sum(part.coordinates != () for part in robot.trunk) == 5 and len(rims(robot)) == 12
    assert all(link.mass == pytest.approx(0.3) for link in links(robot) if not link.is_wheel)
    for branch in robot.branches:
        joint, wheel = branch.parts
        assert isinstance(joint.actuator, sl.Passive) and wheel.wheels[0].radius == 0.03
        middle = np.add(branch.at, [0.0, wheel.wheels[0].point[0], 0.0])
        assert middle == pytest.approx((0.05, np.copysign(0.035, branch.at[1]), -0.005))
        assert wheel.mass == pytest.approx(0.02)
    assert any(line.startswith("wheels that spin freely of wheel_left_0") for line in imported.kept)


def test_wheels_that_do_not_spin_are_in_the_mass_of_their_link():
    imported = read("wheeled", spinning_wheels=False)
    assert len(joints(imported.robot)) == 5
    for link in links(imported.robot):
        left, right = link.wheels
        assert left.point == pytest.approx((0.05, 0.035, -0.005)) and right.point == pytest.approx(
            (0.05, -0.035, -0.005)
        )
        assert (left.radius, left.axle, left.mass) == (0.03, "y", 0.0)
        assert link.mass == pytest.approx(0.34)
    assert "passive wheels of wheel_left_0" in "\n".join(imported.changed)


def test_wheels_that_are_only_meshes_are_recognised_by_name_and_sized_by_their_inertia():
    imported = read("meshes")
    radius = np.sqrt(2 * 2e-5 / 0.05)
    assert [wheel.wheels[0].radius for wheel in rims(imported.robot)] == pytest.approx([radius] * 10)
    missing = (
        "mesh package://snake_description/meshes/segment.dae of seg0, seg1, seg2, seg3, seg4: there is no such file"
    )
    assert missing in imported.dropped


HINGE = '<joint name="spin" type="{kind}"><parent link="a"/><child link="b"/><axis xyz="{axis}"/>{more}</joint>'
HALVES = '<inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/>'
BODY = f'<link name="{{}}"><inertial>{{}}<mass value="1"/>{HALVES}</inertial>{{}}</link>'
DISC = '<visual><origin rpy="1.5707963 0 0"/><geometry><cylinder radius="{r}" length="{l}"/></geometry></visual>'


@pytest.mark.parametrize(
    ("kind", "axis", "shape", "com", "is_wheel"),
    [
        ("continuous", "0 1 0", DISC.format(r=0.03, l=0.02), "", True),
        ("continuous", "0 1 0", '<visual><geometry><sphere radius="0.03"/></geometry></visual>', "", True),
        ("continuous", "0 1 0", DISC.format(r=0.03, l=0.2), "", False),  # a roller as long as a link
        ("continuous", "0 0 1", DISC.format(r=0.03, l=0.02), "", False),  # its axle is upright
        ("continuous", "1 0 0", DISC.format(r=0.03, l=0.02), "", False),  # the cylinder lies across its hinge
        ("continuous", "0 1 0", DISC.format(r=0.03, l=0.02), '<origin xyz="0.02 0 0"/>', False),  # a pendulum
        ("revolute", "0 1 0", DISC.format(r=0.03, l=0.02), "", False),  # a hinge with limits
    ],
)
def test_a_wheel_is_round_about_a_free_hinge_that_is_not_upright(kind, axis, shape, com, is_wheel):
    more = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
    text = BODY.format("a", "", "") + BODY.format("b", com, shape) + HINGE.format(kind=kind, axis=axis, more=more)
    robot = from_urdf(f'<robot name="r">{text}</robot>').robot
    assert any(part.is_wheel for part in links(robot)) == is_wheel and robot.n_coordinates == 1
    assert robot.mass == pytest.approx(2.0)


def test_massless_links_become_frames():
    imported = read("camera")
    frames = {frame.name: frame for frame in imported.robot.frames}
    assert {"camera_link", "camera_color_frame", "camera_color_optical_frame", "camera_depth_optical_frame"} < set(
        frames
    )
    assert frames["imu_link"].on == "segment_2" and frames["imu_link"].point == pytest.approx((0.04, 0.0, 0.01))
    model = sl.build_model(imported.robot)
    T = sl.frame_tree(model, sl.initial_state(model)).transform("world", "camera_color_optical_frame")
    head = 4 * 0.08
    assert T[:3, 3] == pytest.approx((head + 0.08, -0.015, 0.02))
    assert T[:3, 2] == pytest.approx((1.0, 0.0, 0.0), abs=1e-6)  # an optical axis looks along z, here forward
    assert "frame of" in "\n".join(imported.kept)


def test_a_joint_that_copies_another_one_follows_it_in_the_gait(tmp_path):
    imported = read("coupled")
    assert imported.couplings == {"bend_2": Coupling("bend_1", 0.5, 0.1), "bend_4": Coupling("bend_3", 0.5, 0.1)}
    assert {(gear.driven, gear.by, gear.ratio, gear.offset) for gear in imported.robot.gears} == {
        ("bend_2", "bend_1", 0.5, 0.1),
        ("bend_4", "bend_3", 0.5, 0.1),
    }
    assert "as a Gear: 0.5 q(bend_1) +0.1" in "\n".join(imported.kept)
    path = tmp_path / "coupled.yaml"
    path.write_text(scenario_text(imported, "coupled.urdf"))
    angles = np.array(load_scenario(path).controller.angles)
    assert angles[:, 1] == pytest.approx(0.5 * angles[:, 0] + 0.1, abs=1e-5)
    assert np.ptp(angles[:, 0]) > 0.5


def test_limits_of_force_and_rate_are_those_of_servos():
    for joint in joints(read("gripper").robot)[:5]:
        assert (joint.actuator.torque_limit, joint.actuator.speed_limit) == (2.5, 6.0)
        assert joint.actuator.kp > 0 and joint.actuator.kd > 0


def test_a_footprint_without_inertia_is_part_of_the_base_link():
    imported = read("footprint")
    assert [link.name for link in links(imported.robot)] == ["base_link", "body_1", "body_2", "body_3", "body_4"]
    assert imported.robot.mass == pytest.approx(0.4 + 4 * 0.3 + 1e-3 + 1e-5)
    text = "\n".join(imported.changed)
    assert "point mass of base_footprint: it is fixed to 'base_link'" in text and "body of dummy_tip" in text


def test_a_file_that_xacro_made_keeps_its_base_and_drops_what_is_for_gazebo():
    imported = read("expanded")
    assert imported.initial["position"] == pytest.approx((0.5, 0.25, 0.04))
    assert "floating base" in imported.kept
    dropped = "\n".join(imported.dropped)
    assert (
        all(f"<{word}>" in dropped for word in ("gazebo", "safety_controller")) and "ros2_control 'robot1'" in dropped
    )


def test_what_stands_upright_in_the_file_is_laid_down(tmp_path):
    imported = read("upright")
    path = tmp_path / "upright.yaml"
    path.write_text(scenario_text(imported, "upright.urdf", ground=True))
    scenario = load_scenario(path)
    model = sl.build_model(scenario.robot, scenario.world)
    state = sl.initial_state(model, **scenario.initial)
    assert sl.forward_kinematics(model, state)["head"][2, 3] == pytest.approx(0.03, abs=1e-6)
    assert "laid down" in path.read_text()


def test_the_three_lists_are_data():
    imported = read("camera")
    assert all(isinstance(sentence, str) for sentence in (*imported.kept, *imported.changed, *imported.dropped))
    assert imported.left_out == (*imported.changed, *imported.dropped)
    assert "mass, centre of mass and inertia of segment_0" in imported.kept[0]
    assert not any("segment_4" in sentence for sentence in imported.kept if sentence.startswith("mass,"))  # with camera
