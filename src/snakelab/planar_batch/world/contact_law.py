"""Contact law of walls and corners in the batch model, and its differences from the engine's `worlds.Contact`.

K is the stiffness, B the damping, w the velocity out of the wall, v_t the velocity along the link, and N_0 the normal
force of the present state:

    walls    N = max(0, -(K gap + B w)) along the wall's normal, at the tail end, at each joint and at the head tip;
    corners  N likewise along the link's normal, at the link's centre, where a corner is within `corner_reach` of the
             link's middle line;
    friction f = -mu N_0 tanh(|v_t| / eps) sign(v_t), along the link.

N is implicit in the step and active where the step would leave the point in the wall. The kernels are in
`dynamics.contact`.

Differences from the engine (`worlds.ground_friction.contact.Contact` on an `Extruded`):

| | batch model | engine |
|---|---|---|
| contact points | ends of the links | all skin points; the same with `Skin(joined=True)` |
| thickness of the snake | subtracted from the distance | that of a ring across the link: less where the normal is oblique to it |
| signed distance | plane of the last proximity query, every `query_interval` steps | at each solve |
| corners | act on the link's centre, across the link | act on the skin point, along the surface's normal |
| friction direction | along the link | in the tangent plane of the surface |
| friction load | normal force before the step | normal force of the last solve |
| friction law | one coefficient, smoothed by tanh | several directions, three smoothings, or a `UserLaw` |
| active set | `Horizon.solves` solves a step, the first by an estimate | solved until it is constant, at most 8 times |
| dry ground friction (`ground_friction`) | secant at the velocity before the step | line at the velocity that the step reaches |
"""

from dataclasses import dataclass

from snakelab.errors import WorldError
from snakelab.types import number


@dataclass(frozen=True)
class WallLaw:
    """Contact and friction law of walls and corners.

    Walls act on the tail end, the joints and the head tip: N = max(0, K depth + B w), with w the speed into the wall,
    along the wall's normal, where the step would leave them in the wall. A corner within `corner_reach` of a link's
    middle line acts on the link's centre, along the link's normal, by the same law. Friction acts along the link: -mu N
    tanh(v_t / eps), with the normal force of the present state.

    Args:
        stiffness: K [N/m].
        damping: B [N s/m].
        friction: mu [-].
        eps: Smoothing speed of friction [m/s].
        corner_reach: Half the thickness of the snake at corners [m].
        along_link: Use the link's normal, on the wall's side, in place of the wall's normal.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 8 to 11, with forces that point out of the wall. The
    paper does not print the numbers.
    """

    stiffness: float = 500.0
    damping: float = 5.0
    friction: float = 0.2
    eps: float = 1e-3
    corner_reach: float = 0.01
    along_link: bool = False

    def __post_init__(self) -> None:
        number(self.stiffness, "WallLaw stiffness", WorldError, above=0, unit="N/m")
        number(self.damping, "WallLaw damping", WorldError, minimum=0, unit="N s/m")
        number(self.friction, "WallLaw friction", WorldError, minimum=0)
        number(self.eps, "WallLaw eps", WorldError, above=0, unit="m/s")
        number(self.corner_reach, "WallLaw corner_reach", WorldError, above=0, unit="m")
