"""Studio from Python: a live simulation controlled by a notebook or a script and by a web page at the same time."""

import html
import threading
import time as clock
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from snakelab.control.controller import Controller, Planner
from snakelab.errors import ScenarioError, SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.model import Model
from snakelab.plugins.studio.server.serving import FIRST_PORT, StudioServer, studio_server
from snakelab.scenarios.registry import plain
from snakelab.scenarios.scenario import Scenario
from snakelab.scenarios.scenario_form import Settings
from snakelab.sim.engine import RunSeed
from snakelab.sim.simulation import Simulation

FRAME_HEIGHT = 720  # in a notebook [pixel]
START_TIMEOUT = 30.0  # timeout for the start of the server [s]


class OpenStudio:
    """A studio that is open: its page, and the simulation behind it.

    The simulation runs in a separate thread. All methods of `Simulation` may be called meanwhile: each waits until the
    present control period has been computed, and its effect is shown in the page.

    Use it as a context manager, or call `close`. A notebook displays it as the value of a cell.

    Attributes:
        url: Address of the page, with the token that gives control.
        height: Height in a notebook [pixel].
    """

    def __init__(self, bound: StudioServer, height: int = FRAME_HEIGHT) -> None:
        self.url, self.height = bound.url, height
        self._bound = bound
        self._thread = threading.Thread(target=bound.run, name="snakelab-studio-server", daemon=True)
        self._thread.start()
        end = clock.monotonic() + START_TIMEOUT
        while not bound.server.started:
            if not self._thread.is_alive() or clock.monotonic() > end:
                raise SimulationError("the studio's web server did not start")
            clock.sleep(0.01)

    @property
    def simulation(self) -> Simulation:
        """Present simulation; a reset in the page, or another scenario, brings another one."""
        return self._bound.studio.session.simulation

    @property
    def playing(self) -> bool:
        """Return True while the simulation advances by itself."""
        return self._bound.studio.session.playing

    @property
    def closed(self) -> bool:
        """Return True after `close`."""
        return not self._thread.is_alive()

    def play(self, pace: float = 1.0) -> None:
        """Advance the simulation, at a simulated time per wall time [-]."""
        session = self._bound.studio.session

        def order() -> None:
            session.pace.set_factor(float(pace))
            session.play()

        self._order(order)

    def pause(self) -> None:
        """Pause the simulation; `simulation.advance` still advances it."""
        self._order(self._bound.studio.session.pause)

    def _order(self, order: Callable[[], None]) -> None:
        """Execute an order in the thread of the session, and wait for it."""
        if self.closed:
            raise SimulationError("this studio is closed; open another one")
        done = threading.Event()
        problems: list[str] = []

        def carry_out() -> None:
            try:
                order()
            except SnakelabError as problem:
                problems.append(str(problem))
            finally:
                done.set()

        self._bound.studio.session.order(carry_out, problems.append)
        done.wait(START_TIMEOUT)
        if problems:
            raise SimulationError(problems[0])

    def wait(self) -> None:
        """Wait until the studio is closed, or until Ctrl-C, at the end of a script."""
        try:
            while not self.closed:
                self._thread.join(0.2)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the server and the simulation; a recording is saved, and its folder printed. A second call has no effect."""
        self._bound.server.should_exit = True
        self._thread.join(START_TIMEOUT)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        # The address is separated by spaces, so that a double click selects all of it.
        where = "closed" if self.closed else f"at {self.url} "
        return f"<Studio of {self.simulation!r} {where}>"

    def __str__(self) -> str:
        """Return the address of the page, or that it is closed."""
        return "closed studio" if self.closed else self.url

    def _repr_html_(self) -> str:
        if self.closed:
            return "<p>This studio is closed.</p>"
        address = html.escape(self.url)
        return (
            f'<iframe src="{address}" style="width: 100%; height: {self.height}px; border: 0" title="snakelab studio" '
            f'allow="gamepad; clipboard-write; fullscreen"></iframe><p><a href="{address}" target="_blank">Open the studio in a '
            "page of its own</a>, which works where this notebook runs on this machine.</p>"
        )


@checked_arguments(SimulationError)
def studio(
    model: Model | Scenario,
    controller: Gait | Controller | Planner | None = None,
    *,
    play: bool = False,
    folder: str | Path = "out/studio",
    port: int = FIRST_PORT,
    seed: RunSeed = 0,
    height: int = FRAME_HEIGHT,
    open_page: bool = False,
) -> OpenStudio:
    """Open the studio for a model: a live simulation in the web browser and in Python at the same time.

    In a notebook, as the last line of a cell, the page is displayed below the cell. In a script, call `wait` at its end.

    Args:
        model: Model from `build_model`, or a scenario from `load_scenario`.
        controller: Gait, controller or planner of a model; None holds the robot still.
        play: True to let the simulation advance at once, in real time.
        folder: Folder in which the page saves runs.
        port: Port on this machine; if it is in use, the next free one.
        seed: Seed of sensor noise and of predictive controllers.
        height: Height of the page in a notebook [pixel].
        open_page: True to open the page in a web browser.

    Returns:
        The open studio, with `simulation`, `url` and `close`.

    Raises:
        MissingExtraError: if the web server is not installed.
        SimulationError: if an argument is invalid, or no port is free.
    """
    count(port, "port", SimulationError, minimum=1, maximum=65535)
    count(height, "height", SimulationError, minimum=100)
    if isinstance(model, Scenario) and controller is not None:
        raise SimulationError("a scenario has its own controller; leave the argument out, or pass a model")
    scenario = model if isinstance(model, Scenario) else scenario_from(model, controller, seed)
    opened = OpenStudio(studio_server(scenario, Path(folder), port, framed=True, report=print), height)
    if play:
        opened.play()
    if open_page:
        webbrowser.open(opened.url)
    return opened


def scenario_from(model: Model, controller: Gait | Controller | Planner | None, seed: int) -> Scenario:
    """Return a model and its controller as a scenario; without data if they hold functions of Python."""
    robot, world = model.robot, model.world
    given = {"robot": robot, "world": world} | ({} if controller is None else {"controller": controller})
    try:
        data = {"name": robot.name} | {key: plain(value) for key, value in given.items()}
    except ScenarioError:
        data = {}
    settings = Settings(10.0, 2e-3, "extrapolated", None, 100.0, seed)
    empty: tuple[()] = ()
    return Scenario(
        robot.name, "", "", robot, world, controller, settings, None, {}, empty, None, empty, empty, empty, data
    )
