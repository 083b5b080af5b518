"""Deprecated keys of scenario files: they work, and the warning names the present one and the line."""

import subprocess
import sys
import warnings

import pytest

from snakelab.errors import ScenarioError
from snakelab.scenarios import load_scenario
from snakelab.scenarios.file_reading.deprecated_keys import with_present_keys
from snakelab.scenarios.file_reading.document import Document
from snakelab.scenarios.scenario import scenario_of

NEW = """\
name: swimmer
robot:
  parts:
    - link: {name: hull, length: 0.5, mass: 2, section: {cylinder: {radius: 0.05}}}
  propellers:
    - {on: hull, point: [0, 0.1, 0]}
    - {on: hull, point: [0, -0.1, 0]}
world: {media: [fluid]}
controller:
  autopilot: {heading: 0.5, speed: 0.2}
duration: 1
"""
OLD = NEW.replace("autopilot:", "pilot:")
WARNING = r"controller\.pilot is deprecated; use controller\.autopilot"


@pytest.fixture
def load(tmp_path):
    def load(text, *overrides, name="s.yaml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return load_scenario(tmp_path / name, overrides)

    return load


def test_a_deprecated_key_gives_the_same_scenario_and_warns_with_its_line(load):
    present = load(NEW)
    with pytest.warns(DeprecationWarning, match=rf"s\.yaml:10: {WARNING}"):
        old = load(OLD)
    assert old.controller == present.controller and old.data == present.data


def test_expected_is_the_old_name_of_reference_values(load):
    values = "reference_values: [{metric: mean_speed, value: 1, tolerance: 1, source: us}]\n"
    present = load(NEW + values)
    with pytest.warns(DeprecationWarning, match=r"s\.yaml:12: expected is deprecated; use reference_values"):
        old = load(NEW + values.replace("reference_values", "expected"))
    assert len(old.reference_values) == 1 and old.reference_values == present.reference_values


def test_a_deprecated_key_may_be_given_without_arguments(load):
    with pytest.warns(DeprecationWarning, match=WARNING):
        old = load(NEW.replace("  autopilot: {heading: 0.5, speed: 0.2}", "  pilot"))
    assert old.data["controller"] == "autopilot"


def test_errors_below_a_deprecated_key_keep_their_line(load):
    with pytest.warns(DeprecationWarning, match=WARNING), pytest.raises(ScenarioError, match=r"s\.yaml:10: .*speeed"):
        load(OLD.replace("speed", "speeed"))


@pytest.mark.parametrize("override", ["controller.pilot.speed=0.3", "controller={pilot: {heading: 0.5, speed: 0.3}}"])
def test_an_override_may_use_the_deprecated_key(load, override):
    with pytest.warns(DeprecationWarning, match=WARNING):
        scenario = load(NEW, override)
    assert scenario.controller.speed == 0.3 and scenario.controller.heading == 0.5


def test_a_variant_may_use_the_deprecated_key_over_a_base_with_the_present_one(load):
    load(NEW)
    with pytest.warns(DeprecationWarning, match=WARNING):
        scenario = load(
            "base: ./s.yaml\ncontroller: {pilot: {speed: 0.3}}\nset: {controller.pilot.heading: 0.1}", name="t.yaml"
        )
    assert (scenario.controller.speed, scenario.controller.heading) == (0.3, 0.1)


def test_data_of_an_old_recording_make_a_scenario(load):
    data = load(NEW).data
    old = data | {"controller": {"pilot": data["controller"]["autopilot"]}}
    with pytest.warns(DeprecationWarning, match=WARNING):
        assert scenario_of(Document("recording", old, {})).data == data


def test_present_keys_give_no_warning(load):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scenario = load(NEW, "controller.autopilot.speed=0.3")
    document = Document("s", scenario.data, {})
    assert with_present_keys(document) is document


def test_the_command_line_shows_the_warning(tmp_path):
    (tmp_path / "s.yaml").write_text(OLD, encoding="utf-8")
    command = [sys.executable, "-m", "snakelab", "check", str(tmp_path / "s.yaml")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "controller.pilot is deprecated; use controller.autopilot" in result.stdout + result.stderr
