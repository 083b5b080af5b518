"""Optional content of the page: current metrics, predicted futures, thumbnails of the library."""

import json
from importlib.resources import files

import numpy as np
import pytest

import snakelab as sl
from snakelab.scenarios.catalogue import library

pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
from snakelab.plugins.studio.live.replay import Replay
from snakelab.plugins.studio.live.session import Session
from snakelab.plugins.studio.server.feeds import METRICS_WINDOW, current_metrics, predicted_futures, predicts
from snakelab.plugins.studio.server.viewers import (
    Watched,
    force_kinds,
    frame,
    has_current,
    has_temperature,
    packed_map,
    surroundings,
)


def test_current_metrics_are_those_of_the_last_seconds():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    assert current_metrics(simulation) is None
    simulation.advance(METRICS_WINDOW + 2.0)
    metrics = current_metrics(simulation)
    values = {row["name"]: row["value"] for row in metrics["rows"]}
    rows = simulation.recording().dataset.sel(time=slice(simulation.time - metrics["window"] - 1e-6, None))
    way = np.linalg.norm(rows["com_position"].values[-1, :2] - rows["com_position"].values[0, :2])
    assert values["mean_speed"] == pytest.approx(way / metrics["window"], rel=1e-6)
    assert METRICS_WINDOW <= metrics["window"] < METRICS_WINDOW + 1.0 and metrics["warning"] == ""


def test_an_energy_balance_that_is_off_is_a_warning():
    link = sl.Link(0.1, mass=0.1)
    world = sl.World([sl.Gravity(), sl.Contact(stiffness=1e6, damping=0.0)])
    model = sl.build_model(sl.Robot([link, *5 * [sl.Revolute("y"), link]]), world)
    start = sl.initial_state(model, position=(0.0, 0.0, 0.1))
    simulation = sl.Simulation(model, sl.SerpenoidGait(0.5, 12.0, 0.785), state=start)
    simulation.advance(0.5)
    assert "energy balance is off" in current_metrics(simulation)["warning"]


@pytest.mark.thorough
def test_futures_are_paths_of_the_head_best_first():
    simulation = sl.start_scenario(sl.load_scenario("pipe_bend"))
    assert predicts(simulation)
    simulation.advance(0.2)
    state = simulation.state.row().copy()
    futures = predicted_futures(simulation)
    paths = np.array(futures["paths"])
    assert paths.ndim == 3 and paths.shape[2] == 3 and 0 < futures["elite"] <= len(paths)
    assert np.allclose(paths[:, 0, :2], paths[0, 0, :2], atol=1e-3)
    assert np.array_equal(simulation.state.row(), state)
    assert not predicts(sl.start_scenario(sl.load_scenario("planar_viscous")))


def numbers_of(simulation, session, **watched):
    """Optional numbers of the present frame: forces, values for colours, current."""
    row, layout = simulation.course.last_record()
    seen = Watched(**watched)
    data = np.frombuffer(frame(row, layout, seen, surroundings=surroundings(session, row, layout, seen)), "<f4")
    n_links, n_forces, n_colours, n_current = int(data[0]), *data[7:10].astype(int)
    tail = data[len(data) - 3 * n_links * n_forces - n_colours - n_current :]
    return np.split(tail, [3 * n_links * n_forces, 3 * n_links * n_forces + n_colours])


def test_frames_hold_the_forces_torques_and_current_that_are_watched(tmp_path):
    session = Session(sl.load_scenario("pilot_waypoints"), tmp_path)
    simulation = session.simulation
    simulation.advance(0.2)
    assert has_current(session) and not has_temperature(session)
    assert list(force_kinds(simulation.course.layout)) == ["drag"]
    forces, colours, current = numbers_of(simulation, session, forces=True, current=True, colour="effort")
    assert np.allclose(forces, simulation["water_drag_force"].ravel(), rtol=1e-5)
    assert np.allclose(colours, simulation["tau"], rtol=1e-5, atol=1e-6)
    assert np.allclose(current, [0.0, 0.1, 0.0])
    assert all(not len(part) for part in numbers_of(simulation, session))
    session.close()


def test_a_plotted_value_that_another_scenario_lacks_is_not_a_number():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    row, layout = simulation.course.last_record()
    plotted = np.frombuffer(frame(row, layout, Watched((("q", 1), ("nothing", 0), ("q", 99)))), "<f4")
    first = 11 + 3 + 7 * int(plotted[0])
    assert plotted[first] == np.float32(row[layout["q"][0]][1]) and np.isnan(plotted[first + 1 : first + 3]).all()


def test_frames_end_with_the_loads_of_couplings():
    simulation = sl.Simulation(sl.build_model(sl.robots.library.tendon_arm()))
    simulation.advance(0.1)
    row, layout = simulation.course.last_record()
    numbers = np.frombuffer(frame(row, layout), "<f4")
    n = int(numbers[10])
    assert n == len(simulation["coupling_load"]) >= 4
    assert np.array_equal(numbers[-n:], simulation["coupling_load"].astype(np.float32))


def test_the_base_frame_of_a_long_snake_is_below_the_limit_and_layers_are_a_choice(tmp_path):
    simulation = sl.start_scenario(sl.load_scenario("snakesys_creeping"))
    simulation.advance(0.2)
    row, layout = simulation.course.last_record()
    assert 30 * len(frame(row, layout)) < 40_000
    assert len(frame(row, layout, Watched(forces=True))) - len(frame(row, layout)) == 4 * 3 * 29


@pytest.mark.thorough
def test_a_recorded_current_is_that_of_the_replayed_instant(tmp_path):
    sl.run_scenario(sl.load_scenario("pilot_waypoints", ["duration=0.5"])).save(tmp_path / "results.nc")
    replay = Replay.of(tmp_path)
    session = Session(replay.scenario, tmp_path, replay=replay)
    assert has_current(session)
    row, layout = session.row()
    around = surroundings(session, row, layout, Watched(current=True))
    assert np.allclose(around.current, [0.0, 0.1, 0.0]) and packed_map(replay.recording) is None
    session.close()


def test_every_scenario_of_the_library_has_a_thumbnail():
    pictures = json.loads((files("snakelab.plugins.studio") / "assets" / "thumbnails.json").read_text())
    assert set(pictures) == set(library()), "draw the new ones: python docs/thumbnails.py"
    for picture in pictures.values():
        assert len(picture["points"]) >= 2 and picture["kind"] in ("ground", "water", "pipe", "terrain")
        for shape in picture.get("frames", []):
            assert len(shape) == 2 * len(picture["points"])
            assert all(0 <= x <= 64 for x in shape[::2]) and all(0 <= y <= 44 for y in shape[1::2])
    assert sum("frames" in picture for picture in pictures.values()) > 60
