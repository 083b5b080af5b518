"""Live run of a scenario: its advance by frames, snapshots, undo and results.

In reading order: snapshots; undo of changes; the state of a physical robot; the recording and the scenario that
repeats a run; and `StudioRun`, which combines them.
"""

import contextlib
import math
import os
import shutil
import tempfile
import time as clock
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.errors import RecordingError, SimulationError, SnakelabError
from snakelab.files import write_whole
from snakelab.plugins.hardware.readings import servo_readings
from snakelab.plugins.hardware.start_check import fault_text
from snakelab.plugins.studio.live.interaction import Driving, ObstacleMover, Pulling
from snakelab.results.netcdf_files import JOURNAL
from snakelab.results.recording import Recording
from snakelab.robots.actuators import BAR
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.class_registry import yaml_text
from snakelab.scenarios.scenario import Scenario, load_scenario
from snakelab.sim.applied_interventions import Course
from snakelab.sim.engine import Engine
from snakelab.sim.interventions import plain_events
from snakelab.sim.live_run import LiveRun, Pace
from snakelab.sim.recording_assembly import RunJournal
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# Snapshots of the last minutes of a run, which can be restored
# ----------------------------------------------------------------------------------------------------------------------

# Time for which records and snapshots are kept [s].
HISTORY_TIME = 120.0


class History:
    """Snapshots of one run at equal intervals.

    Args:
        simulation: The run.
        interval: Simulated time between two snapshots [s].
    """

    def __init__(self, simulation: Simulation, interval: float = 1.0) -> None:
        self._simulation, self._interval = simulation, interval
        self._kept: deque[tuple[float, Course]] = deque(maxlen=round(HISTORY_TIME / interval))

    @property
    def earliest(self) -> float:
        """Earliest instant that can be restored [s]."""
        return self._kept[0][0] if self._kept else self._simulation.time

    @property
    def times(self) -> list[float]:
        """Times of the snapshots [s]."""
        return [time for time, _ in self._kept]

    def remember(self) -> bool:
        """Store a snapshot if the last one is old enough; return True if one was stored."""
        simulation = self._simulation
        if self._kept and simulation.time < self._kept[-1][0] + self._interval - 1e-9:
            return False
        self._kept.append((simulation.time, simulation.snapshot()))
        return True

    def restore(self, time: float) -> None:
        """Restore the last snapshot that is not after an instant [s], and forget the later ones.

        Raises:
            SimulationError: if the instant is no longer stored.
        """
        earlier = [entry for entry in self._kept if entry[0] <= time + 1e-9]
        if not earlier:
            raise SimulationError(f"t = {time:.3g} s is no longer kept; the earliest instant is {self.earliest:.3g} s")
        at, snapshot = earlier[-1]
        self._simulation.restore(snapshot)
        while self._kept and self._kept[-1][0] > at:
            self._kept.pop()


# ----------------------------------------------------------------------------------------------------------------------
# Undo of the changes of a live run: of parameters, controllers, targets and obstacles
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class UndoStep:
    """One change that can be undone.

    Attributes:
        thing: Path of the changed parameter or name of the changed object.
        time: Simulated time of the first change [s].
        made: Wall time of the last change [s].
        undo: Undoes the change.
    """

    thing: str
    time: float
    made: float
    undo: Callable[[], object]


@dataclass
class UndoHistory:
    """Changes of a run that can be undone, the latest last.

    Attributes:
        made: The changes.
        together: Wall time between two changes of one object below which they are undone together, as for a slider [s].
    """

    made: deque[UndoStep] = field(default_factory=lambda: deque(maxlen=200))
    together: float = 1.0

    def __len__(self) -> int:
        return len(self.made)

    def add(self, thing: str, time: float, undo: Callable[[], object]) -> None:
        """Store a change; a continuation of the last change of the same object is undone with it.

        Args:
            thing: Path of the parameter or name of the object.
            time: Simulated time [s].
            undo: Undoes the change.
        """
        now = clock.perf_counter()
        last = self.made[-1] if self.made else None
        if last is not None and last.thing == thing and now - last.made < self.together:
            last.made = now
            return
        self.made.append(UndoStep(thing, time, now, undo))

    def drop_after(self, time: float) -> None:
        """Discard the changes after a restored instant [s]."""
        while self.made and self.made[-1].time > time + 1e-9:
            self.made.pop()

    def take_back(self) -> None:
        """Undo the last change.

        Raises:
            SimulationError: if there is none, or if the run no longer permits it.
        """
        if not self.made:
            raise SimulationError("there is no change to undo")
        self.made.pop().undo()


