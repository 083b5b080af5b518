"""Check of the pressures of a gait against the limits of the actuators."""

import warnings

import numpy as np

from snakelab.errors import GaitError, SnakelabWarning
from snakelab.gaits.static_equilibrium import coordinates_of
from snakelab.physics.model import Model
from snakelab.physics.untested import warn_untested
from snakelab.robots.actuators import Hydraulic, Pneumatic
from snakelab.robots.actuators.pneumatic import BAR, LEAST
from snakelab.types import FloatArray

# A spline may leave a muscle's range by this share of the ceiling between two points that are inside it; the valve holds it.
OVERSHOOT = 0.01


def check_pressures(model: Model, asked: FloatArray, gait: str, times: FloatArray | None = None) -> None:
    """Check the range of pressures; warn of untested ones, and of values that are probably not pressures.

    Args:
        model: The model.
        asked: Commands, a row for each instant, shape (m, nv), [Pa] for a muscle.
        gait: Its name, for messages.
        times: Times of the rows, shape (m,), [s]; None for constant commands.

    Raises:
        GaitError: if a pressure is out of range.
    """
    muscles = [
        (j, coordinate.actuator)
        for j, coordinate in enumerate(coordinates_of(model))
        if isinstance(coordinate.actuator, (Pneumatic, Hydraulic))
    ]
    for j, actuator in muscles:
        most, column = actuator.ceiling, asked[:, j]
        tested = actuator.tested_pressure if isinstance(actuator, Hydraulic) else most
        slack = 0.0 if times is None else OVERSHOOT * min(most, tested)
        beyond = np.maximum(-column, column - most)
        k = int(np.argmax(beyond))
        if beyond[k] > slack:
            told = f"between 0 and its ceiling of {most / BAR:.3g} bar" if np.isfinite(most) else "at least 0"
            when = "" if times is None else f" at t = {times[k]:.3g} s"
            raise GaitError(
                f"{gait} asks {model.coordinate_names[j]} for {column[k] / BAR:.3g} bar{when}; pressures [Pa] must be {told}"
            )
        if column.max() > tested + slack:
            warn_untested(model, j, float(column.max()), gait)
    greatest = max((float(asked[:, j].max()) for j, _ in muscles), default=0.0)
    if 0 < greatest < LEAST:
        warnings.warn(
            f"{gait} asks for {greatest:g} Pa at most, which causes almost no motion; pressures are in Pa: 1 bar is 1e5, "
            "1 MPa is 1e6",
            SnakelabWarning,
            stacklevel=4,
        )
