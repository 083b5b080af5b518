"""Seeds of two origins as one."""

import numpy as np


def joined_seed(own: int, run: int, most: int = 2**64 - 1) -> int:
    """The seed of what draws by a seed of its own in a run that has one, too: its own for run 0, else a mixture of both.

    Args:
        own: Of what draws [-].
        run: Of the run [-].
        most: Largest seed that it may have: the mixture is cut to its bits [-].
    """
    if run == 0:
        return own
    return int(np.random.SeedSequence([own, run]).generate_state(1, np.uint64)[0]) & most
