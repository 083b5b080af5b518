"""Water in images: Fresnel's equations, the path in the water, and its surface from above and below."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco.cameras.optics import (
    CACHED_DIRECTIONS,
    N_COSINES,
    REFRACTIVE_INDEX,
    Rays,
    Water,
    add_water,
    reflection,
)
from snakelab.plugins.mujoco.cameras.renderer import SKY_COLOUR

assert mujoco
OPEN = np.array([np.inf, np.inf, np.inf])
CRITICAL = np.arcsin(1 / REFRACTIVE_INDEX)
LENS = sl.robots.Lens(121, 121, field_of_view=2.2)
COLOUR = sl.robots.ImageSensor(colour=True)


def test_reflection_is_the_same_both_ways_and_total_beyond_the_critical_angle():
    above, below, cosine = reflection(False), reflection(True), np.linspace(0, 1, N_COSINES)
    assert_allclose([above[-1], below[-1]], ((REFRACTIVE_INDEX - 1) / (REFRACTIVE_INDEX + 1)) ** 2, rtol=1e-3)
    angle = np.arccos(cosine)
    assert_allclose(below[angle > CRITICAL + 1e-3], 1.0, atol=1e-6)
    refracted = np.cos(np.arcsin(np.sin(angle) / REFRACTIVE_INDEX))  # of a ray that enters the water
    assert_allclose(np.interp(refracted, cosine, below)[100:], above[100:], atol=2e-3)
    brewster = np.arctan(
        REFRACTIVE_INDEX
    )  # there only light polarised across is reflected: half of ((n^2 - 1) / (n^2 + 1))^2
    expected = ((REFRACTIVE_INDEX**2 - 1) / (REFRACTIVE_INDEX**2 + 1)) ** 2 / 2
    assert_allclose(np.interp(np.cos(brewster), cosine, above), expected, rtol=1e-2)


def through(height: float, depth: float, pitch: float, **bounds: np.ndarray) -> np.ndarray:
    """Return the levels of a white point at a depth, seen from a height along one ray, through black water."""
    water = Water((0.5, 0.2, 0.1), (0.0, 0.0, 0.0), bounds.get("low", -OPEN), bounds["high"])
    T = np.eye(4)
    T[:3, 2], T[2, 3] = [np.cos(pitch), 0, -np.sin(pitch)], height
    zero, levels = np.zeros((1, 1), np.float32), [np.full((1, 1), 255, np.float32) for _ in range(3)]
    add_water(levels, np.full((1, 1), depth, np.float32), Rays(zero, zero, zero + 1), T, water, 1.0)
    return np.array(levels).ravel() / 255


def high(z: float) -> np.ndarray:
    return np.array([np.inf, np.inf, z])


@pytest.mark.parametrize("pitch", [0.4, 1.0, 1.5])
def test_light_from_below_the_surface_is_lost_along_the_part_in_the_water(pitch):
    dry = 0.3 / np.sin(pitch)
    kept = 1 - np.interp(np.sin(pitch), np.linspace(0, 1, N_COSINES), reflection(False))
    seen = through(0.3, dry + 2.0, pitch, high=high(0.0))
    assert_allclose(seen, kept * np.exp(-2.0 * np.array([0.5, 0.2, 0.1])), rtol=1e-3)
    assert_allclose(through(0.3, dry - 0.01, pitch, high=high(0.0)), 1.0)  # nearer than the surface


def test_light_from_above_the_surface_is_lost_up_to_it_and_from_the_side_up_to_the_wall():
    steep = through(-0.5, 5.0, -1.4, high=high(0.0))
    kept = 1 - np.interp(np.sin(1.4), np.linspace(0, 1, N_COSINES), reflection(True))
    assert_allclose(steep, kept * np.exp(-0.5 / np.sin(1.4) * np.array([0.5, 0.2, 0.1])), rtol=1e-3)
    flat = through(-0.5, 5.0, -0.5, high=high(0.0))
    assert_allclose(flat, 0.0, atol=1e-6)  # total reflection of black water
    tank = {"low": np.array([1.0, -1.0, -1.0]), "high": np.array([3.0, 1.0, 1.0])}
    assert_allclose(through(0.0, 8.0, 0.0, **tank), np.exp(-2.0 * np.array([0.5, 0.2, 0.1])), rtol=1e-3)
    assert_allclose(through(0.0, 2.5, 0.0, **tank), np.exp(-1.5 * np.array([0.5, 0.2, 0.1])), rtol=1e-3)
    assert_allclose(through(0.0, 0.9, 0.0, **tank), 1.0)
    assert_allclose(through(0.0, 8.0, np.pi, **tank), 1.0)  # behind the camera


def picture(tmp_path, z: float, pitch: float, surface: float | None, camera=None) -> np.ndarray:
    """Return the first image of a robot held at a height, in or above a fluid with a surface; the floor is at -2 m."""
    media = [sl.Contact(sl.Plane(point=(0.0, 0.0, -2.0)))]
    media += [] if surface is None else [sl.Fluid(1000.0, surface=surface)]
    model = sl.build_model(sl.Robot([sl.Link(0.2, 1.0)], base="fixed"), sl.World(media))
    run = sl.simulate(model, None, 0.02, state=sl.initial_state(model, position=(0.0, 0.0, z)))
    camera = camera or sl.Camera(rotation=(0.0, pitch, 0.0), lens=LENS, image_sensor=COLOUR)
    with sl.plugins.mujoco.render_cameras(run, tmp_path / "images.h5", camera, None, 0.0, 0.0) as images:
        return images.camera().image(0).astype(float)


def test_from_below_the_sky_is_seen_within_the_critical_angle(tmp_path):
    image = picture(tmp_path, -0.3, -np.pi / 2, 0.0)
    rows, columns = np.indices(image.shape[:2]) - 60.0
    angle = np.arctan(np.hypot(rows, columns) / LENS.focal_lengths[0])
    sky = np.exp(-0.3 * np.array(sl.worlds.Scenery().attenuation)) * np.array(SKY_COLOUR) * 255
    assert (np.abs(image[angle < 0.3] - sky) < 0.1 * sky).all()
    deep = 255 * np.array(sl.worlds.Scenery().water_colour)
    assert (np.abs(image[angle > CRITICAL + 0.02] - deep) < 2).all()


def test_from_above_the_floor_is_seen_steeply_and_the_sky_flatly(tmp_path):
    dry, wet = (picture(tmp_path, 0.5, 0.6, surface) for surface in (None, 0.0))
    steep, flat = np.s_[110:, 40:80], np.s_[33:36, 40:80]
    assert wet[steep].std() > 0.3 * dry[steep].std() and wet[steep][..., 0].mean() < 0.5 * dry[steep][..., 0].mean()
    upward = 60 - LENS.focal_lengths[0] * np.tan(0.6)  # row of the horizon
    assert_allclose(
        wet[: int(upward) - 1], np.broadcast_to(np.array(SKY_COLOUR) * 255, wet[: int(upward) - 1].shape), atol=2
    )
    assert wet[flat].mean() > wet[steep].mean()


def test_a_depth_camera_measures_through_the_surface(tmp_path):
    camera = sl.DepthCamera(rotation=(0.0, 1.2, 0.0), lens=sl.robots.Lens(32, 32, field_of_view=0.3), farthest=10.0)
    dry, wet = (picture(tmp_path, 0.5, 0.0, surface, camera) for surface in (None, 0.0))
    assert_allclose(wet, dry)
    assert np.isfinite(dry).all()


@pytest.mark.parametrize("height", [-0.4, 0.6])
def test_rays_that_are_used_again_give_the_same_levels(height):
    """Directions and reflections are kept for the second camera of a pair, and replaced when the camera turns."""
    v, u = np.mgrid[-1:1:20j, -1:1:30j].astype(np.float32)
    depth = np.linspace(0.5, 4.0, u.size, dtype=np.float32).reshape(u.shape)
    depth[:4] = np.inf
    water, kept = Water((0.5, 0.2, 0.1), (0.1, 0.2, 0.3), -OPEN, np.array([3.0, 3.0, 0.0])), None
    for pitch in (-0.4, 0.1, 0.5, -0.4):
        for across in (0.0, 0.12):
            T = np.eye(4)
            T[:3, :3] = [[0, np.sin(pitch), np.cos(pitch)], [-1, 0, 0], [0, -np.cos(pitch), np.sin(pitch)]]
            T[:3, 3] = [0.0, across, height]
            fresh = Rays(u, v, np.sqrt(1 + u**2 + v**2))
            kept = kept or fresh
            images = [[np.full(u.shape, 200, np.float32) for _ in range(3)] for _ in range(2)]
            for image, rays in zip(images, (kept, fresh), strict=True):
                add_water(image, depth, rays, T, water, 1.0)
            assert np.array_equal(images[0], images[1])
            assert kept is fresh or len(kept._known) <= CACHED_DIRECTIONS
