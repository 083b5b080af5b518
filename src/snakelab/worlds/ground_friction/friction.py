"""Friction at link centres: Coulomb and viscous, with directions along the body.

The forward direction is +x of the link (tail to head); normal is across the body. Coulomb friction enters a step as the
secant c = mu N s(|u| / eps) / |u| times the velocity that the step reaches, so it always dissipates.
"""

import math
import warnings
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from annotated_types import Ge

from snakelab.compiling import kernel
from snakelab.errors import SnakelabWarning, WorldError
from snakelab.notebook.registry import Displayed
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Choices, Slider, Unit
from snakelab.parameter_declarations.quantities import Coefficient, TermName
from snakelab.types import choice
from snakelab.worlds.gravity import STANDARD

TANH, SQRT, RATIONAL = 0, 1, 2
SMOOTHINGS = ("tanh", "sqrt", "rational")
PER_AXIS, ELLIPTIC, ALONG_SLIP, WEIGHTED_SLIP = 0, 1, 2, 3
SHAPES = ("per_axis", "elliptic", "along_slip", "weighted_slip")
USER_FRICTION = len(
    SHAPES
)  # code in place of a shape: the friction of a contact is a user law, and the coefficients are 0
# Places of the parameters of a compiled law at link centres; the viscous one has the first three.
FORWARD, BACKWARD, ACROSS, SHAPE, SMOOTHING, EPS, GRAVITY, N_PARAMETERS = range(8)
MIN_EPS = 1e-12  # [m/s]; below, a load over it is past all numbers at rest

SmoothingSpeed = Annotated[float, Ge(MIN_EPS), Unit("m/s"), Slider(1e-5, 0.01, 1e-5)]
ViscousCoefficient = Annotated[float, Ge(0), Unit("1/s"), Slider(0, 20, 0.1)]
Coefficients = tuple[float, float | None, float | None]  # forward, across, backward; None as forward


class CoulombLaw(NamedTuple):
    """Coulomb friction at one point, for kernels.

    Attributes:
        load: Normal force N [N].
        forward, backward, normal: Coefficients [-].
        shape: PER_AXIS, ELLIPTIC, ALONG_SLIP or WEIGHTED_SLIP.
        smoothing: TANH, SQRT or RATIONAL.
        eps: Smoothing speed [m/s].
    """

    load: float
    forward: float
    backward: float
    normal: float
    shape: float
    smoothing: float
    eps: float


def check_shape(law: str, shape: str | None, coefficients: Coefficients, stacklevel: int) -> None:
    """Raise WorldError for equal coefficients without a shape, and warn for different ones without a shape.

    Without this rule the force would change abruptly from the per-axis law to isotropic friction as the coefficients
    become equal.

    Args:
        law: Class of the law, for messages.
        shape: Its shape.
        coefficients: Its coefficients [-].
        stacklevel: Of the warning.
    """
    if shape is not None:
        choice(shape, f"{law} shape", SHAPES, WorldError)
        return
    forward, across, backward = _all_given(coefficients)
    if coefficients[1] is None and coefficients[2] is None:
        return
    if forward == across == backward:
        raise WorldError(
            f"{law} with equal coefficients {forward:g} must state its shape: write {law}({forward:g}) or shape='elliptic' for "
            "isotropic friction; shape='per_axis' limits each axis by itself, and brakes a diagonal slip by "
            f"{math.sqrt(2) * forward:.3g} times the normal force"
        )
    maximum = math.hypot(max(forward, backward), across)
    warnings.warn(
        f"{law} with the coefficients {forward:g} forward, {across:g} across and {backward:g} backward states no shape: per_axis "
        f"is used, in which friction of a diagonal slip reaches {maximum:.3g} times the normal force; "
        f"write shape='per_axis', or one of "
        f"{', '.join(SHAPES[1:])}",
        SnakelabWarning,
        stacklevel=stacklevel + 1,
    )


def shape_code(shape: str | None, coefficients: Coefficients) -> int:
    """Code of a shape; the default is isotropic for a single coefficient, per axis for several."""
    if shape is not None:
        return SHAPES.index(shape)
    return ELLIPTIC if coefficients[1] is None and coefficients[2] is None else PER_AXIS


