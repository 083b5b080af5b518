"""`snakelab export` and `snakelab import`: the files, what is said, and how bad input ends."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from optional_packages import mujoco
from snakelab.cli.main import app
from snakelab.results.recording import load
from snakelab.scenarios.scenario import load_scenario, run_scenario

FILES = Path(__file__).parents[1] / "plugins" / "mujoco" / "files"


@pytest.fixture
def snakelab_command(monkeypatch, tmp_path):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.mark.parametrize(("to", "file"), [("urdf", "planar_prototype.urdf"), ("mjcf", "planar_prototype.xml")])
def test_export_writes_the_robot_and_says_what_is_left_out(snakelab_command, to, file):
    result = snakelab_command("export", "planar_prototype", "--to", to)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"wrote {file}"
    assert any(line.startswith("left out: prescribed motion of joint1") for line in lines)
    assert "left out: LinkFriction 'friction' of the world" in lines
    assert "left out: the controller, SerpenoidGait" in lines
    assert mujoco.MjModel.from_xml_path(file).nv == 7


@pytest.mark.parametrize("to", ["urdf", "mjcf"])
def test_export_says_that_free_bodies_are_left_out(snakelab_command, to):
    result = snakelab_command("export", "box_pushing", "--to", to)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "left out: the free bodies of the world: box" in result.stdout.splitlines()


def test_export_takes_changes_and_a_place(snakelab_command):
    words = ("--set", "robot.parts.0.link.mass=0.5", "--set", "solver.step=1e-3", "--out", "made/here.xml")
    result = snakelab_command("export", "planar_prototype", "--to", "mjcf", *words)
    assert result.stdout.startswith("wrote made/here.xml\n")
    mj = mujoco.MjModel.from_xml_path("made/here.xml")
    assert (mj.body_mass[1], mj.opt.timestep, mj.nkey) == (0.5, 1e-3, 1)


def test_export_tells_json_and_nothing_else(snakelab_command):
    result = snakelab_command("export", "planar_prototype", "--to", "urdf", "--json")
    document = json.loads(result.stdout)
    assert (document["format"], document["to"], document["path"]) == (
        "snakelab-export-1",
        "urdf",
        "planar_prototype.urdf",
    )
    assert "the controller, SerpenoidGait" in document["left_out"]


@pytest.mark.parametrize(
    ("file", "base"), [("crawler.urdf", "floating"), pytest.param("capsules.xml", "floating", marks=pytest.mark.slow)]
)
def test_import_writes_a_scenario_that_runs(snakelab_command, file, base):
    result = snakelab_command("import", FILES / file)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    path = file.split(".")[0] + ".yaml"
    assert (lines[0], lines[-1]) == (f"wrote {path}", f"run it: snakelab run {path}")
    assert [line for line in lines[1:-1] if not line.startswith("  ")] == ["kept:", "changed:", "dropped:"]
    assert any(line.startswith("  joint limits of yaw_1") for line in lines)
    scenario = load_scenario(path)
    assert scenario.robot.base == base
    said = [line.strip() for line in lines[1:-1] if line.startswith("  ")]
    written = Path(path).read_text().splitlines()
    assert all(f"#   - {sentence}" in written for sentence in said)
    run = snakelab_command("run", path, "--set", "duration=0.05", "--no-figures", "--out", "run")
    assert run.exit_code == 0, run.stderr
    assert load("run").finished


def test_a_snake_that_was_exported_is_imported_with_a_wave(snakelab_command):
    snakelab_command("export", "planar_prototype", "--to", "urdf")
    result = snakelab_command("import", "planar_prototype.urdf", "--out", "free.yaml")
    assert result.exit_code == 0
    assert load_scenario("free.yaml").world.media == ()
    assert "# Free space: URDF does not define gravity, and no ground or fluid." in Path("free.yaml").read_text()
    result = snakelab_command("import", "planar_prototype.urdf", "--out", "again.yaml", "--ground")
    assert result.exit_code == 0
    again, before = load_scenario("again.yaml"), load_scenario("planar_prototype")
    assert [type(part) for part in again.robot.parts] == [type(part) for part in before.robot.parts]
    assert again.controller is not None and 0 < again.controller.amplitude <= 0.5
    assert [type(medium).__name__ for medium in again.world.media] == ["LinkFriction"]


def test_import_lets_wheels_spin_unless_told_otherwise(snakelab_command):
    words = [FILES / "urdf" / "wheeled.urdf", "--json", "--force"]
    summaries = [
        json.loads(snakelab_command("import", *words, *more).stdout) for more in ([], ["--no-spinning-wheels"])
    ]
    assert [summary["robot"]["coordinates"] for summary in summaries] == [5 + 12, 5]
    assert any(line.startswith("wheels that spin freely of wheel_left_0") for line in summaries[0]["kept"])
    assert any("spinning_wheels=False" in line for line in summaries[1]["changed"])


def test_import_takes_a_base_and_frozen_joints(snakelab_command):
    words = ("--base", "fixed", "--freeze", "yaw_*", "--freeze", "stretch", "--json")
    document = json.loads(snakelab_command("import", FILES / "crawler.urdf", *words).stdout)
    assert (document["format"], document["from"], document["path"]) == ("snakelab-import-2", "urdf", "crawler.yaml")
    assert (document["robot"]["base"], document["robot"]["coordinates"]) == ("fixed", 1)
    assert document["robot"]["mass"] == pytest.approx(0.78)
    assert "joints as joints: frozen at zero are yaw_1, stretch" in document["changed"]
    assert document["kept"] and document["dropped"]
    assert load_scenario("crawler.yaml").robot.base == "fixed"


def test_a_file_of_the_user_is_replaced_only_with_force(snakelab_command):
    Path("crawler.yaml").write_text("mine")
    result = snakelab_command("import", FILES / "crawler.urdf")
    assert result.exit_code == 2 and "crawler.yaml exists already" in result.stderr and "--force" in result.stderr
    assert Path("crawler.yaml").read_text() == "mine"
    assert snakelab_command("import", FILES / "crawler.urdf", "--force").exit_code == 0
    Path("planar_prototype.xml").write_text("mine")
    refused = snakelab_command("export", "planar_prototype", "--to", "mjcf")
    assert refused.exit_code == 2 and Path("planar_prototype.xml").read_text() == "mine"
    assert snakelab_command("export", "planar_prototype", "--to", "mjcf", "--force").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["export", "planar_prototype", "--to", "sdf"], "--to must be urdf, mjcf, csv, c or mcap, got 'sdf'"),
        (["export", "planar_prototype", "--to", "udrf"], "did you mean 'urdf'?"),
        (["export", "planar_protoype", "--to", "urdf"], "did you mean 'planar_prototype'?"),
        (["export", "planar_prototype", "--to", "urdf", "--set", "duration=-1"], "duration"),
        (["export", "planar_prototype", "--to", "urdf", "--out", "."], "is a folder"),
        (["import", "absent.urdf"], "there is no file absent.urdf"),
        (["import", "."], "is a folder"),
        (["import", "empty.urdf"], "empty.urdf is empty"),
        (["import", "page.html"], "the root element must be <robot> (URDF), <sdf> or <mujoco> (MJCF), got <html>"),
        (["import", "text.urdf"], "is not XML"),
        (
            ["import", "log.csv"],
            "log.csv is a log, not a robot file; add its mapping: snakelab import log.csv --map MAP.yaml",
        ),
        (["import", FILES / "crawler.urdf", "--base", "flying"], "base must be one of floating, planar, fixed"),
        (["import", FILES / "crawler.urdf", "--freeze", "wheel_*"], "freeze 'wheel_*' fits no joint"),
        (["import", FILES / "capsules.xml", "--base", "planar"], "MJCF defines the motion of its base"),
        (["import", "negative.urdf"], "link 'a': mass must be at least 0 kg, got -1"),
    ],
)
def test_bad_input_ends_with_2_and_one_message(snakelab_command, tmp_path, arguments, words):
    (tmp_path / "empty.urdf").touch()
    (tmp_path / "page.html").write_text("<html/>")
    (tmp_path / "text.urdf").write_text("hello")
    (tmp_path / "negative.urdf").write_text(
        '<robot name="r"><link name="a"><inertial><mass value="-1"/></inertial></link></robot>'
    )
    before = set(tmp_path.iterdir())
    result = snakelab_command(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ") and words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert set(tmp_path.iterdir()) == before


def test_names_from_a_file_cannot_break_out_of_the_comments(snakelab_command):
    text = (FILES / "crawler.urdf").read_text().replace("module.stl", "a&#10;duration: 9&#x2028;b")
    Path("odd.urdf").write_text(text)
    assert snakelab_command("import", "odd.urdf").exit_code == 0
    assert load_scenario("odd.yaml").settings.duration == 5.0
    text = text.replace('<robot name="crawler">', '<robot name="it\'s [x] &quot;y&quot; #z: {">')
    Path("odder.urdf").write_text(text)
    assert snakelab_command("import", "odder.urdf").exit_code == 0
    assert load_scenario("odder.yaml").robot.name == 'it\'s [x] "y" #z: {'


def test_an_exported_robot_comes_back_dead_and_says_how_to_drive_it(snakelab_command):
    assert snakelab_command("export", "planar_prototype", "--to", "mjcf").exit_code == 0
    result = snakelab_command("import", "planar_prototype.xml", "--out", "dead.yaml")
    (line,) = [line for line in result.stdout.splitlines() if "--actuator prescribed" in line]
    assert line.startswith("  joint1, joint2, joint3, joint4 have no actuator in the file and are passive")
    assert "# All joints are passive, so the robot has no actuator." in Path("dead.yaml").read_text()
    assert load_scenario("dead.yaml").controller is None
    result = snakelab_command("import", "planar_prototype.xml", "--out", "live.yaml", "--actuator", "prescribed")
    assert "have no actuator" not in result.stdout
    live = load_scenario("live.yaml")
    assert type(live.controller).__name__ == "SerpenoidGait"
    assert {type(c.actuator).__name__ for part in live.robot.parts for c in part.coordinates} == {"Prescribed"}


def test_an_actuator_of_the_command_line_drives_a_urdf_robot(snakelab_command):
    result = snakelab_command("import", FILES / "crawler.urdf", "--actuator", "servo=4,0.2", "--out", "r.yaml")
    assert result.exit_code == 0
    servos = [c.actuator for part in load_scenario("r.yaml").robot.parts for c in part.coordinates]
    assert {(servo.kp, servo.kd) for servo in servos} == {(4.0, 0.2)}
    result = snakelab_command("import", FILES / "crawler.urdf", "--actuator", "serv", "--out", "s.yaml")
    assert result.exit_code == 2 and "did you mean 'servo'" in result.stderr and not Path("s.yaml").exists()


def test_motors_are_not_offered_a_gait(snakelab_command):
    snakelab_command("import", FILES / "crawler.urdf", "--actuator", "motor=2", "--out", "m.yaml")
    text = Path("m.yaml").read_text()
    assert "# Motors require force commands, which no gait provides" in text and "serpenoid_gait" not in text
    assert load_scenario("m.yaml").controller is None


def test_export_takes_the_world_to_mujoco_and_nowhere_else(snakelab_command):
    words = (
        "soft_planar_rolling",
        "--set",
        "robot.parts=[{link: {length: 0.2, mass: 0.5}}]",
        "--set",
        "controller=null",
    )
    result = snakelab_command("export", *words, "--to", "mjcf", "--world", "--out", "world.xml")
    assert result.exit_code == 0, result.output
    m = mujoco.MjModel.from_xml_path("world.xml")
    assert (m.npair, m.nbody) == (10, 2)  # its skin has ten points around
    assert "Contact" not in result.output
    result = snakelab_command("export", *words, "--to", "urdf", "--world")
    assert result.exit_code == 2 and "--to mjcf --world" in result.output


@pytest.mark.thorough
@pytest.mark.parametrize("words", [[], ["--variable", "head_position.x", "--variable", "q"]])
def test_a_run_as_csv_is_read_back_as_a_log(snakelab_command, words):
    run = run_scenario(load_scenario("planar_viscous", ["duration=0.2"]))
    run.save("run/results.nc")
    result = snakelab_command("export", "run", "--to", "csv", *words)
    assert result.exit_code == 0, result.stderr
    head, *rows = Path("run.csv").read_text().splitlines()
    assert result.stdout == f"wrote run.csv: 21 rows of {head.count(',')} columns and the time\n" and len(rows) == 21
    assert head.startswith("time [s],head_position.x [m],q.joint1 [rad]," if words else "time [s],q.joint1 [rad],")
    Path("map.yaml").write_text(
        'scenario: planar_viscous\ntime: {column: "time [s]"}\n'
        'variables:\n  q: {columns: "q.joint{} [rad]", unit: rad}\n'
        '  head_position: {columns: "head_position.x [m]", components: x, unit: m}\n'
    )
    assert snakelab_command("import", "run.csv", "--map", "map.yaml").exit_code == 0
    log = load("run.nc")
    np.testing.assert_allclose(log["q"], run["q"], atol=1e-8)
    np.testing.assert_allclose(log["head_position"].sel(axis="x"), run["head_position"].sel(axis="x"), atol=1e-8)


def test_options_of_a_run_are_refused_for_a_scenario_and_those_of_a_scenario_for_a_run(snakelab_command):
    result = snakelab_command("export", "planar_viscous", "--to", "csv", "--variable", "q")
    assert result.exit_code == 2 and "--variable is for a run" in result.stderr
    Path("run").mkdir()
    result = snakelab_command("export", "run", "--to", "csv", "--set", "duration=1")
    assert result.exit_code == 2 and "a recording cannot be changed" in result.stderr


def test_a_table_of_too_many_rows_is_refused_with_its_option(snakelab_command):
    result = snakelab_command("export", "planar_viscous", "--to", "c", "--rate", "1e9")
    assert result.exit_code == 2 and "error: --rate 1e+09 gives " in result.stderr
    assert "rows in the " in result.stderr and "at most 1000000; lower --rate" in result.stderr
