"""Public names of the packages, imported at their first use so that `import snakelab` stays quick."""

import ast
import functools
import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import lazy_loader

from snakelab.errors import nearest

# ----------------------------------------------------------------------------------------------------------------------
# Names and modules of a package
# ----------------------------------------------------------------------------------------------------------------------


def submodule(package: str, name: str) -> ModuleType | None:
    """Import a module of a package; None where the package has none of that name.

    Raises:
        ImportError: if it needs what is not installed.
    """
    if name.startswith("_") or not name.isidentifier() or importlib.util.find_spec(f"{package}.{name}") is None:
        return None
    return importlib.import_module(f"{package}.{name}")


def public_names(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package: the names of its stub, and its modules.

    Args:
        package: The package's `__name__`.
        file: The package's `__file__`; its stub `__init__.pyi` is in the same folder.

    Returns:
        Three objects to be assigned to these names. An unknown name raises AttributeError with the nearest one, or with the
        package that has it. A class raises a TypeError with the nearest name for an unknown argument.
    """
    try:
        public, listed, names = lazy_loader.attach_stub(package, file)
    except ValueError:  # no stub on the disk, as in a zip archive
        public, listed, names = lazy_loader.attach(package)

    def found(name: str) -> object:
        if name in names:
            name_arguments(thing := public(name))
            return thing
        if name.startswith("__"):  # looked for by tools that inspect modules, which no name of ours resembles
            raise AttributeError(name)
        if (module := submodule(package, name)) is not None:
            return module
        if home := _homes().get(name):
            short = home.replace("snakelab", "sl", 1)
            raise AttributeError(f"{package} has no {name!r}; write {short}.{name}, after import snakelab as sl")
        modules = (
            []
            if package == "snakelab"
            else [module.name for module in pkgutil.iter_modules(sys.modules[package].__path__)]
        )
        # With a name and no object Python adds no "Did you mean" of its own.
        raise AttributeError(f"{package} has no {name!r}{_suggestion(package, name, [*names, *modules])}", name=name)

    return found, listed, names


def _suggestion(package: str, name: str, names: Collection[str]) -> str:
    """Return the nearest name of a package, or of another one; else all of the package's names, unless they are many."""
    api = _homes()
    hint = nearest(name, {*names, *api})
    if "did you mean" in hint:
        found = hint.split("'")[1]
        return hint if found in names else f"; did you mean {api[found].replace('snakelab', 'sl', 1)}.{found}?"
    return (
        nearest(name, names)
        if len(names) <= MAX_NAMES
        else f"; its {len(names)} names: dir({package.replace('snakelab', 'sl', 1)})"
    )


MAX_NAMES = 40  # of a message
LIBRARY = "snakelab.robots.library"


def _homes() -> dict[str, str]:
    """Return the packages of `public_api`, and that of the library's robots, which needs no stub."""
    return dict.fromkeys(importlib.import_module(LIBRARY).__all__, LIBRARY) | public_api()


@functools.cache
def public_api() -> dict[str, str]:
    """Return the documented names, each with the package that users take it from: "snakelab", "snakelab.gaits" and so on.

    They are the names in the stub of the root, and those in `__all__` of the other packages' stubs and of `errors`.
    """
    root = Path(__file__).parent
    api: dict[str, str] = {}
    for path in (root / "errors.py", *sorted(root.rglob("__init__.pyi"))):
        parts = path.relative_to(root).with_suffix("").parts
        home = ".".join(("snakelab", *(part for part in parts if part != "__init__")))
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if (
                isinstance(node, ast.Assign)
                and ast.unparse(node.targets[0]) == "__all__"
                and isinstance(node.value, ast.List)
            ):
                api |= dict.fromkeys(ast.literal_eval(node.value), home)
    for node in ast.parse((root / "__init__.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            api |= {alias.name: "snakelab" for alias in node.names}
    return api


def public_object(name: str) -> Any:
    """Return the object of a documented name.

    Raises:
        KeyError: if there is no such name.
    """
    return getattr(importlib.import_module(public_api()[name]), name)


# ----------------------------------------------------------------------------------------------------------------------
# Unknown arguments of public classes: a TypeError with the nearest name, or with all names
# ----------------------------------------------------------------------------------------------------------------------


def name_arguments(target: object) -> None:
    """Make a class raise that TypeError in `__new__`; the lines of its warnings and the arguments of subclasses stay the same.

    Other objects, and classes without names of arguments (exceptions, enumerations, protocols), are left as they are.
    """
    import enum
    import inspect

    if not isinstance(target, type) or issubclass(target, (BaseException, enum.Enum)):
        return
    own: Any = target.__init__
    names = None if getattr(target, "_is_protocol", False) or not inspect.isfunction(own) else parameter_names(own)
    if names is None or target.__new__ is not object.__new__:
        return
    known = frozenset(names)

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        if not known.issuperset(kwargs) and cls.__init__ is own:
            raise unknown_argument(cls.__name__, kwargs, names)
        return object.__new__(cls)

    new.__wrapped__ = own  # type: ignore[attr-defined]  # of which `inspect.signature` gives the arguments
    target.__new__ = new  # type: ignore[method-assign]


def unknown_argument(owner: str, given: Iterable[str], names: Collection[str]) -> TypeError:
    """Return the error for the first given argument that is not among the names."""
    word = next(name for name in given if name not in names)
    return TypeError(f"{owner} got an unexpected keyword argument {word!r}{nearest(word, names)}")


@functools.cache
def parameter_names(function: Callable[..., Any]) -> tuple[str, ...] | None:
    """Names by which arguments may be given; None if any name is accepted."""
    import inspect

    parameters = inspect.signature(function).parameters.values()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return None
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return tuple(one.name for one in parameters if one.kind in kinds and one.name != "self")
