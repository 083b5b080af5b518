"""Where scenarios are found: the library that comes with snakelab, and files."""

from pathlib import Path

from snakelab.errors import ScenarioError, nearest
from snakelab.scenarios.document import parse, read_text

LIBRARY = Path(__file__).parent / "library"
SUFFIXES = (".yaml", ".yml")


def library() -> dict[str, str]:
    """Title of each scenario in the library, by name."""
    titles = {}
    for path in sorted(LIBRARY.glob("*.yaml")):
        data, _ = parse(read_text(path), path.name)
        titles[path.stem] = str(data.get("title", ""))
    return titles


def find(name_or_path: str | Path, folder: str | Path = "") -> Path:
    """The file of a scenario.

    Args:
        name_or_path: A name in the library, or a file. What ends in .yaml or .yml or holds a path separator is a file;
            of two of the same name the library's is taken.
        folder: Where a file's path begins, if it is not absolute; the default is the current folder.

    Raises:
        ScenarioError: if there is none.
    """
    path = Path(folder, name_or_path)
    named = LIBRARY / f"{name_or_path}.yaml"
    if Path(name_or_path).name == str(name_or_path) and path.suffix not in SUFFIXES:
        if _is_file(named):
            return named
        if not _is_file(path):
            names = [file.stem for file in LIBRARY.glob("*.yaml")]
            there = [f"{name_or_path}{suffix}" for suffix in SUFFIXES if _is_file(Path(f"{path}{suffix}"))]
            hint = f"; did you mean {there[0]!r}?" if there else nearest(str(name_or_path), names)
            raise ScenarioError(f"unknown scenario {str(name_or_path)!r}{hint}")
    return path


def _is_file(path: Path) -> bool:
    """Whether there is such a file; a name that no file system takes has none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
