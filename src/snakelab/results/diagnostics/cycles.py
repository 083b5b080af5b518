"""Computation time of a controller compared with its period, as text."""

from snakelab.results.recording import Recording


def cycle_line(recording: Recording) -> str:
    """Return a line such as "3 of 900 cycles took longer than their 100 ms, the longest 130 ms"; "" without a controller."""
    attrs = recording.dataset.attrs
    if not {"control_cycles", "control_overruns", "control_period", "longest_cycle"} <= attrs.keys():
        return ""
    over, cycles = int(attrs["control_overruns"]), int(attrs["control_cycles"])
    if cycles == 0:
        return ""
    period, longest = 1e3 * float(attrs["control_period"]), 1e3 * float(attrs["longest_cycle"])
    return f"{over or 'none'} of {cycles} cycles took longer than their {period:.3g} ms, the longest {longest:.3g} ms"
