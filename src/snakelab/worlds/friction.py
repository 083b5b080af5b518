"""Friction: Coulomb and viscous laws at link centres, and Coulomb friction inside an implicit step.

The laws come first, then their linearisation within a step, and the passes of a solve.
"""

import math
import warnings
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from annotated_types import Ge

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.spatial import add, add_scaled, cross, dot, get3, get_twist, set3, sub
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import choice
from snakelab.parameters.declarations import Choices, Coefficient, Slider, TermName, Unit, check_declared
from snakelab.parameters.display import Displayed
from snakelab.worlds.gravity import STANDARD
from snakelab.worlds.law import (
    ACCELERATION,
    COULOMB,
    LAW_APPLIED,
    LAW_FULL,
    LAW_INERTIA,
    LAW_POINT,
    LAW_VELOCITY_CHANGE,
    LAW_WRENCH,
    TWIST,
)

# ----------------------------------------------------------------------------------------------------------------------
# Friction at link centres: Coulomb and viscous, with directions along the body
#
# The forward direction is +x of the link (tail to head); normal is across the body. Coulomb friction enters a step as the
# secant c = mu N s(|u| / eps) / |u| times the velocity that the step reaches, so it always dissipates.
# ----------------------------------------------------------------------------------------------------------------------

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
        check_shape("LinkFriction", self.shape, (self.mu_tangential, self.mu_normal, self.mu_backward), stacklevel=3)

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


# ----------------------------------------------------------------------------------------------------------------------
# Coulomb friction inside an implicit step: its linearisation, and estimates of the velocity that a step reaches
#
# A step requires the friction at its final velocity v1, which Newton's method computes: the law is replaced by its linearisation
#
#     f(v) = offset + slope v,
#
# the tangent at an estimate of v1; the step is solved, and the next estimate follows from the result. Tangents of a sharp
# law overshoot. Therefore the next estimate is the velocity v of a free point under the same other forces,
#
#     v + S f(v) = v1 + S (offset + slope v1),
#
# with a mobility S near dt / m. It equals v1 when the linearisation equals the law there. All f are resistances: the
# force on the body is -f.
# ----------------------------------------------------------------------------------------------------------------------

# Newton's method for one smooth concave equation, from the side without overshoot; sufficient for an estimate.
MAX_NEWTON_STEPS, NEWTON_CLOSE = 8, 0.03
# Laws that turn the velocity: its direction depends on its speed. An error of this estimate remains in the next, since the
# slope of the weighted law is approximate.
MAX_DIRECTION_STEPS, DIRECTION_CLOSE = 12, 1e-6


@kernel
def secant_and_slope(speed, eps, smoothing):
    """s(speed / eps) / speed and the derivative of s(speed / eps) with respect to the speed [s/m]."""
    x = speed / eps
    if smoothing == SQRT:
        root = 1.0 / math.sqrt(1.0 + x * x)
        return root / eps, root * root * root / eps
    if smoothing == RATIONAL:
        root = 1.0 / (1.0 + x)
        return root / eps, root * root / eps
    if x < 1e-3:
        return (1.0 - x * x / 3.0) / eps, (1.0 - x * x) / eps
    if x > 20.0:  # the hyperbolic tangent is 1 to machine precision
        return 1.0 / speed, 0.0
    s = math.tanh(x)
    return s / speed, (1.0 - s * s) / eps


