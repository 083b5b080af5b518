"""The line that installs an extra: from a folder of sources, or from the repository that the metadata names."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from snakelab import installation
from snakelab.installation import install_line

ROOT = Path(__file__).parents[1]


class Package:
    """An installed package, as its metadata tell it."""

    def __init__(self, url="", links=()):
        self.url, self.links, self.metadata = url, list(links), self

    def read_text(self, name):
        return json.dumps({"url": self.url}) if self.url else None

    def get_all(self, name):
        return self.links


@pytest.fixture
def installed(monkeypatch):
    return lambda package: monkeypatch.setattr(installation, "distribution", lambda name: package)


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

    monkeypatch.setattr(installation, "distribution", absent)
    assert install_line("cluster") == 'pip install ".[cluster]" in the folder of snakelab\'s sources'


def test_no_page_and_no_message_installs_from_an_index_that_does_not_have_it():
    files = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "examples").rglob("*.py"),
    ]
    values = [
        file
        for file in files
        if file.name != "CHANGELOG.md" and 'install "snakelab[' in file.read_text(encoding="utf-8")
    ]
    assert values == [ROOT / "src/snakelab/installation.py"] or values == []
