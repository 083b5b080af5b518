"""Timetable of a run: its records and the samples of its sensors."""

import math
from dataclasses import dataclass

import numpy as np

from snakelab.sim.instants import merged, tie
from snakelab.sim.sensor_sampling import Sensing
from snakelab.types import FloatArray

# Times in ascending order, and the mask of recorded ones.
Events = tuple[FloatArray, np.ndarray]


@dataclass(frozen=True)
class Timetable:
    """Timetable of the events of one run.

    Attributes:
        begin: Begin of the run [s].
        record_rate: Records per second [Hz], at the times k / record_rate.
        sensing: Sensors whose samples are events; None if no sensor samples.
    """

    begin: float
    record_rate: float
    sensing: Sensing | None = None

    def until(self, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return the events after now up to a time, which is an event itself.

        Args:
            closes: Last time [s].
            now: Present time [s].
            between: Further instants at which the steps must end [s]; those outside are ignored.
            end: Planned end, which determines the tolerance for coincident instants [s].
        """
        near_by = self._records(now, closes + tie(end))
        near = near_by[np.searchsorted(near_by, closes - tie(end)) :]
        times, keep = self._before(near_by, closes, now, between, end)
        times, keep = np.append(times, near[0] if len(near) else closes), np.append(keep, len(near) > 0)
        if self.sensing is None:
            return times, keep
        times, given = merged(times, self.sensing.times(now, float(times[-1])), end)
        recorded = np.zeros(len(times), bool)
        recorded[given] = keep
        return times, recorded

    def next_record(self, time: float) -> float:
        """Return the first record at or after a time; the begin of the run is a record [s]."""
        if time <= self.begin + tie(self.begin):
            return self.begin
        return math.ceil((time - tie(time)) * self.record_rate) / self.record_rate

    def is_record(self, time: float) -> bool:
        """Return True if the record nearest to a time [s] coincides with it."""
        return abs(self.next_record(time) - time) <= tie(time)

    def record_after(self, time: float) -> float:
        """Return the first record after a time that is a record itself [s]."""
        return self.next_record(time + 0.5 / self.record_rate)

    def _records(self, now: float, closes: float) -> FloatArray:
        """Return the records after now and before `closes` [s]."""
        first = max(math.floor(now * self.record_rate) - 1, math.floor(self.begin * self.record_rate + 1e-9) + 1)
        records = np.arange(first, math.ceil(closes * self.record_rate) + 1) / self.record_rate
        return records[(records > now) & (records < closes)]

    def _before(self, records: FloatArray, closes: float, now: float, between: FloatArray, end: float) -> Events:
        """Return records and further instants before the last time; of two that coincide, the record."""
        inside = records[: np.searchsorted(records, closes - tie(end), side="right")]
        if not len(between):
            return inside, np.ones(len(inside), bool)
        points = between[(between > now + tie(end)) & (between < closes - tie(end))]
        apart = [np.abs(inside - point).min(initial=np.inf) > tie(end) for point in points]
        points = points[np.array(apart, bool)]
        times = np.concatenate([inside, points])
        order = np.argsort(times)
        return times[order], np.concatenate([np.ones(len(inside), bool), np.zeros(len(points), bool)])[order]
