"""`snakelab list`, `show`, `check`, `new` and `schema`."""

import errno
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from typer.testing import CliRunner

import snakelab.scenarios
from snakelab.cli.main import app
from snakelab.scenarios.catalogue import find, library, library_entries
from snakelab.scenarios.class_registry import type_name
from snakelab.scenarios.overrides import read_scenario
from snakelab.scenarios.scenario import load_scenario

GOOD = """\
name: small
title: Small [red]
robot:
  base: planar
  parts:
    - link: {length: 0.1, mass: 0.2}
    - repeat: {times: 2, parts: [revolute, link: {length: 0.1, mass: 0.2}]}
duration: 1
"""
CARRIED = "world: {media: [{viscous_friction: {tangential: 1, normal: 9}}]}\n"


@pytest.fixture
def snakelab_command(monkeypatch, tmp_path):
    """Run the command in an empty folder, where nothing may be simulated."""

    def refuse(*arguments):
        raise AssertionError("the scenario was run")

    monkeypatch.setattr(snakelab.scenarios, "run_scenario", refuse)
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, arguments)


def lines_of(result):
    return [line.strip() for line in result.stdout.splitlines()]


def test_list_names_all_scenarios_for_people_and_for_programs(snakelab_command):
    lines = snakelab_command("list").stdout.splitlines()
    listed = dict(line.strip().split("  ", 1) for line in lines if line.startswith("  "))
    assert {name: title.strip() for name, title in listed.items()} == library()
    document = json.loads(snakelab_command("list", "--json").stdout)
    assert {one["name"]: one["title"] for one in document} == library()


def test_list_groups_by_robot_and_filters_by_words_robot_medium_and_controller(snakelab_command):
    def names(*arguments):
        lines = snakelab_command("list", *arguments).stdout.splitlines()
        return [line.split()[0] for line in lines if line.startswith("  ")]

    assert snakelab_command("list", "--robot", "sandfish").stdout.splitlines()[0] == "sandfish (2)"
    assert names("--robot", "sandfish") == ["sandfish", "sandfish_floor"]
    assert names("ROCKS", "sidewinding") == ["snakesys_field_swl3", "snakesys_field_swl4"]
    assert set(names("--medium", "fluid", "pilot")) == {"pilot_depth_heading", "pilot_waypoints"}
    assert "eel_lateral" in names("eel") and not any("wheel" in name for name in names("eel"))
    for name in names("--controller", "sampling_mpc"):
        assert "mpc" in next(iter(read_scenario(find(name)).data["controller"]))  # to load them takes 4 s
    assert snakelab_command("list", "no such words").exit_code == 2
    refused = snakelab_command("list", "--medium", "fluids")
    assert refused.exit_code == 2 and "did you mean 'fluid'?" in refused.stderr


def test_the_index_of_the_library_says_what_the_files_contain():
    for one in library_entries(robot="mamba"):
        scenario = load_scenario(one.name)
        assert (one.title, one.robot) == (scenario.title, scenario.robot.name)
        assert one.media == tuple(type_name(type(medium)) for medium in scenario.world.media)
        assert one.controller == type_name(type(scenario.controller))


def test_show_prints_the_file_and_merged_what_comes_of_it(snakelab_command):
    Path("v.yaml").write_text(
        "# Mine.\nbase: planar_prototype\nset: {robot.parts.0.link.mass: 0.5}\n", encoding="utf-8"
    )
    assert snakelab_command("show", "v.yaml", "--file").stdout == Path("v.yaml").read_text(encoding="utf-8")
    merged = snakelab_command("show", "v.yaml", "--merged").stdout
    Path("whole.yaml").write_text(merged, encoding="utf-8")
    assert load_scenario("whole.yaml").data == load_scenario("v.yaml").data
    assert "base: planar\n" in merged and "base: planar_prototype" not in merged


