"""Variants: a scenario over another one's data, and where an error in either of them was written."""

import textwrap
import time
from pathlib import Path

import pytest

from snakelab.errors import ScenarioError
from snakelab.gaits.gait import TableGait
from snakelab.gaits.serpenoid import SerpenoidGait
from snakelab.scenarios import overrides as variants
from snakelab.scenarios.overrides import MAX_BASES, bases, read_scenario
from snakelab.scenarios.scenario import load_scenario
from snakelab.scenarios.yaml_document import Document

BASE = """\
name: base
title: The base
source: us
robot:
  name: two
  base: planar
  parts:
    - link: &link {length: 0.1, mass: 0.2}
    - revolute: {axis: z}
    - link: *link
world:
  media: [{link_friction: {mu_tangential: 0.1, mu_normal: 0.5, shape: per_axis}}]
controller:
  serpenoid_gait: {amplitude: 0.5, angular_frequency: 2, phase_lag: 1}
duration: 1
solver: {step: 1e-3, record_rate: 50}
reference_values: [{metric: mean_speed, value: 1, tolerance: 1, source: us}]
unchecked: [{claim: it shines, reason: no light, source: us}]
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write scenario files into an empty folder, in which a file base.yaml stands."""
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text(BASE, encoding="utf-8")

    def write(text, path="v.yaml"):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    return write


@pytest.fixture
def data(write):
    """The data of a variant, from its text."""
    return lambda text: read_scenario(Path(write(text))).data


@pytest.fixture
def complaint(write):
    """Return the error message for a variant's text."""

    def complaint(text, path="v.yaml"):
        with pytest.raises(ScenarioError) as caught:
            load_scenario(write(text, path))
        return str(caught.value)

    return complaint


def base_data():
    return read_scenario(Path("base.yaml")).data


def test_keys_merge_one_by_one_and_lists_and_values_are_replaced(data):
    document = data(
        """
        base: base.yaml
        robot: {name: other}
        world: {media: [gravity]}
        controller: {serpenoid_gait: {amplitude: pi/8}}
        solver: {step: 2e-3}
        """
    )
    assert document["robot"] == {**base_data()["robot"], "name": "other"}
    assert document["world"] == {"media": ["gravity"]}
    assert document["controller"] == {"serpenoid_gait": {"amplitude": "pi/8", "angular_frequency": 2, "phase_lag": 1}}
    assert document["solver"] == {"step": 2e-3, "record_rate": 50}
    assert document["duration"] == 1
    assert document["source"] == "us"
    assert not {"base", "set"} & set(document)


def test_what_tells_of_one_run_is_not_inherited(write):
    base, variant = load_scenario("base.yaml"), load_scenario(write("base: base.yaml", "my variant.2.yaml"))
    assert (len(base.reference_values), len(base.unchecked)) == (1, 1)
    assert (variant.reference_values, variant.unchecked) == ((), ())
    assert (variant.name, variant.title, variant.source) == ("my_variant_2", "", "us")


def test_a_variant_may_have_its_own_reference_values_and_names(write):
    variant = load_scenario(
        write(
            """
            base: base.yaml
            name: mine
            title: Mine
            reference_values: [{metric: peak_torque, value: 2, tolerance: 1, source: me}]
            """
        )
    )
    assert (variant.name, variant.title) == ("mine", "Mine")
    assert [figure.metric for figure in variant.reference_values] == ["peak_torque"]


def test_another_word_replaces_the_old_one_with_its_keys(write):
    text = "base: base.yaml\ncontroller: {table_gait: {times: [0, 1], angles: [[0], [1]]}}\n"
    assert isinstance(load_scenario("base.yaml").controller, SerpenoidGait)
    assert isinstance(load_scenario(write(text)).controller, TableGait)


def test_a_misspelt_word_does_not_replace_and_gets_the_nearest(complaint):
    message = complaint("base: base.yaml\ncontroller: {table_gat: {times: [0, 1], angles: [[0], [1]]}}\n")
    assert message == "v.yaml:2: controller.table_gat: unknown controller 'table_gat'; did you mean 'table_gait'?"


def test_null_takes_a_key_away(data):
    document = data("base: base.yaml\ncontroller: null\nsolver: {step: null}\ntorque_reference: null\n")
    assert "controller" not in document
    assert "torque_reference" not in document
    assert document["solver"] == {"record_rate": 50}


def test_null_inside_a_list_or_a_new_word_stays_what_it_is(data):
    document = data("base: base.yaml\nworld: {media: [{gravity: null}]}\ncontroller: {table_gait: null}\n")
    assert document["world"] == {"media": [{"gravity": None}]}
    assert document["controller"] == {"table_gait": None}