def _all_given(coefficients: Coefficients) -> tuple[float, float, float]:
    forward, across, backward = coefficients
    return forward, forward if across is None else across, forward if backward is None else backward


@dataclass(frozen=True)
class LinkFriction(Displayed):
    """Coulomb friction at the centre of mass of each link, with the normal force N = load_fraction m gravity.

    A single coefficient gives isotropic friction. Give `shape` with several coefficients. Without it, different ones are
    taken per axis, with a warning; equal ones are an error.

    Per axis (a box): f_e = -mu_e N s(|u_e| / eps) sign(u_e), e tangential or normal. Elliptic (maximal dissipation):
    f_e = -mu_e^2 u_e N s(w / eps) / (mu_max w), with w = sqrt(sum mu_e^2 u_e^2) / mu_max.

    With the direction of the slip n = u / |u|: weighted slip (Hu et al.), f_e = -mu_e N s(|u| / eps) n_e. along slip
    (opposite to the slip), f = -mu(n) N s(|u| / eps) n, with mu(n) = sum mu_e n_e^2. Both dissipate the same power,
    mu(n) N s |u|.

    Args:
        mu_tangential: Coefficient for forward motion along the body [-].
        mu_normal: Coefficient for lateral motion [-]; the default is mu_tangential.
        mu_backward: Coefficient for backward motion along the body [-]; the default is mu_tangential.
        shape: "per_axis", "elliptic", "along_slip" or "weighted_slip". Required with several coefficients.
        smoothing: s: "tanh", "sqrt" (x / sqrt(1 + x^2)) or "rational" (x / (1 + x)).
        eps: Smoothing speed [m/s]. Smoothed friction creeps: at half load 0.55 eps (tanh), 0.58 (sqrt), 1.0 (rational).
        load_fraction: Fraction of the weight that the ground carries [-].
        gravity: Acceleration normal to the ground, the xy plane of the world [m/s^2]; the default is the component of
            the world's `Gravity` along -z, or 9.81 without `Gravity`.

    Source: Bamshad, Akbarzadeh Tootoonchi and Hasanzadeh, Design, Construction and Dynamic Modeling of a Snake Robot,
    eq. 1 and 2 (t tangential, n normal). Weighted slip: Hu, Nirody, Scott and Shelley, The mechanics of slithering
    locomotion, PNAS 106 (2009), with mu_f, mu_b and the transverse mu_t. Not for contact with terrain, where N varies.
    """

    mu_tangential: Coefficient
    mu_normal: Coefficient | None = None
    mu_backward: Coefficient | None = None
    shape: Annotated[str, Choices(SHAPES)] | None = None
    smoothing: Annotated[str, Choices(SMOOTHINGS)] = "tanh"
    eps: SmoothingSpeed = 1e-3
    load_fraction: Annotated[float, Ge(0), Slider(0, 2, 0.01)] = 1.0
    gravity: Annotated[float, Ge(0), Unit("m/s^2", in_message=False), Slider(0, 20, 0.01)] | None = None
    name: TermName = "friction"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_shape("LinkFriction", self.shape, (self.mu_tangential, self.mu_normal, self.mu_backward), stacklevel=4)

    def parameters(self, gravity: float = STANDARD) -> tuple[float, ...]:
        """Parameters of the compiled law at the indices FORWARD to GRAVITY (gravity times load_fraction).

        Args:
            gravity: Gravity of the world toward the ground; used if the law does not define it [m/s^2].
        """
        coefficients = (self.mu_tangential, self.mu_normal, self.mu_backward)
        forward, normal, backward = _all_given(coefficients)
        shape, smoothing = shape_code(self.shape, coefficients), SMOOTHINGS.index(self.smoothing)
        pressing = gravity if self.gravity is None else self.gravity
        return (forward, backward, normal, shape, smoothing, self.eps, self.load_fraction * pressing)


