"""Hostile input for every surface: files with damaged bytes or hostile values, servo lines, policies, and messages.

Each surface is a function of a folder and a generator of random numbers. It hands in one hostile input and raises nothing but
AssertionError: errors of the project's tree are refusals.
"""

import contextlib
import json
import re
from pathlib import Path
from random import Random

import numpy as np

import snakelab as sl
from hostile.damaged_files import KINDS, MAPPING, SENSOR, damaged, euroc, png
from hostile.scenario_documents import HOSTILE
from perception.test_calibration_files import ORB3, chain, opencv_matrix
from plugins.hardware.faulty_line import BUSES, line_of
from servo_terminal import status_packet
from snakelab.errors import HardwareError, SnakelabError
from snakelab.perception import load_calibration, load_imu_noise
from snakelab.plugins.hardware.dynamixel_protocol import HEADER, StatusParser, crc
from snakelab.plugins.hardware.feetech_protocol import Packet, Parser
from snakelab.plugins.hardware.robot_file import read_robot_file, robot_from_text
from snakelab.plugins.hardware.servo_driver import ServoDriver
from snakelab.scenarios.catalogue import find

# ----------------------------------------------------------------------------------------------------------------------
# Texts with hostile values: calibrations, mapping, robot, sweep, fit and scenario files
# ----------------------------------------------------------------------------------------------------------------------

ROS = """\
image_width: 640
image_height: 480
camera_name: left
camera_matrix: {rows: 3, cols: 3, data: [400.0, 0.0, 320.0, 0.0, 400.0, 240.0, 0.0, 0.0, 1.0]}
distortion_model: plumb_bob
distortion_coefficients: {rows: 1, cols: 5, data: [-0.2, 0.05, 0.0, 0.0, 0.0]}
rectification_matrix: {rows: 3, cols: 3, data: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]}
projection_matrix: {rows: 3, cols: 4, data: [400.0, 0.0, 320.0, -24.0, 0.0, 400.0, 240.0, 0.0, 0.0, 0.0, 1.0, 0.0]}
"""
OPENCV = "%YAML:1.0\nimage_width: 640\nimage_height: 480\n" + "".join(
    opencv_matrix(name, values)
    for name, values in {
        "M1": [[400, 0, 320], [0, 400, 240], [0, 0, 1]],
        "D1": [[-0.1, 0.02, 0, 0, 0]],
        "M2": [[400, 0, 320], [0, 400, 240], [0, 0, 1]],
        "D2": [[-0.1, 0.02, 0, 0, 0]],
        "R": np.eye(3),
        "T": [[-0.06], [0], [0]],
    }.items()
)
IMU = """\
accelerometer_noise_density: 0.01
accelerometer_random_walk: 0.0002
gyroscope_noise_density: 0.005
gyroscope_random_walk: 4.0e-06
update_rate: 200
"""
ROBOT = """\
name: bench
port: emulated
ids: 1-4
zero: [0.0, 0.1, 0.0, 0.0]
sign: [1, -1, 1, 1]
limits: [-1.5, 1.5]
rate: 50
patience: 0.004
safety: {speed: 3.0, torque: 0.8, hold_after: 0.3, soft_start: 1.0}
line: {lost: 0.001, seed: 3}
"""
SWEEP = """\
scenario: planar_prototype
set: {duration: 0.1}
parameters:
  controller.serpenoid_gait.amplitude: {from: 0.2, to: 0.6, count: 2}
  controller.serpenoid_gait.angular_frequency: [1, 2]
metrics: [mean_speed]
seeds: {values: [1, 2]}
"""
FIT = """\
scenario: planar_viscous
set: {duration: 0.05}
parameters:
  world.media.0.normal: {from: 0.1, to: 30, start: 1, prior: [1, 0.5]}
variables: {q: 0.01}
starts: 2
folds: 2
stages: [0.03, 0.05]
loss: soft_l1
robust_scale: 1.3
difference: 0.005
"""
TABLE = "time,q1,q2,q3,q4\n" + "".join(f"{0.02 * k:.3f},0.1,-0.2,1e-3,.5\n" for k in range(20))