def test_show_gives_a_table_of_a_file_of_your_own_and_the_file_of_one_of_the_library(snakelab_command):
    text = GOOD.replace("duration: 1", "duration: 1\nseed: 3\ninitial: {position: [1, 0, 0]}")
    text += "controller: {serpenoid_gait: {amplitude: pi/4, angular_frequency: 2, phase_lag: 0.7}}\n"
    text += "world: {media: [gravity, link_friction: {mu_tangential: 0.05, mu_normal: 0.5, shape: per_axis}]}\n"
    Path("s.yaml").write_text(text, encoding="utf-8")
    result = snakelab_command("show", "s.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines_of(result) == [
        "s.yaml: a scenario",
        "name        small, 'Small [red]'",
        "robot       small: 5 parts (3 link, 2 revolute), 2 coordinates",
        "0.6 kg, 0.3 m, planar base",
        "3 x link: length 0.1, mass 0.2",
        "2 x revolute",
        "world       gravity",
        "link_friction: mu_tangential 0.05, mu_normal 0.5, shape per_axis",
        "controller  serpenoid_gait: amplitude 0.785398, angular_frequency 2, phase_lag 0.7",
        "run         1 s, extrapolated, step 0.002 s, 500 steps",
        "100 records a second, 78 kB in all, seed 3",
        "initial     position [1, 0, 0]",
    ]
    document = json.loads(snakelab_command("show", "s.yaml", "--json").stdout)
    assert document["format"] == "snakelab-show-1" and document["kind"] == "scenario"
    assert document["robot"]["parts"] == {"link": 3, "revolute": 2} and document["settings"]["seed"] == 3
    assert snakelab_command("show", "planar_viscous").stdout.startswith("#")
    table = lines_of(snakelab_command("show", "pipe_step_in", "--table"))
    assert "10 x link: length 0.14, mass 0.1," in " ".join(table) and table[0] == "pipe_step_in: a scenario"
    wrong = snakelab_command("show", "ss.yaml")
    assert wrong.exit_code == 2 and "there is no file ss.yaml; did you mean s.yaml?" in wrong.stderr


def test_show_lists_gears_loops_and_cables_and_no_coordinates_of_cables_as_parts(snakelab_command):
    robot = "base: fixed, gears: [{driven: joint2, by: joint1, ratio: 2}], cables: [{actuator: {winch: {}}, guides: "
    robot += "[{on: link1, point: [0, 0.1, 0]}, {on: link3, point: [0, 0.1, 0]}]}], parts: "
    link, joint = "link: {length: 0.1, mass: 0.2}", "revolute: {actuator: passive}"
    text = f"name: small\nrobot: {{{robot}[{link}, {joint}, {link}, {joint}, {link}]}}\nworld: {{}}\nduration: 1\n"
    Path("s.yaml").write_text(text, encoding="utf-8")
    for command in ("check", "show"):
        result = snakelab_command(command, "s.yaml")
        assert (result.exit_code, result.stderr) == (0, "")
        line = "robot       small: 5 parts (3 link, 2 revolute), 1 gear, 1 cable, 3 coordinates"
        assert line in lines_of(result)
    assert "1 x gear: driven joint2, by joint1, ratio 2" in lines_of(result)
    assert any(line.startswith("1 x cable: guides") for line in lines_of(result))
    document = json.loads(snakelab_command("show", "s.yaml", "--json").stdout)
    assert document["robot"]["couplings"] == {"gear": 1, "cable": 1} and "spool" not in document["robot"]["parts"]


def test_show_tells_what_a_configuration_varies_and_how_to_run_it(snakelab_command):
    configuration = (
        "scenario: planar_viscous\nset: {duration: 1}\nseeds: [0, 1]\nmetrics: [speed]\n"
        "parameters: {controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 3}}\n"
    )
    Path("waves.yaml").write_text(configuration, encoding="utf-8")
    Path("best.yaml").write_text(f"{configuration}maximise: speed\nsubject_to: ['peak_torque < 8']\n", encoding="utf-8")
    assert lines_of(snakelab_command("show", "waves.yaml")) == [
        "waves.yaml: a sweep configuration",
        "name       waves",
        "scenario   planar_viscous",
        "set        duration: 1",
        "varied     controller.serpenoid_gait.amplitude: 0.2 to 0.6, 3 values",
        "seeds      0, 1",
        "trials     6, grid",
        "metrics    mean_speed",
        "to run it  snakelab sweep waves.yaml",
    ]
    lines = lines_of(snakelab_command("show", "best.yaml"))
    assert "maximise    mean_speed" in lines and "subject_to  peak_torque < 8" in lines
    assert lines[-1] == "to run it   snakelab optimise best.yaml"
    document = json.loads(snakelab_command("show", "waves.yaml", "--json").stdout)
    assert document["kind"] == "sweep" and document["trials"] == 6 and document["sampling"] == "grid"
    Path("waves.yaml").write_text(configuration.replace("amplitude", "amplitud"), encoding="utf-8")
    wrong = snakelab_command("show", "waves.yaml")
    assert wrong.exit_code == 2 and "did you mean 'amplitude'" in wrong.stderr


