"""Messages on files that are not recordings: the actual content, and the line to type."""

from pathlib import Path

from snakelab.installation import install_line
from snakelab.results.recording_files.checksum import HDF5

SHOWN = 6  # files of a folder that a message names


def why_absent(path: Path) -> str:
    """Message for a path at which there is no file."""
    near = sorted(other.name for other in path.parent.glob("*.nc")) if path.parent.is_dir() else []
    folder = "the current folder" if path.parent == Path() else str(path.parent)
    hint = f"; {folder} contains {_some(near)}" if near else ""
    return f"there is no recording at {path}{hint}"


def why_empty_handed(folder: Path) -> str:
    """Message for a folder without `results.nc`."""
    files = sorted(f"{item.name}/" if item.is_dir() else item.name for item in folder.iterdir())
    recordings = [name for name in files if name.endswith(".nc")]
    if recordings:
        return f"there is no recording at {folder / 'results.nc'}; give a file of that folder: {_some(recordings)}"
    inside = [f"{item.name}/" for item in sorted(folder.iterdir()) if (item / "results.nc").is_file()]
    if inside:
        return f"there is no recording at {folder / 'results.nc'}; give one of its folders: {_some(inside)}"
    content = f"that folder contains {_some(files)}" if files else "that folder is empty"
    return (
        f"there is no recording at {folder / 'results.nc'}; {content}; write one with snakelab run NAME --out {folder}"
    )


def why_unreadable(path: Path, problem: Exception | str) -> str:
    """Message for a file that cannot be read as NetCDF-4, from its first bytes and a reason."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            begin = file.read(64)
    except OSError as fault:
        return f"cannot read {path}: {fault.strerror or fault}"
    words = f"{path} is not a readable NetCDF-4 file"
    if size == 0:
        return f"{words}: it is empty (0 bytes); write it again with snakelab run"
    if begin.startswith(HDF5):
        return f"{words}: it is truncated or damaged ({size} bytes): {_line(problem)}; write it again with snakelab run"
    if begin.startswith(b"CDF"):
        return f"{words}: it is NetCDF-3; convert it with nccopy -k nc4 {path} new.nc"
    text = _as_text(begin)
    if text is None:
        return f"{words}: it begins with the bytes {begin[:8]!r}, an HDF5 file with {HDF5!r}"
    hint = f"; to simulate a scenario, type snakelab run {path}" if path.suffix in (".yaml", ".yml") else ""
    return f"{words}: it is text that begins with {text[:30]!r}{hint}"


def why_not_ours(path: Path, found_format: object, expected: str, version: object) -> str:
    """Message for a NetCDF file with another `format` than that of this version.

    Args:
        path: The file.
        found_format: Its attribute `format`, None if it has none.
        expected: The format that this version reads, a name that ends in its number.
        version: The file's attribute `snakelab_version`, None if it has none.
    """
    family, _, number = expected.rpartition("-")
    name, _, other = str(found_format).rpartition("-")
    if name == family and other.isdecimal() and int(other) > int(number):
        by = f"snakelab {version}" if isinstance(version, str) and version else "snakelab"
        return (
            f"{path} was written by a newer {by} (format {found_format!r}, this version reads {expected!r}); "
            f"get its sources, then: {install_line()}"
        )
    shown = " ".join(repr(found_format).split())[:200]  # it may be an array
    return f"{path} is not a snakelab recording (format {shown}, expected {expected!r})"


def _line(problem: Exception | str, maximum: int = 200) -> str:
    """Return a reason as one line that any output can show; that of a damaged file may contain bytes that are not UTF-8."""
    # the text of a KeyError is in quotation marks
    reason = problem.args[0] if isinstance(problem, KeyError) and problem.args else problem
    text = " ".join(str(reason).split()).encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= maximum else f"{text[:maximum]} ..."


def _some(names: list[str]) -> str:
    rest = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + rest


def _as_text(content: bytes) -> str | None:
    """Return the bytes as text, None if they are not UTF-8; the last character may be cut."""
    try:
        text = content.decode("utf-8", errors="strict") if len(content) < 64 else content[:-3].decode(errors="ignore")
    except UnicodeDecodeError:
        return None
    return text if all(c.isprintable() or c in "\t\r\n" for c in text) else None
