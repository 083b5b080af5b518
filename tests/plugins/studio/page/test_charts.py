"""The plots' curves: right values, units, and no more rows than are seen."""

import numpy as np
import pytest
import xarray as xr

from recordings import TERMS, changed, first_rows, serpenoid_recording
from snakelab.plugins.studio.page.charts import charts, kept_rows, main_charts, more_charts
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results.recording import Recording

from .unpacking import curves, head_and_arrays


def by_name(actual) -> dict:
    return {chart.name: chart for chart in actual}


def test_power_is_the_rate_of_the_work():
    recording = serpenoid_recording(n_rows=2001)
    time, work = recording["time"].values, np.zeros((2001, len(TERMS)))
    work[:, TERMS.index("drive")] = np.sin(time)
    work[:, TERMS.index("friction")] = -0.5 * time**2
    checks = by_name(main_charts(changed(recording, work=work)))
    assert checks["power"].curves == checks["work"].curves == ["drive", "friction"]
    assert np.allclose(checks["power"].values, np.stack((np.cos(time), -time), axis=1), atol=1e-4)
    assert np.array_equal(checks["work"].values[:, 1], -0.5 * time**2)
    assert "gravity" in checks["work"].note and "drive" not in checks["work"].note


def test_angles_and_displacements_have_axes_of_their_own():
    recording = serpenoid_recording()
    mixed = Recording(
        recording.dataset.assign_coords(coordinate_unit=("coordinate", ["rad", "m", "rad", "m"])), "finished"
    )
    checks = by_name(main_charts(mixed))
    assert checks["q.rad"].curves == ["joint1", "joint3"] and checks["q.rad"].unit == "rad"
    assert checks["tau.m"].curves == ["joint2", "joint4"] and checks["tau.m"].unit == "N"
    assert np.array_equal(checks["tau.m"].values, recording["tau"].values[:, [1, 3]])


def test_torque_reference_belongs_to_torques_only():
    checks = by_name(main_charts(serpenoid_recording(torque_reference=-0.3)))
    assert checks["tau.rad"].reference == 0.3
    assert all(chart.reference is None for name, chart in checks.items() if name != "tau.rad")


def test_energies_that_are_zero_are_named_instead_of_drawn():
    recording = serpenoid_recording()
    assert by_name(main_charts(recording))["energy"].curves == ["kinetic"]
    lifted = changed(recording, gravity_energy=np.full(401, 2.0))
    energy = by_name(main_charts(lifted))["energy"]
    assert energy.curves == ["kinetic", "gravity", "sum"] and "elastic" in energy.note
    assert np.allclose(energy.values[:, 2], recording["kinetic_energy"].values + 2)


def test_speed_is_the_length_of_the_velocity():
    recording = serpenoid_recording()
    speed = by_name(main_charts(recording))["speed"].values[:, 0]
    assert np.allclose(speed, np.linalg.norm(recording["com_velocity"].values, axis=1))


def test_menu_holds_every_other_variable_of_the_recording():
    recording = serpenoid_recording()
    extra = xr.DataArray(np.ones((401, 5, 3)), dims=("time", "link", "axis"), attrs={"units": "N", "long_name": "lift"})
    checks = by_name(more_charts(Recording(recording.dataset.assign(lift_force=extra), "finished")))
    assert checks["lift_force.y"].curves == [f"link{i}" for i in range(1, 6)] and checks["lift_force.y"].unit == "N"
    assert {"head_position", "base_velocity", "damper_torque", "error_estimate", "friction_force.x"} <= set(checks)
    assert not {"q", "work", "link_quaternion.w"} & set(checks)


@pytest.mark.parametrize(("n_rows", "most"), [(1, 10), (0, 10), (10, 100), (1001, 100), (60_001, 10**6), (7, 1)])
def test_kept_rows_have_equal_strides_and_both_ends(n_rows, most):
    rows = kept_rows(n_rows, most)
    assert len(rows) <= max(2, min(most, 8000)) + 1
    if n_rows:
        assert rows[0] == 0 and rows[-1] == n_rows - 1
        assert len(set(np.diff(rows[:-1]).tolist())) <= 1


def test_packed_charts_come_back_with_their_times():
    recording = serpenoid_recording()
    packer = Packer()
    head, arrays = head_and_arrays(packer.container({"charts": charts(recording, packer)}))
    chart = next(chart for chart in head["charts"] if chart["name"] == "tau.rad")
    assert np.array_equal(curves(chart["times"], arrays)[0], recording["time"].values)
    assert np.allclose(curves(chart["values"], arrays).T, recording["tau"].values, atol=2e-6)


@pytest.mark.parametrize("n_rows", [0, 1, 2])
def test_recordings_of_hardly_any_rows_have_plots(n_rows):
    packer = Packer()
    assert all(
        chart["values"]["shape"][1] == n_rows for chart in charts(first_rows(serpenoid_recording(), n_rows), packer)
    )
