"""Search for scenarios in the library and among files."""

import difflib
import json
from pathlib import Path

from snakelab.errors import ScenarioError

LIBRARY = Path(__file__).parent / "library"
INDEX = LIBRARY / "index.json"  # written by docs/generate.py
SUFFIXES = (".yaml", ".yml")
MAX_NAMES = 5  # of a message


def library() -> dict[str, str]:
    """Return the title of each scenario in the library, by name."""
    titles: dict[str, str] = json.loads(INDEX.read_text(encoding="utf-8"))
    return titles


def find(name_or_path: str | Path, folder: str | Path = "") -> Path:
    """Return the file of a scenario.

    Args:
        name_or_path: A name in the library, or a file, which ends in .yaml or .yml or contains a path separator;
            a name of both refers to the library.
        folder: Folder of relative paths; default: the current folder.

    Raises:
        ScenarioError: if there is neither, with the nearest names or the nearest file of that folder.
    """
    path = Path(folder, name_or_path)
    named = LIBRARY / f"{name_or_path}.yaml"
    if Path(name_or_path).name == str(name_or_path) and path.suffix not in SUFFIXES:
        if _is_file(named):
            return named
        if not _is_file(path):
            raise ScenarioError(f"unknown scenario {str(name_or_path)!r}{_near_name(str(name_or_path), path)}")
    elif not _is_file(path):
        raise ScenarioError(_no_file(path))
    return path


def _near_name(name: str, path: Path) -> str:
    """Return a hint for a name that is in neither the library nor the folder."""
    names = sorted(file.stem for file in LIBRARY.glob("*.yaml"))
    there = [f"{name}{suffix}" for suffix in SUFFIXES if _is_file(Path(f"{path}{suffix}"))]
    containing = [known for known in names if len(name) >= 3 and name in known]  # shorter texts are parts of most names
    near = difflib.get_close_matches(name, names, n=MAX_NAMES)
    if there or not containing:
        close = there or near or _close_files(path)
        return f"; did you mean {close[0]!r}?" if close else f"; `snakelab list` names all {len(names)}"
    shown = [*sorted(containing, key=len), *(other for other in near if other not in containing)][:MAX_NAMES]
    return f"; did you mean {' or '.join(map(repr, shown))}? `snakelab list` names all {len(names)}"


def _no_file(path: Path) -> str:
    close = _close_files(path)
    if not close and _is_file(LIBRARY / f"{path.stem}.yaml"):
        close = [f"{path.stem}, a scenario of the library"]
    folder = "" if path.parent.is_dir() else f", nor a folder {path.parent}"
    hint = f"did you mean {close[0]}?" if close else "`snakelab list` names the scenarios of the library"
    return f"there is no file {path}{folder}; {hint}"


def _close_files(path: Path) -> list[str]:
    """Return scenario files of the same folder with similar names, nearest first."""
    try:
        there = {file.name: file.stem for file in path.parent.iterdir() if file.suffix in SUFFIXES}
    except (OSError, ValueError):
        return []
    stem = path.stem if path.suffix in SUFFIXES else path.name
    near = difflib.get_close_matches(stem, there.values())  # without the suffix, which is common to all
    return [str(path.with_name(name)) for close in near for name, own in there.items() if own == close]


def _is_file(path: Path) -> bool:
    """Return True if the file exists; False for an invalid file name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
