"""Sensors in scenario files: words, seed, faults with their place, reference values of what was measured."""

import re

import numpy as np
import pytest

import snakelab as sl
from snakelab.results.reference_values import Verdict, judged
from snakelab.scenarios.class_registry import robot_data, yaml_text

TEXT = """\
name: sensed
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.1, name: tail}
    - revolute
    - link: {length: 0.1, mass: 0.1}
  sensors:
    - encoders: {noise: 0.01, resolution: 2*pi/4096, rate: 50}
    - imu: {on: tail, point: [0.05, 0, 0], attitude_noise: 0.01, delay: 0.02}
    - pose_sensor: {position_noise: 0.01}
world: {media: [link_friction: {mu_tangential: 0.1, mu_normal: 0.5, shape: per_axis}]}
controller: {serpenoid_gait: {amplitude: 0.5, angular_frequency: 3, phase_lag: 0}}
duration: 0.5
seed: 3
"""


def loaded(tmp_path, text=TEXT):
    path = tmp_path / "sensed.yaml"
    path.write_text(text, encoding="utf-8")
    return sl.load_scenario(path)


def test_a_file_says_what_python_says(tmp_path):
    assert loaded(tmp_path).robot.sensors == (
        sl.Encoders(noise=0.01, resolution=2 * np.pi / 4096, rate=50),
        sl.Imu(on="tail", point=(0.05, 0.0, 0.0), attitude_noise=0.01, delay=0.02),
        sl.PoseSensor(position_noise=0.01),
    )


def test_the_seed_of_the_file_drives_the_noise(tmp_path):
    once, again = (sl.run_scenario(loaded(tmp_path)) for _ in range(2))
    other = sl.run_scenario(loaded(tmp_path, TEXT.replace("seed: 3", "seed: 4")))
    assert np.array_equal(once["measured_q"], again["measured_q"])
    assert not np.array_equal(once["measured_q"], other["measured_q"])
    assert np.array_equal(once["q"], other["q"])  # a gait does not listen


def test_written_sensors_come_back_as_they_were(tmp_path):
    robot = sl.Robot(
        [sl.Link(0.1, 0.1)],
        sensors=[
            sl.Encoders(resolution=0.1, delay=0.2),
            sl.TorqueSensors(0.1, name="drive"),
            sl.Imu("base", (0.1, 0, 0), (0, 0.1, 0), 0.1, 0.2, (1, 2, 3), (4, 5, 6), 0.3, 50, 0.1),
            sl.Imu(),
            sl.DepthSensor(surface=2.0),
            sl.PoseSensor("head", 0.1, 0.2, 0.3, 0.4),
        ],
        name="written",
    )
    data = {"name": "written", "duration": 1.0, "robot": robot_data(robot)}
    assert loaded(tmp_path, yaml_text(data)).robot == robot


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "noise: 0.01, res",
            "noise: -0.01, res",
            [":9: robot.sensors.0.encoders.noise: ", "at least 0 and at most 1e+06, got -0.01"],
        ),
        ("rate: 50", "rate: 0", [":9: robot.sensors.0.encoders.rate: ", "greater than 0"]),
        ("encoders:", "encoder:", ["unknown sensor 'encoder'; did you mean 'encoders'?"]),
        ("on: tail", "on: tial", [":8: robot.sensors: ", "Imu on must be", "got 'tial'; did you mean 'tail'?"]),
        ("point: [0.05, 0, 0]", "point: [0, 0]", [":10: robot.sensors.1.imu.point: ", "3 numbers"]),
    ],
)
def test_a_fault_names_its_place_and_the_nearest_right_thing(tmp_path, old, new, words):
    assert old in TEXT
    with pytest.raises(sl.errors.ScenarioError, match=".*".join(re.escape(word) for word in words)):
        loaded(tmp_path, TEXT.replace(old, new))


def test_what_was_measured_can_be_expected(tmp_path):
    figures = """\
reference_values:
  - {variable: measured_specific_force.z, value: 9.81, tolerance: 1e-9, source: us}
  - {variable: measured_attitude.w, above: 2, source: us}
"""
    verdicts = [one.verdict for one in judged(sl.run_scenario(loaded(tmp_path, TEXT + figures)))]
    assert verdicts == [Verdict.AGREES, Verdict.UNEXPLAINED]
    with pytest.raises(sl.errors.ScenarioError, match="unknown variable 'measured_dept'"):
        loaded(tmp_path, TEXT + figures.replace("attitude.w", "dept"))


def test_an_export_says_that_it_leaves_the_sensors_out(tmp_path):
    from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf
    from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf

    for write in (to_mjcf, to_urdf):
        assert "the robot's sensors: Encoders, Imu, PoseSensor" in write(loaded(tmp_path).robot).left_out
