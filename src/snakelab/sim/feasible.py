"""What is said of a run before anything is computed: that it cannot be, or that it may mislead.

The warnings name the line that called `simulate`, which must call these itself.
"""

import os
import warnings

from snakelab.errors import SimulationError, SnakelabWarning
from snakelab.physics.model import Model
from snakelab.robots.materials.places import CONSISTENCY, INDEX
from snakelab.sim.engine import Engine, SnakelabEngine


def warn_of_late_sensors(model: Model, duration: float) -> None:
    """Warn of a sensor whose first answer comes after the end."""
    for sensor in model.robot.sensors:
        if sensor.delay >= duration:
            warnings.warn(
                f"{type(sensor).__name__} delay of {sensor.delay:g} s is not shorter than the run of {duration:g} s: all that it "
                "gives is how the run began; lower the delay, or run longer",
                SnakelabWarning,
                stacklevel=3,
            )


def warn_of_stiffness(engine: Engine, model: Model) -> None:
    """Warn where rk4, which is explicit, meets a power law: near rest its slope is too steep for any usual step."""
    if isinstance(engine, SnakelabEngine) and engine.integrator == "rk4" and engine.tolerance is None:
        numbers = model.arrays.coordinates["numbers"]
        if ((numbers[:, CONSISTENCY] > 0) & (numbers[:, INDEX] < 1)).any():
            warnings.warn(
                "integrator='rk4' is explicit, and an Elastomer's PowerLawViscosity is stiff near rest: fixed steps may give a "
                "motion that looks right and is not; write integrator='extrapolated', or 'Radau'",
                SnakelabWarning,
                stacklevel=3,
            )


def check_memory(records: float, width: int) -> None:
    """Refuse a recording larger than the machine, before it is begun."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # not every platform tells
        memory = 1 << 36
    size = 2 * 8 * width * records  # the records, and the dataset made of them
    if size > memory:
        raise SimulationError(
            f"the recording would take {size / 1e9:.3g} GB ({records:.3g} records), and this machine has {memory / 1e9:.3g} GB; "
            "lower duration or record_rate"
        )
