"""The replay of a run whose controller looked ahead: its futures are seen for a while after each moment."""

import numpy as np
import pytest

from walls import foreseeing_recording, waving_recording

from .opened import different

pytestmark = pytest.mark.browser


def test_futures_are_seen_from_their_moment_on_and_not_for_long(open_page):
    plain = open_page([waving_recording()])
    looking = open_page([foreseeing_recording(waving_recording(), moments=(0.0, 4.0))])
    for time, shown in ((0.0, True), (3.0, False), (4.1, True), (5.0, False)):
        for page in (plain, looking):
            page.seek(time)
        below = slice(170, None)  # the legend
        seen = different(plain.picture()[below], looking.picture()[below])
        assert (seen > 2e-4) is shown, (time, seen)


def test_sampled_paths_are_shown_on_demand(open_page):
    opened = open_page([foreseeing_recording(waving_recording(), moments=(0.0,), n=12)])
    few = opened.picture()
    assert opened.page.locator("#futures-legend .line.futures").is_hidden()
    opened.page.click("#layers summary")
    opened.page.click("#show-sampled")
    opened.page.keyboard.press("Escape")
    opened.settle()
    assert opened.page.locator("#futures-legend .line.futures").is_visible()
    below = slice(170, None)
    assert np.mean(np.abs(opened.picture()[below] - few[below]).max(axis=-1) > 8) > 1e-4
