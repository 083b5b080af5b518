"""Public names of the package, imported at their first use."""

from .parameter_descriptions import Parameter as Parameter
from .parameter_descriptions import parameters_of as parameters_of

__all__ = [
    "Parameter",
    "parameters_of",
]