def read_map(path: Path) -> object:
    from snakelab.plugins.ros.log_reading import read_log

    table = path.with_name("table.csv")
    table.write_text(TABLE)
    return read_log(table, path)


def read_sweep_file(path: Path) -> object:
    from snakelab.plugins.studies.sweeps.configuration import load_sweep

    return load_sweep(path)


def read_fit(path: Path) -> object:
    from snakelab.plugins.studies.identification.problem import load_problem

    return load_problem(path, [recording()])


def recording(made: list[sl.Recording] = []) -> sl.Recording:  # noqa: B006, made once
    if not made:
        made.append(sl.run_scenario(sl.load_scenario("planar_viscous", ["duration=0.05"])))
    return made[0]


def read_sensor(path: Path) -> object:
    from snakelab.plugins.slam.stereo_sequences import EurocSequence

    euroc(path.parent)
    (path.parent / "mav0" / "cam1" / "sensor.yaml").write_bytes(path.read_bytes())
    return [frame.time for frame in EurocSequence(path.parent).frames()]


TEXTS = {
    "orb_slam": (ORB3, load_calibration),
    "kalibr": (chain("T_cam_imu"), load_calibration),
    "openvins": (chain("T_imu_cam"), load_calibration),
    "opencv": (OPENCV, load_calibration),
    "camera_info": (ROS, lambda path: load_calibration(path, path)),
    "imu": (IMU, load_imu_noise),
    "orb_slam_imu": (ORB3, load_imu_noise),
    "euroc_sensor": (SENSOR.format(offset=0.1), read_sensor),
    "mapping": (
        MAPPING.replace("topic: /joint_states, field: position", "columns: 'q{}', unit: rad, sign: 1")
        + "window: [0, 1]\n",
        read_map,
    ),
    "robot": (ROBOT, read_robot_file),
    "sweep": (SWEEP, read_sweep_file),
    "fit": (FIT, read_fit),
    "scenario": (find("planar_viscous").read_text(encoding="utf-8"), sl.load_scenario),
}
WORDS = [
    "", "~", "true", "-1", "0", "1e999", ".nan", ".inf", "-.inf", "9" * 400, "5e-324", "1e308", "-1e308", "[]", "{}", "[[1]]",
    "''", "'x'", "&a [*a]", "*a", "!!python/object:os.system x", "!!binary aaaa", "!!set {a}", "\t", "0x10", "2**63", "1_000",
    "2026-01-01", "1:30", "|", "- 1", "a: b", "é" * 50, "pi/0", "[" * 300, "{a: " * 200, "10000000000", "1e9", "0.5", "-0.5",
    "x" * 5000, "\"\\ud800\"", "[1, 2", "}", "@", "%TAG", "no", "3.7", "[.nan, .nan, .nan, .nan]", "[1, a]", "[1e308, 1e308]",
    "[[1, 0], [0, 1]]", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]", "{rows: 100000, cols: 100000, data: [1]}",
]  # fmt: skip


def with_hostile_values(text: str, random: Random) -> str:
    """Return a text with one to three changed values, keys or lines."""
    for _ in range(random.randint(1, 3)):
        lines = text.split("\n")
        k = random.randrange(len(lines))
        match random.randint(0, 8):
            case 0:
                del lines[k]
            case 1:
                lines.insert(k, lines[random.randrange(len(lines))])
            case 2:
                lines[k] = " " * random.randint(1, 4) + lines[k]
            case 3:
                lines[k] = re.sub(r"^(\s*)(\w)", r"\1\2\2", lines[k], count=1)
            case _:
                places = list(re.finditer(r"(?<=[\s\[,])[-+.\w]+(?=[\s,\]}]|$)", text))
                if places:
                    place = random.choice(places)
                    word = random.choice(WORDS) if random.random() < 0.7 else json.dumps(random.choice(HOSTILE))
                    text = text[: place.start()] + word + text[place.end() :]
                continue
        text = "\n".join(lines)
    return text


