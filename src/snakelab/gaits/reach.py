"""Reach of a gait: comparison of the largest and smallest target of each joint with its range."""

import math
import warnings

import numpy as np

from snakelab.errors import GaitError, SnakelabWarning
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import SERVO
from snakelab.types import FloatArray

SLACK = 1e-9  # tolerance of a bound [rad] or [m]


def check_reach(
    model: Model, gait: str, centre: FloatArray, swing: FloatArray, amplitude: float, name: str = "amplitude"
) -> None:
    """Check that targets centre_i +- |swing_i| lie within the joints' ranges.

    A prescribed joint beyond its limit raises an error, because the forces would be meaningless. A servo beyond its limit, which
    the limit holds back, issues a warning.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        centre, swing: Shape (nv,), [rad] or [m]; the swing is proportional to the amplitude.
        amplitude: Present amplitude.
        name: Name of the amplitude, for the message.

    Raises:
        GaitError: if a prescribed joint exceeds its limits; with the largest admissible amplitude.
    """
    table, reach = model.arrays.coordinates, np.abs(swing)
    over, under = centre + reach - table["upper"], table["lower"] - centre + reach
    beyond = np.where(_follows(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > SLACK:
        return
    furthest = centre[worst] + math.copysign(reach[worst], over[worst] - under[worst])
    advice = largest_that_fits(model, centre, reach, amplitude, name)
    _report(model, beyond, f"{gait} moves {_way(model, worst, furthest)}; {advice}")


def check_table(model: Model, gait: str, minimum: FloatArray, maximum: FloatArray) -> None:
    """Check that the smallest and largest targets of a table lie within the joints' ranges, as `check_reach`.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        minimum, maximum: Of each coordinate, shape (nv,), [rad] or [m].
    """
    table = model.arrays.coordinates
    over, under = maximum - table["upper"], table["lower"] - minimum
    beyond = np.where(_follows(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > SLACK:
        return
    furthest = maximum[worst] if over[worst] >= under[worst] else minimum[worst]
    scales = [
        bound / value
        for j in np.flatnonzero(_follows(model))
        for bound, value in ((table["upper"][j], maximum[j]), (table["lower"][j], minimum[j]))
        if value * bound > 0 or (bound == 0 and value != 0)
    ]
    scale = min(scales, default=0.0)
    fits = (scale * maximum <= table["upper"] + SLACK) & (scale * minimum >= table["lower"] - SLACK)
    advice = (
        f"the largest admissible scale of its angles is {_rounded_down(scale):g}"
        if scale > 0 and fits[_follows(model)].all()
        else "use other angles"
    )
    _report(model, beyond, f"{gait} moves {_way(model, worst, furthest)}; {advice}")


def _follows(model: Model) -> np.ndarray:
    """True for joints that follow targets, shape (nv,), bool."""
    return (model.arrays.coordinates["actuator"] == SERVO) | model.driven


def _report(model: Model, beyond: FloatArray, message: str) -> None:
    """Raise an error for a prescribed joint; warn for a servo."""
    if (beyond[model.driven] > SLACK).any():
        raise GaitError(message)
    warnings.warn(message, SnakelabWarning, stacklevel=4)


def largest_that_fits(model: Model, centre: FloatArray, reach: FloatArray, amplitude: float, name: str) -> str:
    """Advice for a message: the largest amplitude with all targets within the joint limits, if there is one."""
    table = model.arrays.coordinates
    room = np.minimum(table["upper"] - centre, centre - table["lower"])
    moving = (reach > 0) & _follows(model)
    if not (room[moving] > 0).all():
        return "the centre is out of range: use another offset"
    ratio = float((room[moving] / reach[moving]).min(initial=math.inf))
    maximum = abs(amplitude) * min(ratio, 1.0)
    return f"the largest admissible {name} is {math.copysign(_rounded_down(maximum), amplitude):g}"


def _rounded_down(value: float) -> float:
    """Return the value rounded down to three digits."""
    if not value > 0:
        return 0.0
    place = 10.0 ** (math.floor(math.log10(value)) - 2)
    return float(f"{math.floor(value / place * (1 + 1e-12)) * place:.3g}")


def _way(model: Model, j: int, furthest: float) -> str:
    """Text with the largest target of a joint and its limit."""
    table = model.arrays.coordinates
    unit = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates][j]
    stop = table["upper"][j] if furthest > table["upper"][j] else table["lower"][j]
    return f"{model.coordinate_names[j]} to {furthest:.4g} {unit}, and its limit is {stop:.4g} {unit}"
