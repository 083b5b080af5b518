"""Figures of merit of the energy balance, and the work of each term."""

import math

from snakelab.errors import RecordingError, nearest
from snakelab.results.metrics.series import change, ratio
from snakelab.results.recording import Recording

CONSERVATIVE = ("gravity", "spring")  # work terms whose energy the recording holds as a potential


def energy_residual(recording: Recording) -> float:
    """Error of the energy balance: change of energy minus work of all terms that are not in it.

    R = [T + V_gravity + V_elastic]_end - [..]_0 - sum of the work of every term but gravity and the springs. Work is
    summed inside the step, so R is the step's own error and not that of the record.
    """
    energy = sum(change(recording[f"{kind}_energy"].values) for kind in ("kinetic", "gravity", "elastic"))
    others = [str(term) for term in recording["term"].values if term not in CONSERVATIVE]
    return float(energy - sum(work_of(recording, term) for term in others))


def energy_residual_share(recording: Recording) -> float:
    """Size of the balance's error beside the energies exchanged: |R| / (largest kinetic energy + sum of |work|).

    Above a few per cent the step is too long for the motion, whatever the status says.
    """
    moved = sum(abs(work_of(recording, str(term))) for term in recording["term"].values)
    kinetic = recording["kinetic_energy"].values
    return ratio(abs(energy_residual(recording)), float(moved + (kinetic.max() if kinetic.size else math.nan)))


def work_of(recording: Recording, term: str) -> float:
    """Work that one term did on the robot over the record [J]."""
    terms = [str(known) for known in recording["term"].values]
    if term not in terms:
        raise RecordingError(f"the recording has no work term {term!r}{nearest(term, terms)}")
    return float(change(recording["work"].values[:, terms.index(term)]))
