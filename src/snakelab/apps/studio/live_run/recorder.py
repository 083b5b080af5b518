"""Recording of a live run: its start and end, its file, and the rows that are moved out of memory meanwhile."""

from pathlib import Path

from snakelab.apps.studio.edits.snapshots import KEPT
from snakelab.apps.studio.live_run.saving import next_folder, save_run
from snakelab.scenarios import Scenario
from snakelab.sim.simulation import Simulation

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
