"""Contact of a body with a surface: normal force and friction.

At each skin point with a negative predicted gap, with its velocity w out of the surface, the normal force is

    N = max(0, -(K gap + B w)),

and the friction follows from it. Stiffness and damping are those of one point: twice the points give twice the force.
"""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt

from snakelab.errors import WorldError
from snakelab.geometry.surfaces import SURFACES, Block, Extruded, HeightField, Pipe, Plane, Pole, Terrain
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Coefficient, TermName
from snakelab.types import FloatArray
from snakelab.worlds.ground_friction.friction import (
    SHAPES,
    SMOOTHINGS,
    USER_FRICTION,
    SmoothingSpeed,
    check_shape,
    shape_code,
)
from snakelab.worlds.user_functions.user_law import UserLaw

BODY, WORLD = 0, 1
FRAMES = ("body", "world")
SHAPE = 4  # index of the shape in the parameters of SurfaceFriction


@dataclass(frozen=True)
class SurfaceFriction:
    """Coulomb friction in the tangent plane of a contact: isotropic, or with directions given by the axis of the body
    or the world's x axis.

    Per axis (a box): f_e = -mu_e N s(|u_e| / eps) sign(u_e). Elliptic (maximal dissipation), along slip and weighted
    slip: see `LinkFriction`. A single coefficient gives isotropic friction. Give `shape` with several coefficients.
    Without it, different ones are taken per axis, with a warning; equal ones are an error.

    Args:
        mu_tangential: Coefficient for forward motion along the first direction [-].
        mu_normal: Coefficient perpendicular to the first direction [-]; the default is mu_tangential.
        mu_backward: Coefficient for backward motion along the first direction [-]; the default is mu_tangential.
        frame: First direction: the x axis of the part ("body") or of the world ("world"), projected onto the tangent
            plane.
        shape: "per_axis", "elliptic", "along_slip" or "weighted_slip". Required with several coefficients.
        smoothing: s: "tanh", "sqrt" or "rational", see `LinkFriction`.
        eps: Smoothing speed [m/s]. Smoothed friction creeps; use a small value on poles and slopes.

    Source: per world axis, Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, eq. 12
    to 14, with the sign that opposes the motion.
    """

    mu_tangential: Coefficient
    mu_normal: Coefficient | None = None
    mu_backward: Coefficient | None = None
    frame: Annotated[str, Choices(FRAMES)] = "body"
    shape: Annotated[str, Choices(SHAPES)] | None = None
    smoothing: Annotated[str, Choices(SMOOTHINGS)] = "tanh"
    eps: SmoothingSpeed = 1e-3

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_shape("SurfaceFriction", self.shape, (self.mu_tangential, self.mu_normal, self.mu_backward), stacklevel=3)

    def numbers(self) -> tuple[float, ...]:
        """Numbers for the compiled law: frame, forward, backward, normal, shape, smoothing, eps."""
        return (
            FRAMES.index(self.frame),
            self.mu_tangential,
            self.mu_tangential if self.mu_backward is None else self.mu_backward,
            self.mu_tangential if self.mu_normal is None else self.mu_normal,
            shape_code(self.shape, (self.mu_tangential, self.mu_normal, self.mu_backward)),
            SMOOTHINGS.index(self.smoothing),
            self.eps,
        )


@dataclass(frozen=True)
class Contact(Displayed):
    """Contact of the skin of a body with a surface.

    N = max(0, -(K gap + B w)) at every skin point, with its normal velocity w. The law is implicit in the step, and
    active where the predicted gap at the end of the step is negative.

    Args:
        surface: Plane, HeightField, Terrain, Block, Pole, Pipe or Extruded; the default is level ground at z = 0.
        stiffness: Stiffness K of one skin point [N/m].
        damping: Damping B of one skin point [N s/m].
        friction: Friction law; None is frictionless. A `UserLaw` is called at every contact point with the normal force
            at that point.
        name: Name of the normal force in recordings; friction is `<name>_friction`.

    Source: Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake Locomotion, eq. 12, with N limited
        to positive values: a contact never pulls.
    """

    surface: Plane | HeightField | Terrain | Block | Pole | Pipe | Extruded = field(default_factory=Plane)
    stiffness: Annotated[float, Gt(0), Unit("N/m"), Slider(100, 1e5, 100)] = 1e4
    damping: Annotated[float, Ge(0), Unit("N s/m"), Slider(0, 500, 1)] = 50.0
    friction: SurfaceFriction | UserLaw | None = field(default_factory=lambda: SurfaceFriction(0.5))
    name: TermName = "contact"

    def __post_init__(self) -> None:
        surface: object = self.surface
        if not isinstance(surface, SURFACES):
            allowed = ", ".join(kind.__name__ for kind in SURFACES)
            raise WorldError(f"Contact surface must be one of {allowed}; got {surface!r}")
        friction: object = self.friction
        if friction is not None and not isinstance(friction, (SurfaceFriction, UserLaw)):
            raise WorldError(
                f"Contact friction must be a SurfaceFriction, a UserLaw or None, got {friction!r}; write SurfaceFriction(0.5)"
            )
        check_declared(self, WorldError)

    def parameters(self) -> FloatArray:
        """Numbers for the compiled law: K, B, the friction's, the surface's kind and numbers."""
        law = (self.stiffness, self.damping, *_friction_numbers(self.friction), self.surface.kind)
        return np.concatenate((law, self.surface.numbers()))


def _friction_numbers(friction: SurfaceFriction | UserLaw | None) -> tuple[float, ...]:
    """Parameters of the friction; for a user law those of zero friction, with the shape code USER_FRICTION."""
    if isinstance(friction, SurfaceFriction):
        return friction.numbers()
    numbers = list(SurfaceFriction(0.0).numbers())
    if friction is not None:
        numbers[SHAPE] = USER_FRICTION
    return tuple(numbers)
