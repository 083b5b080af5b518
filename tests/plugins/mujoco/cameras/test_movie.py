"""Movies: the camera of each view, the frames, and what they show of robot and world."""

import json
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from optional_packages import mujoco
from recordings import (
    changed,
    circle_recording,
    first_rows,
    hanging_recording,
    serpenoid_recording,
    soft_recording,
    straight_recording,
)
from snakelab.errors import RecordingError
from snakelab.figures.picture_geometry import body_pieces
from snakelab.plugins.mujoco.cameras.camera_motion import BodyMotion
from snakelab.plugins.mujoco.cameras.movie import (
    CAMERA,
    VIEWS,
    between,
    camera_poses,
    clock_text,
    drawable,
    frame_times,
    frames,
    movie,
)
from snakelab.plugins.mujoco.cameras.optics import Projection
from snakelab.plugins.mujoco.cameras.rendered_scene import FILM, SENSOR, ground_colour, has_boundless_water
from snakelab.plugins.mujoco.cameras.renderer import Renderer
from snakelab.plugins.mujoco.cameras.scene_meshes import recorded_stage, trapezoids
from snakelab.results.recording import Recording
from walls import waving_recording

assert mujoco
SIZE = (160, 90)
FLUID = {"name": "water", "density": 1000.0, "surface": None, "region": None}


def recording_in(fluids):
    recording = straight_recording()
    return replace(recording, dataset=recording.dataset.assign_attrs(fluids=json.dumps(fluids)))


def changed_attributes(recording, **attributes):
    return replace(recording, dataset=recording.dataset.assign_attrs(**attributes))


def picture(fluids, size=64):
    recording = recording_in(fluids)
    pose = camera_poses(recording, recording["time"].values[:1], 10.0, 1.0)[0]
    centre = (size - 1) / 2
    projection = Projection(size, size, float(size / 2 / np.tan(CAMERA.field / 2)), centre, centre)
    with Renderer(recorded_stage(recording), size, size, look=FILM) as renderer:
        renderer.place_links(*BodyMotion(recording)(0.0))
        return renderer.render([pose], projection)[0].colour.astype(float)


def test_water_above_the_robot_tints_it_and_water_below_does_not():
    dry, above = picture([]), picture([FLUID | {"surface": 0.1}])
    below = picture([FLUID | {"surface": -50.0}])
    centre = (slice(24, 40), slice(24, 40))
    assert np.abs(below - dry)[centre].max() < 3.0
    redder = (dry - above)[centre][..., 0]
    assert redder.mean() > 10.0  # the water takes the red


@pytest.mark.parametrize(
    ("name", "hue"), [("grass", (-1, 1, -1)), ("the beach", (1, 0, -1)), ("ground", (0, 0, 0)), ("snow", (0, 0, 0))]
)
def test_a_natural_ground_has_its_colour_in_a_film_and_not_for_a_sensor(name, hue):
    plane = {"name": name, "kind": "Plane", "normal": [0.0, 0.0, 1.0], "point": [0.0, 0.0, -0.05]}
    stage = recorded_stage(changed_attributes(straight_recording(), surfaces=json.dumps([plane])))
    colour = np.array(ground_colour(stage, FILM))
    for one, sign in zip(colour - colour.mean(), hue, strict=True):
        assert np.sign(one) == sign or abs(one) < 0.06
    assert ground_colour(stage, SENSOR) == SENSOR.ground and (any(hue) or ground_colour(stage, FILM) == FILM.ground)


@pytest.mark.parametrize("region", [None, {"lower": [None, None, None], "upper": [None, None, None]}])
def test_boundless_water_colours_the_background_only(region):
    assert has_boundless_water(recorded_stage(recording_in([FLUID | {"region": region}])))
    assert np.isfinite(picture([FLUID | {"region": region}])).all()


def poses(recording: Recording, view: str, fps: float = 10.0) -> np.ndarray:
    shown = drawable(recording)
    return camera_poses(shown, frame_times(shown, fps, 1.0), fps, 16 / 9, view)


def frame(recording: Recording, view: str = "follow", time: float | None = None) -> np.ndarray:
    shown = drawable(recording)
    times = shown["time"].values[-1:] if time is None else np.array([time])
    return np.asarray(next(frames(shown, times, 10.0, SIZE, view)), dtype=int)


def in_pixels(points: np.ndarray, T: np.ndarray) -> np.ndarray:
    """Pixels of points, shape (n, 2), in a picture of `SIZE`."""
    x, y, z = ((points - T[:3, 3]) @ T[:3, :3]).T
    focal = SIZE[1] / 2 / np.tan(CAMERA.field / 2)
    return np.stack((SIZE[0] / 2 + focal * x / z, SIZE[1] / 2 + focal * y / z), axis=1)


def is_body(image: np.ndarray) -> np.ndarray:
    return image[..., 2] - image[..., 0] > 110  # that of the sky is 86


