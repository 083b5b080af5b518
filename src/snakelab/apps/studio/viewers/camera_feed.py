"""Thread that renders the images of the watched cameras, so that the run does not wait for them."""

import contextlib
import time as clock
from collections.abc import Callable

from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.viewers.background import Background
from snakelab.apps.studio.viewers.camera_images import (
    Rendered,
    Source,
    Stored,
    image_message,
    known_cameras,
    stored_images,
)
from snakelab.errors import SnakelabError

# Minimum time between two scenes of one run with a changing world [s].
BETWEEN_SCENES = 1.0


class CameraFeed:
    """Images of the watched cameras at their rate in simulated time; those that would be late are left out.

    Args:
        session: The session.
        show: Called in the thread of the feed with name of the stream ("camera.stream") and message.
        fail: Called in the thread of the feed with the reason, in one line, if no images can be made.
    """

    def __init__(self, session: Session, show: Callable[[str, bytes], None], fail: Callable[[str], None]) -> None:
        self._session, self._show, self._fail = session, show, fail
        self._watched: frozenset[str] = frozenset()
        self._background = Background("snakelab-studio-cameras", lambda: bool(self._watched), self._step, self._free)
        self._source: Source | None = None
        self._key: tuple[object, ...] = ()
        self._made = -float("inf")
        self._last: dict[str, float] = {}
        self._rates: dict[str, float] = {}

    def start(self) -> None:
        """Start the thread."""
        self._background.start()

    def watch(self, streams: frozenset[str]) -> None:
        """Render images of these streams, each "camera.stream", the first ones at once."""
        if streams - self._watched:
            self._last.clear()
            self._key = ()  # try again after a failure
        self._watched = streams
        self._background.wake()

    def close(self) -> None:
        """End the thread."""
        self._background.close()

    def _step(self) -> bool:
        """Render the images that are due; return True if there were any."""
        try:
            self._prepare()
            source = self._source
            made = [] if source is None else [self._make(source, name) for name in self._cameras()]
            return any(made)
        except SnakelabError as problem:
            reason = " ".join(str(problem).split())
        except Exception as problem:  # OpenGL and damaged files can raise any exception
            reason = f"the cameras have no images: {problem!r}"
        self._free()
        self._fail(reason)
        return False

    def _cameras(self) -> list[str]:
        return sorted({name.rpartition(".")[0] for name in self._watched} & set(self._rates))

    def _prepare(self) -> None:
        """Create the source of the present run, again if its world has changed."""
        session = self._session
        simulation, replay = session.simulation, session.replay
        key = (simulation, simulation.model.world, replay)
        same = len(self._key) == 3 and all(one is other for one, other in zip(key, self._key, strict=True))
        if same or (self._key[:1] == key[:1] and clock.perf_counter() - self._made < BETWEEN_SCENES):
            return
        self._free()
        self._key, self._made = key, clock.perf_counter()
        self._last.clear()
        self._rates = {camera["name"]: camera["rate"] for camera in known_cameras(simulation, replay)}
        if self._rates:
            images = stored_images(replay)
            self._source = Rendered(simulation) if images is None else Stored(images)

    def _make(self, source: Source, camera: str) -> bool:
        row, layout = self._session.row()
        time, last = float(row[0]), self._last.get(camera)
        early = last is not None and self._session.playing and 0.0 <= time - last < 1.0 / self._rates[camera] - 1e-9
        if early or time == last:
            return False
        self._last[camera] = time
        for stream, pixels in source.images(camera, row, layout).items():
            name = f"{camera}.{stream}"
            if name in self._watched:
                self._show(name, image_message(camera, stream, time, pixels))
        return True

    def _free(self) -> None:
        if self._source is not None:
            with contextlib.suppress(Exception):
                self._source.close()
        self._source = None
