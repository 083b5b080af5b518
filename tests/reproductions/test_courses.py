"""Courses for SLAM: the part of a run that is seen, its room, and the files of a short one."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from recordings import circle_recording
from reproductions.snakesys.courses import COURSES, run_course
from reproductions.snakesys.courses import course as module
from reproductions.snakesys.courses.course import scenery_of, seen_window
from reproductions.snakesys.courses.links import link_errors, rms

COURSE = replace(COURSES["creeping"], settled=1.0, path=0.6)


def test_the_seen_part_of_a_run_has_the_length_of_the_course():
    run = circle_recording()
    begin, end = seen_window(run, COURSE)
    head = run["head_position"].values[(run["time"].values >= begin) & (run["time"].values <= end)]
    assert begin == 1.0
    assert_allclose(np.linalg.norm(np.diff(head, axis=0), axis=1).sum(), 0.6, atol=2e-3)
    with pytest.raises(ValueError, match=r"covers .* m in 32 s"):
        seen_window(run, replace(COURSE, path=60.0))


def test_the_room_surrounds_the_path_and_its_boxes_leave_it_clear():
    run = circle_recording()
    places = run["link_position"].values[..., :2].reshape(-1, 2)
    scenery = scenery_of(run, COURSE, seed=3)
    half = np.array(scenery.clear) / 2
    assert (np.abs(places - scenery.centre[:2]) < half).all()
    assert_allclose(scenery.room[:2], np.array(scenery.clear) + 2 * 3.0 - 0.8)
    assert scenery.seed == 3
    assert scenery_of(run, COURSES["pipe"], seed=3).room is None


@pytest.mark.parametrize("name", list(COURSES))
def test_the_camera_of_a_course_stays_above_the_ground(name):
    camera, height = COURSES[name].camera, 0.055  # of the head's axis over the ground
    left = camera.transform
    right = left @ [camera.baseline, 0, 0, 1]
    upside_down = name == "sidewinding"
    for place in (left[:3, 3], right[:3]):
        assert (height + (-place[2] if upside_down else place[2])) > 0
        if name == "arc_rolling":
            assert np.hypot(place[1], place[2]) < height


@pytest.mark.slow
def test_a_course_is_written_with_images_and_truth(tmp_path, monkeypatch):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    tiny = replace(COURSES["creeping"], path=0.05, duration=2.0)
    tiny = replace(tiny, camera=replace(tiny.camera, lens=sl.robots.Lens(64, 40)))
    monkeypatch.setitem(module.COURSES, "creeping", tiny)
    sequence = sl.plugins.mujoco.load_sequence(run_course("creeping", 1, tmp_path / "creeping_1"))
    path = np.linalg.norm(np.diff(sequence.truth.position, axis=0), axis=1).sum()
    assert len(sequence) > 5 and path > 0.02
    assert sl.load(tmp_path / "creeping_1").finished


@pytest.mark.slow
def test_a_wide_lamp_lights_more_of_the_dark_pipe(tmp_path, monkeypatch):
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    tiny = replace(COURSES["pipe"], path=0.02, duration=5.0)
    tiny = replace(tiny, camera=replace(tiny.camera, lens=sl.robots.Lens(64, 40)))
    monkeypatch.setitem(module.COURSES, "pipe", tiny)
    narrow, wide = (
        sl.plugins.mujoco.load_sequence(run_course("pipe", 0, tmp_path / f"pipe_{i}", lamp=lamp))
        for i, lamp in enumerate((None, sl.robots.Lamp(1.2, 4.0, 3.0)))
    )
    assert next(wide.frames()).left.mean() > 1.3 * next(narrow.frames()).left.mean()


@pytest.mark.slow
def test_all_links_are_within_fifteen_millimetres_in_the_map_of_a_short_course(tmp_path, monkeypatch):
    for package in ("mujoco", "cv2", "gtsam"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    short = replace(COURSES["creeping"], path=0.2, duration=3.5)
    short = replace(short, camera=replace(short.camera, lens=sl.robots.Lens(320, 200, field_of_view=1.534)))
    monkeypatch.setitem(module.COURSES, "creeping", short)
    errors = link_errors(run_course("creeping", 0, tmp_path / "creeping_0"))
    assert errors.aligned.shape[1] == 29
    assert 1e-3 < rms(errors.from_start) < 0.015
    assert rms(errors.from_start[:, 0]) > rms(errors.from_start[:, -1])  # the tail is far from the camera
