"""A headless Chromium that opens report pages, and fails the test where a page complains or asks the network."""

import functools
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from snakelab.plugins.studio.page.report_page import page_html

from .opened import Opened

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Software rendering, so that every machine draws.
DRAWS = [
    "--no-sandbox",
    "--disable-gpu",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
]
BLIND = ["--no-sandbox", "--disable-gpu", "--disable-webgl", "--disable-3d-apis"]
OURS_TO_BLAME = "GPU stall due to ReadPixels"  # what the driver says of the screenshots


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the machine's browser is."""
    actual = next((path for name in NAMES if (path := shutil.which(name))), None)
    if actual is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)}")
    return actual


PATIENCE = 300_000  # of a wait for the page, on a slow machine that has other work [ms]


def _patient(opens: Callable[..., Any]) -> Callable[..., Any]:
    """The function that opens a page or context, whose waits last for `PATIENCE` unless they say otherwise."""

    def opened(**options: Any) -> Any:
        made = opens(**options)
        made.set_default_timeout(PATIENCE)
        made.set_default_navigation_timeout(PATIENCE)
        return made

    return opened


class Browsers(dict[bool, Any]):
    """A browser that draws in 3-D (True), and one that does not (False); each starts when it is first used."""

    def __init__(self, launch: Callable[..., Any]):
        self._launch = launch

    def __missing__(self, draws: bool) -> Any:
        browser = self._launch(args=DRAWS if draws else BLIND, timeout=PATIENCE)
        browser.new_page, browser.new_context = _patient(browser.new_page), _patient(browser.new_context)
        self[draws] = browser
        return browser


@pytest.fixture(scope="session")
def browsers(chromium: str) -> Iterator[Browsers]:
    """The browsers of all tests."""
    playwright_api = pytest.importorskip("playwright.sync_api", reason="no playwright: pip install '.[browser]'")
    with playwright_api.sync_playwright() as playwright:
        started = Browsers(functools.partial(playwright.chromium.launch, executable_path=chromium))
        yield started
        for browser in started.values():
            browser.close()


class Opener:
    """Opens pages of recordings; at the end, no page may have complained or asked for anything.

    `scale` is the number of pixels drawn per pixel of the layout and axis: 0.5 takes a third of the time without a GPU.
    """

    def __init__(self, browsers: Browsers, folder: Path):
        self._browsers, self._folder = browsers, folder
        self._opened: list[Opened] = []

    def __call__(
        self, recordings: list, names: list[str] | None = None, *, width: int = 1200, height: int = 800, theme: str = "light",
        draws: bool = True, images: tuple = (), scale: float = 0.5,
    ) -> Opened:  # fmt: skip
        path = self._folder / f"page{len(self._opened)}.html"
        path.write_bytes(page_html(recordings, names, images=images))
        size = {"width": width, "height": height}
        context = self._browsers[draws].new_context(viewport=size, color_scheme=theme, device_scale_factor=scale)
        page = context.new_page()
        it = Opened(page)
        self._opened.append(it)
        page.on("console", lambda message: it.complaints.append(message.text) if _bad(message) else None)
        page.on("pageerror", lambda error: it.complaints.append(str(error)))
        page.on("request", lambda request: it.requests.append(request.url))
        page.add_init_script(
            "window.violations = [];"
            "document.addEventListener('securitypolicyviolation', (event) => window.violations.push(event.violatedDirective))"
        )
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        it.settle()
        return it

    def check(self) -> None:
        """Raise AssertionError if a page complained or asked the network."""
        for it in self._opened:
            assert it.complaints == []
            asked = [url for url in it.requests if not url.startswith("blob:")]  # images of its own data
            assert [url for url in asked if not url.startswith("file:")] == [] and len(asked) == 1
            assert it.page.evaluate("window.violations") == []

    def close(self) -> None:
        """Close the pages."""
        for it in self._opened:
            it.page.context.close()


@pytest.fixture
def open_page(browsers: Browsers, tmp_path: Path) -> Iterator[Opener]:
    """Opens pages for one test."""
    opener = Opener(browsers, tmp_path)
    yield opener
    opener.check()
    opener.close()


@pytest.fixture(scope="module")
def open_shared_page(browsers: Browsers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    """Opens pages for all tests of a module, each of which leaves them as it found them."""
    opener = Opener(browsers, tmp_path_factory.mktemp("pages"))
    yield opener
    opener.check()
    opener.close()


def _bad(message: Any) -> bool:
    return message.type in ("error", "warning") and OURS_TO_BLAME not in message.text
