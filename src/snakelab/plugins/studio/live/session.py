"""Live session: the thread that advances a run or a replay, with its orders and the data for the page.

In reading order: the state of a run as plain data; and `Session`.
"""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from snakelab.errors import SimulationError, SnakelabError
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.record_kernels import record_width
from snakelab.plugins.studio.live import interaction as placing
from snakelab.plugins.studio.live.edits import (
    Edits,
    FormValues,
    OwnFile,
    library_scenario,
    with_blocks,
    with_bodies,
    with_values,
)
from snakelab.plugins.studio.live.replay import Continuation, Replay, chosen_engine, engine_choices
from snakelab.plugins.studio.live.studio_run import (
    HISTORY_TIME,
    StudioRun,
    hardware_state,
    how_to_continue,
    is_robot,
    python_text,
    scenario_text,
    without_repeats,
)
from snakelab.results.metrics.metric_table import part_of
from snakelab.scenarios.scenario import Scenario, start_scenario
from snakelab.sim.engine import Engine
from snakelab.sim.interventions import plain_events
from snakelab.sim.live_run import Failed, LiveLoop, Order, Pace
from snakelab.sim.run_integration import Layout
from snakelab.sim.simulation import Simulation

# ----------------------------------------------------------------------------------------------------------------------
# State of a live run as plain data, for the page
# ----------------------------------------------------------------------------------------------------------------------


def run_state(run: StudioRun) -> dict[str, Any]:
    """Return the state of a run as plain data."""
    simulation, scenario = run.simulation, run.scenario
    return {
        "name": scenario.name,
        "title": scenario.title or scenario.name,
        "earliest": run.history.earliest,
        "status": "" if simulation.status is None else str(simulation.status),
        "note": run.note,
        "confirmed": bool(run.note) and run.note == run.confirmed,
        "recording": run.recorder.recording,
        "undo": len(run.changes),
        "events": shown_events(plain_events(simulation.events[-200:])),
        "hardware": hardware_state(simulation.engine),
        "obstacles": placing.obstacles(simulation),
        "bodies": placing.bodies(simulation),
        "spare": placing.spare_bodies(simulation),
        "aims": placing.placed_goals(simulation),
    }


