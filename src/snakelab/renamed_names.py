"""Deprecated public names: an old name still works, with a DeprecationWarning that names the new one."""

import importlib
import warnings
from typing import Any

# For each package, its former names: the present name, and the module that defines it.
RENAMED: dict[str, dict[str, tuple[str, str]]] = {
    "snakelab": {
        "Pilot": ("Autopilot", "snakelab.control.autopilot"),
        "PilotGains": ("AutopilotGains", "snakelab.control.autopilot"),
        "quiet_shape": ("static_equilibrium", "snakelab.gaits.static_equilibrium"),
    },
    "snakelab.control": {
        "Pilot": ("Autopilot", "snakelab.control.autopilot"),
        "PilotGains": ("AutopilotGains", "snakelab.control.autopilot"),
        "pilot": ("autopilot", "snakelab.control"),
    },
}


def is_renamed(package: str, name: str) -> bool:
    """Return True if a package had a public name that is different now."""
    return name in RENAMED.get(package, {})


def renamed(package: str, name: str, stacklevel: int = 3) -> Any:
    """Return the object that a package had under a former name.

    Args:
        package: The `__name__` of the package.
        name: The former name; see `is_renamed`.
        stacklevel: Of the warning; 3 is the caller of the package's `__getattr__`.

    Warns:
        DeprecationWarning: with the present name.
    """
    new, module = RENAMED[package][name]
    warnings.warn(f"{package}.{name} is deprecated; use {package}.{new}", DeprecationWarning, stacklevel=stacklevel)
    return getattr(importlib.import_module(module), new)
