"""Live run of the node: a thread that advances a simulation in real time, and applies commands between its periods."""

import queue
import threading
import time as clock
from collections.abc import Callable
from typing import Any

import numpy as np

from snakelab.control import Autopilot, Teleop
from snakelab.errors import SimulationError, SnakelabError
from snakelab.gaits.cpg.gait import CpgGait
from snakelab.gaits.gait import Gait
from snakelab.physics.command import Command
from snakelab.scenarios import load_scenario
from snakelab.sim.engines.live_engine import LiveEngine
from snakelab.sim.interventions import value_at
from snakelab.sim.simulation import Pace, Simulation
from snakelab.types import FloatArray

# Largest rate of a target [rad/s or m/s], and time constant of the filter in control periods [-].
MAX_RATE, RESPONSE = 3.0, 2.0
MAX_ORDERS = 1000
# Time without drive commands after which the robot stops [s]; duration of the transition to another gait or value [s].
DRIVE_TIMEOUT, TRANSITION = 0.5, 0.5
# Changes of an input that are too small to count [-], and time between two changes of an input [s].
MIN_CHANGE, BETWEEN_CHANGES = 0.01, 0.05

Order = Callable[[], None]


class LiveRun:
    """Live run of one scenario.

    Args:
        start: Creates the simulation, at the beginning and at each reset.
        pace: Simulated time per wall time; None for a physical robot, whose engine runs in real time [-].
        on_start: Called with each new simulation, before it runs.
    """

    def __init__(
        self,
        start: Callable[[], Simulation],
        pace: float | None = 1.0,
        on_start: Callable[[Simulation], None] = lambda simulation: None,
    ) -> None:
        self._start, self._pace_factor, self._on_start = start, pace, on_start
        self._orders: queue.Queue[tuple[Order, Callable[[str], None]]] = queue.Queue(MAX_ORDERS)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="snakelab-ros2-run", daemon=True)
        self.paused, self.note = False, ""
        self._begin()

    def _begin(self) -> None:
        self.simulation = self._start()
        self.pace = None if self._pace_factor is None else Pace(self._pace_factor)
        self._follower: JointFollower | None = None
        self._driven_until: float | None = None
        self._changed_at: dict[str, float] = {}
        self._wanted: dict[str, float] = {}
        self.gait = self.simulation.controller
        self._on_start(self.simulation)

    # ---- life ------------------------------------------------------------------------------------------------------
    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and close the simulation."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(10.0)
        self.simulation.close()

    @property
    def ended(self) -> bool:
        """True after `close`, or after an error that ended the thread."""
        return not self._thread.is_alive()

    def order(self, order: Order, failed: Callable[[str], None] = lambda text: None) -> None:
        """Have an order carried out between two periods.

        Args:
            order: Function to call.
            failed: Called with the message of an order that could not be carried out.
        """
        try:
            self._orders.put_nowait((order, failed))
        except queue.Full:
            failed("the run is too busy to take this; try again")

    def ask(self, order: Order, timeout: float = 2.0) -> str:
        """Have an order carried out, and wait for it.

        Returns:
            Empty if it was carried out, else the reason why not.
        """
        done, problems = threading.Event(), list[str]()

        def act() -> None:
            try:
                order()
            finally:
                done.set()

        def failed(text: str) -> None:
            problems.append(text)
            done.set()

        self.order(act, failed)
        if not done.wait(timeout):
            return f"the run did not answer within {timeout:g} s"
        clock.sleep(0.0)  # allows the thread to report the failure of the order
        return problems[0] if problems else ""

    # ---- orders ----------------------------------------------------------------------------------------------------
    def reset(self) -> None:
        """Start the scenario again."""
        if isinstance(self.simulation.engine, LiveEngine) and self._pace_factor is None:
            raise SimulationError("a physical robot cannot be reset; stop the program and start it again")
        self.simulation.close()
        self._begin()
        self._restart_clock()

    def pause(self, paused: bool) -> None:
        """Stop the time of a simulation, or let it go on."""
        if self._pace_factor is None:
            raise SimulationError("a physical robot cannot be paused; publish to the stop topic")
        self.paused = paused
        self._restart_clock()

    def emergency_stop(self, source: str = "ROS", failed: Callable[[str], None] = lambda text: None) -> None:
        """Stop at once, from any thread: a physical robot goes to its safe state, a simulated one holds its shape.

        Args:
            source: Origin of the request.
            failed: Called with the message if a simulated robot could not be stopped.
        """
        emergency = getattr(self.simulation.engine, "emergency_stop", None)
        if callable(emergency):
            emergency(source)
        self.order(self._hold, failed)

    def set(self, path: str, value: Any) -> None:
        """Change a parameter at the next boundary."""
        self.simulation.set(path, value, TRANSITION)

    def change_gait(self, name: str) -> None:
        """Change to the gait or controller of a library scenario."""
        controller = load_scenario(name).controller
        self._follower = None
        self.simulation.change_controller(controller, TRANSITION)
        self.gait = controller

    def drive(self, forward: float, turn: float) -> None:
        """Drive the robot: its gait runs at a fraction of its speed, and turns. It stops if such orders end."""
        self._driven_until = clock.perf_counter() + DRIVE_TIMEOUT
        controller = self.simulation.controller
        if isinstance(controller, Autopilot):
            raise SimulationError("an autopilot steers itself; change to a gait first")
        if not isinstance(controller, Teleop):
            gait = self.gait.gait if isinstance(self.gait, (CpgGait, Teleop)) else self.gait
            if not isinstance(gait, Gait):
                raise SimulationError(f"a {type(gait).__name__} cannot be driven; change to a gait first")
            self._follower = None
            self.simulation.change_controller(Teleop(gait, period=self.simulation.period), TRANSITION)
            self.simulation.step()
        self._wanted = {"controller.forward": forward, "controller.turn": turn}

    def follow(self, times: FloatArray, points: FloatArray) -> None:
        """Move the joints through points; see `JointFollower.set_points`."""
        if self._follower is None:
            self._hold()
            self._follower = JointFollower(self._targets(), self.simulation.period)
        self._follower.set_points(self.simulation.time, times, points)

    # ---- the thread ------------------------------------------------------------------------------------------------
    def _run(self) -> None:
        self._restart_clock()
        while not self._stop.is_set():
            self._obey()
            if self.paused or self.simulation.status is not None:
                self._stop.wait(0.02)
                continue
            before = self.simulation.time
            try:
                self._steer()
                self.simulation.step(None if self._follower is None else self._follower.command(before))
            except SnakelabError as problem:
                self.note = " ".join(str(problem).split())
            if self.pace is not None:
                self.pace.wait(self.simulation.time - before)

    def _obey(self) -> None:
        """Carry out the orders that have arrived."""
        while True:
            try:
                order, failed = self._orders.get_nowait()
            except queue.Empty:
                return
            try:
                order()
            except SnakelabError as problem:
                self.note = " ".join(str(problem).split())
                failed(self.note)
            except Exception as problem:  # an order must not end the run
                self.note = f"this could not be done: {problem!r}"
                failed(self.note)

    def _steer(self) -> None:
        """Set the inputs of teleoperation; to zero when its orders have ended."""
        if not isinstance(self.simulation.controller, Teleop):
            return
        now = clock.perf_counter()
        if self._driven_until is not None and now > self._driven_until:
            self._driven_until, self._wanted = None, dict.fromkeys(self._wanted, 0.0)
        for path, value in self._wanted.items():
            present = value_at({"controller": self.simulation.controller}, path)
            changed = abs(present - value) > MIN_CHANGE or value == 0.0 != present
            if changed and now >= self._changed_at.get(path, 0.0):
                self._changed_at[path] = now + BETWEEN_CHANGES
                self.simulation.set(path, value, TRANSITION)

    def _hold(self) -> None:
        """Hold the present targets."""
        self._follower, self._driven_until, self._wanted = None, None, {}
        self.simulation.change_controller(None, 0.0)
        self.simulation.step()

    def _targets(self) -> FloatArray:
        """Return the present targets; the present position where there is none."""
        q = self.simulation["q"]
        target = self.simulation["target"] if "target" in self.simulation.course.layout else q
        return np.where(np.isfinite(target), target, q)

    def _restart_clock(self) -> None:
        if self.pace is not None:
            self.pace.begin()


