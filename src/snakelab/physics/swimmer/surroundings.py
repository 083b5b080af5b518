"""What a planar snake meets: walls by their distance, corners, and a current."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import WorldError
from snakelab.geometry.planar.grid import DistanceGrid
from snakelab.types import FloatArray, number


@dataclass(frozen=True)
class WallLaw:
    """How walls push and rub.

    The tail end, the joints and the head tip feel N = max(0, K depth + B w) along the wall's normal, with w the speed into the
    wall, while the step would leave them in the wall. A corner within `corner_reach` of a link's middle line pushes the link's
    centre along the link's normal, by the same law. Both rub along the link: -mu N tanh(v_t / eps), with the load of the present
    state.

    Args:
        stiffness: K [N/m].
        damping: B [N s/m].
        friction: mu [-].
        eps: Smoothing speed of friction [m/s].
        corner_reach: Half the thickness that corners see [m].
        along_link: Push along the link's normal in place of the wall's, on the wall's side.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model
    predictive control and curvature derivative control, eq. 8 to 11, with forces that point out of the wall. The paper does not
    print the numbers.
    """

    stiffness: float = 500.0
    damping: float = 5.0
    friction: float = 0.2
    eps: float = 1e-3
    corner_reach: float = 0.01
    along_link: bool = False

    def __post_init__(self) -> None:
        number(self.stiffness, "WallLaw stiffness", WorldError, above=0, unit="N/m")
        number(self.damping, "WallLaw damping", WorldError, least=0, unit="N s/m")
        number(self.friction, "WallLaw friction", WorldError, least=0)
        number(self.eps, "WallLaw eps", WorldError, above=0, unit="m/s")
        number(self.corner_reach, "WallLaw corner_reach", WorldError, above=0, unit="m")


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Walls, corners and current around a planar snake; the default is open, still water.

    Args:
        distance: Signed distance of the walls on a grid; None where there are none.
        corners: Points of sharp edges, shape (n, 2), [m].
        law: How walls push and rub.
        current: Velocity of the water at the grid's points, shape (n_y, n_x, 2), [m/s], or one velocity for everywhere, shape
            (2,). A link feels that of the grid point nearest to its centre.

    Raises:
        WorldError: if shapes do not fit.
    """

    distance: DistanceGrid | None = None
    corners: FloatArray = field(default_factory=lambda: np.zeros((0, 2)))
    law: WallLaw = field(default_factory=WallLaw)
    current: FloatArray = field(default_factory=lambda: np.zeros(2))

    def __post_init__(self) -> None:
        corners = np.asarray(self.corners, dtype=np.float64)
        if corners.ndim != 2 or corners.shape[1] != 2 or not np.isfinite(corners).all():
            raise WorldError(f"Surroundings corners must be finite points, shape (n, 2), got shape {corners.shape}")
        current = np.asarray(self.current, dtype=np.float64)
        shape = None if self.distance is None else (*self.distance.values.shape, 2)
        if current.shape not in ((2,), shape) or not np.isfinite(current).all():
            allowed = "(2,)" if shape is None else f"(2,) or {shape}"
            raise WorldError(f"Surroundings current must be finite, of shape {allowed}, got shape {current.shape}")
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "current", current)

    def current_at(self, x: float, y: float) -> FloatArray:
        """Velocity of the water, shape (2,), [m/s]."""
        if self.distance is None or self.current.ndim == 1:
            return self.current.reshape(-1)[:2]
        row, column = self.distance.nearest(x, y)
        return self.current[row, column]
