"""Metrics of a part of a run."""

import pytest

from recordings import straight_recording
from snakelab.errors import RecordingError
from snakelab.results import metrics as m
from snakelab.results.metrics.window import part_of, window_of


def test_metrics_of_a_window_are_those_of_its_rows():
    recording = straight_recording()
    end = float(recording["time"].values[-1])
    window = (0.25 * end, 0.75 * end)
    table = m.metrics(recording, window=window)
    assert table == m.metrics(part_of(recording, window)) and table.window == window
    assert table["duration"] == pytest.approx(end / 2, abs=2 * end / len(recording["time"]))
    assert f"note: metrics of the window {window[0]:g} to {window[1]:g} s" in str(table)
    assert m.metrics(recording, ("duration",), (0.0, 10 * end))["duration"] == pytest.approx(end)


@pytest.mark.parametrize("window", [(2, 1), (float("nan"), 1), (100, 110)])
def test_a_window_without_rows_is_refused(window):
    with pytest.raises(
        RecordingError, match=r"a window is two times in s|fewer than two rows lie in the window 100 to 110"
    ):
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
