"""Random numbers from a counter: the same for the same seed, cycle, sample and place, whatever thread asks, in any order."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.planar_batch.vector import convert, gather, load, root, store, where
from snakelab.planar_batch.vector.elementary import logarithm

ROUNDS = 10


@kernel(inner=True, ordered=True)
def philox(c0, c1, c2, c3, k0, k1):
    """Four vectors of random 32-bit words from four of a counter, and a key of two words: Philox 4x32 with ten rounds.

    Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3.
    """
    wide, short = np.uint64(0), np.uint32(0)
    for _ in range(ROUNDS):
        # lower halves by short products: processors have them, and a cut wide one is slower
        even, odd = convert(c0, wide) * 0xD2511F53, convert(c2, wide) * 0xCD9E8D57
        low_even, low_odd = c0 * np.uint32(0xD2511F53), c2 * np.uint32(0xCD9E8D57)
        c0 = convert(odd >> 32, short) ^ c1 ^ k0
        c1 = low_odd
        c2 = convert(even >> 32, short) ^ c3 ^ k1
        c3 = low_even
        k0, k1 = np.uint32(k0 + np.uint32(0x9E3779B9)), np.uint32(k1 + np.uint32(0xBB67AE85))
    return c0, c1, c2, c3


@kernel(inner=True, ordered=True)
def normal_of(word):
    """The standard normal numbers, float32, whose places in the distribution 32-bit words name; at most 5.2 in size.

    z = sqrt(2) erfinv(x) with x from the word's upper 23 bits; a polynomial in w = -log(1 - x^2), another in its root where
    the tail begins.

    Source: Giles, Approximating the erfinv function.
    """
    x = convert(convert(word >> 9, np.int32(0)) * 2 - 0x7FFFFF, np.float32(0)) * 2.0**-23
    w = -logarithm((1.0 - x) * (1.0 + x))
    a = w - 2.5
    p = 3.43273939e-07 + 2.81022636e-08 * a
    p = -4.39150654e-06 + (-3.5233877e-06 + p * a) * a
    p = -0.00125372503 + (0.00021858087 + p * a) * a
    p = 1.50140941 + (0.246640727 + (-0.00417768164 + p * a) * a) * a
    b = root(w) - 3.0
    q = 0.000100950558 - 0.000200214257 * b
    q = -0.00367342844 + (0.00134934322 + q * b) * b
    q = -0.0076224613 + (0.00573950773 + q * b) * b
    q = 2.83297682 + (1.00167406 + (0.00943887047 + q * b) * b) * b
    return 1.41421356 * x * where(w < 5.0, p, q)


@kernel(inner=True, ordered=True)
def random_normals(draw, joint, knot, samples, words, first):
    """Standard normal numbers of sixteen samples at one knot of one joint's sequence, float32.

    Independent numbers come from the counter (sample, knot, cycle, joint); points of a low-discrepancy sequence are turned by a
    random word for each joint, knot and cycle.

    Args:
        draw: Draw.
        joint: Which of the sampled joints.
        knot: Which knot; knots must come in order from 0, for four of them share one call of the generator.
        samples: Numbers of the samples, uint32.
        words: Space that stays between calls, four rows of uint32 for each joint.
        first: Row of this joint's space.
    """
    half = np.uint32(1) if draw.antithetic else np.uint32(0)
    sample = samples >> half
    nothing = samples & 0
    cycle = np.uint32(draw.cycle)
    of_joint = nothing + 2 * joint
    if draw.table.size > 0:
        turn, _, _, _ = philox(nothing + knot, nothing, nothing + cycle, of_joint + 1, draw.key[0], draw.key[1])
        place = convert(sample, np.int32(0)) + (joint * draw.n_knots + knot) * draw.columns
        word = gather(draw.table, place) ^ turn
    else:
        if knot % 4 == 0:
            a, b, c, d = philox(sample, nothing + knot // 4, nothing + cycle, of_joint, draw.key[0], draw.key[1])
            store(words, first, a)
            store(words, first + 1, b)
            store(words, first + 2, c)
            store(words, first + 3, d)
        word = load(words, first + knot % 4)
    z = normal_of(word)
    return where((samples & half) != 0, -z, z)
