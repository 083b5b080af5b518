"""Friction at link centres: Coulomb and viscous laws, and their kernels.

Coulomb friction inside an implicit step is in `worlds.implicit_friction`.
"""

import math
import warnings
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

from annotated_types import Ge

from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry.spatial import (
    ZERO,
    ZERO_MAT,
    ZERO_SYM,
    set_inertia,
    set_twist,
)
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import choice
from snakelab.parameters.declarations import Choices, Coefficient, Slider, TermName, Unit, check_declared
from snakelab.worlds.force_law import (
    COULOMB,
    LAW_INERTIA,
    LAW_WRENCH,
    VISCOUS,
    ForceLaw,
    LawRow,
    LawTables,
    Stations,
    station_frame,
)
from snakelab.worlds.gravity import STANDARD_GRAVITY

# ----------------------------------------------------------------------------------------------------------------------
# Friction at link centres: Coulomb and viscous, with directions along the body
#
# Coefficients have the same name in files, classes, tables and kernels: tangential along the body toward the head (+x of the
# link), backward along it toward the tail, normal across it; mu_along is that of the present motion along the body. Coulomb
# friction enters a step as the secant c = mu N s(|u| / eps) / |u| times the velocity that the step reaches, so it always
# dissipates.
# ----------------------------------------------------------------------------------------------------------------------

SMOOTHINGS = ("tanh", "sqrt", "rational")
TANH, SQRT, RATIONAL = range(len(SMOOTHINGS))
SHAPES = ("per_axis", "elliptic", "along_slip", "weighted_slip")
PER_AXIS, ELLIPTIC, ALONG_SLIP, WEIGHTED_SLIP = range(len(SHAPES))
# Code in place of a shape: the friction of a contact is a user law, and the coefficients are 0.
USER_FRICTION = len(SHAPES)
# Indices of the parameters of the compiled laws at link centres: Coulomb's and viscous friction.
MU_TANGENTIAL, MU_BACKWARD, MU_NORMAL, SHAPE, SMOOTHING, EPS, LOAD_PER_MASS = range(7)
VISCOUS_TANGENTIAL, VISCOUS_BACKWARD, VISCOUS_NORMAL = range(3)
# Step to be solved: the only one, or one of the three of an extrapolated step, in this order.
ONLY_STEP, FULL_STEP, FIRST_HALF, SECOND_HALF = range(4)
MIN_EPS = 1e-12  # [m/s]; below, a load over it is past all numbers at rest

SmoothingSpeed = Annotated[float, Ge(MIN_EPS), Unit("m/s"), Slider(1e-5, 0.01, 1e-5)]
ViscousCoefficient = Annotated[float, Ge(0), Unit("1/s"), Slider(0, 20, 0.1)]


class CoulombLaw(NamedTuple):
    """Coulomb friction at one point, for kernels.

    Attributes:
        load: Normal force N [N].
        mu_tangential, mu_backward, mu_normal: Coefficients, see `LinkFriction` [-].
        shape: PER_AXIS, ELLIPTIC, ALONG_SLIP or WEIGHTED_SLIP.
        smoothing: TANH, SQRT or RATIONAL.
        eps: Smoothing speed [m/s].
    """

    load: float
    mu_tangential: float
    mu_backward: float
    mu_normal: float
    shape: float
    smoothing: float
    eps: float


class CoulombFriction(Protocol):
    """Arguments that all laws of Coulomb friction have; see `LinkFriction`."""

    @property
    def mu_tangential(self) -> float: ...
    @property
    def mu_normal(self) -> float | None: ...
    @property
    def mu_backward(self) -> float | None: ...
    @property
    def shape(self) -> str | None: ...
    @property
    def smoothing(self) -> str: ...
    @property
    def eps(self) -> float: ...


COULOMB_COEFFICIENTS = ("mu_tangential", "mu_normal", "mu_backward")
VISCOUS_COEFFICIENTS = ("tangential", "normal", "backward")


def check_shape(law: CoulombFriction, stacklevel: int) -> None:
    """Raise WorldError for equal coefficients without a shape, and warn for different ones without a shape.

    Without this rule the force would change abruptly from the per-axis law to isotropic friction as the coefficients
    become equal.

    Args:
        law: The law.
        stacklevel: Of the warning.
    """
    name = type(law).__name__
    if law.shape is not None:
        choice(law.shape, f"{name} shape", SHAPES, WorldError)
        return
    if law.mu_normal is None and law.mu_backward is None:
        return
    mu_tangential, mu_backward, mu_normal, *_ = coulomb_parameters(law)
    if mu_tangential == mu_normal == mu_backward:
        raise WorldError(
            f"{name} with equal coefficients {mu_tangential:g} must state its shape: write {name}({mu_tangential:g}) or "
            "shape='elliptic' for isotropic friction; shape='per_axis' limits each axis by itself, and brakes a diagonal slip by "
            f"{math.sqrt(2) * mu_tangential:.3g} times the normal force"
        )
    maximum = math.hypot(max(mu_tangential, mu_backward), mu_normal)
    warnings.warn(
        f"{name} with the coefficients {mu_tangential:g} forward, {mu_normal:g} across and {mu_backward:g} backward states no "
        f"shape: per_axis is used, in which friction of a diagonal slip reaches {maximum:.3g} times the normal force; "
        f"write shape='per_axis', or one of {', '.join(SHAPES[1:])}",
        SnakelabWarning,
        stacklevel=stacklevel + 1,
    )