@kernel
def linearised_friction(v, secant, law):
    """Linearisation of Coulomb friction at the velocity v: its tangent, or its secant through the origin.

    For the per-axis, the isotropic and the elliptic law the slope is the exact derivative. For the laws by the direction of
    the slip it is a symmetric approximation, and the linearisation is still exact at v.

    Args:
        v: Velocity in the law's axes, three numbers [m/s].
        secant: True for the secant, which dissipates at any velocity.
        law: CoulombLaw.

    Returns:
        Offset, three numbers [N], and slope as (xx, xy, xz, yy, yz, zz) [N s/m].
    """
    load, forward, backward, normal, shape, smoothing, eps = law
    along = forward if v[0] >= 0.0 else backward
    if shape == PER_AXIS and not secant:
        c0, d0 = secant_and_slope(abs(v[0]), eps, smoothing)
        c1, d1 = secant_and_slope(abs(v[1]), eps, smoothing)
        c2, d2 = secant_and_slope(abs(v[2]), eps, smoothing)
        along, normal = load * along, load * normal
        offset = (along * (c0 - d0) * v[0], normal * (c1 - d1) * v[1], normal * (c2 - d2) * v[2])
        return offset, (along * d0, 0.0, 0.0, normal * d1, 0.0, normal * d2)
    c = coulomb_drag(v, law)
    w = slip_speed(v, along, normal, shape)
    if secant or not w > 1e-3 * eps:
        return (0.0, 0.0, 0.0), (c[0], 0.0, 0.0, c[1], 0.0, c[2])
    # f = c v with c proportional to sigma(w) = s(w / eps) / w, so  df = c dv + (s' / sigma - 1) h (h . dv) / size
    sigma, rise = secant_and_slope(w, eps, smoothing)
    if shape == WEIGHTED_SLIP:
        h = (math.sqrt(c[0]) * v[0], math.sqrt(c[1]) * v[1], math.sqrt(c[2]) * v[2])
        size = w * w
    else:
        h = (c[0] * v[0], c[1] * v[1], c[2] * v[2])
        size = h[0] * v[0] + h[1] * v[1] + h[2] * v[2]
    k = (rise / sigma - 1.0) / size if size > 0.0 else 0.0
    slope = (
        c[0] + k * h[0] * h[0], k * h[0] * h[1], k * h[0] * h[2],
        c[1] + k * h[1] * h[1], k * h[1] * h[2], c[2] + k * h[2] * h[2],
    )  # fmt: skip
    f = line_at((0.0, 0.0, 0.0), slope, v)
    return (c[0] * v[0] - f[0], c[1] * v[1] - f[1], c[2] * v[2] - f[2]), slope


@kernel(inline=True)
def slip_speed(v, along, normal, shape):
    """The speed w in s(w / eps) of the laws that act along one direction [m/s]."""
    if shape == ELLIPTIC:
        maximum = max(along, normal)
        if maximum <= 0.0:
            return 0.0
        return math.sqrt((along * v[0]) ** 2 + (normal * v[1]) ** 2 + (normal * v[2]) ** 2) / maximum
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@kernel(inline=True)
def line_at(offset, slope, u):
    """Resistance of a linearisation at the velocity u."""
    return (
        offset[0] + slope[0] * u[0] + slope[1] * u[1] + slope[2] * u[2],
        offset[1] + slope[1] * u[0] + slope[3] * u[1] + slope[4] * u[2],
        offset[2] + slope[2] * u[0] + slope[4] * u[1] + slope[5] * u[2],
    )


@kernel
def braked_speed(free, maximum, eps, smoothing):
    """The speed v that solves v + most s(v / eps) = |free|, with the sign of `free` [m/s].

    The left side is increasing and concave in v, so Newton's method converges from the left end of the bracket.
    """
    size = abs(free)
    if size == 0.0:  # component out of the plane of a planar base
        return free
    v = max(size - maximum, size / (1.0 + maximum / eps))
    for _ in range(MAX_NEWTON_STEPS):
        sigma, rise = secant_and_slope(v, eps, smoothing)
        step = (size - v - maximum * sigma * v) / (1.0 + maximum * rise)
        v += step
        if not step > NEWTON_CLOSE * v:
            break
    return math.copysign(v, free)


@kernel
def braked_by_slip_speed(free, drag, weight, eps, smoothing):
    """The velocity v that solves v + D v s(w / eps) / w = free, with w^2 = v_x^2 weight_x + (v_y^2 + v_z^2) weight_y [m/s].

    v follows from its slip speed w: v_i = free_i / (1 + D_i sigma(w)), sigma(w) = s(w / eps) / w. Newton's method finds the
    root of w(v(w)) = w between 0 and w(free); it bisects where it would leave the bracket.

    Args:
        free: Velocity of the point without friction [m/s].
        drag: D along the body and across [m/s].
        weight: Weights of the slip speed along the body and across [-].
        eps, smoothing: See `CoulombLaw`.
    """
    low, high = 0.0, math.sqrt(weight[0] * free[0] ** 2 + weight[1] * (free[1] ** 2 + free[2] ** 2))
    maximum = max(drag[0], drag[1])
    w = max(high - maximum, high / (1.0 + maximum / eps))
    v = free
    for _ in range(MAX_DIRECTION_STEPS):
        sigma, rise = secant_and_slope(w, eps, smoothing)
        first, second = 1.0 / (1.0 + drag[0] * sigma), 1.0 / (1.0 + drag[1] * sigma)
        v = (first * free[0], second * free[1], second * free[2])
        along, across = weight[0] * v[0] * v[0], weight[1] * (v[1] * v[1] + v[2] * v[2])
        speed = math.sqrt(along + across)
        if abs(speed - w) <= DIRECTION_CLOSE * speed:
            break
        low, high = (w, high) if speed > w else (low, w)
        # d speed / dw, with d sigma / dw = (rise - sigma) / w
        rate = (sigma - rise) / w * (along * drag[0] * first + across * drag[1] * second) / speed
        w += (speed - w) / (1.0 - rate) if rate < 1.0 else 0.0
        if not low < w < high:
            w = 0.5 * (low + high)
    return v


