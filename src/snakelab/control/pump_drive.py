"""Hydraulic supply of soft joints: a pump, a hose and a chamber for each actuator, and the flow between them."""

import math
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Le

from snakelab.errors import ControlError
from snakelab.gaits.constant_commands import SteadyGait
from snakelab.gaits.gait import Gait, TableGait, check_gait
from snakelab.parameters.arguments import FloatArray
from snakelab.parameters.declarations import Slider, Unit, check_declared
from snakelab.physics.command import Command, Measurement, Reference, targets_at
from snakelab.physics.model import Model
from snakelab.robots.actuators import Hydraulic

# Reynolds numbers between which a flow changes from laminar to turbulent [-].
LAMINAR, TURBULENT = 2300.0, 4000.0


class Supply(NamedTuple):
    """Pump, hose and chamber, in SI units.

    Attributes:
        pressure: Pressure of the pump without flow, at full speed [Pa].
        flow: Flow of the pump without pressure, at full speed [m^3/s].
        length, diameter: Of the hose [m].
        compliance: Volume of the chamber per pressure [m^3/Pa].
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
        return 0.3164 * reynolds**-0.25  # Blasius
    low, high = 64.0 / LAMINAR, 0.3164 * TURBULENT**-0.25
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


@dataclass(frozen=True)
class PumpDrive:
    """A gait of pressures, delivered by pumps through hoses into the chambers of `Hydraulic` actuators.

    Each chamber has a reversible pump with a pressure regulator:

        C dp/dt = Q,   P (s - Q/Q_0) = p + loss(Q),   s = clip((u - p)/band, -1, 1)

    with commanded pressure u, pressure p >= 0 and flow Q. The characteristic of the pump is a straight line between its
    pressure P without flow and its flow Q_0 without pressure; the loss is that of Hagen and Poiseuille, or above Re = 2300 of
    Darcy and Weisbach with the friction factor of Blasius. Coordinates with other actuators, and propellers, follow the gait.

    Args:
        motion: Gait whose targets at hydraulic coordinates are pressures [Pa].
        pump_pressure: Pressure of a pump without flow, P [Pa].
        pump_flow: Flow of a pump without pressure, Q_0 [m^3/s].
        hose_length: Length of each hose [m].
        hose_diameter: Inner diameter of each hose [m].
        compliance: Volume change of a chamber per pressure, C [m^3/Pa]: area^2 / stiffness of the joint, plus the
            compliance of chamber and hose. The default is that of the joint of Zhang et al.: 2.5 ml at 0.1 MPa.
        viscosity: Viscosity of the liquid [Pa s].
        density: Density of the liquid [kg/m^3].
        band: Difference of pressure at which the regulator runs its pump at full speed [Pa].
        period: Control period [s].

    Raises:
        ControlError: if an argument is invalid, or the robot has no hydraulic actuator.

    The recording contains `control_pressure` and `control_flow` of each chamber, and `control_power`, the power that
    all pumps transfer to the liquid. Not for gases. The inertia of the liquid, and the effect of a load on the volume
    of a chamber, are neglected.

    Source: White, Fluid Mechanics, chapter 6, for the hose; the model of the pump is an assumption, because Zhang et al. 2022
        give none.
    """

    motion: TableGait | SteadyGait | Gait
    pump_pressure: Annotated[float, Gt(0), Unit("Pa"), Slider(1e5, 1e6, 1e4)] = 6e5
    pump_flow: Annotated[float, Gt(0), Unit("m^3/s"), Slider(1e-6, 1e-4, 1e-6)] = 2e-5
    hose_length: Annotated[float, Gt(0), Unit("m"), Slider(0.1, 10, 0.1)] = 1.0
    hose_diameter: Annotated[float, Gt(0), Le(1), Unit("m"), Slider(0.001, 0.01, 0.0005)] = 0.004
    compliance: Annotated[float, Gt(0), Unit("m^3/Pa"), Slider(1e-12, 1e-9, 1e-12)] = 2.5e-11
    viscosity: Annotated[float, Gt(0), Unit("Pa s"), Slider(1e-4, 0.1, 1e-4)] = 1e-3
    density: Annotated[float, Gt(0), Unit("kg/m^3"), Slider(500, 1500, 1)] = 1000.0
    band: Annotated[float, Gt(0), Unit("Pa"), Slider(1e3, 1e5, 1e3)] = 1e4
    period: Annotated[float, Ge(1e-4), Unit("s"), Slider(0.001, 0.1, 0.001)] = 0.01

    def __post_init__(self) -> None:
        check_gait(self.motion, "PumpDrive motion", "SteadyGait(targets=[...])", ControlError)
        check_declared(self, ControlError)

    @property
    def supply(self) -> Supply:
        """Pump, hose and chamber."""
        return Supply(
            self.pump_pressure, self.pump_flow, self.hose_length, self.hose_diameter, self.compliance, self.band,
            self.viscosity, self.density,
        )  # fmt: skip

    def for_model(self, model: Model) -> "PumpController":
        """Return the controller of one robot.

        Raises:
            ControlError: if the robot has no hydraulic actuator.
        """
        actuators = [coordinate.actuator for part in model.robot.parts for coordinate in part.coordinates]
        chambers = np.array([isinstance(actuator, Hydraulic) for actuator in actuators], dtype=bool)
        if not chambers.any():
            raise ControlError(
                "PumpDrive needs a Hydraulic actuator, and this robot has none; write SoftSection(actuators=Hydraulic())"
            )
        return PumpController(self, self.motion.reference(model), chambers)


@dataclass(frozen=True, eq=False)
class PumpController:
    """Controller of a `PumpDrive` for one robot.

    Attributes:
        drive: Pumps, hoses and chambers.
        wanted: Targets of the gait.
        chambers: True for hydraulic coordinates, shape (nv,).
    """

    drive: PumpDrive
    wanted: Reference
    chambers: np.ndarray

    @property
    def period(self) -> float:
        """Control period [s]."""
        return self.drive.period

    def start(self, model: Model, time: float) -> tuple[Command, dict[str, Any]]:
        """Return the targets at the beginning, with empty chambers; the memory is the time and the pressures [Pa]."""
        n = int(self.chambers.sum())
        memory = {"time": float(time), "pressure": np.zeros(n), "flow": np.zeros(n)}
        return self._command(memory), memory

    def command(self, known: Measurement, memory: dict[str, Any]) -> tuple[Command, dict[str, Any]]:
        """Return the pressures at the end of the period, with the notes of `PumpDrive`."""
        time = memory["time"] + self.period
        middle = targets_at(self.wanted, time - 0.5 * self.period)[0, : len(self.chambers)]
        supply = self.drive.supply
        pairs = zip(memory["pressure"].tolist(), middle[self.chambers].tolist(), strict=True)
        pressure, flow = np.array([next_pressure(p, u, self.period, supply) for p, u in pairs]).T
        later = {"time": time, "pressure": pressure, "flow": flow}
        return self._command(later), later

    def _command(self, memory: dict[str, Any]) -> Command:
        n = len(self.chambers)
        targets: FloatArray = targets_at(self.wanted, memory["time"])
        moved, thrust = targets[:, :n].copy(), targets[0, n:]
        pressure, flow = memory["pressure"], memory["flow"]
        moved[0, self.chambers] = pressure
        moved[1, self.chambers] = flow / self.drive.compliance
        moved[2, self.chambers] = 0.0
        loss = [hose_loss(q, self.drive.supply) for q in flow.tolist()]
        power = float(flow @ (pressure + loss))
        notes = {"pressure": pressure.tolist(), "flow": flow.tolist(), "power": power}
        return Command(moved[0], moved[1], moved[2], thrust=thrust if len(thrust) else None, notes=notes)
