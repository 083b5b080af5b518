"""Variations of the trials, one at a time: friction, stiffness and roughness of the ground, and strength of the joints."""

from dataclasses import dataclass

from reproductions.snakesys.orthogonal_gaits import EXACT

CONTACT = "world.media.1.contact"
ROUGH = f"{CONTACT}.surface.terrain.relief.rough_ground"
STONES = f"{CONTACT}.surface.terrain.relief.boulders"
STRONG = ("robot.snake_iii.actuator.servo.torque_limit=1000",)


@dataclass(frozen=True)
class Variation:
    """Changes of the scenarios, as for `--set`.

    Attributes:
        label: Label in the table.
        both: Changes on grass and on rocks.
        grass: Changes on grass only.
        rocks: Changes on rocks only.
    """

    label: str
    both: tuple[str, ...] = ()
    grass: tuple[str, ...] = ()
    rocks: tuple[str, ...] = ()


def frictions(label: str, grass: float, rocks: float, both: tuple[str, ...] = ()) -> Variation:
    """Return a variation of both friction coefficients."""
    key = f"{CONTACT}.friction.mu_tangential="
    return Variation(label, both, (f"{key}{grass}",), (f"{key}{rocks}",))


VARIATIONS = (
    Variation("as in the scenarios"),
    Variation("servos without limit", STRONG),
    Variation("joints that follow exactly", EXACT),
    frictions("friction 0.2 on both", 0.2, 0.2),
    frictions("friction 0.45 on both", 0.45, 0.45),
    # 0.2 of the floor, and that times the ratio of the coefficients of clothed bodies on grass and on asphalt
    frictions("friction 0.24 and 0.2", 0.24, 0.2),
    # of car tyres: on dry grass from engineering tables, on a firm gravel road from Taborek
    frictions("friction 0.35 and 0.6", 0.35, 0.6),
    Variation("grass twice as stiff", grass=(f"{CONTACT}.stiffness=6868", f"{CONTACT}.damping=95.6")),
    Variation("grass half as stiff", grass=(f"{CONTACT}.stiffness=1717", f"{CONTACT}.damping=47.8")),
    Variation("half as rough", (), (f"{ROUGH}.deviation=0.0055",), (f"{STONES}.smallest=0.032", f"{STONES}.largest=0.064")),
    Variation(
        "twice as rough",
        ("initial.position=[4.64, 0, 0.16]",),
        (f"{ROUGH}.deviation=0.022",),
        (f"{STONES}.smallest=0.128", f"{STONES}.largest=0.256"),
    ),
)  # fmt: skip
