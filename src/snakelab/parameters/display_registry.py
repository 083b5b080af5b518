"""Registry of displays: the function that returns the HTML of an object in a notebook, by the class of the object.

A class that inherits from `Displayed` is shown by Jupyter as the HTML that `to_html` returns. A display is a function of
the object, registered for its class:

    @register_display(Tether)
    def tether_html(tether: Tether) -> str:
        return card(tether.name, f"{tether.length} m")

The most specific class with a display decides, as in `functools.singledispatch`. Dataclasses without a display of their
own are shown as a table of their attributes. Modules that register displays are listed in the entry points of the group
`snakelab.display`; they are imported when the first object is shown. The classes themselves import none of them.
"""

import functools
import html
import importlib
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

from snakelab.entry_points import DISPLAYS, entry_points
from snakelab.errors import PluginError, SnakelabWarning

# Displays of the core; imported by name in a source tree that is not installed.
CORE_DISPLAYS = "snakelab.figures.notebook_html"

Display = TypeVar("Display", bound=Callable[[Any], str])

_by_name: dict[str, Callable[[Any], str]] = {}


@functools.singledispatch
def _by_class(value: object) -> str:
    return f"<pre>{html.escape(repr(value))}</pre>"


class Displayed:
    """Base class of objects that a notebook displays with `to_html`. It has no state, and allows `__slots__`."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """Return what a notebook displays."""
        return to_html(self)


def to_html(value: object) -> str:
    """Return the HTML of an object: that of the display of its class, or else of the nearest base class with one.

    The first call imports the modules that the entry points of the group `snakelab.display` name.
    """
    load_displays()
    for cls in type(value).__mro__:
        display = _by_name.get(f"{cls.__module__}.{cls.__qualname__}")
        if display is not None and cls not in _by_class.registry:
            _by_class.register(cls, display)
    return _by_class(value)


def register_display(cls: type | str) -> Callable[[Display], Display]:
    """Return a decorator that registers a function as the display of a class and of its subclasses.

    A later registration replaces an earlier one. One by the class itself takes precedence over one by its name, so a
    program can replace a display of the package.

    Args:
        cls: The class, or its full name such as "package.module.Class". A name does not import the module of the class,
            so that displaying one object does not import what only other objects need.
    """

    def register(display: Display) -> Display:
        if isinstance(cls, str):
            _by_name[cls] = display
        else:
            _by_class.register(cls, display)
        return display

    return register


@functools.cache
def load_displays() -> None:
    """Import the modules that register displays, once: those of the package first, then those of other packages.

    A module that cannot be imported gives a `SnakelabWarning` that names its entry point; its objects are shown as
    those of classes without a display.
    """
    try:
        points = tuple(entry_points(DISPLAYS).values())
    except PluginError:  # a source tree that is not installed
        importlib.import_module(CORE_DISPLAYS)
        return
    for point in points:
        try:
            point.load()
        except Exception as problem:  # a package of a third party may raise any error
            warnings.warn(f"displays are missing: {problem}", SnakelabWarning, stacklevel=3)
