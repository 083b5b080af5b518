"""Flow of a pump through a hose into a chamber: pressure loss of the hose, and one step of the chamber's pressure."""

import math
from typing import NamedTuple

# Reynolds numbers between which a flow changes from laminar to turbulent, and the friction factors at both [-].
LAMINAR, TURBULENT = 2300.0, 4000.0
BLASIUS = 0.3164


class Supply(NamedTuple):
    """Pump, hose and chamber, in SI units.

    Attributes:
        pressure: Pressure of the pump without flow, at full speed [Pa].
        flow: Flow of the pump without pressure, at full speed [m^3/s].
        length, diameter: Of the hose [m].
        compliance: Volume that the chamber takes per pressure [m^3/Pa].
        band: Difference of pressure at which the pump runs at full speed [Pa].
        viscosity: Of the liquid [Pa s].
        density: Of the liquid [kg/m^3].
    """

    pressure: float
    flow: float
    length: float
    diameter: float
    compliance: float
    band: float
    viscosity: float
    density: float


def friction_factor(reynolds: float) -> float:
    """Darcy friction factor of a smooth pipe: 64/Re, above Re = 4000 that of Blasius, and between both a straight line.

    Args:
        reynolds: Reynolds number, positive [-].

    Source: White, Fluid Mechanics, sections 6.4 and 6.6; Blasius' law holds up to Re = 1e5.
    """
    if reynolds < LAMINAR:
        return 64.0 / reynolds
    if reynolds > TURBULENT:
        return BLASIUS * reynolds**-0.25
    low, high = 64.0 / LAMINAR, BLASIUS * TURBULENT**-0.25
    return float(low + (high - low) * (reynolds - LAMINAR) / (TURBULENT - LAMINAR))


def hose_loss(flow: float, supply: Supply) -> float:
    """Pressure loss along the hose [Pa], f (l/d) rho v^2 / 2 with the sign of the flow [m^3/s].

    In laminar flow it is 128 mu l Q / (pi d^4), the law of Hagen and Poiseuille.
    """
    speed = 4.0 * flow / (math.pi * supply.diameter**2)
    reynolds = supply.density * abs(speed) * supply.diameter / supply.viscosity
    if reynolds < LAMINAR:
        return 32.0 * supply.viscosity * supply.length * speed / supply.diameter**2
    return 0.5 * supply.density * speed * abs(speed) * friction_factor(reynolds) * supply.length / supply.diameter


def next_pressure(pressure: float, wanted: float, dt: float, supply: Supply) -> tuple[float, float]:
    """Pressure of a chamber after a step, with the mean flow into it, by the implicit midpoint rule.

    The flow Q solves P (s - Q/Q_0) - p = loss(Q) with the speed of the pump s = clip((u - p)/band, -1, 1) and the pressure
    p + Q dt / (2 C) at the middle of the step. The left side falls with Q and the right side rises.

    Args:
        pressure: Present pressure p [Pa].
        wanted: Commanded pressure u [Pa].
        dt: Step [s].
        supply: Pump, hose and chamber.

    Returns:
        Pressure [Pa] and flow [m^3/s].
    """
    from scipy.optimize import brentq

    if pressure <= 0.0 and wanted <= 0.0:
        return 0.0, 0.0

    def excess(flow: float) -> float:
        inside = pressure + 0.5 * dt * flow / supply.compliance
        speed = min(max((wanted - inside) / supply.band, -1.0), 1.0)
        return supply.pressure * (speed - flow / supply.flow) - inside - hose_loss(flow, supply)

    # flows that a pump at full speed cannot exceed, in either direction, with the pressure of the chamber behind it
    bound = supply.flow * (1.0 + pressure / supply.pressure)
    flow = brentq(excess, -bound, bound, xtol=1e-12 * supply.flow)
    after = max(pressure + dt * flow / supply.compliance, 0.0)
    return after, (after - pressure) * supply.compliance / dt