def shown_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the last thirty events; of those of one pull, or of one moving obstacle, only the last."""
    return without_repeats(events)[-30:]


# ----------------------------------------------------------------------------------------------------------------------
# Live session: a thread that advances a run or a replay at a pace, executes orders, and sends frames
# ----------------------------------------------------------------------------------------------------------------------


class Session:
    """Live session of one scenario at a time.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        on_frame: Called in the session's thread after every tick, with the session.
        on_change: Called in the session's thread when the state has changed: parameters, status, events.
        file: File of the first scenario, which is read again whenever it is saved.
        replay: Recording to begin with, in place of a live run.
        engine: Creates the engine of a scenario, such as that of a robot; None for that of the scenario.
        report: Called with a line on each recording that the end of the session saves.

    Attributes:
        run: The present live run; while a recording is replayed, a run of its scenario at its beginning.
        replay: The recording that is shown; None for a live run.
        generation: Number of scenes so far: another one needs another scene and form.
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
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.engines = engine_choices(engine)
        self.engine = self.engines[-1 if engine is not None else 0]
        self.folder, self.on_frame, self.on_change, self._report = folder, on_frame, on_change, report
        self.pace, self.form_values = Pace(playing=False), FormValues()
        self.file: OwnFile | None = None if file is None else OwnFile(file)
        self.generation = 0
        self.replay: Replay | None = None
        self.continuation: Continuation | None = None
        self._loop = LiveLoop("snakelab-studio", self._frame, self._show)
        self._seen: tuple[int, float, int] | None = None
        self.run = StudioRun(scenario, self._start_simulation(scenario), self.pace, self.folder)
        self._begin_form(same_scenario=False)
        self.replay = replay

    # ---- life ------------------------------------------------------------------------------------------------------
    def begin(self, scenario: Scenario) -> None:
        """Start a scenario from its beginning; the page gets another scene and form if it is another one."""
        present = self.scenario
        moved_robot = is_robot(self.simulation.engine)
        if moved_robot:
            self.simulation.close()  # one robot, one run
        try:
            simulation = self._start_simulation(scenario)
        except SnakelabError:
            if moved_robot:  # it is disconnected: the last scenario is simulated
                self.engine = self.engines[0]
                self._show_scenario(present, start_scenario(present, keep=HISTORY_TIME), same_scenario=True)
            raise
        self._show_scenario(scenario, simulation, same_scenario=scenario is present)

    def _start_simulation(self, scenario: Scenario) -> Simulation:
        return start_scenario(scenario, self.engine.make and self.engine.make(scenario), keep=HISTORY_TIME)

    def _show_scenario(self, scenario: Scenario, simulation: Simulation, *, same_scenario: bool) -> None:
        """Make this simulation, at its beginning, the present one; a recording of the last one is saved."""
        saved, failed = self.run.end_recording()
        self.run = StudioRun(scenario, simulation, self.pace, self.folder)
        self.run.confirm(saved)
        self.run.note = failed or saved
        self.replay = None
        self.continuation = None
        self._begin_form(same_scenario=same_scenario)

    def _begin_form(self, *, same_scenario: bool) -> None:
        if same_scenario:
            self.form_values.refresh()
        else:
            self.form_values.begin()
            self.generation += 1
        self.form_values.changed(self.simulation)

    def start(self) -> None:
        """Start the thread."""
        self.pace.begin()
        self._loop.start()

    def close(self) -> None:
        """Stop the thread, close the simulation, and save a recording. A second call has no effect."""
        stopped = self._loop.close()
        self.run.live.close()
        if not self.run.recorder.recording:
            return
        if stopped:
            self._report("".join(self.run.end_recording()))
        else:  # the simulation is locked
            self._report(f"the run did not stop; its recording was not saved: {self.run.recorder.leave()}")

    def order(self, order: Order, failed: Failed) -> None:
        """Execute an order in the thread of the session, between two ticks.

        Args:
            order: Function to call.
            failed: Called with the message of an order that could not be carried out.
        """
        self._loop.orders.put(order, failed)

    # ---- display -----------------------------------------------------------------------------------------------------
    @property
    def scenario(self) -> Scenario:
        """Present scenario."""
        return self.run.scenario

    @property
    def simulation(self) -> Simulation:
        """Present simulation."""
        return self.run.simulation

    @property
    def playing(self) -> bool:
        """True while the run or the replay advances."""
        return self.pace.playing

    @property
    def time(self) -> float:
        """Time that is shown [s]."""
        return self.simulation.time if self.replay is None or self.continuation is not None else self.replay.time

    def row(self) -> tuple[FloatArray, Layout]:
        """Return the record to show and its layout."""
        with self.simulation.lock:
            course = self.simulation.course
            if self.replay is not None and self.continuation is None:
                return self.replay.row(course.layout, record_width(course.model)), course.layout
            return course.last_record()

    def state(self) -> dict[str, Any]:
        """Return the state of the session as plain data, for the page."""
        run, replay, file, pace = self.run, self.replay, self.file, self.pace
        recorded = {} if replay is None else {"earliest": replay.begin, "events": shown_events(replay.events())}
        return run_state(run) | {
            "generation": self.generation,
            "form": self.form_values.version,
            "values": self.form_values.changed(run.simulation),
            "playing": pace.playing,
            "pace": pace.factor,
            "achieved": pace.measured,
            "late": pace.late,
            "time": self.time,
            "end": None if replay is None else replay.end,
            "file": None if file is None else {"name": file.path.name, "error": file.error},
            "engine": self.engine.name,
            "engines": [choice.plain() for choice in self.engines] if replay is None else [],
            **recorded,
        }

    def film(self, begin: float, end: float, view: str, size: tuple[int, int], file: Path) -> None:
        """Write an MP4 of a part of the run or replay, as `snakelab movie` makes it; from any thread.

        Args:
            begin, end: Times [s].
            view: View of the camera, see `snakelab.movie`.
            size: Width and height [pixel].
            file: Output file; ends in .mp4.

        Raises:
            SnakelabError: without MuJoCo, OpenGL or ffmpeg, or if the part is empty or lies too far back.
        """
        from snakelab.plugins.mujoco.cameras.movie import movie, require_renderer

        require_renderer()
        if shutil.which("ffmpeg") is None:
            raise SimulationError("an MP4 requires ffmpeg with libx264, which is not on this machine")
        recording = self.simulation.recording(since=begin) if self.replay is None else self.replay.recording
        shown = part_of(recording, (begin, end))
        if (
            shown.dataset.sizes["time"] < 2
            or float(shown["time"].values[0]) > begin + 1.0 / self.simulation.record_rate + 1e-9
        ):
            raise SimulationError(f"the records from {begin:.2f} to {end:.2f} s are not kept any more")
        movie(shown, file, view=view, speed=self.pace.factor, size=size)

    def text(self, language: str) -> str:
        """Return the present run as a scenario in YAML, or as a Python program."""
        make = scenario_text if language == "yaml" else python_text
        return make(self.scenario, self.simulation)

    # ---- orders ----------------------------------------------------------------------------------------------------
    @property
    def live(self) -> StudioRun:
        """The live run, for requests that are not possible for a recording.

        Raises:
            SimulationError: if a recording is replayed.
        """
        if self.replay is not None:
            raise SimulationError("this is a recording; press 'Continue live' to continue it from here, then change it")
        return self.run

    @property
    def edits(self) -> Edits:
        """Edits of the live run.

        Raises:
            SimulationError: if a recording is replayed.
        """
        return Edits(self.live)

    def play(self) -> None:
        """Continue; a replay at its end restarts."""
        if self.replay is not None:
            if self.replay.time >= self.replay.end - 1e-9:
                self.replay.seek(self.replay.begin)
        elif self.simulation.status is not None:
            raise SimulationError(
                f"this run has ended ({self.simulation.status}); {how_to_continue(self.simulation.engine)}"
            )
        self.pace.play()

    def pause(self) -> None:
        """Stand still."""
        self.pace.playing, self.continuation = False, None

    def step(self) -> None:
        """Advance by one control period; a replay by one row."""
        self.pause()
        if self.replay is not None:
            self.replay.step()
        else:
            self.run.advance(1)

    def seek(self, time: float) -> None:
        """Go back to an earlier instant of the last minutes, and pause; in a replay, go to any instant."""
        if self.replay is not None:
            self.replay.seek(time)
            return
        self.run.seek(time)
        self.pause()

    def reset(self) -> None:
        """Start the same scenario again, with the values of its file; a replay goes back to its beginning."""
        if self.replay is not None:
            self.replay.seek(self.replay.begin)
            return
        self.begin(self.scenario)
        self.pace.begin()

    def open(self, name: str) -> None:
        """Start a scenario of the library."""
        scenario = library_scenario(name)
        self.file = None
        self.begin(scenario)
        self.pace.play()

    def go_on(self) -> None:
        """Continue a replay live from its present row: the run is computed again up to it, then continues."""
        replay = self.replay
        if replay is None:
            raise SimulationError("this run is live already")
        replay.seek_row()  # the displayed state, also between two rows
        self.begin(replay.continued())
        self.replay, self.pace.playing = replay, False
        self.continuation = Continuation(replay, self.run, replay.time)
        self.run.note = f"computing the run again up to t = {replay.time:.2f} s ..."

    def restart_with(self, values: Mapping[str, Any]) -> None:
        """Start again with other values of parameters, by path, also of those that cannot change during a run."""
        self.begin(with_values(self.scenario, values))

    def restart_with_blocks(self) -> None:
        """Start again with a spare block far away, so that blocks can be placed."""
        self.begin(with_blocks(self.scenario, self.simulation))
        self.pace.begin()

    def restart_with_bodies(self, kind: str) -> None:
        """Start again with further balls or boxes far away, so that they can be placed."""
        self.begin(with_bodies(self.scenario, self.simulation, kind))
        self.pace.begin()

    def use_engine(self, name: str) -> None:
        """Start the scenario again with another engine: "simulation", "emulated" or "hardware"."""
        before, self.engine = self.engine, chosen_engine(self.engines, name)
        try:
            self.begin(self.scenario)
        except SnakelabError:
            self.engine = before if not is_robot(self.simulation.engine) and before.make is None else self.engines[0]
            raise
        finally:
            self.pace.playing = False
            self.generation += 1  # another engine has other values to show

    def emergency_stop(self, source: str = "the studio") -> None:
        """Stop the robot immediately, from any thread; a simulation is paused."""
        self.run.live.emergency_stop(source)
        self.order(self._end_after_stop, lambda message: None)

    def _end_after_stop(self) -> None:
        """Pause, and let the run of a stopped robot end, so that its reason is shown, with what to do."""
        self.pause()
        if self.replay is None and is_robot(self.simulation.engine) and self.simulation.status is None:
            self.run.advance(1)  # a stopped robot refuses the command

    # ---- the thread ------------------------------------------------------------------------------------------------
    def _frame(self, ordered: bool) -> float:
        """Advance by one frame, and show it; return the time until the next one [s].

        Args:
            ordered: Orders were carried out before it.
        """
        changed = self.read_file() or ordered
        if self.replay is None:
            self.run.keep_journal()
        if self.continuation is not None:
            self.catch_up()
            changed = shown = True
        elif self.playing:
            changed = self.tick() or changed
            shown = True
        else:
            changed = shown = self._changed_elsewhere() or changed
        if shown:
            self.on_frame(self)
        if changed:
            self.on_change(self)
        if self.continuation is not None:
            return 0.0
        if not self.playing:
            return 0.02  # wait of a paused session, for changes from Python
        return self.run.live.left() if self.replay is None else self.pace.left(self.pace.frame_time)

    def _show(self) -> None:
        """Show the changes of orders that arrived between two frames."""
        self.on_frame(self)
        self.on_change(self)

    def _changed_elsewhere(self) -> bool:
        """Return True if another user of the simulation, such as a notebook, has advanced or changed it."""
        now = (id(self.simulation), self.simulation.time, self.run.live.n_applied)
        moved, self._seen = now != self._seen, now
        return moved

    def tick(self) -> bool:
        """Advance by the simulated time of one frame; return True if the state has changed."""
        if self.replay is not None:
            self.replay.seek(self.replay.time + self.pace.frame_time)
            self.pace.playing = self.replay.time < self.replay.end
            return not self.playing or self.pace.measure()
        return self.run.tick(self.pace.frame_periods(self.simulation.period)) or self.pace.measure()

    def catch_up(self) -> None:
        """Advance towards the instant at which a replay is to be continued, for the time of one frame."""
        if self.continuation is not None and self.continuation.advance():
            self.replay = self.continuation = None

    def read_file(self) -> bool:
        """Restart with an edited scenario file that was saved; with an error in it, the present run continues."""
        if self.file is None:
            return False
        before, scenario = self.file.error, self.file.read()
        if scenario is None:
            return self.file.error != before
        self.run.note = ""
        try:
            self.begin(scenario)
        except SnakelabError as problem:
            self.file.fail(problem)
            return True
        read = "; ".join(filter(None, (f"read {self.file.path.name} again", self.run.note)))
        if self.run.note == self.run.confirmed:
            self.run.confirm(read)
        self.run.note = read
        self.pace.begin()
        return True