def hostile_text(kind: str, folder: Path, random: Random) -> None:
    text, read = TEXTS[kind]
    path = folder / f"{kind}.yaml"
    path.write_text(with_hostile_values(text, random), encoding="utf-8", errors="surrogatepass")
    with contextlib.suppress(SnakelabError):
        read(path)


# ----------------------------------------------------------------------------------------------------------------------
# Files with damaged bytes
# ----------------------------------------------------------------------------------------------------------------------


def database(folder: Path) -> bytes:
    """The bytes of a bag as a database."""
    from plugins.ros.test_bag_sizes import write_bag

    (folder / "map.yaml").write_text(MAPPING.replace("topic: /joint_states, field: position", "topic: /a, field: data"))
    return next(write_bag(folder / "bag", "SQLITE3").glob("*.db3")).read_bytes()


def stereo_bag(path: Path) -> object:
    from snakelab.plugins.slam.ros_sequences import BagSequence

    return [frame.time for frame in BagSequence(path).frames()]


def identified(folder: Path) -> bytes:
    """The bytes of the results log of a fit."""
    (folder / "fit.yaml").write_text(FIT)
    from snakelab.plugins.studies import identify

    identify([recording()], folder / "fit.yaml", folder, threads=1)
    return (folder / "results_log.sqlite").read_bytes()


def continued(path: Path) -> object:
    from snakelab.plugins.studies import identify

    return identify([recording()], path.with_name("fit.yaml"), path.parent, threads=1)


def image(folder: Path) -> bytes:
    euroc(folder)
    return png()


def read_image(path: Path) -> object:
    from snakelab.plugins.slam.stereo_sequences import EurocSequence

    (path.parent / "mav0" / "cam0" / "data" / "1000.png").write_bytes(path.read_bytes())
    return [frame.time for frame in EurocSequence(path.parent).frames()]


def mapped_file(path: Path) -> object:
    from snakelab.plugins.ros.log_reading import read_log

    return read_log(path, path.parent / "map.yaml")


FILES = KINDS | {"db3": (database, mapped_file), "fit_log": (identified, continued), "image": (image, read_image)}
WHOLE: dict[str, tuple[Path, bytes]] = {}


def hostile_file(kind: str, folder: Path, random: Random) -> None:
    if kind not in WHOLE:
        place = folder.parent / f"whole_{kind}"
        place.mkdir()
        name = "results_log.sqlite" if kind in ("sqlite", "fit_log") else f"file.{kind}"
        WHOLE[kind] = place / name, FILES[kind][0](place)
    path, content = WHOLE[kind]
    path.unlink(missing_ok=True)
    path.write_bytes(damaged(content, random))
    with contextlib.suppress(SnakelabError):
        FILES[kind][1](path)


# ----------------------------------------------------------------------------------------------------------------------
# Policies whose arrays do not fit
# ----------------------------------------------------------------------------------------------------------------------


def hostile_policy(folder: Path, random: Random) -> None:
    from snakelab.control.policy_networks import load_network

    path = sl.control.save_network(
        folder / "policy.npz", [np.eye(4)[:, :2], np.eye(2)], [np.zeros(2)] * 2,
        {"period": 0.05, "observation": ["q", "v"], "action": {"joint_targets": 0.5}},
    )  # fmt: skip
    with np.load(path) as stored:
        arrays = dict(stored)
    name = random.choice(list(arrays))
    changed: list[object] = [
        np.zeros((0, 3)), np.full((4, 2), np.nan), np.zeros(()), np.array("text"), np.zeros((3, 3, 3)),
        np.array([1j, 2.0]), np.zeros(10**6), np.array([b"\xff"]), np.array(json.dumps(random.choice(HOSTILE))),
        np.full((4, 2), 1e308), np.array([True, False]), np.zeros((4, 2), np.float16), np.array([], dtype="U5"),
    ]  # fmt: skip
    arrays[random.choice([name, "more"])] = random.choice(changed)
    if random.random() < 0.3:
        del arrays[name]
    np.savez(path, **arrays)
    with contextlib.suppress(SnakelabError):
        load_network(path)


# ----------------------------------------------------------------------------------------------------------------------
# Servo lines: bytes that no servo sends
# ----------------------------------------------------------------------------------------------------------------------


