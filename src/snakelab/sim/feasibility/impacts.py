"""Unresolved impacts of a fixed step: energy retained in a bounce, by the integrator and by the contact law."""

import math
import warnings

import numpy as np

from snakelab.errors import SnakelabWarning
from snakelab.physics.model import Model
from snakelab.results.diagnostics.energy_balance import command_line_hint
from snakelab.results.recording import Recording
from snakelab.sim.engines.engine import SnakelabEngine
from snakelab.worlds import Contact

# Relative error of the energy of an impact above which a warning is issued [-].
ENERGY_LOSS_LIMIT = 0.1
# Relative tolerance of the gaps of simultaneous contacts, and minimum speed of reported impacts [m/s].
NEARLY, SLOWEST_IMPACT = 0.05, 0.1
# Phases of the first touch within a step that are averaged.
N_PHASES = 8
# Steps of a bounce: minimum, maximum, and in durations of the contact.
FEWEST_STEPS, MAX_STEPS, DURATIONS = 1000, 200_000, 20


def warn_of_impacts(model: Model, engine: object, recording: Recording) -> None:
    """Warn, at the line that called `simulate`, of a first impact from free flight that the fixed step does not resolve."""
    line = unresolved_impact(model, engine, recording)
    if line:
        warnings.warn(line, SnakelabWarning, stacklevel=4)


def unresolved_impact(model: Model, engine: object, recording: Recording) -> str:
    """Return a line with the actual and the exact energy retained in the first impact from free flight; empty if they agree.

    The body is modelled as a mass on the springs and dampers of the first contact points, `bounce_energy`. Adaptive
    steps resolve impacts and are not judged.
    """
    contacts = [medium for medium in model.world.media if isinstance(medium, Contact)]
    if not isinstance(engine, SnakelabEngine) or engine.tolerance is not None or not contacts:
        return ""
    if engine.integrator not in ("extrapolated", "plain"):
        return ""
    landing = first_landing(recording, {contact.name for contact in contacts})
    if landing is None:
        return ""
    time, n_points, speed = landing
    mass = model.mass / n_points
    kept, lawful, contact = max(
        (
            (bounce_energy(c, mass, engine.step, engine.integrator, speed), resolved_energy(c, mass), c)
            for c in contacts
        ),
        key=lambda bounce: abs(bounce[1] - bounce[0]),
    )
    if not abs(lawful - kept) > ENERGY_LOSS_LIMIT:
        return ""
    period = math.pi * math.sqrt(mass / contact.stiffness)
    finer = 10 ** math.floor(math.log10(period / 40))
    return (
        f"the step of {engine.step:g} s does not resolve the impact at t = {time:.3g} s on {contact.name!r}, which lasts "
        f"{period:.2g} s: a bounce keeps about {100 * kept:.0f} % of its energy, by the law of the contact "
        f"{100 * lawful:.0f} %; try tolerance=1e-4, or step={finer:g}"
        f"{command_line_hint(recording, {'solver.tolerance': '1e-4'})}"
    )


def first_landing(recording: Recording, names: set[str]) -> tuple[float, int, float] | None:
    """Return time [s], number of contact points and speed [m/s] of the first landing after free flight; None without one.

    A bounce may be between two records. Then the work of a contact has changed, and the points nearest to the surface
    are assumed to have been in contact.

    Args:
        recording: Recording of the run.
        names: Names of the contacts.
    """
    if "skin_load" not in recording or "com_velocity" not in recording:
        return None
    gap = recording["skin_gap"].values
    touching = np.count_nonzero(recording["skin_load"].values > 0, axis=1)
    speed = np.linalg.norm(recording["com_velocity"].values, axis=1)
    work = recording["work"]
    of_contacts = work.values[:, [str(name) in names for name in work[work.dims[1]].values]]
    worked = np.any(np.diff(of_contacts, axis=0) != 0, axis=1)
    flies = touching[:-1] == 0
    for row in np.flatnonzero(flies & (worked | (touching[1:] > 0)) & (speed[:-1] > SLOWEST_IMPACT)):
        near = gap[row] <= gap[row].min() + NEARLY * abs(float(gap[row].min()))
        n_points = int(touching[row + 1]) or int(np.count_nonzero(near))
        return float(recording["time"].values[row + 1]), n_points, float(speed[row])
    return None


def resolved_energy(contact: Contact, mass: float) -> float:
    """Return the fraction of energy that a mass retains by the contact law, N = max(0, -(K gap + B w)) [-].

    The mass separates when the normal force is zero, K gap + B w = 0. With zeta = B / (2 sqrt(K m)) and s = sqrt|1 - zeta^2| it
    retains exp(-2 zeta phi / s) with phi = atan2(2 zeta s, 2 zeta^2 - 1), if overdamped ((zeta - s) / (zeta + s))^(2
    zeta / s).

    Source: Schwager and Poeschel, Coefficient of restitution and linear-dashpot model revisited, Granular Matter 9
        (2007).
    """
    zeta = contact.damping / (2 * math.sqrt(contact.stiffness * mass))
    s = math.sqrt(abs(1 - zeta * zeta))
    if s < 1e-6:
        return math.exp(-4)
    if zeta < 1:
        return math.exp(-2 * zeta / s * math.atan2(2 * zeta * s, 2 * zeta * zeta - 1))
    return ((zeta - s) / (zeta + s)) ** (2 * zeta / s)


def bounce_energy(contact: Contact, mass: float, step: float, integrator: str, speed: float) -> float:
    """Return the fraction of energy that a mass retains in a bounce at a fixed step [-], averaged over the phase of the contact.

    One dimension, no gravity, the scheme of the built-in engine.

    Args:
        contact: Contact law.
        mass: Mass per contact point [kg].
        step: Step [s].
        integrator: "plain" or "extrapolated".
        speed: Approach speed [m/s].
    """

    def solve(gap: float, rate: float, dt: float) -> tuple[float, float, float]:
        pushed = (rate - dt * contact.stiffness * gap / mass) / (
            1 + dt * (contact.damping + dt * contact.stiffness) / mass
        )
        load = -contact.stiffness * (gap + dt * pushed) - contact.damping * pushed
        if gap + dt * rate < 0 and load > 0:
            return gap + dt * pushed, pushed, load
        return gap + dt * rate, rate, 0.0

    lasts = math.pi * math.sqrt(mass / contact.stiffness) + contact.damping / contact.stiffness
    # a strongly damped contact creeps out of the surface for ever
    n_steps = int(min(FEWEST_STEPS + DURATIONS * lasts / step, MAX_STEPS))
    energies = []
    for phase in (np.arange(N_PHASES) + 0.5) / N_PHASES:
        gap, rate = phase * step * speed, -speed
        for _ in range(n_steps):
            if not (gap >= 0 > rate or gap < 0):
                break
            end, after, load = solve(gap, rate, step)
            if integrator == "extrapolated":
                middle, between, first = solve(gap, rate, step / 2)
                half, late, second = solve(middle, between, step / 2)
                same = (load > 0) == (first > 0) == (second > 0)
                end, after = (2 * half - end, 2 * late - after) if same else (half, late)
            gap, rate = end, after
            if gap < 0 and abs(rate) < 1e-9 * speed:
                break
        energies.append((rate / speed) ** 2 if gap >= 0 else 0.0)
    return float(np.mean(energies))
