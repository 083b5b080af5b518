"""The shape of waves whose shape is known: travelling sinusoids, triangles, rectangles and trapezoids."""

import math

import numpy as np
import pytest

from recordings import straight_recording
from snakelab.results.metrics.passages import fit_wave, wave_length, wave_residual
from walls import waving_recording

ALONG = np.linspace(0.0, 1.2, 9)
TIME = np.linspace(0.0, 2.5, 501)
PHASE = 2 * np.pi * TIME[:, None] / 2.5 - 2 * np.pi / 0.8 * ALONG  # travels to larger places, 0.8 m long


def triangle(phase: np.ndarray) -> np.ndarray:
    return 2 / np.pi * np.arcsin(np.sin(phase))


def test_a_sinusoid_leaves_nothing_and_its_length_is_its_own():
    fit = fit_wave(TIME, 0.3 + 0.05 * np.sin(PHASE), ALONG)
    assert fit.residual < 1e-9 and fit.frequency == pytest.approx(2 * np.pi / 2.5)
    assert fit.wave_number == pytest.approx(2 * np.pi / 0.8)
    assert fit_wave(TIME, np.sin(-PHASE), -ALONG).wave_number == pytest.approx(2 * np.pi / -0.8)


def test_an_amplitude_that_grows_along_the_body_changes_nothing():
    fit = fit_wave(TIME, np.linspace(0.1, 1.0, 9) * np.sin(PHASE), ALONG)
    assert fit.residual < 1e-9 and fit.wave_number == pytest.approx(2 * np.pi / 0.8)


@pytest.mark.parametrize(
    ("shape", "residual"),
    [
        (triangle, math.sqrt(1 - 96 / math.pi**4)),
        (lambda phase: np.sign(np.sin(phase)), math.sqrt(1 - 8 / math.pi**2)),
        # flat for a third of the time: no third harmonic; fundamental (12 / pi^2) sin(pi / 3), mean square 5 / 9
        (lambda phase: np.clip(1.5 * triangle(phase), -1, 1), math.sqrt(1 - (54 / math.pi**4) * 9 / 5)),
    ],
)
def test_other_shapes_leave_their_harmonics(shape, residual):
    fit = fit_wave(TIME, shape(PHASE), ALONG)
    assert fit.residual == pytest.approx(residual, abs=0.004)
    assert fit.wave_number == pytest.approx(2 * np.pi / 0.8, rel=0.01)


def test_a_period_that_the_rows_miss_by_a_few_per_cent_is_found():
    rows = slice(0, 485)
    assert fit_wave(TIME[rows], np.sin(PHASE[rows]), ALONG).residual < 0.01


@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_a_body_on_a_wave_of_60_centimetres_has_its_length(turn):
    recording = waving_recording(0.04, turn=turn)
    assert wave_length(recording) == pytest.approx(0.6, rel=0.03)
    assert wave_residual(recording) < 0.1


def test_without_a_wave_they_are_unknown():
    assert math.isnan(wave_length(straight_recording())) and math.isnan(wave_residual(straight_recording()))
