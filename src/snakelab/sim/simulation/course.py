"""Course of a run: all objects that change while it advances and belong to a snapshot."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from snakelab.physics.command import Measurement
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import State
from snakelab.results.status import RunStatus
from snakelab.sim.control_loop.cycle_log import Cycle
from snakelab.sim.control_loop.drive import Drive
from snakelab.sim.control_loop.predictions import PredictionSnapshot
from snakelab.sim.control_loop.sources import Source
from snakelab.sim.interventions.interventions import Agenda, AppliedEvent
from snakelab.sim.record import Layout
from snakelab.sim.sensor_sampling import Sensing
from snakelab.sim.simulation.records import Records
from snakelab.types import FloatArray


@dataclass
class Course:
    """Course of one run.

    Attributes:
        state: Present state.
        model: Present model; its world ends with the media of pushes.
        controller: Present gait or controller, as given by the user.
        drive: Reference of the coordinates, from the controller.
        sensing: Sensors; None without any.
        n_media: Number of media of the world without those of pushes.
        records: Records so far.
        cycles: Cycle log of all controllers so far, without `earlier_cycles`.
        earlier_cycles: Beginning of a long cycle log, shared by all copies.
        predictions: Predictions that are stored.
        agenda: Pending interventions.
        applied: Interventions so far, with the times at which they took effect.
        status: Status of a run that has ended early; None while it can continue.
        wall: Wall time of the run so far [s].
        measure: Measurement of a live engine; None without one.
        layout: Layout of the records of the present model.
    """

    state: State
    model: Model
    controller: Source
    drive: Drive
    sensing: Sensing | None
    n_media: int
    records: Records = field(default_factory=Records)
    cycles: list[Cycle] = field(default_factory=list)
    earlier_cycles: tuple[Cycle, ...] = ()
    predictions: list[PredictionSnapshot] = field(default_factory=list)
    agenda: Agenda = field(default_factory=Agenda)
    applied: list[AppliedEvent] = field(default_factory=list)
    status: RunStatus | None = None
    wall: float = 0.0
    measure: Callable[[State], Measurement] | None = None
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = record_layout(self.model)

    def last_record(self) -> tuple[FloatArray, Layout]:
        """Return the last record and its layout, which is that of an earlier model right after an intervention."""
        row, own = self.records.last, self.records.last_model
        assert row is not None and own is not None
        return row, self.layout if own is self.model else record_layout(own)

    @property
    def all_cycles(self) -> Sequence[Cycle]:
        """Cycle log of all controllers so far."""
        return [*self.earlier_cycles, *self.cycles] if self.earlier_cycles else self.cycles

    def drop_before(self, time: float) -> None:
        """Drop the records and the cycles before a time [s]."""
        self.records.drop_before(time)
        self.earlier_cycles = ()
        self._cut_cycles(time)

    def move_to_file(self, time: float, folder: Path) -> None:
        """Move the records before a time to a file; the cycles before it are shared with the copies from now on.

        Args:
            time: Time [s].
            folder: Folder of the file.

        Raises:
            OSError: if the file cannot be written.
        """
        self.records.move_to_file(time, self.model, folder)
        self.earlier_cycles += tuple(self._cut_cycles(time))

    def _cut_cycles(self, time: float) -> list[Cycle]:
        """Remove the cycles before a time [s] from the list, which is shared with the control loop, and return them."""
        n = bisect_left(self.cycles, time, key=lambda cycle: cycle.time)
        cut = self.cycles[:n]
        del self.cycles[:n]
        return cut

    def copy(self) -> "Course":
        """Return a copy that does not change with this one."""
        cycles, predictions = self.cycles.copy(), self.predictions.copy()
        return replace(
            self,
            drive=self.drive.copy(cycles, predictions),
            records=self.records.copy(),
            cycles=cycles,
            predictions=predictions,
            agenda=Agenda(self.agenda.events.copy()),
            applied=self.applied.copy(),
        )