def is_head(image: np.ndarray) -> np.ndarray:
    return image[..., 0] - image[..., 2] > 90


def test_values_between_rows_lie_on_straight_lines():
    rows, values = np.array([0.0, 1.0, 3.0]), np.array([[0.0], [2.0], [-2.0]])
    actual = between(values, rows, np.array([-1.0, 0.25, 1.0, 2.0, 3.0, 9.0]))
    assert np.allclose(actual[:, 0], [0.0, 0.5, 2.0, 0.0, -2.0, -2.0])


@pytest.mark.parametrize(("speed", "n"), [(1.0, 61), (0.5, 121), (4.0, 16)])
def test_the_frames_follow_time_at_the_speed(speed, n):
    times = frame_times(straight_recording(duration=2.0), 30.0, speed)
    assert len(times) == n
    assert np.allclose(np.diff(times), speed / 30)


@pytest.mark.parametrize("view", VIEWS)
def test_the_camera_follows_a_robot_that_goes_far(view):
    far = poses(straight_recording(speed=1.0, duration=10.0), view)
    travelled = far[-1, :3, 3] - far[0, :3, 3]
    assert travelled[0] > 8.5 and np.abs(travelled[1:]).max() < 0.3


@pytest.mark.parametrize("view", ["follow", "top", "side"])
def test_the_camera_is_at_rest_before_a_robot_that_stays(view):
    assert np.ptp(poses(hanging_recording(), view), axis=0).max() == 0.0


@pytest.mark.parametrize("view", ["follow", "top", "side"])
@pytest.mark.parametrize("recording", [straight_recording(speed=1.0, duration=10.0), serpenoid_recording()])
def test_the_body_is_inside_the_picture_and_fills_it(view, recording):
    body = np.concatenate(body_pieces(recording), axis=1)
    fps = 1 / float(np.diff(recording["time"].values[:2])[0])
    shown = poses(recording, view, fps)
    seen = np.array([in_pixels(points, T) for points, T in zip(body, shown, strict=False)])
    inside = ((seen > 0) & (seen < SIZE)).all(axis=(1, 2))
    assert inside.mean() >= CAMERA.fitting
    assert np.ptp(seen, axis=1).max() > 0.3 * SIZE[1]


def test_the_views_look_as_they_are_called():
    recording = straight_recording(speed=1.0, duration=5.0)
    follow, top, side, head = (poses(recording, view)[20] for view in VIEWS)
    assert np.allclose(top[:3, :3], np.diag([1.0, -1.0, -1.0]))
    assert abs(side[0, 2]) < 1e-6 and 0 < -side[2, 2] < 0.3
    assert np.degrees(np.arcsin(-follow[2, 2])) == pytest.approx(32.0)
    assert head[0, 2] > 0.7 and head[0, 3] < recording["head_position"].values[:, 0].max()
    assert np.allclose(np.linalg.det([T[:3, :3] for T in (follow, top, side, head)]), 1.0)


def test_the_direction_of_travel_is_to_the_right_in_the_oblique_views():
    recording = straight_recording(speed=-1.0, duration=5.0)
    for view in ("follow", "side"):
        assert poses(recording, view)[0, 0, 0] < -0.4


def test_the_four_views_show_different_pictures_of_the_robot():
    images = [frame(straight_recording(), view) for view in VIEWS]
    for i, image in enumerate(images):
        assert image.shape == (90, 160, 3)
        assert is_head(image).sum() > 15
        assert all(np.abs(image - other).mean() > 3 for other in images[:i])
    assert all(is_body(image[20:]).sum() > 40 for image in images[:3])


def test_a_longer_link_is_longer_in_the_picture():
    recording = straight_recording(n_links=3)
    image = frame(recording, "top", 0.0)
    T = camera_poses(drawable(recording), np.zeros(1), 10.0, 16 / 9, "top")[0]
    robot = is_body(image) | is_head(image)
    robot[:20] = False  # the text
    columns = np.flatnonzero(robot.any(axis=0))
    per_metre = SIZE[1] / 2 / np.tan(CAMERA.field / 2) / T[2, 3]
    assert np.ptp(columns) == pytest.approx(0.3 * per_metre, abs=7)  # its upper side is nearer


@pytest.mark.parametrize(
    "recording",
    [
        pytest.param(hanging_recording(), id="fixed arm"),
        pytest.param(soft_recording(), id="soft section"),
        pytest.param(circle_recording(), id="one link"),
        pytest.param(first_rows(serpenoid_recording(), 1), id="one row"),
        pytest.param(serpenoid_recording(robot="a\nb\x00\u4e2d" + "x" * 300), id="odd name"),
    ],
)
def test_odd_recordings_have_frames_and_all_views(recording):
    assert frame(recording).std() > 5
    for view in VIEWS:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert np.isfinite(poses(recording, view)).all()