def coulomb_parameters(law: CoulombFriction) -> tuple[float, float, float, int, int, float]:
    """mu_tangential, mu_backward, mu_normal, shape, smoothing and eps of a law, with the codes and defaults that kernels read.

    The default of the shape is elliptic for a single coefficient, per axis for several.
    """
    mu = law.mu_tangential
    single = law.mu_normal is None and law.mu_backward is None
    shape = SHAPES.index(law.shape) if law.shape is not None else ELLIPTIC if single else PER_AXIS
    backward, normal = (mu if given is None else given for given in (law.mu_backward, law.mu_normal))
    return mu, backward, normal, shape, SMOOTHINGS.index(law.smoothing), law.eps


def named_coefficients(law: CoulombFriction) -> dict[str, float | str]:
    """Values of `coulomb_parameters` by name."""
    mu_tangential, mu_backward, mu_normal, shape, smoothing, eps = coulomb_parameters(law)
    coefficients = {"mu_tangential": mu_tangential, "mu_backward": mu_backward, "mu_normal": mu_normal, "eps": eps}
    return coefficients | {"shape": SHAPES[shape], "smoothing": SMOOTHINGS[smoothing]}


def scaled_coefficients(law: object, names: Sequence[str], factor: float) -> dict[str, Any]:
    """Coefficients of a law multiplied by a factor, without those that are None."""
    return {name: factor * value for name in names if (value := getattr(law, name)) is not None}


class CentreFriction(ForceLaw):
    """Base class of friction at the centre of mass of each link, on level ground. `code` is that of the compiled law."""

    code: ClassVar[int]

    @abstractmethod
    def normal_acceleration(self, gravity: float) -> float | None:
        """Acceleration that presses the links on the ground [m/s^2]; None for a law without normal force.

        Args:
            gravity: Component of the world's gravity toward level ground [m/s^2].
        """

    @abstractmethod
    def coefficients(self, gravity: float) -> dict[str, float | str]:
        """Coefficients by the names under which other models of the law know them; gravity as in `normal_acceleration`."""

    @abstractmethod
    def parameters(self, gravity: float) -> tuple[float, ...]:
        """Parameters of the compiled law; gravity as in `normal_acceleration`."""

    @staticmethod
    @abstractmethod
    def drag(parameters: Sequence[float], velocity: Sequence[float], mass: float) -> tuple[float, float, float]:
        """Drag coefficients along x, y and z that make -c u the friction of one link [N s/m].

        Args:
            parameters: Parameters of the compiled law.
            velocity: Velocity u of the centre in the axes of the link, shape (3,), [m/s].
            mass: Mass of the link [kg].
        """

    @abstractmethod
    def scaled(self, factor: float) -> "CentreFriction":
        """Return the law with its coefficients multiplied by a factor."""

    def tables(self, stations: Stations) -> LawTables:
        """Row of the law."""
        return LawTables((LawRow(self.code),), self.parameters(stations.gravity))


@dataclass(frozen=True)
class LinkFriction(CentreFriction):
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

    code: ClassVar[int] = COULOMB

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        check_shape(self, stacklevel=3)

    def normal_acceleration(self, gravity: float) -> float:
        """Gravity of the law, or else of the world, without `load_fraction`; see `CentreFriction`."""
        return gravity if self.gravity is None else self.gravity

    def coefficients(self, gravity: float) -> dict[str, float | str]:
        """Coefficients by name, and the normal force per mass; see `CentreFriction`."""
        return named_coefficients(self) | {"load_per_mass": self.parameters(gravity)[LOAD_PER_MASS]}

    def parameters(self, gravity: float = STANDARD_GRAVITY) -> tuple[float, ...]:
        """Parameters of the compiled law at the indices MU_TANGENTIAL to LOAD_PER_MASS.

        Args:
            gravity: Gravity of the world toward the ground; used if the law does not define it [m/s^2].
        """
        return (*coulomb_parameters(self), self.load_fraction * self.normal_acceleration(gravity))

    @staticmethod
    def drag(parameters: Sequence[float], velocity: Sequence[float], mass: float) -> tuple[float, float, float]:
        """Drag coefficients of one link; see `CentreFriction`."""
        return coulomb_drag(tuple(velocity), law_at_centre.py_func(parameters, 0, mass, 1.0))

    def scaled(self, factor: float) -> "LinkFriction":
        """Return the law with its coefficients multiplied by a factor."""
        return replace(self, **scaled_coefficients(self, COULOMB_COEFFICIENTS, factor))


