"""Ready-made gaits of orthogonal snakes: parameters, motion, and source.

Change one with `dataclasses.replace(SIDEWINDING, angular_frequency=1.0)`. Directions hold for a positive frequency.
"""

import math
from dataclasses import dataclass, replace

from snakelab.gaits.orthogonal_snakes.concertina import ConcertinaGait
from snakelab.gaits.orthogonal_snakes.rolling import HelixRollingGait
from snakelab.gaits.orthogonal_snakes.winding import WindingGait

LIU = "Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability, 2024"
TESCH = "after Tesch et al., Parameterized and Scripted Gaits for Modular Snake Robots, 2009; numbers ours"
GONG = "after Gong, Hatton and Choset, Conical sidewinding, 2012; numbers ours"

CREEPING = WindingGait(math.radians(50), 0.0, 2.0, math.pi / 5)
TRAVELLING_WAVE = WindingGait(0.0, math.radians(50), 3.0, math.pi / 5)
SIDEWINDING = WindingGait(math.radians(50), math.radians(15), 2.0, math.pi / 5)
ARC_ROLLING = HelixRollingGait(2.0, angular_frequency=math.pi / 2)
SPIRAL_ROLLING = HelixRollingGait(0.26, 0.04, math.pi / 5)
LINEAR_PROGRESSION = WindingGait(0.0, math.radians(30), 2.0, -math.pi / 5)
POLE_CLIMBING = HelixRollingGait(0.26, 0.04, math.pi / 5, phase_factor=2.0)
CONCERTINA = ConcertinaGait(math.radians(50))

# Of the atlas of `snake_iii` (docs/atlas.md): in speed, cost of transport and torque together no gait of this table beats it on
# a floor, on ice, on carpet, on slopes of 5 and 10 degrees, on gravel, on sand and at the water's edge. On wheels CL and linear
# progression do, on grass, on rocks and over a kerb ARL2, whose arc is tighter; there this one may stop.
DEFAULT = "ARL"


@dataclass(frozen=True)
class GaitRow:
    """One gait of the table.

    Args:
        name: Name in the source, or common name.
        gait: Parameters.
        does: Motion of the robot of the source, `snake_iii`.
        source: Source of the parameters.
    """

    name: str
    gait: WindingGait | HelixRollingGait | ConcertinaGait
    does: str
    source: str


def _field_trials() -> tuple[GaitRow, ...]:
    """Sidewinding and arc rolling over grass (1 and 2) and rocks (3 and 4)."""
    grounds = ("grass", "grass", "rocks", "rocks")
    winds = [
        replace(SIDEWINDING, yaw_winding=math.radians(a), pitch_winding=math.radians(20)) for a in (50, 70, 50, 70)
    ]
    rolls = [replace(ARC_ROLLING, radius=r) for r in (1.0, 1.2, 1.0, 1.2)]
    rows = [GaitRow(f"SWL{i + 1}", g, f"sidewinding on {grounds[i]}", LIU) for i, g in enumerate(winds)]
    return (*rows, *(GaitRow(f"ARL{i + 1}", g, f"arc rolling on {grounds[i]}", LIU) for i, g in enumerate(rolls)))


GAITS = (
    GaitRow("CL", CREEPING, "creeps headward on wheels, or where friction is less along the body than across", LIU),
    GaitRow("TWL", TRAVELLING_WAVE, "a wave in the upright plane; a negative frequency goes headward", LIU),
    GaitRow("SWL", SIDEWINDING, "winds itself sideways to the right", LIU),
    GaitRow("ARL", ARC_ROLLING, "rolls to the left as a flat arc", LIU),
    GaitRow("SRL", SPIRAL_ROLLING, "turns about itself as a helix; in free space, or around a pole", LIU),
    *_field_trials(),
    GaitRow("creeping in a curve", replace(CREEPING, yaw_offset=math.radians(2)), "creeps to the left", LIU),
    GaitRow("linear progression", LINEAR_PROGRESSION, "goes headward by a wave in the upright plane", TESCH),
    GaitRow(
        "conical sidewinding",
        replace(SIDEWINDING, taper=0.3),
        "sidewinds in a circle, turning left; a negative taper turns right",
        GONG,
    ),
    GaitRow(
        "conical rolling",
        replace(ARC_ROLLING, radius=1.2, taper=0.6),
        "rolls in a circle, turning left; a negative taper turns right",
        TESCH,
    ),
    GaitRow("pole climbing", POLE_CLIMBING, "climbs a pole of the helix's radius less the body's, head first", TESCH),
    GaitRow(
        "concertina", CONCERTINA, "braces against a pipe's walls and stretches, in turn", "ours, see ConcertinaGait"
    ),
)
