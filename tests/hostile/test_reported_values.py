"""Values and types that ended in an error of another kind once: of logs, calibrations, SLAM, rotations and the studio."""

import json
import warnings

import numpy as np
import pytest

import snakelab as sl
from hostile.damaged_files import euroc
from snakelab.errors import PerceptionError, RecordingError, ScenarioError, SimulationError, SnakelabError
from snakelab.geometry.rotations import matrix_of, quaternion_of
from snakelab.perception.camera_models import ImuNoise, ImuSamples, PinholeModel, StereoFrame, StereoModel

NINES = "9" * 400
T = np.eye(4) + 0.1 * np.eye(4, k=3)
T[1:3, 2:] = np.eye(4)[1:3, 2:]
SMALL = PinholeModel(64, 48, 50.0, 50.0, 32.0, 24.0)


def refused(call, error, words=None):
    with pytest.raises(error, match=words) as caught:
        call()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 700


@pytest.fixture
def log(tmp_path):
    """Reads a log of three rows with further lines in its mapping, and with another time of its last row."""
    pytest.importorskip("rosbags", reason="rosbags is not installed")
    from snakelab.plugins.ros.log_reading import read_log

    def read(line="", last="4"):
        (tmp_path / "a.csv").write_text(f"t,q1,q2,q3,q4\n0,0,0,0,0\n2,0,0,0,0\n{last},0,0,0,0\n")
        mapping = tmp_path / "map.yaml"
        mapping.write_text(
            f"scenario: planar_viscous\ntime: {{column: t}}\nvariables: {{q: {{columns: 'q{{}}'}}}}\ngap: 5\n{line}\n"
        )
        return read_log(tmp_path / "a.csv", mapping).recording

    return read


@pytest.mark.parametrize("rate", ["1e12", "1e308", NINES])
def test_a_rate_of_a_log_that_gives_too_many_records(log, rate):
    refused(lambda: log(f"rate: {rate}"), (RecordingError, ScenarioError), "rate")


def test_other_numbers_of_a_mapping(log):
    refused(lambda: log("rate: 1e-308"), RecordingError, "gives one record")
    refused(lambda: log("offset: 1e308"), RecordingError, "no longer differ")
    refused(lambda: log(last=NINES), RecordingError, "not a number in row 3")
    assert len(log("rate: 1")["time"]) == 5


@pytest.mark.parametrize(
    "sizes", ["[1000000000, 1000000000]", "[1e400, 8]", "[0, 8]", "[-8, 8]", f"[{NINES}, 8]", "8", "[8]", "[a, b]"]
)
def test_a_resolution_of_a_calibration(tmp_path, sizes):
    pytest.importorskip("cv2", reason="OpenCV is not installed")
    from snakelab.plugins.slam.stereo_sequences import EurocSequence

    euroc(tmp_path)
    place = tmp_path / "mav0" / "cam0" / "sensor.yaml"
    place.write_text(place.read_text().replace("resolution: [8, 8]", f"resolution: {sizes}"))
    refused(lambda: EurocSequence(tmp_path), RecordingError)


@pytest.mark.parametrize("stamp", [NINES, "-1", "1.5", "a", "1e3", "9" * 19])
def test_a_time_of_an_image(tmp_path, stamp):
    pytest.importorskip("cv2", reason="OpenCV is not installed")
    from snakelab.plugins.slam.stereo_sequences import EurocSequence

    euroc(tmp_path)
    (tmp_path / "mav0" / "cam1" / "data.csv").write_text(f"{stamp},1000.png\n")
    refused(lambda: EurocSequence(tmp_path), RecordingError, "damaged")


@pytest.mark.parametrize("size", [1e400, 10**400, 1e9, 0, -1, 1.5, "8", True, None])
def test_a_size_of_a_calibration_file(tmp_path, size):
    from snakelab.perception.calibration_values import CalibrationValues

    refused(lambda: CalibrationValues("c.yaml", {"image_width": size}).size("image_width"), RecordingError, "pixels")


@pytest.mark.parametrize(
    "value", [None, 3, "a", [], [[1, 2], [3, 4]], {"a": 1}, 10**400, [["a"] * 3] * 3, [1.0, 2.0, 3.0]]
)
def test_rotations_of_no_matrices_and_quaternions(value):
    refused(lambda: quaternion_of(value), PerceptionError)
    refused(lambda: matrix_of(value), PerceptionError)
    assert quaternion_of(np.eye(3)).tolist() == [1, 0, 0, 0] and quaternion_of(np.zeros((0, 3, 3))).shape == (0, 4)


WRONG = [None, 3, "a", [], object(), np.zeros(3)]


