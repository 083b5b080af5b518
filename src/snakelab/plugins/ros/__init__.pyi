"""Public names of the package, imported at their first use."""

from .backend import Backend as Backend, Network as Network, default_domain as default_domain
from .topics import NODE as NODE
