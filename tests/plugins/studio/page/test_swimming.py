"""What the page holds of swimmers: propellers, current, the ends of the water, remarks, and curves of all of them."""

import json

import numpy as np
import pytest

from recordings import changed, serpenoid_recording, straight_recording
from snakelab.plugins.studio.page.charts import main_charts, more_charts
from snakelab.plugins.studio.page.replay_data import replay, scene
from snakelab.plugins.studio.page.report_page import payload
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results.recording import Recording
from swimmers import WATER, propeller, swimming_recording

from .unpacking import curves, head_and_arrays


def unpacked(recording: Recording) -> tuple[dict, dict]:
    packer = Packer()
    return head_and_arrays(packer.container(replay(recording, packer)))


def test_propellers_are_where_the_recording_says_with_their_thrust_at_the_frames():
    side = propeller("side", "link2", offset=[0.0, 0.05, 0.0], direction=[0.0, 0.0, 1.0])
    recording = swimming_recording(thrust=(0.5,), propellers=(side,))
    thrust = np.linspace(-2.0, 1.0, 201)[:, None]
    head, arrays = unpacked(changed(recording, propeller_thrust=thrust))
    actual = head["propellers"]
    assert (actual["links"], actual["offsets"], actual["directions"]) == ([1], [[0.0, 0.05, 0.0]], [[0.0, 0.0, 1.0]])
    assert actual["most"] == 2.0
    times, values = curves(head["times"], arrays)[0], curves(actual["thrusts"], arrays)[0]
    assert np.allclose(values, np.interp(times, recording["time"].values, thrust[:, 0]), atol=1e-4)


def test_the_current_is_that_at_the_centre_of_mass():
    head, arrays = unpacked(swimming_recording(0.0, (0.3, -0.4, 0.0)))
    assert np.allclose(curves(head["current"]["velocity"], arrays)[:, -1], (0.3, -0.4, 0.0))
    assert np.isclose(head["current"]["most"], 0.5)


def test_a_robot_on_land_has_neither():
    head, _ = unpacked(straight_recording())
    assert head["propellers"] is None and head["current"] is None


def test_a_run_that_broke_has_a_finite_scale():
    recording = swimming_recording(0.0, (0.3, 0.0, 0.0))
    thrust = recording["propeller_thrust"].values.copy()
    thrust[150:] = np.inf
    head, _ = unpacked(changed(recording, propeller_thrust=thrust))
    assert head["propellers"]["most"] == 1.0


def test_water_that_ends_is_in_the_scene_once_and_cut_to_the_robots_way():
    pool = WATER | {"surface": 0.2, "region": {"lower": [-1.0, None, None], "upper": [None, None, None]}}
    things = scene([swimming_recording(fluids=(pool,)), swimming_recording(fluids=(pool,))])
    (water,) = [thing for thing in things if thing["kind"] == "water"]
    assert water["closed"] == [[True, False, False], [False, False, True]]
    assert water["lower"][0] == -1.0 and water["upper"][2] == 0.2
    assert np.isfinite([*water["lower"], *water["upper"]]).all()
    assert water["lower"][1] < -0.1 and water["upper"][0] > 0.7
    assert (np.array(water["lower"]) < water["upper"]).all()
    assert not [thing for thing in scene([swimming_recording()]) if thing["kind"] == "water"]


def test_water_above_an_open_floor_reaches_below_its_surface_even_if_the_robot_flies():
    high = WATER | {"surface": -5.0}
    (water,) = [thing for thing in scene([swimming_recording(fluids=(high,))]) if thing["kind"] == "water"]
    assert water["upper"][2] == -5.0 and water["lower"][2] < -5.0


def test_a_planar_swimmer_lies_on_no_ground():
    planar = swimming_recording().dataset.assign_attrs(base="planar")
    kinds = [thing["kind"] for thing in scene([Recording(planar, "finished")])]
    assert kinds == ["grid", "submerged"]
    assert [thing["kind"] for thing in scene([Recording(planar.assign_attrs(fluids="[]"), "finished")])] == ["plane"]


def test_thrust_water_and_sections_have_charts_of_their_own():
    recording = swimming_recording(0.2, (-0.3, 0.0, 0.4), thrust=(1.0, -0.5))
    by_name = {chart.name: chart for chart in main_charts(recording)}
    assert by_name["propeller_thrust"].curves == ["left", "right"] and by_name["propeller_thrust"].unit == "N"
    assert np.allclose(by_name["water_speed"].values, (np.hypot(0.5, 0.4), 0.5))
    more = {chart.name for chart in more_charts(recording)}
    assert {"current", "propeller_command", "head_velocity"} <= more and "propeller_thrust" not in more
    assert not {"propeller_thrust", "water_speed", "section_bend"} & {c.name for c in main_charts(straight_recording())}


def test_bent_sections_have_their_angle_and_plane():
    recording = serpenoid_recording(n_links=4, n_rows=51)
    facts = {
        "coordinate": ["arm.1", "arm.2", "arm.3"],
        "coordinate_rest_length": ("coordinate", 3 * [0.2]),
        "coordinate_actuator_radius": ("coordinate", 3 * [0.02]),
    }
    soft = changed(Recording(recording.dataset.assign_coords(facts), "finished"), q=np.full((51, 3), [0.0, 0.01, 0.0]))
    by_name = {chart.name: chart for chart in main_charts(soft)}
    assert by_name["section_bend"].curves == ["arm"]
    assert np.allclose(by_name["section_bend"].values, 2 / (3 * 0.02) * 0.01)
    assert np.allclose(by_name["section_plane"].values, np.radians(-60.0))  # away from the actuator at 120 degrees


@pytest.mark.thorough
def test_remarks_are_in_the_payload_of_each_run():
    runs = [swimming_recording(-0.09, (-0.3, 0.0, 0.0)), straight_recording()]
    head, _ = head_and_arrays(payload(runs, ["a", "b"], "two"))
    assert [len(run["remarks"]) for run in head["runs"]] == [1, 0]
    assert "backwards" in head["runs"][0]["remarks"][0]
    assert json.dumps(head)
