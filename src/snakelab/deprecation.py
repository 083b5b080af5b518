"""Deprecated names of objects and arguments: an old name still works, with a DeprecationWarning that names the new one."""

import functools
import importlib
import warnings
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

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


def renamed_arguments(**renamed: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function so that it accepts former names of its arguments.

    Args:
        renamed: The present name of each argument by its former name.

    Warns:
        DeprecationWarning: in a call with a former name.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def accept(*args: P.args, **kwargs: P.kwargs) -> R:
            for old, new in renamed.items():
                if old in kwargs and new not in kwargs:
                    text = f"{function.__name__}({old}=...) is deprecated; use {new}=..."
                    warnings.warn(text, DeprecationWarning, stacklevel=2)
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return accept

    return decorate
