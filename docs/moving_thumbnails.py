"""Moving thumbnails of the gallery: animated WebP files, taken from the 3-D view of the report pages.

    python docs/moving_thumbnails.py [--again] [NAME ...]
    python docs/moving_thumbnails.py --site

Opens the replay of each entry that has no thumbnail yet (or of the named ones) in the Chromium of the machine and writes
`docs/images/gallery/NAME.webp`. With `--site`, writes `docs/_replays/NAME.webp` for each replay that `docs/replays.py` has made
since; the built site shows these instead. Needs `pip install ".[browser]"` and Chromium.
"""

import io
import sys
import time as clock
import warnings
from pathlib import Path
from typing import Any

from PIL import Image

sys.path.insert(0, str(Path(__file__).parent))
from gallery_entries import THUMBNAILS, Entry, entries
from pictures import ARGUMENTS, chromium
from replays import page_file, replay, thumbnail_file

SIZE = (256, 160)  # of the file [px]
DRAWN = (512, 320)  # of the view [px]
N_FRAMES, FRAME_TIME = 18, 150  # frames, and how long each is shown [ms]
LARGEST = 60_000  # size of a file [B]
QUALITIES = (42, 30, 20, 12, 6)
SPAN = 4.0  # part of the run that is shown [s]
# Beginnings of names of slow runs, of which all is shown.
SLOW = ("pipe_", "pilot_", "hydraulic_", "soft_mounted", "example_06_02")
# Beginnings of names of runs whose beginning is shown instead of the middle.
EARLY = ("example_04_03", "rod_")
# Keys of the page that set the camera: from above among walls, closer to the robot elsewhere, unless it winds around a pole.
KEYS = {"snakesys_spiral_rolling": "", "pipe_": "1+++", "example_06_02": "1+++", "snakesys": "++++", "terrain": "+++"}
CLOSER = "++"
STYLE = """
.picture { position: fixed !important; inset: 0; z-index: 999; width: 100vw !important; height: 100vh !important; }
.picture > :not(canvas) { display: none !important; }
.uplot { visibility: hidden; }
"""


def frames(
    browser: Any,
    page_file: Path,
    span: float | None,
    size: tuple[int, int],
    keys: str = "",
    number: int = N_FRAMES,
    place: float = 0.4,
) -> list[Image.Image]:
    """Pictures of the 3-D view at equal steps of time over `span` [s], None for all; `place` is 0 at the start, 1 at the end."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(page_file.as_uri())
    page.wait_for_selector("html[data-ready=yes]")
    page.add_style_tag(content=STYLE)
    low, high = (float(page.get_attribute("#scrubber", side)) for side in ("min", "max"))
    width = high - low if span is None else min(span, high - low)
    start = low + place * (high - low - width)
    for key in keys:
        page.keyboard.press(key)
    taken = []
    for i in range(-1, number):  # the first picture lets the camera settle
        seek(page, start + width * max(i, 0) / number)
        page.wait_for_timeout(700 if i < 0 else 120)
        if i >= 0:
            taken.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    context.close()
    return taken


def seek(page: Any, time: float) -> None:
    move = "(node, time) => { node.value = time; node.dispatchEvent(new Event('input')); }"
    page.eval_on_selector("#scrubber", move, time)


def encoded(
    pictures: list[Image.Image],
    size: tuple[int, int],
    qualities: tuple[int, ...],
    largest: int,
    frame_time: int = FRAME_TIME,
) -> bytes:
    """An animated WebP of at most `largest` bytes, at the highest of the qualities that allows it."""
    small = [picture.resize(size, Image.Resampling.LANCZOS) for picture in pictures]
    data = b""
    for quality in qualities:
        file = io.BytesIO()
        small[0].save(
            file, "WEBP", save_all=True, append_images=small[1:], duration=frame_time, loop=0, quality=quality, method=6
        )
        data = file.getvalue()
        if len(data) <= largest:
            break
    return data


def draw(browser: Any, entry: Entry, page: Path, file: Path) -> int:
    """Write the thumbnail of an entry from its page and return its size [B]."""
    span = None if entry.name.startswith(SLOW) else SPAN
    keys = next((keys for start, keys in KEYS.items() if entry.name.startswith(start)), CLOSER)
    place = 0.0 if entry.name.startswith(EARLY) else 0.4
    data = encoded(frames(browser, page, span, DRAWN, keys, place=place), SIZE, QUALITIES, LARGEST)
    file.write_bytes(data)
    return len(data)


def missing_in_site() -> list[Entry]:
    """Return the entries with a replay but without a thumbnail made from it."""
    return [entry for entry in entries() if page_file(entry).exists() and not thumbnail_file(entry).exists()]


def main(arguments: list[str]) -> None:
    """Draw the named thumbnails, those that are missing, or those of the site."""
    from playwright.sync_api import sync_playwright

    warnings.simplefilter("ignore")
    THUMBNAILS.mkdir(exist_ok=True)
    names = [name for name in arguments if not name.startswith("-")]
    again, site = "--again" in arguments, "--site" in arguments
    wanted = [
        entry for entry in entries() if entry.name in names or (not names and (again or not entry.thumbnail.exists()))
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for entry in missing_in_site() if site else wanted:
            began = clock.perf_counter()
            try:
                page = page_file(entry) if site else replay(entry)
            except (LookupError, ImportError) as error:
                print(f"{entry.name}: {error}")
                continue
            size = draw(browser, entry, page, thumbnail_file(entry) if site else entry.thumbnail)
            print(f"{entry.name}: {size // 1000} kB in {clock.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
