"""Metrics against closed forms: straight lines, circles, sines and balances."""

import math

import numpy as np
import pytest

from recordings import (
    TERMS,
    changed,
    circle_recording,
    first_rows,
    hanging_recording,
    planar_recording,
    serpenoid_recording,
    straight_recording,
)
from snakelab.errors import RecordingError
from snakelab.results import metrics as m
from snakelab.results.recording import Recording, load

ONLY_SOME = {*m.FORCES, *m.WATER, *m.PROPELLERS, *m.TRACKING, *m.WALLS, *m.GOAL, *m.LIMITS, *m.ON_REQUEST}
ALWAYS = set(m.UNITS) - ONLY_SOME | {f"work_{term}" for term in TERMS}


def with_work(recording: Recording, **final: float) -> Recording:
    """The recording with work that grows in proportion to time, up to the given values."""
    share = np.linspace(0.0, 1.0, recording.dataset.sizes["time"])
    return changed(recording, work=np.outer(share, [final.get(term, 0.0) for term in TERMS]))


def sine_joint(amplitude: float, torque: float, n_rows: int = 4001) -> Recording:
    """Two links gliding 1 m along x in one period of q = amplitude sin t, tau = torque cos t."""
    times = np.linspace(0.0, 2 * np.pi, n_rows)
    angles = np.stack((0 * times, amplitude * np.sin(times)), axis=1)
    base = np.outer(times / times[-1], (1.0, 0.0))
    return planar_recording(times, angles, base, tau=torque * np.cos(times)[:, None])


def test_a_straight_line_has_its_speed_and_straightness_one() -> None:
    recording = straight_recording(speed=0.2, duration=2.0)
    assert m.duration(recording) == pytest.approx(2.0)
    assert m.mean_speed(recording) == pytest.approx(0.2)
    assert m.mean_velocity_x(recording) == pytest.approx(0.2)
    assert m.mean_velocity_y(recording) == pytest.approx(0.0)
    assert m.path_length(recording) == pytest.approx(0.4)
    assert m.mean_path_speed(recording) == pytest.approx(0.2)
    assert m.straightness(recording) == pytest.approx(1.0)
    assert m.heading_change(recording) == pytest.approx(0.0)


def test_half_a_circle_has_the_diameter_as_its_displacement() -> None:
    recording = circle_recording(radius=0.5, turn=np.pi, duration=4.0)
    assert m.path_length(recording) == pytest.approx(0.5 * np.pi, rel=1e-6)
    assert m.mean_speed(recording) == pytest.approx(1.0 / 4.0)
    assert m.mean_velocity_y(recording) == pytest.approx(1.0 / 4.0)
    assert m.straightness(recording) == pytest.approx(2 / np.pi, rel=1e-6)


def test_a_closed_circle_has_length_but_no_displacement() -> None:
    recording = circle_recording(radius=0.5, turn=2 * np.pi)
    assert m.mean_path_speed(recording) == pytest.approx(np.pi / 4.0, rel=1e-6)
    assert m.straightness(recording) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("turn", [0.5, -0.5, 3 * np.pi, -5.0])
def test_heading_is_followed_through_full_turns(turn: float) -> None:
    assert m.heading_change(circle_recording(turn=turn)) == pytest.approx(turn)


def test_heading_is_that_of_the_body_and_not_of_its_swinging_base() -> None:
    recording = serpenoid_recording(duration=2.0)
    base = 2 * np.arctan2(recording["base_quaternion"].values[:, 3], recording["base_quaternion"].values[:, 0])
    assert abs(base[-1] - base[0]) > 0.1
    assert m.heading_change(recording) == pytest.approx(0.0, abs=1e-9)


def test_torques_of_a_sine_have_its_peak_and_its_rms() -> None:
    recording = sine_joint(0.3, torque=-2.0)
    assert m.peak_torque(recording) == pytest.approx(2.0)
    assert m.rms_torque(recording) == pytest.approx(2.0 / math.sqrt(2), rel=1e-6)


