"""Selection of the best samples on a GPU, so that of all costs only those of the best come back.

The costs are ordered by 32 bits of each: a float32 as a whole, of a float64 the upper half. Four launches count the values of
the next eight bits, of the costs whose bits before equal those of the last of the best; a fifth collects all samples that are
not above it. Those are a few more than wanted where costs are equal in these bits, and the CPU takes the best of them by cost and
index, as `control.plan_sampling.best_samples` does. If they are more than the memory holds, all costs are transferred.

Source: radix selection, Knuth, The Art of Computer Programming 3, section 5.2.5, from the most significant digit.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from snakelab.control.plan_sampling import BestSamples, best_samples
from snakelab.kernels.digest import kernel_digest
from snakelab.plugins.cuda.devices import code_digest
from snakelab.plugins.cuda.kernel_copies import KernelCopies
from snakelab.plugins.lanes.gpu_rollouts.launches import Side
from snakelab.plugins.lanes.gpu_rollouts.thread_kernel import CompiledKernel

DIGITS, VALUES = 4, 256  # digits of eight bits
THREADS, MAX_THREADS = 128, 65536  # of a block; of a launch: each reads the counts before its samples
SPARE = 1024  # samples beyond twice those wanted, for costs that are equal in their 32 bits
ALIGNMENT = 256  # of the costs in memory [bytes]
SIGN, NO_SAMPLE = 0x80000000, 0xFFFFFFFF

# Places in the counters: counts of each digit; bits and rank of the last of the best before each digit; numbers of samples that
# were collected, and that diverged.
RANKS = DIGITS * VALUES
FOUND = RANKS + 2 * (DIGITS + 1)
DIVERGED = FOUND + 1
END = DIVERGED + 1


class Costs(NamedTuple):
    """Costs as words of 32 bits.

    Attributes:
        words: Shape (stride * n_samples,).
        stride: Words of a cost.
        offset: Word of a cost by which it is ordered.
        exponent: Bits of its exponent, all one for infinity.
        n_threads: Threads of a launch.
    """

    words: Any
    stride: int
    offset: int
    exponent: int
    n_threads: int


def ordered_bits(costs, sample):
    """Bits of a cost, which increase with it; `NO_SAMPLE` for one that diverged."""
    bits = np.int64(costs.words[costs.stride * sample + costs.offset])
    if bits & costs.exponent == costs.exponent:
        return NO_SAMPLE
    if bits == SIGN:  # -0 equals 0
        return SIGN
    return bits ^ SIGN if bits < SIGN else bits ^ NO_SAMPLE


def bits_of_last(counters, digit):
    """Bits before a digit of the last of the best samples, and its rank among the samples with these bits.

    They follow from those before the previous digit and the counts of that digit.
    """
    place, above, rank = VALUES * (digit - 1), counters[RANKS + 2 * digit - 2], counters[RANKS + 2 * digit - 1]
    value = 0
    while value < VALUES - 1 and counters[place + value] < rank:
        rank -= counters[place + value]
        value += 1
    return np.int64(above) * VALUES + value, rank


def count_digit(costs, digit, counters):
    """Count the values of a digit.

    Args:
        costs: Costs.
        digit: From 0 for the most significant.
        counters: Shape (END,).
    """
    thread, n_samples = cuda.grid(1), len(costs.words) // costs.stride
    if thread >= costs.n_threads:
        return
    above = np.int64(0)
    if digit > 0:
        above, rank = bits_of_last(counters, digit)
        if thread == 0:
            counters[RANKS + 2 * digit], counters[RANKS + 2 * digit + 1] = above, rank
    shift = 8 * (DIGITS - 1 - digit)
    for sample in range(thread, n_samples, costs.n_threads):
        bits = ordered_bits(costs, sample)
        if bits == NO_SAMPLE:
            if digit == 0:
                cuda.atomic.add(counters, DIVERGED, 1)
        elif bits >> (shift + 8) == above:
            cuda.atomic.add(counters, VALUES * digit + ((bits >> shift) & (VALUES - 1)), 1)


def collect(costs, values, counters, indices, collected):
    """Collect the samples that are not above the last of the best, in any order.

    Args:
        costs: Costs.
        values: The costs themselves, shape (n_samples,).
        counters: Shape (END,).
        indices: Indices of the collected samples, to fill.
        collected: Their costs, likewise.
    """
    thread = cuda.grid(1)
    if thread >= costs.n_threads:
        return
    last, _ = bits_of_last(counters, DIGITS)
    for sample in range(thread, len(values), costs.n_threads):
        bits = ordered_bits(costs, sample)
        if bits <= last and bits != NO_SAMPLE:
            place = cuda.atomic.add(counters, FOUND, 1)
            if place < len(indices):
                indices[place] = sample
                collected[place] = values[sample]


def kernel_for_gpu(function: Any) -> CompiledKernel:
    """One of the kernels, for Numba's compiler for GPUs."""
    entry = KernelCopies({}, np.float64, {}).copy(function)
    return CompiledKernel(entry, code_digest(function.__name__, kernel_digest(function)), THREADS)


