"""Arguments of registered types: of a class, or of a function that makes a robot of the library."""

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, get_args, get_type_hints

from snakelab.parameter_declarations.marks import PYTHON_ONLY

# A registered class or function; a call with the keys of a scenario makes the object.
Named = type | Callable[..., Any]


class Argument(NamedTuple):
    """One argument.

    Attributes:
        name: Name, and key in a scenario.
        hint: Annotation.
        default: Default; `dataclasses.MISSING` if required.
    """

    name: str
    hint: Any
    default: Any

    @property
    def required(self) -> bool:
        """True if the argument has no default."""
        return self.default is dataclasses.MISSING


def arguments_of(named: Named) -> tuple[Argument, ...]:
    """Return the arguments of a class or function that a scenario can give, in their order.

    Args:
        named: A dataclass, or a function whose arguments all have annotations.
    """
    hints, marked = get_type_hints(named), get_type_hints(named, include_extras=True)
    if not isinstance(named, type):
        given = inspect.signature(named).parameters.values()
        defaults = ((p.name, dataclasses.MISSING if p.default is p.empty else p.default) for p in given)
    else:
        defaults = ((item.name, _default(item)) for item in dataclasses.fields(named) if item.init)
    return tuple(Argument(name, hints[name], default) for name, default in defaults if not _python_only(marked[name]))


def _python_only(hint: Any) -> bool:
    """Return True if an annotation, or a member of it, is marked as for Python only."""
    return PYTHON_ONLY in getattr(hint, "__metadata__", ()) or any(map(_python_only, get_args(hint)))


def _default(item: dataclasses.Field) -> Any:
    return item.default if item.default_factory is dataclasses.MISSING else item.default_factory()