def test_wrong_types_of_the_estimator():
    pytest.importorskip("gtsam", reason="GTSAM is not installed")
    from snakelab.plugins.slam import StereoInertialSlam, run_slam

    image = np.zeros((48, 64), np.uint8)
    good = StereoModel(SMALL, SMALL, T)
    for value in WRONG:
        refused(lambda value=value: run_slam(value), PerceptionError, "sequence must be")
        refused(lambda value=value: StereoInertialSlam(value), PerceptionError, "model must be")
        for name in ("imu_noise", "settings", "odometry"):
            if value is not None:
                refused(lambda value=value, name=name: StereoInertialSlam(good, **{name: value}), PerceptionError, name)
    huge = PinholeModel(10**9, 10**9, 50.0, 50.0, 32.0, 24.0)
    refused(lambda: StereoInertialSlam(StereoModel(huge, huge, T)), RecordingError, "at most 67108864 pixels")
    slam = StereoInertialSlam(good, ImuNoise())
    frames = [*WRONG, StereoFrame("a", image, image), StereoFrame(10**400, image, image), StereoFrame(0.0, 1, 2)]
    frames += [
        StereoFrame(0.0, None, image),
        StereoFrame(0.0, image, image[:5]),
        StereoFrame(0.0, np.zeros((48, 64, 4)), image),
    ]
    for frame in frames:
        refused(lambda frame=frame: slam.add_frame(frame), (PerceptionError, RecordingError))
    for samples in (*WRONG, ImuSamples("a", 1, 2), ImuSamples(np.zeros(2), np.zeros((3, 3)), np.zeros((2, 3)))):
        refused(lambda samples=samples: slam.add_imu(samples), PerceptionError)


def test_wrong_types_of_the_exchange_with_mujoco():
    pytest.importorskip("mujoco", reason="mujoco is not installed")
    from snakelab.plugins.mujoco.cameras.camera_recording import RenderedSequence
    from snakelab.plugins.mujoco.robot_files.mjcf_export import mujoco_state

    model = sl.build_model(sl.Robot([sl.Link(0.1, 0.1)]), sl.World())
    other = sl.build_model(sl.Robot([sl.Link(0.1, 0.1), sl.Revolute("z"), sl.Link(0.1, 0.1)]), sl.World())
    for value in WRONG:
        refused(lambda value=value: RenderedSequence(value), RecordingError, "images must be")
        refused(lambda value=value: mujoco_state(model, value), SnakelabError, "state must be")
        refused(
            lambda value=value: mujoco_state(value, sl.physics.initial_state(model)), SnakelabError, "model must be"
        )
    refused(lambda: mujoco_state(model, sl.physics.initial_state(other)), SnakelabError, "1 coordinate, the model 0")


MESSAGES = {
    '{"do":"push","part":"a","force":[1]}': "push force must have at least 3 entries, got 1",
    '{"do":"push","part":"a","force":[1,2,3,4]}': "push force must have at most 3 entries, got 4",
    '{"do":"goal","point":[0,0]}': "goal point must have at least 3 entries, got 2",
    '{"do":"pace","value":100}': "pace value must be at most 10, got 100",
    '{"do":"pace","value":"a"}': "pace value must be a number, got 'a'",
    '{"do":"seek","time":' + NINES + "}": "a number is not finite, or has more than 300 digits",
    '{"do":"seek"}': "seek time is missing",
    '{"do":"play","more":1}': "play more is not a key of this request",
    '{"do":"set","path":"a","value":'
    + json.dumps([1] * 101)
    + "}": "set value must be a finite number, .* at most 100 numbers",
    '{"do":"open","name":"' + "x" * 600 + '"}': "open name must have at most 500 letters",
    '{"do":"watch","variables":' + json.dumps(["q"] * 200) + "}": "watch variables must have at most .*, got 200",
    '{"do":"x"}': "do must be one of hello, play, .*, film; got 'x'",
    "{}": "do is missing; it must be one of hello, play, .*, film",
    "[]": "it must be an object with the key do",
    "{": "it is not JSON",
    "[" * 5000: "nested too deeply|not JSON",
    "x" * 70_000: "at most 65536 characters, got 70000",
}


@pytest.mark.parametrize("text", MESSAGES, ids=lambda text: text[:40])
def test_a_message_of_a_page(text):
    pytest.importorskip("starlette", reason="no web server: pip install '.[studio]'")
    from snakelab.plugins.studio.server.messages import message_of

    refused(lambda: message_of(text), SimulationError, MESSAGES[text])


def test_a_tiny_limit_of_a_joint_during_a_run(tmp_path):
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    with warnings.catch_warnings(action="ignore"):
        refused(lambda: simulation.set("robot.parts.1.limits.upper", 5e-324), SnakelabError)


def test_the_time_from_which_rows_are_recorded():
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    simulation.advance(0.2)
    for value in ("a", [], 10**400, np.nan):
        refused(lambda value=value: simulation.recording(since=value), SimulationError, "since")
    assert simulation.recording(since=0.15)["time"].values[-1] == simulation.time
    refused(lambda: simulation.withdraw(3), SimulationError, "matches must be a function")


def test_time_stamps_since_1970_are_read_and_those_beyond_64_bits_refused(tmp_path):
    pytest.importorskip("cv2", reason="OpenCV is not installed")
    from snakelab.plugins.slam.stereo_sequences import EurocSequence

    euroc(tmp_path)

    def stamp(first, second):
        for name in ("cam0", "cam1"):
            lines = f"#timestamp [ns],filename\n{first},1000.png\n{second},2000.png\n"
            (tmp_path / "mav0" / name / "data.csv").write_text(lines)

    stamp(1403636579763555584, 1403636579813555456)  # as in the EuRoC data set
    first, second = (frame.time for frame in EurocSequence(tmp_path).frames())
    assert second - first == pytest.approx(0.049999872, abs=1e-6)
    stamp(1000, 2**63)
    refused(lambda: EurocSequence(tmp_path), RecordingError, "damaged")