def test_the_peak_of_the_start_is_left_out_after_the_start() -> None:
    recording = straight_recording(duration=2.0, n_rows=201)  # a row every 10 ms; the one at 0.1 s counts
    tau = np.zeros((201, 2))
    tau[0], tau[10] = 5.0, -1.0
    recording = changed(recording, tau=tau)
    assert m.peak_torque(recording) == 5.0
    assert m.peak_torque_after_start(recording) == 1.0


def test_forces_and_torques_are_not_mixed() -> None:
    times = np.array([0.0, 1.0])
    tau = np.array([[3.0, -70.0], [-4.0, 60.0]])
    recording = planar_recording(times, np.zeros((2, 3)), np.zeros((2, 2)), tau=tau, units=("rad", "m"))
    assert m.peak_torque(recording) == 4.0
    assert m.peak_force(recording) == 70.0
    assert m.rms_torque(recording) == pytest.approx(math.sqrt(12.5))
    assert m.rms_force(recording) == pytest.approx(math.sqrt((70.0**2 + 60.0**2) / 2))
    assert set(m.metrics(recording)) == ALWAYS | set(m.FORCES)


def test_a_robot_of_lengths_has_forces_and_no_torques() -> None:
    tau = np.array([[3.0, -70.0], [-4.0, 60.0]])
    recording = planar_recording(np.arange(2.0), np.zeros((2, 3)), np.zeros((2, 2)), tau=tau, units=("m", "m"))
    table = m.metrics(recording)
    assert set(table) == (ALWAYS | set(m.FORCES)) - set(m.TORQUES)
    assert table["peak_force"] == 70.0


def test_a_fixed_base_has_no_metrics_of_travel() -> None:
    table = m.metrics(hanging_recording())
    assert set(table) == ALWAYS - set(m.TRAVEL)
    assert {"duration", "peak_torque", "energy_residual", "work_drive"} <= set(table)
    free = m.metrics(Recording(hanging_recording().dataset.assign_attrs(base="floating"), "finished"))
    assert set(free) == ALWAYS


def test_a_recording_that_does_not_say_its_base_counts_as_free() -> None:
    assert "base" not in serpenoid_recording().dataset.attrs
    assert not m.fixed(serpenoid_recording())
    assert m.fixed(hanging_recording())


def test_cost_of_transport_and_mean_power_of_a_sine_are_its_rectified_power() -> None:
    amplitude, torque = 0.3, 2.0
    recording = sine_joint(amplitude, torque)
    # tau q' = amplitude torque cos^2 t, whose integral over one period is pi amplitude torque; with the sign turned
    # every other quarter it would cost the same.
    expected = np.pi * amplitude * torque / (0.4 * 9.81 * 1.0)
    assert m.cost_of_transport(recording) == pytest.approx(expected, rel=1e-5)
    assert m.mean_power(recording) == pytest.approx(amplitude * torque / 2, rel=1e-5)
    assert m.mean_power(recording) == pytest.approx(
        m.cost_of_transport(recording) * 0.4 * 9.81 * m.mean_speed(recording)
    )
    flipped = changed(recording, tau=recording["tau"].values * np.sign(np.sin(2 * recording["time"].values))[:, None])
    assert m.cost_of_transport(flipped) == pytest.approx(expected, rel=1e-3)


def test_energy_residual_is_zero_when_work_and_energy_agree() -> None:
    recording = straight_recording()
    n_rows = recording.dataset.sizes["time"]
    energies = {f"{kind}_energy": np.linspace(1.0, 1.0 + rise, n_rows) for kind, rise in
                (("kinetic", 0.5), ("gravity", 0.2), ("elastic", 0.1))}  # fmt: skip
    recording = with_work(changed(recording, **energies), actuator=2.0, friction=-1.2, gravity=-0.2, spring=-0.1)
    assert m.energy_residual(recording) == pytest.approx(0.0, abs=1e-12)
    leak = with_work(recording, actuator=2.0, friction=-1.2, gravity=-0.2, spring=-0.1, correction=0.05)
    assert m.energy_residual(leak) == pytest.approx(-0.05)


def test_work_of_a_continued_run_counts_from_its_own_first_row() -> None:
    recording = with_work(straight_recording(), friction=-3.0)
    later = Recording(recording.dataset.isel(time=slice(100, None)), "finished")
    assert m.work_of(later, "friction") == pytest.approx(-1.5)


