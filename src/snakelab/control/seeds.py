"""Combination of two seeds."""

import numpy as np


def joined_seed(own: int, run: int, most: int = 2**64 - 1) -> int:
    """Combine a component's own seed with that of a run: its own for run 0, else a mixture of both.

    Args:
        own: Seed of the component [-].
        run: Seed of the run [-].
        most: Largest seed that it may have: the mixture is cut to its bits [-].
    """
    if run == 0:
        return own
    return int(np.random.SeedSequence([own, run]).generate_state(1, np.uint64)[0]) & most