@kernel
def braked_velocity(free, mobility, law):
    """Estimate of the velocity v of a free point, v + mobility f(v) = free, with the resistance f of `coulomb_drag`.

    Along slip and the isotropic law keep the direction of the velocity; the others turn it.

    Args:
        free: Velocity that the point would reach without friction, in the law's axes [m/s].
        mobility: Change of velocity by a force for the length of the step: dt / m [s/kg].
        law: CoulombLaw.
    """
    load, forward, backward, normal, shape, smoothing, eps = law
    along = forward if free[0] >= 0.0 else backward
    impulse_speed = mobility * load
    if shape == PER_AXIS:
        return (
            braked_speed(free[0], impulse_speed * along, eps, smoothing),
            braked_speed(free[1], impulse_speed * normal, eps, smoothing),
            braked_speed(free[2], impulse_speed * normal, eps, smoothing),
        )
    speed = math.sqrt(free[0] * free[0] + free[1] * free[1] + free[2] * free[2])
    w = slip_speed(free, along, normal, shape)
    if not (speed > 0.0 and w > 0.0 and impulse_speed > 0.0):
        return free
    if shape == WEIGHTED_SLIP:
        return braked_by_slip_speed(free, (impulse_speed * along, impulse_speed * normal), (1.0, 1.0), eps, smoothing)
    if shape == ELLIPTIC and along != normal:
        first, second = along / max(along, normal), normal / max(along, normal)
        drag = (impulse_speed * along * first, impulse_speed * normal * second)
        return braked_by_slip_speed(free, drag, (first * first, second * second), eps, smoothing)
    c = coulomb_drag(free, law)
    sigma, _ = secant_and_slope(w, eps, smoothing)
    force = math.sqrt((c[0] * free[0]) ** 2 + (c[1] * free[1]) ** 2 + (c[2] * free[2]) ** 2)
    ratio = braked_speed(speed, mobility * force / (sigma * w), eps * speed / w, smoothing) / speed
    return (ratio * free[0], ratio * free[1], ratio * free[2])


@kernel
def first_estimate(u, mobility, law):
    """Estimate the final velocity of a step from the velocity u, before the step is solved.

    A sliding point is decelerated; a point that friction can stop within the step most likely sticks. A velocity below
    eps is kept:
    such a point already sticks. Arguments as in `braked_velocity`.
    """
    eps = law.eps
    if law.shape == PER_AXIS:
        along = law.forward if u[0] >= 0.0 else law.backward
        impulse_speed = mobility * law.load
        return (
            u[0] if abs(u[0]) < eps else braked_speed(u[0], impulse_speed * along, eps, law.smoothing),
            u[1] if abs(u[1]) < eps else braked_speed(u[1], impulse_speed * law.normal, eps, law.smoothing),
            u[2] if abs(u[2]) < eps else braked_speed(u[2], impulse_speed * law.normal, eps, law.smoothing),
        )
    if u[0] * u[0] + u[1] * u[1] + u[2] * u[2] < eps * eps:
        return u
    return braked_velocity(u, mobility, law)


# ----------------------------------------------------------------------------------------------------------------------
# Coulomb friction at link centres: linearisation at the start of a solve, and its error after each pass
#
# The method is that of the preceding section. For contacts see `physics.contacts`.
# ----------------------------------------------------------------------------------------------------------------------

# Deviation of the linearisation from the law that needs no further pass, as a fraction of the friction limit: an error that
# jumps from step to step is not cancelled by the extrapolation.
FRICTION_TOLERANCE = 2e-5
# Mobility of a station in a chain relative to a free one: for the first estimate, for that of a half step, and for those after
# the first passes. Only the number of passes depends on them; the larger the last, the more reliable the convergence.
FIRST_MOBILITY, HALF_MOBILITY, NEXT_MOBILITY, CONVERGING_MOBILITY, QUICK_PASSES = 0.7, 0.35, 0.5, 1.0, 3

# Step to be solved: the only one, or one of the three of an extrapolated step, in this order.
ONLY_STEP, FULL_STEP, FIRST_HALF, SECOND_HALF = range(4)

# Friction of two steps counts as different above this fraction of its limit.
DIFFERENT = 0.5


