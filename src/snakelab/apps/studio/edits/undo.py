"""Undo of the changes of a live run: of parameters, controllers, targets and obstacles."""

import time as clock
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from snakelab.errors import SimulationError

MOST = 200
# Wall time between changes of the same object below which they are undone together, such as those of one slider [s].
TOGETHER = 1.0


@dataclass
class Change:
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
class Changes:
    """Changes of a run that can be undone, the latest last.

    Attributes:
        made: The changes.
    """

    made: deque[Change] = field(default_factory=lambda: deque(maxlen=MOST))

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
        if last is not None and last.thing == thing and now - last.made < TOGETHER:
            last.made = now
            return
        self.made.append(Change(thing, time, now, undo))

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