def test_the_table_is_flat_ordered_and_described() -> None:
    table = m.metrics(with_work(serpenoid_recording(), friction=-1.5))
    assert set(table) == ALWAYS
    assert list(table)[:2] == ["duration", "mean_speed"]
    assert list(table)[-1] == "status"
    assert table["work_friction"] == -1.5
    assert table["status"] == "finished"
    assert (table["wall_time"], table["real_time_factor"]) == (0.5, 20.0)
    for name, value in table.items():
        assert m.describe(name).endswith(f"[{m.unit_of(name)}]")
        assert isinstance(value, str if name == "status" else float)
    assert m.describe("peak_torque") == "Largest torque in any joint, max |tau|. [N m]"


def test_a_misspelt_metric_or_term_is_reported_the_nearest_name() -> None:
    with pytest.raises(RecordingError, match="did you mean 'straightness'"):
        m.describe("straihtness")
    with pytest.raises(RecordingError, match="did you mean 'friction'"):
        m.work_of(straight_recording(), "frction")


def test_a_single_row_gives_nan_where_time_is_needed() -> None:
    table = m.metrics(first_rows(serpenoid_recording(), 1))
    for name in ("mean_speed", "straightness", "rms_torque", "cost_of_transport", "peak_torque_after_start"):
        assert math.isnan(float(table[name])), name
    assert table["duration"] == table["path_length"] == table["heading_change"] == 0.0
    assert float(table["peak_torque"]) > 0.0


def test_no_rows_at_all_do_not_crash() -> None:
    assert math.isnan(float(m.metrics(first_rows(serpenoid_recording(), 0))["mean_speed"]))


def test_a_robot_without_coordinates_has_speeds_but_no_torques() -> None:
    table = m.metrics(circle_recording())
    assert set(table) == ALWAYS - {*m.TORQUES, "cost_of_transport", "mean_power"}
    assert float(table["mean_speed"]) > 0.0
    for law in (m.peak_torque, m.peak_torque_after_start, m.rms_torque, m.rms_force):
        assert math.isnan(law(circle_recording()))


def test_an_unknown_metric_gets_the_nearest_name_or_the_reason_why_it_does_not_apply() -> None:
    table = m.metrics(serpenoid_recording())
    with pytest.raises(RecordingError, match="no metric 'speed'; did you mean 'mean_speed'"):
        table["speed"]
    with pytest.raises(RecordingError, match="no metric 'work_frction'; did you mean 'work_friction'"):
        table["work_frction"]
    with pytest.raises(RecordingError, match=r"'cost_of_transport' does not apply to this robot.*peak_torque"):
        m.metrics(hanging_recording())["cost_of_transport"]
    assert "speed" not in table
    assert table.get("speed") is None


def test_the_table_knows_its_units() -> None:
    units = m.metrics(serpenoid_recording()).units
    assert (units["mean_speed"], units["work_friction"], units["status"]) == ("m/s", "J", "-")


def test_the_work_of_the_correction_is_that_of_the_momentum() -> None:
    assert m.describe("work_correction") == "Energy that the corrections of the momentum of a robot add. [J]"


def test_metrics_are_equal_after_saving_and_loading(tmp_path) -> None:
    recording = with_work(serpenoid_recording(status="stopped: goal reached"), friction=-1.5)
    assert m.metrics(load(recording.save(tmp_path / "results.nc"))) == m.metrics(recording)


def test_printed_terms_without_work_share_the_last_line_of_the_energies():
    lines = str(m.Metrics(mean_speed=0.15, work_gravity=0.0, work_drive=1.5, work_spring=0.0)).splitlines()
    assert [line.split() for line in lines] == [
        ["motion:"], ["mean_speed", "0.15", "m/s"], [],
        ["energy:"], ["work_drive", "1.5", "J"], ["zero", "work", "gravity,", "spring"],
    ]  # fmt: skip


def test_printed_metrics_form_a_table_with_units():
    lines = str(m.Metrics(mean_speed=0.15, cost_of_transport=0.0775892, status="finished")).splitlines()
    assert lines == [
        "motion:",
        "mean_speed                 0.15 m/s",
        "",
        "energy:",
        "cost_of_transport     0.0775892",
        "",
        "status                 finished",
    ]


