"""Public names of the package, imported at their first use."""

from .topics import (
    NODE as NODE,
    RosBackend as RosBackend,
    RosNetwork as RosNetwork,
    default_domain as default_domain,
)
