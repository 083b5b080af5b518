"""A report page that is open in a browser, as a test handles it."""

import io
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import Image

# The page draws at the next frame after a change, and again while the camera glides.
SETTLED = """() => new Promise((done) => {
  const place = () => document.querySelector('#view canvas')?.dataset.camera;
  let [last, same] = [place(), 0];
  const look = () => {
    same = place() === last ? same + 1 : 0;
    last = place();
    same > 3 ? done() : requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  setTimeout(done, 3000);
})"""


def swipe(page: Any, start: tuple[float, float], end: tuple[float, float], n: int = 10) -> None:
    """Move a finger over a page with a touch screen, from one place to another [px], and lift it."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": 0} for x, y in points]}
        )

    touch("touchStart", start)
    for i in range(1, n + 1):
        page.wait_for_timeout(30)
        touch("touchMove", (start[0] + (end[0] - start[0]) * i / n, start[1] + (end[1] - start[1]) * i / n))
    touch("touchEnd")
    page.wait_for_timeout(300)


@dataclass
class Opened:
    """An open report page, and what it complained about."""

    page: Any
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def time(self) -> float:
        """The time that the page shows [s]."""
        return float(self.page.text_content("#time .now").replace("−", "-"))

    def seek(self, time: float) -> None:
        """Move the scrubber."""
        self.page.eval_on_selector(
            "#scrubber", "(node, time) => { node.value = time; node.dispatchEvent(new Event('input')); }", time
        )
        self.settle()

    def wait_until(self, met: Callable[[], bool], seconds: float = 600.0) -> None:
        """Wait until something is so; the page's policy forbids to ask within it."""
        end = clock.monotonic() + seconds
        while not met():
            assert clock.monotonic() < end, "it did not come about in time"
            self.page.wait_for_timeout(50)

    def settle(self) -> None:
        """Wait until the camera has been at rest for four frames, or for three seconds while it moves with the replay."""
        self.page.evaluate(SETTLED)

    def picture(self, selector: str = "#view canvas") -> np.ndarray:
        """What is seen there, shape (height, width, 3)."""
        self.page.mouse.move(2, 2)  # what is under the pointer may look different
        shot = self.page.locator(selector).first.screenshot(animations="disabled")
        return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=int)

    def drag(self, selector: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with the left button between two places, in shares of the element's width and height."""
        self.page.locator(selector).first.scroll_into_view_if_needed()
        box = self.page.locator(selector).first.bounding_box()
        places = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in (start, end)]
        self.page.mouse.move(*places[0])
        self.page.mouse.down()
        self.page.mouse.move(*places[1], steps=6)
        self.page.mouse.up()
        self.settle()


def different(a: np.ndarray, b: np.ndarray) -> float:
    """Share of the pixels that differ visibly."""
    height, width = (min(a.shape[i], b.shape[i]) for i in (0, 1))  # places are rounded to whole pixels
    return float((np.abs(a[:height, :width] - b[:height, :width]).max(axis=-1) > 24).mean())
