"""Window of a recording: the part of a run from which metrics are computed, such as that after the start."""

import math

import numpy as np

from snakelab.errors import RecordingError
from snakelab.results.recording import Recording

Window = tuple[float, float]
TIE = 1e-9  # relative tolerance of equal times


def part_of(recording: Recording, window: Window) -> Recording:
    """Rows of a window, its edges included."""
    tie = TIE * max(1.0, window[1])
    return Recording(recording.dataset.sel(time=slice(window[0] - tie, window[1] + tie)), recording.status)


def checked_part(recording: Recording, window: Window) -> Recording:
    """Rows of a window, its edges included; there are two or more.

    Args:
        recording: The run.
        window: From and to [s], within the run; see `reached_window`.

    Raises:
        RecordingError: if the window is not an interval of time, is outside the run, or contains fewer than two rows.
    """
    return part_of(recording, reached_window(recording, window))


def reached_window(recording: Recording, window: Window) -> Window:
    """Return the part of a window that the run reached: all of it, unless the run ended before its duration had passed.

    Args:
        recording: The run.
        window: From and to [s].

    Raises:
        RecordingError: if the window is not an interval of time, or contains fewer than two rows; or if it exceeds a run that
            finished.
    """
    check_window(window)
    times = recording["time"].values
    if len(times) < 2:
        held = f"from {times[0]:g} to {times[-1]:g} s" if len(times) else "without rows"
        raise RecordingError(f"fewer than two rows lie in the {window_text(window)}; the recording is {held}")
    first, last = float(times[0]), float(times[-1])
    # The last row of a run is up to one row before its end.
    slack = float(np.diff(times).max()) + TIE * max(1.0, last)
    if window[0] < first - slack or window[1] > last + slack:
        if recording.finished or window[0] < first - slack or window[0] >= last:
            raise RecordingError(
                f"the {window_text(window)} must lie within the run, which is from {first:g} to {last:g} s"
            )
        window = (window[0], last)
    if part_of(recording, window).dataset.sizes["time"] < 2:
        raise RecordingError(
            f"fewer than two rows lie in the {window_text(window)}; the recording is from {first:g} to {last:g} s"
        )
    return window


def check_window(window: Window) -> None:
    """Raise RecordingError if a window is not an interval of time."""
    begin, end = window
    if not (math.isfinite(begin) and begin < end):
        raise RecordingError(f"a window is two times in s, from and to, such as (2, 10); got ({begin:g}, {end:g})")


def window_of(text: str) -> Window:
    """Return the window of a text such as "2,10", from and to [s].

    Raises:
        RecordingError: if the text is no window.
    """
    try:
        begin, end = map(float, text.split(","))
        check_window((begin, end))
    except (ValueError, RecordingError):
        raise RecordingError(f"a window is two times in s, from and to, such as 2,10; got {text[:60]!r}") from None
    return begin, end


def window_text(window: Window) -> str:
    """Return the window in words: "window 2 to 10 s"."""
    return f"window {window[0]:g} to {window[1]:g} s"
