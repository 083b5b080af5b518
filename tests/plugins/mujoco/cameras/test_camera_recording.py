"""Depth against closed forms, pairs against single cameras, and the light of a place."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import snakelab as sl
from snakelab.plugins.mujoco.cameras import renderer as opengl
from snakelab.plugins.mujoco.cameras.optics import distorted, pinhole_model, undistorted

WIDE = {"width": 64, "height": 40}
BARREL = sl.robots.Lens(**WIDE, distortion="radial_tangential", coefficients=(-0.2, 0.03, 0.002, -0.001))
FISHEYE = sl.robots.Lens(**WIDE, fx=30.0, distortion="equidistant", coefficients=(0.02, -0.01, 0.003, 0.0))


def shot(run, path, camera, scenery=None, stream=""):
    """The first image of one camera."""
    with sl.plugins.mujoco.render_cameras(run, path / "images.h5", camera, scenery, 0.0, 0.0) as images:
        return images.camera().image(0, stream)


def rays(lens):
    """Ideal (x/z, y/z) of every pixel."""
    u, v = np.meshgrid(np.arange(lens.width), np.arange(lens.height))
    (fx, fy), (cx, cy) = lens.focal_lengths, lens.principal_point
    return undistorted(pinhole_model(lens), np.stack(((u - cx) / fx, (v - cy) / fy), axis=-1))


@pytest.mark.parametrize(
    "lens",
    [
        sl.robots.Lens(**WIDE),
        sl.robots.Lens(**WIDE, cx=20.25, cy=31.0),
        sl.robots.Lens(**WIDE, fx=40.0, fy=55.0, cx=30.0),
        BARREL,
        FISHEYE,
    ],
    ids=["plain", "shifted", "oblong pixels", "barrel", "fisheye"],
)
def test_the_depth_of_a_floor_is_that_of_the_rays(still, tmp_path, lens):
    pitch = 0.9  # downwards
    depth = shot(still, tmp_path, sl.DepthCamera(rotation=(0.0, pitch, 0.0), lens=lens, farthest=1.5))
    y = rays(lens)[..., 1]
    down = np.sin(pitch) + y * np.cos(pitch)  # descent of a ray for a depth of 1
    with np.errstate(divide="ignore"):
        expected = 0.5 / down
    ahead = 0.2 + expected * (np.cos(pitch) - y * np.sin(pitch))
    clear = (down > 0) & (expected < 1.4) & (ahead < 1.9)
    assert clear.mean() > 0.4
    # a pixel of the rendered image is within half a pixel of the ray where the image is resampled
    step = 0.0 if lens.distortion == "none" and lens.fy is None else 0.7 / min(lens.focal_lengths)
    slack = 2e-3 + step * np.cos(pitch) / down
    assert (np.abs(depth / expected - 1)[clear] < slack[clear]).all()


def test_pixels_without_a_surface_in_range_have_no_depth(still, tmp_path):
    depth = shot(still, tmp_path, sl.DepthCamera(lens=sl.robots.Lens(**WIDE), farthest=1.0))
    assert np.isnan(depth[:20]).all() and np.isfinite(depth[-1]).all()


def test_the_noise_of_depth_grows_with_its_square(still, tmp_path):
    camera = sl.DepthCamera(lens=sl.robots.Lens(160, 40, field_of_view=0.2), noise=0.01)
    depth = shot(still, tmp_path, camera)
    assert_allclose(depth.mean(), 1.8, atol=5e-3)
    assert_allclose(depth.std(), 0.01 * 1.8**2, rtol=0.1)


def test_a_pair_is_two_cameras_at_a_baseline(still, tmp_path):
    lens, place = sl.robots.Lens(**WIDE, cx=28.0), (0.0, 0.05, 0.1)
    left, right = (
        shot(still, tmp_path, sl.StereoCamera(point=place, lens=lens), stream=eye) for eye in ("left", "right")
    )
    alone = shot(still, tmp_path, sl.Camera(point=(0.0, 0.05 - 0.12, 0.1), lens=lens))
    first = shot(still, tmp_path, sl.Camera(point=place, lens=lens))
    assert_array_equal(left, first)
    assert_array_equal(right, alone)


def test_the_disparity_of_a_wall_is_that_of_its_distance(still, tmp_path):
    lens = sl.robots.Lens(320, 40, fx=300.0)  # of a wall at 1.8 m: 300 * 0.12 / 1.8 = 20 pixels
    camera = sl.StereoCamera(lens=lens)
    left, right = (shot(still, tmp_path, camera, stream=eye).astype(float) for eye in ("left", "right"))
    errors = [np.abs(left[:20, 60:260] - right[:20, 60 - d : 260 - d]).mean() for d in range(41)]
    assert int(np.argmin(errors)) == 20


@pytest.mark.parametrize("lens", [BARREL, FISHEYE])
def test_distortion_and_its_inverse_agree(lens):
    model, ideal = pinhole_model(lens), rays(sl.robots.Lens(**WIDE))
    assert_allclose(undistorted(model, distorted(model, ideal)), ideal, atol=1e-9)


def test_a_camera_on_a_frame_and_one_with_optical_axes_see_the_same(still, tmp_path):
    lens = sl.robots.Lens(**WIDE)
    T = sl.Camera().transform
    from snakelab.robots.link import rotation_vector

    turn = rotation_vector(T[:3, :3])
    body = shot(still, tmp_path, sl.Camera(point=(0.0, 0.0, 0.1), lens=lens))
    optical = shot(still, tmp_path, sl.Camera(point=(0.0, 0.0, 0.1), rotation=turn, axes="optical", lens=lens))
    on_link = shot(still, tmp_path, sl.Camera(on="nose", point=(0.2, 0.0, 0.1), lens=lens))
    assert np.abs(body.astype(int) - optical).max() <= 2
    assert np.abs(body.astype(int) - on_link).max() <= 2


def test_noise_is_repeatable_and_has_its_deviation(still, tmp_path):
    grey = sl.worlds.Scenery(contrast=0.0)

    def seen(**sensor):
        with pytest.warns(sl.SnakelabWarning, match="has no texture"):
            camera = sl.Camera(
                lens=sl.robots.Lens(160, 100, field_of_view=0.3), image_sensor=sl.robots.ImageSensor(**sensor)
            )
            return shot(still, tmp_path, camera, grey)

    clean, noisy = seen(), seen(read_noise=3.0)
    assert_allclose((noisy.astype(float) - clean).std(), np.sqrt(9 + 1 / 12), rtol=0.03)
    assert_array_equal(noisy, seen(read_noise=3.0))
    assert (noisy != seen(read_noise=3.0, seed=1)).mean() > 0.5
    bright = seen(photon_noise=5.0).astype(float) - clean
    assert_allclose(bright.std(), 5 * np.sqrt(clean.mean() / 255), rtol=0.05)


def test_gain_covers_and_blur(still, moving, tmp_path):
    lens = sl.robots.Lens(**WIDE)
    assert (shot(still, tmp_path, sl.Camera(lens=lens, image_sensor=sl.robots.ImageSensor(gain=0.0))) == 0).all()
    covered = sl.robots.ImageSensor(covered=(0.0, 0.05))
    with sl.plugins.mujoco.render_cameras(
        still, tmp_path / "images.h5", sl.Camera(lens=lens, image_sensor=covered, rate=10)
    ) as images:
        first, second = (images.camera().image(i) for i in (0, 1))
    assert (first == 0).all() and second.mean() > 20
    sharp, blurred = (
        shot(moving, tmp_path, sl.Camera(lens=lens, image_sensor=sl.robots.ImageSensor(exposure_time=t)))
        for t in (0.0, 0.4)
    )
    assert blurred.std() < 0.9 * sharp.std()


def pipe_run(radius=0.3, water=False):
    pipe = sl.Contact(sl.Pipe([(-3.0, 0.0, 0.0), (3.0, 0.0, 0.0)], radius))
    media = [pipe, *([sl.Fluid(1000.0)] if water else [])]
    model = sl.build_model(sl.Robot([sl.Link(0.2, 1.0)], base="fixed"), sl.World(media))
    return sl.simulate(model, None, 0.02)


def test_a_pipe_is_dark_inside_without_a_lamp(tmp_path):
    lens = sl.robots.Lens(**WIDE)
    dark = shot(pipe_run(), tmp_path, sl.Camera(lens=lens))
    lit = shot(pipe_run(), tmp_path, sl.Camera(lens=lens, lamp=sl.robots.Lamp(reach=0.5)))
    assert dark.max() <= 5
    assert lit[0].mean() > 30 and lit[0].mean() > 3 * lit[18:22, 30:34].mean()  # the wall is near, the end is far


def test_water_takes_red_first(tmp_path):
    camera = sl.Camera(
        lens=sl.robots.Lens(**WIDE), image_sensor=sl.robots.ImageSensor(colour=True), lamp=sl.robots.Lamp(reach=10.0)
    )
    air, water = (shot(pipe_run(water=wet), tmp_path, camera).astype(float) for wet in (False, True))
    kept = water[15:25, 24:40].mean(axis=(0, 1)) / air[15:25, 24:40].mean(axis=(0, 1))
    assert kept[0] < 0.7 * kept[1] < 0.7


def test_without_opengl_one_line_names_the_packages(monkeypatch):
    def broken(name):
        raise OSError(f"no library for {name}")

    monkeypatch.setattr(opengl, "_backend", broken)
    monkeypatch.setattr(opengl.sys, "platform", "linux")
    with pytest.raises(
        sl.errors.SimulationError, match=r"none works here \(egl: no library.*osmesa.*apt-get install libegl1"
    ) as caught:
        opengl.open_context(8, 8)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda run, path: sl.plugins.mujoco.render_cameras(run, path), "has no cameras; give them with cameras="),
        (lambda run, path: sl.plugins.mujoco.render_cameras(run, path, sl.Camera(on="nsoe")), "got 'nsoe'; did you mean 'nose'"),
        (
            lambda run, path: sl.plugins.mujoco.render_cameras(run, path, [sl.Camera(), sl.Camera()]),
            "two cameras are named 'camera'",
        ),
        (
            lambda run, path: sl.plugins.mujoco.render_cameras(run, path, sl.Camera(), begin=1.0),
            "begin and end must be .* from 0 to 0.2 s",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_rendered_is_refused(still, tmp_path, call, message):
    with pytest.raises(sl.errors.RecordingError, match=message):
        call(still, tmp_path / "images.h5")
    assert list(tmp_path.iterdir()) == []


def test_a_world_with_nothing_to_see_is_warned_of(tmp_path):
    run = sl.simulate(sl.build_model(sl.Robot([sl.Link(0.2, 1.0)])), None, 0.02)
    with pytest.warns(sl.SnakelabWarning, match="nothing to see but the robot"):
        shot(run, tmp_path, sl.Camera(lens=sl.robots.Lens(**WIDE)))
