"""Settings of emulated servos and of the line to them, and of both as the engine of a scenario."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge, Gt, Le

from snakelab.entry_points import SERVICES, load
from snakelab.errors import HardwareError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import Unit

if TYPE_CHECKING:
    from snakelab.scenarios import Scenario
    from snakelab.sim.engines.engine import Engine

Probability = Annotated[float, Ge(0), Le(1)]
Time = Annotated[float, Ge(0), Unit("s")]


@dataclass(frozen=True)
class BrownOut:
    """A supply voltage that collapses: the servos neither hear nor answer, then start without torque.

    Args:
        at: Start [s].
        duration: Duration [s].
    """

    at: Time
    duration: Annotated[float, Gt(0), Unit("s")] = 0.2

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)

    def covers(self, time: float) -> bool:
        """Return True during the collapse."""
        return self.at <= time < self.at + self.duration


@dataclass(frozen=True)
class LineSettings:
    """Line between computer and servos.

    Args:
        baud: Bits per second [Hz].
        return_delay: Return delay of the servos at the start [s]; a driver sets it to zero.
        turnaround: Pause of a servo before it answers, besides the return delay [s].
        usb_delay: Delay of the adapter in each direction [s].
        lost: Probability that a packet is lost, in either direction.
        noise: Probability that a byte of a packet is damaged or that noise precedes the packet.
        seed: Seed of losses and noise.
    """

    baud: Annotated[float, Gt(0), Unit("Hz")] = 1e6
    return_delay: Annotated[float, Ge(0), Le(508e-6), Unit("s")] = 5e-4
    turnaround: Time = 5e-5
    usb_delay: Time = 0.0
    lost: Probability = 0.0
    noise: Probability = 0.0
    seed: Annotated[int, Ge(0)] = 0

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)


@dataclass(frozen=True)
class ServoSettings:
    """Properties of the servos.

    Args:
        largest_speed: Speed of a motion without a given speed [rad/s].
        backlash: Play between shaft and sensor [rad].
        stall_torque: Torque that corresponds to a load of 1 [N m].
        stall_current: Current at a load of 1 [A].
        voltage: Supply voltage without current [V].
        resistance: Resistance of supply and cable [ohm].
        dead: Ids of servos without an answer, which do not move either.
        brown_out: Collapse of the supply; None for none.
    """

    largest_speed: Annotated[float, Gt(0), Unit("rad/s")] = 6.0
    backlash: Annotated[float, Ge(0), Unit("rad")] = 0.0
    stall_torque: Annotated[float, Gt(0), Unit("N m")] = 3.0
    stall_current: Annotated[float, Gt(0), Unit("A")] = 2.4
    voltage: Annotated[float, Gt(0), Unit("V")] = 12.0
    resistance: Annotated[float, Ge(0), Unit("ohm")] = 0.05
    dead: tuple[int, ...] = ()
    brown_out: BrownOut | None = None

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)


@dataclass(frozen=True)
class EmulatedBus:
    """Emulated servos and the line to them, on a simulated clock.

    Args:
        baud: Bits per second [Hz].
        return_delay: Return delay of the servos before the driver sets it to zero [s].
        turnaround: Pause of a servo before it answers [s].
        usb_delay: Delay of the adapter in each direction [s].
        lost: Probability that a packet is lost.
        noise: Probability that a packet is damaged.
        largest_speed: Largest speed of a servo [rad/s].
        backlash: Play of each servo [rad].
        stall_torque: Torque that corresponds to a load of 1 [N m].
        voltage: Supply voltage without current [V].
        resistance: Resistance of the supply [ohm].
        dead: Ids of servos that do not answer.
        brown_out: Collapse of the supply.
    """

    baud: Annotated[float, Gt(0), Unit("Hz")] = 1e6
    return_delay: Time = 5e-4
    turnaround: Time = 5e-5
    usb_delay: Time = 0.0
    lost: Annotated[float, Ge(0)] = 0.0
    noise: Annotated[float, Ge(0)] = 0.0
    largest_speed: Annotated[float, Gt(0), Unit("rad/s")] = 6.0
    backlash: Annotated[float, Ge(0), Unit("rad")] = 0.0
    stall_torque: Annotated[float, Gt(0), Unit("N m")] = 25.0
    voltage: Annotated[float, Gt(0), Unit("V")] = 12.0
    resistance: Annotated[float, Ge(0), Unit("ohm")] = 0.05
    dead: tuple[float, ...] = ()
    brown_out: BrownOut | None = None

    def __post_init__(self) -> None:
        check_declared(self, HardwareError)

    def make(self, scenario: "Scenario") -> "Engine":
        """Return the engine of a scenario: its robot, driven by emulated servos. The seed is that of the scenario.

        Raises:
            HardwareError: if a setting is out of range.
        """
        engine: Engine = load(SERVICES, "emulated_bus")(scenario, self)
        return engine

    def line(self, seed: int) -> LineSettings:
        """Return the settings of the line."""
        return LineSettings(self.baud, self.return_delay, self.turnaround, self.usb_delay, self.lost, self.noise, seed)

    def servos(self) -> ServoSettings:
        """Return the settings of the servos."""
        return ServoSettings(
            largest_speed=self.largest_speed,
            backlash=self.backlash,
            stall_torque=self.stall_torque,
            voltage=self.voltage,
            resistance=self.resistance,
            dead=tuple(int(ident) for ident in self.dead),
            brown_out=self.brown_out,
        )
