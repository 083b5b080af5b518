"""Files of every kind that snakelab reads, and damage to their bytes."""

import io
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from PIL import Image

import snakelab as sl
from hostile.valid_calls import CONFIGURATION, mjcf_text, urdf_text
from snakelab.control.policy_networks import load_network
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf
from snakelab.plugins.studies.sweeps.sweep_run import read_sweep
from snakelab.results.netcdf_files import Journal
from snakelab.scenarios.catalogue import find

MAPPING = "scenario: planar_prototype\nrate: 50\nvariables:\n  q: {topic: /joint_states, field: position}\n"
TASK = {"period": 0.05, "observation": ["q", "v"], "action": {"joint_targets": 0.5}}
SENSOR = """\
T_BS: {{cols: 4, rows: 4, data: [1, 0, 0, {offset}, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}}
resolution: [8, 8]
camera_model: pinhole
intrinsics: [8.5, 8.5, 3.5, 3.5]
distortion_model: radial-tangential
distortion_coefficients: [-0.28, 0.07, 0.0002, 1.76e-05]
"""
ASC = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 0.5\nNODATA_value -9999\n0 0 0\n0 0.1 0\n0 0 0\n"
OBJ = "v 0 0 0\nv 1 0 0\nv 1 1 0.1\nv 0 1 0\nf 1 2 3\nf 1 3 4\n"
STRANGE = [
    b"\x00",
    b"\xff\xfe",
    b"\n" * 5,
    b"1e999",
    b"-",
    b"nan",
    b"{[",
    b"<!--",
    b"&a;",
    b"\xf0\x9f\x90\x8d",
    b"9" * 400,
    b": ",
    b"0 0 0 ",
]


def png() -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(np.arange(64, dtype=np.uint8).reshape(8, 8)).save(buffer, "png")
    return buffer.getvalue()


def results_log(folder: Path) -> bytes:
    sl.run_sweep(CONFIGURATION, folder, workers=1)
    return (folder / "results_log.sqlite").read_bytes()


def journal(folder: Path) -> bytes:
    """A journal of three parts."""
    simulation = sl.start_scenario(sl.load_scenario("planar_viscous"))
    journal, after = Journal(folder / "recording.journal"), -np.inf
    for _ in range(3):
        simulation.advance(0.05)
        journal.append(simulation.recording(since=after).dataset, after)
        after = simulation.time
    journal.close()
    return journal.path.read_bytes()


def mcap(folder: Path) -> bytes:
    """A log of several compressed chunks."""
    from snakelab.plugins.ros.bag_reading import _zstd
    from snakelab.plugins.ros.bag_writing import log_live

    with sl.start_scenario(sl.load_scenario("planar_prototype", ["solver.record_rate=50"])) as simulation:
        log = log_live(simulation, folder / "live", size=1000)
        log.writer._interval = 0.0
        log.writer._writer.storage.compression, log.writer._writer.storage.compressor = "zstd", _zstd().compress
        simulation.advance(0.4)
        log.close()
    (folder / "map.yaml").write_text(MAPPING, encoding="utf-8")
    return next((folder / "live").glob("*.mcap")).read_bytes()


def csv(folder: Path) -> bytes:
    (folder / "map.yaml").write_text(MAPPING.replace("topic: /joint_states, field: position", "columns: 'q{}'"))
    return b"time,q1,q2,q3,q4\n" + b"".join(b"%.3f,0.1,-0.2,1e-3,.5\n" % (0.02 * k) for k in range(60))


def mapped(path: Path) -> Any:
    from snakelab.plugins.ros.log_reading import read_log

    return read_log(path, path.parent / "map.yaml")


def policy(folder: Path) -> bytes:
    path = sl.control.save_network(folder / "policy.npz", [np.eye(4)[:, :2], np.eye(2)], [np.zeros(2)] * 2, TASK)
    return path.read_bytes()


