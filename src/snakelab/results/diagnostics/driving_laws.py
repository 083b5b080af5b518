"""Remarks on user-defined laws that added energy to the robot."""

import json

from snakelab.errors import RecordingError
from snakelab.results.metrics.energy import exchanged_energy, work_of
from snakelab.results.recording import Recording

GIVEN = 0.01  # fraction of the energies exchanged above which a law drives the robot


def driving_laws(recording: Recording) -> list[str]:
    """Return a remark for each `UserLaw` whose work is positive and above 1 % of the energies exchanged.

    Friction and drag in still water dissipate energy. A law that is meant to drive the robot, such as a current, may add it.
    """
    try:
        names = json.loads(str(recording.dataset.attrs.get("user_laws", "[]")))
        works = {str(name): work_of(recording, str(name)) for name in names}
        minimum = GIVEN * exchanged_energy(recording) if works else 0.0
    except (RecordingError, ValueError, TypeError, KeyError):  # it lacks a variable, or is damaged
        return []
    return [
        f"law {name!r} did positive work, {work:.3g} J: it drove the robot; if it is friction or drag, check the sign of its "
        "wrench"
        for name, work in works.items()
        if work > minimum
    ]
