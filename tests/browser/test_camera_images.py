"""Images of a camera of the robot below the 3-D view: they follow the time of the page."""

import numpy as np
import pytest

import snakelab as sl
from recordings import serpenoid_recording
from snakelab.results.recorded_images import ImageWriter

pytestmark = pytest.mark.browser


def test_the_image_follows_the_time(open_page, tmp_path):
    time = np.arange(5.0)
    poses = {"time": time, "position": np.zeros((5, 3)), "quaternion": np.tile([1.0, 0.0, 0.0, 0.0], (5, 1))}
    with ImageWriter(tmp_path / "images.h5", {}) as writer:
        writer.add_camera(
            "eyes", {"kind": "StereoCamera"}, {"left": ((40, 64), "u1"), "right": ((40, 64), "u1")}, **poses
        )
        for i in range(5):
            writer.add("eyes", left=np.full((40, 64), 50 * i), right=np.zeros((40, 64)))
    with sl.results.load_images(tmp_path) as images:
        opened = open_page([serpenoid_recording(duration=4.0)], images=(images,))
    picture = opened.page.locator("#cameras img")
    captions = []
    for at in (0.0, 2.5, 4.0):
        opened.seek(at)
        opened.page.wait_for_function("document.querySelector('#cameras img').complete")
        assert picture.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [64, 40]
        captions.append(opened.page.locator("#cameras figcaption").text_content())
    assert captions == ["eyes, left, t = 0.00 s", "eyes, left, t = 2.00 s", "eyes, left, t = 4.00 s"]


def test_a_run_without_images_has_no_place_for_them(open_page):
    assert open_page([serpenoid_recording(duration=1.0)]).page.locator("#cameras").count() == 0
