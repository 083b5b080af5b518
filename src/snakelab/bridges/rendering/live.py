"""Images of a robot's cameras during a run."""

from collections.abc import Sequence

import numpy as np

from snakelab.bridges.rendering.camera_motion.motion import posed
from snakelab.bridges.rendering.camera_motion.mounted_cameras import MountedCamera, mounted_camera
from snakelab.bridges.rendering.image_formation.imaging import Imaging
from snakelab.bridges.rendering.scene.visible_objects import Stage, VisibleLink
from snakelab.errors import SimulationError, nearest
from snakelab.physics.model import Model
from snakelab.results.recorded_objects.propellers import propellers_from
from snakelab.results.recorded_objects.wheels import wheels_from
from snakelab.sim.dataset.facts import (
    camera_facts,
    fluid_facts,
    link_facts,
    outline_facts,
    propeller_facts,
    surface_facts,
    wheel_facts,
)
from snakelab.sim.simulation import Record, Simulation
from snakelab.types import FloatArray, instance, instances
from snakelab.worlds.scenery import Scenery


class LiveCameras:
    """Cameras of the robot of a `Simulation`, rendered on request. Use it as a context manager, or close it.

    Unbounded surfaces are drawn to 12 m around the initial position of the robot. The thread that creates it renders the images.

    Args:
        simulation: A run whose robot has cameras.
        names: Names of cameras; None for all.

    Raises:
        SimulationError: if the robot has no such camera, or without OpenGL.
        MissingExtraError: without MuJoCo.
    """

    def __init__(self, simulation: Simulation, names: Sequence[str] | None = None) -> None:
        instance(simulation, "LiveCameras simulation", (Simulation,), SimulationError)
        if names is not None:
            names = tuple(instances(names, "LiveCameras names", (str,), SimulationError))
        self._simulation = simulation
        self._numbers: dict[str, int] = {}
        self._imaging: dict[str, Imaging] = {}
        model = simulation.model
        self._mounted = {one.camera.name: one for one in map(mounted_camera, camera_facts(model))}
        self._links = list(map(str, model.station_names))
        if not self._mounted:
            raise SimulationError(
                f"robot {model.robot.name!r} has no cameras; write Robot(..., cameras=[StereoCamera()])"
            )
        for name in self._mounted if names is None else names:
            if name not in self._mounted:
                raise SimulationError(f"the robot has no camera {name!r}{nearest(name, self._mounted)}")
        self._mounted = {name: one for name, one in self._mounted.items() if names is None or name in names}
        stage = model_stage(model, simulation["link_position"])
        for number, (name, mounted) in enumerate(self._mounted.items()):
            self._imaging[name] = Imaging(stage, mounted, number)
            self._numbers[name] = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the cameras."""
        return tuple(self._mounted)

    def images(self, name: str = "", record: Record | None = None) -> dict[str, np.ndarray]:
        """Return the images of one camera now, without motion blur: "image"; "left" and "right"; or "depth".

        Args:
            name: Name of the camera; empty for the first.
            record: Record of the run, from a subscription; None for the present state.

        Raises:
            SimulationError: if there is no such camera.
        """
        name = name or next(iter(self._mounted))
        if name not in self._mounted:
            raise SimulationError(f"there is no camera {name!r}{nearest(name, self._mounted)}")
        source: Simulation | Record = self._simulation if record is None else record
        T = self._pose(self._mounted[name], source)
        links = (np.asarray(source["link_position"]), np.asarray(source["link_quaternion"]))
        number = self._numbers[name]
        self._numbers[name] += 1
        return self._imaging[name].images(source.time, lambda time: (T, *links), number)

    def _pose(self, mounted: MountedCamera, source: Simulation | Record) -> FloatArray:
        """Return T_world_camera."""
        if mounted.carrier in ("base", "head"):
            position, quaternion = (source[f"{mounted.carrier}_{what}"] for what in ("position", "quaternion"))
        else:
            i = self._links.index(mounted.carrier)
            position, quaternion = source["link_position"][i], source["link_quaternion"][i]
        return posed(position, quaternion) @ mounted.T_carrier_camera

    def close(self) -> None:
        """Free the renderers."""
        for imaging in self._imaging.values():
            imaging.close()

    def __enter__(self) -> "LiveCameras":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def model_stage(model: Model, places: FloatArray) -> Stage:
    """Return the visible things of a model.

    Args:
        model: The model.
        places: Positions of the links at the start, shape (n_links, 3), [m].
    """
    _, lengths, centres = link_facts(model)
    names = list(map(str, model.station_names))
    links = tuple(
        VisibleLink(kind, -back, -back + length, width or thin, height or thin)
        for kind, back, length, width, height, thin in zip(
            *(values.tolist() for values in (outline_facts(model)[0], centres, lengths, *outline_facts(model)[1:])),
            len(lengths) * [0.04 * max(float(lengths.sum()), 1e-3)],
            strict=True,
        )
    )
    scenery = model.world.scenery or Scenery()
    planar = model.robot.base == "planar"
    return Stage(
        links,
        surface_facts(model),
        fluid_facts(model),
        scenery,
        places.min(axis=0),
        places.max(axis=0),
        planar,
        model.robot.from_head,
        tuple(wheels_from(wheel_facts(model), names)),
        tuple(propellers_from(propeller_facts(model), names)),
    )
