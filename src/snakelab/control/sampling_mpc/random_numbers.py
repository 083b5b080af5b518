"""Counter-based random numbers: a function of seed, cycle, sample and knot, independent of threads and of order."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.compiling.vector import convert, gather, load, sqrt, store, where
from snakelab.compiling.vector.elementary import logarithm

ROUNDS = 10


@kernel(inner=True, ordered=True)
def philox(c0, c1, c2, c3, k0, k1):
    """Philox 4x32 with ten rounds: four vectors of random 32-bit words, from a counter of four words and a key of two.

    Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3.
    """
    wide, short = np.uint64(0), np.uint32(0)
    for _ in range(ROUNDS):
        # lower halves by 32-bit products: a truncated 64-bit product is slower
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
    """Standard normal numbers, float32, by the inverse distribution at 32-bit words; at most 5.2 in magnitude.

    z = sqrt(2) erfinv(x) with x from the word's upper 23 bits; a polynomial in w = -log(1 - x^2), another in sqrt(w)
    in the tail.

    Source: Giles, Approximating the erfinv function.
    """
    x = convert(convert(word >> 9, np.int32(0)) * 2 - 0x7FFFFF, np.float32(0)) * 2.0**-23
    w = -logarithm((1.0 - x) * (1.0 + x))
    a = w - 2.5
    p = 3.43273939e-07 + 2.81022636e-08 * a
    p = -4.39150654e-06 + (-3.5233877e-06 + p * a) * a
    p = -0.00125372503 + (0.00021858087 + p * a) * a
    p = 1.50140941 + (0.246640727 + (-0.00417768164 + p * a) * a) * a
    b = sqrt(w) - 3.0
    q = 0.000100950558 - 0.000200214257 * b
    q = -0.00367342844 + (0.00134934322 + q * b) * b
    q = -0.0076224613 + (0.00573950773 + q * b) * b
    q = 2.83297682 + (1.00167406 + (0.00943887047 + q * b) * b) * b
    return 1.41421356 * x * where(w < 5.0, p, q)


@kernel(inner=True, ordered=True)
def random_normals(draw, joint, knot, samples, words, first):
    """Standard normal numbers of sixteen samples at one knot of one joint's sequence, float32.

    Independent numbers come from the counter (sample, knot, cycle, joint); points of a low-discrepancy sequence are
    scrambled by a random word for each joint, knot and cycle (exclusive or).

    Args:
        draw: Draw.
        joint: Index of the sampled joint.
        knot: Index of the knot; calls must be in order from 0, because four knots share one call of the generator.
        samples: Indices of the samples, uint32.
        words: Buffer that is kept between calls, four rows of uint32 for each joint.
        first: First row of this joint.
    """
    half = np.uint32(1) if draw.antithetic else np.uint32(0)
    sample = samples >> half
    zero = samples & 0
    cycle = np.uint32(draw.cycle)
    joint_word = zero + 2 * joint
    if draw.table.size > 0:
        scramble, _, _, _ = philox(zero + knot, zero, zero + cycle, joint_word + 1, draw.key[0], draw.key[1])
        index = convert(sample, np.int32(0)) + (joint * draw.n_knots + knot) * draw.columns
        word = gather(draw.table, index) ^ scramble
    else:
        if knot % 4 == 0:
            a, b, c, d = philox(sample, zero + knot // 4, zero + cycle, joint_word, draw.key[0], draw.key[1])
            store(words, first, a)
            store(words, first + 1, b)
            store(words, first + 2, c)
            store(words, first + 3, d)
        word = load(words, first + knot % 4)
    z = normal_of(word)
    return where((samples & half) != 0, -z, z)
