"""The replay of swimmers: propellers, current and water are seen, and remarks stand on top."""

import numpy as np
import pytest

from recordings import straight_recording
from swimmers import WATER, propeller, swimming_recording

from .opened import different

pytestmark = pytest.mark.browser
SIDES = (
    propeller("left", "link1", offset=[0.0, 0.05, 0.0]),
    propeller("right", "link1", offset=[0.0, -0.05, 0.0]),
)


def like(picture: np.ndarray, colour: tuple[int, int, int]) -> float:
    """Share of the picture whose hue is near a colour's."""
    hues = picture / np.maximum(picture.sum(axis=-1, keepdims=True), 1)
    wanted = np.array(colour) / sum(colour)
    return float((np.abs(hues - wanted).max(axis=-1) < 0.08).mean())


def test_arrows_grow_with_the_thrust_and_vanish_without(open_page):
    thrust = (0, 158, 115)
    pushing = open_page([swimming_recording(propellers=SIDES, thrust=(2.0, 2.0))], scale=1)
    assert like(pushing.picture(), thrust) > 0.001
    assert "longest arrow 2 N" in pushing.page.text_content("#arrow-legend")
    still = open_page([swimming_recording(propellers=SIDES, thrust=(0.0, 0.0))], scale=1)
    assert like(still.picture(), thrust) < 0.0002
    assert still.page.locator("#arrow-legend").count() == 0


def test_the_current_and_the_water_s_surface_are_seen(open_page):
    plain = open_page([swimming_recording(propellers=())], scale=1)
    streaming = open_page([swimming_recording(current=(0.3, 0.0, 0.0), propellers=())], scale=1)
    assert 0.0005 < different(plain.picture(), streaming.picture())
    assert "current: longest arrow 0.3 m/s" in streaming.page.text_content("#arrow-legend")
    below = open_page([swimming_recording(propellers=(), fluids=(WATER | {"surface": 0.1},))], scale=1)
    assert different(plain.picture(), below.picture()) > 0.3


def test_an_ellipse_has_its_declared_height(open_page):
    def seen(kind: str, height: float) -> float:
        flat = straight_recording()
        facts = {"link_section": ("link", [kind] * 3), "link_height": ("link", [height] * 3)}
        opened = open_page([type(flat)(flat.dataset.assign_coords(facts).assign_attrs(base="floating"), "finished")])
        opened.page.click("#look-side")
        opened.settle()
        picture = opened.picture()
        picture[picture.mean(axis=-1) > 175] = 0  # the sky is blue, too, and brighter
        return like(picture, (95, 147, 196))

    assert seen("ellipse", 0.08) > 1.5 * seen("ellipse", 0.04)


def test_remarks_stand_on_top_of_the_page(open_page):
    opened = open_page([swimming_recording(-0.09, (-0.3, 0.0, 0.0), propellers=SIDES)])
    words = opened.page.text_content(".banner.remark")
    assert words.startswith("The current of 0.30 m/s carried the robot backwards")
    assert open_page([swimming_recording(propellers=SIDES)]).page.locator(".banner").count() == 0
