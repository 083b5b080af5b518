"""Run of an engine on hardware: driver, schedule of the exchanges, watchdog, and advance through the times of a run.

Engines of servos and of outputs have this in common. In reading order: `Schedule`; `DriverWatchdog`; `RunLog` of the
measurements; `Connection` of an engine to its driver; and `advance_run`, which calls the engine for each exchange.
"""

import math
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, Generic, NoReturn, Protocol, TypeVar

import numpy as np

from snakelab.errors import HardwareError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.state import State
from snakelab.plugins.hardware.readings import Mode
from snakelab.plugins.hardware.servo_bus import Clock
from snakelab.plugins.hardware.supervision import SafetyError
from snakelab.results.run_status import RunStatus
from snakelab.sim.engine import Outcome
from snakelab.sim.run_integration import tie

# ----------------------------------------------------------------------------------------------------------------------
# Schedule of the exchanges with a robot: due times and delays
# ----------------------------------------------------------------------------------------------------------------------


class Schedule:
    """Deadlines of the exchanges of a run.

    Args:
        clock: Clock of the robot.
        begin: Time of the run at the present [s].
        rate: Exchanges per second [Hz].
        write_time: Duration of a command on the line [s].
        read_time: Duration of a measurement on the line [s].
        max_lag: Delay above which a run does not catch up, as after a pause [s].
        late_after: Delay above which an exchange counts as late [s].

    Attributes:
        periods, late, skipped: Numbers of exchanges, late ones, and skipped ones [-].
        worst: Longest delay [s].
        lead: Time by which targets are ahead, so that they arrive in time [s].
    """

    def __init__(
        self,
        clock: Clock,
        begin: float,
        rate: float,
        write_time: float,
        read_time: float,
        max_lag: float = 0.25,
        late_after: float = 1e-3,
    ) -> None:
        self.clock, self.rate, self.max_lag, self.late_after = clock, rate, max_lag, late_after
        self.lead, self.read_time = write_time, read_time
        self._origin = clock.now() - begin
        self.periods = self.late = self.skipped = 0
        self.worst = self._sum = self._squares = 0.0

    def begin(self, time: float) -> None:
        """Set the time of the run at the present [s]."""
        self._origin = self.clock.now() - time

    def cycles(self, begin: float, end: float) -> Iterator[float]:
        """Return the ends of the exchanges in an interval; at least one [s]."""
        n = max(1, math.ceil((end - begin) * self.rate - 1e-6))
        for k in range(1, n):
            yield begin + k * (end - begin) / n
        yield end

    def due(self, end: float) -> float:
        """Return the time of the clock at which an exchange ends [s]."""
        return self._origin + end

    def time_of(self, clock: float) -> float:
        """Return the time of the run at a time of the clock [s]."""
        return clock - self._origin

    def skip(self, end: float) -> bool:
        """Return True for an exchange whose end has passed; after a long pause, later ones are due later."""
        behind = self.clock.now() - self.due(end)
        if behind > self.max_lag:
            self._origin += behind
            return False
        if behind > 0.0:
            self.skipped += 1
            return True
        return False

    def wait_to_read(self, end: float) -> None:
        """Wait until the latest start of a measurement that ends in time."""
        self.clock.sleep_until(self.due(end) - self.read_time)

    def finish(self, end: float) -> None:
        """Wait for the end of an exchange, and count its delay."""
        due = self.due(end)
        self.clock.sleep_until(due)
        delay = self.clock.now() - due
        self.periods += 1
        self.late += delay > self.late_after
        self.worst = max(self.worst, delay)
        self._sum += delay
        self._squares += delay * delay

    def attributes(self) -> dict[str, Any]:
        """Return attributes of the recording."""
        n = max(1, self.periods)
        mean = self._sum / n
        return {
            "exchange_rate": self.rate,
            "exchanges": self.periods,
            "late_periods": self.late,
            "skipped_periods": self.skipped,
            "longest_delay": self.worst,
            "jitter": math.sqrt(max(0.0, self._squares / n - mean * mean)),
        }


# ----------------------------------------------------------------------------------------------------------------------
# Watchdog: a thread that makes the robot safe when no commands arrive
# ----------------------------------------------------------------------------------------------------------------------


class Watched(Protocol):
    """Driver with a limit for the time without a command."""

    def watch(self) -> None:
        """Make the robot safe if the time has passed."""


class DriverWatchdog:
    """Thread that makes the robot safe when commands stop, independent of the main loop.

    Args:
        driver: The driver, of which it calls `watch`.
        patience: Time without a command that the robot file allows [s].
    """

    def __init__(self, driver: "Watched", patience: float) -> None:
        self.driver, self.patience = driver, patience
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="snakelab-watchdog", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop.set()
        if self._thread is not threading.current_thread():
            self._thread.join(2)

    def _run(self) -> None:
        while not self._stop.wait(self.patience / 4):
            try:
                self.driver.watch()
            except HardwareError:
                return


# ----------------------------------------------------------------------------------------------------------------------
# Measurements of a run, by their times
# ----------------------------------------------------------------------------------------------------------------------

E = TypeVar("E")


