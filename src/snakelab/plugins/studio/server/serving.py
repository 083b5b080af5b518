"""Web server of a studio on a free port of this machine."""

import contextlib
import importlib.util
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakelab.cli.console import print_error
from snakelab.errors import MissingExtraError, SimulationError, install_line
from snakelab.kernels.cache import cache_root
from snakelab.plugins.studio.server.messages import MAX_BYTES

if TYPE_CHECKING:
    from snakelab.plugins.studio.server.server import Access, Opening, Studio
    from snakelab.scenarios.scenario import Scenario


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
            self.server.run(sockets=[self.socket])
        finally:  # also after a signal that the web server does not handle, such as that of a closed terminal
            studio = self.opening.studio if self.opening is not None else self.made
            if studio is not None:
                studio.session.close()
        if self.opening is not None and self.opening.problem is not None:
            raise self.opening.problem


def check_installed() -> None:
    """Raise MissingExtraError unless the web server is installed."""
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise MissingExtraError(f"the studio's web server is not installed; type: {install_line('studio')}")


def studio_server(scenario: "Scenario", folder: Path, port: int, framed: bool = False, **options: Any) -> StudioServer:
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
            print_error(f"port {port} is in use; took {used}")
        return bound
    raise SimulationError(f"no port from {port} to {port + N_PORTS - 1} is free; choose another with --port")
