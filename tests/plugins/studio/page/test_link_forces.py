"""Forces on the links in the data of the page, and the parts of height fields that are shown."""

import numpy as np
import pytest

from figures.skins import rolling_recording
from recordings import serpenoid_recording
from snakelab.plugins.studio.page.scene_data import Packer, link_forces, surface_things
from snakelab.results.recording import Recording


def with_forces(**forces) -> Recording:
    recording = serpenoid_recording()
    dims = recording["link_position"].dims
    return Recording(
        recording.dataset.assign({name: (dims, force) for name, force in forces.items()}), recording.status
    )


def test_forces_of_one_kind_are_added():
    shape = serpenoid_recording()["link_position"].shape
    friction, drag = np.zeros(shape), np.zeros(shape)
    friction[:, :, 1], drag[:, :, 0] = 2.0, 3.0
    recording = with_forces(rocks_friction_force=friction, sand_friction_force=friction, water_drag_force=drag)
    actual = link_forces(recording, np.arange(shape[0]), Packer())
    assert [(force["name"], force["most"]) for force in actual] == [("friction", 4.0), ("drag", 3.0)]


def test_a_run_without_forces_has_none():
    recording = serpenoid_recording()
    assert link_forces(recording, np.arange(3), Packer()) is None
    shape = recording["link_position"].shape
    assert link_forces(with_forces(friction_force=np.full(shape, np.nan)), np.arange(3), Packer()) is None


def test_a_height_field_ends_at_its_grid_unless_the_robot_leaves_it():
    field = {"name": "sand", "kind": "HeightField", "spacing": 0.05, "heights": np.zeros((21, 21)).tolist()}
    (inside,) = surface_things([rolling_recording(surfaces=[field | {"origin": [-0.5, -0.5]}])])
    assert (inside["y"][0], inside["y"][-1]) == pytest.approx((-0.45, 0.45), abs=0.06)
    (beyond,) = surface_things([rolling_recording(surfaces=[field | {"origin": [3.0, -0.5]}])])
    assert beyond["x"][0] < 0.0 < 3.0 < beyond["x"][-1] + 3.0
