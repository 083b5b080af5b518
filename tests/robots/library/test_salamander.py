"""The salamander: its legs are mirror images, and the wave of its trunk lengthens its steps."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.robots.library import salamander


def test_the_legs_are_mirror_images_and_stand_beside_their_links():
    model = sl.build_model(salamander())
    q = np.zeros(model.n_coordinates)
    for leg in ("hind_left", "hind_right", "fore_left", "fore_right"):
        for joint, angle in ((1, 0.3), (2, 1.2)):
            q[model.coordinate_names.index(f"{leg}_joint{joint}")] = angle
    poses = sl.forward_kinematics(model, sl.initial_state(model, q=q))
    for girdle in ("hind", "fore"):
        left, right = (poses[f"{girdle}_{side}_link2"][:3, 3] for side in ("left", "right"))
        np.testing.assert_allclose(left * [1, -1, 1], right, atol=1e-15)
        assert left[1] > 0.05 and left[2] < -0.02
    assert [branch.on for branch in model.robot.branches] == ["link5", "link5", "link9", "link9"]


@pytest.mark.parametrize("links", [6, 14])
def test_a_shorter_or_longer_trunk_has_its_girdles_four_links_apart(links):
    robot = salamander(links)
    assert [branch.on for branch in robot.branches[::2]] == [f"link{links - 5}", f"link{links - 1}"]


@pytest.mark.thorough
def test_the_wave_of_the_trunk_more_than_doubles_the_speed():
    speeds = []
    for name in ("salamander_walking", "salamander_stiff"):
        recording = sl.run_scenario(sl.load_scenario(name, ["duration=3"]))
        assert recording.finished
        # the feet alone touch the ground
        loads = recording["skin_load"].values[20:].mean(axis=0)
        feet = np.array(["_link2" in str(point) for point in recording["skin"].values])
        assert loads[feet].sum() > 0.999 * loads.sum()
        speeds.append(sl.metrics(recording, ["mean_speed"], window=(1, 3))["mean_speed"])
    assert speeds[0] > 2.0 * speeds[1] > 0.1
