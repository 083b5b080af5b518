"""Control of a point of the body along a trajectory, with the base on its propellers, held, or fixed."""

import numpy as np
import pytest

import snakelab as sl


def arm(base="fixed", actuator=None, n=4):
    joints = [
        part
        for i in range(n)
        for part in (
            sl.Revolute("zy"[i % 2], actuator or sl.Prescribed(), limits=sl.Limits(-1.5, 1.5)),
            sl.Link(0.1, mass=0.1),
        )
    ]
    return sl.Robot([sl.Link(0.1, mass=1.0), *joints], base=base)


PATH = [(0.0, 0.5, 0.0, 0.0), (1.0, 0.42, 0.1, 0.05), (2.0, 0.42, -0.1, 0.05)]


def test_the_tip_is_where_the_trajectory_ends_and_passes_its_points():
    model = sl.build_model(arm())
    recording = sl.simulate(model, sl.control.EndEffector(PATH, period=0.02), 2.5, step=5e-3, record_rate=50)
    tip = recording["head_position"].values
    np.testing.assert_allclose(tip[-1], PATH[-1][1:], atol=1e-6)
    np.testing.assert_allclose(tip[50], PATH[1][1:], atol=2e-3)
    assert recording["control_miss"].values.max() < 1e-8


def test_a_point_out_of_reach_gives_the_nearest_one_and_its_distance():
    model = sl.build_model(arm())
    recording = sl.simulate(model, sl.control.EndEffector([(0, 0.5, 0, 0), (1, 0.8, 0, 0)]), 1.5, record_rate=20)
    assert recording["control_miss"].values[-1] == pytest.approx(0.3, abs=1e-3)
    assert recording["head_position"].values[-1, 0] == pytest.approx(0.5, abs=1e-3)


def test_limits_are_kept():
    near = sl.control.EndEffector([(0, 0.5, 0, 0), (1, 0.25, 0.1, 0), (2, 0.25, 0.1, 0)])
    recording = sl.simulate(sl.build_model(arm()), near, 2.0, record_rate=20)
    assert abs(recording["q"].values).max() < 1.5 + 1e-6


def test_a_floating_base_is_compensated_in_the_world():
    """Without propellers the base recoils in free space, and the joints take the tip to its place in spite of it."""
    slow = [(0.0, 0.5, 0.0, 0.0), (4.0, 0.46, 0.05, 0.0)]
    model = sl.build_model(arm("floating", sl.Servo(kp=20, kd=1)))
    recording = sl.simulate(model, sl.control.EndEffector(slow), 6.0, record_rate=20)
    base, tip = recording["base_position"].values, recording["head_position"].values
    assert np.linalg.norm(base[-1] - base[0]) > 2e-3
    np.testing.assert_allclose(tip[-1], slow[-1][1:], atol=1e-3)


def test_robots_without_targets_and_wrong_paths_raise_errors():
    with pytest.raises(sl.errors.ControlError, match=r"'joint1' of .* does not; use Servo or Prescribed"):
        sl.control.EndEffector(PATH).for_model(sl.build_model(arm(actuator=sl.Motor(1.0))))
    with pytest.raises(sl.errors.ControlError, match="ascending times"):
        sl.control.EndEffector(PATH[::-1])
    with pytest.raises(sl.errors.ControlError, match=r"path\[1\] must be 4 numbers"):
        sl.control.EndEffector([(0, 0, 0, 0), (1, 2, 3)])
    with pytest.raises(sl.errors.SimulationError, match="has no point 'tail9'"):
        sl.control.EndEffector(PATH, point="tail9").for_model(sl.build_model(arm()))
