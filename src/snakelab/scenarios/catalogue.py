"""Search for scenarios in the library and among files."""

import difflib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from snakelab.errors import ScenarioError, nearest

LIBRARY = Path(__file__).parent / "library"
INDEX = LIBRARY / "index.json"  # written by docs/generate.py
SUFFIXES = (".yaml", ".yml")
MAX_NAMES = 5  # of a message


@dataclass(frozen=True)
class LibraryEntry:
    """Scenario of the library, as the index describes it.

    Attributes:
        name: Name, that of its file.
        title: Title.
        robot: Name of its robot.
        media: Types of the media in its world, without repetition.
        controller: Type of its controller; empty without one.
    """

    name: str
    title: str
    robot: str
    media: tuple[str, ...]
    controller: str

    @property
    def words(self) -> str:
        """All that a search looks through, in lower case."""
        return " ".join((self.name, self.title, self.robot, *self.media, self.controller)).lower()


def library_entries(
    words: Sequence[str] = (), robot: str | None = None, medium: str | None = None, controller: str | None = None
) -> list[LibraryEntry]:
    """Return the scenarios of the library, in the order of their names.

    Args:
        words: Only those with words that begin with all of these, in upper or lower case, in name, title, robot, media or
            controller.
        robot: Only those with this robot.
        medium: Only those with a medium of this type, such as `"fluid"`.
        controller: Only those with a controller of this type, such as `"sampling_mpc"`.

    Raises:
        ScenarioError: if no scenario of the library has that robot, medium or controller, with those that exist.
    """
    index = json.loads(INDEX.read_text(encoding="utf-8"))
    found = [LibraryEntry(name, **facts | {"media": tuple(facts["media"])}) for name, facts in index.items()]
    known = {
        "robot": (robot, {one.robot for one in found}),
        "medium": (medium, {kind for one in found for kind in one.media}),
        "controller": (controller, {one.controller for one in found} - {""}),
    }
    for what, (value, values) in known.items():
        if value is not None and value not in values:
            raise ScenarioError(f"no scenario of the library has the {what} {value!r}{nearest(value, values)}")
    return [
        one
        for one in found
        if all(re.search(rf"(?<![a-z]){re.escape(word.lower())}", one.words) for word in words)
        and robot in (None, one.robot)
        and (medium is None or medium in one.media)
        and controller in (None, one.controller)
    ]


def library() -> dict[str, str]:
    """Return the title of each scenario in the library, by name."""
    return {one.name: one.title for one in library_entries()}


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
    if os.path.islink(path):  # False for a name that no file system takes
        return (
            f"{path} is a link to {path.readlink()}, where there is no file; correct the link, or name the file itself"
        )
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
