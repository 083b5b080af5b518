"""Parts of the robot in images: their areas are those of the shapes of the model."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from optional_packages import mujoco
from snakelab.plugins.mujoco.cameras.camera_recording import model_stage
from snakelab.plugins.mujoco.cameras.optics import Projection
from snakelab.plugins.mujoco.cameras.renderer import Renderer
from snakelab.plugins.mujoco.cameras.scene_meshes import recorded_stage

assert mujoco
SIZE, FAR = 401, 4.0  # pixels of a side; distance of the camera [m]
FOCAL = 4.0 * SIZE / 2  # a field of view of 2 m at that distance


def seen(robot: sl.Robot, along: str, at=(0.0, 0.0, 0.0)) -> np.ndarray:
    """Return where a robot in empty space is seen from the side of an axis, bool, shape (SIZE, SIZE)."""
    run = sl.simulate(sl.build_model(robot, sl.World()), None, 0.02)
    T = np.eye(4)
    ahead = -np.eye(3)["xyz".index(along)]
    down = np.array([0.0, 0.0, -1.0]) if along != "z" else np.array([-1.0, 0.0, 0.0])
    T[:3, :3] = np.stack((np.cross(down, ahead), down, ahead), axis=1)
    T[:3, 3] = np.asarray(at) - FAR * ahead
    n = len(run["link"])
    with Renderer(recorded_stage(run), SIZE, SIZE) as renderer:
        renderer.place_links(run["link_position"].values[0], np.tile([1.0, 0.0, 0.0, 0.0], (n, 1)))
        depth = renderer.render([T], Projection(SIZE, SIZE, FOCAL, (SIZE - 1) / 2, (SIZE - 1) / 2), True)[0].depth
    return np.isfinite(depth)


def area(mask: np.ndarray, distance: float) -> float:
    """Return the area of an outline at a distance from the camera [m^2]."""
    return float(mask.sum()) * (distance / FOCAL) ** 2


@pytest.mark.parametrize("axle", ["y", "z"])
def test_a_wheel_is_a_disc_across_its_axle(axle):
    wheel = sl.Wheel(point=(0.1, 0.0, -0.6), radius=0.2, axle=axle)
    robot = sl.Robot([sl.Link(0.2, 1.0, sl.Cylinder(0.05), wheels=[wheel])])
    mask = seen(robot, "y", at=(0.1, 0.0, -0.6))
    mask[: SIZE // 4] = False  # the link itself
    tyre, hub = 2 * 0.2 * 2 * 0.16 * 0.2, 2 * 0.62 * 0.2 * 2 * 0.4 * 0.16 * 0.2
    expected = np.pi * 0.2**2 if axle == "y" else tyre + hub
    assert_allclose(area(mask, FAR), expected, rtol=0.12)


def test_an_elliptic_link_has_the_area_of_its_section():
    mask = seen(sl.Robot([sl.Link(0.2, 1.0, sl.Ellipse(0.4, 0.2))]), "x", at=(0.2, 0.0, 0.0))
    assert_allclose(area(mask, FAR), np.pi * 0.2 * 0.1, rtol=0.02)
    rows, columns = mask.any(axis=1).sum(), mask.any(axis=0).sum()
    assert_allclose([columns, rows], np.array([0.4, 0.2]) * FOCAL / FAR, atol=2)


def test_a_propeller_beside_the_hull_is_an_open_ring_with_blades():
    hull = sl.Cylinder(0.25)
    robot = sl.Robot([sl.Link(0.2, 1.0, hull)], propellers=[sl.Propeller("link1", (0.1, 0.6, 0.0), "x")])
    mask = seen(robot, "x", at=(0.1, 0.6, 0.0))
    radius = np.hypot(*(np.indices(mask.shape) - (SIZE - 1) / 2)) * FAR / FOCAL
    ring, within = (radius > 0.175) & (radius < 0.19), (radius > 0.06) & (radius < 0.15)
    assert mask[ring].mean() > 0.95
    assert mask[radius < 0.03].all()
    assert 0.15 < mask[within].mean() < 0.85
    assert not mask[(radius > 0.21) & (radius < 0.3)].any()


def test_a_propeller_inside_the_hull_opens_on_both_of_its_sides():
    plain = sl.Link(0.4, 1.0, sl.Cylinder(0.25))
    robot = sl.Robot([plain], propellers=[sl.Propeller("link1", (0.2, 0.0, 0.0), "z")])
    added = seen(robot, "y", at=(0.2, 0.0, 0.0)) & ~seen(sl.Robot([plain]), "y", at=(0.2, 0.0, 0.0))
    above, below = added[: SIZE // 2].sum(), added[SIZE // 2 :].sum()
    expected = 2 * 0.2 * 0.05 * (FOCAL / FAR) ** 2  # more by the perspective of the near rim
    assert expected < above < 1.3 * expected and above == below


def test_stages_of_a_model_and_of_its_recording_have_the_same_parts():
    wheel = sl.Wheel(point=(0.1, 0.02, -0.05), radius=0.02)
    parts = [sl.Link(0.2, 1.0, sl.Cylinder(0.05), wheels=[wheel]), sl.Revolute("z"), sl.Link(0.3, 1.0, name="nose")]
    robot = sl.Robot(parts, propellers=[sl.Propeller("nose", (0.1, 0.0, 0.1), "y")])
    model = sl.build_model(robot, sl.World())
    run = sl.simulate(model, None, 0.02)
    live, recorded = model_stage(model, run["link_position"].values[0]), recorded_stage(run)
    for name in ("wheels", "propellers"):
        (one,), (other,) = getattr(live, name), getattr(recorded, name)
        assert one.link == other.link == (0 if name == "wheels" else 1)
        assert_allclose(one.offset, other.offset)
