"""Subscriptions to a run: each receives the records through a separate bounded queue, and cannot delay the run."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from snakelab.sim.record import Layout
from snakelab.types import FloatArray

NOTHING = np.zeros(0)


@dataclass(frozen=True)
class Record:
    """One record of a run.

    Attributes:
        time: Time [s].
        row: All values, shape (record width,); not to be changed.
        layout: Place and shape of each variable in the row.
        held: Present values of all sensors, shape (numbers of all sensors,).
        readings: Place of each measured quantity in them, by its name in a recording, such as "measured_q".
        further: Further measurements of a live engine, such as "servo_temperature".
    """

    time: float
    row: FloatArray
    layout: Layout
    held: FloatArray = field(default_factory=lambda: NOTHING)
    readings: Mapping[str, slice] = field(default_factory=dict)
    further: Mapping[str, FloatArray] = field(default_factory=dict)

    def __getitem__(self, name: str) -> FloatArray:
        """Return a variable, such as "q", "link_position" or "measured_angular_rate"."""
        if name in self.readings:
            return self.held[self.readings[name]]
        if name in self.further:
            return self.further[name]
        place, shape = self.layout[name]
        return self.row[place].reshape(shape)

    def __contains__(self, name: object) -> bool:
        """Return True if there is a variable of that name."""
        return name in self.layout or name in self.readings or name in self.further

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables."""
        return (*self.layout, *self.readings, *self.further)


class Subscription:
    """Queue of records. When it is full, the oldest record is dropped and counted.

    Attributes:
        dropped: Number of records that were dropped [-].
        error: Exception of the handler, which ended the subscription; None without one.
    """

    def __init__(self, size: int, rate: float | None, handler: Callable[[Record], object] | None = None) -> None:
        self.dropped = 0
        self.error: Exception | None = None
        self._records: deque[Record] = deque(maxlen=size)
        self._apart = 0.0 if rate is None else 1.0 / rate
        self._next = -float("inf")
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._handle, args=(handler,), daemon=True) if handler else None
        if self._thread is not None:
            self._thread.start()

    def offer(self, record: Record) -> None:
        """Put a record into the queue, unless it is too early for the rate; never waits for the reader."""
        if record.time < self._next - 1e-9 and record.time > self._next - 2.0 * self._apart:
            return
        self._next = record.time + self._apart
        with self._changed:
            if self._closed:
                return
            self.dropped += len(self._records) == self._records.maxlen
            self._records.append(record)
            self._changed.notify()

    def get(self, timeout: float | None = None) -> Record | None:
        """Return the oldest record in the queue; None after the timeout [s], or when the subscription is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._records or self._closed, timeout)
            return self._records.popleft() if self._records else None

    def __iter__(self) -> Iterator[Record]:
        """Iterate over the records until the subscription is closed."""
        while (record := self.get()) is not None:
            yield record

    def close(self) -> None:
        """End the subscription; records in the queue can still be read."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the handler has processed the queue after `close`.

        Args:
            timeout: Longest time to wait [s].
        """
        if self._thread is not None:
            self._thread.join(timeout)

    @property
    def closed(self) -> bool:
        """True after `close`, or after an exception in the handler."""
        return self._closed

    def _handle(self, handler: Callable[[Record], object]) -> None:
        for record in self:
            try:
                handler(record)
            except Exception as problem:
                self.error = problem
                self.close()
                return


@dataclass
class Subscribers:
    """All subscriptions of one run.

    Attributes:
        subscriptions: The subscriptions, open or closed.
    """

    subscriptions: list[Subscription] = field(default_factory=list)

    def add(self, subscription: Subscription) -> Subscription:
        """Add a subscription, and return it."""
        self.subscriptions.append(subscription)
        return subscription

    def offer(self, records: Iterable[Record]) -> None:
        """Offer records to all subscribers; without any, nothing is computed."""
        if self.subscriptions:
            for record in records:
                for subscription in self.subscriptions:
                    subscription.offer(record)

    def close(self) -> None:
        """Close all subscriptions."""
        for subscription in self.subscriptions:
            subscription.close()
