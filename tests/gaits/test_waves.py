"""Gaits of orthogonal snakes: the figures of the source, the hinges, and what is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from snakelab.errors import SnakelabWarning
from snakelab.gaits.orthogonal_gaits import (
    ARC_ROLLING,
    CONCERTINA,
    CREEPING,
    GAITS,
    POLE_CLIMBING,
    SIDEWINDING,
    SPIRAL_ROLLING,
    TRAVELLING_WAVE,
    hinges_of,
)
from snakelab.physics.command import targets_at
from snakelab.robots.library.orthogonal_robots import angles_from_coordinates, joint_frames, snake_iii

FROM_HEAD = sl.build_model(snake_iii())
SNAKE = sl.build_model(replace(snake_iii(), parts=snake_iii().parts[::-1], base_end="tail"))  # the same, tail first
HINGES = hinges_of(SNAKE, "test")
LINK = sl.Link(0.1, mass=0.2)


def model(*joints, **robot):
    return sl.build_model(sl.Robot([LINK, *(part for joint in joints for part in (joint, LINK))], **robot))


def amplitudes(gait):
    """Of the yaw and the pitch at the head [deg]."""
    return np.rad2deg(np.abs(gait.waves(HINGES).amplitude[[-1, -2]]))


@pytest.mark.parametrize(
    ("gait", "yaw", "pitch"),
    [
        (CREEPING, 43.388, 0),
        (TRAVELLING_WAVE, 0, 62.349),
        (SIDEWINDING, 43.388, 13.017),
        (ARC_ROLLING, 9.167, 9.167),
        (replace(ARC_ROLLING, radius=1.0), 18.335, 18.335),
        (replace(ARC_ROLLING, radius=1.2), 15.279, 15.279),
        (SPIRAL_ROLLING, 68.79, 68.79),
    ],
)
def test_amplitudes_are_those_of_the_source(gait, yaw, pitch):
    assert_allclose(amplitudes(gait), [yaw, pitch], rtol=1e-4, atol=1e-12)


def test_the_helix_has_the_values_of_the_source():
    assert_allclose([SPIRAL_ROLLING.curvature, SPIRAL_ROLLING.torsion], [3.757, 0.578], rtol=2e-4)
    assert_allclose(SPIRAL_ROLLING.turns(29 * 0.16), 2.807, rtol=2e-4)
    assert_allclose(replace(SPIRAL_ROLLING, rise=1e-9).waves(HINGES).amplitude,
                    replace(SPIRAL_ROLLING, rise=0.0).waves(HINGES).amplitude, rtol=1e-12)  # fmt: skip


@pytest.mark.parametrize(("gait", "lag_deg"), [(CREEPING, 360 * 2 / 14), (TRAVELLING_WAVE, 360 * 3 / 14),
                                               (ARC_ROLLING, 0), (SPIRAL_ROLLING, 5.299), (POLE_CLIMBING, 10.598)])  # fmt: skip
def test_a_joint_leads_the_next_of_its_kind_by_the_lag_and_a_yaw_its_pitch_by_a_quarter(gait, lag_deg):
    phase = np.rad2deg(gait.waves(HINGES).phase[::-1])  # from the head
    assert_allclose(phase[:-2] - phase[2:], lag_deg, rtol=1e-4, atol=1e-12)
    assert_allclose(phase[::2] - phase[1::2], 90)


def test_the_reference_follows_the_waves():
    reference = SIDEWINDING.reference(SNAKE)
    waves = SIDEWINDING.waves(HINGES)
    for t in (0.0, 1.3):
        value, rate, _ = targets_at(reference, t)
        angle = SIDEWINDING.angular_frequency * t + waves.phase
        assert_allclose(value, waves.amplitude * np.cos(angle), atol=1e-14)
        assert_allclose(rate, -SIDEWINDING.angular_frequency * waves.amplitude * np.sin(angle), atol=1e-14)
    assert_allclose(targets_at(replace(SIDEWINDING, ramp=1.0).reference(SNAKE), 0.0), 0)


def test_an_arc_bends_the_body_to_its_radius():
    q = targets_at(replace(ARC_ROLLING, radius=1.5).reference(SNAKE), 0.0)[0]
    points = joint_frames(angles_from_coordinates(q, "tail"), 0.16)[:, :3, 3]
    centre = np.linalg.lstsq(np.c_[2 * points[:, :2], np.ones(28)], (points[:, :2] ** 2).sum(axis=1), rcond=None)[0]
    assert_allclose(math.sqrt(centre[2] + centre[0] ** 2 + centre[1] ** 2), 1.5, rtol=0.01)
    assert np.ptp(points[:, 2]) < 1e-12  # flat


@pytest.mark.parametrize("rise", [0.04, -0.04])
def test_the_geometric_helix_has_its_radius_rise_and_hand(rise):
    """The pitch joints lie on it; a chain of 0.16 m links follows a curve of 0.26 m roughly."""
    q = targets_at(replace(POLE_CLIMBING, rise=rise).reference(SNAKE), 0.0)[0]
    P = joint_frames(angles_from_coordinates(q), 0.16)[::-2, :3, 3]  # from the tail
    axis = np.linalg.svd(np.diff(P, 2, axis=0))[2][-1]
    axis *= np.sign(axis @ (P[-1] - P[0]))
    e = np.linalg.svd(axis[None])[2][1]
    X = np.c_[P @ e, P @ np.cross(axis, e)]
    c = np.linalg.lstsq(np.c_[2 * X, np.ones(14)], (X**2).sum(axis=1), rcond=None)[0]
    angle = np.unwrap(np.arctan2(X[:, 1] - c[1], X[:, 0] - c[0]))
    assert_allclose(math.sqrt(c[2] + c[0] ** 2 + c[1] ** 2), 0.26, rtol=0.06)
    assert_allclose(np.polyfit(angle, P @ axis, 1)[0], rise, rtol=0.15)


def test_offset_and_taper_do_what_they_say():
    straight, bent = SIDEWINDING.waves(HINGES), replace(SIDEWINDING, yaw_offset=0.1, pitch_offset=-0.2).waves(HINGES)
    assert_allclose(bent.offset, np.where(HINGES.yaw, 0.1, -0.2))
    cone = replace(SIDEWINDING, taper=0.3).waves(HINGES).amplitude / straight.amplitude
    assert_allclose(cone[[-1, 0]], [0.7, 1.3])
    assert (np.diff(cone)[1::2] < 0).all()  # larger at the tail


def test_concertina_braces_one_place_after_another():
    reference = CONCERTINA.reference(SNAKE)
    size = np.array([[np.abs(targets_at(reference, t)[0][half]).mean() for half in (slice(1, 14, 2), slice(15, 28, 2))]
                     for t in np.arange(0, 10, 0.5)])  # fmt: skip
    tail, head = np.argmax(size, axis=0)
    assert 2.0 < (tail - head) % 20 * 0.5 < 8.0
    waves = CONCERTINA.waves(HINGES)
    assert_allclose(waves.amplitude, waves.offset)
    assert (waves.amplitude[~HINGES.yaw] == 0).all()


def test_the_hinges_are_counted_from_the_head_with_their_signs():
    assert HINGES.yaw[-1] and not HINGES.yaw[0]
    assert HINGES.block[[0, 1, -2, -1]].tolist() == [14, 14, 1, 1]
    assert_allclose(HINGES.spacing, 0.16)
    assert_allclose(HINGES.turn[[-1, -2]], [-1, 1])
    turned = hinges_of(model(sl.Revolute("-y"), sl.Revolute("-z")), "test")
    assert_allclose(turned.turn, [-1, 1])


def test_an_odd_number_of_joints_and_a_pitch_at_the_head_are_counted_too():
    odd = hinges_of(model(sl.Revolute("z"), sl.Revolute("y"), sl.Revolute("z")), "test")
    assert odd.block.tolist() == [2, 1, 1] and odd.n_blocks == 1.5
    pitch_first = hinges_of(model(sl.Revolute("z"), sl.Revolute("y")), "test")
    assert pitch_first.block.tolist() == [1, 0]
    assert np.isfinite(SIDEWINDING.waves(odd).amplitude).all()


def test_quarter_turns_of_mounts_make_orthogonal_hinges_of_parallel_ones():
    quarter = sl.Mount(rotation=(math.pi / 2, 0, 0))
    parts = [LINK, sl.Revolute("z"), LINK, quarter, sl.Revolute("z"), LINK]
    hinges = hinges_of(sl.build_model(sl.Robot(parts)), "test")
    assert hinges.yaw.tolist() == [True, False]
    assert hinges.sign.tolist() == [1, -1]  # z turned from z toward -y
    assert_allclose(hinges.spacing, 0.1)


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        ([sl.Revolute("z"), sl.Revolute("z")], "joint1 and joint2 rotate about the same axis.*SerpenoidGait"),
        ([sl.Revolute("z")], "there is one joint"),
        ([sl.Revolute("z"), sl.Revolute("x")], r"joint2 turns about \[1.0, 0.0, 0.0\]"),
        ([sl.Revolute("z"), sl.Prismatic("y")], "hinges about z and y only.*Prismatic"),
        ([sl.Revolute("z", sl.Motor()), sl.Revolute("y", sl.Motor())], "joint1 is a Motor, which needs a force"),
    ],
)
def test_robots_with_other_joints_are_refused(joints, message):
    with pytest.raises(sl.errors.GaitError, match=message):
        SIDEWINDING.reference(model(*joints))


def test_a_radius_that_the_joints_cannot_bend_to_says_which_joint_needs_what():
    message = r"bends \w+ to -?91\.\d+ deg, and its limit is -?89\.95 deg; radius = 0\.2 m is too small: 0\.204 m"
    with pytest.raises(sl.errors.GaitError, match=message):
        replace(ARC_ROLLING, radius=0.2).reference(SNAKE)
    with pytest.raises(sl.errors.GaitError, match="intersect itself"):  # it could be bent to, but for its own body
        replace(ARC_ROLLING, radius=0.204).reference(SNAKE)


def test_a_body_that_only_grazes_itself_gives_a_warning():
    """The spiral of the source, with the lag that it prints."""
    with pytest.warns(SnakelabWarning, match=r"are 11\.\d mm inside"):
        SPIRAL_ROLLING.reference(SNAKE)


def test_an_offset_counts_in_the_check_of_the_joint_limits():
    replace(CREEPING, yaw_winding=1.2).reference(SNAKE)
    words = r"bends yaw\d+ to -9\d\.\d+ deg, and its limit is -89\.95.*the largest amplitudes that fit are 0\.9"
    with pytest.raises(sl.errors.GaitError, match=words):
        replace(CREEPING, yaw_winding=1.2, yaw_offset=-0.6).reference(SNAKE)


@pytest.mark.parametrize(
    ("gait", "change", "message"),
    [
        (CREEPING, {"waves_on_body": 0}, "waves_on_body must be greater than 0"),
        (CREEPING, {"taper": 1.5}, "taper must be at least -1 and at most 1"),
        (CREEPING, {"ramp": -1}, "ramp must be at least 0 s"),
        (ARC_ROLLING, {"radius": 0}, "radius must be at least 1e-06"),
        (ARC_ROLLING, {"rise": math.nan}, "rise must be a finite number"),
        (CONCERTINA, {"bends": -1}, "bends must be greater than 0"),
    ],
)
def test_numbers_out_of_range_are_refused(gait, change, message):
    with pytest.raises(sl.errors.GaitError, match=message):
        replace(gait, **change)


@pytest.mark.parametrize("row", GAITS, ids=lambda row: row.name)
def test_every_gait_of_the_table_fits_the_robot_of_the_source(row):
    row.gait.reference(SNAKE)
    assert row.does and row.source


def test_the_gaits_of_the_table_have_names_of_their_own():
    names = [row.name for row in GAITS]
    assert len(set(names)) == len(names) >= 17


@pytest.mark.parametrize("gait", [SIDEWINDING, CREEPING, ARC_ROLLING, CONCERTINA, POLE_CLIMBING])
def test_a_gait_bends_a_robot_alike_whichever_end_its_base_is_at(gait):
    one, two = (gait.waves(hinges_of(model, "test")) for model in (SNAKE, FROM_HEAD))
    for a, b in zip(one, two, strict=True):
        assert_allclose(b[::-1], a, atol=1e-12)