@dataclass(frozen=True)
class ViscousFriction(CentreFriction):
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

    code: ClassVar[int] = VISCOUS

    def __post_init__(self) -> None:
        check_declared(self, WorldError)

    def normal_acceleration(self, gravity: float) -> None:
        """None: the law has no normal force."""

    def coefficients(self, gravity: float) -> dict[str, float | str]:
        """Coefficients by name; see `CentreFriction`."""
        names = ("viscous_tangential", "viscous_backward", "viscous_normal")
        return dict(zip(names, self.parameters(gravity), strict=True))

    def parameters(self, gravity: float = STANDARD_GRAVITY) -> tuple[float, ...]:
        """Parameters of the compiled law at the indices VISCOUS_TANGENTIAL, VISCOUS_BACKWARD and VISCOUS_NORMAL."""
        return (self.tangential, self.tangential if self.backward is None else self.backward, self.normal)

    @staticmethod
    def drag(parameters: Sequence[float], velocity: Sequence[float], mass: float) -> tuple[float, float, float]:
        """Drag coefficients of one link; see `CentreFriction`."""
        return viscous_drag(tuple(velocity), mass, *parameters)

    def scaled(self, factor: float) -> "ViscousFriction":
        """Return the law with its coefficients multiplied by a factor."""
        return replace(self, **scaled_coefficients(self, VISCOUS_COEFFICIENTS, factor))


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
def law_at_centre(parameters, first, mass, factor):
    """CoulombLaw at the centre of a link.

    Args:
        parameters: Of all laws.
        first: Index of MU_TANGENTIAL among them.
        mass: Of the link [kg].
        factor: Of its friction coefficients [-].
    """
    return CoulombLaw(
        factor * mass * parameters[first + LOAD_PER_MASS],
        parameters[first + MU_TANGENTIAL],
        parameters[first + MU_BACKWARD],
        parameters[first + MU_NORMAL],
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
    load, mu_tangential, mu_backward, mu_normal, shape, smoothing, eps = law
    mu_along = mu_tangential if u[0] >= 0.0 else mu_backward
    if shape != PER_AXIS:
        return slip_drag(u, mu_along, smoothed_secant(slip_speed(u, mu_along, mu_normal, shape), eps, smoothing), law)
    return (
        load * mu_along * smoothed_secant(abs(u[0]), eps, smoothing),
        load * mu_normal * smoothed_secant(abs(u[1]), eps, smoothing),
        load * mu_normal * smoothed_secant(abs(u[2]), eps, smoothing),
    )


@kernel(inline=True)
def slip_drag(u, mu_along, secant, law):
    """Drag coefficients of the laws with one slip speed: of ALONG_SLIP equal along all axes, unless at rest.

    At rest ALONG_SLIP uses the coefficients of WEIGHTED_SLIP, which are exact for a slip that starts along an axis.

    Args:
        u: Velocity of the centre in body axes [m/s].
        mu_along: Coefficient of the direction of motion along the body [-].
        secant: `smoothed_secant` at the slip speed [s/m].
        law: CoulombLaw.
    """
    c = law.load * secant
    if law.shape == ELLIPTIC:
        maximum = max(mu_along, law.mu_normal)
        if maximum <= 0.0:
            return (0.0, 0.0, 0.0)
        along, normal = mu_along * mu_along / maximum, law.mu_normal * law.mu_normal / maximum
        return (c * along, c * normal, c * normal)
    first, second = u[0] * u[0], u[1] * u[1] + u[2] * u[2]
    total = first + second
    if law.shape == ALONG_SLIP and total > 0.0:
        c *= (mu_along * first + law.mu_normal * second) / total
        return (c, c, c)
    return (c * mu_along, c * law.mu_normal, c * law.mu_normal)


@kernel
def viscous_drag(u, mass, tangential, backward, normal):
    """Drag coefficients along x, y and z [N s/m] of viscous friction per mass."""
    along = tangential if u[0] >= 0.0 else backward
    return (mass * along, mass * normal, mass * normal)


@kernel(inner=True)
def viscous_on_station(model, law, k, row, dt, ws):
    """Wrench and added inertia of viscous friction on one station, written to its row."""
    a = model.laws[law].first
    par = model.law_parameters
    _, _, twist = station_frame(ws.stations, k)
    u = twist[0]
    c = viscous_drag(
        u,
        model.stations[k].friction * model.stations[k].mass,
        par[a + VISCOUS_TANGENTIAL],
        par[a + VISCOUS_BACKWARD],
        par[a + VISCOUS_NORMAL],
    )
    set_twist(ws.laws, row, LAW_WRENCH, ((-c[0] * u[0], -c[1] * u[1], -c[2] * u[2]), ZERO))
    set_inertia(ws.laws, row, LAW_INERTIA, ((dt * c[0], 0.0, 0.0, dt * c[1], 0.0, dt * c[2]), ZERO_MAT, ZERO_SYM))


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


@kernel(inline=True)
def slip_speed(v, mu_along, mu_normal, shape):
    """The speed w in s(w / eps) of the laws that act along one direction [m/s]."""
    if shape == ELLIPTIC:
        maximum = max(mu_along, mu_normal)
        if maximum <= 0.0:
            return 0.0
        return math.sqrt((mu_along * v[0]) ** 2 + (mu_normal * v[1]) ** 2 + (mu_normal * v[2]) ** 2) / maximum
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
