"""Live run: a simulation that advances in real time, with orders of other threads between its control periods.

In reading order: `Pace`, the deadlines of its frames; `OrderQueue`, the orders; `LiveRun`, which applies sources of commands
and advances the simulation; `LiveLoop`, the thread; and `Subscription`, the bounded queue of a subscriber. Studio and ROS add
their sources and subscribers.
"""

import queue
import threading
import time as clock
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snakelab.errors import SnakelabError
from snakelab.kernels.threads import cancellable
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import Command
from snakelab.results.run_status import RunStatus
from snakelab.sim.run_integration import Layout

# ----------------------------------------------------------------------------------------------------------------------
# Pace of a run relative to the wall clock: deadlines of its frames, and the number missed
# ----------------------------------------------------------------------------------------------------------------------


@dataclass
class Pace:
    """Deadlines of a run that advances at a multiple of real time, by frames of one or several control periods.

    Attributes:
        factor: Simulated time per wall time [-].
        playing: True while the run advances.
        frame_rate: Frames per wall time [Hz].
        max_lag: Delay above which a run does not catch up [s].
        periods: Number of frames so far [-].
        late: Number of frames that ended after their deadline [-].
        worst: Longest delay after a deadline [s].
        measured: Simulated time per wall time as last measured by `measure` [-].
    """

    factor: float = 1.0
    playing: bool = True
    frame_rate: float = 30.0
    max_lag: float = 0.25
    periods: int = 0
    late: int = 0
    worst: float = 0.0
    measured: float = 0.0

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Set the first deadline to the present, and measure from now on."""
        self.due = self.measured_since = clock.perf_counter()
        self.simulated = 0.0

    def play(self) -> None:
        """Advance from now on."""
        self.playing = True
        self.begin()

    def set_factor(self, factor: float) -> None:
        """Set the simulated time per wall time [-]."""
        self.factor = factor
        self.begin()

    @property
    def frame_time(self) -> float:
        """Simulated time of one frame [s]."""
        return self.factor / self.frame_rate

    def frame_periods(self, period: float) -> int:
        """Return the number of control periods [s] of one frame."""
        return max(1, round(self.frame_time / period))

    def left(self, simulated: float) -> float:
        """Return the time until the deadline of a frame [s], negative if it is late, which is counted.

        Args:
            simulated: Simulated time of the frame [s].
        """
        self.due += simulated / self.factor
        self.simulated += simulated
        self.periods += 1
        left = self.due - clock.perf_counter()
        if left < 0.0:
            self.late += 1
            self.worst = max(self.worst, -left)
            if -left > self.max_lag:
                self.due = clock.perf_counter()
        return left

    def wait(self, simulated: float) -> None:
        """Wait for the deadline of a frame; see `left`."""
        clock.sleep(max(0.0, self.left(simulated)))

    @property
    def achieved(self) -> float:
        """Simulated time per wall time since the beginning [-]."""
        took = clock.perf_counter() - self.measured_since
        return self.simulated / took if took > 0.0 else 0.0

    def measure(self) -> bool:
        """Measure the pace over the last second, once per second; return True when it was measured."""
        if clock.perf_counter() - self.measured_since < 1.0:
            return False
        self.measured = self.achieved
        self.measured_since, self.simulated = clock.perf_counter(), 0.0
        return True

    @property
    def attributes(self) -> dict[str, float]:
        """Attributes of a recording."""
        return {
            "pace": self.factor,
            "paced_periods": self.periods,
            "late_periods": self.late,
            "longest_delay": self.worst,
        }


# ----------------------------------------------------------------------------------------------------------------------
# Orders of other threads, carried out between two frames
# ----------------------------------------------------------------------------------------------------------------------

Order = Callable[[], None]
# Called with the message of an order that could not be carried out.
Failed = Callable[[str], None]


class OrderQueue:
    """Pending orders, each with a function that is called with the message of its failure.

    Args:
        size: Largest number of pending orders [-].
    """

    def __init__(self, size: int = 1000) -> None:
        self._waiting: queue.Queue[tuple[Order, Failed]] = queue.Queue(size)

    def put(self, order: Order, failed: Failed) -> None:
        """Append an order, from any thread; a full queue refuses it."""
        try:
            self._waiting.put_nowait((order, failed))
        except queue.Full:
            failed("the run is too busy to take this; try again")

    def carry_out(self, patience: float = 0.0) -> bool:
        """Carry out the orders that have arrived, or arrive within a time [s]; return True if there were any."""
        changed = False
        while True:
            try:
                wait = 0.0 if changed else patience
                order, failed = self._waiting.get(timeout=wait) if wait > 0.0 else self._waiting.get_nowait()
            except queue.Empty:
                return changed
            changed = True
            try:
                order()
            except SnakelabError as problem:
                failed(one_line(problem))
            except Exception as problem:  # an order must not end the run
                failed(f"this could not be done: {problem!r}")


def one_line(problem: Exception) -> str:
    """Return the message of an error in one line."""
    return " ".join(str(problem).split())


# ----------------------------------------------------------------------------------------------------------------------
# Live run: a simulation that advances frame by frame, with sources of commands
# ----------------------------------------------------------------------------------------------------------------------

# Wall time within which a frame shall end [s]: fewer periods are computed at once where the last ones took longer.
LONGEST_FRAME = 0.25
# Called before every frame with the simulation and the number of control periods; it schedules its changes.
CommandSource = Callable[[Any, int], None]


class LiveRun:
    """Simulation that advances frame by frame. An error ends the run, which can be restored to an earlier instant.

    A scheduled change that does not fit the run when it is due, such as that of a parameter of an earlier gait, is refused,
    and the run goes on. Subscribers are those of the simulation: each has its own bounded queue, and none delays the run.

    Args:
        simulation: The `Simulation`, which `close` closes.
        pace: Pace of the frames; None for an engine that runs in real time itself.
        sources: Sources of commands.
        command: Returns the command of the period that begins at a time [s], None for none.
        refused: Called with the reason why a change was refused.

    Attributes:
        note: Last message to the viewers; empty for none.
        simulated: Simulated time of the last frame [s].
        took: Wall time of the last frame [s].
    """

    def __init__(
        self,
        simulation: Any,
        pace: Pace | None = None,
        sources: Sequence[CommandSource] = (),
        command: Callable[[float], Command | None] = lambda time: None,
        refused: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.simulation, self.pace, self.sources, self.command = simulation, pace, sources, command
        self.note, self._refused = "", refused
        simulation.on_refused = lambda event, problem: self._refuse(one_line(problem))
        self.simulated = self.took = self._period_took = 0.0

    @property
    def n_applied(self) -> int:
        """Number of events that have taken effect [-]."""
        return len(self.simulation.course.applied)

    @property
    def paused(self) -> bool:
        """True while the run does not advance."""
        return self.pace is not None and not self.pace.playing

    def tick(self, periods: int = 1) -> bool:
        """Apply the sources, and advance by the control periods of one frame; return True if the state has changed."""
        start, before, applied = clock.perf_counter(), self.simulation.time, self.n_applied
        if self.pace is not None and self._period_took > 0.0:  # orders wait for a frame
            periods = max(1, min(periods, int(LONGEST_FRAME / self._period_took)))
        for source in self.sources:
            try:
                source(self.simulation, periods)
            except SnakelabError as problem:
                self._refuse(one_line(problem))
            except Exception as problem:  # a source must not end the thread of the run
                self._refuse(f"this could not be done: {problem!r}")
        ended = self.advance(periods)
        self.took, self.simulated = clock.perf_counter() - start, self.simulation.time - before
        self._period_took = self.took / periods
        return ended or self.n_applied != applied

    def advance(self, periods: int = 1) -> bool:
        """Advance by control periods; return True if the run has ended."""
        simulation = self.simulation
        try:
            for _ in range(periods):
                if simulation.step(self.command(simulation.time)) is not None:
                    break
        except SnakelabError as problem:
            self.note = one_line(problem)
        except Exception as problem:  # of a function of the user; it must not end the thread of the run
            self.note = f"the run failed: {type(problem).__name__}: {one_line(problem)}"
            if simulation.status is None:
                simulation.course.status = RunStatus.failed(self.note, simulation.time)
        if simulation.status is None:
            return False
        if self.pace is not None:
            self.pace.playing = False
        return True

    def _refuse(self, text: str) -> None:
        self.note = text
        self._refused(text)

    def left(self) -> float:
        """Return the time until the next frame is due [s]; a late frame is counted."""
        return 0.0 if self.pace is None else self.pace.left(self.simulated)

    def emergency_stop(self, source: str) -> None:
        """Stop the robot of a live engine at once, from any thread; a simulation has none."""
        stop = getattr(self.simulation.engine, "emergency_stop", None)
        if callable(stop):
            stop(source)

    def close(self) -> None:
        """Close the simulation, with its subscriptions and a live engine."""
        self.simulation.close()


# ----------------------------------------------------------------------------------------------------------------------
# Thread of a live run: frames, and orders between them
# ----------------------------------------------------------------------------------------------------------------------


class LiveLoop:
    """Thread that repeats frames, and carries out the orders of other threads between them.

    Args:
        name: Name of the thread.
        frame: Does one frame; its argument is True if orders were carried out before it. Returns the time until the next [s].
        ordered: Called after orders that arrived while the next frame was awaited.
    """

    def __init__(self, name: str, frame: Callable[[bool], float], ordered: Callable[[], object] = lambda: None) -> None:
        self.orders = OrderQueue()
        self._frame, self._ordered = frame, ordered
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self, timeout: float = 10.0) -> bool:
        """End the thread; return True if it has ended.

        Args:
            timeout: Longest time to wait for the present frame [s].
        """
        self._closing.set()
        self.orders.put(lambda: None, lambda text: None)  # ends the wait for the next frame
        if self._thread.is_alive():
            self._thread.join(timeout)
        return self.ended

    @property
    def ended(self) -> bool:
        """True after `close`, or after an error that ended the thread."""
        return not self._thread.is_alive()

    def ask(self, order: Order, timeout: float = 2.0) -> str:
        """Have an order carried out, and wait for it.

        Returns:
            Empty if it was carried out, else the reason why not.
        """
        done, problems = threading.Event(), list[str]()

        def act() -> None:
            order()
            done.set()

        def failed(text: str) -> None:
            problems.append(text)
            done.set()

        self.orders.put(act, failed)
        if not done.wait(timeout):
            return f"the run did not answer within {timeout:g} s"
        return problems[0] if problems else ""

    def _run(self) -> None:
        with (
            cancellable(self._closing),
            suppress(KeyboardInterrupt),
        ):  # of a long computation that `close` has cancelled
            while not self._closing.is_set():
                due = self._frame(self.orders.carry_out()) + clock.perf_counter()
                while (left := due - clock.perf_counter()) > 0.0 and not self._closing.is_set():
                    if self.orders.carry_out(left):
                        self._ordered()


# ----------------------------------------------------------------------------------------------------------------------
# Subscriptions to a run: each receives the records through a separate bounded queue, and cannot delay the run
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """One record of a run.

    Attributes:
        time: Time [s].
        row: All values, shape (record width,); not to be changed.
        layout: Place and shape of each variable in the row.
        held: Present values of all sensors, shape (numbers of all sensors,).
        readings: Place of each measured quantity in them, by its name in a recording, such as "measured_q".
        further: Further measurements of a live engine, such as "servo_temperature".
    """

    time: float
    row: FloatArray
    layout: Layout
    held: FloatArray = field(default_factory=lambda: np.zeros(0))
    readings: Mapping[str, slice] = field(default_factory=dict)
    further: Mapping[str, FloatArray] = field(default_factory=dict)

    def __getitem__(self, name: str) -> FloatArray:
        """Return a variable, such as "q", "link_position" or "measured_angular_rate"."""
        if name in self.readings:
            return self.held[self.readings[name]]
        if name in self.further:
            return self.further[name]
        place, shape = self.layout[name]
        return self.row[place].reshape(shape)

    def __contains__(self, name: object) -> bool:
        """Return True if there is a variable of that name."""
        return name in self.layout or name in self.readings or name in self.further

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables."""
        return (*self.layout, *self.readings, *self.further)