def test_set_reaches_into_lists_after_the_rest_was_laid_over(data):
    document = data(
        """
        base: base.yaml
        robot: {name: other}
        set:
          robot.parts.0.link.mass: pi/4
          robot.name: last
          initial.q: [0.1]
          world.media.0: gravity
        """
    )
    links = [part["link"]["mass"] for part in document["robot"]["parts"] if "link" in part]
    assert links == ["pi/4", 0.2]
    assert document["robot"]["name"] == "last"
    assert document["initial"] == {"q": [0.1]}
    assert document["world"]["media"] == ["gravity"]


def test_set_needs_no_base(write):
    variant = load_scenario(write(BASE + "set: {duration: 3}\n"))
    assert (variant.settings.duration, variant.title, len(variant.reference_values)) == (3, "The base", 1)


def test_set_puts_in_what_the_option_of_the_command_line_puts_in(write):
    changes = {"robot.parts.0.link.mass": "0.3", "solver": "{step: 5e-3}", "controller.serpenoid_gait.ramp": "pi"}
    lines = "".join(f"  {key}: {value}\n" for key, value in changes.items())
    typed = load_scenario("base.yaml", [f"{key}={value}" for key, value in changes.items()])
    written = load_scenario(write(f"{BASE}set:\n{lines}"))
    assert written.data == typed.data


def test_bases_may_have_bases_in_other_folders_and_in_the_library(write):
    write("base: planar_prototype\nset: {robot.parts.0.link.mass: 0.5}\n", "deep/first.yaml")
    write("base: ../deep/first.yaml\nduration: 3\nset: {solver.step: 4e-3}\n", "other/second.yaml")
    path = write("base: other/second.yaml\nsolver: {record_rate: 20}\n")
    scenario, first = load_scenario(path), load_scenario("planar_prototype")
    assert scenario.robot.mass == pytest.approx(first.robot.mass - 0.08 + 0.5)
    assert (scenario.settings.duration, scenario.settings.step, scenario.settings.record_rate) == (3, 4e-3, 20)
    assert [base.name for base in bases(Path(path))] == ["second.yaml", "first.yaml", "planar_prototype.yaml"]


def test_a_variant_with_overrides_keeps_the_data_of_all(write):
    scenario = load_scenario(write("base: base.yaml\nduration: 3\n"), ["seed=4"])
    assert (scenario.data["duration"], scenario.data["seed"], scenario.data["solver"]["step"]) == (3, 4, 1e-3)
    assert "base" not in scenario.data


def test_the_base_stays_as_it_was(write):
    before = base_data()
    load_scenario(
        write("base: base.yaml\nset: {robot.parts.0.link.mass: 1}\ncontroller: {serpenoid_gait: {ramp: 1}}\n")
    )
    assert base_data() == before


def test_a_fault_is_reported_where_it_was_written(write, complaint):
    write(BASE.replace("record_rate: 50", "record_rate: 0"), "broken.yaml")
    message = complaint(
        """\
        base: broken.yaml
        duration: x
        set:
          robot.parts.0.link.mass: -1
          world.media.0.link_friction: {mu_tangential: 0.1,
            mu_normal: no}
        controller:
          serpenoid_gait:
            amplitud: 3
        """
    )
    assert [": ".join(line.split(": ")[:2]) for line in message.splitlines()] == [
        "v.yaml:4: robot.parts.0.link.mass",
        "v.yaml:6: world.media.0.link_friction.mu_normal",
        "v.yaml:9: controller.serpenoid_gait.amplitud",
        "v.yaml:2: duration",
        "broken.yaml:16: solver.record_rate",
    ]


def test_what_does_not_fit_is_reported_at_the_line_of_the_variant(complaint):
    message = complaint(
        "base: base.yaml\ninitial: {q: [1, 2]}\ncontroller: {table_gait: {times: [0, 1], angles: [[], []]}}"
    )
    assert [line.split(": ")[0] for line in message.splitlines()] == ["v.yaml:3", "v.yaml:2"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("base: planar_protoype", ["v.yaml:1: base: unknown scenario", "did you mean 'planar_prototype'?"]),
        (
            "base: bass.yaml",
            [
                "v.yaml:1: base: there is no file bass.yaml; did you mean base.yaml?",
                "the path is relative to this file",
            ],
        ),
        ("base: base", ["v.yaml:1: base: unknown scenario 'base'; did you mean 'base.yaml'?"]),
        ("base: [base.yaml]", ["v.yaml:1: base: must be a scenario of the library or a file", "got ['base.yaml']"]),
        ("base:", ["v.yaml:1: base: must be", "got nothing"]),
        ("base: v.yaml", ["v.yaml:1: base: the bases form a circle: v.yaml -> v.yaml"]),
        ("base: base.yaml\nset: [duration=1]", ["v.yaml:2: set: must be keys with values", "got ['duration=1']"]),
        ("base: base.yaml\nset:\n  a..b: 1", ["v.yaml:3: set: write keys with dots", "got 'a..b'"]),
        (
            "base: base.yaml\nset:\n  robot.parts.9: 1",
            ["v.yaml:3: set: robot.parts is a list and takes an index from 0 to 2, or -1 for the last, got '9'"],
        ),
        ("base: base.yaml\nset: {duration.x: 1}", ["v.yaml:2: set: duration is 1, which has no key 'x'"]),
        ("base: base.yaml\nset: {base: planar_prototype}", ["v.yaml:2: base: ", "cannot be set"]),
        ("base: base.yaml\nduratoin: 3", ["v.yaml:2: duratoin: ", "did you mean 'duration'?"]),
        ("base: base.yaml\nduration: null", ["v.yaml:1: the key 'duration' is missing"]),
        ("bse: base.yaml", ["v.yaml:1: bse: unknown key 'bse'; did you mean 'base'?"]),
    ],
)
def test_bad_variants_are_reported_with_their_line(complaint, text, words):
    message = complaint(text)
    assert all(word in message for word in words), message


