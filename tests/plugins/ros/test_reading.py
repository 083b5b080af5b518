"""Logs as recordings: units, signs, zeros, names, gaps, the time offset, and one line for what does not fit."""

import json
import re
import warnings
from importlib.util import find_spec

import numpy as np
import pytest
from typer.testing import CliRunner

from optional_packages import rosbags  # noqa: F401
from ros_runs import run
from snakelab.cli.main import app
from snakelab.errors import RecordingError, ScenarioError, SnakelabWarning
from snakelab.plugins.ros.bag_writing import save_bag
from snakelab.plugins.ros.log_reading import read_log
from snakelab.plugins.ros.log_times import find_offset, resampled
from snakelab.results.comparisons import aligned, measured_differences
from snakelab.results.recording import load

NAME, N = "planar_prototype", 4
SIMULATED = (NAME, 4.0, "solver.record_rate=50")
HEADER = "scenario: planar_prototype\n"


@pytest.fixture
def folder(tmp_path):
    """Writes a file and returns its path."""

    def write(name, text):
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def csv_of(time, columns, names=None):
    names = names or ["time", *(f"pos_{i + 1}" for i in range(columns.shape[1]))]
    rows = np.column_stack((time, columns))
    return "\n".join([",".join(names), *(",".join(f"{value:.9g}" for value in row) for row in rows)]) + "\n"


def test_a_table_in_degrees_with_signs_and_zeros_becomes_a_recording_in_si_units(folder):
    simulated = run(*SIMULATED)[1]
    time, q = simulated["time"].values, simulated["q"].values
    log = folder("log.csv", csv_of(1e3 * time + 7e5, 180.0 - np.degrees(q)))
    mapping = folder(
        "map.yaml",
        HEADER + "rate: 50\ntime: {column: time, unit: ms}\n"
        "variables:\n  q: {columns: 'pos_{}', unit: deg, sign: -1, zero: 180}\n",
    )
    recording = read_log(log, mapping).recording
    np.testing.assert_allclose(recording["q"].values, q, atol=1e-6)
    np.testing.assert_allclose(recording["time"].values, time - time[0], atol=1e-6)
    assert "v" not in recording
    assert "com_position" not in recording
    assert recording.scenario["name"] == NAME


def test_parquet_is_read_as_csv_is(tmp_path, folder):
    from optional_packages import pyarrow

    parquet = pytest.importorskip("pyarrow.parquet")
    time, q = np.linspace(0, 1, 51), np.random.default_rng(0).normal(size=(51, N))
    columns = {"time": time} | {f"pos_{i + 1}": q[:, i] for i in range(N)}
    parquet.write_table(pyarrow.table(columns), tmp_path / "log.parquet")
    mapping = folder("map.yaml", HEADER + "rate: 50\nvariables: {q: {columns: 'pos_{}', unit: rad}}\n")
    np.testing.assert_allclose(read_log(tmp_path / "log.parquet", mapping).recording["q"].values, q, atol=1e-12)


def test_a_small_parquet_file_of_many_rows_is_refused_before_it_is_decompressed(tmp_path, folder, monkeypatch):
    from optional_packages import pyarrow

    parquet = pytest.importorskip("pyarrow.parquet")
    zeros = pyarrow.array(np.zeros(1 << 22))
    schema = pyarrow.schema([("time", pyarrow.float64()), *((f"pos_{i}", pyarrow.float64()) for i in range(1, 33))])
    with parquet.ParquetWriter(tmp_path / "log.parquet", schema, compression="zstd") as writer:
        writer.write_table(pyarrow.table([zeros] * 33, schema=schema))
    monkeypatch.setattr(parquet, "read_table", lambda *_: pytest.fail("read"))
    mapping = folder("map.yaml", HEADER + "rate: 50\nvariables: {q: {columns: 'pos_{}', unit: rad}}\n")
    with pytest.raises(RecordingError, match="declares 1107296256 bytes of numbers; at most 1073741824 are read"):
        read_log(tmp_path / "log.parquet", mapping)


def test_a_bag_of_a_run_gives_its_recording_again(tmp_path, folder):
    simulated = run(*SIMULATED)[1]
    save_bag(simulated, tmp_path / "bag")
    mapping = folder(
        "map.yaml",
        HEADER + "rate: 50\nvariables:\n"
        "  q: {topic: /joint_states, field: position}\n  tau: {topic: /joint_states, field: effort}\n"
        "  base_position: {topic: /odom, field: pose.pose.position}\n"
        "  base_quaternion: {topic: /odom, field: pose.pose.orientation}\n",
    )
    recording = read_log(tmp_path / "bag", mapping).recording
    for name in ("q", "tau", "base_position", "base_quaternion", "com_position", "link_position", "head_position"):
        np.testing.assert_allclose(recording[name].values, simulated[name].values, atol=1e-12, err_msg=name)
    (difference,) = measured_differences([recording, simulated], ["robot", "model"])
    assert difference.joint < 1e-12
    assert abs(difference.path) < 1e-12
    assert abs(difference.speed) < 1e-9