@dataclass(frozen=True)
class ViscousFriction(Displayed):
    """Viscous friction at the centre of mass of each link: f_e = -m C_e u_e.

    Args:
        tangential: C for forward motion along the body [1/s].
        normal: C for lateral motion [1/s].
        backward: C for backward motion along the body [1/s]; the default is `tangential`.

    Source: Bamshad, Akbarzadeh Tootoonchi and Hasanzadeh, Design, Construction and Dynamic Modeling of a Snake Robot,
    eq. 1 and 2.
    """

    tangential: ViscousCoefficient
    normal: ViscousCoefficient
    backward: ViscousCoefficient | None = None
    name: TermName = "friction"

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def parameters(self) -> tuple[float, ...]:
        """Parameters of the compiled law at the indices FORWARD, BACKWARD and ACROSS."""
        return (self.tangential, self.tangential if self.backward is None else self.backward, self.normal)


@kernel
def smoothed_secant(speed, eps, smoothing):
    """s(speed / eps) / speed, finite at rest: converts a friction force to a drag coefficient [s/m]."""
    x = speed / eps
    if smoothing == SQRT:
        return 1.0 / (eps * math.sqrt(1.0 + x * x))
    if smoothing == RATIONAL:
        return 1.0 / (eps * (1.0 + x))
    if x < 1e-3:
        return (1.0 - x * x / 3.0) / eps
    if x > 20.0:  # the hyperbolic tangent is 1 to machine precision
        return 1.0 / speed
    return math.tanh(x) / speed


@kernel(inline=True)
def law_at_centre(parameters, first, mass):
    """CoulombLaw at the centre of a link of that mass [kg]; first: place of FORWARD among the parameters of all laws."""
    return CoulombLaw(
        mass * parameters[first + GRAVITY],
        parameters[first + FORWARD],
        parameters[first + BACKWARD],
        parameters[first + ACROSS],
        parameters[first + SHAPE],
        parameters[first + SMOOTHING],
        parameters[first + EPS],
    )


@kernel
def coulomb_drag(u, law):
    """Drag coefficients along x, y and z [N s/m] that make -c u the Coulomb force at the velocity u.

    Args:
        u: Velocity of the centre in body axes [m/s].
        law: CoulombLaw.
    """
    load, forward, backward, normal, shape, smoothing, eps = law
    along = forward if u[0] >= 0.0 else backward
    if shape == ELLIPTIC:
        maximum = max(along, normal)
        if maximum <= 0.0:
            return (0.0, 0.0, 0.0)
        w = math.sqrt((along * u[0]) ** 2 + (normal * u[1]) ** 2 + (normal * u[2]) ** 2) / maximum
        c = load * smoothed_secant(w, eps, smoothing) / maximum
        return (c * along * along, c * normal * normal, c * normal * normal)
    if shape != PER_AXIS:
        return slip_drag(u, along, law)
    return (
        load * along * smoothed_secant(abs(u[0]), eps, smoothing),
        load * normal * smoothed_secant(abs(u[1]), eps, smoothing),
        load * normal * smoothed_secant(abs(u[2]), eps, smoothing),
    )


@kernel
def slip_drag(u, along, law):
    """Drag coefficients of the laws by the direction of the slip: equal along all axes for ALONG_SLIP, unless at rest.

    At rest ALONG_SLIP uses the coefficients of WEIGHTED_SLIP, which are exact for a slip that starts along an axis.
    along: coefficient of the direction of motion along the body [-].
    """
    first, second = u[0] * u[0], u[1] * u[1] + u[2] * u[2]
    total = first + second
    c = law.load * smoothed_secant(math.sqrt(total), law.eps, law.smoothing)
    if law.shape == ALONG_SLIP and total > 0.0:
        c *= (along * first + law.normal * second) / total
        return (c, c, c)
    return (c * along, c * law.normal, c * law.normal)


@kernel
def viscous_drag(u, mass, forward, backward, normal):
    """Drag coefficients along x, y and z [N s/m] of viscous friction per mass."""
    along = forward if u[0] >= 0.0 else backward
    return (mass * along, mass * normal, mass * normal)
