"""Timetable of a run: its records, the samples of its sensors, and its control periods."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from snakelab.sim.instants import merged, record_times, tie
from snakelab.sim.sensing import Sensing
from snakelab.types import FloatArray

# Times in ascending order, and which of them are recorded.
Events = tuple[FloatArray, np.ndarray]


@dataclass(frozen=True)
class Timetable:
    """Timetable of the events of one run.

    Attributes:
        begin: Begin of the run [s].
        end: End of the run [s].
        record_rate: Records per second [Hz].
        sensing: Sensors whose samples are events; None if no sensor samples.
    """

    begin: float
    end: float
    record_rate: float
    sensing: Sensing | None = None

    @cached_property
    def records(self) -> FloatArray:
        """Times of the records [s]."""
        return record_times(self.begin, self.end, self.record_rate)

    def whole(self) -> Events:
        """All events of an open loop."""
        return self._with_samples(self.records, self.begin, self.end)

    def start(self) -> Events:
        """Return the first record alone."""
        return self.records[:1], np.ones(1, bool)

    def until(self, closes: float, now: float, between: FloatArray) -> Events:
        """Return the events after now up to the end of a control period, which is an event itself.

        Args:
            closes: End of the period [s].
            now: Present time [s].
            between: Further instants at which the steps must end [s]; those outside of the period are ignored.
        """
        near = self.records[slice(*np.searchsorted(self.records, (closes - tie(self.end), closes + tie(self.end))))]
        times, keep = self._before(closes, now, between)
        times, keep = np.append(times, near[0] if len(near) else closes), np.append(keep, len(near) > 0)
        times, given = self._with_samples(times, now, times[-1])
        recorded = np.zeros(len(times), bool)
        recorded[given] = keep
        return times, recorded

    def _before(self, closes: float, now: float, between: FloatArray) -> Events:
        """Return records and further instants before the end of a period; of two that coincide, the record."""
        first, last = np.searchsorted(self.records, (now, closes - tie(self.end)), side="right")
        inside = self.records[first:last]
        points = between[(between > now + tie(self.end)) & (between < closes - tie(self.end))]
        apart = [np.abs(inside - point).min(initial=np.inf) > tie(self.end) for point in points]
        points = points[np.array(apart, bool)]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]

    def _with_samples(self, times: FloatArray, begin: float, end: float) -> Events:
        """Return the times merged with those of sensor samples, and a mask of the given ones."""
        samples = np.zeros(0) if self.sensing is None else self.sensing.times(begin, end)
        return merged(times, samples, self.end)
