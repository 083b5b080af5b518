"""Packages whose names and modules are imported at their first use, so that `import snakelab` stays quick."""

import importlib.util
import pkgutil
import sys
from collections.abc import Callable
from types import ModuleType

import lazy_loader

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


def public_names(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package: the names of its stub, and its modules.

    Args:
        package: The package's `__name__`.
        file: The package's `__file__`; its stub `__init__.pyi` stands beside it.

    Returns:
        Three objects to be assigned to these names. An unknown name raises AttributeError with the nearest one.
    """
    try:
        public, listed, names = lazy_loader.attach_stub(package, file)
    except ValueError:  # no stub on the disk, as in a zip archive
        public, listed, names = lazy_loader.attach(package)
    module = submodules(package)

    def found(name: str) -> object:
        return public(name) if name in names else module(name)

    return found, listed, names