def test_joints_are_found_by_name_whatever_their_order(tmp_path, folder):
    simulated = run(*SIMULATED)[1]
    save_bag(simulated, tmp_path / "bag")
    names = [str(name) for name in simulated["coordinate"].values][::-1]
    text = f"rate: 50\nvariables: {{q: {{topic: /joint_states, field: position, names: {json.dumps(names)}}}}}\n"
    reverse = read_log(tmp_path / "bag", folder("map.yaml", HEADER + text)).recording
    np.testing.assert_allclose(reverse["q"].values, simulated["q"].values[:, ::-1], atol=1e-12)


def test_the_time_offset_of_a_noisy_log_is_found_to_a_few_milliseconds(folder):
    simulated = run(*SIMULATED)[1]
    time, q = simulated["time"].values, simulated["q"].values
    part = time >= 0.73
    noise = np.random.default_rng(1).normal(scale=0.01, size=q[part].shape)
    mapping = folder("map.yaml", HEADER + "variables: {q: {columns: 'pos_{}', unit: rad}}\n")
    log = read_log(folder("log.csv", csv_of(time[part] + 3e4, q[part] + noise)), mapping, simulated)
    true = time[part][0]
    assert abs(log.offset.offset - true) < 0.005
    assert log.offset.correlation > 0.95
    (difference,) = measured_differences([log.recording, simulated], ["robot", "model"])
    assert 0.005 < difference.joint < 0.02
    assert set(difference.joints) == {str(name) for name in simulated["coordinate"].values}


def test_logs_that_share_no_motion_have_no_offset(folder):
    simulated = run(*SIMULATED)[1]
    noise = np.random.default_rng(2).normal(size=(200, N))
    mapping = folder("map.yaml", HEADER + "variables: {q: {columns: 'pos_{}', unit: rad}}\n")
    log = folder("log.csv", csv_of(np.arange(200) / 50, noise))
    with pytest.raises(RecordingError, match=r"share no motion .* offset: 0"):
        read_log(log, mapping, simulated)
    assert find_offset(simulated, simulated).offset == pytest.approx(0.0, abs=1e-6)