# ----------------------------------------------------------------------------------------------------------------------
# Robot of a session: measurements of its servos for the page
# ----------------------------------------------------------------------------------------------------------------------


def is_robot(engine: Engine) -> bool:
    """Return True for the engine of a physical or emulated robot."""
    return getattr(engine, "robot", None) is not None and getattr(engine, "driver", None) is not None


def how_to_continue(engine: Engine) -> str:
    """Return what to do in the studio after the end of a run; a robot cannot go back in time."""
    if is_robot(engine):
        return "press Restart to connect to the robot again, then Play"
    return "go back in time and change a value, or reset the run"


def hardware_state(engine: Engine) -> dict[str, Any] | None:
    """Return port, mode, warnings and the servos of a robot as plain data; None for a simulation.

    Args:
        engine: Engine of the session.
    """
    robot, driver = getattr(engine, "robot", None), getattr(engine, "driver", None)
    if robot is None or driver is None:
        return None
    from snakelab.plugins.hardware.remote_driver import fault_names  # the buses are not imported for a simulation

    readings = servo_readings(engine)
    names = fault_names(robot.protocol) if readings else ()
    angles = driver.reading.q if readings else ()
    targets = getattr(driver, "commanded", np.full(len(readings), np.nan))  # not known of a robot at another computer
    servos = [
        {"id": servo.id, "faults": fault_text(names, servo.faults) if servo.faults else "", "answers": servo.answers}
        | {"angle": _rounded(angle), "target": _rounded(target)}
        | {name: _rounded(value) for name, value in servo.values().items()}
        for servo, angle, target in zip(readings, angles, targets, strict=True)
    ]
    return {
        "name": robot.name,
        "port": robot.port,
        "mode": driver.mode.value,
        "reason": driver.reason,
        "warnings": list(driver.warnings)[-5:],
        "servos": servos,
        "outputs": [] if readings else output_rows(driver.reading),
    }


def output_rows(reading: Any) -> list[dict[str, Any]]:
    """Return the thrusters and pressure regulators of a robot as plain data; empty for a robot without them."""
    if not hasattr(reading, "pulse"):
        return []
    thrusters = [
        {"name": f"thruster {i + 1}", "command": f"{thrust:.2f} N", "signal": f"{1e6 * pulse:.0f} us", "measured": ""}
        for i, (thrust, pulse) in enumerate(zip(reading.thrust, np.nan_to_num(reading.pulse), strict=True))
    ]
    regulators = [
        {
            "name": f"regulator {i + 1}",
            "command": f"{pressure / BAR:.2f} bar",
            "signal": f"{signal:.2f} V",
            "measured": f"{measured / BAR:.1f} bar".replace("-0.0", "0.0") if math.isfinite(measured) else "",
        }
        for i, (pressure, signal, measured) in enumerate(
            zip(reading.pressure, reading.signal, reading.measured, strict=True)
        )
    ]
    return thrusters + regulators


def _rounded(value: float) -> float | None:
    return round(float(value), 3) if math.isfinite(value) else None


# ----------------------------------------------------------------------------------------------------------------------
# Results of a live run: its recording, the scenario that repeats it, and both as text to copy
# ----------------------------------------------------------------------------------------------------------------------

MAX_RUNS = 10_000
# Keys of the published run only, which a variant does not inherit from its base.
NOT_INHERITED = ("name", "title", "reference_values", "unchecked")


