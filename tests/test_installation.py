"""The line that installs an extra: from a folder of sources, a wheel, or the repository that the metadata names."""

import importlib.metadata
import json
import re
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from snakelab.system import install_line

ROOT = Path(__file__).parents[1]


class Package:
    """An installed package, as its metadata tell it."""

    def __init__(self, url="", links=(), kind="dir_info"):
        self.url, self.links, self.metadata, self.kind = url, list(links), self, kind

    def read_text(self, name):
        return json.dumps({"url": self.url, self.kind: {}}) if self.url else None

    def get_all(self, name):
        return self.links


@pytest.fixture
def installed(monkeypatch):
    return lambda package: monkeypatch.setattr(importlib.metadata, "distribution", lambda name: package)


def test_what_came_from_a_folder_is_installed_from_there(installed, tmp_path):
    folder = tmp_path / "my snakelab"
    folder.mkdir()
    installed(Package(folder.as_uri()))
    assert install_line("mujoco") == 'pip install ".[mujoco]" in the folder of snakelab\'s sources'
    (folder / "pyproject.toml").touch()
    assert install_line("mujoco") == f'pip install ".[mujoco]" in the folder of snakelab\'s sources, {folder}'
    assert install_line() == f'pip install "." in the folder of snakelab\'s sources, {folder}'


def test_a_repository_in_the_metadata_is_named(installed):
    installed(Package(links=["Homepage, https://a.example", "Repository, https://b.example/snakelab"]))
    assert install_line("cuda") == 'pip install "snakelab[cuda] @ git+https://b.example/snakelab"'


def test_without_any_metadata_the_line_is_the_general_one(monkeypatch):
    def absent(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", absent)
    assert install_line("cluster") == 'pip install ".[cluster]" in the folder of snakelab\'s sources'


@pytest.mark.parametrize(
    "package", [Package("file:///dist/snakelab-0.9.0-py3-none-any.whl", kind="archive_info"), Package()]
)
def test_what_came_from_a_wheel_needs_no_sources(installed, package):
    installed(package)
    assert install_line("mcap") == 'pip install "snakelab[mcap]"'


def test_the_first_installation_does_not_use_an_index_that_lacks_snakelab():
    pages = {page: page.read_text(encoding="utf-8") for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}
    first = [page for page, text in pages.items() if "git clone" in text or page.name in ("README.md", "index.md")]
    assert {page.name for page in first} >= {"README.md", "index.md", "install.md"}
    assert not [page for page in pages if re.search(r"pip install (-U )?snakelab\b", pages[page])]
    for page in first:
        before = pages[page].split('pip install "snakelab[')[0]
        assert 'pip install ".[studio]"' in before or "pip install" not in pages[page], page
