"""What the page holds of contacts: loads and places near the recording's, little of it, and the right curves."""

import json

import numpy as np
import pytest

from figures.skins import MASS, RADIUS, rolling_recording
from recordings import changed, serpenoid_recording
from snakelab.plugins.studio.page.report_page import page_html
from snakelab.plugins.studio.page.scene_data import Packer, touching
from snakelab.results.recording import Recording

from .unpacking import curves, page_payload


def unpacked(recording: Recording) -> tuple[dict, bytes]:
    head, arrays = page_payload(page_html(recording))
    return head["runs"][0], arrays


def chart(run: dict, arrays: bytes, name: str) -> np.ndarray:
    return curves(next(one for one in run["charts"] if one["name"] == name)["values"], arrays)


def test_loads_are_within_a_step_of_the_scale_and_absent_where_nothing_touches():
    recording = rolling_recording()
    shares = np.linspace(0.01, 1.0, 36)
    load = recording["skin_load"].values * shares
    run, arrays = unpacked(changed(recording, skin_load=load))
    actual = curves(run["replay"]["touching"]["loads"], arrays).T
    assert actual.shape == (61, 36) and (np.isnan(actual) == (load == 0)).all()
    full = run["replay"]["touching"]["full"]
    assert np.abs(actual - load)[load > 0].max() < 1.01 * full / 250
    assert 0.9 * load.max() < full <= load.max()


def test_places_on_links_give_back_the_recorded_places():
    recording = rolling_recording(turns=1.7)
    run, arrays = unpacked(recording)
    data = run["replay"]["touching"]
    offsets = curves(data["offsets"], arrays).T
    assert data["moving"] == [] and data["tracks"] is None
    for row in (0, 33, 60):
        for point in np.flatnonzero(recording["skin_load"].values[row] > 0):
            link = data["links"][point]
            w, *v = recording["link_quaternion"].values[row, link]
            across = np.cross(v, offsets[point])
            place = (
                recording["link_position"].values[row, link] + offsets[point] + 2 * w * across + 2 * np.cross(v, across)
            )
            assert place == pytest.approx(recording["skin_position"].values[row, point], abs=2e-5)


def test_a_point_that_moves_over_its_link_has_its_places_stored():
    recording = rolling_recording()
    place = recording["skin_position"].values.copy()
    place[:, :] = place[:1]  # they stay in space while the links turn under them
    load = np.ones_like(recording["skin_load"].values)
    run, arrays = unpacked(changed(recording, skin_position=place, skin_load=load))
    data = run["replay"]["touching"]
    assert data["moving"] == list(range(36))
    tracks = curves(data["tracks"], arrays)
    assert np.ptp(tracks[1]) == pytest.approx(2 * RADIUS, rel=0.01) and np.ptp(tracks[0]) < 1e-4


def test_charts_tell_load_slip_and_number_and_the_weight():
    run, arrays = unpacked(rolling_recording())
    total, greatest = chart(run, arrays, "contact_load")
    assert total == pytest.approx(np.full(61, MASS * 9.81)) and greatest == pytest.approx(total / 6)
    assert next(one for one in run["charts"] if one["name"] == "contact_load")["reference"] == pytest.approx(
        MASS * 9.81
    )
    assert chart(run, arrays, "contact_slip")[0] == pytest.approx(np.full(61, 0.1))
    assert chart(run, arrays, "contact_count")[0].tolist() == 61 * [6]
    assert chart(run, arrays, "base_attitude")[0][-1] == pytest.approx(2 * np.pi, abs=1e-3)


def test_all_charts_are_read_back_beside_contacts():
    run, arrays = unpacked(rolling_recording())
    for one in run["charts"]:
        assert curves(one["times"], arrays)[0][[0, -1]].tolist() == [0.0, 3.0], one["name"]


def test_points_of_the_skin_are_no_curves_of_the_menu():
    run, _ = unpacked(rolling_recording())
    assert not [one["name"] for one in run["charts"] if one["name"].startswith("skin")]


@pytest.mark.parametrize(
    "recording", [serpenoid_recording(), changed(rolling_recording(), skin_load=np.zeros((61, 36)))]
)
def test_what_has_no_skin_or_touches_nothing_has_no_points(recording):
    assert unpacked(recording)[0]["replay"]["touching"] is None


@pytest.mark.thorough
def test_a_long_run_keeps_fewer_instants():
    recording = rolling_recording(n_rows=2001, duration=66.0)
    packer = Packer()
    few = touching(recording, np.arange(2001), packer)
    assert few["times"]["shape"] == [1, 2001]
    wide = Recording(recording.dataset.isel(skin=np.tile(np.arange(36), 30)), "finished")
    assert touching(wide, np.arange(2001), packer)["times"]["shape"][1] == 667  # 1080 points


@pytest.mark.thorough
def test_a_page_with_310_points_is_under_three_megabytes():
    recording = rolling_recording(n_rows=1801, duration=60.0, turns=30)
    rng = np.random.default_rng(1)
    many = Recording(recording.dataset.isel(skin=np.arange(310) % 36), "finished")
    loads = np.where(many["skin_load"].values > 0, rng.uniform(0.1, 1.0, (1801, 310)), 0.0)
    assert len(page_html(changed(many, skin_load=loads))) < 3e6


@pytest.mark.parametrize(
    ("actuator", "title", "unit"),
    [
        ("pneumatic", "Pressures of the muscles", "Pa"),
        ("motor", "Commands of the motors", "N"),
        (None, "Commands, after their lag", "-"),
    ],
)
def test_commands_are_pressures_where_the_scenario_says_so(actuator, title, unit):
    recording = rolling_recording()
    z = 1e5 * np.ones(recording["q"].shape)
    dataset = recording.dataset.assign(z=(("time", "coordinate"), z)).assign_coords(
        coordinate_unit=("coordinate", ["m", "m"])
    )
    scenario = {"robot": {"parts": [{"soft_section": {"actuators": {actuator: {"area": 1e-4}}}}]}} if actuator else {}
    run, arrays = unpacked(Recording(dataset.assign_attrs(scenario=json.dumps(scenario)), "finished"))
    path = next(one for one in run["charts"] if one["name"] == "commands")
    assert (path["title"], path["unit"]) == (title, unit)
    assert curves(path["values"], arrays) == pytest.approx(z.T)


def test_the_memory_of_servos_is_no_command():
    recording = rolling_recording()
    dataset = recording.dataset.assign(z=(("time", "coordinate"), np.ones(recording["q"].shape)))
    servo = {"robot": {"parts": [{"revolute": {"actuator": {"servo": {"kp": 2}}}}]}}
    for scenario in ({}, servo):
        run, _ = unpacked(Recording(dataset.assign_attrs(scenario=json.dumps(scenario)), "finished"))
        assert "commands" not in [one["name"] for one in run["charts"]]
