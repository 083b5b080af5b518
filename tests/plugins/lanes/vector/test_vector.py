"""Sixteen numbers as one value: every operation beside NumPy's."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.vector.lane_value import (
    any_lane,
    bitcast,
    broadcast,
    consecutive,
    convert,
    floor,
    gather,
    gather_four,
    gather_pair,
    load,
    power_of_two,
    rows,
    sqrt,
    store,
    where,
    zeros,
)
from snakelab.plugins.lanes.vector.vector_type import LANES

A = np.linspace(-3.0, 4.0, LANES)
B = np.tile([2.0, -0.5, 0.25, 7.0], 4)


@kernel
def arithmetic(a, b, out):
    space = rows(a[0], (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    for w in range(LANES):
        space[0, w] = a[w]
        space[1, w] = b[w]
    x, y = load(space, 0), load(space, 1)
    z = x
    z += y
    z *= 2
    store(space, 0, x + y)
    store(space, 1, x - 0.5)
    store(space, 2, 3 * x * y)
    store(space, 3, 1.0 / y - x / y)
    store(space, 4, -abs(x))
    store(space, 5, floor(x) + sqrt(abs(x)))
    store(space, 6, where((x > y) & (y >= 0.25), x, y))
    store(space, 7, where((x != x) | (x <= 0.0), 5, x))
    store(space, 8, broadcast(a[0]) + zeros(a[0]) + 1)
    store(space, 9, power_of_two(convert(floor(x), np.int32(0)), a[0]))
    store(space, 10, z)
    store(space, 11, convert(convert(x, np.int32(0)), a[0]))
    for k in range(12):
        for w in range(LANES):
            out[k, w] = space[k, w]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_arithmetic_works_lane_by_lane(kind):
    a, b = A.astype(kind), B.astype(kind)
    out = np.zeros((12, LANES), kind)
    arithmetic(a, b, out)
    expected = [a + b, a - kind(0.5), 3 * a * b, 1 / b - a / b, -abs(a), np.floor(a) + np.sqrt(abs(a))]
    expected += [np.where((a > b) & (b >= 0.25), a, b), np.where(a <= 0, 5, a), np.full(LANES, a[0] + 1)]
    expected += [2.0 ** np.floor(a), 2 * (a + b), np.trunc(a)]
    assert np.allclose(out, expected, rtol=8 * np.finfo(kind).eps, atol=8 * np.finfo(kind).eps)


def test_what_is_no_number_compares_false_and_differs_from_all():
    a = A.astype(np.float32)
    a[3] = np.nan
    out = np.zeros((12, LANES), np.float32)
    arithmetic(a, B.astype(np.float32), out)
    assert out[6, 3] == B[3] and out[7, 3] == 5 and np.isnan(out[0, 3])
    assert np.isfinite(out[0, [0, 1, 2, 4]]).all()


@kernel
def whole(first, out):
    space = rows(np.uint32(0), (0, 0, 0, 0))
    x = consecutive(first)
    store(space, 0, ((x << 3) ^ 5) | 64)
    store(space, 1, x >> 1)
    store(space, 2, x * 0xFFFFFFFF)
    wide = convert(x, np.uint64(0)) * 0x100000001
    store(space, 3, convert(wide >> 32, np.uint32(0)) & 7)
    store(space, 4, bitcast(convert(x, np.float32(0)), np.uint32(0)))
    for k in range(5):
        for w in range(LANES):
            out[k, w] = space[k, w]


def test_whole_numbers_wrap_and_shift():
    x = np.arange(10, 10 + LANES, dtype=np.uint32)
    out = np.zeros((5, LANES), np.uint32)
    whole(np.uint32(10), out)
    expected = [
        (x << np.uint32(3) ^ np.uint32(5)) | np.uint32(64),
        x >> np.uint32(1),
        np.uint32(0) - x,
        x & np.uint32(7),
    ]
    assert np.array_equal(out, [*expected, x.astype(np.float32).view(np.uint32)])


@kernel
def gathered(table, places, out):
    space, at = rows(table[0], (0, 0, 0, 0)), rows(np.int32(0), (0,))
    for w in range(LANES):
        at[0, w] = places[w]
    first, second = gather_pair(table, load(at, 0))
    store(space, 0, gather(table, load(at, 0)))
    store(space, 1, first)
    store(space, 2, second)
    _, _, third, fourth = gather_four(table, load(at, 0))
    store(space, 3, third)
    store(space, 4, fourth)
    for k in range(5):
        for w in range(LANES):
            out[k, w] = space[k, w]


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_gathering_reads_any_places(kind):
    table = np.random.default_rng(0).standard_normal(100).astype(kind)
    places = np.random.default_rng(1).integers(0, 97, LANES).astype(np.int32)
    out = np.zeros((5, LANES), kind)
    gathered(table, places, out)
    assert np.array_equal(out, [table[places], *(table[places + k] for k in range(4))])


@kernel
def holds_anywhere(a, level):
    space = rows(a[0], (0,))
    for w in range(LANES):
        space[0, w] = a[w]
    return any_lane(load(space, 0) > level)


def test_a_mask_holds_if_one_lane_does():
    assert holds_anywhere(A, 3.99) and not holds_anywhere(A, 4.0)


def test_numbers_of_two_kinds_do_not_mix_by_accident():
    @kernel
    def mixed(x):
        return any_lane(broadcast(x) + broadcast(np.float32(1)) > 0.0)

    assert mixed(np.float32(1))
    with pytest.raises(TypingError):
        mixed(1.0)
