"""The pages of the documentation say what is so: the format of scenarios, the names in a recording, no dead citation."""

import dataclasses
import math
import re
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import ScenarioError
from snakelab.scenarios.class_registry import GROUPS, type_name
from snakelab.scenarios.forms import type_of_form
from snakelab.scenarios.scenario import load_scenario
from snakelab.scenarios.scenario_form import ExpectedForm, InitialForm, ScenarioForm, SolverForm, UncheckedForm
from snakelab.sim.recording_assembly import VARIABLES
from snakelab.sim.sensing import QUANTITIES

DOCS = Path(__file__).parents[2] / "docs"
LIBRARY = Path(sl.__file__).parent / "scenarios" / "library"
PAGE = (DOCS / "scenarios.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLE, WHEELED, WAVE, END_EFFECTOR, PUMP, ENGINE_MPC, CHANGES, SENSORS, VARIANT, EXPECTED = BLOCKS

SWIMMER = """\
name: swimmer
duration: 0.2
solver: {step: 5e-3, integrator: plain}
robot:
  base: planar
  parts:
    - link: &link {length: 0.14, mass: 0.1, section: {ellipse: {width: 0.1, height: 0.06}}, volume: neutral}
    - repeat: {times: 9, parts: [{revolute: {axis: z, actuator: {servo: {kp: 20, kd: 1}}}}, {link: *link}]}
world: {media: [{lumped_fluid: {added_inertia: 0.5}}]}
"""

SOFT_JOINT = """\
name: soft_joint
duration: 2
robot:
  base: fixed
  parts:
    - soft_section: {length: 0.2, mass: 0.158, actuator_radius: 0.024, skin_radius: 0.045, actuators: hydraulic,
        springs: {stiffness: 1592, damping: 100}}
"""

ORTHOGONAL = """\
name: orthogonal
duration: 80
robot:
  parts:
    - repeat:
        times: 8
        parts:
          - link: &link {length: 0.16, mass: 1}
          - revolute: {axis: y, limits: {lower: -pi/2, upper: pi/2}}
          - link: *link
          - revolute: {limits: {lower: -pi/2, upper: pi/2}}
    - link: *link
"""


def rows(text, heading):
    """Cells of the table below a heading, without its head."""
    section = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line.strip()[1:-1] for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")] for line in lines[2:]]


def quoted(text):
    return re.findall(r"`([^`]+)`", text)


@pytest.fixture
def my_snake(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_snake.yaml").write_text(EXAMPLE + EXPECTED, encoding="utf-8")
    return "my_snake.yaml"


def test_the_example_of_the_page_runs(my_snake):
    scenario = load_scenario(my_snake, ["duration=0.1"])
    assert scenario.robot.n_coordinates == 8
    assert scenario.reference_values[0].metric == "mean_speed"
    assert sl.run_scenario(scenario).finished


def test_the_wave_of_the_page_runs_and_notes_its_parameters(tmp_path):
    path = tmp_path / "swimmer.yaml"
    path.write_text(SWIMMER + WAVE, encoding="utf-8")
    scenario = load_scenario(path)
    assert scenario.controller.rollouts.wave == sl.plugins.lanes.PlannedWave((0.1, 0.7), (1, 4), (-0.25, 0.25), 0.7)
    recording = sl.run_scenario(scenario)
    moved = np.ptp(recording["q"].values, axis=0)
    assert moved[:4].min() > 2 * moved[8]
    for name, low, high in (("amplitude", 0.1, 0.7), ("angular_frequency", 1, 4), ("offset", -0.25, 0.25)):
        values = recording[f"control_input_{name}"].values
        assert len(values) == 2 and low <= values.min() < values.max() <= high


def test_the_end_effector_of_the_page_is_a_controller(tmp_path):
    path = tmp_path / "reaching.yaml"
    path.write_text(SWIMMER + END_EFFECTOR, encoding="utf-8")
    assert isinstance(sl.load_scenario(path).controller, sl.control.EndEffector)


def test_the_pump_drive_of_the_page_fills_its_chamber(tmp_path):
    path = tmp_path / "pumped.yaml"
    path.write_text(SOFT_JOINT + PUMP, encoding="utf-8")
    pressure = sl.run_scenario(load_scenario(path))["control_pressure"].values
    assert 2.9e5 < pressure[-1, 0] < 3e5 and (pressure[:, 1:] == 0.0).all()


def test_the_engine_rollouts_of_the_page_run(tmp_path):
    path = tmp_path / "planned.yaml"
    path.write_text(SWIMMER + ENGINE_MPC, encoding="utf-8")
    assert sl.run_scenario(sl.load_scenario(path)).finished


def test_joints_that_are_no_names_are_refused(tmp_path):
    path = tmp_path / "swimmer.yaml"
    path.write_text(SWIMMER + WAVE.replace("[joint1,", "[1,"), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"lane_rollouts\.joints: must be a list of names; got \[1, 'joint2'"):
        load_scenario(path)


def test_the_gait_of_the_page_fits_an_orthogonal_snake_and_changes_it(tmp_path):
    path = tmp_path / "changes.yaml"
    path.write_text(CHANGES + ORTHOGONAL, encoding="utf-8")
    gait = load_scenario(path).controller
    assert [change.at for change in gait.schedule] == [20, 40, 60]
    assert gait.schedule[0].gait == sl.gaits.NamedGait("SWL", steer=0.5)
    assert gait.schedule[2].gait.angular_frequency == -math.pi / 2
    assert gait.network == sl.gaits.HopfNetwork("NNS", 0.02)


def test_the_variant_of_the_page_keeps_what_it_does_not_say(my_snake):
    Path("slower.yaml").write_text(VARIANT, encoding="utf-8")
    base, variant = load_scenario(my_snake), load_scenario("slower.yaml")
    assert variant.name == "slower"
    assert variant.controller == dataclasses.replace(base.controller, angular_frequency=math.pi / 2)
    assert (base.settings.step, variant.settings.step) == (1e-3, 2e-3)
    assert [link.mass for link in variant.robot.parts[:3:2]] == [0.2, 0.1]
    assert (len(base.reference_values), variant.reference_values) == (3, ())
    assert [reference.explained != "" for reference in base.reference_values] == [False, False, True]


def test_the_sensors_of_the_page_measure(my_snake):
    Path("sensing.yaml").write_text(SENSORS, encoding="utf-8")
    recording = sl.run_scenario(load_scenario("sensing.yaml", ["duration=0.1"]))
    assert {"measured_q", "measured_attitude", "measured_base_position"} <= set(recording.dataset)


def test_the_page_names_every_sensor_with_what_it_gives():
    by_name = {quoted(cells[0])[0]: set(quoted(cells[1])) for cells in rows(PAGE, "Sensors")}
    most = {"imu": {"attitude_noise": 0.0}}
    for cls in GROUPS["sensor"]:
        assert set(cls(**most.get(type_name(cls), {})).fields(3)) <= by_name[type_name(cls)]
    assert len(by_name) == len(GROUPS["sensor"])


def test_the_error_of_the_page_is_the_one_that_comes(my_snake):
    (shown,) = re.findall(r"^error: (my_snake.*)$", PAGE, re.MULTILINE)
    Path(my_snake).write_text(EXAMPLE.replace("amplitude: pi/5", "amplitude: 36deg"), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_scenario(my_snake)
    assert str(caught.value) == shown


def test_the_page_names_every_key_and_no_other():
    keys = [key for cells in rows(PAGE, "Keys") for key in quoted(cells[0])]
    assert sorted(keys) == sorted(type_of_form(ScenarioForm).keys)
    meanings = {quoted(cells[0])[0]: quoted(cells[1]) for cells in rows(PAGE, "Keys")}
    assert meanings["solver"] == list(type_of_form(SolverForm).keys)
    assert meanings["initial"] == list(type_of_form(InitialForm).keys)
    assert meanings["unchecked"] == list(type_of_form(UncheckedForm).keys)
    assert all(f"{key}:" in EXPECTED for key in type_of_form(ExpectedForm).keys)


def test_the_page_names_every_word_and_no_other():
    words = [quoted(cells[1]) for cells in rows(PAGE, "Type names")]
    assert words == [[type_name(cls) for cls in family] for family in GROUPS.values()]


def test_the_conventions_name_every_variable_of_a_recording_with_its_dimensions():
    table = rows((DOCS / "conventions.md").read_text(encoding="utf-8"), "Names in a recording")
    named = {}
    for variables, dimensions, *_ in table:
        names, lists = quoted(variables), dimensions.split("; ")
        lists = lists if len(lists) > 1 else lists * len(names)  # one for all, or one for each
        named |= {n: tuple(d.split(", ")) if d else () for n, d in zip(names, lists, strict=True)}
    assert named.pop("<law>_force") == ("link", "axis")
    measured = {f"measured_{name}": dimensions for name, (dimensions, _, _) in QUANTITIES.items()}
    assert named == {name: dimensions for name, (dimensions, _, _) in VARIABLES.items()} | measured


def test_the_conventions_name_every_attribute_of_a_recording():
    table = rows((DOCS / "conventions.md").read_text(encoding="utf-8"), "Attributes of a recording")
    named = [name for cells in table for name in quoted(cells[0])]
    names = set(sl.run_scenario(load_scenario("planar_prototype")).dataset.attrs)
    for name in ("hybrid_straight", "soft_drop", "planar_prototype_uneven"):  # propellers in a fluid, a surface, wheels
        names |= set(sl.run_scenario(load_scenario(name, ["duration=0.1"])).dataset.attrs)
    with_event = sl.start_scenario(load_scenario("planar_viscous"))
    with_event.set("controller.amplitude", 0.4)
    with_event.advance(0.1)
    names |= set(with_event.recording().dataset.attrs)
    model = sl.build_model(sl.Robot([sl.Link(0.1, mass=0.1)]), sl.World([sl.UserLaw(no_force)]))
    names |= set(sl.simulate(model, None, 0.01).dataset.attrs)
    names |= set(sl.simulate(sl.build_model(sl.robots.library.tendon_arm()), None, 0.01).dataset.attrs)
    assert sorted(named) == sorted(names)


def no_force(pose, twist, load, parameters, wrench, damping, stiffness):
    """No force at all."""


def test_no_page_cites_what_a_reader_cannot_find():
    pages = [*DOCS.rglob("*.md"), *LIBRARY.glob("*.yaml")]
    assert [path.name for path in pages if "specs/" in path.read_text(encoding="utf-8")] == []


def test_the_snake_on_wheels_rolls_on_them_at_the_stated_speed(tmp_path):
    path = tmp_path / "wheeled_snake.yaml"
    path.write_text(WHEELED, encoding="utf-8")
    recording = sl.run_scenario(load_scenario(str(path)))
    assert sl.metrics(recording)["mean_speed"] == pytest.approx(0.25, rel=0.05)
    assert abs(recording["com_position"].values[:, 2] - 0.035).max() < 1e-3