class RunLog(Generic[E]):
    """Measurements of a run in the order of their times.

    Args:
        time: Time of the first one [s].
        first: The first one.
    """

    def __init__(self, time: float, first: E) -> None:
        self._times, self._entries = [time], [first]

    def __len__(self) -> int:
        return len(self._times)

    @property
    def last(self) -> E:
        """Last measurements."""
        return self._entries[-1]

    def add(self, time: float, entry: E) -> None:
        """Append the measurements of a time [s]."""
        self._times.append(time)
        self._entries.append(entry)

    def at(self, times: FloatArray) -> list[E]:
        """Return the first measurements at or after each time [s], or the last ones."""
        last = len(self._times) - 1
        wanted = np.asarray(times, dtype=np.float64).tolist()
        return [self._entries[min(bisect_left(self._times, time - 1e-9), last)] for time in wanted]

    def drop_before(self, time: float) -> None:
        """Forget measurements before a time [s], but not the last ones."""
        keep = min(bisect_left(self._times, time), len(self._times) - 1)
        del self._times[:keep], self._entries[:keep]


# ----------------------------------------------------------------------------------------------------------------------
# Driver of an engine, from the beginning of its run to the end
# ----------------------------------------------------------------------------------------------------------------------


class Stoppable(Protocol):
    """Driver that a stop ends.

    Attributes:
        mode: Present mode.
        reason: Reason of a stop; empty without one.
        requested: Reason of a stop that waits for the lock of the driver; empty without one.
    """

    mode: Mode
    reason: str
    requested: str

    def stop(self, reason: str) -> None:
        """Stop the robot."""


def check_running(driver: Stoppable) -> None:
    """Return if a driver may drive its robot; a stop that waits for its lock is carried out.

    Raises:
        SafetyError: after a stop.
    """
    if driver.requested and driver.mode is not Mode.STOPPED:
        driver.stop(driver.requested)
    if driver.mode is Mode.STOPPED:
        raise SafetyError(driver.reason)


def stop_with_error(driver: Stoppable, reason: str) -> NoReturn:
    """Stop a robot, and end its run.

    Raises:
        SafetyError: with the reason of the first stop.
    """
    driver.stop(reason)
    raise SafetyError(driver.reason)


class Connected(Protocol):
    """Driver of an engine."""

    mode: Mode
    reason: str

    def stop(self, reason: str) -> None:
        """Stop the robot."""

    def emergency_stop(self, source: str = "program") -> None:
        """Stop the robot at once."""

    def close(self) -> None:
        """Bring the robot to its end state and disconnect."""


D = TypeVar("D", bound=Connected)


class Connection(Generic[D]):
    """Connection of an engine to the driver of its robot.

    Args:
        driver: The driver; None before it is known.
    """

    def __init__(self, driver: D | None = None) -> None:
        self._driver, self._closed = driver, False
        self._watchdog: DriverWatchdog | None = None

    @property
    def driver(self) -> D:
        """The driver.

        Raises:
            HardwareError: before `open`.
        """
        if self._driver is None:
            raise HardwareError("the robot is not connected yet; start a run with this engine")
        return self._driver

    def open(self, driver: D) -> D:
        """Begin a run with a driver, and return it."""
        self._driver, self._closed = driver, False
        return driver

    def watch(self, driver: Watched, patience: float) -> None:
        """Start the watchdog of the driver, unless it runs."""
        if self._watchdog is None:
            self._watchdog = DriverWatchdog(driver, patience)

    def close(self) -> None:
        """End the watchdog and disconnect; without effect before `open`, and the second time."""
        if self._driver is None or self._closed:
            return
        self._closed = True
        if self._watchdog is not None:
            self._watchdog.close()
            self._watchdog = None
        self._driver.close()

    def emergency_stop(self, source: str) -> None:
        """Stop the robot at once, if there is one; may be called from any thread."""
        if self._driver is not None:
            self._driver.emergency_stop(source)


def advance_run(
    driver: Connected,
    schedule: Schedule,
    state: State,
    times: FloatArray,
    cycle: Callable[[float], object],
    measured: Callable[[State, float], State],
    fill: Callable[[int, State, float], object],
    start: Callable[[], object] = lambda: None,
) -> Outcome:
    """Exchange commands and measurements through all times. A stop ends the run, and its records are kept.

    Args:
        driver: Driver of the robot.
        schedule: Deadlines.
        state: Present state.
        times: Of the records, shape (n,), [s].
        cycle: Makes the exchange that ends at a time [s].
        measured: Returns the state after a state, at a time [s].
        fill: Writes the record of a number.
        start: Called first; its errors end the run like those of an exchange.
    """
    done = 0
    try:
        start()
        for i, time in enumerate(np.asarray(times, dtype=np.float64).tolist()):
            if time > state.time + tie(time):
                for end in schedule.cycles(state.time, time):
                    cycle(end)
                state = measured(state, time)
            fill(i, state, time)
            done = i + 1
    except KeyboardInterrupt:
        return Outcome(state, done, RunStatus.interrupted(state.time))
    except HardwareError as problem:
        if driver.mode is not Mode.STOPPED:
            driver.stop("the run has failed")
        stopped = driver.reason.startswith("emergency")
        status = (RunStatus.stopped if stopped else RunStatus.failed)(str(problem), state.time)
        return Outcome(state, done, status)
    return Outcome(state, done)
