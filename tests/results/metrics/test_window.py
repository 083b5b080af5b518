"""Metrics of a part of a run."""

import pytest

from recordings import straight_recording
from snakelab.errors import RecordingError
from snakelab.results import metrics as m
from snakelab.results.metrics.metric_table import part_of, window_of
from snakelab.results.recording import Recording


def test_metrics_of_a_window_are_those_of_its_rows():
    recording = straight_recording()
    end = float(recording["time"].values[-1])
    window = (0.25 * end, 0.75 * end)
    table = m.metrics(recording, window=window)
    assert table == m.metrics(part_of(recording, window)) and table.window == window
    assert table["duration"] == pytest.approx(end / 2, abs=2 * end / len(recording["time"]))
    assert f"note: metrics of the window {window[0]:g} to {window[1]:g} s" in str(table)


@pytest.mark.thorough
def test_a_window_of_a_run_that_ended_early_is_the_part_that_was_reached():
    full = straight_recording()
    with pytest.raises(RecordingError, match="window 1 to 20 s must lie within the run, which is from 0 to 2 s"):
        m.metrics(full, window=(1.0, 20.0))
    early = Recording(full.dataset, "diverged at t = 2 s")
    table = m.metrics(early, window=(1.0, 20.0))
    assert table.window == (1.0, 2.0) and "metrics of the window 1 to 2 s" in table.notes
    assert table == m.metrics(early, window=(1.0, 2.0)) and table["duration"] == pytest.approx(1.0)
    with pytest.raises(RecordingError, match="must lie within the run"):
        m.metrics(early, window=(3.0, 20.0))


def test_a_window_may_end_where_the_run_does_between_two_rows():
    full = straight_recording()
    assert m.metrics(full, window=(1.0, 2.005))["duration"] == pytest.approx(1.0)


@pytest.mark.parametrize("window", [(2, 1), (float("nan"), 1), (100, 110)])
def test_a_window_without_rows_is_refused(window):
    with pytest.raises(RecordingError, match=r"a window is two times in s|window 100 to 110 s must lie within the run"):
        m.metrics(straight_recording(), window=window)


@pytest.mark.parametrize("window", [5, (1,), "2,10"])
def test_a_window_that_is_no_pair_is_refused(window):
    with pytest.raises(RecordingError, match="window"):
        m.metrics(straight_recording(), window=window)


@pytest.mark.parametrize("text", ["2", "10,2", "a,b", "1,2,3", ""])
def test_a_text_that_is_no_window_is_refused(text):
    with pytest.raises(RecordingError, match="a window is two times in s, from and to, such as 2,10"):
        window_of(text)
    assert window_of("2,10") == (2.0, 10.0)
