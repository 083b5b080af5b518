"""Images of a camera on the report page: few, small, and of the same run only."""

import io

import numpy as np
import pytest
from PIL import Image

import snakelab as sl
from recordings import serpenoid_recording
from snakelab.plugins.studio.page import report_page as module
from snakelab.plugins.studio.page.report_page import camera_images
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results.recorded_images import ImageWriter, images_beside, motion_digest


@pytest.fixture
def run():
    return serpenoid_recording()


def written(path, motion="", n=20, kind="StereoCamera", seed=0):
    rng = np.random.default_rng(seed)
    poses = {"time": np.arange(n) / 10, "position": np.zeros((n, 3)), "quaternion": np.tile([1.0, 0, 0, 0], (n, 1))}
    streams = {"StereoCamera": ("left", "right"), "DepthCamera": ("depth",)}[kind]
    with ImageWriter(path / "images.h5", {"motion": motion}) as writer:
        writer.add_camera(
            "eyes", {"kind": kind}, dict.fromkeys(streams, ((60, 640), "f4" if kind[0] == "D" else "u1")), **poses
        )
        for _ in range(n):
            image = rng.integers(0, 255, (60, 640))
            writer.add("eyes", **dict.fromkeys(streams, image if kind[0] == "S" else 1 + image / 100))
    return sl.results.load_images(path)


@pytest.mark.parametrize("kind", ["StereoCamera", "DepthCamera"])
def test_images_are_reduced_jpeg_files(tmp_path, kind):
    packer = Packer()
    with written(tmp_path, kind=kind) as images:
        shown = camera_images(images, packer)
    assert shown["name"] == "eyes" and shown["times"]["shape"] == [1, 20]
    whole = b"".join(packer._pieces)[shown["files"]["at"] :]
    first, second = shown["ends"][:2]
    with Image.open(io.BytesIO(whole[first:second])) as picture:
        assert (picture.format, picture.size) == ("JPEG", (320, 30))


def test_the_size_of_all_images_is_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_IMAGE_BYTES", 20_000)
    with written(tmp_path) as images:
        shown = camera_images(images, Packer())
    assert shown["ends"][-1] <= 20_000
    assert 1 < len(shown["ends"]) < 20


@pytest.mark.thorough
def test_the_report_shows_images_of_the_same_run_only(tmp_path, run):
    sizes = []
    for motion in ("another", motion_digest(run)):
        written(tmp_path, motion).close()
        with images_beside(tmp_path, run) as images:
            assert (images is not None) == (motion != "another")
        sl.report(run, tmp_path, figures=False)
        sizes.append((tmp_path / "report.html").stat().st_size)
    assert sizes[1] > sizes[0] + 10_000


@pytest.mark.thorough
def test_a_damaged_image_file_is_warned_of_and_left_out(tmp_path, run):
    (tmp_path / "images.h5").write_text("damaged")
    with pytest.warns(sl.SnakelabWarning, match="cannot be read as an image file"):
        sl.report(run, tmp_path, figures=False)
    assert (tmp_path / "report.html").exists()