class Subscription:
    """Queue of records. When it is full, the oldest record is dropped and counted.

    Attributes:
        dropped: Number of records that were dropped [-].
        error: Exception of the handler, which ended the subscription; None without one.
    """

    def __init__(self, size: int, rate: float | None, handler: Callable[[Record], object] | None = None) -> None:
        self.dropped = 0
        self.error: Exception | None = None
        self._records: deque[Record] = deque(maxlen=size)
        self._apart = 0.0 if rate is None else 1.0 / rate
        self._next = -float("inf")
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._handle, args=(handler,), daemon=True) if handler else None
        if self._thread is not None:
            self._thread.start()

    def offer(self, record: Record) -> None:
        """Put a record into the queue, unless it is too early for the rate; never waits for the reader."""
        if record.time < self._next - 1e-9 and record.time > self._next - 2.0 * self._apart:
            return
        self._next = record.time + self._apart
        with self._changed:
            if self._closed:
                return
            self.dropped += len(self._records) == self._records.maxlen
            self._records.append(record)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> Record | None:
        """Return the oldest record in the queue; None after the timeout [s], or when the subscription is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._records or self._closed, timeout)
            return self._records.popleft() if self._records else None

    def __iter__(self) -> Iterator[Record]:
        """Iterate over the records until the subscription is closed."""
        while (record := self.get()) is not None:
            yield record

    def close(self) -> None:
        """End the subscription; records in the queue can still be read."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the handler has processed the queue after `close`.

        Args:
            timeout: Longest time to wait [s].
        """
        if self._thread is not None:
            self._thread.join(timeout)

    @property
    def closed(self) -> bool:
        """True after `close`, or after an exception in the handler."""
        return self._closed

    def _handle(self, handler: Callable[[Record], object]) -> None:
        for record in self:
            try:
                handler(record)
            except Exception as problem:
                self.error = problem
                self.close()
                return


@dataclass
class Subscribers:
    """All subscriptions of one run.

    Attributes:
        subscriptions: The subscriptions, open or closed.
    """

    subscriptions: list[Subscription] = field(default_factory=list)

    def add(self, subscription: Subscription) -> Subscription:
        """Add a subscription, and return it."""
        self.subscriptions.append(subscription)
        return subscription

    def offer(self, records: Iterable[Record]) -> None:
        """Offer records to all subscribers; without any, nothing is computed."""
        if self.subscriptions:
            for record in records:
                for subscription in self.subscriptions:
                    subscription.offer(record)

    def close(self) -> None:
        """Close all subscriptions."""
        for subscription in self.subscriptions:
            subscription.close()
