"""A package of one's own to edit, and a cache of one's own to damage."""

import shutil
from pathlib import Path

import pytest

import snakelab
from snakelab.kernels import code_files

PACKAGE = Path(snakelab.__file__).parent


@pytest.fixture
def copy(tmp_path):
    """A folder with a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "snakelab", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The folder in which kernels that are made from here on are kept."""
    monkeypatch.setattr(code_files, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"