def test_check_reads_configurations_of_sweeps_searches_and_fits(snakelab_command):
    sweep = (
        "scenario: planar_viscous\nparameters: {controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 3}}\n"
    )
    fit = "scenario: planar_viscous\nparameters: {world.media.0.normal: {}}\nvariables: {q: 0.01}\n"
    texts = {"waves": sweep, "best": f"{sweep}maximise: speed\n", "fit": fit, "wrong": sweep.replace("ude", "ud")}
    for name, text in (*texts.items(), ("bad", fit.replace("normal", "normol"))):
        Path(f"{name}.yaml").write_text(text, encoding="utf-8")
    result = snakelab_command("check", "waves.yaml", "best.yaml", "fit.yaml")
    assert result.exit_code == 0, result.stderr
    assert [line for line in lines_of(result) if line.endswith("ok")] == [
        "waves.yaml: ok",
        "best.yaml: ok",
        "fit.yaml: ok",
    ]
    assert "to run it   snakelab identify RUN.nc fit.yaml" in result.stdout
    for name, hint in (("wrong", "'amplitude'"), ("bad", "normol")):
        wrong = snakelab_command("check", f"{name}.yaml")
        assert wrong.exit_code == 2 and hint in wrong.stderr and f"{name}.yaml: 1 error" in wrong.stderr


def test_a_robot_file_and_a_scenario_in_each_others_place_are_named(snakelab_command):
    Path("servos.yaml").write_text("port: emulated\nids: 1-4\nlimits: [-1, 1]\n", encoding="utf-8")
    Path("mine.yaml").write_text("base: planar_viscous\nduration: 1\n", encoding="utf-8")
    for words, message in (
        (
            ("run", "servos.yaml"),
            "error: servos.yaml is a robot file, not a scenario; to move that robot: snakelab run SCENARIO ",
        ),
        (("run", "mine.yaml", "--hardware", "mine.yaml"), "error: mine.yaml is a scenario, not a robot file"),
    ):
        result = snakelab_command(*words)
        assert result.exit_code == 2 and result.stderr.startswith(message) and result.stderr.count("\n") == 1


@pytest.mark.parametrize("inside", [True, False])
def test_a_camera_on_no_part_is_reported_at_its_own_line(snakelab_command, inside):
    robot = "name: seen\nrobot:\n  base: fixed\n  parts:\n    - link: {length: 0.2, mass: 1}\n"
    cameras = "cameras:\n  - camera: {name: one}\n  - stereo_camera: {on: haed}\n"
    text = robot + (textwrap.indent(cameras, "  ") if inside else cameras) + "duration: 1\n"
    Path("seen.yaml").write_text(text, encoding="utf-8")
    result = snakelab_command("check", "seen.yaml")
    assert "seen.yaml:8: " in result.stderr and "cameras.1: StereoCamera on 'haed'" in result.stderr


def test_check_describes_a_sound_file_without_running_it(snakelab_command):
    Path("s.yaml").write_text(GOOD, encoding="utf-8")
    result = snakelab_command("check", "s.yaml")
    assert result.exit_code == 0
    assert result.stderr.startswith("warning: s.yaml: no force acts on the robot: the world has no ground")
    assert lines_of(result) == [
        "s.yaml: ok",
        "name        small, 'Small [red]'",
        "robot       small: 5 parts (3 link, 2 revolute), 2 coordinates",
        "0.6 kg, 0.3 m, planar base",
        "world       empty: no gravity, no ground",
        "controller  none: the robot is at rest",
        "run         1 s, extrapolated, step 0.002 s, 500 steps",
        "100 records a second, 70 kB in all, seed 0",
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (["solver.record_rate=1e9"], ["would refuse this run here: the recording would take", "1e+09 records"]),
        (["duration=1e12"], ["would refuse this run here: the recording would take", "1e+14 records"]),
        (["solver.step=1.1e-9"], ["9.09e+08 steps, which take about 2.5 h"]),
        (["duration=1e12", "solver.record_rate=1e-9"], ["5e+14 steps, which take about 1.6e+02 years"]),
        (["duration=1000", "solver.step=1e-5"], []),  # 17 minutes
        (["solver.step=1.1e-9", "solver.tolerance=1e-4"], []),
    ],
)
def test_check_announces_a_run_that_needs_too_much_memory_or_time(snakelab_command, changes, words):
    Path("s.yaml").write_text(GOOD, encoding="utf-8")
    result = snakelab_command("check", "s.yaml", *(word for change in changes for word in ("--set", change)))
    assert result.exit_code == 0
    warnings = [line for line in result.stderr.splitlines() if "no force acts" not in line]
    assert len(warnings) == (1 if words else 0)
    for word in words:
        assert word in warnings[0]


