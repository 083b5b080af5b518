"""Description of the present scenario for the page: its shapes, form, recorded values and layers."""

import base64
import json
import threading
from importlib.resources import files
from typing import Any

import numpy as np

from snakelab.apps.studio.edits.placing import aims, has_edges, without_far
from snakelab.apps.studio.edits.pulling import GRAVITY
from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.page_data.form import form
from snakelab.apps.studio.page_data.frames import force_kinds
from snakelab.apps.studio.page_data.surroundings import has_current, has_temperature
from snakelab.apps.studio.viewers.camera_images import known_cameras
from snakelab.apps.studio.viewers.layers import predicts
from snakelab.apps.studio.viewers.map_feed import stereo_camera
from snakelab.physics.record_row import record_layout
from snakelab.results.recording import Recording
from snakelab.results.variables import units
from snakelab.scenarios import library
from snakelab.view.html_report.packing import Packer
from snakelab.view.html_report.payload import payload
from snakelab.view.html_report.scene_3d.mapping import mapping


class Scene:
    """Scene of the present scenario of a session; its shapes are made once per scenario.

    Args:
        session: The session.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._head: tuple[int, str] = (-1, "")
        self._units: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def described(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the scene and the state; `head` is the container of the report page, with shapes and surroundings."""
        session = self._session
        with self._lock:
            simulation, generation = session.simulation, session.generation
            layout = record_layout(simulation.model)
            if self._head[0] != generation:
                self._make_head(generation)
            scene = {
                "generation": generation,
                "head": self._head[1],
                "variables": {name: int(np.prod(shape)) for name, (_, shape) in layout.items() if name != "time"},
                "units": {name: self._units[name] for name in layout if name in self._units},
                "coordinates": list(simulation.model.coordinate_names),
                "parts": list(simulation.model.robot.part_names),
                "links": list(simulation.model.station_names),
                "weight": simulation.model.mass * GRAVITY,
                "contacts": "skin_load" in layout,
                "forces": list(force_kinds(layout)),
                "current": has_current(session),
                "temperature": has_temperature(session),
                "map": None if session.replay is None else packed_map(session.replay.recording),
                "mapping": session.replay is None and stereo_camera(simulation.model) is not None,
                "cameras": known_cameras(simulation, session.replay),
                "blocks": has_edges(simulation.model),
            }
            return scene | self.controls(), session.state()

    def controls(self) -> dict[str, Any]:
        """Return what depends on the kind of controller: the form, what can be placed, and if it predicts."""
        simulation = self._session.simulation
        return {
            "form": form(simulation.model, simulation.controller, simulation.course.n_media),
            "aims": aims(simulation.controller),
            "futures": predicts(simulation),
        }

    def _make_head(self, generation: int) -> None:
        recording, scenario = without_far(self._session.simulation.recording()), self._session.scenario
        content = payload([recording], [scenario.name], scenario.title)
        self._head = (generation, base64.b64encode(content).decode())
        self._units = units(recording)


def listed_scenarios() -> list[dict[str, Any]]:
    """Return name, title and picture of the scenarios of the library."""
    pictures = json.loads((files("snakelab.apps.studio") / "thumbnails.json").read_text(encoding="utf-8"))
    return [{"name": name, "title": title, "picture": pictures.get(name)} for name, title in library().items()]


MAX_ROWS = 1500  # instants of the estimates that are sent


def packed_map(recording: Recording) -> str | None:
    """Return a container with the head of `mapping` and the times of its estimates, in base64; None without a map."""
    times = np.asarray(recording["time"].values, dtype=np.float64)
    rows = np.unique(np.linspace(0, len(times) - 1, min(len(times), MAX_ROWS)).round().astype(int))
    packer = Packer()
    layer = mapping(recording, rows, packer)
    if layer is None:
        return None
    return base64.b64encode(packer.container(layer | {"times": packer.times(times[rows])})).decode()
