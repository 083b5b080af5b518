"""One live run: a simulation that advances frame by frame, with its external forces and its stored instants."""

import time as clock
from pathlib import Path

from snakelab.apps.studio.edits.driving import Driving
from snakelab.apps.studio.edits.obstacle_mover import ObstacleMover
from snakelab.apps.studio.edits.pulling import Pulling
from snakelab.apps.studio.edits.snapshots import KEPT, History
from snakelab.apps.studio.edits.undo import Changes
from snakelab.apps.studio.live_run.pacing import Pacing
from snakelab.apps.studio.live_run.saving import next_folder, save_run
from snakelab.errors import SnakelabError
from snakelab.scenarios import Scenario
from snakelab.sim.simulation import Simulation


class LiveRun:
    """Live run of a scenario, from its beginning.

    Args:
        scenario: The scenario.
        simulation: Its simulation, at its beginning.
        pacing: Pace of the session, which stops at the end of the run.
        folder: Folder in which runs are saved.

    Attributes:
        note: Last message to the viewers; "" for none.
    """

    def __init__(self, scenario: Scenario, simulation: Simulation, pacing: Pacing, folder: Path) -> None:
        self.scenario, self.simulation, self.pacing = scenario, simulation, pacing
        self.history, self.recorder = History(simulation), Recorder(scenario, simulation, folder)
        self.changes, self.driving = Changes(), Driving()
        self.pulling, self.mover = Pulling(), ObstacleMover()
        self.note = ""
        self._remember()

    @property
    def n_applied(self) -> int:
        """Number of events that have taken effect [-]."""
        return len(self.simulation.course.applied)

    def tick(self, periods: int) -> bool:
        """Advance by the control periods of one frame; return True if the state has changed."""
        began, before = clock.perf_counter(), self.n_applied
        self.pulling.apply(self.simulation, periods)
        try:
            self.mover.tick(self.simulation, clock.perf_counter())
        except SnakelabError as problem:
            self.note = str(problem)
        self.driving.stop_if_over(self.simulation)
        ended = self.advance(periods)
        self.pacing.took = 1e3 * (clock.perf_counter() - began)
        return ended or self.n_applied != before

    def advance(self, periods: int) -> bool:
        """Advance by control periods; return True if the run has ended. An error pauses the run, which can then be
        restored to an earlier instant.
        """
        simulation = self.simulation
        try:
            for _ in range(periods):
                if simulation.step() is not None:
                    break
        except SnakelabError as problem:
            self.note = " ".join(str(problem).split())
        self._remember()
        if simulation.status is None:
            return False
        self.pacing.playing = False
        self.note = self.note or f"{simulation.status}; go back in time and change a value, or reset the run"
        return True

    def take_effect(self) -> None:
        """Apply an event while the run is paused."""
        if self.simulation.status is not None or self.pacing.playing:
            return
        before = self.n_applied
        self.advance(1)
        if self.n_applied == before:  # its boundary was before the present time by rounding
            self.advance(1)

    def seek(self, time: float) -> None:
        """Go back to an earlier instant of the last minutes [s]."""
        simulation = self.simulation
        time = min(time, simulation.time)
        self.history.restore(time)
        if time > simulation.time + simulation.period / 2:
            self.advance(round((time - simulation.time) / simulation.period))
        self.changes.drop_after(simulation.time)
        self.note = ""

    def toggle_recording(self) -> None:
        """Start a recording, or end and save it."""
        if self.recorder.recording:
            self.note = f"saved {self.recorder.end()}"
        else:
            self.recorder.begin()

    def save(self) -> None:
        """Save the recording and the scenario that repeats the run."""
        self.note = f"saved {self.recorder.save()}"

    def _remember(self) -> None:
        """Keep a snapshot once per second, and move older rows of a recording to its file."""
        if self.simulation.status is None and self.history.remember():
            self.note = self.recorder.move_older_rows() or self.note


# Simulated time between two moves of a long recording's older rows to a file [s].
BETWEEN_MOVES_TO_FILE = 30.0


class Recorder:
    """Recording of one run; without one, only the records of the last minutes are kept.

    Args:
        scenario: Scenario of the run.
        simulation: The run.
        folder: Folder in which runs are saved.
    """

    def __init__(self, scenario: Scenario, simulation: Simulation, folder: Path) -> None:
        self._scenario, self._simulation, self._folder = scenario, simulation, folder
        self.recording = False
        self._next_file = 0.0

    def begin(self) -> None:
        """Store all further records."""
        self.recording, self._simulation.keep = True, None

    def end(self) -> Path:
        """Save the recording; return its folder."""
        folder = self.save()
        self.recording, self._simulation.keep = False, KEPT
        return folder

    def save(self) -> Path:
        """Save the kept records and the scenario that repeats the run; return the folder."""
        folder = next_folder(self._folder, self._scenario.name)
        save_run(folder, self._simulation.recording(), self._scenario, self._simulation)
        return folder

    def move_older_rows(self) -> str:
        """Move the older rows to a file, some times per minute; return why that fails, or ""."""
        simulation, folder = self._simulation, self._folder
        if not self.recording or simulation.time < self._next_file:
            return ""
        self._next_file = simulation.time + BETWEEN_MOVES_TO_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with simulation.lock:
                simulation.course.move_to_file(simulation.time - KEPT, folder)
        except OSError as problem:
            return f"the recording stays in memory: {folder} cannot be written ({problem.strerror})"
        return ""
