"""What the page holds of sampled futures: the ways of the head, moment by moment, near the recording's."""

import numpy as np
import pytest

from recordings import serpenoid_recording
from snakelab.plugins.studio.page.report_page import page_html
from walls import foreseeing_recording, waving_recording

from .unpacking import curves, page_payload


def test_ways_are_the_recorded_ones_moment_by_moment():
    recording = foreseeing_recording(waving_recording(), moments=(0.0, 4.0, 8.0))
    head, arrays = page_payload(page_html(recording))
    messages = head["runs"][0]["replay"]["futures"]
    assert (messages["moments"], messages["ahead"]) == ([0.0, 4.0, 8.0], 2.0)
    assert (messages["counts"], messages["elite"]) == ([6, 6, 6], [2, 2, 2])
    ways = curves(messages["ways"], arrays).reshape(3, 6, 3, 5)
    recorded = recording["futures_head"].values.transpose(0, 1, 3, 2)
    assert ways == pytest.approx(recorded, abs=3e-4)
    assert np.ptp(ways[0, :, 1, -1]) == pytest.approx(0.2, abs=1e-3)


def test_a_run_without_futures_shows_none():
    head, _ = page_payload(page_html(serpenoid_recording(n_rows=40)))
    assert head["runs"][0]["replay"]["futures"] is None
