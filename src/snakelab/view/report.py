"""The folder that a run leaves behind: the recording, its figures of merit and one picture."""

import contextlib
import io
import json
import math
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from snakelab.errors import RecordingError
from snakelab.results.metrics import metrics, unit_of
from snakelab.results.recording import Recording, write_whole

FORMAT = "snakelab-metrics-1"
LIBRARIES = ("numpy", "scipy", "numba", "xarray", "h5netcdf", "matplotlib")


def report(recording: Recording, folder: str | Path, *, figures: bool = True) -> list[Path]:
    """Write a run to a folder, the recording first, so that nothing computed is lost.

    Each file appears whole or not at all, and replaces an older one of its name: `results.nc` (read it with `load`),
    `metrics.json`, `overview.png` and `overview.svg`.

    Args:
        recording: The run, of any status.
        folder: Where to; made if it is missing.
        figures: Whether to draw.

    Returns:
        Paths of the files, in the order of writing.

    Raises:
        RecordingError: if the folder cannot be written or is full. What was written before stays.
    """
    folder = Path(folder)
    written = [recording.save(folder / "results.nc")]
    written.append(_write(folder / "metrics.json", metrics_json(recording).encode(), written))
    if figures:
        for name, content in _pictures(recording).items():
            written.append(_write(folder / name, content, written))
    return written


def metrics_json(recording: Recording) -> str:
    """The figures of merit with units, status and versions, as standard JSON: what is not a finite number is null."""
    table = metrics(recording)
    attrs = recording.dataset.attrs
    content: dict[str, Any] = {
        "format": FORMAT,
        "status": table.pop("status"),
        "robot": str(attrs.get("robot", "")),
        "seed": _plain(attrs.get("seed")),
        "versions": {"snakelab": str(attrs.get("snakelab_version", "")), **_versions()},
        "metrics": {name: {"value": _plain(value), "unit": unit_of(name)} for name, value in table.items()},
    }
    return json.dumps(content, indent=2, allow_nan=False, ensure_ascii=False) + "\n"


def _pictures(recording: Recording) -> dict[str, bytes]:
    """The overview as PNG and SVG; the same recording gives the same bytes."""
    try:
        import matplotlib  # here, so that a report without figures does not load it
    except ValueError as problem:  # the environment names a backend that there is not
        raise RecordingError(
            f"Matplotlib does not start, so there is no figure: {problem}; unset MPLBACKEND"
        ) from problem
    from snakelab.view.figure import overview_figure

    figure = overview_figure(recording)
    pictures = {}
    with matplotlib.rc_context({"svg.hashsalt": "snakelab"}):
        for kind, metadata in (("png", None), ("svg", {"Date": None})):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=kind, metadata=metadata)
            pictures[f"overview.{kind}"] = buffer.getvalue()
    return pictures


def _write(path: Path, content: bytes, written: list[Path]) -> Path:
    """Write a file whole or not at all; where that fails, say what is safe."""
    try:
        return write_whole(path, content)
    except RecordingError as problem:
        raise RecordingError(f"{problem}; already safe: {', '.join(map(str, written))}") from problem


def _plain(value: Any) -> Any:
    """The value as JSON holds it: NumPy numbers as Python's, and None where it is not finite."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _versions() -> dict[str, str]:
    """Versions of Python and of the libraries that the numbers came through."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found
