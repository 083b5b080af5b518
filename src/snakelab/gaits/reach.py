"""Reach of a gait: the largest and smallest target of each joint, against the joint's range."""

import math
import warnings

import numpy as np

from snakelab.errors import GaitError, SnakelabWarning
from snakelab.physics.layout.tables import SERVO
from snakelab.physics.model import Model
from snakelab.types import FloatArray

SLACK = 1e-9  # beyond a bound that is rounding [rad] or [m]


def check_reach(
    model: Model, gait: str, centre: FloatArray, swing: FloatArray, amplitude: float, name: str = "amplitude"
) -> None:
    """Check that targets centre_i +- |swing_i| lie within the joints' ranges.

    A prescribed joint is moved there against its end stop, with forces that mean nothing, so it is refused. Of a servo, whose
    end stop holds it back, is warned.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        centre, swing: Shape (nv,), [rad] or [m]; the swing is in proportion to the amplitude.
        amplitude: As it is.
        name: Of the amplitude, for the message.

    Raises:
        GaitError: if a prescribed joint cannot go so far; with the largest amplitude that fits.
    """
    table, reach = model.arrays.coordinates, np.abs(swing)
    over, under = centre + reach - table["upper"], table["lower"] - centre + reach
    beyond = np.where(_follows(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > SLACK:
        return
    furthest = centre[worst] + math.copysign(reach[worst], over[worst] - under[worst])
    advice = largest_that_fits(model, centre, reach, amplitude, name)
    _tell(model, beyond, f"{gait} takes {_way(model, worst, furthest)}; {advice}")


def check_table(model: Model, gait: str, least: FloatArray, most: FloatArray) -> None:
    """Check that the smallest and largest targets of a table lie within the joints' ranges, as `check_reach`.

    Args:
        model: The model.
        gait: Name of the gait, for the message.
        least, most: Of each coordinate, shape (nv,), [rad] or [m].
    """
    table = model.arrays.coordinates
    over, under = most - table["upper"], table["lower"] - least
    beyond = np.where(_follows(model), np.maximum(over, under), -np.inf)
    worst = int(np.argmax(beyond))
    if not beyond[worst] > SLACK:
        return
    furthest = most[worst] if over[worst] >= under[worst] else least[worst]
    shares = [
        bound / value
        for j in np.flatnonzero(_follows(model))
        for bound, value in ((table["upper"][j], most[j]), (table["lower"][j], least[j]))
        if value * bound > 0 or (bound == 0 and value != 0)
    ]
    share = min(shares, default=0.0)
    fits = (share * most <= table["upper"] + SLACK) & (share * least >= table["lower"] - SLACK)
    advice = (
        f"the largest share of its angles that fits is {_rounded_down(share):g}"
        if share > 0 and fits[_follows(model)].all()
        else "take other angles"
    )
    _tell(model, beyond, f"{gait} takes {_way(model, worst, furthest)}; {advice}")


def _follows(model: Model) -> np.ndarray:
    """Which joints follow targets, shape (nv,), bool."""
    return (model.arrays.coordinates["actuator"] == SERVO) | model.driven


def _tell(model: Model, beyond: FloatArray, words: str) -> None:
    """Refuse what a prescribed joint would do; warn of what a servo would."""
    if (beyond[model.driven] > SLACK).any():
        raise GaitError(words)
    warnings.warn(words, SnakelabWarning, stacklevel=4)


def largest_that_fits(model: Model, centre: FloatArray, reach: FloatArray, amplitude: float, name: str) -> str:
    """What to write instead: the largest amplitude with which all targets are in range, if there is one."""
    table = model.arrays.coordinates
    room = np.minimum(table["upper"] - centre, centre - table["lower"])
    moving = (reach > 0) & _follows(model)
    if not (room[moving] > 0).all():
        return "its middle is out of range already: take another offset"
    share = float((room[moving] / reach[moving]).min(initial=math.inf))
    most = abs(amplitude) * min(share, 1.0)
    return f"the largest {name} that fits is {math.copysign(_rounded_down(most), amplitude):g}"


def _rounded_down(value: float) -> float:
    """The value with three digits, rounded down."""
    if not value > 0:
        return 0.0
    place = 10.0 ** (math.floor(math.log10(value)) - 2)
    return float(f"{math.floor(value / place * (1 + 1e-12)) * place:.3g}")


def _way(model: Model, j: int, furthest: float) -> str:
    """How far a joint goes, and where its end stop is."""
    table = model.arrays.coordinates
    unit = [coordinate.unit for part in model.robot.parts for coordinate in part.coordinates][j]
    stop = table["upper"][j] if furthest > table["upper"][j] else table["lower"][j]
    return f"{model.coordinate_names[j]} to {furthest:.4g} {unit}, and its end stop is at {stop:.4g} {unit}"
