"""Trees in MJCF files: branches, wheels, frames and coupled joints, as in URDF."""

import warnings

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco.robot_files.imported_robot import Coupling, placed_parts
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.results.diagnostics import remarks
from snakelab.scenarios.scenario import load_scenario, run_scenario

BAR = '<geom type="box" size="0.05 0.025 0.02" pos="0.05 0 0" mass="0.3"/>'
WHEEL = (
    '<body name="{0}" pos="0.05 {1} -0.005"><joint name="{0}" axis="0 1 0" damping="1e-4"/>'
    '<geom type="cylinder" size="0.03 0.005" zaxis="0 1 0" mass="0.02"/></body>'
)
CAMERA = '<camera name="eye" pos="0.1 0 0.02" xyaxes="0 -1 0 0 0 1"/><site name="imu" pos="0.05 0 0.01"/>'
PAN = '<body name="mast" pos="0.05 0 0.02"><joint name="pan" type="ball"/><geom size="0.01" pos="0 0 0.05" mass="0.1"/></body>'


def snake(n=5, *, sides="", equality="", actuators=True, options=""):
    """A snake of yaw joints with two wheels on every link; `sides` stands on the third."""
    inside = ""
    for i in reversed(range(n)):
        wheels = WHEEL.format(f"left_{i}", 0.035) + WHEEL.format(f"right_{i}", -0.035)
        joint = f'<joint name="yaw_{i}" axis="0 0 1" limited="true" range="-70 70"/>' if i else "<freejoint/>"
        more = (CAMERA if i == n - 1 else "") + (sides if i == 2 else "")
        inside = f'<body name="link_{i}" pos="{0.1 if i else 0} 0 0">{joint}{BAR}{wheels}{more}{inside}</body>'
    servos = "".join(f'<position joint="yaw_{i}" kp="5" kv="0.1" forcerange="-3 3"/>' for i in range(1, n))
    drives = f"<actuator>{servos}</actuator>" if actuators else ""
    floor = '<geom name="floor" type="plane" size="1 1 1"/>'
    return f"<mujoco>{options}<worldbody>{floor}{inside}</worldbody>{drives}{equality}</mujoco>"


def test_wheels_sites_and_cameras_become_wheels_and_frames():
    imported = from_mjcf(snake())
    robot = imported.robot
    assert robot.coordinate_names[:4] == ("yaw_1", "yaw_2", "yaw_3", "yaw_4") and robot.n_coordinates == 4 + 10
    wheels = {part.name: part for part in robot.parts if isinstance(part, sl.Link) and part.is_wheel}
    assert len(wheels) == 10 and wheels["left_0"].wheels[0].radius == 0.03
    left = next(branch for branch in robot.branches if branch.name == "left_0")
    assert np.add(left.at, [0.0, wheels["left_0"].wheels[0].point[0], 0.0]) == pytest.approx((0.05, 0.035, -0.005))
    frames = {frame.name: frame.on for frame in robot.frames}
    assert frames == {"eye": "link_4", "imu": "link_4"}
    assert "wheels that spin freely of left_0, right_0" in "\n".join(imported.kept)
    assert robot.mass == pytest.approx(5 * 0.34)


@pytest.mark.thorough
def test_the_scenario_of_a_wheeled_snake_runs_along(tmp_path):
    path = tmp_path / "snake.yaml"
    path.write_text(scenario_text(from_mjcf(snake()), "snake.xml"))
    recording = run_scenario(load_scenario(path))
    assert recording.finished and remarks(recording) == []
    assert sl.metrics(recording)["mean_velocity_x"] > 0.03


def test_a_branch_with_a_ball_joint_is_fixed_and_its_mass_stays():
    text = snake(sides=PAN)
    imported = from_mjcf(text)
    assert "branch at joint pan" in "\n".join(imported.changed) and len(imported.robot.branches) == 10  # the wheels
    m = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(m)
    mujoco.mj_forward(m, data)
    mass, moment = 0.0, np.zeros(3)
    for placed in placed_parts(imported.robot):
        if isinstance(placed.part, sl.Link):
            mass += placed.part.whole_mass
            moment += placed.part.whole_mass * (placed.p + placed.R @ placed.part.com_point())
    assert mass == pytest.approx(m.body_subtreemass[1])
    assert moment / mass == pytest.approx(data.subtree_com[1])
    model = sl.build_model(imported.robot)
    state = sl.initial_state(model)
    M, full = sl.mass_matrix(model, state), np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, data, full)
    assert M[:6, :6] == pytest.approx(full[:6, :6], abs=1e-12)


def test_a_ball_joint_on_the_chain_is_refused():
    text = snake().replace(
        '<joint name="yaw_4" axis="0 0 1" limited="true" range="-70 70"/>', '<joint name="yaw_4" type="ball"/>'
    )
    text = text.replace('<position joint="yaw_4" kp="5" kv="0.1" forcerange="-3 3"/>', "")
    with pytest.raises(sl.errors.RobotError) as caught:
        from_mjcf(text)
    lines = str(caught.value).splitlines()
    assert len(lines) == 1 and "ball joint 'yaw_4'" in lines[0]


@pytest.mark.thorough
def test_joints_that_are_coupled_are_reported_and_follow_in_the_gait(tmp_path):
    equality = '<equality><joint joint1="yaw_2" joint2="yaw_1" polycoef="0.1 -0.5 0 0 0"/></equality>'
    imported = from_mjcf(snake(equality=equality, actuators=False), actuator=sl.Prescribed())
    assert imported.couplings == {"yaw_2": Coupling("yaw_1", -0.5, 0.1)}
    path = tmp_path / "snake.yaml"
    path.write_text(scenario_text(imported, "snake.xml"))
    angles = np.array(load_scenario(path).controller.angles)
    assert angles[:, 1] == pytest.approx(0.1 - 0.5 * angles[:, 0], abs=1e-5)


def test_gravity_that_is_off_in_the_file_stays_off(tmp_path):
    options = '<option gravity="0 0 0"/>'
    flat = snake(options=options).replace('<geom name="floor" type="plane" size="1 1 1"/>', "")
    text = scenario_text(from_mjcf(flat), "snake.xml")
    assert "world: {media: []}" in text and "Gravity is disabled in the file" in text


def test_a_snake_without_branches_is_read_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        imported = from_mjcf(snake())
    assert any(line.startswith("hinge of ") and "yaw_1, " in line for line in imported.kept)