class Selection:
    """Best samples by costs on a GPU. The kernels are compiled at its creation, and its memory is kept.

    Args:
        side: Memory and launches.
        costs: Costs on the GPU, shape (n_samples,), finite or infinite.
    """

    def __init__(self, side: Side, costs: Any) -> None:
        self._side, self._costs, self._dtype = side, costs, np.dtype(costs.dtype)
        words = self._dtype.itemsize // 4
        exponent = 0x7F800000 if words == 1 else 0x7FF00000
        n_threads = min(len(costs), MAX_THREADS)
        self._words = Costs(costs.view(np.uint32), words, words - 1, exponent, n_threads)
        self._start = side.host(END, np.int32)
        self._start[:] = 0
        self._set(n_best=1)
        self._count, self._collect = (
            side.launch(kernel_for_gpu(kernel), arguments, n_threads)
            for kernel, arguments in ((count_digit, self._of_digits[0]), (collect, self._of_all))
        )

    def _set(self, n_best: int) -> None:
        """Set the number of samples to select, and make memory for them."""
        side, n_samples = self._side, len(self._costs)
        self._n_best, self._start[RANKS + 1] = n_best, n_best
        # counters, indices and costs in one piece of memory, so that one transfer brings what was found
        capacity = min(n_samples, 2 * n_best + SPARE)
        indices = slice(4 * END, 4 * (END + capacity))
        first = -(-indices.stop // ALIGNMENT) * ALIGNMENT
        costs = slice(first, first + self._dtype.itemsize * capacity)
        device = side.device(costs.stop, np.uint8)
        found = 4 * FOUND
        self._counters, self._found = device[: 4 * END].view(np.int32), device[found:]
        self._host, self._capacity = side.host(costs.stop - found, np.uint8), capacity
        self._indices, self._collected = (slice(part.start - found, part.stop - found) for part in (indices, costs))
        self._of_digits = [(self._words, np.int64(digit), self._counters) for digit in range(DIGITS)]
        places = device[indices].view(np.int32), device[costs].view(self._dtype)
        self._of_all = (self._words, self._costs, self._counters, *places)

    def begin(self, n_best: int) -> None:
        """Clear the counters, before the costs are computed: a transfer waits for the kernels launched before.

        Args:
            n_best: Number of samples to select [-].
        """
        if n_best != self._n_best:
            self._set(n_best)
        self._side.send(self._start, self._counters)

    def best(self) -> BestSamples:
        """Best samples, after the launch of the kernel that computes the costs.

        Raises:
            ControlError: if all samples diverged.
        """
        for arguments in self._of_digits:
            self._count(*arguments)
        self._collect(*self._of_all)
        found = self._side.fetch(self._found, self._host)
        n_found, n_diverged = (int(number) for number in found[:8].view(np.int32))
        if not 0 < n_found <= self._capacity:
            costs = self._side.fetch(self._costs, self._side.host(len(self._costs), self._dtype))
            return best_samples(costs.astype(np.float64), self._n_best)
        indices = found[self._indices].view(np.int32)[:n_found].astype(np.int64)
        costs = found[self._collected].view(self._dtype)[:n_found].astype(np.float64)
        order = np.lexsort((indices, costs))[: self._n_best]
        return BestSamples(indices[order], costs[order], n_diverged)
