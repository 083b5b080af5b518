"""Recordings, metrics, figures and pages of a robot with branches."""

import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.figures.body_outlines import silhouette
from snakelab.figures.picture_geometry import body_pieces, first_pieces, mid_link
from snakelab.results.metrics.motion import heading
from snakelab.results.recorded_objects import branches_of, trunk_links
from trees import STANDING, standing_lizard


@pytest.fixture(scope="module", params=["tail", "head"])
def recording(request):
    model, state = standing_lizard(request.param)
    return sl.simulate(model, sl.gaits.SteadyGait(STANDING), 0.2, state=state)


def test_the_links_of_the_trunk_come_first_and_the_branches_are_known(recording):
    names = [str(name) for name in recording["link"].values]
    assert names[:5] == [f"link{i + 1}" for i in range(5)]
    assert trunk_links(recording) == slice(0, 5)
    branches = branches_of(recording)
    assert [branch.name for branch in branches] == ["left2", "right2", "left4", "right4"]
    assert [names[branch.carrier] for branch in branches] == ["link2", "link2", "link4", "link4"]
    assert [names[branch.links] for branch in branches[:1]] == [["left2_link1", "left2_link2"]]


@pytest.mark.thorough
@pytest.mark.few(1)
def test_the_branches_survive_a_file_and_damage_is_no_branch(recording, tmp_path):
    again = sl.load(recording.save(tmp_path / "run.nc"))
    assert branches_of(again) == branches_of(recording)
    damaged = recording.dataset.copy()
    damaged.attrs["branches"] = json.dumps([{"name": "left", "carrier": "nowhere"}])
    assert branches_of(sl.Recording(damaged, "finished")) == []


def test_the_centre_lines_of_the_branches_begin_at_their_sockets(recording):
    pieces, starts = body_pieces(recording), first_pieces(recording)
    assert len(pieces) == 13 and starts == [0, 5, 7, 9, 11]
    for i in (1, 2, 3, 4):
        np.testing.assert_allclose(pieces[i][:, 0], pieces[i - 1][:, -1], atol=1e-9)
    for start in starts[1:]:
        np.testing.assert_allclose(pieces[start][:, -1], pieces[start + 1][:, 0], atol=1e-9)
    for start, carrier in zip(starts[1:], (1, 1, 3, 3), strict=True):
        middle = pieces[carrier].mean(axis=1)
        away = np.linalg.norm(pieces[start][:, 0] - middle, axis=1)
        np.testing.assert_allclose(away, 0.02, atol=1e-9)


def test_heading_length_and_middle_are_those_of_the_trunk(recording):
    assert np.abs(heading(recording)).max() < 0.1
    np.testing.assert_array_equal(mid_link(recording), recording["link_position"].values[:, 2])
    assert len(silhouette(recording, (0, 1)).lines) == 13


def test_legs_that_stand_beside_each_other_do_not_intersect(recording):
    assert 0.0 < sl.metrics(recording, ["min_self_distance"])["min_self_distance"] < 0.1


@pytest.mark.slow
def test_a_report_and_a_page_show_the_tree(recording, tmp_path):
    files = {path.name for path in sl.report(recording, tmp_path, formats=["png"])}
    assert "trajectory.png" in files and "report.html" in files


def test_two_runs_of_a_tree_are_compared(recording):
    comparison = sl.compare([recording, recording])
    assert "mean_speed" in str(comparison)