@kernel(stage=True)
def start_friction(model, dt, part, ws):
    """First estimates of the final velocities of a step, at which friction is linearised.

    A half step uses the other forces on a station from the previous solve: those of the full step act half as long.
    """
    n = len(model.stations)
    par = model.law_parameters
    for law in range(len(model.laws)):
        if model.laws[law].code == COULOMB:
            a = model.laws[law].first
            for k in range(n):
                mass = model.stations[k].mass
                u = get_twist(ws.stations, k, TWIST)[0]
                if part >= FIRST_HALF:
                    free = add_scaled(
                        u, 0.5 if part == FIRST_HALF else 1.0, get3(ws.laws, law * n + k, LAW_VELOCITY_CHANGE)
                    )
                    u = braked_velocity(free, HALF_MOBILITY * dt / mass, law_at_centre(par, a, mass))
                elif dt > 0.0:
                    u = first_estimate(u, FIRST_MOBILITY * dt / mass, law_at_centre(par, a, mass))
                set3(ws.laws, law * n + k, LAW_POINT, u)


@kernel(inline=True)
def misses(line, u, c, friction):
    """Return True if the linearised force differs from the law's, c u, by more than a small fraction of the friction limit."""
    first = FRICTION_TOLERANCE * friction.load * max(friction.forward, friction.backward)
    second = FRICTION_TOLERANCE * friction.load * friction.normal
    if friction.shape != PER_AXIS:
        first = second = max(first, second)
    return (
        abs(line[0] - c[0] * u[0]) > first or abs(line[1] - c[1] * u[1]) > second or abs(line[2] - c[2] * u[2]) > second
    )


@kernel(stage=True)
def check_friction(model, dt, k_pass, ws):
    """Compare the friction of all stations with the law at the velocity reached, and update the estimate of that velocity.

    Returns:
        Number of stations whose linearisation deviates from the law [-].
    """
    n = len(model.stations)
    par = model.law_parameters
    open_lines = 0
    trust = NEXT_MOBILITY if k_pass < QUICK_PASSES else CONVERGING_MOBILITY
    for law in range(len(model.laws)):
        if model.laws[law].code != COULOMB:
            continue
        a = model.laws[law].first
        for k in range(n):
            row = law * n + k
            mass = model.stations[k].mass
            friction = law_at_centre(par, a, mass)
            twist, acc = get_twist(ws.stations, k, TWIST), get_twist(ws.stations, k, ACCELERATION)
            change = add(acc[0], cross(twist[1], twist[0]))
            u = add_scaled(twist[0], dt, change)
            # the linearisation as stored in the row: wrench at the start, and dt times its slope
            block = ws.laws[row, LAW_INERTIA:]
            line = (
                block[0] * change[0] + block[1] * change[1] + block[2] * change[2] - ws.laws[row, LAW_WRENCH],
                block[1] * change[0] + block[3] * change[1] + block[4] * change[2] - ws.laws[row, LAW_WRENCH + 1],
                block[2] * change[0] + block[4] * change[1] + block[5] * change[2] - ws.laws[row, LAW_WRENCH + 2],
            )
            set3(ws.laws, row, LAW_VELOCITY_CHANGE, add_scaled(sub(u, twist[0]), HALF_MOBILITY * dt / mass, line))
            c = coulomb_drag(u, friction)
            if misses(line, u, c, friction):
                open_lines += 1
                mobility = trust * dt / mass
                free = add_scaled(u, mobility, line)
                u = braked_velocity(free, mobility, friction)
            set3(ws.laws, row, LAW_POINT, u)
    return open_lines


@kernel
def friction_differs(model, full, ws):
    """Store the friction applied in the full step, or compare that of a half step with it, for the extrapolated step.

    Returns:
        Limit of the friction that differs by more than DIFFERENT of it, and of all friction, [N].
    """
    n = len(model.stations)
    par = model.law_parameters
    different, total = 0.0, 0.0
    for law in range(len(model.laws)):
        code, a = model.laws[law].code, model.laws[law].first
        if code != COULOMB:
            continue
        for k in range(n):
            row = law * n + k
            force = get3(ws.laws, row, LAW_APPLIED)
            if full:
                set3(ws.laws, row, LAW_FULL, force)
                continue
            maximum = max(par[a + FORWARD], par[a + BACKWARD], par[a + ACROSS])
            limit = model.stations[k].mass * par[a + GRAVITY] * maximum
            change = add_scaled(force, -1.0, get3(ws.laws, row, LAW_FULL))
            total += limit
            if dot(change, change) > DIFFERENT * DIFFERENT * limit * limit:
                different += limit
    return different, total
