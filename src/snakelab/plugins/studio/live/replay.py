"""Engine of a session, and replay of a recording with its continuation."""

import json
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import SimulationError, nearest
from snakelab.parameters.arguments import FloatArray
from snakelab.plugins.studio.live.studio_run import StudioRun
from snakelab.results.recording import Recording, load
from snakelab.scenarios.scenario import Scenario, scenario_of
from snakelab.scenarios.yaml_document import Document
from snakelab.sim.engine import Engine, SnakelabEngine
from snakelab.sim.run_integration import Layout

# ----------------------------------------------------------------------------------------------------------------------
# Engine of a session: the simulation, emulated servos, or the robot of a robot file
# ----------------------------------------------------------------------------------------------------------------------

MakeEngine = Callable[[Scenario], Engine]
SIMULATION, EMULATED, HARDWARE = "simulation", "emulated", "hardware"


@dataclass(frozen=True)
class EngineChoice:
    """An engine that can be chosen in the page.

    Attributes:
        name: "simulation", "emulated" or "hardware".
        word: Its word in the page.
        make: Creates the engine of a scenario; None for that of the scenario.
        physical: True for a robot that moves.
    """

    name: str
    word: str
    make: MakeEngine | None = None
    physical: bool = False

    def plain(self) -> dict[str, Any]:
        """Return what the page needs."""
        return {"name": self.name, "word": self.word, "physical": self.physical}


def engine_choices(hardware: MakeEngine | None) -> tuple[EngineChoice, ...]:
    """Return the available choices.

    Args:
        hardware: Creates the engine of the robot file of the command line; None without one.
    """
    known = (EngineChoice(SIMULATION, "Simulation"), EngineChoice(EMULATED, "Emulated servos", emulated_engine))
    if hardware is None:
        return known
    robot = getattr(hardware, "robot", None)
    name, port = (getattr(robot, key, "") for key in ("name", "port"))
    return (*known, EngineChoice(HARDWARE, f"Robot {name}".strip(), hardware, physical=port != EMULATED))


def chosen_engine(choices: tuple[EngineChoice, ...], name: str) -> EngineChoice:
    """Return the choice of a name.

    Raises:
        SimulationError: if there is none.
    """
    for choice in choices:
        if choice.name == name:
            return choice
    if name == HARDWARE:
        raise SimulationError("there is no robot file; start the studio with --hardware FILE")
    raise SimulationError(f"there is no engine {name!r}{nearest(name, [choice.name for choice in choices])}")


def emulated_engine(scenario: Scenario) -> Engine:
    """Return the engine of emulated servos, one for each coordinate, as those of the scenario if it has such.

    Raises:
        HardwareError: if the robot cannot be moved by servos.
    """
    from snakelab.plugins.hardware.hardware_engine import HardwareEngine
    from snakelab.plugins.hardware.robot_file import EmulatedBus, emulated_robot

    if isinstance(scenario.engine, EmulatedBus):
        return scenario.engine.make(scenario)
    settings = scenario.settings
    robot = emulated_robot(max(1, scenario.robot.n_coordinates))
    return HardwareEngine(robot, seed=settings.seed, body=SnakelabEngine(settings.step))


# ----------------------------------------------------------------------------------------------------------------------
# Replay of a recording in the studio, and the run that continues it
#
# The recorded rows contain positions and forces, but not the internal states of gait, controller and actuators. A run
# is therefore continued by computing it again up to the instant, with its scenario, its seed and its events; the result
# is compared with the recorded row.
# ----------------------------------------------------------------------------------------------------------------------

NEEDED = ("link_position", "link_quaternion", "com_position")
# Keys that are checked with the duration of the published run, from which that of the recording may differ.
REFERENCE_VALUES = "reference_values"
COMPARED_VARIABLES = ("link_position", "link_quaternion", "q", "v")
TIME_TOLERANCE = 1e-9  # largest difference between equal times [s]


