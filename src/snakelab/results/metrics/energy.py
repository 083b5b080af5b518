"""Metrics of the energy balance, and the work of each term."""

import json
import math

import numpy as np

from snakelab.errors import RecordingError, nearest
from snakelab.results.metrics.series import change, ratio
from snakelab.results.recording import Recording

CONSERVATIVE = ("gravity", "spring")  # work terms with a potential, which is recorded
CORRECTION = "correction"  # the work term of the extrapolated step
# Of `correction_power_ratio`. Measured: above it, torques of prescribed joints under dry friction are off by 5 to 40 %.
CORRECTION_LIMIT = 0.06


def energy_residual(recording: Recording) -> float:
    """Error of the energy balance: change of energy minus the work of all terms that are not part of that energy.

    R = [T + V_gravity + V_elastic]_end - [..]_0 - sum of the work of every term but gravity and the springs. Work is
    summed in the step, so R is the error of the step and not that of the record. Interventions that changed a mass, a
    spring or gravity changed the energy at an instant; this is subtracted.
    """
    energy = sum(change(recording[f"{kind}_energy"].values) for kind in ("kinetic", "gravity", "elastic"))
    others = [str(term) for term in recording["term"].values if term not in CONSERVATIVE]
    return float(energy - energy_of_events(recording) - sum(work_of(recording, term) for term in others))


def energy_of_events(recording: Recording) -> float:
    """Energy that the interventions of a run added to the robot at an instant [J]; 0 without any.

    Raises:
        RecordingError: if the recorded events are damaged.
    """
    try:
        events = json.loads(str(recording.dataset.attrs.get("events", "[]")))
        return float(sum(float(event.get("energy", 0.0)) for event in events))
    except (ValueError, TypeError, AttributeError, RecursionError) as problem:
        raise RecordingError(f"the recording's events are damaged: {problem}") from problem


def energy_residual_ratio(recording: Recording) -> float:
    """Error of the energy balance relative to the exchanged energy: |R| / (largest kinetic energy + sum of |work|).

    Above a few per cent the step is too long for the motion, independently of the status.
    """
    return ratio(abs(energy_residual(recording)), exchanged_energy(recording))


def exchanged_energy(recording: Recording) -> float:
    """Sum of the largest kinetic energy and the absolute work of all terms [J]; NaN without a row."""
    moved = sum(abs(work_of(recording, str(term))) for term in recording["term"].values)
    kinetic = recording["kinetic_energy"].values
    return float(moved + (kinetic.max() if kinetic.size else math.nan))


def correction_power_ratio(recording: Recording) -> float:
    """Relative power of the step's correction, integral |P_correction| dt / integral sum |P_other| dt.

    The extrapolated step adds `correction` to the motion that the forces of its half steps make. Its work may cancel
    over a run; its power does not. Above `CORRECTION_LIMIT` = 0.06 forces change considerably within a step, such as
    sharp friction:
    torques of prescribed joints, drive powers and costs of transport are unreliable. Take a smaller step or
    `tolerance=1e-4`, and `tolerance=1e-5` if the run had 1e-4. Powers are means between two rows, so that a peak at the
    start counts by its work only. NaN where nothing acts, and for the other steps, which have no such correction and are
    not judged by it.
    """
    terms = [str(term) for term in recording["term"].values]
    if CORRECTION not in terms:
        return math.nan
    works = np.abs(np.diff(recording["work"].values, axis=0)).sum(axis=0)
    correction = float(works[terms.index(CORRECTION)])
    return ratio(correction, float(works.sum()) - correction) if correction else math.nan


def work_of(recording: Recording, term: str) -> float:
    """Work that one term did on the robot over the record [J]."""
    terms = [str(known) for known in recording["term"].values]
    if term not in terms:
        raise RecordingError(f"the recording has no work term {term!r}{nearest(term, terms)}")
    return float(change(recording["work"].values[:, terms.index(term)]))