def test_a_run_that_flies_apart_is_shown_up_to_there():
    recording = serpenoid_recording(status="diverged at t = 9.5 s")
    position = recording["link_position"].values.copy()
    position[379] *= 1e80
    position[380:] = np.nan
    shown = drawable(changed(recording, link_position=position))
    assert shown["time"].values[-1] == pytest.approx(recording["time"].values[378])
    assert frame(shown).std() > 5


def test_rows_without_a_direction_and_rows_that_go_back_in_time_are_left_out():
    recording = serpenoid_recording(duration=4.0, n_rows=41)
    turn, times = recording["link_quaternion"].values.copy(), recording["time"].values.copy()
    turn[30:] = np.nan
    assert drawable(changed(recording, link_quaternion=turn))["time"].values[-1] == pytest.approx(2.9)
    times[20:] = times[10]
    back = Recording(recording.dataset.assign_coords(time=times), recording.status)
    assert drawable(back)["time"].values[-1] == pytest.approx(1.9)


def test_without_any_finite_pose_a_movie_says_that_there_is_nothing_to_show(tmp_path: Path):
    recording = straight_recording()
    nowhere = changed(recording, link_quaternion=np.full(recording["link_quaternion"].shape, np.nan))
    for bad in (nowhere, first_rows(serpenoid_recording(), 0)):
        with pytest.raises(RecordingError, match="so there is no movie"):
            movie(bad, tmp_path / "m.webp", size=SIZE)


def test_a_movie_has_its_frames_and_reports_its_progress(tmp_path: Path):
    messages: list[float] = []
    path = movie(
        straight_recording(duration=1.0), tmp_path / "m.gif", view="top", fps=4.0, size=SIZE, progress=messages.append
    )
    assert messages == [0.2, 0.4, 0.6, 0.8, 1.0]
    with Image.open(path) as image:
        assert image.n_frames == 5 and image.size == SIZE


def test_an_interrupted_movie_leaves_no_file(tmp_path: Path):
    def interrupt(fraction: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        movie(straight_recording(duration=1.0), tmp_path / "m.gif", fps=4.0, size=SIZE, progress=interrupt)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"view": "tops"}, "view must be one of follow, top, side, head; got 'tops'; did you mean 'top'"),
        ({"speed": 0}, "speed must be greater than 0"),
        ({"fps": 0}, "fps must be at least 1"),
    ],
)
def test_bad_options_are_refused(tmp_path: Path, options, words):
    with pytest.raises(RecordingError, match=words):
        movie(straight_recording(), tmp_path / "m.gif", **options)
    assert not [*tmp_path.iterdir()]


def test_rock_is_beside_the_pipe_and_not_in_it():
    recording = waving_recording()
    time = float(recording["time"].values[50])
    walled, bare = frame(recording, "top", time), frame(waving_recording(surfaces=[]), "top", time)
    T = camera_poses(drawable(recording), recording["time"].values[50:51], 10.0, 16 / 9, "top")[0]

    def changed_at(x: float, y: float) -> bool:
        across, down = in_pixels(np.array([[x, y, 0.0]]), T)[0].round().astype(int)
        square = (slice(down - 1, down + 2), slice(across - 1, across + 2))
        return bool(np.abs(walled[square] - bare[square]).mean() > 10)

    assert changed_at(-2.0, 0.25) and changed_at(-2.0, -0.25) and not changed_at(-2.0, 0.14)


def test_trapezoids_fill_what_lies_between_outlines():
    window = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (0.0, 6.0)])
    hole = np.array([(2.0, 1.0), (5.0, 5.0), (8.0, 1.0)])
    corners = trapezoids([window, hole])
    x, y = np.moveaxis(corners, -1, 0)
    areas = 0.5 * (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)
    assert (areas >= 0).all()  # anticlockwise
    assert areas.sum() == pytest.approx(60.0 - 12.0)


def test_the_frames_are_headed_by_the_scenario():
    plain, titled = (
        frame(serpenoid_recording(n_rows=9, scenario=text)) for text in ("{}", '{"title": "A wave on sand"}')
    )
    assert np.abs(plain - titled)[:12].mean() > 1 and np.abs(plain - titled)[20:].max() == 0


def test_the_speed_stands_behind_the_time_unless_it_is_1():
    assert clock_text(2.5, 1.0) == "2.50 s" and clock_text(2.5, 0.25) == "2.50 s  0.25×"
    recording, size = drawable(straight_recording()), (320, 180)
    times = frame_times(recording, 1.0, 1.0)[:1]
    plain, slow = (np.asarray(next(frames(recording, times, 10.0, size, "top", speed)), int) for speed in (1.0, 0.5))
    changed = np.abs(plain - slow).max(axis=-1) > 60
    assert changed[:20, 200:].any() and not changed[20:].any() and not changed[:, :200].any()