def next_folder(folder: Path, name: str) -> Path:
    """Return a new folder for a run of a scenario: name_1, name_2 and so on.

    Raises:
        RecordingError: if it cannot be created.
    """
    for k in range(1, MAX_RUNS):
        path = folder / f"{name}_{k}"
        try:
            path.mkdir(parents=True)
        except FileExistsError as problem:
            if os.path.lexists(path):
                continue
            raise RecordingError(f"cannot make the folder {path}: {folder} is no folder") from problem
        except OSError as problem:
            raise RecordingError(f"cannot make the folder {path}: {problem.strerror or problem}") from problem
        return path
    raise RecordingError(f"{folder} holds {MAX_RUNS} runs of {name}; move some of them")


def _remove_empty(folder: Path) -> None:
    """Remove a folder in which nothing could be saved."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def save_run(folder: Path, recording: Recording, scenario: Scenario, simulation: Simulation) -> None:
    """Write `results.nc` and `scenario.yaml`, which repeats the run bit for bit; of a Python function the recording only."""
    recording.save(folder / "results.nc")
    if scenario.data:
        write_whole(folder / "scenario.yaml", scenario_text(scenario, simulation).encode())


def scenario_text(scenario: Scenario, simulation: Simulation) -> str:
    """Return a scenario with the events of a run: only what differs from the scenario that it began with.

    Raises:
        SimulationError: for a run with functions of Python.
    """
    if not scenario.data:
        raise SimulationError("this run has functions of Python, which a scenario cannot hold")
    data: dict[str, Any] = dict(scenario.data)
    if scenario.name in library():
        pair = (data, load_scenario(scenario.name).data)
        data, base = ({key: value for key, value in one.items() if key not in NOT_INHERITED} for one in pair)
        data = {"base": scenario.name} | _differences(data, base)
    data["name"] = f"{scenario.name}_live"
    if simulation.time > 0.0:
        data["duration"] = simulation.time
    if events := plain_events(simulation.events):
        data["events"] = events
    return yaml_text(_with_whole_paths(data))


def _differences(data: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a variant of a base writes: the keys that differ; None for those that it lacks."""
    changed: dict[str, Any] = {key: None for key in base if key not in data}
    for key, value in data.items():
        before = base.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            if inside := _differences(value, before):
                changed[key] = inside
        elif key not in base or value != before:
            changed[key] = value
    return changed


def _with_whole_paths(value: Any) -> Any:
    """Return plain data in which the files of policies are named from the root, since the scenario is saved elsewhere."""
    if isinstance(value, Mapping):
        whole = {key: _with_whole_paths(item) for key, item in value.items()}
        policy = whole.get("policy")
        if isinstance(policy, dict) and isinstance(policy.get("path"), str):
            whole["policy"] = policy | {"path": str(Path(policy["path"]).resolve())}
        return whole
    return [_with_whole_paths(item) for item in value] if isinstance(value, list) else value


