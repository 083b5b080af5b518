"""The built script belongs to the sources beside it, and brings the licences of what it contains."""

import hashlib
from importlib.resources import files
from pathlib import Path

import pytest

ASSETS = files("snakelab.plugins.studio") / "assets"
WEB = Path(__file__).parents[4] / "web"


@pytest.mark.skipif(not WEB.is_dir(), reason="the sources of the script are not part of this copy")
def test_script_was_built_from_the_present_sources():
    paths = ["build.mjs", "package-lock.json"]
    paths += [path.relative_to(WEB).as_posix() for path in (WEB / "src").rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(path.encode() + b"\0" + (WEB / path).read_bytes() + b"\0")
    built = (ASSETS / "sources.sha256").read_text().strip()
    assert digest.hexdigest() == built, "web/src has changed since the script was built: run `make web`"


@pytest.mark.parametrize("name", ["three", "uplot"])
def test_licence_lies_beside_the_script(name):
    assert "Permission is hereby granted" in (ASSETS / f"LICENSE.{name}.txt").read_text(encoding="utf-8")


def test_script_can_stand_inside_a_page():
    script = (ASSETS / "page.js").read_text(encoding="utf-8").lower()
    assert "</script" not in script and "<!--" not in script and "eval(" not in script
