"""Command `snakelab studio`: a live simulation in the browser."""

import socket
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from snakelab.apps.console import clean_errors, say_error
from snakelab.errors import MissingExtraError, SimulationError

FIRST_PORT, TRIES = 8700, 20
HOST = "127.0.0.1"
RECORDED = (".nc",)


def studio(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="[SCENARIO | FILE | RUN]",
            help="Name of a library scenario; a scenario file, which is read again when it is saved; or a recorded run.",
        ),
    ] = "snakesys_sidewinding",
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", min=1, max=65535, help="Port on this machine; if it is in use, the next free one."
        ),
    ] = FIRST_PORT,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder in which runs are saved.")] = Path("out/studio"),
) -> None:
    """Simulate live in the browser: watch, change, push and record. Ctrl-C ends it.

    The page is reachable from this machine only. To use it on a remote machine, forward the port:
    ssh -L 8700:127.0.0.1:8700 MACHINE.
    """
    with clean_errors():
        server, place = _server(scenario, port, out)
        typer.echo(f"Studio: {place}  (Ctrl-C ends it)")
        if open_page:
            webbrowser.open(place)
        server.run()


def _server(scenario: str, port: int, out: Path):  # type: ignore[no-untyped-def]
    """Return the web server, bound to a free port, and the address of the page."""
    try:
        import starlette  # noqa: F401
        import uvicorn
        import websockets  # noqa: F401
    except ImportError:
        from snakelab.installation import install_line

        raise MissingExtraError(f"the studio's web server is not installed; type: {install_line('studio')}") from None
    from snakelab.apps.studio.messages import MOST_BYTES
    from snakelab.apps.studio.server import Studio

    opened = _opened(scenario)
    bound = free_socket(port)
    used = bound.getsockname()[1]
    made = Studio(opened.pop("scenario"), out, hosts=(f"{HOST}:{used}", f"localhost:{used}"), **opened)
    config = uvicorn.Config(
        made.app(), log_level="error", ws="websockets-sansio", ws_max_size=MOST_BYTES, ws_ping_interval=20.0
    )
    return _Bound(uvicorn.Server(config), bound), f"http://{HOST}:{used}/#{made.token}"


def _opened(name: str) -> dict[str, Any]:
    """Return what a name stands for, as arguments of the studio: a recording, a file of one's own, or a library scenario."""
    from snakelab.apps.studio.replay import Replay
    from snakelab.scenarios import load_scenario

    path = Path(name)
    if path.suffix in RECORDED or path.is_dir():
        replay = Replay.of(path)
        return {"scenario": replay.scenario, "replay": replay}
    return {"scenario": load_scenario(name), "file": path if path.is_file() else None}


class _Bound:
    """Web server on a socket that is already bound."""

    def __init__(self, server, bound: socket.socket) -> None:  # type: ignore[no-untyped-def]
        self.server, self.bound = server, bound

    def run(self) -> None:
        """Serve until Ctrl-C."""
        self.server.run(sockets=[self.bound])


def free_socket(port: int) -> socket.socket:
    """Return a socket that listens on the loopback address, on this port or the next free one.

    Raises:
        SimulationError: if none of the next ports is free.
    """
    for used in range(port, min(port + TRIES, 65536)):
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((HOST, used))
        except OSError:
            bound.close()
            continue
        if used != port:
            say_error(f"port {port} is in use; took {used}")
        return bound
    raise SimulationError(f"no port from {port} to {port + TRIES - 1} is free; name another with --port")
