"""Pictures of the 3-D view, the report page and the studio for README and documentation.

    python docs/pictures.py [NAME ...]

Runs the scenarios, opens their pages in the Chromium of the machine, and saves the named pictures (views, report, studio), or
all, as WebP files in docs/images. Needs `pip install ".[browser,studio]"` and Chromium.
"""

import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

import snakelab as sl
from snakelab.plugins.studio.page.report_page import page_html

# Software rendering, so that the pictures are the same on every machine.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
IMAGES = Path(__file__).parent / "images"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SIZE = "1280×720"  # of a still, as the page offers it
TILE = (960, 540)  # of a still in the overview [px]
QUALITY = 84
SHOWN = 6.0  # instant of the studio's picture [s]
# Scenario, instant [s], and keys that turn and zoom the camera.
VIEWS = [
    ("snakesys_field_swl1", 12.0, "++++aaa"),
    ("pilot_waypoints", 4.4, "+++ddss"),
    ("terrain_beach", 1.2, "++++"),
    ("pipe_step_in", 38.4, "++ddww"),
]


def overview(browser: Any, folder: Path) -> Image.Image:
    """Four stills of the 3-D view side by side."""
    whole = Image.new("RGB", (2 * TILE[0], 2 * TILE[1]))
    for i, (name, time, keys) in enumerate(VIEWS):
        still = saved_still(browser, page_of(name, folder), time, keys).resize(TILE, Image.Resampling.LANCZOS)
        whole.paste(still, (i % 2 * TILE[0], i // 2 * TILE[1]))
    return whole


def page_of(name: str, folder: Path) -> Path:
    """Run a scenario and write its report page."""
    path = folder / f"{name}.html"
    if not path.exists():
        path.write_bytes(page_html(sl.run_scenario(sl.load_scenario(name))))
    return path


def saved_still(browser: Any, path: Path, time: float, keys: str) -> Image.Image:
    """Picture that the page saves."""
    page = opened(browser, path.as_uri(), (1280, 720))
    go_to(page, time)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(1500)
    page.click("#save summary")
    page.select_option("#picture-size", SIZE)
    with page.expect_download() as download:
        page.click("#save-picture")
    still = Image.open(download.value.path()).convert("RGB")
    page.close()
    return still


def report_picture(browser: Any, folder: Path) -> Image.Image:
    """Upper part of a report page."""
    page = opened(browser, page_of("soft_planar_rolling", folder).as_uri(), (1440, 900))
    go_to(page, 9.0)
    return screenshot(page)


def studio_picture(browser: Any, folder: Path) -> Image.Image:
    """The studio, after some seconds of a run on grass."""
    with studio("snakesys_field_swl1", folder) as address:
        page = opened(browser, address, (1440, 900))
        page.select_option("#pace", "0.25")  # more rows for the plots where the machine is slow
        page.click("#play")
        while float(page.get_attribute("html", "data-shown") or 0.0) < SHOWN:
            page.wait_for_timeout(200)  # the policy of the page forbids to ask within it
        page.click("#play")
        return screenshot(page)


@contextmanager
def studio(name: str, folder: Path) -> Iterator[str]:
    """Address of a studio that runs meanwhile."""
    command = [sys.executable, "-m", "snakelab", "studio", name, "--out", str(folder / "studio")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        try:
            yield found[0] if found else ""
        finally:
            process.terminate()


def opened(browser: Any, address: str, size: tuple[int, int]) -> Any:
    """A page that is ready."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme="light")
    page.set_default_timeout(120_000)  # for slow machines
    for _ in range(20):  # the studio prints its address shortly before it listens
        try:
            page.goto(address)
            break
        except Exception:
            page.wait_for_timeout(500)
    page.wait_for_selector("html[data-ready=yes]", timeout=240_000)
    return page


def go_to(page: Any, time: float) -> None:
    """Move the replay to an instant."""
    move = "(node, time) => { node.value = time; node.dispatchEvent(new Event('input')); }"
    page.eval_on_selector("#scrubber", move, time)


def screenshot(page: Any) -> Image.Image:
    """What the page shows."""
    page.wait_for_timeout(2500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture


PICTURES: dict[str, Callable[[Any, Path], Image.Image]] = {
    "views": overview,
    "report": report_picture,
    "studio": studio_picture,
}


def chromium() -> str | None:
    """Path of the Chromium of the machine."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def main(names: list[str]) -> None:
    """Draw the named pictures."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name in names:
            path = IMAGES / f"{name}.webp"
            PICTURES[name](browser, Path(folder)).save(path, quality=QUALITY, method=6)
            print(f"{path} ({path.stat().st_size // 1000} kB)")


if __name__ == "__main__":
    main(sys.argv[1:] or list(PICTURES))