def without_repeats(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return events for a list: of the many of one pull, or of one obstacle on its way, the last."""
    kept: list[dict[str, Any]] = []
    for event in events:
        if kept and _subject(event) is not None and _subject(event) == _subject(kept[-1]):
            kept.pop()
        kept.append(event)
    return kept


def _subject(event: dict[str, Any]) -> tuple[str, str] | None:
    """Return what an event pulls or moves."""
    subjects = [
        (kind, event[kind].get(key, ""))
        for kind, key in (("push", "part"), ("obstacle", "name"), ("object", "name"))
        if kind in event
    ]
    return subjects[0] if subjects else None


def python_text(scenario: Scenario, simulation: Simulation) -> str:
    """Return a Python program that repeats a run; one that is not in the library needs the file of "Copy as YAML".

    Raises:
        SimulationError: for a run with functions of Python.
    """
    if not scenario.data:
        raise SimulationError("this run has functions of Python; repeat their program")
    if not _in_library(scenario):
        file = f"{scenario.name}_live.yaml"
        lines = ["import snakelab as sl", "", f"# {file} is the text of 'Copy as YAML'; it holds the events, too."]
        return "\n".join([*lines, f"recording = sl.run_scenario(sl.load_scenario({file!r}))"]) + "\n"
    lines = ["import snakelab as sl", "", f"simulation = sl.start_scenario(sl.load_scenario({scenario.name!r}))"]
    for event in (item.event for item in simulation.events):
        lines.append(f"simulation.schedule(sl.{event!r})".replace("=inf", "=float('inf')"))
    lines += [f"simulation.advance({simulation.time!r})", "recording = simulation.recording()"]
    return "\n".join(lines) + "\n"


def _in_library(scenario: Scenario) -> bool:
    return scenario.name in library() and load_scenario(scenario.name).data == scenario.data


# ----------------------------------------------------------------------------------------------------------------------
# One live run: a simulation that advances frame by frame, with its external forces and its stored instants
# ----------------------------------------------------------------------------------------------------------------------


class StudioRun:
    """Live run of a scenario, from its beginning.

    Args:
        scenario: The scenario.
        simulation: Its simulation, at its beginning.
        pace: Pace of the session, which stops at the end of the run.
        folder: Folder in which runs are saved.

    Attributes:
        live: The simulation with its sources of commands.
        confirmed: Last message to the viewers that confirms a success; empty for none.
    """

    def __init__(self, scenario: Scenario, simulation: Simulation, pace: Pace, folder: Path) -> None:
        self.scenario, self.simulation, self.pace = scenario, simulation, pace
        self.history, self.recorder = History(simulation), Recorder(scenario, simulation, folder)
        self.changes, self.driving = UndoHistory(), Driving()
        self.pulling, self.mover = Pulling(), ObstacleMover()
        sources = (self.pulling.apply, self.mover.apply, self.driving.stop_if_over)
        self.live = LiveRun(simulation, pace, sources)
        self.confirmed = ""
        self._remember()

    @property
    def note(self) -> str:
        """Last message to the viewers; empty for none."""
        return self.live.note

    @note.setter
    def note(self, text: str) -> None:
        self.live.note = text

    def tick(self, periods: int) -> bool:
        """Advance by the control periods of one frame; return True if the state has changed."""
        return self._after(self.live.tick(periods))

    def advance(self, periods: int) -> bool:
        """Advance by control periods; return True if the run has ended. It can then be restored to an earlier instant."""
        return self._after(self.live.advance(periods))

    def _after(self, changed: bool) -> bool:
        """Store a snapshot when it is due, and state the end of the run."""
        self._remember()
        if (status := self.simulation.status) is not None:
            advice = how_to_continue(self.simulation.engine)
            if not self.note or (is_robot(self.simulation.engine) and advice not in self.note):
                self.note = f"{self.note or status}; {advice}"
        return changed

    def take_effect(self) -> None:
        """Apply an event while the run is paused."""
        if self.simulation.status is not None or self.pace.playing:
            return
        before = self.live.n_applied
        self.advance(1)
        if self.live.n_applied == before:  # its boundary was before the present time by rounding
            self.advance(1)

    def seek(self, time: float) -> None:
        """Go back to an earlier instant of the last minutes [s]."""
        simulation = self.simulation
        time = min(time, simulation.time)
        self.history.restore(time)
        self.recorder.go_back(simulation.time)
        if time > simulation.time + simulation.period / 2:
            self.advance(round((time - simulation.time) / simulation.period))
        self.changes.drop_after(simulation.time)
        self.note = ""

    def toggle_recording(self) -> None:
        """Start a recording, or end and save it."""
        if self.recorder.recording:
            self.confirm(f"saved {self.recorder.end()}")
        else:
            self.confirm(f"recording to {self.recorder.begin()}")

    def end_recording(self) -> tuple[str, str]:
        """End and save a recording, since this run ends.

        Returns:
            Where it was saved, and why that failed; both are "" without a recording.
        """
        if not self.recorder.recording:
            return "", ""
        try:
            return f"saved {self.recorder.end()}", ""
        except SnakelabError as problem:
            return "", f"the recording could not be saved ({problem}); {self.recorder.rescue()}"

    def save(self) -> None:
        """Save the recording and the scenario that repeats the run."""
        self.confirm(f"saved {self.recorder.save()}")

    def confirm(self, text: str) -> None:
        """Set the message to the viewers to that of a success."""
        self.note = self.confirmed = text

    def keep_journal(self) -> None:
        """Append the rows since the last time to the journal of a recording, about twice per second."""
        self.note = self.recorder.append_due() or self.note

    def _remember(self) -> None:
        """Keep a snapshot once per second, and write what a recording has gained."""
        if self.simulation.status is None and self.history.remember():
            self.note = self.recorder.move_older_rows() or self.note
        self.keep_journal()


class Recorder:
    """Recording of one run; without one, only the records of the last minutes are kept.

    While the run advances, the new rows are appended to a journal in the folder of the recording, so that a process that
    is killed loses less than a second; `load` reads the journal. At the end the recording takes its place.

    Args:
        scenario: Scenario of the run.
        simulation: The run.
        folder: Folder in which runs are saved.
    """

    def __init__(self, scenario: Scenario, simulation: Simulation, folder: Path) -> None:
        self._scenario, self._simulation, self._folder = scenario, simulation, folder
        self.journal: RunJournal | None = None
        self._next_file = 0.0

    @property
    def recording(self) -> bool:
        """True during a recording."""
        return self.journal is not None

    def begin(self) -> Path:
        """Store all further records; return the folder of the recording.

        Raises:
            RecordingError: if the folder or the journal cannot be written.
        """
        folder = next_folder(self._folder, self._scenario.name)
        journal = RunJournal(folder / JOURNAL, self._simulation.rows_since)
        self._simulation.keep = None
        if failed := journal.append(wait=True):
            journal.remove()
            shutil.rmtree(folder, ignore_errors=True)  # it is new, and has at most an incomplete journal
            self._simulation.keep = HISTORY_TIME
            raise RecordingError(failed)
        self.journal = journal
        return folder

    def end(self) -> Path:
        """Save the recording; return its folder. The journal is deleted only when that has succeeded."""
        assert self.journal is not None
        self.journal.append(wait=True)
        folder = self.journal.path.parent
        save_run(folder, self._simulation.recording(), self._scenario, self._simulation)
        self.journal.remove()
        self.journal, self._simulation.keep = None, HISTORY_TIME
        return folder

    def leave(self) -> str:
        """End the recording without saving it; return where its journal is."""
        assert self.journal is not None
        self.journal.close()
        left, self.journal = self.journal, None
        if not left.path.is_file():  # its folder was removed, or it had no row yet
            return "nothing of it is on the disk"
        return f"it is in {left.path} up to t = {left.written:.2f} s"

    def rescue(self) -> str:
        """End the recording, whose folder cannot be written, in a folder for temporary files; return where it is."""
        folder: Path | None = None
        try:
            folder = Path(tempfile.mkdtemp(prefix=f"{self._scenario.name}_"))
            save_run(folder, self._simulation.recording(), self._scenario, self._simulation)
        except (OSError, SnakelabError):
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
            return self.leave()
        self.leave()
        return f"it was saved in {folder} instead"

    def save(self) -> Path:
        """Save the kept records and the scenario that repeats the run; return the folder."""
        folder = next_folder(self._folder, self._scenario.name)
        try:
            save_run(folder, self._simulation.recording(), self._scenario, self._simulation)
        except SnakelabError:
            _remove_empty(folder)
            raise
        return folder

    def go_back(self, time: float) -> None:
        """Let the next rows of the journal replace those after a time [s], to which the run has returned."""
        if self.journal is not None:
            self.journal.go_back(time)

    def append_due(self) -> str:
        """Append to the journal if the last part is old enough or the run has ended; return why that fails, or ""."""
        simulation, journal = self._simulation, self.journal
        if journal is None or simulation.time <= journal.written or not (journal.due or simulation.status is not None):
            return ""
        failed = journal.append()
        return f"the recording is kept in memory only: {failed}" if failed else ""

    def move_older_rows(self) -> str:
        """Move the older rows to a file, some times per minute; return why that fails, or ""."""
        simulation, folder = self._simulation, self._folder
        if not self.recording or simulation.time < self._next_file:
            return ""
        # simulated time between two moves of older rows to a file
        self._next_file = simulation.time + 30.0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with simulation.lock:
                simulation.course.move_to_file(simulation.time - HISTORY_TIME, folder)
        except OSError as problem:
            return f"the recording stays in memory: {folder} cannot be written ({problem.strerror})"
        return ""
