"""Modules and files that pages, docstrings and comments name exist."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "snakelab"
FOLDERS = ("benchmarks", "docs", "examples", "reproductions", "src", "tests", "web/src", ".ci", ".github")
ENDINGS = {".py", ".pyi", ".md", ".js", ".mjs", ".yml", ".yaml", ".toml", ".ipynb", ".txt", ""}
BUILT = {"_build", "_replays", "_notebooks", "jupyter_execute", "assets", "_static", "gallery", "__pycache__"}
# Folders from which a file is named: the page or module's own, that of the repository, and those of one subject.
BASES = (ROOT, ROOT / "src", PACKAGE, PACKAGE / "plugins", ROOT / "tests", ROOT / "reproductions", ROOT / "web" / "src")
# Groups of entry points; their names are not those of modules.
GROUPS = {"commands", "engines", "scenario", "services", "robot_files", "display"}
# Files of an example in the text, and made by a program.
EXAMPLES = re.compile(
    r"NAME|^ros_files/|^(results|entry_points)\.(nc|json|csv|py)$|/(bent|none|my_snake)\.py$|^x/y\.py$|^no_such|^was_here"
)
MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
TOP = {name.partition(".")[0] for name in MODULES} - {"__init__"}


def texts() -> Iterator[tuple[Path, str]]:
    """All files of the sources, with their texts. The changelog, and this file, also name modules of the past."""
    inner = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if not BUILT & set(path.parts))
    for path in (*inner, *ROOT.iterdir()):
        if path.is_file() and path.suffix in ENDINGS and path.name not in ("CHANGELOG.md", Path(__file__).name):
            yield path, path.read_text(encoding="utf-8")


@functools.cache
def names_of(module: str) -> set[str]:
    """What a module defines at its level, and what the stub of a package exports."""
    path = MODULES.get(module, PACKAGE / module.replace(".", "/") / "__init__.py")
    found = {"__file__", "__path__", "__version__", "__all__"}
    for source in (path, path.with_suffix(".pyi")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))) if source.is_file() else ():
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    found.add(node.name)
                case ast.Name(ctx=ast.Store()):
                    found.add(node.id)
                case ast.Import() | ast.ImportFrom():
                    found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return found


@functools.cache
def exists(name: str) -> bool:
    """Return True for a module or folder of the package, also without the root, and for what one of them defines."""
    parts = name.split(".")
    for n in range(len(parts), 0, -1):
        module = ".".join(parts[:n])
        if module in MODULES or (PACKAGE / module.replace(".", "/")).is_dir():
            return n == len(parts) or parts[n] in names_of(module)
    return parts[0] in names_of("")


def stale_names(text: str) -> list[str]:
    """Names in a text, of modules of the package and of what they define, that do not exist."""
    whole = re.findall(r"(?<![\w./@-])snakelab\.(\w+(?:\.\w+)*)", text)
    short = [name for name in re.findall(r"`(?:snakelab\.)?(\w+(?:\.\w+)+)[`(]", text) if name.partition(".")[0] in TOP]
    names = [name for name in whole if name.partition(".")[0] not in GROUPS] + short
    return [name for name in names if not exists(name) and not EXAMPLES.search(name)]


def stale_paths(path: Path, text: str) -> list[str]:
    """Paths of Python files in backticks in a text that do not exist from any folder from which they may be named."""
    words = re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.pyi?)[` ,:]", text)
    return [
        word
        for word in words
        if not any((base / word).exists() for base in (path.parent, *BASES)) and not EXAMPLES.search(word)
    ]


def test_modules_that_are_named_exist():
    stale = [f"{path.relative_to(ROOT)}: {name}" for path, text in texts() for name in stale_names(text)]
    assert not stale, "\n".join(stale)


def test_python_files_that_are_named_exist():
    stale = [f"{path.relative_to(ROOT)}: {word}" for path, text in texts() for word in stale_paths(path, text)]
    assert not stale, "\n".join(stale)


def test_modules_in_the_description_of_a_module_exist():
    """As in "The kernels are in `thread_kernel`", at the end of a clause, or "see `bag_reading`"."""
    named = {part for name in MODULES for part in name.split(".")}
    stale = []
    for path in MODULES.values():
        text = path.read_text(encoding="utf-8")
        description = text.partition('"""')[2].partition('"""')[0]
        clauses = re.findall(r"\b(?:in|see) ((?:`\w+`(?:,? and |, )?)+)(?=[.,;)]|$)", description)
        for name in re.findall(r"`(\w+)`", " ".join(clauses)):
            if name not in named and not re.search(rf"(?<!`)\b{name}\b(?!`)", text):
                stale.append(f"{path.relative_to(ROOT)}: {name}")
    assert not stale, "\n".join(stale)


def test_a_name_of_the_past_is_found():
    assert stale_names("as `control.sampling.best_samples` does") == ["control.sampling.best_samples"]
    assert stale_names("see snakelab.sim.records and `physics.contacts.line_point`") == [
        "sim.records",
        "physics.contacts.line_point",
    ]
    assert stale_names("see `physics.contact_detection.line_point`, `results.nc`, snakelab.commands") == []
    assert stale_paths(ROOT / "docs" / "theory.md", "| `physics/outward.py` | `physics/contacts.py`, `solve` |") == [
        "physics/outward.py"
    ]
