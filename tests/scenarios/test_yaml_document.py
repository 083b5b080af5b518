"""YAML into plain data with lines, and errors of broken files."""

import math
import time

import pytest

from snakelab.errors import ScenarioError
from snakelab.scenarios.yaml_document import parse, read_document, read_text


def complaint(text):
    with pytest.raises(ScenarioError) as caught:
        parse(text, "a.yaml")
    return str(caught.value)


def test_scalars_are_those_of_yaml_1_2():
    data, _ = parse("[1e-3, -2, .inf, true, yes, on, ~, 0.5, text, 2026-01-02, 'pi/4', 012]", "a.yaml")
    assert data == [1e-3, -2, math.inf, True, "yes", "on", None, 0.5, "text", "2026-01-02", "pi/4", 12]


def test_every_place_remembers_its_line():
    _, origins = parse("a: 1\nb:\n  - c: 2\n  - {d: 3,\n     e: 4}\n", "a.yaml")
    assert origins[("a",)] == "a.yaml:1"
    assert origins[("b",)] == "a.yaml:2"
    assert origins[("b", 0, "c")] == "a.yaml:3"
    assert origins[("b", 1, "e")] == "a.yaml:5"


def test_aliased_values_are_separate_copies():
    data, _ = parse("a: &x {b: 1}\nc: *x\n", "a.yaml")
    assert data["a"] == data["c"]
    assert data["a"] is not data["c"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", ["a.yaml:3", "'a'", "line 1"]),
        ("p: {b: 1, b: 2}\n", ["a.yaml:1", "'p.b'", "line 1"]),
        ("a: [1, 2\nb: 3\n", ["a.yaml:2:", "invalid YAML"]),
        ("a:\n\t- 1\n", ["a.yaml:2:1", "invalid YAML"]),
        ("a: 1\n---\nb: 2\n", ["a.yaml:2:1", "invalid YAML"]),
        ("a: *nowhere\n", ["a.yaml:1:4", "invalid YAML"]),
        ("a: &x [*x]\n", ["a.yaml:1", "contains itself"]),
        ("a: !!python/object:os.system {}\n", ["a.yaml:1", "tag"]),
        ("a: !own 3\n", ["a.yaml:1", "tag !own"]),
        ("1: a\n", ["a.yaml:1", "keys must be text"]),
        ("? [1, 2]\n: a\n", ["a.yaml:1", "keys must be text"]),
        ("a: \x00", ["a.yaml", "invalid YAML", "text file"]),
        ("a: 1\nb: " + "[" * 20_000, ["a.yaml:2", "nested more than 64 levels deep"]),
        ("a: " + "{a: " * 5_000, ["a.yaml:1", "nested more than 64 levels deep"]),
        ("\n".join(" " * k + "a:" for k in range(2000)), ["a.yaml:65", "nested more than 64 levels deep"]),
        ("a: " + "9" * 5000, ["a.yaml:1", "cannot read the number"]),
        ("a: 1\nb: !!bool maybe", ["a.yaml:2", "cannot read the switch (true or false) 'maybe'"]),
        ("a: 1\nb: !!int ''", ["a.yaml:2", "cannot read the number ''"]),
        ('a: 1\nb: "\\U00110000"', ["a.yaml:2", "an escape beyond U+10FFFF"]),
        ("a: 1\nb: " + "[" * 64 + "]" * 64, ["a.yaml:2", "nested more than 64 levels deep"]),
    ],
)
def test_broken_yaml_is_reported_with_its_place(text, words):
    message = complaint(text)
    assert all(word in message for word in words), message


def test_deep_yaml_is_refused_before_most_of_it_is_read():
    text = "- " * 100_000  # the time of all of it would be that of its square
    start = time.process_time()
    assert "nested more than 64 levels deep" in complaint(text)
    assert time.process_time() - start < 2.0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"# nothing\n", "is empty"),
        (b"- a\n", "keys with values"),
        (b"just text", "keys with values"),
        (b"\x7fELF\xff\xfe", "UTF-8"),
    ],
)
def test_files_that_hold_no_scenario_are_refused(tmp_path, content, words):
    path = tmp_path / "a.yaml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError, match=words):
        read_document(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    with pytest.raises(ScenarioError, match="no file"):
        read_document(tmp_path / "absent.yaml")
    with pytest.raises(ScenarioError, match="is a folder"):
        read_document(tmp_path)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(ScenarioError, match="cannot read"):
        read_document(file / "a.yaml")


def test_aliases_of_aliases_are_refused_before_they_fill_the_memory(tmp_path):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{k}: &a{k} [{', '.join(10 * [f'*a{k - 1}'])}]" for k in range(1, 9)]
    file = tmp_path / "bomb.yaml"
    file.write_text("\n".join(lines))
    with pytest.raises(ScenarioError, match="more than 100000 values"):
        read_document(file)


@pytest.mark.parametrize("text", ['a: "x\\ud800"', '"x\\ud800": 1', 'a: [1, {b: "\\udc00"}]'])
def test_half_of_a_character_is_refused(text):
    assert "half of a surrogate pair; write the character itself" in complaint(text)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            "robot:\n  parts:\n    - link: {length: 1}\n      mass: 2\n     base: x\n",
            "the indentation of the items of `parts` in line 2",
        ),
        ("a:\n  b: 1\n   c: 2\n", "check the indentation, and write a text that contains ': ' in quotes"),
        ("a:\n\t- 1\n", "indent with spaces, not with tabs"),
    ],
)
def test_broken_indentation_is_reported_with_the_place_to_check(text, advice):
    with pytest.raises(ScenarioError) as error:
        parse(text, "a.yaml")
    assert advice in str(error.value)


def test_the_folder_of_a_recorded_run_is_reported_with_the_commands_for_it(tmp_path):
    with pytest.raises(ScenarioError, match=r"is a folder; it holds no .yaml file"):
        read_text(tmp_path)
    (tmp_path / "results.nc").write_bytes(b"")
    with pytest.raises(ScenarioError, match=r"folder of a recorded run.*`snakelab report .*` or `snakelab studio"):
        read_text(tmp_path)
