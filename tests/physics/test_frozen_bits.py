"""Runs of ten chains are equal bit for bit to those recorded before features that they do not use were added."""

import json

import numpy as np
import pytest

from frozen_chains import FILE, machine, other_integrators, runs

FROZEN = json.loads(FILE.read_text())
# Of other processors, libraries and compilers: a displacement of 1e-14 at the start grows to 7e-12 at most.
RELATIVE, ABSOLUTE = 1e-10, 1e-11


def check(name, row):
    expected = np.array([float.fromhex(value) for value in FROZEN["rows"][name]])
    if machine() == FROZEN["machine"]:
        assert [value.hex() for value in row.tolist()] == FROZEN["rows"][name]
    else:
        np.testing.assert_allclose(row, expected, RELATIVE, ABSOLUTE)


@pytest.mark.parametrize("integrator", ["plain", "extrapolated"])
@pytest.mark.parametrize("name", runs())
def test_chains_without_new_features_are_equal_bit_for_bit(name, integrator):
    check(f"{name}, {integrator}", runs()[name](integrator))


@pytest.mark.parametrize("name", other_integrators())
def test_adaptive_and_explicit_steps_are_equal_bit_for_bit(name):
    check(name, other_integrators()[name]())


def test_the_tolerance_detects_a_change_of_the_physics():
    row = np.array([float.fromhex(value) for value in FROZEN["rows"]["mixed chain, extrapolated"]])
    with pytest.raises(AssertionError):
        np.testing.assert_allclose(row * (1 + 1e-9), row, RELATIVE, ABSOLUTE)
