"""Folders whose modules need no explicit import: `sl.robots.library` is imported at its first use."""

import importlib.util
import pkgutil
import sys
from collections.abc import Callable
from types import ModuleType

from snakelab.errors import nearest


def submodule(package: str, name: str) -> ModuleType | None:
    """A module of a package, imported now; None where the package has none of that name.

    Raises:
        ImportError: if it needs what is not installed.
    """
    if name.startswith("_") or not name.isidentifier() or importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


def submodules(package: str) -> Callable[[str], ModuleType]:
    """Return a `__getattr__` for a package, which imports each of its modules on first use.

    Args:
        package: The package's `__name__`.

    Returns:
        A function of a module's name; it raises AttributeError with the nearest where there is no such module.
    """

    def imported(name: str) -> ModuleType:
        loaded = submodule(package, name)
        if loaded is None:
            there = [module.name for module in pkgutil.iter_modules(sys.modules[package].__path__)]
            raise AttributeError(f"{package} has no {name!r}{nearest(name, there)}", name=name)
        return loaded

    return imported