def euroc(folder: Path) -> None:
    """A folder in the layout of EuRoC, with two image pairs."""
    for name in ("cam0", "cam1"):
        place = folder / "mav0" / name
        (place / "data").mkdir(parents=True, exist_ok=True)
        offset = 0.0 if name == "cam0" else 0.1
        (place / "sensor.yaml").write_text(SENSOR.format(offset=offset), encoding="utf-8")
        (place / "data.csv").write_text("#timestamp [ns],filename\n1000,1000.png\n2000,2000.png\n", encoding="utf-8")
        for stamp in (1000, 2000):
            (place / "data" / f"{stamp}.png").write_bytes(png())


def euroc_with(name: str) -> tuple[Callable[[Path], bytes], Callable[[Path], Any]]:
    """The bytes of a file of such a folder, and what reads the folder with a damaged one."""

    def content(folder: Path) -> bytes:
        euroc(folder)
        return (folder / "mav0" / name).read_bytes()

    def read(path: Path) -> Any:
        from snakelab.plugins.slam.stereo_sequences import EurocSequence

        (path.parent / "mav0" / name).write_bytes(path.read_bytes())
        return [frame.time for frame in EurocSequence(path.parent).frames()]

    return content, read


def key_file(folder: Path) -> bytes:
    from snakelab.plugins.hardware.tls_channel import make_keys

    return make_keys(folder / "robot.yaml")["pilot"].read_bytes()


def use_key(path: Path) -> Any:
    from snakelab.plugins.hardware.tls_channel import read_key, tls_settings

    path.chmod(0o600)
    return tls_settings(read_key(path))


def relief(kind: Callable[..., Any], **given: Any) -> Callable[[Path], Any]:
    """Lay a terrain from the file, as `Terrain` does."""
    return lambda path: sl.Terrain(kind(str(path), **given), (2.0, 2.0), 0.5).numbers()


# By the ending of the file: its bytes, from an empty folder, and what reads it.
KINDS: dict[str, tuple[Callable[[Path], bytes], Callable[[Path], Any]]] = {
    "yaml": (lambda folder: find("planar_viscous").read_bytes(), sl.load_scenario),
    "asc": (lambda folder: ASC.encode(), relief(sl.geometry.HeightTable)),
    "png": (lambda folder: png(), relief(sl.geometry.HeightImage, cell=0.25, low=0.0, high=0.1)),
    "obj": (lambda folder: OBJ.encode(), relief(sl.geometry.HeightMesh)),
    "urdf": (lambda folder: urdf_text().encode(), from_urdf),
    "xml": (lambda folder: mjcf_text().encode(), from_mjcf),
    "journal": (journal, sl.load),
    "mcap": (mcap, mapped),
    "csv": (csv, mapped),
    "npz": (policy, load_network),
    "sensor": euroc_with("cam0/sensor.yaml"),
    "frames": euroc_with("cam1/data.csv"),
    "key": (key_file, use_key),
    "sqlite": (results_log, lambda path: read_sweep(CONFIGURATION, path.parent)),
}
for package, kind in (("trimesh", "obj"), ("rosbags", "mcap"), ("cryptography", "key")):
    if find_spec(package) is None:
        del KINDS[kind]


def damaged(whole: bytes, random: Random) -> bytes:
    """The bytes after one to three faults: flipped bits, a piece cut out, doubled or overwritten, an end cut off."""
    content = bytearray(whole)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(max(1, len(content)))
        n = random.choice([1, 2, 8, 64])
        match random.randint(0, 6):
            case 0 | 1:
                for _ in range(random.choice([1, 10])):
                    place = random.randrange(max(1, len(content)))
                    content[place : place + 1] = bytes([(content[place] if content else 0) ^ 1 << random.randrange(8)])
            case 2:
                del content[at:]
            case 3:
                del content[at : at + n]
            case 4:
                content[at:at] = content[at : at + n]
            case 5:
                content[at : at + n] = random.randbytes(n)
            case _:
                content[at:at] = random.choice(STRANGE)
    return bytes(content)
