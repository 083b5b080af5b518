"""Values of the form that differ from those at the beginning of the scenario."""

from typing import Any

from snakelab.apps.studio.page_data.form import parameters
from snakelab.sim.simulation import Simulation


class FormValues:
    """Changed values of the form over the runs of one scenario.

    Attributes:
        version: Number of changes of the form's entries: another version has other entries.
    """

    def __init__(self) -> None:
        self.version = 0
        self._paths: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """Start with another scenario, whose initial values are the reference for comparisons."""
        self._first: dict[str, Any] = {}
        self._sent_fields: set[str] = set()
        self.refresh()

    def refresh(self) -> None:
        """Read the values again, as after the start of another run of the scenario."""
        self._read_of: tuple[Any, Any] | None = None
        self._values: dict[str, Any] = {}

    def changed(self, simulation: Simulation) -> dict[str, Any]:
        """Return the present values of the entries that have ever differed from the first ones, by path."""
        model, controller = simulation.model, simulation.controller
        if self._read_of is None or self._read_of[0] is not model or self._read_of[1] is not controller:
            self._read_of = (model, controller)
            listed = parameters(model, controller, simulation.course.n_media)
            self._values = {parameter.path: parameter.value for parameter in listed}
            self.version += self._values.keys() != self._paths
            self._paths = set(self._values)
            self._first = self._first or self._values
            self._sent_fields |= {path for path, value in self._values.items() if value != self._first.get(path)}
        return {path: self._values[path] for path in sorted(self._sent_fields) if path in self._values}
