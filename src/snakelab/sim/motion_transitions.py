"""Transitions between motions: targets that pass from one to another with continuous values, rates and accelerations."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from snakelab.parameters.arguments import FloatArray
from snakelab.physics.command import (
    ALWAYS,
    AMPLITUDE,
    FREQUENCY,
    OFFSET,
    PERIODIC,
    PHASE,
    PIECEWISE,
    WAVE,
    Command,
    Reference,
    piecewise_reference,
    quintic,
    targets_at,
)
from snakelab.sim.run_integration import ReferenceMotion, tie

# Values, rates and accelerations of all commands at a time [s], shape (3, n_commands).
Targets = Callable[[float], FloatArray]


def weight(time: float, begin: float, duration: float) -> tuple[float, float, float]:
    """Return s = 10 x^3 - 15 x^4 + 6 x^5 with its rate and acceleration; x is the elapsed fraction of a transition."""
    if time >= begin + duration:
        return 1.0, 0.0, 0.0
    x = max(0.0, (time - begin) / duration)
    s = x**3 * (10.0 - 15.0 * x + 6.0 * x**2)
    return s, 30.0 * x**2 * (1.0 - x) ** 2 / duration, 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2


def weighted(old: FloatArray, new: FloatArray, s: tuple[float, float, float]) -> FloatArray:
    """Return (1 - s) old + s new with rate and acceleration; all of shape (3, n)."""
    difference = new - old
    return np.array(
        [
            old[0] + s[0] * difference[0],
            old[1] + s[0] * difference[1] + s[1] * difference[0],
            old[2] + s[0] * difference[2] + 2.0 * s[1] * difference[1] + s[2] * difference[0],
        ]
    )


def with_rows(reference: Reference, n: int) -> Reference:
    """Return a reference with rows for n commands; those that it lacks are zero."""
    wave, pieces = np.zeros((n, 4)), np.zeros((len(reference.coefficients), n, 6))
    wave[: len(reference.wave)] = reference.wave
    pieces[:, : reference.coefficients.shape[1]] = reference.coefficients
    return reference._replace(wave=wave, coefficients=pieces)


def transition(old: ReferenceMotion, new: Reference, begin: float, duration: float) -> ReferenceMotion:
    """Return the motion from a time on: a transition to another reference, then that reference, shifted in time.

    Args:
        old: Motion so far.
        new: Reference to which it changes, with rows for all commands; its smooth start is left out.
        begin: Start of the transition [s].
        duration: Duration of the transition [s]; 0 changes at once.
    """
    end = begin + duration
    before = old.piece(begin)[0]
    new = new._replace(ramp=np.array([ALWAYS, 0.0]))
    if new.kind == WAVE and before.kind == WAVE and _steady(before, begin):
        waves = _WaveTransition.of(before, new, begin, duration)
        if waves is not None:
            return _sampled(waves.targets, waves.final(), begin, end, waves.cycle, old)
    new = in_phase(old.targets(begin), _frequency(before), new, begin)

    def targets(time: float) -> FloatArray:
        return weighted(old.targets(time), targets_at(new, time), weight(time, begin, duration))

    cycles = [cycle for cycle in (cycle_of(before), cycle_of(new)) if cycle]
    return _sampled(targets, new, begin, end, min(cycles, default=math.inf), old)


def settling(reference: Reference, time: float, duration: float) -> ReferenceMotion:
    """Return the motion that brings the targets of a reference to rest, from a time on.

    Args:
        reference: Reference up to that time.
        time: Time [s].
        duration: Longest time that it may take [s].
    """
    now = targets_at(reference, time)
    took = min(duration, 0.25)  # a finished controller comes to rest soon
    rest = np.zeros_like(now)
    rest[0] = now[0] + 0.5 * now[1] * took
    if not took > 0.0:
        return hold(now[0])
    return ReferenceMotion(
        (time,), (piecewise_reference(np.array([time, time + took]), quintic(now, rest, took)[None]),)
    )


def hold(values: FloatArray) -> ReferenceMotion:
    """Return the motion that holds values, shape (n_commands,)."""
    wave = np.zeros((len(values), 4))
    wave[:, OFFSET] = values
    empty = np.zeros((1, len(values), 6))
    return ReferenceMotion(
        (0.0,), (Reference(WAVE, wave, np.array([ALWAYS, 0.0]), np.zeros(2), empty, np.zeros(len(values))),)
    )


def in_phase(now: FloatArray, frequency: float, new: Reference, time: float, n_phases: int = 256) -> Reference:
    """Return a reference, shifted in time so that it is nearest to a motion at a time; a table that runs once begins there.

    The distance is |q - q_new|^2 + |q' / omega - q_new' / omega_new|^2, each with the angular frequency of its motion.

    Args:
        now: Value, rate and acceleration of the motion, shape (3, n_commands).
        frequency: Its angular frequency; 0 without one [rad/s].
        new: The reference.
        time: Time [s].
        n_phases: Number of phases of a periodic gait at which it is compared with the motion.
    """
    if new.kind == PIECEWISE:
        return shifted(new, time - float(new.knots[0]))
    cycle = cycle_of(new)
    if not cycle:
        return new
    other_frequency = 2.0 * math.pi / cycle

    def distance(shift: float) -> float:
        other = targets_at(new, time + shift)
        rates = now[1] / (frequency or other_frequency) - other[1] / other_frequency
        return float(np.sum((now[0] - other[0]) ** 2) + np.sum(rates**2))

    shifts = cycle * np.arange(n_phases) / n_phases
    near = float(shifts[int(np.argmin([distance(shift) for shift in shifts.tolist()]))])
    h = cycle / n_phases
    a, b, c = distance(near - h), distance(near), distance(near + h)
    bend = a - 2.0 * b + c
    return shifted(new, -(near + (0.5 * h * (a - c) / bend if bend > 0.0 else 0.0)))


def shifted(reference: Reference, delay: float) -> Reference:
    """Return a reference whose motion is later by a delay [s]."""
    if reference.kind == WAVE:
        wave = reference.wave.copy()
        wave[:, PHASE] -= wave[:, FREQUENCY] * delay
        return reference._replace(wave=wave)
    return reference._replace(knots=reference.knots + delay)


def cycle_of(reference: Reference) -> float:
    """Return the duration of one cycle [s]; 0 for a motion that does not repeat itself."""
    if reference.kind == PERIODIC:
        return float(reference.knots[-1] - reference.knots[0])
    frequency = abs(_frequency(reference))
    return 2.0 * math.pi / frequency if frequency > 0.0 else 0.0


def _frequency(reference: Reference) -> float:
    """Angular frequency [rad/s], of a wave that of its largest row; 0 for a motion that does not repeat itself."""
    if reference.kind == PERIODIC:
        return 2.0 * math.pi / float(reference.knots[-1] - reference.knots[0])
    if reference.kind != WAVE or not len(reference.wave):
        return 0.0
    largest = int(np.argmax(np.abs(reference.wave[:, AMPLITUDE])))
    return float(reference.wave[largest, FREQUENCY]) if reference.wave[largest, AMPLITUDE] else 0.0


def _steady(reference: Reference, time: float) -> bool:
    return time >= reference.ramp[0] + reference.ramp[1]


def _sampled(
    targets: Targets, final: Reference, begin: float, end: float, cycle: float, old: ReferenceMotion
) -> ReferenceMotion:
    """Return a transition as quintics between samples, then its final reference."""
    if not end > begin:
        return ReferenceMotion((begin,), (final,))
    # 32 pieces per cycle
    n = int(np.clip(math.ceil((end - begin) / (cycle / 32)), 16, 20_000))
    knots = np.linspace(begin, end, n + 1)
    samples = [targets(time) for time in knots.tolist()[:-1]] + [targets_at(final, end)]
    pieces = [quintic(a, b, h) for (a, b), h in zip(pairwise(samples), np.diff(knots).tolist(), strict=True)]
    force = np.zeros_like(old.references[-1].force)
    return ReferenceMotion((begin, end), (piecewise_reference(knots, np.array(pieces), force), final))


@dataclass(frozen=True)
class _WaveTransition:
    """Transition between two waves, q = c + Im(z exp(i theta)), theta' = omega.

    c, z and omega pass from the old to the new values by the weight s. The phase of the new wave is shifted to that at
    which it is nearest to the old one.

    Attributes:
        old, new: Complex amplitudes z at the start, shape (n,).
        centres: Offsets c, shape (2, n).
        omegas: Angular frequencies [rad/s].
        begin: Start [s].
        duration: Duration [s].
        target: Reference of the new wave.
        phase_shift: Shift of its phase at the start [rad].
    """

    old: np.ndarray
    new: np.ndarray
    centres: FloatArray
    omegas: tuple[float, float]
    begin: float
    duration: float
    target: Reference
    phase_shift: float

    @classmethod
    def of(cls, before: Reference, target: Reference, begin: float, duration: float) -> "_WaveTransition | None":
        """Return the transition; None if the rows of one of the waves differ in frequency."""
        if not (_single(before) and _single(target)):
            return None
        first, last = _frequency(before), _frequency(target)
        first, last = first or last, last or first
        old, new = _complex(before, first * begin), _complex(target, last * begin)
        phase_shift = -float(np.angle(np.sum(np.conj(old) * new))) if np.any(old) and np.any(new) else 0.0
        centres = np.array([before.wave[:, OFFSET], target.wave[:, OFFSET]])
        return cls(old, new * np.exp(1j * phase_shift), centres, (first, last), begin, duration, target, phase_shift)

    @property
    def cycle(self) -> float:
        """Shorter of the two cycles [s]; infinity if nothing oscillates."""
        fastest = max(abs(omega) for omega in self.omegas)
        return 2.0 * math.pi / fastest if fastest > 0.0 else math.inf

    def targets(self, time: float) -> FloatArray:
        """Return value, rate and acceleration, shape (3, n)."""
        s, ds, dds = weight(time, self.begin, self.duration)
        difference, change = self.new - self.old, self.omegas[1] - self.omegas[0]
        z, dz, ddz = self.old + s * difference, ds * difference, dds * difference
        omega, d_omega = self.omegas[0] + s * change, ds * change
        centre = self.centres[1] - self.centres[0]
        phasor = np.exp(1j * self._angle(time))
        rate = dz + 1j * omega * z
        acceleration = ddz + 2j * omega * dz + 1j * d_omega * z - omega**2 * z
        return np.array(
            [
                self.centres[0] + s * centre + (z * phasor).imag,
                ds * centre + (rate * phasor).imag,
                dds * centre + (acceleration * phasor).imag,
            ]
        )

    def _angle(self, time: float) -> float:
        """theta, the integral of omega from the start [rad]."""
        x = (time - self.begin) / self.duration if self.duration > 0.0 else 0.0
        integral = self.duration * x**4 * (2.5 - 3.0 * x + x**2)
        return self.omegas[0] * (time - self.begin) + (self.omegas[1] - self.omegas[0]) * integral

    def final(self) -> Reference:
        """Return the new wave with the phase that it has at the end of the transition."""
        end = self.begin + self.duration
        phase = self.omegas[1] * (self.begin - end) + self.phase_shift + self._angle(end)
        wave = self.target.wave.copy()
        wave[:, PHASE] = np.mod(wave[:, PHASE] + phase, 2.0 * math.pi)
        return self.target._replace(wave=wave)


def _single(reference: Reference) -> bool:
    moving = reference.wave[reference.wave[:, AMPLITUDE] != 0.0, FREQUENCY]
    return bool(np.all(moving == moving[0])) if len(moving) else True


def _complex(reference: Reference, angle: float) -> np.ndarray:
    return reference.wave[:, AMPLITUDE] * np.exp(1j * (reference.wave[:, PHASE] + angle))


@dataclass(frozen=True)
class Fade:
    """Transition from a motion to the commands of a controller.

    Attributes:
        old: Motion before.
        begin: Start [s].
        duration: Duration [s].
        past: Targets of the last commands, for rates missing in a command; at most two.
    """

    old: ReferenceMotion
    begin: float
    duration: float
    past: tuple[FloatArray, ...] = ()

    def next(self, command: Command, time: float, period: float) -> "tuple[Fade | None, Command]":
        """Return the fade for the next period, None if it has ended, and the blended command of this one.

        Args:
            command: Command of the controller.
            time: End of the period [s].
            period: Control period [s].
        """
        fade = None if self.over(time) else replace(self, past=(*self.past, command.target)[-2:])
        return fade, self.blended(self._with_rates(command, period), time)

    def over(self, time: float) -> bool:
        """Return True if the transition has ended at a time [s]."""
        return time >= self.begin + self.duration - tie(time)

    def _with_rates(self, command: Command, period: float) -> Command:
        """Return a command with rate and acceleration, by backward differences of its targets where it has none."""
        if command.rate is not None:
            return command
        now = command.target
        last = self.past[-1] if self.past else now
        before = self.past[-2] if len(self.past) > 1 else 2.0 * last - now
        rate = (3.0 * now - 4.0 * last + before) / (2.0 * period)
        return replace(command, rate=rate, acceleration=(now - 2.0 * last + before) / period**2)

    def blended(self, command: Command, time: float) -> Command:
        """Return the weighted mean of the old targets and a command for a time [s]; the command has its rate."""
        s = weight(time, self.begin, self.duration)
        n = len(command.target)
        old = self.old.targets(time)
        zero = np.zeros(n)
        new = np.array([command.target, command.rate, zero if command.acceleration is None else command.acceleration])
        target, rate, acceleration = weighted(old[:, :n], new, s)
        thrust = command.thrust
        if thrust is not None and len(thrust):
            thrust = old[0, n:] + s[0] * (thrust - old[0, n:])
        force = None if command.force is None else s[0] * command.force
        return replace(command, target=target, rate=rate, acceleration=acceleration, thrust=thrust, force=force)
