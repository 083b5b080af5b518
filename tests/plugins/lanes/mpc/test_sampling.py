"""Random numbers from a counter, and samples about a nominal sequence."""

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import kstest

from snakelab.control.plan_sampling import Sampling
from snakelab.errors import ControlError
from snakelab.kernels.decorator import kernel
from snakelab.plugins.lanes.mpc.kernels import normal_of, philox
from snakelab.plugins.lanes.mpc.rollouts import sequences
from snakelab.plugins.lanes.mpc.settings import draw_of
from snakelab.plugins.lanes.vector.lane_value import broadcast, load, rows, store
from snakelab.plugins.lanes.vector.vector_type import LANES


@kernel
def one_philox(counter, key, out):
    words = philox(
        broadcast(counter[0]), broadcast(counter[1]), broadcast(counter[2]), broadcast(counter[3]), key[0], key[1]
    )
    row = rows(np.uint32(0), (0,))
    for k in range(4):
        store(row, 0, words[k])
        out[k] = row[0, 5]


@kernel
def many_normals(words, out):
    before, after = rows(np.uint32(0), (0,)), rows(np.float32(0), (0,))
    for i in range(0, len(words), LANES):
        for w in range(LANES):
            before[0, w] = words[i + w]
        store(after, 0, normal_of(load(before, 0)))
        for w in range(LANES):
            out[i + w] = after[0, w]


@pytest.mark.parametrize(
    "counter, key, expected",
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (4 * (0xFFFFFFFF,), 2 * (0xFFFFFFFF,), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_generator_gives_the_known_answers_of_its_authors(counter, key, expected):
    out = np.zeros(4, np.uint32)
    one_philox(np.array(counter, np.uint32), np.array(key, np.uint32), out)
    assert tuple(int(x) for x in out) == expected


def test_words_become_normal_numbers_by_the_inverse_distribution():
    words = np.append(np.arange(0, 2**32, 2**32 // 4096)[:-1], 2**32 - 1).astype(np.uint32)
    out = np.zeros(len(words), np.float32)
    many_normals(words, out)
    share = ((words >> 9).astype(np.float64) + 0.5) * 2.0**-23
    assert np.allclose(out, ndtri(share), rtol=3e-6, atol=3e-7)
    assert out[-1] == -out[0] and 5.0 < out[-1] < 5.4


def draws(n_steps=40, n=4096, cycle=0, **settings):
    sampling = Sampling(n, sigma=1.0, limit=100.0, **settings)
    return sequences(np.zeros(n_steps), sampling, np.arange(n), cycle)


@pytest.mark.parametrize("source", ["independent", "sobol", "halton"])
def test_samples_are_normal_at_every_step_and_not_correlated(source):
    z = draws(source=source, seed=3)
    for step in (0, 1, 7, 39):
        assert kstest(z[:, step], "norm").pvalue > 1e-3
    correlation = np.corrcoef(z[:, :8].T) - np.eye(8)
    assert np.abs(correlation).max() < 0.06
    if source != "independent":  # what they are for
        assert np.abs(z.mean(axis=0)).max() < 0.3 * np.abs(draws(seed=3).mean(axis=0)).max()


@pytest.mark.parametrize("source", ["independent", "sobol"])
def test_seed_and_cycle_choose_the_samples(source):
    first = draws(source=source)
    assert np.array_equal(first, draws(source=source))
    assert not np.any(np.all(first == draws(source=source, cycle=1), axis=0))
    assert not np.any(np.all(first == draws(source=source, seed=2**40), axis=0))


def test_a_long_seed_counts_whole():
    assert not np.array_equal(draws(seed=1), draws(seed=1 + 2**32))


def test_antithetic_samples_come_in_opposite_pairs():
    for source in ("independent", "sobol"):
        z = draws(antithetic=True, source=source)
        assert np.array_equal(z[0::2], -z[1::2])
        assert len(np.unique(z[0::2, 0])) > 2000


def test_between_knots_the_noise_is_linear():
    z = draws(n_steps=42, knot_every=5)
    for i in range(42):
        k, share = divmod(i, 5)
        if 5 * (k + 1) < 42:
            assert np.allclose(z[:, i], (1 - share / 5) * z[:, 5 * k] + share / 5 * z[:, 5 * (k + 1)], atol=1e-5)
    assert np.std(z[:, 5]) == pytest.approx(1.0, abs=0.05)
    assert np.array_equal(z[:, ::5], draws(n_steps=9))


def test_samples_lie_about_the_nominal_sequence_within_the_limit():
    nominal, sigma = np.linspace(-1, 1, 30), np.linspace(0, 1, 30)
    u = sequences(nominal, Sampling(2000, sigma, 1.04, seed=1), np.arange(2000))
    assert np.abs(u).max() == np.float32(1.04)
    assert np.allclose(u[:, 0], -1.0)
    assert np.std(u[:, 5] - nominal[5]) == pytest.approx(sigma[5], rel=0.1)
    assert np.mean(u[:, -1] == u.max()) == pytest.approx(0.484, abs=0.05)


def test_chosen_samples_are_the_same_in_any_company():
    sampling = Sampling(500, seed=8)
    every = sequences(np.zeros(20), sampling, np.arange(500))
    some = np.array([499, 3, 3, 77])
    assert np.array_equal(sequences(np.zeros(20), sampling, some), every[some])
    assert np.allclose(sequences(np.zeros(20), sampling, some, dtype=np.float64), every[some], atol=1e-6)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Sampling(0), "n_samples"),
        (lambda: Sampling(sigma=-1.0), "sigma must be"),
        (lambda: Sampling(limit=0), "limit must be greater than 0"),
        (lambda: Sampling(source="lattice"), "independent, sobol, halton"),
        (lambda: Sampling(knot_every=0), "knot_every"),
        (lambda: Sampling(seed=-1), "seed"),
        (lambda: draw_of(Sampling(8, [0.1, 0.2]), 3, 0), "2 numbers for 3 steps"),
        (lambda: sequences(np.zeros(3), Sampling(8), [8]), "from 0 to 7"),
        (lambda: sequences(np.zeros(3), Sampling(8), [0.5]), "whole"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ControlError, match=words):
        make()