@pytest.mark.thorough
def test_the_ratio_of_the_residual_shows_a_step_too_long_for_the_motion():
    """A chain of undamped springs rings faster than 2 ms can follow: the default step gains energy, and says so."""
    import snakelab as sl

    link, joint = sl.Link(0.1, 0.1), sl.Revolute("z", sl.Passive(), sl.Spring(1.0))
    model = sl.build_model(sl.Robot([link, *9 * [joint, link]], "planar"))
    state = sl.initial_state(model, q=0.3 * np.sin(1.3 * np.arange(9)))
    assert sl.metrics(sl.simulate(model, None, 3.0, state=state))["energy_residual_ratio"] > 0.15
    assert sl.metrics(sl.simulate(model, None, 3.0, state=state, tolerance=1e-4))["energy_residual_ratio"] < 0.01


def test_a_climb_has_its_velocity_along_z() -> None:
    recording = straight_recording(speed=0.2, duration=2.0)
    position = recording["com_position"].values.copy()
    position[:, 2] = -0.3 * recording["time"].values
    table = m.metrics(changed(recording, com_position=position))
    assert table["mean_velocity_z"] == pytest.approx(-0.3)
    assert table["mean_speed"] == pytest.approx(math.hypot(0.2, 0.3))


@pytest.mark.parametrize("turn", [0.5, -3 * np.pi])
def test_a_steady_turn_drifts_at_its_own_rate(turn: float) -> None:
    assert m.heading_drift(circle_recording(turn=turn, duration=4.0)) == pytest.approx(turn / 4.0, rel=1e-9)


def test_a_swing_in_the_heading_is_no_drift() -> None:
    times = np.linspace(0.0, 2.5 * np.pi, 5001)  # ends in the middle of a swing, at its top
    recording = planar_recording(times, 0.01 * times[:, None] + 0.3 * np.sin(times)[:, None], np.zeros((5001, 2)))
    assert m.heading_change(recording) == pytest.approx(0.025 * np.pi + 0.3)
    # Slope of A sin t over [0, T]: 12 / T^3 times the integral of (t - T/2) A sin t = A (sin T - T/2 cos T - T/2).
    T = times[-1]
    swing = 12 / T**3 * 0.3 * (np.sin(T) - T / 2 * np.cos(T) - T / 2)
    assert m.heading_drift(recording) == pytest.approx(0.01 + swing, rel=1e-5)
    assert abs(m.heading_drift(recording) - 0.01) < 0.7 * abs(m.heading_change(recording) / T - 0.01)


def test_the_drift_counts_time_and_not_rows() -> None:
    times = np.concatenate((np.linspace(0.0, 1.0, 1001), np.linspace(1.01, 2.0, 100)))
    bent = np.where(times < 1, 0.0, times - 1)[:, None]
    # 12 / 2^3 times the integral of (t - 1) (t - 1) from 1 to 2 is one half.
    assert m.heading_drift(planar_recording(times, bent, np.zeros((1101, 2)))) == pytest.approx(0.5, rel=1e-3)


@pytest.mark.parametrize("aslant", [0.0, 0.3, -1.0, np.pi / 2])
def test_a_body_that_glides_aslant_slips_by_the_sine_of_the_angle(aslant: float) -> None:
    times = np.linspace(0.0, 1.0, 11)
    base = np.outer(0.4 * times, (np.cos(aslant), np.sin(aslant)))
    recording = planar_recording(times, np.zeros((11, 3)), base)
    assert m.side_slip(recording) == pytest.approx(abs(np.sin(aslant)), abs=1e-9)


def test_a_body_that_follows_its_own_track_does_not_slip() -> None:
    assert m.side_slip(circle_recording(turn=3.0)) == pytest.approx(0.0, abs=1e-3)


