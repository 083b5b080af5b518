"""A name or file that does not exist gets the nearest that does."""

import subprocess
import sys

import pytest

from snakelab.errors import ScenarioError
from snakelab.scenarios.catalogue import LIBRARY, MAX_NAMES, find, library
from snakelab.scenarios.overrides import read_scenario
from snakelab.scenarios.scenario import load_scenario
from snakelab.scenarios.yaml_document import read_document


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "eight.yaml").write_text("name: eight\n", encoding="utf-8")
    (tmp_path / "eight.txt").touch()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "crawler.yml").touch()
    return tmp_path


def message_of(name, *more):
    with pytest.raises(ScenarioError) as caught:
        find(name, *more)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("eigth.yaml", "there is no file eigth.yaml; did you mean eight.yaml?"),
        ("mail.yaml", "there is no file mail.yaml; `snakelab list` names the scenarios of the library"),
        ("sub/crawlr.yml", "there is no file sub/crawlr.yml; did you mean sub/crawler.yml?"),
        ("worm.yaml", "there is no file worm.yaml; `snakelab list` names the scenarios of the library"),
        ("planar_viscous.yaml", "there is no file planar_viscous.yaml; did you mean planar_viscous, a scenario of the"),
        ("absent/worm.yaml", "there is no file absent/worm.yaml, nor a folder absent; "),
        ("eight", "unknown scenario 'eight'; did you mean 'eight.yaml'?"),
        ("eigth", "unknown scenario 'eigth'; did you mean 'eight.yaml'?"),
        ("planar_protoype", "unknown scenario 'planar_protoype'; did you mean 'planar_prototype'?"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_nearest_file_or_name_is_reported(name, words):
    assert message_of(name).startswith(words)


def test_a_link_to_nothing_is_not_suggested_in_place_of_itself(folder):
    (folder / "loop.yaml").symlink_to("loop.yaml")
    assert message_of("loop.yaml") == (
        "loop.yaml is a link to loop.yaml, where there is no file; correct the link, or name the file itself"
    )


@pytest.mark.usefixtures("folder")
def test_where_nothing_is_near_no_name_is_suggested():
    assert message_of("nosuch") == f"unknown scenario 'nosuch'; `snakelab list` names all {len(library())}"


@pytest.mark.usefixtures("folder")
def test_names_that_contain_the_word_come_first():
    text = message_of("sidewinding")
    names = text.partition("did you mean ")[2].partition("?")[0].split(" or ")
    assert names[:2] == ["'soft_sidewinding'", "'snakesys_sidewinding'"] and len(names) <= MAX_NAMES
    assert all("sidewinding" in name for name in names[:3])


def test_a_misspelt_base_is_reported_with_its_line(folder):
    (folder / "variant.yaml").write_text("title: mine\nbase: eigth.yaml\n", encoding="utf-8")
    with pytest.raises(
        ScenarioError, match=r"variant\.yaml:2: base: there is no file .*eigth\.yaml; did you mean .*eight"
    ):
        read_scenario(folder / "variant.yaml")


@pytest.mark.parametrize("name", ["x" * 5000 + ".yaml", "a\0b.yaml"])
def test_a_name_that_no_file_system_takes_is_refused_too(name):
    assert message_of(name).startswith("there is no file ")


@pytest.mark.thorough
def test_the_index_holds_the_title_of_every_file_in_the_library():
    """To write it anew: python docs/generate.py"""
    titles = {path.stem: str(read_document(path).data.get("title", "")) for path in sorted(LIBRARY.glob("*.yaml"))}
    assert list(library().items()) == list(titles.items())


def test_the_list_of_the_library_imports_neither_numpy_nor_the_yaml_parser():
    code = "import sys, snakelab.scenarios as s; s.library(); print(*{'numpy', 'numba', 'ruamel'} & sys.modules.keys())"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=500
        ).stdout.strip()
        == ""
    )


def test_a_class_of_python_functions_is_no_type_of_a_file(tmp_path):
    (tmp_path / "own.yaml").write_text("like: planar_prototype\nworld: {media: [{user_law: {function: f}}]}\n")
    with pytest.raises(
        ScenarioError, match="unknown medium 'user_law'; it takes a Python function, so write a Python program"
    ):
        load_scenario(tmp_path / "own.yaml")
