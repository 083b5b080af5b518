"""Ground friction of the batch model: the laws of `worlds.LinkFriction` and `worlds.ViscousFriction`, at link centres."""

from dataclasses import dataclass

from snakelab.errors import WorldError
from snakelab.types import choice, number
from snakelab.worlds.ground_friction.friction import MIN_EPS, SHAPES, SMOOTHINGS

# Kinds of ground in the batch model, compiled in: no ground, viscous friction only, or dry and viscous friction.
NO_GROUND, VISCOUS, DRY = range(3)


@dataclass(frozen=True)
class GroundFriction:
    """Dry and viscous friction at the centre of each link, along and across it.

    With u_t, u_n the velocity of a link's centre along and across it, and N = load m: the dry friction of `LinkFriction`
    by its shape and smoothing, and f_t = -m C_t u_t, f_n = -m C_n u_n. Coefficients along the link differ between forward
    (toward the head) and backward.

    Args:
        forward: Coefficient of dry friction along the link, moving forward [-].
        backward: Moving backward [-].
        across: Across the link [-].
        load: Normal force per mass [m/s^2].
        shape: "per_axis", "elliptic", "along_slip" or "weighted_slip", see `LinkFriction`.
        smoothing: "tanh", "sqrt" or "rational".
        eps: Smoothing speed [m/s].
        viscous_forward: C_t moving forward [1/s].
        viscous_backward: C_t moving backward [1/s].
        viscous_across: C_n [1/s].

    Raises:
        WorldError: if a number is negative, or there is no such shape or smoothing.
    """

    forward: float = 0.0
    backward: float = 0.0
    across: float = 0.0
    load: float = 0.0
    shape: str = "per_axis"
    smoothing: str = "tanh"
    eps: float = 1e-3
    viscous_forward: float = 0.0
    viscous_backward: float = 0.0
    viscous_across: float = 0.0

    def __post_init__(self) -> None:
        for name in NUMBERS:
            number(getattr(self, name), f"GroundFriction {name}", WorldError, minimum=0)
        choice(self.shape, "GroundFriction shape", SHAPES, WorldError)
        choice(self.smoothing, "GroundFriction smoothing", SMOOTHINGS, WorldError)
        number(self.eps, "GroundFriction eps", WorldError, minimum=MIN_EPS, unit="m/s")

    @property
    def kind(self) -> int:
        """NO_GROUND, VISCOUS or DRY."""
        if self.load > 0.0 and max(self.forward, self.backward, self.across) > 0.0:
            return DRY
        return VISCOUS if max(self.viscous_forward, self.viscous_backward, self.viscous_across) > 0.0 else NO_GROUND

    @property
    def dry_law(self) -> int:
        """Index of the shape plus four times that of the smoothing."""
        return SHAPES.index(self.shape) + len(SHAPES) * SMOOTHINGS.index(self.smoothing)


# Numbers of a GroundFriction that may differ from link to link and from lane to lane.
NUMBERS = ("forward", "backward", "across", "load", "viscous_forward", "viscous_backward", "viscous_across")