def test_check_counts_steps_and_bytes(snakelab_command):
    Path("s.yaml").write_text(GOOD, encoding="utf-8")
    cost = json.loads(snakelab_command("check", "s.yaml", "--json").stdout)["files"][0]["summary"]["cost"]
    assert cost["steps"] == 500 and cost["records"] == 101 and cost["size"] == 8 * 101 * cost["width"]
    finer = ["--set", "solver.step=0.003", "--set", "solver.record_rate=200"]  # steps end at records
    cost = json.loads(snakelab_command("check", "s.yaml", *finer, "--json").stdout)["files"][0]["summary"]["cost"]
    assert cost["steps"] == 400 and cost["records"] == 201


def test_check_tells_what_a_swimmer_weighs_beside_its_water(snakelab_command):
    link = "link: {length: 0.2, mass: 1.5, section: {cylinder: {radius: 0.05}}}"
    Path("s.yaml").write_text(
        f"name: s\nrobot: {{parts: [{link}]}}\nworld: {{media: [gravity, fluid: {{surface: 0}}]}}\nduration: 1\n"
    )
    assert "(displaces 1.571 kg)" in snakelab_command("check", "s.yaml").stdout
    Path("s.yaml").write_text(f"name: s\nrobot: {{parts: [{link}]}}\nduration: 1\n")
    assert "displaces" not in snakelab_command("check", "s.yaml").stdout


def test_check_prints_the_base_the_media_and_the_reference_values(snakelab_command):
    Path("v.yaml").write_text(
        "base: planar_prototype\nsolver: {tolerance: 1e-4}\n"
        "reference_values: [{metric: mean_speed, value: 1, tolerance: 1, source: me}]\n"
        "unchecked: [{claim: it shines, reason: no light, source: me}]\n",
        encoding="utf-8",
    )
    lines = lines_of(snakelab_command("check", "v.yaml"))
    for line in (
        "based on    planar_prototype",
        "world       link_friction",
        "controller  serpenoid_gait",
        "run         20 s, extrapolated, tolerance 0.0001",
        "reference values  mean_speed",
        "unchecked   it shines",
    ):
        assert line in lines


@pytest.mark.thorough
def test_check_and_show_list_the_free_bodies_of_the_world(snakelab_command):
    assert "objects     box (cuboid, 0.1 kg)" in lines_of(snakelab_command("check", "box_pushing"))
    shown = lines_of(snakelab_command("show", "box_pushing", "--table"))
    line = "objects box: shape (cuboid (size [0.1, 0.4, 0.06])), mass 0.1, position [0.95, 0, 0.03]"
    assert any(" ".join(text.split()).startswith(line) for text in shown)
    document = json.loads(snakelab_command("show", "box_pushing", "--json").stdout)
    assert document["objects"] == ["box (cuboid, 0.1 kg)"]


