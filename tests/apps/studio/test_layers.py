"""Optional content of the page: current metrics, predicted futures, thumbnails of the library."""

import json
from importlib.resources import files

import numpy as np
import pytest

import snakelab as sl
from snakelab.scenarios import library

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.apps.studio.layers import WINDOW, current_metrics, predicted_futures, predicts


def test_current_metrics_are_those_of_the_last_seconds():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    assert current_metrics(simulation) is None
    simulation.advance(WINDOW + 2.0)
    found = current_metrics(simulation)
    values = {row["name"]: row["value"] for row in found["rows"]}
    rows = simulation.recording().dataset.sel(time=slice(simulation.time - found["window"] - 1e-6, None))
    way = np.linalg.norm(rows["com_position"].values[-1, :2] - rows["com_position"].values[0, :2])
    assert values["mean_speed"] == pytest.approx(way / found["window"], rel=1e-6)
    assert WINDOW <= found["window"] < WINDOW + 1.0 and found["warning"] == ""


def test_an_energy_balance_that_is_off_is_a_warning():
    link = sl.Link(0.1, mass=0.1)
    world = sl.World([sl.Gravity(), sl.Contact(stiffness=1e6, damping=0.0)])
    model = sl.build_model(sl.Robot([link, *5 * [sl.Revolute("y"), link]]), world)
    start = sl.initial_state(model, position=(0.0, 0.0, 0.1))
    simulation = sl.Simulation(model, sl.SerpenoidGait(0.5, 12.0, 0.785), state=start)
    simulation.advance(0.5)
    assert "energy balance is off" in current_metrics(simulation)["warning"]


def test_futures_are_paths_of_the_head_best_first():
    simulation = sl.start_scenario(sl.load_scenario("pipe_bend"))
    assert predicts(simulation)
    simulation.advance(0.2)
    state = simulation.state.row().copy()
    found = predicted_futures(simulation)
    paths = np.array(found["paths"])
    assert paths.ndim == 3 and paths.shape[2] == 3 and 0 < found["elite"] <= len(paths)
    assert np.allclose(paths[:, 0, :2], paths[0, 0, :2], atol=1e-3)
    assert np.array_equal(simulation.state.row(), state)
    assert not predicts(sl.start_scenario(sl.load_scenario("planar_viscous")))


def test_every_scenario_of_the_library_has_a_thumbnail():
    pictures = json.loads((files("snakelab.apps.studio") / "thumbnails.json").read_text())
    assert set(pictures) == set(library()), "draw the new ones: python docs/thumbnails.py"
    for picture in pictures.values():
        assert len(picture["points"]) >= 2 and picture["kind"] in ("ground", "water", "pipe", "terrain")