@dataclass
class Replay:
    """A recording that is replayed.

    Attributes:
        recording: The recording.
        path: Its file or folder.
        scenario: Scenario of the run, without its events.
        times: Times of the rows [s].
        time: Present time [s].
    """

    recording: Recording
    path: Path
    scenario: Scenario
    times: FloatArray
    time: float

    @classmethod
    def of(cls, path: Path) -> "Replay":
        """Return the replay of a recorded run: a file, or a folder with `results.nc`.

        Raises:
            SimulationError: if the recording cannot be replayed.
            RecordingError: if it cannot be read.
        """
        recording = load(path)
        dataset = recording.dataset
        lacking = [name for name in NEEDED if name not in dataset]
        if lacking or not dataset.sizes.get("time"):
            raise SimulationError(f"{path} cannot be replayed: it has no {', '.join(lacking) or 'rows'}")
        if not recording.scenario:
            raise SimulationError(
                f"{path} contains no scenario, so that its robot is not known here; record it with run_scenario, or watch it in "
                "a report: snakelab report"
            )
        times = np.asarray(dataset["time"].values, dtype=np.float64)
        scenario = scenario_of(Document(str(path), _without(recording.scenario, REFERENCE_VALUES), {}))
        return cls(recording, path, scenario, times, float(times[0]))

    @property
    def begin(self) -> float:
        """First recorded time [s]."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """Last recorded time [s]."""
        return float(self.times[-1])

    def seek(self, time: float) -> None:
        """Go to a time [s], limited to the range of the recording."""
        self.time = float(np.clip(time, self.begin, self.end))

    def seek_row(self) -> None:
        """Go to the time of the present row, the last one that is not after the present time."""
        self.time = float(self.times[self.index()])

    def step(self) -> None:
        """Go to the next row."""
        self.time = float(self.times[min(self.index() + 1, len(self.times) - 1)])

    def index(self) -> int:
        """Return the number of the last row that is not after the present time."""
        return max(0, int(np.searchsorted(self.times, self.time + TIME_TOLERANCE, side="right")) - 1)

    def row(self, layout: Layout, width: int) -> FloatArray:
        """Return the present record in a layout; missing values are zero.

        Args:
            layout: Layout of a record of the run's model.
            width: Numbers of such a record.
        """
        row, dataset, i = np.zeros(width), self.recording.dataset, self.index()
        row[0] = self.times[i]
        for name, (place, shape) in layout.items():
            if name != "time" and name in dataset and dataset[name].dims[:1] == ("time",):
                values = np.asarray(dataset[name].values[i], dtype=np.float64)
                if values.size == int(np.prod(shape)):
                    row[place] = np.nan_to_num(values.ravel())
        return row

    def value(self, name: str) -> FloatArray:
        """Return a recorded variable at the present time; empty if it is not recorded."""
        dataset = self.recording.dataset
        if name not in dataset:
            return np.zeros(0)
        return np.asarray(dataset[name].values[self.index()], dtype=np.float64).ravel()

    def continued(self) -> Scenario:
        """Return the scenario with the events before the present time, from which the run is computed again.

        Raises:
            SimulationError: if the run cannot be computed again.
        """
        attributes = self.recording.dataset.attrs
        engine = str(_json(attributes.get("settings")).get("engine", ""))
        if engine and not engine.startswith("SnakelabEngine"):
            raise SimulationError(f"this recording comes from another engine, {engine}; it can be replayed only")
        if self.begin != 0.0:
            raise SimulationError(
                f"this recording begins at t = {self.begin:g} s; only one from t = 0 on can be continued"
            )
        past = [event for event in self.events() if event["at"] < self.time - TIME_TOLERANCE]
        data = _without(self.recording.scenario, "events", REFERENCE_VALUES)
        return scenario_of(Document(str(self.path), data | ({"events": past} if past else {}), {}))

    def events(self) -> list[dict[str, Any]]:
        """Return all events of the run as plain data."""
        events = _json(self.recording.dataset.attrs.get("events"))
        return list(events) if isinstance(events, list) else []

    def difference(self, row: FloatArray, layout: Layout) -> float | None:
        """Return the largest difference between a record and the recorded row of its time, in SI units.

        Values that are NaN in both are equal. None if no recorded row has the time of the record.
        """
        dataset, i = self.recording.dataset, int(np.argmin(np.abs(self.times - row[0])))
        if abs(self.times[i] - row[0]) > TIME_TOLERANCE:
            return None
        largest = 0.0
        for name in (name for name in COMPARED_VARIABLES if name in dataset):
            here, there = row[layout[name][0]], dataset[name].values[i].ravel()
            differing = ~((here == there) | (np.isnan(here) & np.isnan(there)))
            largest = float(np.max(np.nan_to_num(np.abs(here - there)[differing], nan=np.inf), initial=largest))
        return largest


def _without(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def _json(text: Any) -> Any:
    return json.loads(text) if isinstance(text, str) else text or {}


@dataclass(frozen=True, eq=False)
class Continuation:
    """Run that is computed again up to an instant of its recording.

    Attributes:
        replay: Replay of the recording, at the instant.
        run: The run, from its beginning.
        target: The instant [s].
    """

    replay: Replay
    run: StudioRun
    target: float

    def advance(self) -> bool:
        """Advance for the wall time of one frame; return True if the instant has been reached, or the run has ended."""
        start, simulation = clock.perf_counter(), self.run.simulation
        while simulation.time < self.target - 1e-9:
            if clock.perf_counter() - start > 1.0 / self.run.pace.frame_rate:
                return False
            if self.run.advance(1):
                break
        if simulation.status is None:
            self.run.note = self._comparison()
        return True

    def _comparison(self) -> str:
        """Return how the run that was computed again compares with the recording."""
        simulation = self.run.simulation
        apart = self.replay.difference(*simulation.course.last_record())
        if apart is None:
            return f"live from t = {simulation.time:.2f} s: computed again; the recording has no row of this time"
        if apart == 0.0:
            return f"live from t = {simulation.time:.2f} s: computed again, equal to the recording bit for bit"
        version = self.replay.recording.dataset.attrs.get("snakelab_version", "?")
        return (
            f"live from t = {simulation.time:.2f} s: computed again; it differs from the recording, made by snakelab "
            f"{version}, by up to {apart:.2g} in SI units"
        )
