"""The replay of a run whose controller looked ahead: its futures are seen for a while after each moment."""

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