def test_gaps_are_absent_and_not_zero(folder):
    time = np.concatenate((np.arange(0, 1, 0.02), np.arange(3, 4, 0.02)))
    log = folder("log.csv", csv_of(time, np.ones((len(time), N))))
    mapping = folder("map.yaml", HEADER + "rate: 50\nvariables: {q: {columns: 'pos_{}', unit: rad}}\n")
    recording = read_log(log, mapping)
    inside = (recording.recording["time"].values > 0.985) & (recording.recording["time"].values < 2.995)
    q = recording.recording["q"].values
    assert np.isnan(q[inside]).all()
    assert (q[~inside] == 1.0).all()
    assert recording.notes[0].startswith("q has gaps: 5")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("factors", "variables", "words"),
    [
        (
            (1.0, 180 / np.pi, 1.0),
            "q: {columns: 'pos_{}', unit: rad}",
            "q reaches 17.19 rad, 2.74 turns; if the log is in deg",
        ),
        ((1.0, 1.0, 1.0), "q: {columns: 'pos_{}', unit: deg}", "q reaches only 0.3 deg; if the log is in radians"),
        (
            (1.0, 1.0, 1e3),
            "head_position: {columns: [x, y], components: [x, y], unit: m}",
            "extends over 900 m, .*unit: mm",
        ),
        (  # a robot that stands, and two of its markers
            (1.0, 1.0, 1e-9),
            "head_position: {columns: [x, y], components: [x, y], unit: m, zero: [-400, 0]}, "
            "base_position: {columns: [x, y], components: [x, y], unit: m}",
            "head_position and base_position are 400 m apart, 727 times the length of the robot, 0.55 m; .*unit: mm for both",
        ),
        ((1e3, 1.0, 1.0), "q: {columns: 'pos_{}', unit: rad}", "are 20 s apart, more than gap: 0.5 s, .*unit: ms"),
        ((1.0, 180 / np.pi, 1.0), "v: {columns: 'pos_{}', unit: rad/s}", None),
        ((1.0, 1.0, 1.0), "q: {columns: 'pos_{}', unit: rad}", None),
        ((1.0, 1.0, 1.0), "head_position: {columns: [x, y], components: [x, y], unit: m}", None),
    ],
)
def test_values_that_another_unit_would_explain_are_named(folder, factors, variables, words):
    time = np.linspace(0, 2, 101)
    angles, path = 0.3 * np.sin(3 * time), 0.45 * time
    columns = np.column_stack([angles * factors[1]] * N + [path * factors[2], 0 * path])
    log = folder("log.csv", csv_of(factors[0] * time, columns, ["time", "pos_1", "pos_2", "pos_3", "pos_4", "x", "y"]))
    mapping = folder("map.yaml", HEADER + f"rate: 50\nvariables: {{{variables}}}\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read_log(log, mapping)
    lines = [str(one.message) for one in caught]
    assert bool(lines) is bool(words) and all(re.search(words, line) for line in lines), lines


@pytest.mark.thorough
def test_a_slow_path_of_a_thousand_lengths_is_named(folder):
    time = np.linspace(0, 1000, 101)
    log = folder("log.csv", csv_of(time, np.column_stack([0.8 * time, 0 * time]), ["time", "x", "y"]))
    mapping = folder(
        "map.yaml", HEADER + "gap: 20\nvariables: {head_position: {columns: [x, y], components: [x, y]}}\n"
    )
    with pytest.warns(SnakelabWarning, match="extends over 800 m, .* if the log is in mm, write unit: mm"):
        read_log(log, mapping)


def test_a_variable_that_no_simulation_has_is_named(folder):
    log = folder("log.csv", csv_of(np.arange(20) / 50, np.ones((20, N))))
    mapping = folder("map.yaml", HEADER + "variables: {head_positon: {columns: pos_1}, heat: {columns: pos_2}}\n")
    notes = read_log(log, mapping).notes
    assert notes[0].endswith("another log only; did you mean 'head_position'?") and notes[1].startswith(
        "heat is no variable"
    )


def test_quaternions_are_interpolated_whatever_their_sign():
    turn = np.array([[1.0, 0, 0, 0], [-np.cos(0.1), 0, 0, -np.sin(0.1)]])
    middle = resampled(np.array([0.0, 1.0]), turn, np.array([0.5]), 2.0, turning=True)
    np.testing.assert_allclose(np.abs(middle[0]), [np.cos(0.05), 0, 0, np.sin(0.05)], atol=1e-4)


def test_paths_in_turned_axes_are_aligned():
    path = np.random.default_rng(3).normal(size=(50, 3))
    c, s = np.cos(2.0), np.sin(2.0)
    rotated = path @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) + [3.0, -1.0, 0.5]
    np.testing.assert_allclose(aligned(path, rotated), rotated, atol=1e-12)


GOOD = csv_of(np.arange(20) / 50, np.ones((20, N)))
MAP = HEADER + "variables: {q: {columns: 'pos_{}', unit: rad}}\n"


@pytest.mark.parametrize(
    ("log", "mapping", "message"),
    [
        (GOOD, MAP.replace("pos_", "poss_"), r"no column 'poss_1' for q; did you mean 'pos_1'\?"),
        (GOOD, HEADER + "time: {column: t}\nvariables: {q: {columns: 'pos_{}'}}\n", "no column 't' for time"),
        (
            GOOD,
            HEADER + "variables: {head_pos: {columns: [pos_1, pos_2]}}\n",
            "head_pos is no variable of a recording, .* one for each of the 4 coordinates of the robot; got 2 numbers; did you "
            "mean 'head_position'",
        ),
        (
            GOOD,
            HEADER + "variables: {head_pos: {columns: [pos_1, pos_2], components: [x, y]}}\n",
            "head_pos is no variable .* got 2 numbers for x, y; did you mean 'head_position'",
        ),
        (GOOD, HEADER + "variables: {q: {columns: [pos_1, pos_2]}}\n", r"q needs 4 numbers per time .* got 2"),
        (GOOD, MAP.replace("unit: rad", "unit: rad, sign: [1, -1]"), "sign of q must be one number or 4, got 2"),
        (
            GOOD,
            HEADER + "variables: {q: {topic: /joint_states, field: position}}\n",
            "is a table, with columns; write columns",
        ),
        ("time,pos_1\n", MAP, "has no rows"),
        (GOOD.replace("0.02,1,", "0.02,"), MAP, "every row must have 5 numbers"),
        (GOOD + "0.1,1,1,1,1\n", MAP, r"the clock of q jumps back by 0.28 s after 0.38 s .* window: \[0, 0.38\]"),
        (GOOD + "3600,1,1,1,1\n", MAP, r"the clock of q jumps on by 3600 s"),
        (GOOD + ",1,1,1,1\n", MAP, "the time of q is not a number in row 21"),
    ],
)
def test_a_log_that_does_not_fit_gives_one_line(folder, log, mapping, message):
    with pytest.raises(RecordingError, match=message) as error:
        read_log(folder("log.csv", log), folder("map.yaml", mapping))
    assert "\n" not in str(error.value)


