"""Replays of the gallery: report pages of scenarios and examples, cached by content.

    python docs/replays.py [--all] [NAME ...]

Writes `docs/_replays/NAME.html` and the comparison with published values, `NAME.json`. Both are kept as long as neither the
package nor the scenario or example has changed. Without names, a subset is made that takes about half a minute on one core;
`--all` makes every page, on all cores.
"""

import contextlib
import hashlib
import io
import json
import os
import runpy
import sys
import tempfile
import time as clock
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from gallery_entries import Entry, entries, package_digest

FOLDER = Path(__file__).parent / "_replays"
MAX_BYTES = 3_000_000  # of the page of an entry
# Entries of a default build.
SUBSET = (
    "planar_prototype",
    "planar_viscous",
    "snakesys_sidewinding",
    "soft_planar_rolling",
    "eel_eel_like",
    "terrain_kerb",
    "example_01_01_first_snake",
)


def page_file(entry: Entry) -> Path:
    """Return where the report page of an entry lies once it is made."""
    return FOLDER / f"{entry.name}.html"


def thumbnail_file(entry: Entry) -> Path:
    """Return where the moving thumbnail of an entry lies once it is made from its page; removed when the page changes."""
    return FOLDER / f"{entry.name}.webp"


def numbers(entry: Entry) -> dict[str, Any]:
    """Return what is known of the run of an entry: its digest and the comparison with published values; empty if not run."""
    path = FOLDER / f"{entry.name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def replay(entry: Entry) -> Path:
    """Return the report page of an entry; run it unless its page is up to date."""
    digest = hashlib.sha256((package_digest() + entry.text).encode()).hexdigest()
    if not page_file(entry).exists() or numbers(entry).get("digest") != digest:
        page, comparison = run(entry)
        FOLDER.mkdir(exist_ok=True)
        page_file(entry).write_bytes(page)
        text = json.dumps({"digest": digest, **comparison}, indent=1, ensure_ascii=False)
        (FOLDER / f"{entry.name}.json").write_text(text, encoding="utf-8")
        thumbnail_file(entry).unlink(missing_ok=True)
    return page_file(entry)


def run(entry: Entry) -> tuple[bytes, dict[str, Any]]:
    """Run an entry; return its report page and the comparison with published values."""
    import snakelab as sl
    from snakelab.plugins.studio.page.report_page import comparison

    recording = last_recording(entry.source) if entry.is_example else sl.run_scenario(sl.load_scenario(entry.name))
    return light_page(recording), comparison(recording)


def light_page(recording: Any, maximum: int = MAX_BYTES) -> bytes:
    """Return the report page of a run with at most a size [byte]: of a larger page, records are left out evenly."""
    from snakelab.plugins.studio.page.report_page import page_html
    from snakelab.results.recording import Recording

    page, every = page_html(recording), 1
    while len(page) > maximum and recording.dataset.sizes["time"] > 2 * every:
        every *= 2
        thinned = recording.dataset.isel(time=slice(None, None, every))
        page = page_html(Recording(thinned, recording.status))
    return page


def last_recording(source: Path) -> Any:
    """Run an example in an empty folder and return the last recording among its variables."""
    import snakelab as sl

    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        os.environ["MPLBACKEND"] = "Agg"
        variables = runpy.run_path(str(source), run_name="__main__")
        found = [value for value in variables.values() if isinstance(value, sl.Recording)]
        if not found:
            raise LookupError(f"no recording among the variables of {source.name}")
        return found[-1]


def made(entry: Entry) -> str:
    """Make the replay of an entry; return a line on it, empty if it was up to date."""
    warnings.simplefilter("ignore")
    began = clock.perf_counter()
    try:
        size = replay(entry).stat().st_size
    except (LookupError, ImportError) as error:  # an example may need a package that the site does not
        return f"{entry.name}: {error}"
    seconds = clock.perf_counter() - began
    return f"{entry.name}: {size // 1000} kB in {seconds:.1f} s" if seconds > 0.5 else ""


def main(arguments: list[str]) -> None:
    """Make the pages of the named entries, of the subset, or of all."""
    names = [name for name in arguments if not name.startswith("-")] or list(SUBSET)
    chosen = [entry for entry in entries() if "--all" in arguments or entry.name in names]
    with ProcessPoolExecutor(min(len(chosen), os.cpu_count() or 1), get_context("spawn")) as pool:
        for line in filter(None, pool.map(made, chosen)):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
