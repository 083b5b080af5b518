"""Fits of the last bodies and curves, kept by the values that determine them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from snakelab.types import FloatArray

# Number of fits that are kept [-].
MOST_FITS = 8


@dataclass(frozen=True)
class KeptFits:
    """Arrays of fits by their keys; the least recently used ones are dropped."""

    kept: "OrderedDict[Hashable, FloatArray]" = field(default_factory=OrderedDict)

    def rows(self, key: Hashable, fit: Callable[[], FloatArray]) -> FloatArray:
        """Return the fit with this key, of which the caller may change the values; it is computed if it is not kept."""
        rows = self.kept.pop(key, None)
        if rows is None:
            rows = fit()
        self.kept[key] = rows
        while len(self.kept) > MOST_FITS:
            self.kept.popitem(last=False)
        return rows.copy()
