"""Moving picture at the top of the README: scenes of the 3-D view, one after the other, as an animated WebP.

    python docs/hero.py

Opens the replays of the scenes in the Chromium of the machine and writes `docs/images/hero.webp`. Needs
`pip install ".[browser]"` and Chromium.
"""

import sys
import warnings
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))
from gallery_entries import entries
from moving_thumbnails import encoded, frames
from pictures import ARGUMENTS, IMAGES, chromium
from replays import replay

FILE = IMAGES / "hero.webp"
DRAWN, SIZE = (1280, 576), (960, 432)  # of the view and of the file [px]
FRAME_TIME = 110  # [ms]
N_FRAMES = 20  # of each scene
QUALITIES = (55, 40, 30)
LARGEST = 1_500_000  # size of the file [B]
# Scenario, part of the run that is shown [s], and keys that turn and zoom the camera.
SCENES = (
    ("snakesys_field_swl1", 5.0, "++++++aaa"),
    ("pipe_step_in", 30.0, "++++ddww"),
    ("eel_eel_like", 5.0, "++++"),
)


def scenes(browser: Any) -> list[Image.Image]:
    """Return the pictures of all scenes."""
    known = {entry.name: entry for entry in entries()}
    taken: list[Image.Image] = []
    for name, span, keys in SCENES:
        taken += frames(browser, replay(known[name]), span, DRAWN, keys, N_FRAMES)
        print(f"{name}: {N_FRAMES} pictures", flush=True)
    return taken


def main() -> None:
    """Write the moving picture."""
    from playwright.sync_api import sync_playwright

    warnings.simplefilter("ignore")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        data = encoded(scenes(browser), SIZE, QUALITIES, LARGEST, FRAME_TIME)
        browser.close()
    FILE.write_bytes(data)
    print(f"{FILE.name}: {len(data) // 1000} kB")


if __name__ == "__main__":
    main()