def test_slip_across_the_body_is_slip_whichever_way_the_body_is_rolled() -> None:
    times, turned = np.linspace(0.0, 1.0, 11), np.zeros((11, 3, 4))
    recording = planar_recording(times, np.zeros((11, 3)), np.outer(0.3 * times, (1.0, 0.0)))
    climbing = recording["link_position"].values.copy()
    climbing[..., 2] = 0.4 * times[:, None]
    for roll in (0.0, 0.7, np.pi / 2):
        turned[..., 0], turned[..., 1] = np.cos(roll / 2), np.sin(roll / 2)
        assert m.side_slip(changed(recording, link_position=climbing, link_quaternion=turned)) == pytest.approx(0.8)


def test_heavy_links_and_long_times_count_more_in_the_slip() -> None:
    times = np.concatenate((np.linspace(0.0, 1.0, 11), np.linspace(1.5, 4.0, 6)))
    position = np.zeros((17, 2, 3))
    position[:, 0, 0] = times  # the first link along its axis, the second across
    position[:, 1, 1] = times
    recording = changed(planar_recording(times, np.zeros((17, 2)), np.zeros((17, 2))), link_position=position)
    weighted = Recording(recording.dataset.assign_coords(link_mass=("link", [3.0, 1.0])), "finished")
    assert m.side_slip(weighted) == pytest.approx(math.sqrt(1 / 4))


def test_a_body_at_rest_has_no_slip() -> None:
    assert math.isnan(m.side_slip(straight_recording(speed=0.0)))
    assert math.isnan(m.side_slip(first_rows(serpenoid_recording(), 1)))


def test_actuation_energy_counts_braking_as_driving() -> None:
    recording = sine_joint(0.3, 2.0)
    assert m.actuation_energy(recording) == pytest.approx(np.pi * 0.3 * 2.0, rel=1e-5)
    braking = changed(recording, tau=-recording["tau"].values)
    assert m.actuation_energy(braking) == pytest.approx(np.pi * 0.3 * 2.0, rel=1e-5)


@pytest.mark.filterwarnings("error")
def test_rows_that_are_not_numbers_give_nan_and_no_warning() -> None:
    recording = serpenoid_recording(status="diverged at t = 9 s")
    names = ("com_position", "link_position", "link_quaternion", "tau", "v", "kinetic_energy", "work")
    broken = {name: recording[name].values.copy() for name in names}
    for values in broken.values():
        values[380:] = np.nan
    table = m.metrics(changed(recording, **broken))
    for name in ("mean_speed", "side_slip", "heading_drift", "peak_torque", "actuation_energy", "energy_residual"):
        assert math.isnan(float(table[name])), name
    assert table["duration"] == 10.0


def test_a_recording_without_a_variable_lacks_only_its_metrics() -> None:
    whole = m.metrics(serpenoid_recording())
    for name, gone in {
        "tau": {*m.TORQUES, "cost_of_transport", "mean_power", "actuation_energy"},
        "link_quaternion": {"heading_change", "heading_drift", "side_slip", "min_self_distance"},
        "work": {
            "energy_residual",
            "energy_residual_ratio",
            *(f"work_{term}" for term in TERMS),
        },
    }.items():
        older = Recording(serpenoid_recording().dataset.drop_vars(name), "finished")
        assert m.metrics(older) == {key: value for key, value in whole.items() if key not in gone}, name


def test_only_the_requested_metrics_are_in_the_table() -> None:
    recording = with_work(serpenoid_recording(), friction=-1.5)
    whole = m.metrics(recording)
    assert m.metrics(recording, ("work_friction", "mean_speed", "goal_time")) == {
        "mean_speed": whole["mean_speed"],
        "work_friction": -1.5,
        "status": "finished",
    }


def test_a_requested_metric_that_does_not_exist_is_refused_with_the_nearest() -> None:
    recording = straight_recording()
    with pytest.raises(RecordingError, match=r"there is no metric 'mean_sped'; did you mean 'mean_speed'\?"):
        m.metrics(recording, ["mean_sped"])
    assert set(m.metrics(recording, ["mean_speed", "goal_time", "work_of_another_world"])) == {"mean_speed", "status"}


def test_the_description_of_every_metric_is_a_whole_sentence():
    for name in m.UNITS:
        sentence = m.describe(name).rpartition(" [")[0]
        assert sentence.endswith("."), name
