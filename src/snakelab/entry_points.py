"""Entry points of plug-ins.

By an entry point a plug-in reaches the core without being imported by it. A plug-in is a part of snakelab, or a package
of a third party, that registers objects in its metadata. The core looks a name up in one of these groups, and imports
the module behind it when the object is needed:

| group | name | object |
|---|---|---|
| `snakelab.commands` | command of the terminal | function with Typer's annotations, or a `typer.Typer` with subcommands |
| `snakelab.engines` | `--engine` and key `engine` of a scenario | class of its settings; see `scenarios.EngineSettings` |
| `snakelab.scenario` | `GROUP.TYPE`, such as `medium.cubic_drag` | class or function that a scenario file names |
| `snakelab.services` | what a plug-in does for the core, such as `report_page` | function that makes it |
| `snakelab.robot_files` | kind of physical robot | function of a robot file and a callback for warnings: a factory of engines |
| `snakelab.display` | any | module that registers displays, without an attribute |
| `snakelab.warmup` | option of `snakelab warmup` | function that compiles kernels in advance |
"""

import os
import re
import sys
import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from snakelab.errors import PluginError, SnakelabWarning

# The metadata are read directly. `importlib.metadata` takes several times as long: its import loads the parser of e-mails,
# and it parses the entry points of every installed distribution.

PACKAGE = "snakelab"
COMMANDS, ENGINES, SCENARIO = "snakelab.commands", "snakelab.engines", "snakelab.scenario"
SERVICES, ROBOT_FILES, WARMUP = "snakelab.services", "snakelab.robot_files", "snakelab.warmup"
DISPLAYS = "snakelab.display"
# The entry points of snakelab itself. An installation of an older source tree lacks some of them in its metadata.
BUILT_IN: dict[str, tuple[str, ...]] = {
    COMMANDS: (
        "studio", "ros2", "foxglove", "movie", "render", "validate", "sweep", "optimise", "identify", "loops", "slam",
        "export", "import", "bus",
    ),
    ENGINES: ("mujoco", "emulated_bus"),
    SCENARIO: (
        "rollouts.lane_rollouts", "cost.travel_cost", "arguments.lane_stepping", "arguments.planned_wave",
        "arguments.brown_out",
    ),
    SERVICES: (
        "report_page", "camera_images", "movie", "emulated_bus", "movie_renderer", "sweep_configuration", "graphics_card",
        "gpu_engine",
    ),
    DISPLAYS: ("core", "studies"),
    ROBOT_FILES: ("servo_bus",),
    WARMUP: ("lanes",),
}  # fmt: skip
_VALUE = re.compile(r"([\w.]+)\s*:\s*([\w.]+)$")


@dataclass(frozen=True)
class EntryPoint:
    """Object of a plug-in, which is imported when it is needed.

    Attributes:
        group: Group, such as `snakelab.commands`.
        name: Name within the group.
        value: Module and attribute, as in `my_package.engines:Engine`.
        package: Name of the distribution.
    """

    group: str
    name: str
    value: str
    package: str

    @property
    def module(self) -> str:
        """Module of the object."""
        return self.value.partition(":")[0].strip()

    @property
    def attribute(self) -> str:
        """Name of the object in its module."""
        return self.value.partition(":")[2].strip()

    def load(self) -> Any:
        """Return the object, or the module of a group of modules.

        Raises:
            PluginError: if it cannot be imported; the message names the package.
            MissingExtraError: if a module of snakelab needs a package that is not installed.
        """
        if not _VALUE.match(self.value) and self.group != DISPLAYS:
            raise self.broken("its value must be module:attribute")
        try:
            found: Any = import_module(self.module)
            for name in self.attribute.split(".") if self.attribute else ():
                found = getattr(found, name)
        except Exception as problem:  # the module of a third party can raise any exception
            if self.package != PACKAGE:
                raise self.broken(f"{type(problem).__name__}: {' '.join(str(problem).split())}") from problem
            if isinstance(problem, AttributeError) or getattr(problem, "name", None) == self.module:
                raise _outdated(self.group, self.name) from problem
            raise
        return found

    def broken(self, reason: str) -> PluginError:
        """Return the error for an object that cannot be used."""
        return PluginError(
            f"{self.name!r} of the package {self.package!r} (entry point {self.value!r} in {self.group}) cannot be used: "
            f"{reason}; update or uninstall {self.package}"
        )


def entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name: those of snakelab in their order, then those of other packages.

    Of two with the same name, that of snakelab is used, or the first one on `sys.path`, with a warning.

    Raises:
        PluginError: if the metadata of snakelab lack an entry point of this version.
    """
    return _found(tuple(sys.path)).get(group, {})


def load(group: str, name: str) -> Any:
    """Return the object of a name.

    Raises:
        PluginError: if there is no such entry point, or its object cannot be imported.
    """
    points = entry_points(group)
    if name not in points:
        raise PluginError(
            f"there is no {name!r} among the entry points {group}; there are: {', '.join(points) or 'none'}"
        )
    return points[name].load()


@cache
def _found(folders: tuple[str, ...]) -> dict[str, dict[str, EntryPoint]]:
    """Return the entry points of snakelab's groups in the distributions of these folders."""
    groups: dict[str, dict[str, EntryPoint]] = {group: {} for group in BUILT_IN}
    others: list[EntryPoint] = []
    own: dict[tuple[str, str], EntryPoint] = {}
    for point in _all_of(folders):
        if point.package == PACKAGE:
            own[point.group, point.name] = point
        else:
            others.append(point)
    for group, names in BUILT_IN.items():
        for name in names:
            if (group, name) not in own:
                raise _outdated(group, name)
            groups[group][name] = own[group, name]
    for point in others:
        used = groups.setdefault(point.group, {}).setdefault(point.name, point)
        if used is not point:
            warnings.warn(
                f"{point.name!r} in {point.group} of the package {point.package!r} is not used: "
                f"{used.package!r} has an entry point of the same name",
                SnakelabWarning,
                stacklevel=2,
            )
    return groups


def _all_of(folders: tuple[str, ...]) -> list[EntryPoint]:
    """Return the entry points of groups whose names begin with `snakelab.`; of a distribution found twice, the first."""
    points: list[EntryPoint] = []
    seen = set[str]()
    for folder in dict.fromkeys(folders):
        try:
            names = sorted(os.listdir(folder or "."))
        except OSError:  # absent, or an archive
            continue
        for name in names:
            stem, dot, kind = name.rpartition(".")
            if kind not in ("dist-info", "egg-info") or not dot:
                continue
            package = re.sub(r"[-_.]+", "-", stem.split("-")[0]).lower()
            if package in seen:
                continue
            seen.add(package)
            points += _points_of(package, os.path.join(folder, name, "entry_points.txt"))
    return points


def _points_of(package: str, file: str) -> list[EntryPoint]:
    """Return the entry points for snakelab in a file of metadata; none if it is absent."""
    try:
        with open(file, "rb") as stream:
            content = stream.read()
    except OSError:
        return []
    if b"[snakelab." not in content:
        return []
    points, group = list[EntryPoint](), ""
    for line in map(str.strip, content.decode("utf-8", errors="replace").splitlines()):
        if line.startswith("["):
            group = line.strip("[]").strip()
        elif line and not line.startswith(("#", ";")) and group.startswith("snakelab."):
            name, _, value = line.partition("=")
            points.append(EntryPoint(group, name.strip(), value.strip(), package))
    return points


def _outdated(group: str, name: str) -> PluginError:
    """Return the error for metadata that do not belong to this version of the source."""
    tree = Path(__file__).parents[2]
    place = str(tree) if (tree / "pyproject.toml").is_file() else "the folder of snakelab's sources"
    return PluginError(
        f"the metadata of the installed package {PACKAGE!r} are missing or older than its source: {name!r} in {group} "
        f"cannot be found; install it again: pip install -e {place}"
    )