def test_check_tells_all_faults_of_all_files_and_the_worst_decides(snakelab_command):
    Path("good.yaml").write_text(GOOD + CARRIED, encoding="utf-8")
    Path("bad.yaml").write_text(
        GOOD.replace("mass: 0.2}\n", "mas: 0.2}\n").replace("duration: 1", "duration: x"), encoding="utf-8"
    )
    Path("misfit.yaml").write_text(GOOD + "initial: {q: [1]}\nsolver: {step: 1, integrator: rk5}\n", encoding="utf-8")
    Path("unfit.yaml").write_text(
        GOOD + "initial: {q: [1]}\ncontroller: {table_gait: {times: [0, 1], angles: [[1], [1]]}}\n"
    )
    result = snakelab_command("check", "bad.yaml", "good.yaml", "misfit.yaml", "unfit.yaml", "planar_protoype")
    assert result.exit_code == 2
    heads = [line for line in result.stdout.splitlines() if not line.startswith(" ")]
    assert heads == ["good.yaml: ok"]
    lines = result.stderr.splitlines()
    assert [line for line in lines if not line.startswith("error: ")] == [  # each before its faults
        "bad.yaml: 2 errors",
        "misfit.yaml: 1 error",
        "unfit.yaml: 2 errors",
        "planar_protoype: 1 error",
    ]
    lines = [line for line in lines if line.startswith("error: ")]
    for words in (
        "bad.yaml:6: robot.parts.0.link.mas: unknown key 'mas'; did you mean 'mass'?",
        "bad.yaml:8: duration: must be a number",
        "misfit.yaml:10: solver.integrator: must be one of",
        "unfit.yaml:10: controller: TableGait has 1 column",
        "unfit.yaml:9: initial.q: q must be 2 numbers",
        "unknown scenario 'planar_protoype'; did you mean 'planar_prototype'?",
    ):
        assert sum(words in line for line in lines) == 1, words


def test_check_prints_one_document_for_programs(snakelab_command):
    Path("good.yaml").write_text("base: planar_prototype\n", encoding="utf-8")
    Path("bad.yaml").write_text("name: [", encoding="utf-8")
    result = snakelab_command("check", "--json", "good.yaml", "bad.yaml")
    assert (result.exit_code, result.stderr) == (2, "")
    document = json.loads(result.stdout)
    good, bad = document["files"]
    assert document["format"] == "snakelab-check-1"
    assert (good["file"], good["ok"], good["errors"]) == ("good.yaml", True, [])
    assert good["summary"]["bases"] == ["planar_prototype"]
    assert good["summary"]["robot"]["parts"] == {"link": 5, "revolute": 4}
    assert good["summary"]["robot"]["mass"] == pytest.approx(0.4)
    assert good["summary"]["settings"]["duration"] == 20
    assert (bad["ok"], bad["summary"]) == (False, {})
    assert bad["errors"][0].startswith("bad.yaml:1:")


def test_check_tells_what_is_probably_not_meant(snakelab_command):
    floating = GOOD.replace("base: planar", "base: floating")
    Path("s.yaml").write_text(
        floating + "world: {media: [gravity, {link_friction: {mu_tangential: 1, mu_normal: 1, shape: per_axis}}]}\n",
        encoding="utf-8",
    )
    result = snakelab_command("check", "s.yaml")
    assert result.exit_code == 0
    (warning,) = result.stderr.splitlines()
    assert warning.startswith("warning: s.yaml: this robot is not supported")
    (file,) = json.loads(snakelab_command("check", "s.yaml", "--json").stdout)["files"]
    assert [warning.split(":")[0] for warning in file["warnings"]] == ["this robot is not supported"]


def test_check_wants_a_file(snakelab_command):
    assert snakelab_command("check").exit_code == 2


@pytest.mark.parametrize("kind", ["robot", "world", "gait", "controller"])
def test_new_writes_a_program_and_says_how_to_run_it(snakelab_command, kind):
    result = snakelab_command("new", kind, "mine")
    assert (result.exit_code, result.stdout.splitlines()) == (0, ["wrote mine.py", "run it: python mine.py"])
    compile(Path("mine.py").read_text(encoding="utf-8"), "mine.py", "exec")
    assert [path.name for path in Path().iterdir()] == ["mine.py"]


def test_new_scenario_is_sound(snakelab_command):
    result = snakelab_command("new", "scenario", "mine")
    assert result.stdout.splitlines() == ["wrote mine.yaml", "run it: snakelab run mine.yaml"]
    assert snakelab_command("check", "mine.yaml").exit_code == 0


