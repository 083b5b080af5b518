"""Entries of the gallery: every scenario of the library and every example, with its title, group and source."""

import ast
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "snakelab"
LIBRARY = PACKAGE / "scenarios" / "library"
# Folders that no run of a scenario depends on.
ABOVE = {"cli", "figures", "plugins"}
EXAMPLES = ROOT / "examples"
THUMBNAILS = ROOT / "docs" / "images" / "gallery"
# Groups in the order of the page: beginning of a scenario's name, and title.
GROUPS = {
    "planar": "Planar snakes on dry ground",
    "snakesys": "Orthogonal snakes: creeping, sidewinding, rolling, climbing",
    "orthogonal": "Orthogonal snakes: creeping, sidewinding, rolling, climbing",
    "terrain": "Terrain",
    "soft": "Soft pneumatic snakes",
    "eel": "Eels",
    "finned": "Eels",
    "finless": "Eels",
    "pilot": "Autopilots under water",
    "pipe": "Pipes and sampling MPC",
    "hybrid": "Hybrid underwater snakes",
    "hydraulic": "Hydraulic soft joints",
    "rod": "Elastic rods",
    "salamander": "Robots with legs and driven wheels",
    "active_wheel": "Robots with legs and driven wheels",
}
# The first row of the gallery: the five reproduced systems, and the most different robots and worlds.
FIRST_GROUP = "Robots and worlds"
FIRST = (
    "planar_prototype", "snakesys_field_swl1", "soft_planar_rolling", "hybrid_spiral", "pipe_step_in", "eel_eel_like",
    "terrain_beach_rolling", "snakesys_pole", "sandfish", "salamander_walking", "active_wheel_driving", "box_pushing",
)  # fmt: skip
EXAMPLE_GROUP = "Python examples"
OTHER_GROUP = "Other scenarios"
# Beginning of a scenario's name, and the folder of `reproductions` that repeats the tables and figures of its paper.
REPRODUCTIONS = {
    "eel": "eel",
    "hybrid": "hybrid_snake",
    "hydraulic": "hybrid_snake",
    "pipe": "pipe_snake",
    "planar": "planar_snake",
    "snakesys_field": "snakesys/field_gaits",
    "snakesys": "snakesys/orthogonal_gaits",
    "soft": "soft_snake",
}


@dataclass(frozen=True)
class Entry:
    """A scenario of the library or an example."""

    name: str
    title: str
    group: str
    source: Path

    @property
    def is_example(self) -> bool:
        return self.source.suffix == ".py"

    @property
    def thumbnail(self) -> Path:
        return THUMBNAILS / f"{self.name}.webp"

    @property
    def text(self) -> str:
        return self.source.read_text(encoding="utf-8")


@cache
def entries() -> tuple[Entry, ...]:
    """Return all entries: scenarios in the order of their groups, then examples."""
    order = [FIRST_GROUP, *dict.fromkeys(GROUPS.values())]
    found = [scenario_entry(name, title) for name, title in titles().items()]
    first = {name: i for i, name in enumerate(FIRST)}
    found.sort(
        key=lambda entry: (
            order.index(entry.group) if entry.group in order else len(order), first.get(entry.name, 0), entry.name
        )
    )  # fmt: skip
    return (*found, *(example_entry(path) for path in sorted(EXAMPLES.glob("*/*.py"))))


def titles() -> dict[str, str]:
    index = json.loads((LIBRARY / "index.json").read_text(encoding="utf-8"))
    return {name: facts["title"] for name, facts in index.items()}


def scenario_entry(name: str, title: str) -> Entry:
    group = FIRST_GROUP if name in FIRST else GROUPS.get(name.split("_")[0], OTHER_GROUP)
    return Entry(name, title or name, group, LIBRARY / f"{name}.yaml")


def example_entry(path: Path) -> Entry:
    """Entry of an example; its title is the first line of its docstring."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.stem
    name = f"example_{path.parent.name[:2]}_{path.stem}"
    return Entry(name, docstring.splitlines()[0].rstrip("."), EXAMPLE_GROUP, path)


def reproduction(entry: Entry) -> str:
    """Return the folder that repeats the paper's figures, or an empty text."""
    if entry.is_example:
        return ""
    return next((folder for start, folder in REPRODUCTIONS.items() if entry.name.startswith(start)), "")


@cache
def package_digest() -> str:
    """Return a digest of the sources that a run and its page depend on; a replay is made again after a change of them."""
    digest = hashlib.sha256()
    kinds = {".py", ".pyi", ".yaml", ".js", ".css", ".html"}
    for path in sorted(
        path for path in PACKAGE.rglob("*") if path.suffix in kinds and not ABOVE & set(path.relative_to(PACKAGE).parts)
    ):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
