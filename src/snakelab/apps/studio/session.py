"""One live session: a thread that advances a simulation at a pace, takes orders, and hands out frames."""

import math
import queue
import threading
import time as clock
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from snakelab.apps.studio import placing
from snakelab.apps.studio.driving import TRANSITION, Driving
from snakelab.apps.studio.engine_choice import chosen_engine, engine_choices
from snakelab.apps.studio.form import parameters
from snakelab.apps.studio.ground_choice import PATH as GROUND
from snakelab.apps.studio.ground_choice import with_ground
from snakelab.apps.studio.hardware import emergency_stop, hardware_state, is_robot
from snakelab.apps.studio.own_file import OwnFile
from snakelab.apps.studio.replay import Replay
from snakelab.apps.studio.saving import merged, next_folder, python_text, save_run, scenario_text
from snakelab.apps.studio.undo import Changes
from snakelab.control import Teleop
from snakelab.errors import SimulationError, SnakelabError
from snakelab.physics.model import build_model
from snakelab.scenarios import Scenario, library, load_scenario, start_scenario
from snakelab.scenarios.writing import plain
from snakelab.sim.engine import Engine
from snakelab.sim.interventions import Push, replaced_at, value_at
from snakelab.sim.interventions.plain import plain_events
from snakelab.sim.record import Layout, width_of
from snakelab.sim.simulation import Simulation
from snakelab.sim.simulation.course import Course
from snakelab.sim.simulation.obstacles import check_skin
from snakelab.types import FloatArray

FRAME_RATE = 30.0
# Records are kept for this time, snapshots too [s].
KEPT = 120.0
BETWEEN_SNAPSHOTS = 1.0
# Simulated time between two moves of a long recording's older rows to a file [s].
BETWEEN_MOVES_TO_FILE = 30.0
# A run that lags behind by more does not try to make up for it [s].
MOST_LAG = 0.25
MOST_ORDERS = 1000
# A pull that is not renewed ends after this time [s]; its spring gives the robot's weight at this distance [m].
PULL_TIMEOUT, PULL_LENGTH = 0.5, 0.2
GRAVITY = 9.81
# Longest wait of a session that stands still, for what Python may have changed [s].
IDLE = 0.02
# Time between two events of an obstacle that is being moved [s].
BETWEEN_MOVES = 0.06

Order = Callable[[], None]


@dataclass
class Pull:
    """Pull of a part to a point by a spring.

    Attributes:
        part: Name of the part.
        target: Point, world axes, shape (3,), [m].
        until: Wall time at which it ends without renewal [s].
    """

    part: str
    target: np.ndarray
    until: float


@dataclass
class Counters:
    """Measured pace of a session.

    Attributes:
        achieved: Simulated time per wall time over the last second [-].
        late: Number of frames that were late since the start [-].
        took: Wall time of the last tick [ms].
    """

    achieved: float = 0.0
    late: int = 0
    took: float = 0.0
    since: float = field(default_factory=clock.perf_counter)
    simulated: float = 0.0


