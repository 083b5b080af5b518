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
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_import import from_urdf
from snakelab.plugins.studies.sweeps.run import read_sweep
from snakelab.results.datasets import Journal
from snakelab.scenarios.catalogue import find

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
    "sqlite": (results_log, lambda path: read_sweep(CONFIGURATION, path.parent)),
}
if find_spec("trimesh") is None:
    del KINDS["obj"]


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
