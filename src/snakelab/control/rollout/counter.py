"""Random numbers from a counter: the same for the same seed, cycle, sample and place, whatever thread asks, in any order."""

import numpy as np

from snakelab.compiling import kernel
from snakelab.physics.lanes.elementary import logarithm
from snakelab.physics.lanes.stack import LANES

ROUNDS = 10


@kernel(inner=True)
def philox(c0, c1, c2, c3, k0, k1):
    """Four random 32-bit words from a counter of four words and a key of two: Philox 4x32 with ten rounds.

    Source: Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3.
    """
    for _ in range(ROUNDS):
        even = np.uint64(c0) * np.uint64(0xD2511F53)
        odd = np.uint64(c2) * np.uint64(0xCD9E8D57)
        c0 = np.uint32(np.uint32(odd >> np.uint64(32)) ^ c1 ^ k0)
        c1 = np.uint32(odd)
        c2 = np.uint32(np.uint32(even >> np.uint64(32)) ^ c3 ^ k1)
        c3 = np.uint32(even)
        k0 = np.uint32(k0 + np.uint32(0x9E3779B9))
        k1 = np.uint32(k1 + np.uint32(0xBB67AE85))
    return c0, c1, c2, c3


@kernel(inner=True)
def normal_of(word):
    """The standard normal number, float32, whose place in the distribution a 32-bit word names; at most 5.2 in size.

    z = sqrt(2) erfinv(x) with x from the word's upper 23 bits; a polynomial in w = -log(1 - x^2), another in its root where
    the tail begins.

    Source: Giles, Approximating the erfinv function.
    """
    x = np.float32(np.int32(word >> np.uint32(9)) * np.int32(2) - np.int32(0x7FFFFF)) * np.float32(2.0**-23)
    w = -logarithm((np.float32(1.0) - x) * (np.float32(1.0) + x))
    a = w - np.float32(2.5)
    p = np.float32(2.81022636e-08)
    p = np.float32(3.43273939e-07) + p * a
    p = np.float32(-3.5233877e-06) + p * a
    p = np.float32(-4.39150654e-06) + p * a
    p = np.float32(0.00021858087) + p * a
    p = np.float32(-0.00125372503) + p * a
    p = np.float32(-0.00417768164) + p * a
    p = np.float32(0.246640727) + p * a
    p = np.float32(1.50140941) + p * a
    b = np.sqrt(w) - np.float32(3.0)
    q = np.float32(-0.000200214257)
    q = np.float32(0.000100950558) + q * b
    q = np.float32(0.00134934322) + q * b
    q = np.float32(-0.00367342844) + q * b
    q = np.float32(0.00573950773) + q * b
    q = np.float32(-0.0076224613) + q * b
    q = np.float32(0.00943887047) + q * b
    q = np.float32(1.00167406) + q * b
    q = np.float32(2.83297682) + q * b
    return np.float32(1.41421356) * x * (p if w < np.float32(5.0) else q)


@kernel
def random_normals(key, cycle, antithetic, table, knot, samples, words, normals):
    """Standard normal numbers of sixteen samples at one knot.

    Args:
        key: Two words of the seed, shape (2,), uint32.
        cycle: How many plans were made before [-]; another cycle, other numbers.
        antithetic: Whether samples come in pairs that differ in sign only.
        table: Words of a low-discrepancy sequence, shape (n_knots, n_samples), uint32, turned by a random word for each knot;
            empty for independent numbers.
        knot: Which knot; knots must come in order from 0, for four of them share one call of the generator.
        samples: Numbers of the samples, shape (16,), uint32.
        words: Space that stays between calls, shape (4, 16), uint32.
        normals: Shape (16,), float32, to fill.
    """
    half = np.uint32(1) if antithetic else np.uint32(0)
    turn = np.uint32(0)
    if table.size > 0:
        turn, _, _, _ = philox(
            np.uint32(knot), np.uint32(0), np.uint32(cycle), np.uint32(1), np.uint32(key[0]), np.uint32(key[1])
        )
    elif knot % 4 == 0:
        group = np.uint32(knot // 4)
        for w in range(LANES):
            a, b, c, d = philox(
                np.uint32(samples[w] >> half),
                group,
                np.uint32(cycle),
                np.uint32(0),
                np.uint32(key[0]),
                np.uint32(key[1]),
            )
            words[0, w] = a
            words[1, w] = b
            words[2, w] = c
            words[3, w] = d
    for w in range(LANES):
        sample = np.uint32(samples[w] >> half)
        word = np.uint32(table[knot, sample] ^ turn) if table.size > 0 else words[knot % 4, w]
        z = normal_of(word)
        normals[w] = -z if (samples[w] & half) != 0 else z
