"""Public names of the package, imported at their first use."""

from .declared_parameters import Parameter as Parameter
from .declared_parameters import parameters_of as parameters_of

__all__ = [
    "Parameter",
    "parameters_of",
]
