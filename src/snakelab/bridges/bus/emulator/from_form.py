"""Settings of emulated servos from their keys in a file."""

from snakelab.bridges.bus.emulator.settings import BrownOut, LineSettings, ServoSettings
from snakelab.scenarios.schema.engine import EmulatedBusForm


def line_settings(form: EmulatedBusForm, seed: int) -> LineSettings:
    """Return the settings of the line."""
    return LineSettings(form.baud, form.return_delay, form.turnaround, form.usb_delay, form.lost, form.noise, seed)


def servo_settings(form: EmulatedBusForm) -> ServoSettings:
    """Return the settings of the servos."""
    collapse = None if form.brown_out is None else BrownOut(form.brown_out.at, form.brown_out.duration)
    return ServoSettings(
        largest_speed=form.largest_speed,
        backlash=form.backlash,
        stall_torque=form.stall_torque,
        voltage=form.voltage,
        resistance=form.resistance,
        dead=tuple(int(ident) for ident in form.dead),
        brown_out=collapse,
    )
