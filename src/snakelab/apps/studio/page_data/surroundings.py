"""Values of an instant that are not in a record: the velocity of the water, and the temperatures of servos."""

import numpy as np

from snakelab.apps.studio.live_run.session import Session
from snakelab.apps.studio.page_data.frames import NOTHING, Surroundings, Watched
from snakelab.bridges.servo_bus.driver.interface import servo_readings
from snakelab.physics.current import current_at
from snakelab.sim.record import Layout
from snakelab.types import FloatArray

CURRENT, TEMPERATURE = "current", "servo_temperature"


def has_current(session: Session) -> bool:
    """Return True if the water of the present run moves."""
    if session.replay is not None:
        return CURRENT in session.replay.recording.dataset
    return current_at(session.simulation.model, np.zeros(1), np.zeros((1, 3))) is not None


def has_temperature(session: Session) -> bool:
    """Return True if the temperatures of servos are known, one for each coordinate."""
    return len(_temperature(session)) == session.simulation.model.n_coordinates > 0


def surroundings(session: Session, row: FloatArray, layout: Layout, watched: Watched) -> Surroundings:
    """Return the further values at one instant that a viewer watches.

    Args:
        session: The session.
        row: The record, shape (record width,).
        layout: Layout of the record.
        watched: Values watched by the viewer.
    """
    current = _current(session, row, layout) if watched.current else NOTHING
    return Surroundings(current, _temperature(session) if watched.colour == "temperature" else NOTHING)


def _current(session: Session, row: FloatArray, layout: Layout) -> FloatArray:
    replay = session.replay
    if replay is not None:
        return replay.value(CURRENT)
    place = row[layout["com_position"][0]]
    current = current_at(session.simulation.model, row[:1], place[None])
    return NOTHING if current is None else current[0]


def _temperature(session: Session) -> FloatArray:
    if session.replay is not None:
        return session.replay.value(TEMPERATURE)
    servos = servo_readings(session.simulation.engine)
    return np.array([servo.temperature for servo in servos]) if servos else NOTHING