def test_new_replaces_a_file_only_with_force(snakelab_command):
    Path("mine.py").write_text("my work", encoding="utf-8")
    result = snakelab_command("new", "gait", "mine")
    assert result.exit_code == 2
    assert result.stderr == "error: mine.py exists already; use another name, or replace it with --force\n"
    assert Path("mine.py").read_text(encoding="utf-8") == "my work"
    assert snakelab_command("new", "gait", "mine", "--force").exit_code == 0
    assert "FunctionGait" in Path("mine.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("robt", "x"), "unknown kind 'robt'; did you mean 'robot'?"),
        (("robot", "a/b"), "the name must be letters, digits, _ and -"),
        (("robot", "../x.py"), "write snakelab new robot x"),
        (("world", "numpy"), "numpy.py would hide the module 'numpy'"),
        (("robot",), "NAME"),
    ],
)
def test_new_refuses_bad_words_and_writes_nothing(snakelab_command, arguments, words):
    result = snakelab_command("new", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert list(Path().iterdir()) == []


def test_new_says_where_it_cannot_write(snakelab_command, monkeypatch, tmp_path):
    def full_disk(*arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    result = snakelab_command("new", "robot", "mine")
    assert result.exit_code == 2
    assert result.stderr == f"error: cannot write mine.py into {tmp_path}: No space left on device\n"
    assert list(tmp_path.iterdir()) == []


def test_new_does_not_write_over_a_folder(snakelab_command):
    Path("mine.py").mkdir()
    for force in ([], ["--force"]):
        result = snakelab_command("new", "robot", "mine", *force)
        assert result.exit_code == 2
        assert "mine.py" in result.stderr and "--out" not in result.stderr


@pytest.mark.thorough
def test_schema_is_printed_or_written_whole(snakelab_command):
    printed = snakelab_command("schema").stdout
    assert "$defs" in json.loads(printed)
    result = snakelab_command("schema", "--out", "deep/s.json")
    assert result.stdout == f"wrote {Path('deep/s.json')}\n"
    assert Path("deep/s.json").read_text(encoding="utf-8") == printed


def test_schema_cannot_be_written_over_a_folder(snakelab_command):
    result = snakelab_command("schema", "--out", ".")
    assert result.exit_code == 2
    assert result.stderr == "error: . is a folder; write for example --out scenario.schema.json\n"


@pytest.mark.thorough
def test_the_commands_survive_a_terminal_that_knows_ascii_only(tmp_path):
    text = GOOD.replace("Small [red]", "Schlängeln → schnell") + CARRIED
    (tmp_path / "ä.yaml").write_text(text, encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for arguments in (["check", "ä.yaml"], ["show", "--merged", "ä.yaml"]):
        done = subprocess.run(
            [sys.executable, "-m", "snakelab", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
            timeout=500,
        )
        assert (done.returncode, done.stderr) == (0, b""), arguments
        assert b"Schl" in done.stdout


def test_check_takes_changes_as_run_does(snakelab_command):
    assert snakelab_command("check", "planar_viscous", "--set", "duration=2").exit_code == 0
    wrong = snakelab_command("check", "planar_viscous", "--set", "duratio=2")
    assert wrong.exit_code == 2 and "did you mean 'duration'" in wrong.stderr


SUNK = "base: soft_planar_rolling\nname: sunk\nset: {initial.position: [0, 0, -0.2]}\n"


def test_check_reports_a_robot_that_starts_inside_the_ground_with_a_better_position(snakelab_command, tmp_path):
    (tmp_path / "sunk.yaml").write_text(SUNK, encoding="utf-8")
    result = snakelab_command("check", "sunk.yaml")
    assert result.exit_code == 2 and "sunk.yaml: 1 error" in result.stderr
    found = re.search(
        r"sunk.yaml:3: initial.position: the robot starts inside a surface: \S+ is \S+ m deep in 'contact'",
        result.stderr,
    )
    assert found, result.stderr
    place = re.search(r"position: (\[.*?\])", result.stderr).group(1)
    assert snakelab_command("check", "sunk.yaml", "--set", f"initial.position={place}").exit_code == 0
    assert snakelab_command("run", "sunk.yaml").stderr.count("the robot starts inside a surface") == 1


@pytest.mark.thorough
def test_check_compiles_nothing(tmp_path):
    (tmp_path / "sunk.yaml").write_text(SUNK, encoding="utf-8")
    code = (
        "import sys\nfrom snakelab.cli.main import app\n"
        "try:\n    app(['check', 'sunk.yaml', 'snakesys_pipe', 'terrain_beach'])\n"
        "except SystemExit as end:\n    print(end.code, 'numba' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.stdout.splitlines()[-1] == "2 False", done.stderr
