"""Broadcast of a session to its viewers: frames, states, scenes, metrics, predicted futures and images."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.page_data.frames import Watched, frame
from snakelab.apps.studio.page_data.scene import Scene, listed_scenarios
from snakelab.apps.studio.page_data.surroundings import surroundings
from snakelab.apps.studio.viewers.layers import current_metrics, predicted_futures, predicts
from snakelab.apps.studio.viewers.viewer import Viewer
from snakelab.apps.studio.viewers.viewers import Viewers
from snakelab.errors import SnakelabError
from snakelab.sim.record import Layout
from snakelab.types import FloatArray

# Time between two messages of metrics, and of futures [s].
BETWEEN_METRICS, BETWEEN_FUTURES = 1.0, 0.25


class Broadcast:
    """Broadcast of a session; messages from other threads are sent in the thread of the server while it runs.

    Args:
        session: The session.
        viewers: The viewers.
    """

    def __init__(self, session: Session, viewers: Viewers) -> None:
        self._session, self._viewers, self._scene = session, viewers, Scene(session)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sent_generation, self._sent_form = session.generation, session.form_values.version
        self._describing: list[asyncio.Task[None]] = []
        self._layers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the server's thread."""
        self._loop = asyncio.get_running_loop()
        tasks = (self._prepare(), self._send_metrics(), self._send_futures())
        self._layers = [asyncio.create_task(task) for task in tasks]

    def stop(self) -> None:
        """End; further messages of other threads are dropped."""
        for task in self._layers:
            task.cancel()
        self._loop = None

    def in_server(self, act: Callable[[], None]) -> None:
        """Call a function in the server's thread, if it runs; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(act)

    # ---- from other threads ----------------------------------------------------------------------------------------
    def on_frame(self, session: Session) -> None:
        """Send the present frame."""
        (row, layout), took, generation = session.row(), session.pacing.took, session.generation
        self.in_server(lambda: self._show(row, layout, took, generation))

    def on_change(self, session: Session) -> None:
        """Send the present state."""
        state = session.state()
        self.in_server(lambda: self._send_state(state))

    def on_image(self, name: str, data: bytes) -> None:
        """Send an image of a camera to those who watch it."""

        def show() -> None:
            for viewer in self._viewers:
                viewer.show_image(name, data)

        self.in_server(show)

    def on_no_images(self, reason: str) -> None:
        """Send why there are no images to those who watch a camera."""

        def say() -> None:
            for viewer in self._viewers:
                if viewer.cameras:
                    viewer.say(kind="cameras", problem=reason)

        self.in_server(say)

    def on_map(self, message: dict[str, Any]) -> None:
        """Send the map of a live run to those who watch it."""

        def say() -> None:
            for viewer in self._viewers:
                if viewer.map:
                    viewer.say(kind="map", **message)

        self.in_server(say)

    def on_no_map(self, reason: str) -> None:
        """Send why there is no map to those who watch it."""
        self.on_map({"problem": reason})

    # ---- in the server's thread ------------------------------------------------------------------------------------
    async def introduce(self, viewer: Viewer) -> None:
        """Send what the page needs: the scene, the form, the library, the state, and a frame."""
        viewer.say(kind="library", scenarios=listed_scenarios())
        self._viewers.announce_roles()
        await self._describe(viewer)

    async def _prepare(self) -> None:
        """Create the first scene while the browser loads the page, because its imports take longer."""
        with contextlib.suppress(SnakelabError):
            await asyncio.to_thread(self._scene.described)

    async def _describe(self, viewer: Viewer) -> None:
        """Send the scene and the form of the present scenario, which another thread makes."""
        scene, state = await asyncio.to_thread(self._scene.described)
        viewer.watched = Watched()
        viewer.say(kind="scene", **scene)
        viewer.say(kind="state", **state)
        self._session.order(lambda: None, viewer.problem())

    def _show(self, row: FloatArray, layout: Layout, took: float, generation: int) -> None:
        session = self._session
        if generation != session.generation:
            return
        made: dict[Watched, bytes] = {}
        for viewer in self._viewers:
            watched = viewer.watched
            if watched not in made:
                made[watched] = frame(row, layout, watched, took, surroundings(session, row, layout, watched))
            viewer.show(made[watched])

    def _send_state(self, state: dict[str, Any]) -> None:
        if state["generation"] != self._sent_generation:
            self._sent_generation, self._sent_form = state["generation"], state["form"]
            self._describing = [asyncio.create_task(self._describe(viewer)) for viewer in self._viewers]
            return
        if state["form"] != self._sent_form:
            self._sent_form = state["form"]
            self._describing = [asyncio.create_task(self._send_form())]
        self._viewers.say(kind="state", **state)

    async def _send_form(self) -> None:
        """Send the form again: the run has another kind of controller."""
        self._viewers.say(kind="form", **await asyncio.to_thread(self._scene.controls))

    async def _send_metrics(self) -> None:
        """Send the current metrics to those who watch them, once per second while the run advances."""
        sent, session = (-1, -1.0), self._session
        while True:
            await asyncio.sleep(BETWEEN_METRICS)
            watching = [viewer for viewer in self._viewers if viewer.metrics]
            now = (session.generation, session.simulation.time)
            if not watching or now == sent or session.replay is not None:
                continue
            sent = now
            with contextlib.suppress(SnakelabError):
                metrics = await asyncio.to_thread(current_metrics, session.simulation)
                for viewer in watching if metrics else ():
                    viewer.say(kind="metrics", **(metrics or {}))

    async def _send_futures(self) -> None:
        """Send the futures that the controller compares to those who watch them, some times per second."""
        sent = -1.0
        while True:
            await asyncio.sleep(BETWEEN_FUTURES)
            simulation = self._session.simulation
            watching = [viewer for viewer in self._viewers if viewer.futures]
            if not watching or simulation.time == sent or self._session.replay is not None or not predicts(simulation):
                continue
            sent = simulation.time
            with contextlib.suppress(SnakelabError):
                futures = await asyncio.to_thread(predicted_futures, simulation)
                for viewer in watching if futures else ():
                    viewer.say(kind="futures", **(futures or {}))
