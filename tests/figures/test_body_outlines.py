"""The shapes of the body as seen: widths of turned boxes, outlines, and what joins them."""

import numpy as np
import pytest

from recordings import changed, hanging_recording, planar_recording, serpenoid_recording, soft_recording
from snakelab.figures.body_outlines import (
    MASSLESS_WIDTH,
    ROUNDNESS,
    UNKNOWN,
    body_widths,
    disc,
    rounded,
    silhouette,
    strip,
)
from snakelab.results.recording import Recording

TIMES = np.linspace(0.0, 1.0, 3)


def rolled(angle: float) -> Recording:
    """Two straight links along x, 0.04 m wide and 0.03 m high, rolled about x."""
    recording = planar_recording(TIMES, np.zeros((3, 2)), np.zeros((3, 2)))
    turn = np.zeros((3, 2, 4))
    turn[..., 0], turn[..., 1] = np.cos(angle / 2), np.sin(angle / 2)
    return changed(recording, link_quaternion=turn)


def area(outline: np.ndarray) -> float:
    x, y = outline.T
    return 0.5 * abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))))


@pytest.mark.parametrize("angle", [0.0, 0.4, np.pi / 2, 2.5])
def test_a_rolled_box_shows_its_projected_width(angle: float) -> None:
    recording = rolled(angle)
    c, s = abs(np.cos(angle)), abs(np.sin(angle))
    for plane, seen in (((0, 1), 0.04 * c + 0.03 * s), ((0, 2), 0.04 * s + 0.03 * c)):
        for width in body_widths(recording, plane):
            assert width.shape == (3, 1)
            assert np.allclose(width, seen)


def test_the_width_does_not_depend_on_where_a_box_points_in_the_plane() -> None:
    angles = np.array([[0.0, 0.7, -2.0]])
    recording = planar_recording(np.zeros(1), angles, np.zeros((1, 2)))
    assert np.allclose(np.concatenate(body_widths(recording, (0, 1))), 0.04)
    assert np.allclose(np.concatenate(body_widths(recording, (0, 2))), 0.03)


def test_a_cylinder_is_as_wide_from_every_side() -> None:
    recording = rolled(0.6)
    round_links = recording.dataset.assign_coords(link_height=("link", [0.04, 0.04]))
    for plane in ((0, 1), (0, 2)):
        assert np.allclose(np.concatenate(body_widths(Recording(round_links, "finished"), plane)), 0.04)


def test_without_a_cross_section_the_width_suits_the_length() -> None:
    recording = serpenoid_recording()
    older = Recording(recording.dataset.drop_vars(["link_width", "link_height", "link_section"]), "finished")
    assert np.allclose(np.concatenate(body_widths(older, (0, 1))), UNKNOWN * 0.5)
    no_shape = recording.dataset.assign_coords(link_width=("link", np.zeros(5)), link_height=("link", np.zeros(5)))
    assert np.allclose(np.concatenate(body_widths(Recording(no_shape, "finished"), (0, 1))), UNKNOWN * 0.5)


def test_a_link_is_a_rectangle_from_end_to_end_with_round_corners() -> None:
    line = np.array([[1.0, 2.0], [1.0, 2.5]])
    outline = rounded(line, np.float64(0.2))
    assert np.allclose(outline.min(axis=0), [0.9, 2.0])
    assert np.allclose(outline.max(axis=0), [1.1, 2.5])
    radius = ROUNDNESS * 0.2
    assert area(outline) == pytest.approx(0.5 * 0.2 - (4 - np.pi) * radius**2, rel=0.01)


def test_many_links_at_once_are_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(1)
    lines, widths = rng.normal(size=(7, 2, 2)), rng.uniform(0.1, 0.3, 7)
    for one, line, width in zip(rounded(lines, widths), lines, widths, strict=True):
        assert np.allclose(one, rounded(line, width))


def test_a_link_seen_end_on_has_no_nan() -> None:
    assert np.isfinite(rounded(np.ones((2, 2)), np.float64(0.1))).all()
    assert np.isfinite(strip(np.ones((4, 2)), np.full(3, 0.1))).all()


def test_a_band_along_an_arc_has_the_area_of_the_ring() -> None:
    angle = np.linspace(0.0, 1.0, 101)
    line = 0.5 * np.stack((np.cos(angle), np.sin(angle)), axis=1)
    assert area(strip(line, np.full(100, 0.1))) == pytest.approx(0.5 * (0.55**2 - 0.45**2), rel=1e-3)


def test_a_disc_has_its_diameter() -> None:
    assert area(disc(np.array([3.0, 1.0]), 0.4)) == pytest.approx(np.pi * 0.04, rel=0.02)


def test_discs_stand_between_links_that_touch() -> None:
    body = silhouette(serpenoid_recording(), (0, 1))
    assert body.discs == (1, 2, 3, 4)
    assert all(body.massive)
    assert len(body.at(7)) == 5
    centre = body.joints_at(7)[0].mean(axis=0)
    assert np.allclose(centre, body.lines[0][7, 1])


def test_a_gap_between_parts_is_bridged_by_a_thin_piece() -> None:
    recording = serpenoid_recording()
    position = recording["link_position"].values.copy()
    position[:, 3:, 2] += 0.1  # a slide lifts the last two links
    body = silhouette(changed(recording, link_position=position), (0, 2))
    assert body.massive == (True, True, True, False, True, True)
    assert body.discs == (1, 2, 5)
    assert np.allclose(body.widths[3], MASSLESS_WIDTH * body.widths[4])
    assert np.allclose(body.lines[3][:, 0], body.lines[2][:, 1])
    assert np.allclose(body.lines[3][:, 1], body.lines[4][:, 0])


def test_a_fixed_base_away_from_the_first_link_is_joined_to_it() -> None:
    recording = hanging_recording()
    lifted = changed(recording, base_position=np.tile((0.0, 0.0, 0.05), (201, 1)))
    body = silhouette(lifted, (0, 2))
    assert body.massive == (False, True, True, True)
    assert np.allclose(body.lines[0][:, 0], [0.0, 0.05])


def test_a_soft_section_is_one_band() -> None:
    body = silhouette(soft_recording(n_steps=6), (0, 1))
    assert [line.shape[1] for line in body.lines] == [2, 7]
    assert [width.shape for width in body.widths] == [(21, 1), (21, 6)]
    assert body.at(20)[1].shape == (14, 2)


def test_a_least_width_keeps_a_slim_body_to_be_seen() -> None:
    body = silhouette(serpenoid_recording(), (0, 1))
    assert area(body.at(0, minimum=0.2)[0]) > 3 * area(body.at(0)[0])
