"""Manifest: digests and numbers of results, with the machine and the versions with which they were computed."""

import json
import platform
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from reproductions.data.digests import Content

MANIFEST = Path(__file__).parent / "manifest.json"
CLOSE = 1e-3  # largest relative difference of the numbers on another machine
PACKAGES = ("numpy", "numba", "llvmlite", "scipy")


def read_manifest(path: Path) -> dict[str, Content]:
    """Return the contents by name; an empty mapping if there is no manifest."""
    if not path.exists():
        return {}
    document = json.loads(path.read_text(encoding="utf-8"))
    return {name: Content(**content) for name, content in document["data"].items()}


def write_manifest(path: Path, contents: Mapping[str, Content]) -> None:
    """Write the contents, sorted by name; the folder is created if it is missing."""
    made_with = {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}}
    document = {
        "digest": "SHA-256 of numeric content, see docs/data.md",
        "machine": platform.machine(),
        "made_with": made_with,
        "data": {name: asdict(contents[name]) for name in sorted(contents)},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def verdict(actual: Content, known: Content | None) -> tuple[str, bool]:
    """Return the result of a comparison as text, and True if it counts as agreement."""
    if known is None:
        return "not in the manifest", True
    if actual.sha256 == known.sha256:
        return "equal", True
    apart = actual.difference(known)
    if apart <= CLOSE:
        return f"other last digits (numbers within {apart:.1g}), as on another processor or with other versions", True
    return f"differs (numbers apart by {apart:.1g})", False
