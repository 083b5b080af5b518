"""Opening of a studio: its web server on a free port of this machine, and the studio from Python.

In reading order: the web server; `OpenStudio`, a studio that is open; and `studio`, which opens it for a model.
"""

import contextlib
import html
import importlib.util
import os
import secrets
import signal
import socket
import threading
import time as clock
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from snakelab.cli.console import print_notice
from snakelab.control.controller import Controller, Planner
from snakelab.errors import MissingExtraError, ScenarioError, SimulationError, SnakelabError
from snakelab.gaits.gait import Gait
from snakelab.kernels.cache import cache_root
from snakelab.parameters.arguments import count
from snakelab.parameters.declarations import checked_arguments
from snakelab.physics.model import Model
from snakelab.plugins.studio.server.messages import MAX_BYTES
from snakelab.scenarios.class_registry import plain
from snakelab.scenarios.scenario import Scenario
from snakelab.scenarios.scenario_form import Settings
from snakelab.sim.engine import RunSeed
from snakelab.sim.simulation import Simulation
from snakelab.system import install_line

if TYPE_CHECKING:
    from snakelab.plugins.studio.server.server import Access, Opening, Studio

# ----------------------------------------------------------------------------------------------------------------------
# Web server of a studio on a free port of this machine
# ----------------------------------------------------------------------------------------------------------------------

FIRST_PORT, N_PORTS = 8700, 20
HOST = "127.0.0.1"
# File of the token in the user's cache folder, and the least length of a token.
TOKEN_FILE, MIN_TOKEN_LENGTH = "studio_token", 32
NEEDED = ("starlette", "uvicorn", "websockets")


@dataclass
class StudioServer:
    """A web server of a studio that has a port.

    Attributes:
        server: The web server.
        socket: Socket that is bound to the port.
        url: Address of the page, with the token.
        made: The studio; None if it is created while the page loads.
        opening: Web application that creates it; None for an existing studio.
    """

    server: Any
    socket: socket.socket
    url: str
    made: "Studio | None" = None
    opening: "Opening | None" = None

    @property
    def studio(self) -> "Studio":
        """The studio.

        Raises:
            SimulationError: if it is not created yet.
        """
        studio = self.opening.studio if self.opening is not None else self.made
        if studio is None:
            raise SimulationError("the studio is still being prepared")
        return studio

    def run(self) -> None:
        """Serve until the server is stopped, or until Ctrl-C; raise the exception of a studio that could not be created."""
        try:
            with _hangup_ends(self.server):
                self.server.run(sockets=[self.socket])
        finally:  # also after a signal that the web server does not handle, such as that of a closed terminal
            studio = self.opening.studio if self.opening is not None else self.made
            if studio is not None:
                studio.session.close()
        if self.opening is not None and self.opening.problem is not None:
            raise self.opening.problem


@contextlib.contextmanager
def _hangup_ends(server: Any) -> Iterator[None]:
    """Context in which a closed terminal ends the web server as Ctrl-C does: it handles SIGINT and SIGTERM only."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    ended = threading.Event()

    def end(*_: object) -> None:
        ended.set()
        server.should_exit = True

    before = signal.signal(hangup, end)
    try:
        yield
    finally:
        signal.signal(hangup, before)
    if ended.is_set():
        raise KeyboardInterrupt


def check_installed() -> None:
    """Raise MissingExtraError unless the web server is installed."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise MissingExtraError(f"the studio's web server is not installed; type: {install_line('studio')}")


def studio_server(scenario: Scenario, folder: Path, port: int, framed: bool = False, **options: Any) -> StudioServer:
    """Return a studio on a port, or on the next free one.

    Args:
        scenario: First scenario.
        folder: Folder in which runs are saved.
        port: First port that is tried.
        framed: True if a notebook on this machine may show the page in a frame.
        options: Further arguments of `Studio`.

    Raises:
        MissingExtraError: if the web server is not installed.
        SimulationError: if no port is free.
    """
    from snakelab.plugins.studio.server.server import Studio

    check_installed()
    bound, access = _bind(port, framed)
    try:
        made = Studio(scenario, folder, access, **options)
    except BaseException:
        bound.close()
        raise
    return StudioServer(_server(made.app()), bound, _url(access), made)


def library_studio_server(name: str, folder: Path, port: int, **options: Any) -> StudioServer:
    """Return a studio of a library scenario that is made while the page loads, as `studio_server`."""
    from snakelab.plugins.studio.server.server import Opening

    check_installed()
    bound, access = _bind(port)

    def make() -> "Studio":
        from snakelab.plugins.studio.server.server import Studio
        from snakelab.scenarios.scenario import load_scenario

        return Studio(load_scenario(name), folder, access, **options)

    def stop() -> None:
        server.should_exit = True

    opening = Opening(access, make, stop)
    server = _server(opening.app())
    return StudioServer(server, bound, _url(access), opening=opening)


def _bind(port: int, framed: bool = False) -> "tuple[socket.socket, Access]":
    """Return a socket on a port, or on the next free one, and the access to its server."""
    from snakelab.plugins.studio.server.server import Access

    bound = free_socket(port)
    used = bound.getsockname()[1]
    return bound, Access((f"{HOST}:{used}", f"localhost:{used}"), kept_token(), framed)


def _server(app: Any) -> Any:
    import uvicorn

    return uvicorn.Server(
        uvicorn.Config(app, log_level="error", ws="websockets-sansio", ws_max_size=MAX_BYTES, ws_ping_interval=20.0)
    )


def _url(access: "Access") -> str:
    return f"http://{access.hosts[0]}/#{access.token}"


def kept_token() -> str:
    """Return the token of this user's studios, so that an open page can reconnect to a restarted server.

    It is kept in a file of the cache folder that only this user can read; where this is impossible, each start has its own.
    """
    root, fresh = cache_root(), secrets.token_urlsafe(24)
    file = root / TOKEN_FILE
    with contextlib.suppress(OSError, UnicodeDecodeError):
        token = file.read_text(encoding="ascii").strip()
        if len(token) >= MIN_TOKEN_LENGTH and (os.name == "nt" or file.stat().st_mode & 0o077 == 0):
            return token
    with contextlib.suppress(OSError):
        root.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
            stream.write(fresh)
    return fresh


def exclusive_option() -> int:
    """Return the socket option that reuses the port of an ended server, and never that of a running one.

    SO_REUSEADDR does so on POSIX systems; on Windows it would let two servers listen on one port.
    """
    return int(getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR))


def free_socket(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address, on this port or the next free one.

    Raises:
        SimulationError: if none of the next ports is free.
    """
    for used in range(port, min(port + N_PORTS, 65536)):
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, exclusive_option(), 1)
        try:
            bound.bind((HOST, used))
            bound.listen()  # a page that is opened before the server runs waits for it
        except OSError:
            bound.close()
            continue
        if used != port:
            print_notice(f"port {port} is in use; took {used}")
        return bound
    raise SimulationError(f"no port from {port} to {port + N_PORTS - 1} is free; choose another with --port")


# ----------------------------------------------------------------------------------------------------------------------
# Studio from Python: a live simulation controlled by a notebook or a script and by a web page at the same time
# ----------------------------------------------------------------------------------------------------------------------

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
