"""Versions: which are allowed by the package's own metadata."""

import importlib.util

import pytest

from snakelab.apps.doctor.software import (
    Requirement,
    allows,
    imported_as,
    parse_requirement,
    requirements,
)


@pytest.mark.parametrize(
    ("allowed", "version", "takes"),
    [
        (">=2.0", "2.0", True),
        (">=2.0", "2", True),
        (">=2.0", "1.99.9", False),
        (">=2.0", "2.0.0rc1", False),
        (">=2.0", "2.0.0.post1", True),
        (">=2.0", "10.1", True),
        ("<3,>=2.9", "2.10", True),
        ("<3,>=2.9", "3.0.0", False),
        ("<3,>=2.9", "3.0.0b1", False),
        ("<3,>=2.9", "2.8.9", False),
        ("==1.2.*", "1.2.9", True),
        ("==1.2.*", "1.3", False),
        ("==1.2", "1.2.0", True),
        ("!=1.2", "1.2.0", False),
        ("!=1.2.*", "1.3", True),
        ("~=1.4.2", "1.4.9", True),
        ("~=1.4.2", "1.5.0", False),
        (">1.0", "1.0", False),
        ("<=1.0", "1.0", True),
        ("", "0", True),
        (">=2024.9", "2026.9.0+local", True),
        (">=2.0", "unreadable", True),
    ],
)
def test_a_version_is_allowed_or_not(allowed, version, takes):
    assert allows(allowed, version) is takes


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("numpy>=2.0", Requirement("numpy", ">=2.0")),
        ("pydantic<3,>=2.9", Requirement("pydantic", "<3,>=2.9")),
        ("ruamel.yaml >= 0.18.6", Requirement("ruamel-yaml", ">=0.18.6")),
        ("mujoco>=4.0; extra == 'mujoco'", Requirement("mujoco", ">=4.0", "mujoco")),
        ('PyTest_xdist>=3; extra == "test"', Requirement("pytest-xdist", ">=3", "test")),
        ("plain", Requirement("plain", "")),
        ("some[more]>=1", Requirement("some", ">=1")),
        ("old>=1; python_version < '3.12'", None),
        ("old>=1; python_version < '3.12' and extra == 'test'", None),
        (">=1", None),
    ],
)
def test_a_line_of_the_metadata_is_read(line, wanted):
    assert parse_requirement(line) == wanted


def test_every_dependency_of_the_package_is_found_by_the_name_it_is_imported_by():
    needs = [need for need in requirements() if not need.extra]
    assert {"numpy", "numba", "ruamel-yaml", "pydantic"} <= {need.name for need in needs}
    assert all(need.allowed for need in needs)
    assert [need.name for need in needs if importlib.util.find_spec(need.module) is None] == []


def test_the_line_to_type_is_quoted_for_the_shell():
    assert Requirement("numpy", ">=2.0").line == '"numpy>=2.0"'
    assert Requirement("plain", "").line == "plain"


def installed(folder, name, top_level=None, files=()):
    """A distribution's metadata, as an installer leaves it."""
    place = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    if top_level is not None:
        (place / "top_level.txt").write_text(top_level)
    (place / "RECORD").write_text("".join(f"{file},,\n" for file in files))
    for file in files:  # another reader of metadata, which Dask brings, leaves out files that are not there
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


@pytest.mark.parametrize(
    ("name", "top_level", "files", "module"),
    [
        ("picturelib", "PIX\n", ["PIX/__init__.py"], "PIX"),
        ("picturelib", None, ["_hidden/__init__.py", "PIX/__init__.py", "PIX/deep/__init__.py"], "PIX"),
        ("one-file", None, ["single.py"], "single"),
        ("own-name", "extra\nOwn_name\n", [], "Own_name"),
        ("unsaid", None, [], "unsaid"),
    ],
)
def test_a_package_is_imported_by_the_name_that_its_own_metadata_gives(
    tmp_path, monkeypatch, name, top_level, files, module
):
    installed(tmp_path, name, top_level, files)
    monkeypatch.syspath_prepend(tmp_path)
    imported_as.cache_clear()
    assert imported_as(name) == module
    imported_as.cache_clear()


def test_pillow_is_looked_for_as_pil():
    assert Requirement("pillow", ">=9").module == "PIL"
    assert Requirement("none-such-package", "").module == "none_such_package"