class Session:
    """Live session of one scenario at a time.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        on_frame: Called in the session's thread after every tick, with the session.
        on_change: Called in the session's thread when the state has changed: parameters, status, events.
        file: File of the first scenario, which is read again whenever it is saved.
        replay: Recording to begin with, in place of a live run.
        engine: Makes the engine of a scenario, such as that of a robot; None for the scenario's own.
    """

    def __init__(
        self,
        scenario: Scenario,
        folder: Path,
        on_frame: Callable[["Session"], None] = lambda session: None,
        on_change: Callable[["Session"], None] = lambda session: None,
        *,
        file: Path | None = None,
        replay: Replay | None = None,
        engine: Callable[[Scenario], Engine] | None = None,
    ) -> None:
        self.engines = engine_choices(engine)
        self.engine = self.engines[-1 if engine is not None else 0]
        self.folder, self.on_frame, self.on_change = folder, on_frame, on_change
        self.orders: queue.Queue[tuple[Order, Callable[[str], None]]] = queue.Queue(MOST_ORDERS)
        self.counters = Counters()
        self.pace, self.playing = 1.0, False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="snakelab-studio", daemon=True)
        self.generation = self.form_version = 0
        self._paths: set[str] = set()
        self._due = clock.perf_counter()
        self.replay: Replay | None = None
        self._seen: tuple[int, float, int] | None = None
        self.file: OwnFile | None = None if file is None else OwnFile(file)
        self.begin(scenario)
        self.replay = replay

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self, scenario: Scenario) -> None:
        """Start a scenario from its beginning, paused; the page gets another scene and form if it is another one."""
        earlier: Simulation | None = getattr(self, "simulation", None)
        moved_robot = earlier is not None and is_robot(earlier.engine)
        if earlier is not None and moved_robot:
            earlier.close()  # one robot, one run
        try:
            simulation = start_scenario(scenario, self.engine.make and self.engine.make(scenario), keep=KEPT)
        except SnakelabError:
            if moved_robot:  # it is disconnected: the last scenario is simulated
                self.engine = self.engines[0]
                self._show_anew(self.scenario, start_scenario(self.scenario, keep=KEPT))
            raise
        self._show_anew(scenario, simulation)

    def _show_anew(self, scenario: Scenario, simulation: Simulation) -> None:
        """Make this simulation, at its beginning, the present one."""
        again = scenario is getattr(self, "scenario", None)
        self.scenario, self.simulation = scenario, simulation
        self.history: deque[tuple[float, Course]] = deque(maxlen=round(KEPT / BETWEEN_SNAPSHOTS))
        self.changes = Changes()
        self.note = ""
        self.recording_since: float | None = None
        self._next_file = 0.0
        self.pull: Pull | None = None
        self.moving: tuple[str, list[float]] | None = None
        self._next_move = 0.0
        self.driving = Driving()
        self.replay = None
        self.target: float | None = None
        self._valued: tuple[Any, Any] | None = None
        self._values: dict[str, Any] = {}
        if not again:
            self._first_values: dict[str, Any] = {}
            self._ever: set[str] = set()
            self.generation += 1
        self._changed_values()
        self._remember()

    def use_engine(self, name: str) -> None:
        """Start the scenario again with another engine: "simulation", "emulated" or "hardware"."""
        before, self.engine = self.engine, chosen_engine(self.engines, name)
        try:
            self.begin(self.scenario)
        except SnakelabError:
            self.engine = before if not is_robot(self.simulation.engine) and before.make is None else self.engines[0]
            raise
        finally:
            self.playing = False
            self.generation += 1  # another engine has other values to show

    def emergency_stop(self, source: str = "the studio") -> None:
        """Stop the robot at once, from any thread; a simulation is paused."""
        emergency_stop(self.simulation.engine, source)
        self.order(self.pause, lambda message: None)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and close the simulation."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(10)
        self.simulation.close()

    def order(self, order: Order, failed: Callable[[str], None]) -> None:
        """Have an order carried out in the session's thread, between two ticks.

        Args:
            order: What to do.
            failed: Called with the message of an order that could not be carried out.
        """
        try:
            self.orders.put_nowait((order, failed))
        except queue.Full:
            failed("the simulation is too busy to take this; try again")

    # ---- orders ----------------------------------------------------------------------------------------------------
    def play(self) -> None:
        """Go on; a replay that is at its end begins again."""
        if self.replay is not None:
            if self.replay.time >= self.replay.end - 1e-9:
                self.replay.seek(self.replay.begin)
        elif self.simulation.status is not None:
            raise SimulationError(f"this run has ended ({self.simulation.status}); go back in time, or reset it")
        self.playing = True
        self._restart_clock()

    def pause(self) -> None:
        """Stand still."""
        self.playing, self.target = False, None

    def step(self) -> None:
        """Advance by one control period; a replay by one row."""
        self.pause()
        if self.replay is not None:
            self.replay.step()
            return
        self._advance(1)

    def reset(self) -> None:
        """Start the same scenario again, with the values of its file; a replay goes back to its beginning."""
        if self.replay is not None:
            self.replay.seek(self.replay.begin)
            return
        playing = self.playing
        self.begin(self.scenario)
        self.playing = playing
        self._restart_clock()

    def open(self, name: str) -> None:
        """Start a scenario of the library."""
        scenario = library_scenario(name)
        self.file = None
        self.begin(scenario)
        self.playing = True
        self._restart_clock()

    def go_on(self) -> None:
        """Continue a replay live from its present instant: the run is computed again up to there, then goes on."""
        replay = self.replay
        if replay is None:
            raise SimulationError("this run is live already")
        scenario, target = replay.continued(), replay.time
        self.begin(scenario)
        self.replay, self.target, self.playing = replay, target, False
        self.note = f"computing the run again up to t = {target:.2f} s ..."

    def _catch_up(self) -> None:
        """Advance towards the instant at which a replay is to be continued, for the time of one frame."""
        began, target, simulation = clock.perf_counter(), self.target, self.simulation
        assert target is not None
        while simulation.time < target - 1e-9:
            if clock.perf_counter() - began > 1.0 / FRAME_RATE:
                return
            if self._advance(1):
                break
        replay, self.replay, self.target = self.replay, None, None
        if replay is not None and simulation.status is None:
            self.note = self._continued_from(replay)

    def _continued_from(self, replay: Replay) -> str:
        """Return how the run that was computed again compares with the recording."""
        simulation = self.simulation
        apart = replay.difference(*simulation.course.last_record())
        if apart == 0.0:
            return f"live from t = {simulation.time:.2f} s: computed again, equal to the recording bit for bit"
        version = replay.recording.dataset.attrs.get("snakelab_version", "?")
        return (
            f"live from t = {simulation.time:.2f} s: computed again; it differs from the recording, made by snakelab "
            f"{version}, by up to {apart:.2g} in SI units"
        )

    def _check_live(self) -> None:
        if self.replay is not None:
            raise SimulationError("this is a recording; press 'Go on live' to continue it from here, then change it")

    def set_pace(self, pace: float) -> None:
        """Set the simulated time per wall time [-]."""
        self.pace = pace
        self._restart_clock()

    def set(self, path: str, value: Any) -> None:
        """Change a parameter at the next boundary."""
        self._check_live()
        before = value_at(self._roots(), path)
        if type(before) in (int, float, bool, str) and before == value:
            return
        simulation = self.simulation
        simulation.set(path, value, TRANSITION)
        self.changes.add(path, simulation.time, lambda: simulation.set(path, before, TRANSITION))
        self._take_effect()

    def take_back(self) -> None:
        """Undo the last change: of a parameter, the gait, the goal, a waypoint or an obstacle."""
        self._check_live()
        self.moving = None
        self.changes.take_back()
        self._take_effect()

    def restart_with(self, path: str, value: Any) -> None:
        """Start again with another value of a parameter that cannot change during a run."""
        scenario = self.scenario
        if path == GROUND:
            changed_ground = with_ground(scenario, str(value))
            build_model(changed_ground.robot, changed_ground.world)
            self.begin(changed_ground)
            return
        roots = {"robot": scenario.robot, "world": scenario.world, "controller": scenario.controller}
        changed = replaced_at(roots, path, value)
        build_model(changed["robot"], changed["world"])
        plain_data = {key: plain(changed[key]) for key in changed if changed[key] is not roots[key]}
        self.begin(replace(scenario, **changed, data=scenario.data | plain_data))

    def change_controller(self, name: str) -> None:
        """Change to the gait or controller of a library scenario."""
        self._check_live()
        simulation, before, time = self.simulation, self.simulation.controller, self.simulation.time
        simulation.change_controller(library_scenario(name).controller, TRANSITION)
        self._add_controller(before, time)

    def _add_controller(self, before: Any, time: float) -> None:
        """Have the present controller undone to an earlier one; a change of its parameters is a change of its own."""
        simulation = self.simulation
        self.changes.add(f"controller {time}", time, lambda: simulation.change_controller(before, TRANSITION))

    def push(self, part: str, force: list[float], duration: float) -> None:
        """Push a part."""
        self._check_live()
        self.simulation.push(part, force=tuple(force), duration=duration)

    def drag(self, part: str, target: list[float]) -> None:
        """Pull a part to a point by a spring, until `release`, or until no such order has come for half a second."""
        self._check_live()
        if part not in self.simulation.model.robot.part_names:
            raise SimulationError(f"{self.simulation.model.robot.name!r} has no part {part!r}")
        self.pull = Pull(part, np.array(target), clock.perf_counter() + PULL_TIMEOUT)

    def release(self) -> None:
        """End a pull."""
        self.pull = None

    def aim(self, kind: str, point: list[float], first: bool) -> None:
        """Set the goal, or add a waypoint."""
        self._check_live()
        simulation, path = self.simulation, "controller.goal" if kind == "goal" else "controller.waypoints"
        before = getattr(simulation.controller, path.split(".")[1], None)
        if kind == "goal":
            placing.set_goal(simulation, point)
        else:
            placing.add_waypoint(simulation, point, first)
        # each click is a change of its own
        self.changes.add(f"{path} {point}", simulation.time, lambda: simulation.set(path, before))
        self._take_effect()

    def place(self, kind: str, point: list[float]) -> None:
        """Place a post or a block."""
        self._check_live()
        simulation = self.simulation
        name = placing.place(simulation, kind, point)
        self.changes.add(f"place {name}", simulation.time, lambda: placing.remove(simulation, name))
        self._take_effect()

    def move(self, name: str, point: list[float]) -> None:
        """Move a placed obstacle towards a point, at a limited speed; at once while the run stands still."""
        self._check_live()
        simulation, before = self.simulation, placing.named(self.simulation, name)
        self.moving = (name, point)
        self.changes.add(f"move {name}", simulation.time, lambda: simulation.place_obstacle(before))
        if not self.playing:
            self._move(math.inf)
            self._take_effect()

    def remove(self, name: str) -> None:
        """Remove a placed obstacle."""
        self._check_live()
        self.moving = None
        simulation, before = self.simulation, placing.named(self.simulation, name)
        placing.remove(simulation, name)
        self.changes.add(f"remove {name}", simulation.time, lambda: simulation.place_obstacle(before))
        self._take_effect()

    def restart_with_blocks(self) -> None:
        """Start again with a spare block far away: blocks need a skin that was made for edges."""
        scenario = self.scenario
        world = placing.with_spare_block(scenario.world, placing.body_radius(self.simulation))
        check_skin(self.simulation.model)
        build_model(scenario.robot, world)
        playing = self.playing
        self.begin(replace(scenario, world=world, data=scenario.data | {"world": plain(world)}))
        self.playing = playing
        self._restart_clock()

    def _take_effect(self) -> None:
        """Let an event take effect while the run stands still."""
        if self.simulation.status is not None or self.playing:
            return
        applied = len(self.simulation.course.applied)
        self._advance(1)
        if len(self.simulation.course.applied) == applied:  # its boundary was before the present time by rounding
            self._advance(1)

    def _move(self, most: float) -> None:
        """Move the obstacle that is being moved by at most a distance [m]; one that would enter the robot stays."""
        if self.moving is None:
            return
        try:
            if placing.moved(self.simulation, *self.moving, most):
                self.moving = None
        except SimulationError:
            self.moving = None
            raise

    def drive(self, forward: float, turn: float, rise: float = 0.0) -> None:
        """Drive the robot by an input from -1 to 1, see `Driving`. The input ends if such orders end."""
        self._check_live()
        before, time = self.simulation.controller, self.simulation.time
        self.driving.drive(self.simulation, forward, turn, rise)
        if isinstance(self.simulation.controller, Teleop) and not isinstance(before, Teleop):
            self._add_controller(before, time)

    def seek(self, time: float) -> None:
        """Go back to an instant of the last minutes, and stand still there; in a replay, go to any instant."""
        if self.replay is not None:
            self.replay.seek(time)
            return
        time = min(time, self.simulation.time)
        earlier = [entry for entry in self.history if entry[0] <= time + 1e-9]
        if not earlier:
            raise SimulationError(
                f"t = {time:.3g} s is no longer kept; the earliest instant is {self.history[0][0]:.3g} s"
            )
        at, snapshot = earlier[-1]
        self.pause()
        self.simulation.restore(snapshot)
        while self.history and self.history[-1][0] > at:
            self.history.pop()
        if time > self.simulation.time + self.simulation.period / 2:
            periods = round((time - self.simulation.time) / self.simulation.period)
            self._advance(periods)
        self.changes.drop_after(self.simulation.time)
        self.note = ""

    def record(self) -> None:
        """Start a recording, or end and save it."""
        self._check_live()
        if self.recording_since is None:
            self.recording_since, self.simulation.keep = self.simulation.time, None
            return
        self.save()
        self.recording_since, self.simulation.keep = None, KEPT

    def save(self) -> None:
        """Save the recording and the scenario that repeats the run."""
        folder = next_folder(self.folder, self.scenario.name)
        save_run(folder, self.simulation.recording(), self.scenario, self.simulation)
        self.note = f"saved {folder}"

    # ---- what it is ------------------------------------------------------------------------------------------------
    def row(self) -> tuple[FloatArray, Layout]:
        """Return the record to show and its layout."""
        with self.simulation.lock:
            course = self.simulation.course
            if self.replay is not None and self.target is None:
                return self.replay.row(course.layout, width_of(course.layout)), course.layout
            return course.last_record()

    @property
    def time(self) -> float:
        """Time that is shown [s]."""
        return self.simulation.time if self.replay is None or self.target is not None else self.replay.time

    def state(self) -> dict[str, Any]:
        """Return the state of the session as plain data, for the page."""
        simulation = self.simulation
        return {
            "generation": self.generation,
            "form": self.form_version,
            "name": self.scenario.name,
            "title": self.scenario.title or self.scenario.name,
            "playing": self.playing,
            "pace": self.pace,
            "achieved": self.counters.achieved,
            "late": self.counters.late,
            "time": self.time,
            "earliest": self._earliest(),
            "end": None if self.replay is None else self.replay.end,
            "file": None if self.file is None else {"name": self.file.path.name, "error": self.file.error},
            "status": "" if simulation.status is None else str(simulation.status),
            "note": self.note,
            "recording": self.recording_since is not None,
            "undo": len(self.changes),
            "events": self._events(),
            "values": self._changed_values(),
            "hardware": hardware_state(simulation.engine),
            "engine": self.engine.name,
            "engines": [choice.plain() for choice in self.engines] if self.replay is None else [],
            "obstacles": placing.obstacles(simulation),
            "aims": placing.aimed(simulation),
        }

    def _earliest(self) -> float:
        """Return the earliest instant to which one can go back [s]."""
        if self.replay is not None:
            return self.replay.begin
        return self.history[0][0] if self.history else self.simulation.time

    def _events(self) -> list[dict[str, Any]]:
        """Return the last events as plain data; in a replay, those of the recording."""
        events = self.replay.events() if self.replay is not None else plain_events(self.simulation.events[-200:])
        return merged(events)[-30:]

    def _changed_values(self) -> dict[str, Any]:
        """Return the values of the form that differ from those of the scenario's beginning."""
        simulation = self.simulation
        objects = (simulation.model, simulation.controller)
        if self._valued is None or self._valued[0] is not objects[0] or self._valued[1] is not objects[1]:
            self._valued = objects
            listed = parameters(*objects, simulation.course.n_media)
            self._values = {parameter.path: parameter.value for parameter in listed}
            self.form_version += self._values.keys() != self._paths
            self._paths = set(self._values)
            self._first_values = self._first_values or self._values
            self._ever |= {path for path, value in self._values.items() if value != self._first_values.get(path)}
        return {path: self._values[path] for path in sorted(self._ever) if path in self._values}

    def text(self, language: str) -> str:
        """Return the present run as a scenario in YAML, or as a Python program."""
        make = scenario_text if language == "yaml" else python_text
        return make(self.scenario, self.simulation)

    # ---- the thread ------------------------------------------------------------------------------------------------
    def _run(self) -> None:
        self._restart_clock()
        while not self._stop.is_set():
            changed = self._obey() or self._read_file()
            if self.target is not None:
                self._catch_up()
                self.on_frame(self)
                changed = True
            elif self.playing:
                changed = self._tick() or changed
                self.on_frame(self)
            else:
                changed = self._moved() or changed
                if changed:
                    self.on_frame(self)
            if changed:
                self.on_change(self)
            if self.target is None:
                self._idle(self._left() if self.playing else IDLE)

    def _idle(self, duration: float) -> None:
        """Wait for a time [s]; orders that arrive meanwhile are carried out and answered at once."""
        end = clock.perf_counter() + duration
        while (left := end - clock.perf_counter()) > 0.0 and not self._stop.is_set():
            if self._obey(left):
                self.on_frame(self)
                self.on_change(self)

    def _moved(self) -> bool:
        """Return True if the run has been advanced or changed by others than this session: by Python's hands."""
        simulation = self.simulation
        now = (id(simulation), simulation.time, len(simulation.course.applied))
        moved, self._seen = now != self._seen, now
        return moved

    def _obey(self, patience: float = 0.0) -> bool:
        """Carry out the orders that have arrived, or arrive within a time [s]; return True if there were any."""
        changed = False
        while True:
            try:
                wait = 0.0 if changed else patience
                order, failed = self.orders.get(timeout=wait) if wait > 0.0 else self.orders.get_nowait()
            except queue.Empty:
                return changed
            changed = True
            try:
                order()
            except SnakelabError as problem:
                failed(" ".join(str(problem).split()))
            except Exception as problem:  # an order must not end the session
                failed(f"this could not be done: {problem!r}")

    def _read_file(self) -> bool:
        """Restart with an edited scenario file that was saved; with an error in it, the present run continues."""
        if self.file is None:
            return False
        before, scenario = self.file.error, self.file.read()
        if scenario is None:
            return self.file.error != before
        playing, self.note = self.playing, ""
        try:
            self.begin(scenario)
        except SnakelabError as problem:
            self.file.fail(problem)
            return True
        self.playing, self.note = playing, f"read {self.file.path.name} again"
        self._restart_clock()
        return True

    def _tick(self) -> bool:
        """Advance by the simulated time of one frame; return True if the state has changed."""
        began = clock.perf_counter()
        if self.replay is not None:
            self.replay.seek(self.replay.time + self.pace / FRAME_RATE)
            self.playing = self.replay.time < self.replay.end
            return not self.playing or self._measured()
        n = max(1, round(self.pace / FRAME_RATE / self.simulation.period))
        before = len(self.simulation.course.applied)
        self._pulled(n)
        self._moved_obstacle(clock.perf_counter())
        self.driving.stop_if_over(self.simulation)
        ended = self._advance(n)
        self.counters.took = 1e3 * (clock.perf_counter() - began)
        return ended or len(self.simulation.course.applied) != before or self._measured()

    def _moved_obstacle(self, now: float) -> None:
        """Move the obstacle that is being moved, some times per second; what is in its way is a note."""
        if self.moving is None or now < self._next_move:
            return
        self._next_move = now + BETWEEN_MOVES
        try:
            self._move(placing.SPEED * BETWEEN_MOVES)
        except SnakelabError as problem:
            self.note = str(problem)

    def _advance(self, periods: int) -> bool:
        """Advance by control periods; return True if the run has ended. An error pauses the run, which can go back."""
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
        self.playing = False
        self.note = self.note or f"{simulation.status}; go back in time and change a value, or reset the run"
        return True

    def _remember(self) -> None:
        """Keep a snapshot once per second."""
        if self.simulation.status is not None:
            return
        if not self.history or self.simulation.time >= self.history[-1][0] + BETWEEN_SNAPSHOTS - 1e-9:
            self.history.append((self.simulation.time, self.simulation.snapshot()))
            self._move_recorded_to_file()

    def _move_recorded_to_file(self) -> None:
        """Move the older rows of a recording to a file in the studio's folder, some times per minute."""
        simulation = self.simulation
        if self.recording_since is None or simulation.time < self._next_file:
            return
        self._next_file = simulation.time + BETWEEN_MOVES_TO_FILE
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with simulation.lock:
                simulation.course.move_to_file(simulation.time - KEPT, self.folder)
        except OSError as problem:
            self.note = f"the recording stays in memory: {self.folder} cannot be written ({problem.strerror})"

    def _pulled(self, periods: int) -> None:
        """Apply the pull of this tick: F = k (target - place) - c v, at most five times the robot's weight."""
        pull, simulation = self.pull, self.simulation
        if pull is None:
            return
        if clock.perf_counter() > pull.until:
            self.pull = None
            return
        i = simulation.model.robot.part_names.index(pull.part)
        n_parts = len(simulation.model.robot.part_names)
        places = simulation["link_position"]
        place = places[min(round((i + 0.5) * len(places) / n_parts - 0.5), len(places) - 1)]
        weight = simulation.model.mass * GRAVITY
        damping = 2.0 * np.sqrt(weight / PULL_LENGTH * simulation.model.mass)
        force = weight / PULL_LENGTH * (pull.target - place) - damping * simulation["com_velocity"]
        size = float(np.linalg.norm(force))
        force *= min(1.0, 5.0 * weight / size) if size > 0.0 else 1.0
        if simulation.model.robot.base == "planar":
            force[2] = 0.0
        simulation.schedule(
            Push(pull.part, tuple(force.tolist()), duration=periods * simulation.period, at=simulation.time)
        )

    def _left(self) -> float:
        """Return the time until the next frame is due [s]; count it if it is late."""
        simulated = max(1, round(self.pace / FRAME_RATE / self.simulation.period)) * self.simulation.period
        if self.replay is not None:
            simulated = self.pace / FRAME_RATE
        self.counters.simulated += simulated
        self._due += simulated / self.pace
        left = self._due - clock.perf_counter()
        if left < 0.0:
            self.counters.late += 1
            if -left > MOST_LAG:
                self._due = clock.perf_counter()
        return left

    def _measured(self) -> bool:
        """Measure the pace once per second; return True when it was measured."""
        passed = clock.perf_counter() - self.counters.since
        if passed < 1.0:
            return False
        self.counters.achieved = self.counters.simulated / passed
        self.counters.since, self.counters.simulated = clock.perf_counter(), 0.0
        return True

    def _restart_clock(self) -> None:
        self._due = clock.perf_counter()
        self.counters.since, self.counters.simulated = self._due, 0.0

    def _roots(self) -> dict[str, Any]:
        model = self.simulation.model
        return {"robot": model.robot, "world": model.world, "controller": self.simulation.controller}


def library_scenario(name: str) -> Scenario:
    """Return a scenario of the library; a page opens no files.

    Raises:
        SimulationError: if the library has no such scenario.
    """
    if name not in library():
        raise SimulationError(f"the library has no scenario {name[:60]!r}")
    return load_scenario(name)
