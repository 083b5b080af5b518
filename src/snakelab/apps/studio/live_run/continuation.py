"""Continuation of a replay: its run is computed again up to the displayed instant, then continues live."""

import time as clock
from dataclasses import dataclass

from snakelab.apps.studio.live_run.live_run import LiveRun
from snakelab.apps.studio.live_run.pacing import FRAME_RATE
from snakelab.apps.studio.live_run.replay import Replay


@dataclass(frozen=True, eq=False)
class Continuation:
    """Run that is computed again up to an instant of its recording.

    Attributes:
        replay: Replay of the recording, at the instant.
        run: The run, from its beginning.
        target: The instant [s].
    """

    replay: Replay
    run: LiveRun
    target: float

    def advance(self) -> bool:
        """Advance for the wall time of one frame; return True if the instant has been reached, or the run has ended."""
        began, simulation = clock.perf_counter(), self.run.simulation
        while simulation.time < self.target - 1e-9:
            if clock.perf_counter() - began > 1.0 / FRAME_RATE:
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
