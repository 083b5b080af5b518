"""Recordings on disk."""

import numpy as np
import pytest
import xarray

import snakelab as sl
from chains import p1

GAIT = sl.SerpenoidGait(0.785, 1.57, 0.785)


def test_a_recording_survives_the_round_trip_through_netcdf(tmp_path):
    run = sl.simulate(p1(), GAIT, 0.5)
    again = sl.load(run.save(tmp_path / "deep" / "results.nc"))
    assert again.status == "finished"
    xarray.testing.assert_identical(again.dataset.drop_attrs(), run.dataset.drop_attrs())
    assert np.array_equal(sl.load(tmp_path / "deep")["q"], run["q"])


def test_an_unknown_variable_is_named_with_the_nearest():
    run = sl.simulate(p1(), GAIT, 0.1)
    with pytest.raises(sl.errors.RecordingError, match="no variable 'com_positon'; did you mean 'com_position'"):
        run["com_positon"]


def test_files_that_are_no_recordings_are_refused(tmp_path):
    with pytest.raises(sl.errors.RecordingError, match="no recording at"):
        sl.load(tmp_path / "none.nc")
    broken = tmp_path / "broken.nc"
    broken.write_bytes(b"not netcdf at all")
    with pytest.raises(sl.errors.RecordingError, match="not a readable NetCDF-4 file"):
        sl.load(broken)
    other = tmp_path / "other.nc"
    xarray.Dataset({"a": ("x", [1.0])}).to_netcdf(other, engine="h5netcdf")
    with pytest.raises(sl.errors.RecordingError, match="not a snakelab recording"):
        sl.load(other)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    run = sl.simulate(p1(), GAIT, 0.1)
    with pytest.raises(sl.errors.RecordingError, match=r"cannot write .*results\.nc"):
        run.save(tmp_path / "file" / "results.nc")


class Remembering:
    """A controller whose memory holds a bit of everything."""

    period = 0.03

    def start(self, model, time):
        return sl.Command(np.zeros(4)), {"calls": 0, "last": (np.zeros(4), None), "text": ["a", 1.5]}

    def command(self, measurement, memory):
        angle = 0.3 * np.sin(measurement.time + np.arange(4)) + 0.001 * memory["last"][0]
        return sl.Command(angle), {"calls": memory["calls"] + 1, "last": (measurement.q, None), "text": memory["text"]}


@pytest.mark.few(1)
@pytest.mark.parametrize("controller", [GAIT, Remembering()], ids=["gait", "memory"])
def test_a_run_goes_on_from_a_file_bit_for_bit(tmp_path, controller):
    whole = sl.simulate(p1(), controller, 1.0, tolerance=1e-3)
    first = sl.simulate(p1(), controller, 0.5, tolerance=1e-3)
    again = sl.load(first.save(tmp_path / "half.nc"))
    second = sl.simulate(p1(), controller, 0.5, state=again.state, tolerance=1e-3)
    assert np.array_equal(second.state.row(), whole.state.row())


@pytest.mark.thorough
def test_a_memory_that_no_file_can_hold_costs_only_the_restart(tmp_path):
    class Stubborn(Remembering):
        def command(self, measurement, memory):
            return sl.Command(np.zeros(4)), object()

    run = sl.simulate(p1(), Stubborn(), 0.1)
    again = sl.load(run.save(tmp_path / "run.nc"))
    assert again.state is None and np.array_equal(again["q"], run["q"])


def test_a_recording_tells_the_cross_section_of_every_link_and_station():
    soft = sl.SoftSection(0.2, mass=0.1, actuator_radius=0.01, skin_radius=0.02, n_steps=2)
    robot = sl.Robot([sl.Link(0.1, mass=0.1, section=sl.Box(0.04, 0.03)), sl.Link(0.08, mass=0.1), soft], base="fixed")
    recording = sl.simulate(sl.build_model(robot), duration=0.01)
    assert list(recording["link_section"].values) == ["box", "cylinder", "skin", "skin", "skin"]
    assert np.allclose(recording["link_width"], [0.04, 0.02, 0.04, 0.04, 0.04])
    assert np.allclose(recording["link_height"], [0.03, 0.02, 0.04, 0.04, 0.04])
