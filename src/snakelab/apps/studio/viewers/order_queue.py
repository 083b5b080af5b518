"""Queue of orders of other threads, executed by the thread of the session between two ticks."""

import queue
from collections.abc import Callable

from snakelab.errors import SnakelabError

MAX_ORDERS = 1000

Order = Callable[[], None]
Failed = Callable[[str], None]


class OrderQueue:
    """Pending orders, each with a function that is called with the message of its failure."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[tuple[Order, Failed]] = queue.Queue(MAX_ORDERS)

    def put(self, order: Order, failed: Failed) -> None:
        """Append an order, from any thread; a full queue refuses it."""
        try:
            self._waiting.put_nowait((order, failed))
        except queue.Full:
            failed("the simulation is too busy to take this; try again")

    def carry_out(self, patience: float = 0.0) -> bool:
        """Execute the orders that have arrived, or arrive within a time [s]; return True if there were any."""
        changed = False
        while True:
            try:
                wait = 0.0 if changed else patience
                order, failed = self._waiting.get(timeout=wait) if wait > 0.0 else self._waiting.get_nowait()
            except queue.Empty:
                return changed
            changed = True
            try:
                order()
            except SnakelabError as problem:
                failed(" ".join(str(problem).split()))
            except Exception as problem:  # an order must not end the session
                failed(f"this could not be done: {problem!r}")
