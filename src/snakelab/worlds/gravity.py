"""Gravity of a world, and its scenery, the appearance in images of cameras."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Len

from snakelab.errors import WorldError
from snakelab.parameters.arguments import FloatArray, is_row, number, vector
from snakelab.parameters.declarations import CHECKED_ELSEWHERE, FIXED, Point, Seed, Slider, Unit, check_declared
from snakelab.worlds.force_law import ForceLaw, LawTables, Stations

# ----------------------------------------------------------------------------------------------------------------------
# Gravity: uniform acceleration of every station
# ----------------------------------------------------------------------------------------------------------------------

STANDARD_GRAVITY = 9.81
MAX_GRAVITY = 1e5  # far above any centrifuge [m/s^2]

Acceleration = (
    Annotated[float, Ge(0), Le(MAX_GRAVITY), Unit("m/s^2"), Slider(0, 20, 0.01), CHECKED_ELSEWHERE]
    | Annotated[tuple[float, float, float], Unit("m/s^2"), Slider(-20, 20, 0.01), CHECKED_ELSEWHERE]
)


@dataclass(frozen=True)
class Gravity(ForceLaw):
    """Uniform gravity: f = m g at every station.

    Args:
        acceleration: Magnitude, at least 0, along -z; or a vector in world axes, shape (3,), [m/s^2].
    """

    acceleration: Acceleration = STANDARD_GRAVITY
    name: str = "gravity"

    def __post_init__(self) -> None:
        self.vector()

    def vector(self) -> FloatArray:
        """Acceleration in world axes, shape (3,), [m/s^2]."""
        if not is_row(self.acceleration):
            return np.array([0.0, 0.0, -self._magnitude()])
        gravity = vector(self.acceleration, "Gravity acceleration", WorldError, size=3, unit="m/s^2")
        number(
            float(np.linalg.norm(gravity)),
            "Gravity acceleration, its magnitude,",
            WorldError,
            maximum=MAX_GRAVITY,
            unit="m/s^2",
        )
        return gravity

    def tables(self, stations: Stations) -> LawTables:
        """No rows: gravity is part of the equations of motion."""
        return LawTables(())

    def _magnitude(self) -> float:
        """Magnitude along -z [m/s^2]."""
        magnitude = number(self.acceleration, "Gravity acceleration", WorldError, maximum=MAX_GRAVITY, unit="m/s^2")
        if magnitude < 0:
            raise WorldError(
                f"Gravity acceleration must be at least 0 m/s^2, a magnitude along -z, got {magnitude:g}; write "
                f"{-magnitude:g}, or (0, 0, {-magnitude:g}) for gravity that pulls upward"
            )
        return magnitude


def total_gravity(media: Iterable[object]) -> FloatArray | None:
    """Sum of the gravity of a world, world axes, shape (3,), [m/s^2]; None without `Gravity`."""
    vectors = [medium.vector() for medium in media if isinstance(medium, Gravity)]
    return np.sum(vectors, axis=0) if vectors else None


def pressing_gravity(media: Iterable[object]) -> float:
    """Component of the gravity of a world toward level ground, at least 0; 9.81 in a world without `Gravity` [m/s^2]."""
    total = total_gravity(media)
    return STANDARD_GRAVITY if total is None else max(0.0, -float(total[2]))


# ----------------------------------------------------------------------------------------------------------------------
# Scenery: appearance of a world in the images of cameras, textures, light, a room. It has no effect on the motion
# ----------------------------------------------------------------------------------------------------------------------

MAX_ROOM = 1000.0  # size of a room [m]

Extent = Annotated[float, Gt(0), Le(MAX_ROOM), Unit("m"), Slider(1, 50, 0.5), FIXED]
Colour = Annotated[tuple[float, float, float], Ge(0), Le(1), Slider(0, 1, 0.01), FIXED]
Attenuation = Annotated[tuple[float, float, float], Ge(0), Le(1000), Unit("1/m"), Slider(0, 3, 0.01), FIXED]


@dataclass(frozen=True)
class Scenery:
    """Scenery of camera images: textures of all surfaces, light, colour of the water, and optionally a room with boxes.

    Textures are noise of several scales that does not repeat. Light from a point at a distance r in water is L
    exp(-c r) + w (1 - exp(-c r)) for each colour, with the attenuation c and the colour w of the water.

    Args:
        seed: Seed of textures and boxes.
        contrast: Contrast of the textures [-]; 0 gives surfaces of one colour.
        grain: Size of the smallest features of the textures [m].
        light: Brightness of the ambient light [-]; in a pipe it falls off from the openings.
        attenuation: Attenuation of water for red, green and blue, shape (3,), [1/m].
        water_colour: Red, green and blue of deep water, shape (3,), [-].
        room: Length along x, width along y and height of a room [m]; None for open space.
        centre: Centre of the room's floor, shape (3,), [m].
        boxes: Number of boxes on the floor of the room.
        clear: Length along x and width along y of the area around the centre that has no boxes [m]; None for half the
            room.

    Raises:
        WorldError: if a number is out of range, or there are boxes without a room.
    """

    seed: Annotated[Seed, FIXED] = 0
    contrast: Annotated[float, Ge(0), Le(1), Slider(0, 1, 0.01), FIXED] = 0.8
    grain: Annotated[float, Gt(0), Le(1), Unit("m"), Slider(0.001, 0.05, 0.001), FIXED] = 0.008
    light: Annotated[float, Ge(0), Le(10), Slider(0, 2, 0.01), FIXED] = 1.0
    attenuation: Attenuation = (0.55, 0.15, 0.12)
    water_colour: Colour = (0.05, 0.25, 0.3)
    room: tuple[Extent, Extent, Extent] | None = None
    centre: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    boxes: Annotated[int, Ge(0), Le(1000), Slider(0, 100, 1), FIXED] = 0
    clear: Annotated[Sequence[float], Ge(0), Le(MAX_ROOM), Len(2, 2), Unit("m"), Slider(0, 50, 0.5), FIXED] | None = (
        None
    )

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if self.boxes and self.room is None:
            raise WorldError(f"Scenery boxes must be 0 without a room, got {self.boxes}; write room=(8, 8, 3)")
