"""Actuators and passive forces of a coordinate: springs, limits, motors, servos, followers and muscles.

Each actuator class holds the parameters of one law. `Actuator` is the union of all; `extension_under` and `lengths_at`
give the static equilibrium of a coordinate.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import RobotError
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import FloatArray, number, vector
from snakelab.parameters.declarations import (
    CHECKED_ELSEWHERE,
    INFINITE,
    Area,
    Coordinate,
    DampingGain,
    ForceLimit,
    Gain,
    Pressure,
    Slider,
    TimeConstant,
    Unit,
    check_declared,
)
from snakelab.parameters.display_registry import Displayed
from snakelab.robots.materials import Elastomer, elastic_force

# ----------------------------------------------------------------------------------------------------------------------
# Passive forces of a coordinate: spring, damper and joint limits
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spring:
    """Linear spring and damper: tau = -stiffness (q - rest) - damping v.

    Args:
        stiffness: Stiffness [N m/rad] or [N/m].
        damping: Damping [N m s/rad] or [N s/m].
        rest: Coordinate at which the spring force is zero [rad] or [m].
    """

    stiffness: Gain = 0.0
    damping: DampingGain = 0.0
    rest: Coordinate = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


Holder = Spring | Elastomer


@dataclass(frozen=True)
class Limits:
    """Compliant joint limits: beyond a bound, tau = -stiffness (q - bound) - damping v, without any force that pulls
    toward the limit.

    Args:
        lower, upper: Bounds of the free range [rad] or [m].
        stiffness: Stiffness [N m/rad] or [N/m].
        damping: Damping [N m s/rad] or [N s/m].
    """

    lower: Annotated[Coordinate, INFINITE]
    upper: Annotated[Coordinate, INFINITE]
    stiffness: Annotated[float, Gt(0), Unit("N m/rad", "N/m"), Slider(10, 10_000, 10)] = 1000.0
    damping: DampingGain = 10.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if not self.lower < self.upper:
            raise RobotError(f"Limits lower must be less than upper, got lower={self.lower:g}, upper={self.upper:g}")


UNLIMITED = Limits(-math.inf, math.inf)


# ----------------------------------------------------------------------------------------------------------------------
# Coordinates without an actuator law: moved exactly along a target, or free
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prescribed:
    """Prescribed motion: the coordinate follows its target exactly, and `tau` is the required force (inverse dynamics).

    This is the default actuator of a joint. To study tracking errors or torque limits, use `Servo`.
    """


@dataclass(frozen=True)
class Passive:
    """Free coordinate without an actuator: tau = 0. Only its spring, damper and limits act."""


# ----------------------------------------------------------------------------------------------------------------------
# Force source: torque motor, or the force of a muscle, with a limit and a first-order lag
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Motor:
    """Motor: the command is a generalised force, which is applied after a first-order lag and limited.

    z' = (u - z) / time_constant (solved exactly over a step), tau = z limited to +-force_limit.

    Args:
        force_limit: Limit of |tau| [N m] or [N].
        time_constant: Time constant of the lag [s]; 0 for no lag.
    """

    force_limit: ForceLimit = math.inf
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@dataclass(frozen=True)
class Tendon:
    """Tendon or inextensible muscle of a soft section: the command is a tension, which shortens the coordinate, after a lag.

    z' = (u - z) / time_constant (solved exactly over a step), tau = -z with z limited to 0 .. max_tension: it never pushes, and
    is slack at a command of zero or below.

    Args:
        max_tension: Largest tension [N].
        time_constant: Time constant of the lag [s]; 0 for no lag.
    """

    max_tension: ForceLimit = math.inf
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


@kernel
def lag(z, u, time_constant, dt):
    """State of a first-order lag after dt with the constant input u, exact: u + (z - u) exp(-dt / T)."""
    if time_constant <= 0.0:
        return u
    return u + (z - u) * math.exp(-dt / time_constant)


# ----------------------------------------------------------------------------------------------------------------------
# Position servo: PID control of the joint with torque limits; stiff gains are implicit
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Servo(Displayed):
    """Servo with PID position control in the joint.

    tau = clip(kp (r - q), +-proportional_limit) + kd (r' - v) + ki z + rate_feedforward r' + acceleration_feedforward
    r'' + a commanded force, limited to +-torque_limit; z' = r - q, which is held while the torque is at its limit. With
    a speed_limit w, the limit decreases with speed as that of a motor at full voltage: the torque lies between -limit
    (1 + v / w) and limit (1 - v / w), and within +-limit; above the speed w the servo brakes. Terms within their limits
    and the speed-dependent limit enter the step implicitly; a constant limit is a constant force.

    kd acts on the rate of the error and thus includes a feed-forward kd r'. rate_feedforward compensates the damping of
    the joint, acceleration_feedforward the inertia that the joint moves; if both are exact, the joint follows without
    lag.

    Args:
        kp: Proportional gain [N m/rad] or [N/m].
        kd: Derivative gain [N m s/rad] or [N s/m].
        ki: Integral gain [N m/(rad s)] or [N/(m s)].
        torque_limit: Limit of the total torque [N m] or [N].
        proportional_limit: Limit of the proportional term alone; the damping is not limited [N m] or [N].
        rate_feedforward: kv [N m s/rad] or [N s/m].
        acceleration_feedforward: ka [kg m^2] or [kg].
        speed_limit: No-load speed w, at which the torque limit is zero [rad/s] or [m/s].

    Raises:
        RobotError: if a number is out of range, or there is a speed_limit without a torque_limit.

    Source: the usual control law of servo drives; the decrease of torque with speed is that of a direct-current motor,
    as in Siciliano, Sciavicco, Villani and Oriolo, Robotics: Modelling, Planning and Control, 2009, chapter 5.
    """

    kp: Gain
    kd: DampingGain = 0.0
    ki: Annotated[float, Ge(0), Unit("N m/(rad s)", "N/(m s)"), Slider(0, 10, 0.01)] = 0.0
    torque_limit: ForceLimit = math.inf
    proportional_limit: ForceLimit = math.inf
    rate_feedforward: DampingGain = 0.0
    acceleration_feedforward: Annotated[float, Ge(0), Unit("kg m^2", "kg"), Slider(0, 1, 0.001)] = 0.0
    speed_limit: Annotated[float, Gt(0), Unit("rad/s", "m/s"), Slider(0.1, 20, 0.1), INFINITE] = math.inf

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if math.isinf(self.torque_limit) and math.isfinite(self.speed_limit):
            raise RobotError(
                f"Servo speed_limit = {self.speed_limit:g} needs a torque_limit, which decreases to zero at this speed; "
                "write for example torque_limit=8.3"
            )


# ----------------------------------------------------------------------------------------------------------------------
# Curvature derivative control: a joint follows the angle of the next joint toward the head
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Follower:
    """Actuator that makes each joint follow the next one toward the head; it takes no command.

    tau_i = clip(gain (q_{i+1} - q_i), +-limit) - damping v_i; the damping term is implicit in the step and is not
    limited.

    Along a continuous body, the torque kappa'(s) / int kappa'^2 ds gives a required thrust with minimum effort; with
    links, the derivative of the curvature becomes the difference of neighbouring joint angles. Each joint lags its
    neighbour by damping / gain seconds.

    Args:
        gain: K_c [N m/rad] or [N/m].
        damping: K_cd [N m s/rad] or [N s/m].
        limit: Limit of the proportional term [N m] or [N].

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 16 and 17, which gives K_c = 0.5 and K_cd = 1.5. With
    these values a wave of 2.2 rad/s decays along the body; the default is K_cd = 0.15.
    """

    gain: Gain = 0.5
    damping: DampingGain = 0.15
    limit: ForceLimit = math.inf

    def __post_init__(self) -> None:
        check_declared(self, RobotError)


# ----------------------------------------------------------------------------------------------------------------------
# Pneumatic muscle: pressure behind a valve, force by area
# ----------------------------------------------------------------------------------------------------------------------

BAR = 1e5  # [Pa]
MIN_CEILING = 1e3  # a smaller limit was probably given in bar [Pa]


@dataclass(frozen=True)
class Pneumatic:
    """Pneumatic actuator: the command is a pressure, which acts along the coordinate after a first-order lag.

    p' = (u - p) / time_constant (solved exactly over a step), tau = area p with p limited to 0 .. max_pressure.

    Args:
        area: Effective area [m^2]; positive for a muscle that extends.
        max_pressure: Highest pressure of the supply above ambient [Pa]; 1 bar is 1e5 Pa.
        time_constant: Time constant of the valve and of filling the muscle [s]; 0 for no lag.

    Source: quasi-static muscles with linear stiffness, Arachchige et al., Dynamic Modeling and Validation of Soft Robotic Snake
    Locomotion.
    """

    area: Annotated[Area, Le(1.0)]
    max_pressure: Annotated[Pressure, Ge(MIN_CEILING), CHECKED_ELSEWHERE] = 3 * BAR
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        ceiling = number(self.max_pressure, "Pneumatic max_pressure", RobotError, unit="Pa")
        if ceiling < MIN_CEILING:
            hint = f"; did you mean {ceiling * BAR:g}?" if ceiling > 0 else ""
            raise RobotError(f"Pneumatic max_pressure must be at least {MIN_CEILING:g} Pa, got {ceiling:g}{hint}")

    @property
    def ceiling(self) -> float:
        """Highest pressure of the supply [Pa]."""
        return self.max_pressure


# ----------------------------------------------------------------------------------------------------------------------
# Hydraulic actuator: water pressure in a chamber, force by area
# ----------------------------------------------------------------------------------------------------------------------

MPA = 1e6  # [Pa]
CHAMBER_RADIUS = 0.008  # inner radius of the default chamber [m]

SupplyPressure = Annotated[Pressure, Ge(MIN_CEILING), CHECKED_ELSEWHERE]


@dataclass(frozen=True)
class Hydraulic:
    """Hydraulic actuator: the command is a pressure, which acts along the coordinate after a first-order lag.

    p' = (u - p) / time_constant (solved exactly over a step), tau = area p with p limited to 0 .. max_pressure.

    Args:
        area: Effective area [m^2]; the default is that of a chamber of 8 mm radius, 201.06 N for 1 MPa.
        max_pressure: Highest pressure of the supply above ambient [Pa]; 1 MPa is 1e6 Pa. None for no limit.
        tested_pressure: Highest pressure at which the actuator was tested [Pa]; a command above it is applied, with one
            warning.
        time_constant: Time constant of the valve and of filling the chamber [s]; 0 for no lag.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation: a linear
        matrix K, whose value is not given, and tests below 0.5 MPa. K is assumed to be the area of the chamber.
    """

    area: Annotated[Area, Le(1.0)] = math.pi * CHAMBER_RADIUS**2
    max_pressure: SupplyPressure | None = None
    tested_pressure: SupplyPressure = 0.5 * MPA
    time_constant: TimeConstant = 0.0

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        if self.max_pressure is not None:
            _pressure(self.max_pressure, "Hydraulic max_pressure")
        _pressure(self.tested_pressure, "Hydraulic tested_pressure")

    @property
    def ceiling(self) -> float:
        """Highest pressure of the supply [Pa]; infinite for no limit."""
        return math.inf if self.max_pressure is None else self.max_pressure


def _pressure(value: object, name: str) -> None:
    """Raise RobotError for an invalid pressure, or one given in MPa."""
    pressure = number(value, name, RobotError, unit="Pa")
    if pressure < MIN_CEILING:
        hint = f"; did you mean {pressure * MPA:g}?" if pressure > 0 else ""
        raise RobotError(f"{name} must be at least {MIN_CEILING:g} Pa, got {pressure:g}{hint}")


# ----------------------------------------------------------------------------------------------------------------------
# Actuators of a coordinate: prescribed motion, passive, motor, servo, follower, pneumatic and hydraulic; of sections also tendons
# ----------------------------------------------------------------------------------------------------------------------

Actuator = Follower | Prescribed | Passive | Motor | Servo | Pneumatic | Hydraulic

__all__ = ["Actuator", "Follower", "Hydraulic", "Motor", "Passive", "Pneumatic", "Prescribed", "Servo", "Tendon"]


# ----------------------------------------------------------------------------------------------------------------------
# Static equilibrium of one coordinate: the elongation under a force or a pressure, and the pressure for an elongation
# ----------------------------------------------------------------------------------------------------------------------

MAX_STRETCH = 100.0  # upper bound of the search, as a multiple of the rest length


def extension_under(holder: Holder, force: float) -> float:
    """Coordinate of static equilibrium of a spring or an elastomer under a force: f(q) = force.

    For a spring it is rest + force / stiffness. For an elastomer the root is bracketed and computed to rounding; of several
    roots, the one nearest to rest is returned.

    Args:
        holder: Spring or elastomer.
        force: Force [N] or [N m]; an infinite force gives an infinite coordinate.

    Raises:
        RobotError: if a spring has no stiffness, or an elastomer has no equilibrium at that force.
    """
    number(force, "force", RobotError, infinite=True)
    if math.isinf(force):
        return force
    if isinstance(holder, Spring):
        if not holder.stiffness > 0:
            raise RobotError("a force has no static equilibrium without a spring; write Spring(stiffness, damping)")
        return holder.rest + force / holder.stiffness
    return _between(holder, force)


def _between(elastomer: Elastomer, force: float) -> float:
    from scipy.optimize import brentq

    law, m = elastomer.law, elastomer.numbers()

    def residual(q: float) -> float:
        return float(elastic_force(law, m, q)[0]) - force

    if residual(0.0) == 0.0:
        return 0.0
    step = math.copysign(0.05 * elastomer.length, force)
    near, far = 0.0, step
    while residual(far) * force < 0:  # the signs are equal beyond the root
        near, far = far, 1.5 * far
        if abs(far) > MAX_STRETCH * elastomer.length:
            raise RobotError(
                f"{force:g} N stretch an elastomer of {elastomer.length:g} m more than {MAX_STRETCH:g} times; lower the "
                "pressure, or check its constants"
            )
    return float(brentq(residual, near, far, xtol=1e-16, rtol=1e-14))


Muscle = Pneumatic | Hydraulic


def lengths_at(pressures: Sequence[float] | FloatArray, holder: float | Holder, muscle: Muscle) -> FloatArray:
    """Elongations of muscles in static equilibrium under pressures, f(l) = area p.

    Raises:
        RobotError: if a pressure is negative or above the maximum, or an elastomer has no equilibrium.
    """
    spring = _holder(holder)
    given = vector(pressures, "pressures", RobotError, unit="Pa")
    if (given < 0).any() or (given > muscle.ceiling).any():
        maximum = (
            f" and the ceiling of {muscle.ceiling / BAR:g} bar [Pa]"
            if math.isfinite(muscle.ceiling)
            else " Pa and more"
        )
        raise RobotError(f"pressures must be between 0{maximum}, got {pressures!r}")
    return np.array([extension_under(spring, muscle.area * p) for p in given])


def _holder(holder: float | Holder) -> Holder:
    return Spring(holder) if isinstance(holder, (int, float)) else holder