class JointFollower:
    """Targets that follow a piecewise linear trajectory: its goal moves with limited rate, and a filter smooths it.

    x'' = w^2 (goal - x) - 2 w x' with w = 1 / (RESPONSE period).

    Args:
        q: First targets, shape (n,), [rad or m].
        period: Control period [s].
    """

    def __init__(self, q: FloatArray, period: float) -> None:
        self.period = period
        self._goal, self._x, self._rate = q.copy(), q.copy(), np.zeros(len(q))
        self._times, self._points = np.zeros(1), q[None].copy()

    def set_points(self, now: float, times: FloatArray, points: FloatArray) -> None:
        """Set a trajectory from the present targets on.

        Args:
            now: Present time [s].
            times: Times of the points from now on, increasing, shape (m,), [s].
            points: NaN keeps the present value of a coordinate, shape (m, n), [rad or m].
        """
        filled = [self._goal]
        for point in points:
            filled.append(np.where(np.isfinite(point), point, filled[-1]))
        self._times, self._points = np.concatenate(([now], now + np.asarray(times))), np.array(filled)

    def command(self, now: float) -> Command:
        """Return the command for the period that begins now [s]."""
        end = now + self.period
        goal = np.array([np.interp(end, self._times, column) for column in self._points.T])
        maximum = MAX_RATE * self.period
        self._goal = self._goal + np.clip(goal - self._goal, -maximum, maximum)
        w = 1.0 / (RESPONSE * self.period)
        away = self._x - self._goal
        b = self._rate + w * away
        fade = np.exp(-w * self.period)
        self._x = self._goal + (away + b * self.period) * fade
        self._rate = (b - w * (away + b * self.period)) * fade
        return Command(self._x.copy(), self._rate.copy())