def hostile_answer(protocol: str, packet: bytes, random: Random) -> bytes:
    """Return what arrives in place of an answer: noise, an answer of another servo, length or content, or damaged bytes."""
    ident = random.choice([1, 2, 3, 4, 254])
    if protocol == "feetech":
        foreign = Packet(ident, 0, random.randbytes(random.randint(0, 250))).encoded()
        changed = Packet(packet[2], random.randrange(256), random.randbytes(max(0, len(packet) - 6))).encoded()
    else:
        # headers, their beginnings and stuffed bytes within the data
        parts = [b"\xff\xff\xfd\x00", b"\xff\xff\xfd\xfd", b"\xff\xff\xfd", b"\xff", b"\xfd", random.randbytes(3)]
        stuffed = b"".join(random.choices(parts, k=random.randint(0, 30)))
        data = random.choice([random.randbytes(max(0, len(packet) - 11)), stuffed, stuffed[: max(0, len(packet) - 11)]])
        foreign, changed = status_packet(ident, 0, stuffed), status_packet(packet[4], random.randrange(256), data)
        length = packet[:5] + random.randbytes(2) + packet[7:-2]  # a wrong length with the right CRC
        changed = random.choice([changed, length + crc(length), packet[:-2] + random.randbytes(2), packet + packet])
    return random.choice([random.randbytes(random.randint(1, 300)), foreign, changed, changed, damaged(packet, random)])


def hostile_line(protocol: str, folder: Path, random: Random) -> None:
    """Damage, delay and echo the answers of emulated servos at random, during all requests of a bus and the start of a run."""
    line = line_of((1, 2, 3, 4), protocol=protocol, echo=random.random() < 0.2, split=random.choice([0.0, 0.0, 0.003]))
    share, whole = random.choice([0.05, 0.5, 1.0]), line._changed

    def changed(time, packet):
        for at, content in whole(time, packet):
            if random.random() < share:
                content = hostile_answer(protocol, content, random)
            if random.random() < 0.3 * share:
                at += random.choice([0.003, 0.01, 0.04, 0.2])
            yield at, content

    line._changed = changed
    bus, robot = BUSES[protocol](line), f"protocol: {protocol}\nids: 1-4\nlimits: [-1.5, 1.5]\n"
    requests = [
        lambda: bus.scan(range(6)),
        lambda: bus.ping(random.randrange(6)),
        lambda: [bus.read(1, name) for name in bus.table],
        lambda: bus.write(2, "goal_position", 0.1),
        lambda: bus.write(3, "lower_limit", -1.0),
        lambda: bus.sync_read((1, 2, 3, 4), bus.feedback),
        lambda: bus.sync_write((1, 2, 3, 4), bus.goal, np.zeros((4, len(bus.goal)))),
        lambda: bus.change_id(4, 9),
        lambda: bus.change_baud(1, random.choice([500_000, 57_600])),
        lambda: bus.centre(2),
        lambda: ServoDriver(bus, robot_from_text(robot, "robot.yaml")).begin(),
    ]
    for request in random.sample(requests, 4):
        with contextlib.suppress(HardwareError):
            request()
    parser, heads = (
        (Parser(), HEADS) if protocol == "feetech" else (StatusParser(), [*HEADS, HEADER, HEADER + b"\x01\x09"])
    )
    for _ in range(20):
        parser.feed(random.choice(heads) + random.randbytes(random.randint(0, 300)))
        assert parser.pending < 1500


HEADS = [b"\xff\xff", b"\xff\xff\x01\xff", b""]


SURFACES = {
    **{f"text of {kind}": (lambda f, r, kind=kind: hostile_text(kind, f, r)) for kind in TEXTS},
    **{f"bytes of {kind}": (lambda f, r, kind=kind: hostile_file(kind, f, r)) for kind in FILES},
    "policy": hostile_policy,
    "FEETECH line": lambda f, r: hostile_line("feetech", f, r),
    "Dynamixel line": lambda f, r: hostile_line("dynamixel", f, r),
}
