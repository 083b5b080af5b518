"""Errors of random robots in random worlds at the default settings, against a fine reference, and what a run says about them.

Each run has a seed, which determines its regime, robot, world, gait and initial state. It is simulated for 2 s with the default
settings, with half the step, with the adaptive step at a small tolerance (the reference), and with a step 64 times finer from a
slightly perturbed state (the check of the reference). Where the reference and its check disagree, the motion is chaotic or the
reference is not converged, and the run is counted apart.

Run `python -m benchmarks.bench_truth --help` for the options. Ctrl-C ends the runs and prints the table of those that are done.
"""

import argparse
import json
import math
import multiprocessing
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np

import snakelab as sl
from benchmarks.random_worlds import RADIUS, drawn_actuator, drawn_link, drawn_robot
from benchmarks.timing import header, sized
from snakelab.results.comparisons import centre_difference, joint_difference
from snakelab.results.diagnostics import COMPRESSED, CROSSED
from snakelab.results.metrics.effort import actuation_energy, cost_of_transport, peak_torque
from snakelab.results.metrics.motion import mean_speed, path_length
from snakelab.results.step_accuracy import REST, motion_error, step_check
from snakelab.worlds import close_poppy_seed, generic_grains, loose_poppy_seed

# ----------------------------------------------------------------------------------------------------------------------
# Random robots and worlds by regime
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A model, a gait or none, and the initial state."""

    model: sl.Model
    gait: sl.SerpenoidGait | sl.RollingGait | None
    state: sl.State


def drawn_gait(random: Random, robot: sl.Robot) -> sl.SerpenoidGait | None:
    """A serpenoid gait for four of five robots with prescribed joints or servos."""
    driven = any(
        isinstance(one.actuator, sl.Prescribed | sl.Servo) for one in robot.parts if isinstance(one, sl.Revolute)
    )
    if not driven or random.random() < 0.2:
        return None
    return sl.SerpenoidGait(random.uniform(0.1, 0.8), random.uniform(1, 6), random.uniform(-2, 2), ramp=0.5)


def drawn_start(random: Random, model: sl.Model, gait: object, moving: bool, **given: object) -> sl.State:
    """Straight with a gait; without one bent, and moving at up to 0.3 m/s and 0.3 rad/s where that is wanted."""
    if gait is None:
        n = len(model.coordinate_names)
        free = not any(isinstance(p.actuator, sl.Prescribed) for p in model.robot.parts if isinstance(p, sl.Revolute))
        bend, rate = (0.3 if free else 0.0), (0.3 if moving and free else 0.0)
        given["q"] = [random.uniform(-bend, bend) for _ in range(n)]
        given["v"] = [random.uniform(-rate, rate) for _ in range(n)]
        if moving and model.robot.base == "planar":
            given["velocity"] = (random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0, 0, 0, random.uniform(-1, 1))
    return sl.initial_state(model, **given)


def _complete(random: Random, robot: sl.Robot, media: list, moving: bool = True, **given: object) -> Case:
    model, gait = sl.build_model(robot, sl.World(media)), drawn_gait(random, robot)
    return Case(model, gait, drawn_start(random, model, gait, moving, **given))


def in_air(random: Random) -> Case:
    """Fixed base under gravity, or free in space."""
    base = random.choice(["fixed", "floating"])
    return _complete(random, drawn_robot(random, base), [sl.Gravity()] if base == "fixed" else [])


def in_water(random: Random) -> Case:
    """Submerged, with neutral buoyancy or in the plane."""
    return _complete(random, drawn_robot(random, random.choice(["planar", "floating"])), [sl.Fluid(1000.0)], False)


def at_surface(random: Random) -> Case:
    """Floating at a free surface, with 0.3 to 0.95 of the density of water."""
    actuator = drawn_actuator(random)
    parts: list = []
    for _ in range(random.randint(2, 6)):
        length = random.uniform(0.05, 0.2)
        mass = random.uniform(300, 950) * math.pi * RADIUS**2 * length
        parts += [
            sl.Revolute(random.choice("yz"), actuator=actuator),
            sl.Link(length, mass, section=sl.Cylinder(RADIUS)),
        ]
    media = [sl.Gravity(), sl.Fluid(1000.0, surface=0.0)]
    height = random.uniform(-0.03, 0.03)
    return _complete(
        random, sl.Robot(parts[1:], base="floating", skin=sl.Skin()), media, False, position=(0, 0, height)
    )


def on_viscous_ground(random: Random) -> Case:
    """In the plane, with viscous friction of the links."""
    friction = sl.ViscousFriction(random.uniform(0, 1), random.uniform(0, 10))
    return _complete(random, drawn_robot(random, "planar"), [friction])


def with_link_friction(random: Random, shape: str | None) -> Case:
    """In the plane, with Coulomb friction of the links."""
    coefficients = (
        [random.uniform(0.05, 0.5)] if shape is None else [random.uniform(0.01, 0.3), random.uniform(0.3, 0.9)]
    )
    return _complete(random, drawn_robot(random, "planar"), [sl.LinkFriction(*coefficients, shape=shape)])


SHAPES = ("per_axis", "elliptic", "along_slip", "weighted_slip")


def on_ground(random: Random, anisotropic: bool) -> Case:
    """Dropped on level ground from up to 50 mm."""
    shape = random.choice(SHAPES) if anisotropic else None
    coefficients = [random.uniform(0.05, 0.9)] + ([random.uniform(0.05, 0.9)] if anisotropic else [])
    contact = sl.Contact(
        stiffness=10 ** random.uniform(3.5, 5), friction=sl.SurfaceFriction(*coefficients, shape=shape)
    )
    height = RADIUS + random.uniform(0.0, 0.05)
    return _complete(random, drawn_robot(random, "floating"), [sl.Gravity(), contact], False, position=(0, 0, height))


def among_poles(random: Random) -> Case:
    """In the plane, with friction of the links and two poles beside the body."""
    robot = drawn_robot(random, "planar")
    length = sum(one.length for one in robot.parts if isinstance(one, sl.Link))
    media: list = [sl.LinkFriction(random.uniform(0.05, 0.3))]
    for side in (-1, 1):
        radius = random.uniform(0.02, 0.08)
        place = (random.uniform(0.1, 0.9) * length, side * (RADIUS + radius + random.uniform(0.002, 0.03)), 0.0)
        friction = sl.SurfaceFriction(random.uniform(0.05, 0.5))
        media.append(sl.Contact(sl.Pole(radius, point=place), friction=friction, name="left" if side > 0 else "right"))
    model, gait = sl.build_model(robot, sl.World(media)), drawn_gait(random, robot)
    velocity = (0.0, 0.0 if gait else random.choice((-0.3, 0.3)), 0.0, 0.0, 0.0, 0.0)
    return Case(model, gait, sl.initial_state(model, velocity=velocity))


def in_pipe(random: Random) -> Case:
    """Set down in a level pipe, from up to 10 mm."""
    bore = random.uniform(0.06, 0.12)
    friction = sl.SurfaceFriction(random.uniform(0.05, 0.6))
    contact = sl.Contact(sl.Pipe([[-3, 0, 0], [5, 0, 0]], bore), friction=friction)
    model = sl.build_model(robot := drawn_robot(random, "floating"), sl.World([sl.Gravity(), contact]))
    position = (0.0, 0.0, -(bore - RADIUS) + random.uniform(0.0, 0.01))
    return Case(model, drawn_gait(random, robot), sl.initial_state(model, position=position))


def in_sand(random: Random) -> Case:
    """Buried in grains, in the plane."""
    material = random.choice([loose_poppy_seed(), close_poppy_seed(), generic_grains(random.uniform(0.3, 1.5))])
    return _complete(random, drawn_robot(random, "planar"), [sl.GranularMedium(material, random.uniform(0.05, 0.1))])


def with_soft_sections(random: Random) -> Case:
    """An arm of links and soft sections under gravity, released bent, or a soft snake that rolls on the ground."""
    spring = sl.Spring(10 ** random.uniform(2.7, 3.5), random.uniform(10, 100))
    rolling = random.random() < 0.5
    section = sl.SoftSection(
        random.uniform(0.1, 0.2),
        random.uniform(0.1, 0.3),
        0.0125,
        0.03,
        actuators=sl.Motor() if rolling else sl.Passive(),
        springs=spring,
    )
    if rolling:
        robot = sl.Robot([section] * random.randint(2, 3), base="floating", skin=sl.Skin(points_around=10))
        model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact()]))
        lag = random.choice((0.0, math.pi / 3))
        gait = sl.RollingGait(random.uniform(0.005, 0.03), random.uniform(0.5, 1.5), lag, ramp=0.5)
        return Case(model, gait, sl.initial_state(model, position=(0, 0, 0.03 + random.uniform(0, 0.01))))
    parts: list = [drawn_link(random), section] + ([drawn_link(random)] if random.random() < 0.7 else [])
    model = sl.build_model(sl.Robot(parts, base="fixed"), sl.World([sl.Gravity()]))
    return Case(model, None, sl.initial_state(model, q=[random.uniform(-0.005, 0.005) for _ in range(3)]))


REGIMES: dict[str, Callable[[Random], Case]] = {
    "air": in_air,
    "water": in_water,
    "surface": at_surface,
    "viscous": on_viscous_ground,
    "LinkFriction, isotropic": partial(with_link_friction, shape=None),
    **{f"LinkFriction, {shape}": partial(with_link_friction, shape=shape) for shape in SHAPES},
    "ground": partial(on_ground, anisotropic=False),
    "ground, anisotropic": partial(on_ground, anisotropic=True),
    "pole": among_poles,
    "pipe": in_pipe,
    "sand": in_sand,
    "soft": with_soft_sections,
}


def drawn_case(seed: int) -> tuple[str, Case]:
    """Regime and case of a seed: the regimes take turns."""
    regime = list(REGIMES)[seed % len(REGIMES)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return regime, REGIMES[regime](Random(f"{regime} {seed}"))


# ----------------------------------------------------------------------------------------------------------------------
# Errors of a run against a reference
# ----------------------------------------------------------------------------------------------------------------------

MOTION = "centre or joints"
QUANTITIES = ("centre", "joints", "mean speed", "cost of transport", "peak torque")


def errors(reference: sl.Recording, run: sl.Recording) -> dict[str, float]:
    """Relative errors of a run by quantity; NaN where a quantity is not defined.

    Centre: largest distance of the centres of mass at a time, over the length of its path. Joints: largest difference of a
    coordinate, over the largest range of any coordinate of its unit. Mean speed and cost of transport are not judged where the
    net displacement is below 1 % of the path or of the length of the body.
    """
    found = {"centre": centre_difference(run, reference), "joints": joint_difference(run, reference)}
    true_centre, length, path = reference["com_position"].values, body_length(reference), path_length(reference)
    net = float(np.linalg.norm(true_centre[-1] - true_centre[0]))
    moves = net > REST["length"] * max(path, length)
    costs = moves and actuation_energy(reference) > 1e-9
    found["mean speed"] = _relative(mean_speed, reference, run) if moves else math.nan
    found["cost of transport"] = _relative(cost_of_transport, reference, run) if costs else math.nan
    found["peak torque"] = _relative(peak_torque, reference, run)
    return found


def body_length(recording: sl.Recording) -> float:
    """Sum of the lengths of links and stations of soft sections [m]."""
    return float(np.nansum(recording["link_length"].values))


def joint_ranges(recording: sl.Recording) -> dict[str, float]:
    """Largest range of the coordinates of each unit [rad, m]."""
    spans, units = np.ptp(recording["q"].values, axis=0), recording["coordinate_unit"].values
    return {unit: float(spans[units == unit].max()) for unit in ("rad", "m") if (units == unit).any()}


def at_rest(recording: sl.Recording) -> bool:
    """True if neither the centre nor a joint moves by more than the smallest scales."""
    ranges = joint_ranges(recording)
    still = path_length(recording) < REST["length"] * body_length(recording)
    return still and all(span < REST[unit] for unit, span in ranges.items())


def _relative(metric: Callable[[sl.Recording], float], reference: sl.Recording, run: sl.Recording) -> float:
    with np.errstate(all="ignore"):
        value, true = metric(run), metric(reference)
    return abs(value / true - 1) if math.isfinite(true) and abs(true) > 1e-9 else math.nan


# Messages about the accuracy of a run: those that recommend a step, a tolerance or a stiffness, and those on impossible motions
ACCURACY = re.compile(rf"\b(step|tolerance)=|a smaller step|stiffness of at least|{CROSSED}|{COMPRESSED}")


def announcements(warned: Iterable[str], remarked: Iterable[str]) -> dict[str, list[str]]:
    """Messages about accuracy: of warnings, and of other remarks."""
    warned = list(warned)
    lines = {"warnings": warned, "remarks": [line for line in remarked if line not in warned]}
    return {kind: [one for one in of if ACCURACY.search(one)] for kind, of in lines.items()}


# ----------------------------------------------------------------------------------------------------------------------
# One seed: four runs
# ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """Settings of the benchmark.

    Attributes:
        duration: Simulated time [s].
        step: Default step of `simulate` [s].
        tolerance: Tolerance of the reference.
        division: Default step over the step of the check of the reference [-].
        agreement: Largest relative difference of the reference and its check [-].
        limit: Longest wall time of a reference [s].
    """

    duration: float = 2.0
    step: float = 2e-3
    tolerance: float = 1e-6
    division: int = 64
    agreement: float = 0.002
    limit: float = 120.0


@dataclass(frozen=True)
class Outcome:
    """Errors of a run and what it says about them.

    Attributes:
        seed: Seed of the case.
        regime: Regime of the case.
        kind: "judged"; "at rest" where nothing moves; "chaotic" where the reference and its check disagree; "no reference" where
            it takes too long or fails; or the status of a failed run.
        errors: Relative errors at the default settings, by quantity.
        half: The same with half the step.
        disagreement: The same of the check of the reference.
        estimate: Estimated error of the motion, see `motion_error` [-].
        repeated: Estimated error from a second run; NaN if the run was not repeated [-].
        announced: Messages about accuracy, see `announcements`.
        wall: Wall time of the default run and of the reference [s].
    """

    seed: int
    regime: str
    kind: str
    errors: dict[str, float] = field(default_factory=dict)
    half: dict[str, float] = field(default_factory=dict)
    disagreement: dict[str, float] = field(default_factory=dict)
    estimate: float = math.nan
    repeated: float = math.nan
    announced: dict[str, list[str]] = field(default_factory=dict)
    wall: tuple[float, float] = (math.nan, math.nan)

    @property
    def motion(self) -> float:
        """Larger one of the errors of the centre and the joints."""
        return max(self.errors["centre"], self.errors["joints"])

    def error(self, quantity: str) -> float:
        """Error of a quantity, or of MOTION."""
        return self.motion if quantity == MOTION else self.errors[quantity]

    @property
    def silent(self) -> bool:
        """True if neither a warning nor a remark announces an error."""
        return not any(self.announced.values())


def outcome(seed: int, settings: Settings) -> Outcome:
    """Simulate the case of a seed and judge it; an exception is a failed run, so that the other runs go on."""
    regime, case = drawn_case(seed)
    try:
        return _outcome(seed, regime, case, settings)
    except Exception as problem:
        return Outcome(seed, regime, f"{type(problem).__name__}: {problem}")


def _outcome(seed: int, regime: str, case: Case, settings: Settings) -> Outcome:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        began = time.perf_counter()
        run = sl.simulate(case.model, case.gait, settings.duration, state=case.state)  # everything else is default
        wall = time.perf_counter() - began
        announced = announcements([str(one.message) for one in caught], sl.remarks(run))
    if run.status != "finished":
        return Outcome(seed, regime, str(run.status), announced=announced, wall=(wall, math.nan))
    began = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            reference, check = references(case, settings)
        except TimeoutError:
            return Outcome(seed, regime, "no reference", announced=announced, wall=(wall, time.perf_counter() - began))
        half = sl.simulate(
            case.model, case.gait, settings.duration, state=case.state, step=settings.step / 2, check_step="never"
        )
    walls = (wall, time.perf_counter() - began)
    for name, one in (("reference", reference), ("check", check), ("half the step", half)):
        if one.status != "finished":
            return Outcome(seed, regime, f"no reference ({name} {one.status})", announced=announced, wall=walls)
    return judged(seed, regime, reference, check, run, half, announced, settings, walls)


def references(case: Case, settings: Settings) -> tuple[sl.Recording, sl.Recording]:
    """The reference, and its check with a small fixed step from a perturbed state.

    Where the adaptive step cannot reach its tolerance, the small fixed step is the reference and twice as large a one its check.
    """
    until = time.perf_counter() + settings.limit

    def progress(fraction: float, simulated: float) -> None:
        if time.perf_counter() > until:
            raise TimeoutError

    run = partial(sl.simulate, case.model, case.gait, settings.duration, progress=progress, check_step="never")
    other, fine = perturbed(case.state, case.model), settings.step / settings.division
    reference = run(state=case.state, tolerance=settings.tolerance)
    if reference.status == "finished":
        return reference, run(state=other, step=fine)
    return run(state=case.state, step=fine), run(state=other, step=2 * fine)


def perturbed(state: sl.State, model: sl.Model, size: float = 1e-8) -> sl.State:
    """A state with changes of the coordinates and the position of the base that have no effect on a regular motion [rad, m]."""
    rng = np.random.default_rng(0)
    free = model.arrays.coordinates["driven"] == 0
    shift = size * rng.uniform(-1, 1, 2) if model.robot.base != "fixed" else np.zeros(2)
    position = state.base_position + np.array([*shift, 0.0])
    return replace(state, q=state.q + size * rng.uniform(-1, 1, len(state.q)) * free, base_position=position)


def judged(
    seed: int,
    regime: str,
    reference: sl.Recording,
    check: sl.Recording,
    run: sl.Recording,
    half: sl.Recording,
    announced: dict[str, list[str]],
    settings: Settings,
    wall: tuple[float, float] = (math.nan, math.nan),
) -> Outcome:
    """Outcome of a run with its reference; quantities in which the reference and its check disagree are NaN."""
    disagreement = errors(reference, check)
    chaotic = max(disagreement["centre"], disagreement["joints"]) > settings.agreement

    def sure(found: dict[str, float]) -> dict[str, float]:
        if chaotic:
            return found
        unsure = {name for name, value in disagreement.items() if value > settings.agreement}
        return {name: math.nan if name in unsure else value for name, value in found.items()}

    estimate = motion_error(run)
    found, at_half = sure(errors(reference, run)), sure(errors(reference, half))
    kind = "chaotic" if chaotic else "at rest" if at_rest(reference) else "judged"
    second = step_check(run)
    repeated = math.nan if second is None else second.error
    return Outcome(seed, regime, kind, found, at_half, disagreement, estimate, repeated, announced, wall)


# ----------------------------------------------------------------------------------------------------------------------
# All seeds, and the tables
# ----------------------------------------------------------------------------------------------------------------------


def outcomes(seeds: Sequence[int], settings: Settings, workers: int) -> Iterator[Outcome]:
    """Outcomes as they are done, with worker processes."""
    if workers == 1:
        yield from (outcome(seed, settings) for seed in seeds)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:  # Ctrl-C is for this process
        yield from pool.imap_unordered(partial(outcome, settings=settings), seeds)


LIMITS = (0.01, 0.05)
FALSE_ALARM = 0.003  # error below which an announcement is one [-]


def motion_ratio(found: Sequence[Outcome], noise: float = 1e-6) -> float:
    """Median ratio of the errors of motion at the default step and at half of it; 4 for second order [-].

    Without runs whose error at half the step is not well above that of the reference.
    """
    ratios = []
    for one in found:
        quantity = max(("centre", "joints"), key=lambda name: one.errors[name])
        if one.half[quantity] > max(noise, 5 * one.disagreement[quantity]):
            ratios.append(one.errors[quantity] / one.half[quantity])
    return float(np.median(ratios)) if ratios else math.nan


def counts(found: Sequence[Outcome], quantity: str) -> tuple[int, int, int, int]:
    """Numbers of runs that are judged, above 1 %, above 5 %, and above 1 % without an announcement."""
    known = [one for one in found if not math.isnan(one.error(quantity))]
    above = [[one for one in known if one.error(quantity) > limit] for limit in LIMITS]
    return len(known), len(above[0]), len(above[1]), sum(one.silent for one in above[0])


def honest(found: Sequence[Outcome]) -> int:
    """Number of runs whose error of motion is below three times the estimate, or below 0.1 %."""
    return sum(one.motion < max(3 * one.estimate, 1e-3) for one in found)


def tables(results: Sequence[Outcome]) -> str:
    """Tables in Markdown: by regime the numbers of runs above 1 %, above 5 % and silent above 1 %; and totals in percent."""
    head = ["regime", "judged", "at rest", "chaotic", "failed", "ratio on halving", *QUANTITIES, "estimate honest"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for regime in [*REGIMES, "all"]:
        of_regime = [one for one in results if regime in (one.regime, "all")]
        if not of_regime:
            continue
        found = [one for one in of_regime if one.kind == "judged"]
        still, chaotic = (sum(one.kind == kind for one in of_regime) for kind in ("at rest", "chaotic"))
        cells = [regime, len(found), still, chaotic, len(of_regime) - len(found) - still - chaotic]
        ratio = motion_ratio(found)
        cells.append("-" if math.isnan(ratio) else f"{ratio:.1f}")
        for quantity in QUANTITIES:
            known, above, far, silent = counts(found, quantity)
            cells.append(f"{above}, {far}, {silent} of {known}")
        cells.append(f"{honest(found)} of {len(found)}")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    found = [one for one in results if one.kind == "judged"]
    lines += ["", "| quantity | above 1 % | above 5 % | above 1 %, silent |", "|---|---|---|---|"]
    for quantity in (MOTION, *QUANTITIES):
        known, *numbers = counts(found, quantity)
        shares = [f"{100 * number / known:.0f} %" if known else "-" for number in numbers]
        lines.append(f"| {quantity} | {' | '.join(shares)} |")
    alarms = [one for one in found if not one.silent]
    small = sum(not one.motion > LIMITS[0] for one in alarms)
    false = sum(not one.motion > FALSE_ALARM for one in alarms)
    repeated = [one for one in found if not math.isnan(one.repeated)]
    lines += [
        "",
        f"Announced: {len(alarms)} of {len(found)} runs; in {small} of them the motion errs by less than 1 %, in {false} by less "
        f"than {100 * FALSE_ALARM:g} %.",
        f"Repeated with longer steps: {len(repeated)} of {len(found)} runs.",
    ]
    return "\n".join(lines)


def worst(results: Sequence[Outcome], n: int = 10) -> str:
    """Lines with the largest silent errors of motion."""
    found = [one for one in results if one.kind == "judged" and one.silent and one.motion > LIMITS[0]]
    found.sort(key=lambda one: -one.motion)
    lines = [
        f"  seed {one.seed}, {one.regime}: centre {100 * one.errors['centre']:.2f} %, joints "
        f"{100 * one.errors['joints']:.2f} %; half the step {100 * one.half['centre']:.2f} %, "
        f"{100 * one.half['joints']:.2f} %; estimate {one.estimate:.1e}"
        for one in found[:n]
    ]
    return "\n".join(["Largest silent errors of centre and joints:", *(lines or ["  none above 1 %"])])


def failures(results: Sequence[Outcome]) -> str:
    """Lines with the seeds of chaotic runs, of runs without reference, and of failed ones."""
    lines = [f"  seed {one.seed}, {one.regime}: {one.kind}" for one in results if one.kind != "judged"]
    return "\n".join(["Runs that are not judged:", *(lines or ["  none"])])


def without_nan(value: object) -> object:
    """The same with None for numbers that are not finite, which JSON does not have."""
    if isinstance(value, dict):
        return {key: without_nan(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [without_nan(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_truth", description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=sized(300, 2), help="number of runs (default %(default)s)")
    parser.add_argument("--first-seed", type=int, default=0, help="seed of the first run (default %(default)s)")
    parser.add_argument("--duration", type=float, default=2.0, help="of each run [s] (default %(default)s)")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count(), help="processes (default: cores)")
    parser.add_argument("--tolerance", type=float, default=1e-6, help="of the reference (default %(default)s)")
    parser.add_argument("--limit", type=float, default=120.0, help="wall time of a reference [s] (default %(default)s)")
    parser.add_argument("--json", type=Path, help="file for all outcomes")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the seeds and print the tables."""
    options = parsed(sys.argv[1:] if arguments is None else arguments)
    settings = Settings(options.duration, tolerance=options.tolerance, limit=options.limit)
    seeds, results = range(options.first_seed, options.first_seed + options.runs), []
    try:
        for one in outcomes(seeds, settings, options.workers):
            results.append(one)
            error = f"{100 * one.motion:9.3g} %" if one.errors else f"{'':11}"
            line = (
                f"{len(results)}/{len(seeds)}: seed {one.seed}, {one.regime}: {one.kind} {error}, {one.wall[1]:.1f} s"
            )
            print(line, file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"stopped after {len(results)} of {len(seeds)} runs", file=sys.stderr)
    results.sort(key=lambda one: one.seed)
    print(
        f"Random robots, {settings.duration:g} s at {1e3 * settings.step:g} ms, seeds {seeds.start} to {seeds.stop - 1}"
    )
    print(header("snakelab", "numba"))
    print("Each cell of a quantity: above 1 %, above 5 %, silent above 1 %, of the runs in which it is judged\n")
    print(tables(results), worst(results), failures(results), sep="\n\n")
    if options.json is not None:
        data = {"settings": asdict(settings), "outcomes": [asdict(one) for one in results]}
        options.json.write_text(json.dumps(without_nan(data), indent=1, allow_nan=False), encoding="utf-8")


if __name__ == "__main__":
    main()
