"""Samples: each sensor at its own rate, with noise of its own, held until the next one has arrived.

Noise comes from a counter-based generator (Philox): its key is the run's seed and the place of the sensor in the robot's list,
its counter the number of the sample. So it hangs on nothing else: neither on records, nor on where a run was cut in two.
"""

from dataclasses import dataclass, replace

import numpy as np

from snakelab.physics.command import Reference
from snakelab.physics.model import Model
from snakelab.physics.observe import record_layout
from snakelab.physics.queries.body_motion import body_motion, felt_gravity, motion_in
from snakelab.physics.state import SensorState, State
from snakelab.robots.sensors.instant import Instant, Motion, carried_to
from snakelab.robots.sensors.sensor import checked_sample, needs_acceleration
from snakelab.sim.instants import sample_times, tick, tie
from snakelab.sim.record import Layout, state_part
from snakelab.sim.sensing.channels import Channel, channels
from snakelab.types import FloatArray

# Of the body, for sensors that sit nowhere on it.
UNKNOWN = Motion(*(np.full(shape, np.nan) for shape in ((3, 3), 4, 3, 6, 6)))


@dataclass(frozen=True)
class Sensing:
    """The sensors of one model in one run.

    Attributes:
        model: Whose robot carries them.
        channels: One for each sensor.
        seed: Of their noise.
        layout: Of a record.
        gravity: As an accelerometer feels it, world axes, shape (3,), [m/s^2].
        free: Components of a twist that the base can have, shape (6,), bool; all, unless it is planar.
    """

    model: Model
    channels: tuple[Channel, ...]
    seed: int
    layout: Layout
    gravity: FloatArray
    free: np.ndarray

    @property
    def width(self) -> int:
        """Numbers that all sensors together hold [-]."""
        return self.channels[-1].place.stop

    @property
    def whose(self) -> str:
        """Of which sensors a memory is."""
        return repr([channel.sensor for channel in self.channels])

    def times(self, begin: float, end: float) -> FloatArray:
        """Instants after begin and up to end at which a sensor samples [s]; an instant may come twice."""
        instants = np.concatenate([sample_times(begin, end, channel.sensor.rate) for channel in self.channels])
        return instants[(instants > begin + tie(begin)) & (instants <= end)]

    def begin(self, state: State) -> State:
        """The state, without the memory of other sensors than these."""
        ours = state.sensing is not None and state.sensing.sensors == self.whose
        return state if ours else replace(state, sensing=None)

    def after(self, last: SensorState | None, reference: Reference, record: FloatArray, time: float) -> SensorState:
        """What the sensors hold once those have sampled whose turn it is, and what was late has arrived.

        The very first sample is held at once, whatever its delay: before the run, the robot stood as it begins.

        Args:
            last: What they held; None before the first sample.
            reference: What the coordinates should do.
            record: Of this instant, see `physics.observe.record_layout`.
            time: [s].
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
        """What the sensors hold at every record, shape (n, width), and their memory after the last one.

        Args:
            last: What they held before; None before the first sample.
            reference: What the coordinates should do.
            records: Shape (n, record width), in order of time.
        """
        held = np.zeros((len(records), self.width))
        for i, record in enumerate(records):
            last = self.after(last, reference, record, float(record[0]))
            held[i] = last.held
        return held, last

    def _samples(
        self, due: list[int], ticks: np.ndarray, reference: Reference, record: FloatArray, time: float
    ) -> dict[int, FloatArray]:
        """One sample of each sensor whose turn it is."""
        asked = [self.channels[i].sensor for i in due]
        state = state_part(self.layout, record)
        rows = np.zeros((0, 0))
        if any(sensor.on for sensor in asked):
            felt = any(map(needs_acceleration, asked))
            rows = body_motion(self.model, reference, state, time, accelerated=felt)
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
        """Standard normal numbers of one sample of one sensor."""
        key, counter = np.array([self.seed, which], np.uint64), np.array([0, max(0, number), 0, 0], np.uint64)
        return np.random.Generator(np.random.Philox(key=key, counter=counter)).standard_normal(size)


def sensing_of(model: Model, seed: int) -> Sensing | None:
    """The sensors of the model's robot; None where it has none."""
    if not model.robot.sensors:
        return None
    free = np.ones(6, bool)
    if model.robot.base == "planar":
        free[:] = False
        free[model.arrays.base] = True
    return Sensing(model, channels(model), seed, record_layout(model), felt_gravity(model), free)
