"""Preparation of servos before the first command: return delay and torque limit."""

from collections.abc import Iterable

from snakelab.bridges.bus.interface import Bus


def prepare(bus: Bus, idents: Iterable[int], torque: float) -> None:
    """Set the return delay of servos to zero, and limit their torque.

    Args:
        bus: Bus of the servos.
        idents: Ids of the servos that answer.
        torque: Largest torque, as a share of the stall torque [-].
    """
    for ident in idents:
        if "return_delay" in bus.table and bus.read(ident, "return_delay") > 0.0:
            bus.write(ident, "return_delay", 0.0)
    expect = getattr(bus, "expect_return_delay", None)
    if callable(expect):
        expect(0.0)
    if "torque_limit" in bus.table:
        bus.write_all("torque_limit", torque)