def test_every_place_has_its_origin_and_no_other_has_one(write):
    write(
        "base: base.yaml\ncontroller: {table_gait: {times: [0, 1]}}\nset: {robot.parts.0.link: {mass: 1}}\n", "a.yaml"
    )
    document = read_scenario(Path(write("base: a.yaml\nsolver: null\nworld: {media: [gravity]}\n")))

    def places(value, place=()):
        yield place
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, below in items:
            yield from places(below, (*place, key))

    assert set(document.origins) - {("name",)} == set(places(document.data)) - {("name",)}
    assert document.origin(("world", "media", 0)) == "v.yaml:3"
    assert document.origin(("robot", "parts", 0, "link", "mass")) == "a.yaml:3"
    assert document.origin(("robot", "parts", 2, "link", "mass")) == "base.yaml:8"


def test_a_base_cannot_be_set_from_the_command_line(write):
    with pytest.raises(ScenarioError, match=r"^--set base=planar_viscous: belongs at the top level of a scenario file"):
        load_scenario("base.yaml", ["base=planar_viscous"])


def test_bases_in_a_circle_are_named(write, complaint):
    write("base: b.yaml", "a.yaml")
    write("base: ./a.yaml", "b.yaml")
    message = complaint("base: a.yaml")
    assert "b.yaml:1: base: the bases form a circle: v.yaml -> a.yaml -> b.yaml -> a.yaml" in message
    with pytest.raises(ScenarioError, match="circle"):
        bases(Path("v.yaml"))


def test_too_many_bases_are_refused_and_as_many_as_allowed_are_not(write):
    for i in range(MAX_BASES + 1):
        write(f"base: {'base.yaml' if i == 0 else f'v{i - 1}.yaml'}", f"v{i}.yaml")
    assert load_scenario(f"v{MAX_BASES - 1}.yaml").settings.duration == 1
    with pytest.raises(ScenarioError, match=rf"v0.yaml:1: base: more than {MAX_BASES} bases on one another"):
        load_scenario(f"v{MAX_BASES}.yaml")


def test_a_broken_base_is_named_with_its_own_line(write, complaint):
    write("name: x\nrobot: [", "broken.yaml")
    assert complaint("base: broken.yaml").startswith("broken.yaml:2:9: invalid YAML")


def test_the_time_of_a_merge_is_in_proportion_to_its_values():
    """Each value that differs took a search of all origins: 20,000 keys over 20,000 took a minute."""
    n = 20_000
    origins = {(): "x", ("a",): "x"} | {("a", f"k{i}"): f"x:{i}" for i in range(n)}
    base = Document("base", {"a": {f"k{i}": i for i in range(n)}}, dict(origins))
    own = Document("own", {"a": {f"k{i}": None if i % 2 else -i for i in range(n)}}, dict.fromkeys(origins, "own"))
    began = time.process_time()
    merged = variants._over(base, own)
    assert time.process_time() - began < 2
    assert len(merged.data["a"]) == n / 2 and len(merged.origins) == n / 2 + 2
    assert merged.origins[("a", "k4")] == "own"


def test_a_base_that_is_read_again_is_as_it_stands_in_its_file(write):
    write(BASE, "b.yaml")
    changed = read_scenario(Path("b.yaml"))
    changed.data["robot"]["parts"].clear()
    changed.origins.clear()
    again = read_scenario(Path(write("base: b.yaml\n")))
    assert len(again.data["robot"]["parts"]) == 3 and again.origin(("duration",)).startswith("b.yaml:")
    write(BASE.replace("duration: 1", "duration: 2"), "b.yaml")
    assert read_scenario(Path("b.yaml")).data["duration"] == 2
