"""Public names of the package, imported at their first use."""

from .parameters import Parameter as Parameter
from .parameters import parameters_of as parameters_of

__all__ = [
    "Parameter",
    "parameters_of",
]
