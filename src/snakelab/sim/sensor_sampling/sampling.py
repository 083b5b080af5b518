"""Sampling of sensors, each with its own rate and noise; a value is held until the next one arrives.

Noise comes from a counter-based generator (Philox): its key is the run's seed and the index of the sensor in the
robot's list, its counter the number of the sample. The noise is therefore independent of records and restarts.
"""

from dataclasses import dataclass, replace

import numpy as np

from snakelab.physics.command import Reference
from snakelab.physics.kinematics.body_motion import body_motion, motion_in, sensed_gravity
from snakelab.physics.model import Model
from snakelab.physics.record_row import record_layout
from snakelab.physics.state import SensorState, State
from snakelab.robots.sensors.instant import Instant, Motion, carried_to
from snakelab.robots.sensors.sensor import checked_sample, needs_acceleration
from snakelab.sim.instants import sample_times, tick, tie
from snakelab.sim.record import Layout, state_part
from snakelab.sim.sensor_sampling.channels import Channel, channels
from snakelab.types import FloatArray

# Of the body, for sensors that sit nowhere on it.
UNKNOWN = Motion(*(np.full(shape, np.nan) for shape in ((3, 3), 4, 3, 6, 6)))


@dataclass(frozen=True)
class Sensing:
    """Sensors of one model in one run.

    Attributes:
        model: Model of the robot.
        channels: One channel per sensor.
        seed: Seed of the noise.
        layout: Layout of a record.
        gravity: Gravity in the specific force of an accelerometer, world axes, shape (3,), [m/s^2].
        free: Possible components of the base twist, shape (6,), bool; all, unless the base is planar.
    """

    model: Model
    channels: tuple[Channel, ...]
    seed: int
    layout: Layout
    gravity: FloatArray
    free: np.ndarray

    @property
    def width(self) -> int:
        """Number of values of all sensors [-]."""
        return self.channels[-1].place.stop

    @property
    def whose(self) -> str:
        """Identification of the sensors, stored with their memory."""
        return repr([channel.sensor for channel in self.channels])

    def times(self, begin: float, end: float) -> FloatArray:
        """Return the instants after begin and up to end at which a sensor samples [s], possibly with duplicates."""
        instants = np.concatenate([sample_times(begin, end, channel.sensor.rate) for channel in self.channels])
        return instants[(instants > begin + tie(begin)) & (instants <= end)]

    def begin(self, state: State) -> State:
        """Return the state, without the memory of other sensors than these."""
        ours = state.sensing is not None and state.sensing.sensors == self.whose
        return state if ours else replace(state, sensing=None)

    def after(self, last: SensorState | None, reference: Reference, record: FloatArray, time: float) -> SensorState:
        """Return the sensor values at an instant, after due samples were taken and delayed ones have arrived.

        The first sample is available at once, for any delay: the robot is assumed to be at rest before the run.

        Args:
            last: Previous values; None before the first sample.
            reference: Reference motion of the coordinates.
            record: Record of this instant, see `physics.record_row.record_layout`.
            time: Time [s].
        """
        ticks = np.array([tick(time, channel.sensor.rate) for channel in self.channels])
        due = np.arange(len(ticks)) if last is None else np.flatnonzero(ticks > last.taken)
        fresh = self._samples(due.tolist(), ticks, reference, record, time)
        if last is None:
            return SensorState(self.whose, ticks, np.concatenate(list(fresh.values())))
        late = [(i, time + self.channels[i].sensor.delay, values) for i, values in fresh.items()]
        held, waiting = last.held.copy(), []
        for i, arrives, values in (*last.waiting, *late):
            if arrives <= time + tie(time):
                held[self.channels[i].place] = values
            else:
                waiting.append((i, arrives, values))
        taken = last.taken.copy()
        taken[due] = ticks[due]
        return SensorState(last.sensors, taken, held, tuple(waiting))

    def through(
        self, last: SensorState | None, reference: Reference, records: FloatArray
    ) -> tuple[FloatArray, SensorState | None]:
        """Return the sensor values at every record, shape (n, width), and their memory after the last one.

        Args:
            last: Previous values; None before the first sample.
            reference: Reference motion of the coordinates.
            records: Records in order of time, shape (n, record width).
        """
        held = np.zeros((len(records), self.width))
        for i, record in enumerate(records):
            last = self.after(last, reference, record, float(record[0]))
            held[i] = last.held
        return held, last

    def _samples(
        self, due: list[int], ticks: np.ndarray, reference: Reference, record: FloatArray, time: float
    ) -> dict[int, FloatArray]:
        """Return one sample of each sensor that is due."""
        asked = [self.channels[i].sensor for i in due]
        state = state_part(self.layout, record)
        rows = np.zeros((0, 0))
        if any(sensor.on for sensor in asked):
            needs_accelerations = any(map(needs_acceleration, asked))
            rows = body_motion(self.model, reference, state, time, accelerated=needs_accelerations)
        samples = {}
        for i in due:
            channel = self.channels[i]
            motion = carried_to(motion_in(rows[channel.row]), channel.offset) if channel.sensor.on else UNKNOWN
            q, v, tau = (record[self.layout[name][0]] for name in ("q", "v", "tau"))
            size = channel.place.stop - channel.place.start
            normal = self._noise(i, int(ticks[i]), size)
            sample = channel.sensor.read(Instant(q, v, tau, motion, self.gravity, self.free), normal)
            samples[i] = checked_sample(channel.sensor, sample, size)
        return samples

    def _noise(self, which: int, number: int, size: int) -> FloatArray:
        """Return standard normal numbers for one sample of one sensor."""
        key, counter = np.array([self.seed, which], np.uint64), np.array([0, max(0, number), 0, 0], np.uint64)
        return np.random.Generator(np.random.Philox(key=key, counter=counter)).standard_normal(size)


def sensing_of(model: Model, seed: int) -> Sensing | None:
    """Return the sensors of the model's robot; None without any."""
    if not model.robot.sensors:
        return None
    free = np.ones(6, bool)
    if model.robot.base == "planar":
        free[:] = False
        free[model.arrays.base] = True
    return Sensing(model, channels(model), seed, record_layout(model), sensed_gravity(model), free)
