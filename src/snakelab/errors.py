"""Errors: one small tree of exceptions, and hints on misspelt names."""

import difflib
from collections.abc import Iterable
from typing import Any

# ----------------------------------------------------------------------------------------------------------------------
# Errors: one small tree of exceptions
#
# Every message holds the value, what is allowed, and the nearest valid text to type.
# ----------------------------------------------------------------------------------------------------------------------

__all__ = [
    "ControlError",
    "GaitError",
    "HardwareError",
    "MissingExtraError",
    "PerceptionError",
    "PluginError",
    "RecordingError",
    "RobotError",
    "ScenarioError",
    "SimulationError",
    "SnakelabError",
    "SnakelabWarning",
    "WorldError",
]


class SnakelabError(Exception):
    """Base class of all exceptions that snakelab raises.

    Attributes:
        recording: Recording up to the failure of a controller; None otherwise.
        place: Keys and indices below the object to which the error belongs, such as ("cameras", 0); empty for itself.
    """

    recording: Any = None
    place: tuple[str | int, ...] = ()


class RobotError(SnakelabError):
    """Invalid robot: a negative mass, no parts, incompatible parts."""


class WorldError(SnakelabError):
    """Invalid world, or a law that cannot be compiled."""


class GaitError(SnakelabError):
    """A gait that cannot drive this robot, or a gait parameter out of range."""


class ControlError(SnakelabError):
    """A controller that returned a command of the wrong shape or kind."""


class SimulationError(SnakelabError):
    """Invalid simulation settings. A run that fails numerically is data instead: `Recording.status`."""


class ScenarioError(SnakelabError):
    """A scenario file with an unknown name, a wrong value or invalid YAML."""


class RecordingError(SnakelabError):
    """A recording that cannot be read, or an output that cannot be written."""


class HardwareError(SnakelabError):
    """A robot that cannot be reached or moved: a missing port, a servo without an answer, an invalid robot file."""


class PerceptionError(SnakelabError):
    """Images, a calibration, a trajectory or a map that cannot be used."""


class MissingExtraError(SnakelabError):
    """An optional library is not installed."""


class PluginError(SnakelabError):
    """A plug-in that cannot be imported, or metadata of an installation that are older than its source."""


class SnakelabWarning(UserWarning):
    """Input that is valid but probably unintended."""


# Common words for what has another name here. The first that is allowed is suggested, before any similar spelling.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "torque": ("tau", "peak_torque", "torque_limit"),
    "torques": ("tau", "peak_torque", "torques_figure"),
    "force": ("peak_force",),
    "max_torque": ("torque_limit", "peak_torque"),
    "stall_torque": ("torque_limit",),
    "max_speed": ("speed_limit",),
    "no_load_speed": ("speed_limit",),
    "velocity": ("mean_speed", "forward_velocity", "com_velocity"),
    "speed": ("mean_speed", "forward_velocity", "com_velocity"),
    "distance": ("path_length",),
    "energy": ("actuation_energy",),
    "efficiency": ("cost_of_transport",),
    "cot": ("cost_of_transport",),
    "angle": ("q",),
    "angles": ("q",),
    "joint_angles": ("q",),
    "joint_positions": ("q",),
    "joint_velocities": ("v",),
    "rates": ("v",),
    "position": ("com_position",),
    "sweep": ("run_sweep",),
    "plot": ("variables_figure",),
    "figure": ("overview_figure",),
    "run": ("simulate",),
    "read": ("load",),
    "open": ("load",),
    "animate": ("movie",),
    "env": ("environment",),
    "make_env": ("environment",),
    "joint": ("Revolute", "revolute"),
    **dict.fromkeys(("cl", "twl", "swl", "arl", "srl", "gait"), ("NamedGait",)),
    "hinge": ("Revolute", "revolute"),
    "ground": ("Contact", "contact"),
    **dict.fromkeys(("turn", "orientation", "rpy", "euler"), ("rotation",)),
}


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint for a misspelt name: `; did you mean 'mass'?`, or the allowed names where nothing is near."""
    names = [str(a) for a in allowed]
    for synonym in SYNONYMS.get(str(name).lower(), ()):
        if synonym in names:
            return f"; did you mean {synonym!r}?"
    close = difflib.get_close_matches(str(name), names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; allowed: {', '.join(sorted(names))}" if names else ""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun in the singular or the plural, such as "1 point" and "2 points"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
