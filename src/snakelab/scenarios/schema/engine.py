"""Engines of a scenario other than the simulation itself: the robot behind an emulated servo bus."""

from typing import Annotated

from snakelab.scenarios.file_reading.value_types import NUMBER, NUMBERS, Leaf
from snakelab.scenarios.schema.forms import Form

Positive = Annotated[float, Leaf((NUMBER,), above=0)]
NotNegative = Annotated[float, Leaf((NUMBER,), minimum=0)]


class BrownOutForm(Form):
    """A collapse of the supply voltage.

    Args:
        at: Start [s].
        duration: Duration [s].
    """

    at: NotNegative
    duration: Positive = 0.2


class EmulatedBusForm(Form):
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

    baud: Positive = 1e6
    return_delay: NotNegative = 5e-4
    turnaround: NotNegative = 5e-5
    usb_delay: NotNegative = 0.0
    lost: NotNegative = 0.0
    noise: NotNegative = 0.0
    largest_speed: Positive = 6.0
    backlash: NotNegative = 0.0
    stall_torque: Positive = 25.0
    voltage: Positive = 12.0
    resistance: NotNegative = 0.05
    dead: Annotated[tuple, Leaf((NUMBERS,))] = ()
    brown_out: BrownOutForm | None = None


class EngineForm(Form):
    """Engine that moves the robot.

    Args:
        emulated_bus: The simulated robot is driven by emulated servos, which a driver commands over their bus.
    """

    emulated_bus: EmulatedBusForm
