"""The line of the body in space, and the plane that it is seen in."""

import itertools

import numpy as np
import pytest

from recordings import changed, circle_recording, first_rows, hanging_recording, serpenoid_recording, soft_recording
from snakelab.figures.picture_geometry import body_length, body_pieces, mid_word, view_plane
from snakelab.results.recording import Recording


def test_the_ends_of_links_meet_and_the_last_is_the_head() -> None:
    for recording in (serpenoid_recording(), hanging_recording()):
        pieces = body_pieces(recording)
        for one, other in itertools.pairwise(pieces):
            assert np.allclose(one[:, -1], other[:, 0], atol=1e-12)
        assert np.allclose(pieces[0][:, 0], recording["base_position"].values)
        assert np.allclose(pieces[-1][:, -1], recording["head_position"].values)
        assert body_length(pieces, 7) == pytest.approx(0.1 * len(pieces))


def test_a_robot_numbered_from_its_head_is_drawn_from_its_head() -> None:
    recording = serpenoid_recording()
    backwards = Recording(recording.dataset.isel(link=slice(None, None, -1)), "finished")
    for one, other in zip(body_pieces(backwards)[::-1], body_pieces(recording), strict=True):
        assert np.allclose(one[:, ::-1], other)


def test_the_stations_of_a_soft_section_are_one_line() -> None:
    recording = soft_recording(n_steps=6, length=0.3, radius=0.25)
    link, section = body_pieces(recording)
    assert link.shape == (21, 2, 3)
    assert np.array_equal(section, recording["link_position"].values[:, 1:])
    assert np.allclose(link[:, 1], section[:, 0])
    assert np.allclose(section[:, -1], recording["head_position"].values)
    # Chords of an arc: each is shorter than its arc by (step / radius)^2 / 24.
    assert body_length([section], 20) == pytest.approx(0.3, rel=0.05**2 / 0.25**2 / 20)
    assert mid_word(recording) == "station"


def test_links_with_numbers_in_their_names_stay_links() -> None:
    recording = serpenoid_recording()
    named = Recording(recording.dataset.assign_coords(link=[f"body.{k}" for k in range(5)]), "finished")
    assert [piece.shape[1] for piece in body_pieces(named)] == 5 * [2]
    assert mid_word(named) == "link"


@pytest.mark.parametrize(("axes", "plane"), [([0, 1, 2], (0, 2)), ([1, 0, 2], (1, 2)), ([0, 2, 1], (0, 1))])
def test_the_plane_is_that_of_the_two_largest_extents(axes: list[int], plane: tuple[int, int]) -> None:
    recording = hanging_recording()  # in x and z; the axes in another order make mirror images, so move links by half
    centres = recording["link_position"].values[..., axes]
    turn = np.zeros_like(recording["link_quaternion"].values)
    turn[..., 0] = 1.0
    lengths = recording.dataset.assign_coords(link_length=("link", np.zeros(3)), link_com=("link", np.zeros(3)))
    moved = changed(Recording(lengths, "finished"), link_position=centres, link_quaternion=turn)
    assert view_plane(moved) == plane


def test_what_lies_on_a_line_or_in_the_plane_is_seen_from_above() -> None:
    assert view_plane(first_rows(circle_recording(), 1)) == (0, 1)
    assert view_plane(first_rows(circle_recording(), 0)) == (0, 1)
    assert view_plane(serpenoid_recording()) == (0, 1)
    hanging = hanging_recording()
    planar = Recording(hanging.dataset.assign_attrs(base="planar"), "finished")
    assert (view_plane(hanging), view_plane(planar)) == ((0, 2), (0, 1))


def test_rounding_out_of_the_plane_is_no_extent() -> None:
    recording = first_rows(circle_recording(), 1)
    position = recording["link_position"].values.copy()
    position[..., 2] += 1e-12
    assert view_plane(changed(recording, link_position=position)) == (0, 1)
