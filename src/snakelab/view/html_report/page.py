"""Report page of runs: one HTML file that needs no network."""

import base64
import functools
import hashlib
import html
import itertools
from collections.abc import Sequence
from importlib.resources import files

from snakelab.errors import RecordingError
from snakelab.results.camera_images import ImageFile
from snakelab.results.recording import Recording
from snakelab.view.html_report.payload import payload
from snakelab.view.html_report.tables import scenario_of


def page_html(
    recordings: Sequence[Recording] | Recording,
    names: Sequence[str] | None = None,
    title: str = "",
    images: Sequence[ImageFile | None] = (),
    window: tuple[float, float] | None = None,
) -> bytes:
    """Return the report page of one run, or of several to compare.

    The page holds a replay in 3-D, plots that follow it, the metrics, the comparison with the scenario's source, the
    scenario and where the numbers came from. It does not use the network, which its security policy forbids.
    Poses are drawn from at most 30 frames a second, with linear interpolation and uniform rotation between them, and rounded by
    less than 1/20 000 of the body's length, which no screen shows; plots keep at most 8000 rows; figures in tables come
    from all.

    Args:
        recordings: The runs, of any status, in the order of the columns; or one run.
        names: Names of the runs; by default those of their scenarios or robots.
        title: Title of the page; by default the scenario's title, or the names.
        images: Image files of the first runs, which are shown next to the replay; None for a run without.
        window: Part of the runs from which the metrics are computed, from and to [s]; None for all of them.

    Returns:
        The file's content, UTF-8; equal recordings give equal bytes.

    Raises:
        RecordingError: if there is no recording, if names and recordings do not match, or if a run has no rows in the window.
    """
    runs = [recordings] if isinstance(recordings, Recording) else list(recordings)
    for recording in runs:
        if not isinstance(recording, Recording):
            raise RecordingError(
                f"page_html takes recordings, got a {type(recording).__name__}; write page_html([load('out/run')])"
            )
    if not runs:
        raise RecordingError("a page needs at least one recording; write page_html([recording])")
    words = _names(runs) if names is None else [str(name) for name in names]
    if len(words) != len(runs):
        raise RecordingError(f"{len(runs)} recordings need as many names, got {len(words)}: {', '.join(words)}")
    title = title or _title(runs, words)
    content = base64.b64encode(payload(runs, words, title, images, window)).decode()
    pieces = {
        "title": html.escape(title),
        "policy": _policy(),
        "style": _asset("page.css"),
        "payload": content,
        "script": _asset("page.js"),
    }
    # The template is split at its marks, so that contents are not searched for marks.
    text = _asset("page.html").split("@@")
    return "".join(pieces[piece] if i % 2 else piece for i, piece in enumerate(text)).encode()


def _names(recordings: list[Recording]) -> list[str]:
    """Return a unique name for each run."""
    plain = [
        str(scenario_of(recording).get("name") or recording.dataset.attrs.get("robot") or "run")
        for recording in recordings
    ]
    taken: list[str] = []
    for name in plain:
        tries = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
        taken.append(next(word for word in tries if word not in taken))
    return taken


def _title(recordings: list[Recording], names: list[str]) -> str:
    if len(recordings) == 1:
        return str(scenario_of(recordings[0]).get("title") or names[0])
    return f"{', '.join(names[:-1])} and {names[-1]}"


@functools.cache
def _asset(name: str) -> str:
    return (files("snakelab.view.html_report") / "assets" / name).read_text(encoding="utf-8")


@functools.cache
def _policy() -> str:
    """Content security policy: only this script and this style, and no network."""
    script, style = (
        base64.b64encode(hashlib.sha256(_asset(name).encode()).digest()).decode() for name in ("page.js", "page.css")
    )
    return (
        f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
