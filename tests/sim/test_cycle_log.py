"""What a controller notes is recorded, and how long it thought; neither is part of the state."""

import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import xarray

import snakelab as sl
from snakelab.plugins.studio.page.report_page import facts
from snakelab.results.motor_signals import futures_in
from snakelab.results.recording import cycle_line
from snakelab.results.recording_checks import damages
from snakelab.sim.control_loop import PredictionSnapshot, with_futures


@dataclass(frozen=True)
class Noter:
    """Holds still and logs as configured."""

    notes: Any = None
    sleep: float = 0.0
    period: float = 0.05

    def start(self, model, now):
        return sl.Command(np.zeros(model.n_coordinates)), 0

    def command(self, measurement, memory):
        if memory == 2:
            time.sleep(self.sleep)
        notes = {"count": memory, "list": [memory, 0.5]} if self.notes is None else self.notes
        return sl.Command(np.zeros(len(measurement.q)), notes=notes), memory + 1


def run(controller, duration=0.5):
    link = sl.Link(0.1, 0.1)
    robot = sl.Robot([link, sl.Revolute(), link], base="planar")
    return sl.simulate(sl.build_model(robot), controller, duration)


def test_numbers_and_lists_are_recorded_over_the_control_time(tmp_path):
    recording = run(Noter())
    assert recording["control_count"].values.tolist() == list(range(10))
    assert recording["control_list"].dims == ("control_time", "control_list_place")
    assert recording["control_list"].values[3].tolist() == [3.0, 0.5]
    assert recording["control_time"].values == pytest.approx(0.05 * np.arange(10))
    assert not list(damages(recording.dataset))
    recording.save(tmp_path / "run.nc")
    assert np.array_equal(sl.load(tmp_path / "run.nc")["control_count"], recording["control_count"])


@pytest.mark.thorough
def test_a_slow_cycle_is_counted_and_reported():
    recording = run(Noter(sleep=0.07))
    attrs = recording.dataset.attrs
    assert attrs["control_cycles"] == 10 and attrs["control_period"] == 0.05
    assert attrs["control_overruns"] >= 1 and attrs["longest_cycle"] >= 0.07
    assert recording["control_cycle_time"].values[2] >= 0.07
    line = cycle_line(recording)
    assert line.startswith(f"{attrs['control_overruns']} of 10 cycles took longer than their 50 ms")
    assert ("control", line) in facts(recording) and line in recording._repr_html_()


def test_the_time_it_took_is_not_part_of_the_state():
    quick, slow = run(Noter()), run(Noter(sleep=0.07))
    assert np.array_equal(quick.state.row(), slow.state.row())
    assert quick.state.control.memory == slow.state.control.memory == 10


def test_a_controller_without_notes_leaves_no_variables_but_its_cycles_are_counted():
    recording = run(Noter(notes={}))
    assert not [name for name in recording.dataset.variables if str(name).startswith("control")]
    assert recording.dataset.attrs["control_cycles"] == 10
    assert cycle_line(run(None)) == ""


def test_a_note_may_be_infinite_or_missing_in_a_cycle():
    @dataclass(frozen=True)
    class Sometimes(Noter):
        def command(self, measurement, memory):
            notes = {"cost": np.inf} if memory % 2 else {"other": 1}
            return sl.Command(np.zeros(1), notes=notes), memory + 1

    recording = run(Sometimes(), 0.2)
    assert np.array_equal(recording["control_cost"].values, [np.nan, np.inf, np.nan, np.inf], equal_nan=True)


@dataclass(frozen=True)
class Foreseer(Noter):
    """Has four futures: the head goes straight on, so fast as the number of the cycle and of the future say."""

    def futures(self, known, memory, n):
        ahead = 0.1 * np.arange(101)
        speed = memory + np.arange(4.0)
        head = np.stack((speed[:, None] * ahead, np.zeros((4, 101))), axis=-1)
        return SimpleNamespace(time=ahead, head=head, costs=-speed, n_elite=1)


@pytest.mark.thorough
def test_futures_are_kept_at_eight_moments_thinned_and_change_nothing(tmp_path):
    recording, blind = run(Foreseer(period=0.02), 0.4), run(Noter(period=0.02), 0.4)
    gaps = recording["futures_time"].values - 0.05 * np.arange(8)  # each at the first cycle from its moment on
    assert (gaps > -1e-9).all() and (gaps < 0.02 + 1e-9).all()
    assert not list(damages(recording.dataset)) and np.array_equal(recording.state.row(), blind.state.row())
    recording.save(tmp_path / "run.nc")
    futures = futures_in(sl.load(tmp_path / "run.nc"))
    assert [one.moment for one in futures] == recording["futures_time"].values.tolist() and len(futures) == 8
    cycles = np.array([one.moment for one in futures]) / 0.02
    for one, cycle in zip(futures, cycles, strict=True):
        assert one.head.shape == (4, 34, 3) and one.time[-1] == pytest.approx(9.9) and one.n_elite == 1
        assert one.head[2, :, 0] == pytest.approx((cycle + 2) * one.time, rel=1e-6)
        assert one.costs == pytest.approx(-(cycle + np.arange(4)))


def test_a_run_without_futures_has_none_and_damaged_ones_are_found():
    assert futures_in(run(Noter())) == []
    recording = run(Foreseer(), 0.2)
    turned = recording.dataset.assign(futures_cost=recording["futures_cost"].T)
    assert any("futures_cost must be" in words for words in damages(turned))


@pytest.mark.parametrize(
    "notes, words",
    [
        (3, "must be a dict"),
        ({"two words": 1}, "plain word"),
        ({"text": "high"}, "must be a number or a list"),
        ({"table": [[1, 2], [3, 4]]}, "must be a number or a list"),
        ({"long": np.zeros(1001)}, "at most 1000"),
        ({"cycle_time": 1.0}, "is a recorded variable"),
        ({"time": 1.0}, "another name"),
    ],
)
def test_what_cannot_be_noted_is_refused(notes, words):
    with pytest.raises(sl.errors.ControlError, match=words):
        run(Noter(notes=notes))


@pytest.mark.filterwarnings("error")
def test_a_future_that_diverges_is_recorded_as_infinite():
    futures = SimpleNamespace(time=np.arange(3.0), head=np.full((2, 3, 2), 1e300), costs=np.ones(2), n_elite=1)
    dataset = with_futures(xarray.Dataset(), [PredictionSnapshot(0.0, futures)])
    assert np.isinf(dataset["futures_head"][0, :2, :, :2]).all()
