"""The installed version, and the line that installs snakelab or one of its extras: it is on no package index yet."""

import functools
import json
from importlib.metadata import Distribution, PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

PACKAGE = "snakelab"
SOURCES = "the folder of snakelab's sources"
UNKNOWN_VERSION = "unknown"


@functools.cache
def package_version() -> str:
    """Return the version of the installed package; "unknown" for sources or a zip archive that are only on the path."""
    try:
        return version(PACKAGE)
    except PackageNotFoundError:
        return UNKNOWN_VERSION


def install_line(extra: str = "") -> str:
    """Command to type, and where: `pip install ".[mujoco]" in the folder of snakelab's sources, /home/me/snakelab`.

    Where the installed package names the address of its repository, the line holds that and can be typed anywhere. An
    extra of a package that was installed from a wheel is `pip install "snakelab[mujoco]"`: pip keeps the installed
    package, and installs what the extra requires.

    Args:
        extra: An optional set of packages; empty for snakelab itself.
    """
    wanted = f"[{extra}]" if extra else ""
    if address := _repository():
        return f'pip install "{PACKAGE}{wanted} @ git+{address}"'
    if extra and _from_wheel():
        return f'pip install "{PACKAGE}{wanted}"'
    folder = _folder()
    return f'pip install ".{wanted}" in {SOURCES}' + (f", {folder}" if folder else "")


def _repository() -> str:
    """Address of the source repository in the metadata of the installed package; empty if there is none."""
    try:
        lines = distribution(PACKAGE).metadata.get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(line.split(", ", 1) for line in lines if ", " in line)
    return next((url for label, url in named.items() if label.lower() in ("repository", "source", "source code")), "")


def _from_wheel() -> bool:
    """Return True if the package was installed from a wheel or another archive, without a source tree."""
    try:
        return _origin(distribution(PACKAGE)).get("dir_info") is None
    except PackageNotFoundError:
        return False


def _origin(package: Distribution) -> dict[str, Any]:
    """Return what pip has recorded of the place that the package came from; empty for a package from an index."""
    try:
        origin = json.loads(package.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return origin if isinstance(origin, dict) else {}


def _folder() -> str:
    """The folder that the package was installed from, if it was one and is still there; else empty."""
    try:
        place = urlparse(str(_origin(distribution(PACKAGE)).get("url", "")))
    except (PackageNotFoundError, ValueError):
        return ""
    folder = Path(unquote(place.path))
    return str(folder) if place.scheme == "file" and (folder / "pyproject.toml").is_file() else ""
