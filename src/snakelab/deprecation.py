"""Deprecated public names and arguments: the old form still works, with a DeprecationWarning that names the new one."""

import functools
import importlib
import inspect
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from snakelab.errors import SnakelabError

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


C = TypeVar("C")
T = TypeVar("T", bound=Callable[..., Any])
# A rule from the old argument to the new one: a function of the old value and of all arguments by name.
Conversion = Callable[[Any, dict[str, Any]], Any]


def renamed_arguments(conversions: dict[str, Conversion] | None = None, **new_names: str) -> Callable[[T], T]:
    """Decorate a function or a class so that it accepts arguments by their old names.

    An old name gives a `DeprecationWarning`. If both names are given, the old one counts where the new one has its
    default value, as in `dataclasses.replace`; else it is an error. A class also gets a read-only attribute of each old
    name, unless the value is converted.

    Args:
        conversions: Rules for values, by old name; a name without one keeps its value.
        **new_names: New names by old name.

    Raises:
        SnakelabError: in the decorated function, if both names are given.
    """
    rules = conversions or {}

    def decorate(target: T) -> T:
        owner = target if isinstance(target, type) else None
        function = target.__init__ if owner is not None else target
        parameters = inspect.signature(function).parameters

        @functools.wraps(function)
        def accepting(*args: Any, **kwargs: Any) -> Any:
            for old in [name for name in kwargs if name in new_names]:
                new, value = new_names[old], kwargs.pop(old)
                _warn(target.__name__, old, new)
                if new in kwargs and kwargs[new] != parameters[new].default:
                    raise SnakelabError(
                        f"{target.__name__} {old} is the old name of {new}, which is given too; leave {old} out"
                    )
                given = dict(zip(parameters, args, strict=False)) | kwargs
                kwargs[new] = rules[old](value, given) if old in rules else value
            return function(*args, **kwargs)

        if owner is None:
            accepting.__renamed_arguments__ = new_names  # type: ignore[attr-defined]
            return accepting  # type: ignore[return-value]
        owner.__init__ = accepting  # type: ignore[misc]
        owner.__renamed_arguments__ = new_names  # type: ignore[attr-defined]
        _read_by_old_name(owner, {old: new for old, new in new_names.items() if old not in rules})
        return target

    return decorate


def renamed_attributes(**new_names: str) -> Callable[[type[C]], type[C]]:
    """Decorate a class so that its attributes can be read by their old names, with a `DeprecationWarning`.

    Args:
        **new_names: New names by old name.
    """

    def decorate(owner: type[C]) -> type[C]:
        _read_by_old_name(owner, new_names)
        return owner

    return decorate


def keywords_by_position(target: T) -> T:
    """Decorate a function or a class so that its keyword-only arguments are also accepted by position, as formerly.

    They are taken in the order of the signature, after the positional ones, with a `DeprecationWarning` that lists their
    names.
    """
    owner = target if isinstance(target, type) else None
    function = target.__init__ if owner is not None else target
    parameters = inspect.signature(function).parameters.values()
    by_name = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    n_positional = len(parameters) - len(by_name)

    @functools.wraps(function)
    def accepting(*args: Any, **kwargs: Any) -> Any:
        late = dict(zip(by_name, args[n_positional:], strict=False))
        if late and len(args) <= len(parameters) and not late.keys() & kwargs.keys():
            called = ", ".join(f"{name}=..." for name in late)
            warnings.warn(f"{target.__name__} takes these by name: {called}", DeprecationWarning, stacklevel=2)
            args, kwargs = args[:n_positional], late | kwargs
        return function(*args, **kwargs)

    if owner is None:
        return accepting  # type: ignore[return-value]
    owner.__init__ = accepting  # type: ignore[misc]
    return target


def old_names(target: object) -> dict[str, str]:
    """New names of the arguments of a class or function, by old name; empty where none was renamed."""
    names: dict[str, str] = getattr(target, "__renamed_arguments__", {})
    return names


def _read_by_old_name(owner: type, new_names: dict[str, str]) -> None:
    for old, new in new_names.items():
        setattr(owner, old, property(functools.partial(_read, owner.__name__, old, new)))


def _read(owner: str, old: str, new: str, instance: Any) -> Any:
    _warn(owner, old, new)
    return getattr(instance, new)


def _warn(owner: str, old: str, new: str) -> None:
    warnings.warn(f"{owner} {old!r} is now {new!r}; the old name will be removed", DeprecationWarning, stacklevel=3)
