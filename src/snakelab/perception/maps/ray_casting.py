"""Simulated range sensor: rays from a frame to the surfaces of a world, by their signed distance, without images."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import PerceptionError
from snakelab.geometry.signed_distance import surface_gap
from snakelab.parameter_declarations.array_checks import checked_array
from snakelab.types import FloatArray, count, number
from snakelab.worlds import Contact, World

CLOSE = 1e-4  # gap at which a ray has arrived [m]
MAX_STEPS = 200
MAX_RAYS = 2000  # of a row or a column


@dataclass(frozen=True)
class RangeScanner:
    """Rays over a rectangular field of view about the x axis of a frame (x forward, y left, z up).

    Args:
        width: Columns of rays [-].
        height: Rows of rays [-].
        field_of_view: Angles from the first to the last column and row [rad].
        reach: Longest distance measured [m].
        noise: Standard deviation of a distance, of the distance itself [-].

    Raises:
        PerceptionError: if an argument is out of range.
    """

    width: int = 24
    height: int = 18
    field_of_view: tuple[float, float] = (1.5, 1.1)
    reach: float = 3.0
    noise: float = 0.005
    directions: FloatArray = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("width", "height"):
            count(getattr(self, name), f"RangeScanner {name}", PerceptionError, minimum=1, maximum=MAX_RAYS)
        number(self.reach, "RangeScanner reach", PerceptionError, above=0, unit="m")
        number(self.noise, "RangeScanner noise", PerceptionError, minimum=0)
        across, up = checked_array(self.field_of_view, "RangeScanner field_of_view", (2,), "rad")
        if not (0 < across < np.pi and 0 < up < np.pi):
            raise PerceptionError(
                f"RangeScanner field_of_view must be two angles between 0 and pi, got {across:g} and {up:g} rad"
            )
        yaw, pitch = np.meshgrid(
            np.linspace(-across / 2, across / 2, self.width), np.linspace(-up / 2, up / 2, self.height)
        )
        rays = np.stack([np.cos(pitch) * np.cos(yaw), np.cos(pitch) * np.sin(yaw), np.sin(pitch)], axis=-1)
        object.__setattr__(self, "directions", rays.reshape(-1, 3))

    def scan(self, world: World, T_world_sensor: FloatArray, seed: int = 0) -> FloatArray:
        """Points where rays meet the surfaces of a world, in the axes of the sensor, shape (n, 3), [m].

        Rays that meet nothing within the reach are left out. Sphere tracing: each step is the distance to the nearest surface.

        Args:
            world: Its `Contact` media have the surfaces.
            T_world_sensor: Pose of the sensor, shape (4, 4).
            seed: Seed of the noise.
        """
        T = checked_array(T_world_sensor, "T_world_sensor", (4, 4))
        surfaces = [medium.surface for medium in world.media if isinstance(medium, Contact)]
        if not surfaces:
            raise PerceptionError("the world has no surface to measure; add Contact(...)")
        numbers = [(surface.kind, surface.numbers()) for surface in surfaces]
        rays = self.directions @ T[:3, :3].T
        distance = np.array([_traced(numbers, T[:3, 3], ray, self.reach) for ray in rays])
        hit = np.isfinite(distance)
        noisy = distance[hit] * (1 + self.noise * np.random.default_rng(seed).normal(size=int(hit.sum())))
        return np.asarray(noisy[:, None] * self.directions[hit])


def _traced(surfaces: Sequence[tuple[int, FloatArray]], origin: FloatArray, ray: FloatArray, reach: float) -> float:
    """Distance along a ray to the nearest surface; infinite beyond the reach."""
    distance = 0.0
    for _ in range(MAX_STEPS):
        p = origin + distance * ray
        place = (float(p[0]), float(p[1]), float(p[2]))
        gap = min(float(surface_gap(kind, numbers, 0, place)[0]) for kind, numbers in surfaces)
        if gap < CLOSE:
            return distance
        distance += gap
        if distance > reach:
            break
    return float("inf")
