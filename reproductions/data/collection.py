"""Names and groups of the data, and the programs that generate them."""

import fnmatch
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import xarray

from reproductions.data.digests import Content, content_of, digest
from reproductions.pipe_snake.entry.case import Case, Setting, cases
from reproductions.pipe_snake.entry.run import run
from reproductions.snakesys.courses.course import COURSES, run_course
from snakelab.results.recorded_images import load_images
from snakelab.results.recording import load
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import load_scenario, run_scenario

COURSE_SEEDS = range(5)
# A trial of the pipe study with few samples and a short time, for tests.
SMALL_TRIAL = Case(256, contact=True, seed=0), Setting(duration=3.0, knot_every=5)


@dataclass(frozen=True)
class Data:
    """One result.

    Attributes:
        name: Group and name, such as library/planar_prototype.
        make: Function that writes the files to a folder and returns their numeric content.
    """

    name: str
    make: Callable[[Path], Content]

    @property
    def group(self) -> str:
        """Group: library, courses or pipe_study."""
        return self.name.partition("/")[0]


def _recording(name: str) -> Data:
    def make(folder: Path) -> Content:
        recording = run_scenario(load_scenario(name))
        recording.save(folder / "results.nc")
        return content_of(recording.dataset)

    return Data(f"library/{name}", make)


def _course(name: str, seed: int) -> Data:
    def make(folder: Path) -> Content:
        run_course(name, seed, folder)
        content = content_of(load(folder / "results.nc").dataset)
        arrays, numbers = {}, {}
        with load_images(folder / "images.h5") as file:
            camera = file.camera()
            for stream in camera.streams:
                seen = [(sha256(image.tobytes()).digest(), float(image.mean())) for image in camera.images(stream)]
                arrays[stream] = (np.frombuffer(b"".join(one for one, _ in seen), np.uint8).reshape(len(seen), -1), "")
                numbers[f"mean of {stream}"] = float(np.mean([mean for _, mean in seen]))
        motion = {"recording": (np.frombuffer(bytes.fromhex(content.sha256), np.uint8), "")}
        return Content(digest(arrays | motion), content.numbers | numbers)

    return Data(f"courses/{name}_{seed}", make)


def _pipe_study(name: str, wanted: Sequence[Case], setting: Setting) -> Data:
    def make(folder: Path) -> Content:
        folder.mkdir(parents=True, exist_ok=True)
        outcomes = run(wanted, setting, folder / "outcomes.sqlite")
        never = float("nan")
        columns: dict[str, tuple[list[float], str]] = {
            "n_samples": ([one.case.n_samples for one in outcomes], "1"),
            "walls": ([float(one.case.contact) for one in outcomes], "1"),
            "seed": ([one.case.seed for one in outcomes], "1"),
            "entered": ([never if one.entered is None else one.entered for one in outcomes], "s"),
            "arrived": ([never if one.arrived is None else one.arrived for one in outcomes], "s"),
        }
        arrays = {key: (np.array(values, dtype=float), unit) for key, (values, unit) in columns.items()}
        table = xarray.Dataset({key: ("trial", values, {"units": unit}) for key, (values, unit) in arrays.items()})
        (folder / "outcomes.csv").write_text(table.to_dataframe().to_csv(lineterminator="\n"), encoding="utf-8")
        done = {f"trials that {key}": float(np.isfinite(arrays[key][0]).sum()) for key in ("entered", "arrived")}
        return Content(digest(arrays), {"trials": float(len(outcomes))} | done)

    return Data(f"pipe_study/{name}", make)


DATA = (
    *(_recording(name) for name in sorted(library())),
    *(_course(name, seed) for name in COURSES for seed in COURSE_SEEDS),
    _pipe_study("small", [SMALL_TRIAL[0]], SMALL_TRIAL[1]),
    _pipe_study("entry", cases(), Setting()),
)
GROUPS = tuple(dict.fromkeys(data.group for data in DATA))


def chosen(patterns: Sequence[str]) -> list[Data]:
    """Return the data selected by names, groups or patterns, such as library, courses/creeping_0 or library/planar_*.

    Raises:
        KeyError: if one of them matches no data.
    """
    by_name: dict[str, Data] = {}
    for pattern in patterns:
        matching = {
            data.name: data for data in DATA if data.group == pattern or fnmatch.fnmatchcase(data.name, pattern)
        }
        if not matching:
            raise KeyError(f"no data match {pattern!r}; the groups are {', '.join(GROUPS)}")
        by_name |= matching
    return list(by_name.values())
