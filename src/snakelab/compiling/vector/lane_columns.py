"""Number of lanes, and parameters that differ from lane to lane, as arrays; a kernel reads them as a `LaneTable`."""

from typing import Any, NamedTuple

LANES = 16  # one AVX-512 register of float32, two of AVX2
MAX_COLUMNS = 16


class LaneColumns(NamedTuple):
    """Parameters of all blocks: column c of block b begins at `offsets[c] + b strides[c]` and has sixteen lanes in each row."""

    values: Any  # flat
    offsets: Any  # (16,) int64
    strides: Any  # (16,) int64; 0 where all blocks have the column in common
