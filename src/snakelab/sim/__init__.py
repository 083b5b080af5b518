"""The clock: rates, events, the loop over steps, recording."""
