"""Where skin points sit on the body, what they carry, and how the base is turned."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from figures.skins import MASS, RADIUS, SIDES, rolling_recording
from recordings import changed, serpenoid_recording
from snakelab.figures.body_outlines import (
    has_skin,
    ring_loads,
    ring_places,
    skin_links,
    skin_offsets,
    skin_sides,
    weight,
)
from snakelab.geometry.rotations import roll_pitch_yaw
from snakelab.results.recording import Recording


def renamed(recording: Recording, names: list[str]) -> Recording:
    return Recording(recording.dataset.assign_coords(skin=names), recording.status)


def test_a_recording_without_surfaces_has_no_skin():
    assert has_skin(rolling_recording()) and not has_skin(serpenoid_recording())


def test_a_point_is_on_the_link_that_its_name_begins_with():
    assert skin_links(rolling_recording()).tolist() == np.repeat([0, 1, 2], 2 * SIDES).tolist()


def test_a_point_whose_name_says_no_link_is_on_the_nearest():
    recording = rolling_recording()
    odd = skin_links(renamed(recording, [f"p{i}" for i in range(36)]))
    away = np.linalg.norm(recording["skin_position"].values[0][:, None] - recording["link_position"].values[0], axis=-1)
    assert away[np.arange(36), odd] == pytest.approx(away.min(axis=1)) and {*odd} == {0, 1, 2}


def test_a_point_that_turns_with_its_link_stays_where_it_is_on_it():
    offsets = skin_offsets(rolling_recording(turns=2.3))
    assert np.abs(offsets - offsets[0]).max() < 1e-12
    assert np.allclose(offsets[0, 1], [-0.05, RADIUS * np.cos(np.pi / 3), RADIUS * np.sin(np.pi / 3)])


def test_rings_of_neighbouring_links_at_one_joint_are_one_place():
    places, ring = ring_places(rolling_recording())
    assert places == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert ring[[0, SIDES, 2 * SIDES, -1]].tolist() == [0, 1, 1, 3]


def test_rings_carry_what_their_points_carry():
    loads = ring_loads(rolling_recording())
    assert loads == pytest.approx(np.tile(MASS * 9.81 / 6 * np.array([1, 2, 2, 1]), (61, 1)))


def test_sides_count_from_the_y_axis_and_are_none_for_points_that_move_around():
    angles, side = skin_sides(rolling_recording())
    assert np.degrees(angles) == pytest.approx([0, 60, 120, 180, 240, 300], abs=1e-6)
    assert side[: SIDES + 1].tolist() == [0, 1, 2, 3, 4, 5, 0]
    round_rings = renamed(rolling_recording(), [f"link1.{i}" for i in range(36)])
    assert skin_sides(round_rings) is None


def test_weight_is_the_slope_of_the_energy_over_the_height():
    assert weight(rolling_recording()) == pytest.approx(MASS * 9.81)
    recording = rolling_recording()
    leaning = recording["gravity_energy"].values + 0.3 * np.arange(61)
    assert weight(changed(recording, gravity_energy=leaning)) is None
    assert weight(changed(recording, gravity_energy=np.zeros(61))) is None


def test_roll_pitch_and_yaw_make_the_attitude_again_and_go_on_over_whole_turns():
    turns = np.linspace(0, 14.0, 200)
    angles = np.stack((turns, 0.7 * np.sin(turns), -2 * turns), axis=1)
    quats = Rotation.from_euler("ZYX", angles[:, ::-1]).as_quat(scalar_first=True)
    quats[::7] *= -1  # the same attitudes
    assert roll_pitch_yaw(quats) == pytest.approx(angles, abs=1e-9)


def test_a_row_without_an_attitude_does_not_turn_the_rest():
    quats = Rotation.from_euler("X", np.linspace(0, 10, 60)[:, None]).as_quat(scalar_first=True)
    quats[30] = np.nan
    roll = roll_pitch_yaw(quats)[:, 0]
    assert np.isnan(roll[30]) and roll[-1] == pytest.approx(10)
