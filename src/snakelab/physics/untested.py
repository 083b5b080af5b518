"""A word of warning where a pressure goes beyond what an actuator has been tested at."""

import warnings
from weakref import WeakValueDictionary

from snakelab.errors import SnakelabWarning
from snakelab.physics.model import Model

# Models that have been warned of: one warning is enough for a run, and for its repetitions.
_WARNED: WeakValueDictionary[int, Model] = WeakValueDictionary()


def warn_untested(model: Model, i_coordinate: int, pressure: float, who: str) -> None:
    """Warn, once for each model, that a coordinate is asked for an untested pressure.

    Args:
        model: The model.
        i_coordinate: Its coordinate.
        pressure: What is asked for [Pa].
        who: Who asks, to begin the message.
    """
    if _WARNED.get(id(model)) is model:
        return
    _WARNED[id(model)] = model
    tested = model.arrays.coordinates["tested"][i_coordinate]
    warnings.warn(
        f"{who} asks {model.coordinate_names[i_coordinate]} for {pressure:g} Pa, and it has been tested up to {tested:g} Pa "
        "only; stay below, or state what yours bears: Hydraulic(tested_pressure=...)",
        SnakelabWarning,
        stacklevel=4,
    )
