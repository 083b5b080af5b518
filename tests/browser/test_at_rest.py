"""Values beside the plots: zero where they are rounding."""

import numpy as np
import pytest

from recordings import changed, serpenoid_recording

pytestmark = pytest.mark.browser


def values(opened, chart: str) -> list[str]:
    return opened.page.locator(f"[data-chart='{chart}'] .legend .value").all_text_contents()


def test_a_joint_at_rest_has_an_angle_of_zero(open_page):
    recording = serpenoid_recording(duration=6.0, n_rows=241)
    q = recording["q"].values.copy()
    q[:, 0] = -7.24e-6
    q[0, 1] = 1.49e-7  # of a curve that moves; the page's own packing has such errors
    opened = open_page([changed(recording, q=q)])
    chart = opened.page.locator("[data-chart]").first.get_attribute("data-chart")
    actual = values(opened, chart)
    assert actual[:2] == ["0", "0"]
    assert any(value not in ("0", "\u2013") for value in actual)


def test_small_values_of_small_curves_are_shown(open_page):
    recording = serpenoid_recording(duration=6.0, n_rows=241)
    q = 1e-5 * recording["q"].values
    opened = open_page([changed(recording, q=q)])
    opened.seek(2.0)
    chart = opened.page.locator("[data-chart]").first.get_attribute("data-chart")
    assert all(value != "0" for value in values(opened, chart))
    assert np.abs(q).max() < 1e-5
