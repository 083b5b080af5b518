"""The conda recipe: its dependencies, entry point and oldest Python are those of the package."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
DOCUMENT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RECIPE = YAML(typ="safe").load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
NAMES = {"matplotlib-base": "matplotlib"}  # of conda-forge: without its window toolkits


def parsed(lines: list[str]) -> dict[str, str]:
    """Return names and bounds of requirements; Python itself and pip are left out."""
    by_name = {}
    for line in lines:
        name, _, bounds = line.partition(" ")
        if name not in ("python", "pip"):
            by_name[NAMES.get(name, name)] = str(Requirement(f"x{bounds}").specifier)
    return by_name


def declared(lines: list[str]) -> dict[str, str]:
    """Return names and bounds of the requirements of the package."""
    return {need.name: str(need.specifier) for need in map(Requirement, lines)}


def test_the_dependencies_are_those_of_the_package():
    assert parsed(RECIPE["requirements"]["run"]) == declared(DOCUMENT["project"]["dependencies"])


def test_the_build_backend_is_that_of_the_package():
    assert parsed(RECIPE["requirements"]["host"]) == declared(DOCUMENT["build-system"]["requires"])


def test_the_command_and_the_oldest_python_are_those_of_the_package():
    (name, target), *others = DOCUMENT["project"]["scripts"].items()
    assert RECIPE["build"]["python"]["entry_points"] == [f"{name} = {target}"] and not others
    variants = YAML(typ="safe").load((ROOT / "conda" / "variants.yaml").read_text(encoding="utf-8"))
    assert [f">={python}" for python in variants["python_min"]] == [DOCUMENT["project"]["requires-python"]]


def test_it_states_the_licence_and_the_summary_of_the_package():
    about = RECIPE["about"]
    assert about["license"] == DOCUMENT["project"]["license"] and (ROOT / about["license_file"]).is_file()
    assert about["summary"] == DOCUMENT["project"]["description"]