def test_the_window_that_an_error_names_reads_the_part_before_a_jump(folder):
    log = folder("log.csv", GOOD + "0.1,2,2,2,2\n0.12,2,2,2,2\n")
    recording = read_log(log, folder("map.yaml", MAP + "window: [0, 0.38]\n")).recording
    assert (recording["q"].values == 1.0).all()


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        (HEADER, "needs variables"),
        (HEADER + "variables: {q: {colums: [a]}}\n", r"unknown key 'colums'; did you mean 'columns'\?"),
        (HEADER + "variables: {q: {columns: [a], unit: grad}}\n", "must be one of"),
        (HEADER + "variables: {q: {columns: [a], topic: /b}}\n", "either columns"),
        (HEADER + "variables: {q: {topic: /b}}\n", "needs the field of /b"),
        (HEADER + "variables: {q: {columns: [a], sign: 2}}\n", "sign must be 1 or -1"),
        (HEADER + "variables: {link_position: {columns: [a]}}\n", "no variable 'link_position' for a log"),
        (MAP + "window: [3, 1]\n", "the earlier first"),
    ],
)
def test_an_invalid_mapping_names_its_line(folder, mapping, message):
    with pytest.raises(ScenarioError, match=message) as error:
        read_log(folder("log.csv", GOOD), folder("map.yaml", mapping))
    assert "map.yaml:" in str(error.value)


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{topic: /joint_state, field: position}", "no topic '/joint_state' for q; did you mean '/joint_states'"),
        ("{topic: /joint_states, field: positions}", "no field 'positions' for q; did you mean 'position'"),
        ("{topic: /joint_states, field: position, names: [a, b]}", "no joint 'a' for q; it has joint1, joint2"),
        ("{columns: [a]}", "is a bag, with topics; write topic"),
    ],
)
def test_a_bag_that_does_not_fit_gives_one_line(tmp_path, folder, text, message):
    save_bag(run(NAME)[1], tmp_path / "bag")
    with pytest.raises(RecordingError, match=message):
        read_log(tmp_path / "bag", folder("map.yaml", HEADER + f"variables: {{q: {text}}}\n"))


def test_damaged_files_give_one_line(folder):
    for name in ("log.mcap", "log.db3", *(["log.parquet"] if find_spec("pyarrow") else []), "log.txt"):
        source = "{topic: /a, field: b}" if name.endswith(("mcap", "db3")) else "{columns: [a]}"
        with pytest.raises(RecordingError) as error:
            read_log(folder(name, "no log"), folder("map.yaml", HEADER + f"variables: {{q: {source}}}\n"))
        assert "\n" not in str(error.value)
    with pytest.raises(RecordingError, match="there is no log"):
        read_log("absent.csv", folder("map.yaml", MAP))


@pytest.mark.thorough
def test_import_and_compare_print_the_differences(tmp_path, monkeypatch, folder):
    monkeypatch.chdir(tmp_path)
    simulated = run(*SIMULATED)[1]
    simulated.save("simulated.nc")
    time, q = simulated["time"].values, simulated["q"].values
    folder("robot.csv", csv_of(time, q + 0.01))
    folder("map.yaml", HEADER + "rate: 50\nvariables: {q: {columns: 'pos_{}', unit: rad}}\n")

    def command(*words):
        return CliRunner().invoke(app, list(words))

    result = command("import", "robot.csv", "--map", "map.yaml", "--reference", "simulated.nc")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[1].startswith("time offset ")
    assert load("robot.nc").finished
    compared = command("compare", "robot.nc", "simulated.nc", "--out", "both")
    assert compared.exit_code == 0, compared.stderr
    assert "simulated compared with robot (measured, " in compared.stdout
    assert "rms per joint: joint1 0.01" in compared.stdout
    assert (tmp_path / "both" / "measured_joints.svg").stat().st_size > 5000
    document = json.loads(command("compare", "robot.nc", "simulated.nc", "--json", "--no-figures", "--out", "b").stdout)
    assert document["measured"][0]["joints"]["joint1"] == pytest.approx(0.01, rel=0.1)
    assert "exists already" in command("import", "robot.csv", "--map", "map.yaml").stderr
    assert "--reference is for logs" in command("import", "robot.urdf", "--reference", "simulated.nc").stderr
