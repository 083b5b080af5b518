"""HTTP part of the studio: the page and its assets, for requests whose host and origin are those of this server."""

from importlib.resources import files
from typing import NamedTuple

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {}"
)
# Pages that may embed the studio in a frame: notebooks on this machine.
FRAMES = "http://127.0.0.1:* http://localhost:* vscode-webview:"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>snakelab studio</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<div id="page" data-live="yes"><p class="loading">Opening the studio ...</p></div>
<noscript><p class="loading">The studio needs JavaScript, which is switched off here.</p></noscript>
<script src="/page.js"></script>
</body>
</html>
"""


class Access(NamedTuple):
    """Access to a studio."""

    hosts: tuple[str, ...]  # hosts with the port; a tunnel may have another port
    token: str = ""  # secret that a viewer must send; empty for a new one
    framed: bool = False  # True if a notebook on this machine may show the page in a frame


class Pages:
    """The page of the studio and its assets.

    Args:
        access: Hosts and frames.
    """

    def __init__(self, access: Access) -> None:
        self._headers = HEADERS | {"Content-Security-Policy": POLICY.format(FRAMES if access.framed else "'none'")}
        self._names = {host.rpartition(":")[0] for host in access.hosts}

    def routes(self) -> list[Route]:
        """Return the routes of the web application."""
        return [Route("/", self._page), Route("/page.js", self._asset), Route("/page.css", self._asset)]

    def knows(self, connection: HTTPConnection) -> bool:
        """Return True if a request has a host name of this server and comes from its own page; others are refused.

        The port in the header Host is that of the browser's side, which differs from this one behind an ssh tunnel.
        """
        host, origin = connection.headers.get("host", ""), connection.headers.get("origin")
        name, _, port = host.rpartition(":")
        return name in self._names and port.isdecimal() and origin in (None, f"http://{host}")

    async def _page(self, request: Request) -> Response:
        if not self.knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        return Response(PAGE, media_type="text/html", headers=self._headers)

    async def _asset(self, request: Request) -> Response:
        if not self.knows(request):
            return PlainTextResponse("wrong host", status_code=403)
        name = request.url.path.strip("/")
        kind = "text/javascript" if name.endswith(".js") else "text/css"
        content = (files("snakelab.view.html_report") / "assets" / name).read_bytes()
        return Response(content, media_type=kind, headers=self._headers)
