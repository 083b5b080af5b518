"""Table I of the paper with the published mounts, for several skin radii and forces.

The sections are rotated by pi/3 relative to each other, and the lags are 0 in `planar` and pi/3 in `spatial`. With these
mounts a lag of 0 gives a helical body and a lag of pi/3 a body in one plane: the shapes are interchanged with respect to
the paper's figures. Skin radius and force are not published; each pair of values is compared with the table.
"""

import math
from collections.abc import Iterator, Sequence

from reproductions.soft_snake.published import TABLE_I
from reproductions.soft_snake.sweep import Rolled, grid, roll

MOUNT = math.pi / 3
RADII = (0.0225, 0.026, 0.029, 0.031, 0.032, 0.033, 0.0335, 0.034, 0.036)
FORCES = (20.0, 24.0, 26.0, 28.0, 30.0, 32.0, 34.0, 38.0)
CM = 100.0


def pairs(
    radii: Sequence[float] = RADII, forces: Sequence[float] = FORCES, *, workers: int | None = None
) -> list[tuple[Rolled, Rolled]]:
    """Rolling of a body along x with lags of 0 (a helical body) and pi/3 (a body in one plane), for each pair of skin radius [m]
    and peak force [N]."""
    planar, spatial = (
        roll(grid((gait,), radii, forces, (0.5,), (0.0,), (MOUNT,)), workers=workers) for gait in ("planar", "spatial")
    )
    return list(zip(planar, spatial, strict=True))


def oblique(rolled: Rolled) -> float:
    """Angle between the velocity and the direction across the body [rad]; positive toward the head."""
    x, y = rolled.velocity
    return math.atan2(x, abs(y))


def lines(pairs: Sequence[tuple[Rolled, Rolled]]) -> Iterator[str]:
    """Yield the lines of a table: radius, force, velocities of both gaits, ratio of their speeds, and deviations from Table I."""
    printed = {row.gait: row.velocity for row in TABLE_I if row.robot == "model"}
    yield "radius_mm,force_N,planar_x,planar_y,spatial_x,spatial_y,ratio,planar_off,spatial_off"
    for planar, spatial in pairs:
        off = [
            math.hypot(one.velocity[0] - printed[one.case.gait][0], abs(one.velocity[1]) - printed[one.case.gait][1])
            for one in (planar, spatial)
        ]
        numbers = [
            *(CM * part for part in (planar.velocity[0], abs(planar.velocity[1]))),
            *(CM * part for part in (spatial.velocity[0], abs(spatial.velocity[1]))),
            planar.speed / spatial.speed,
            *(CM * one for one in off),
        ]
        case = planar.case
        yield f"{1e3 * case.skin_radius:g},{case.peak_force:g}," + ",".join(f"{number:.2f}" for number in numbers)
