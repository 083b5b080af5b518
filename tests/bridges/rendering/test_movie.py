"""Water in the 3-D movie: a clear body with a surface, and a background where it has no bounds."""

import json
from dataclasses import replace

import numpy as np
import pytest

from optional_packages import mujoco
from recordings import straight_recording
from snakelab.bridges.rendering.camera_motion.motion import BodyMotion
from snakelab.bridges.rendering.image_formation.projection import Projection
from snakelab.bridges.rendering.movie import FIELD, camera_poses
from snakelab.bridges.rendering.renderer import Renderer
from snakelab.bridges.rendering.scene.scene import has_boundless_water
from snakelab.bridges.rendering.scene.style import FILM
from snakelab.bridges.rendering.scene.visible_objects import recorded_stage

assert mujoco
FLUID = {"name": "water", "density": 1000.0, "surface": None, "region": None}


def recording_in(fluids):
    recording = straight_recording()
    return replace(recording, dataset=recording.dataset.assign_attrs(fluids=json.dumps(fluids)))


def picture(fluids, size=64):
    recording = recording_in(fluids)
    pose = camera_poses(recording, recording["time"].values[:1], 10.0, 1.0)[0]
    centre = (size - 1) / 2
    projection = Projection(size, size, float(size / 2 / np.tan(FIELD / 2)), centre, centre)
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


@pytest.mark.parametrize("region", [None, {"lower": [None, None, None], "upper": [None, None, None]}])
def test_boundless_water_colours_the_background_only(region):
    assert has_boundless_water(recorded_stage(recording_in([FLUID | {"region": region}])))
    assert np.isfinite(picture([FLUID | {"region": region}])).all()
