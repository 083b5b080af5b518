"""Contact of a body with itself: cost of the search where nothing is near, and of points of contact, against steps without it.

Times of one plain step at a fixed state by the CPU time of the thread, best of interleaved repetitions.
"""

import math
import time

import numpy as np

import snakelab as sl
from benchmarks.timing import best_of, header, sized, verdict
from snakelab.kernels.decorator import kernel
from snakelab.physics.columns import workspace
from snakelab.physics.command import constant_reference
from snakelab.physics.contact_points import N_POINTS, N_TOUCHING, SWEEPS
from snakelab.physics.integrators import plain_step
from snakelab.physics.outward_pass import outward

LENGTH, RADIUS, MASS, STEP = 0.05, 0.02, 0.1, 2e-3  # [m, kg, s]
N_STEPS, REPEATS = sized(500, 2), 9
INACTIVE = 1.05  # of the step without the medium, at most
ACTIVE = {5: 3.0, 10: 6.0, 20: 10.0}  # touching points, and the same ratio


@kernel
def steps(model, reference, y, out, n, ws):
    """Take n plain steps from the same state."""
    for _ in range(n):
        outward(model, y, ws)
        plain_step(model, reference, y, 0.0, STEP, 0, out, ws)


def chain(n: int, base: str = "floating") -> sl.Robot:
    """Links of 50 mm on hinges about z with light damping."""
    joint = sl.Revolute("z", sl.robots.Passive(), sl.robots.Spring(0.0, 1e-3))
    link = sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS))
    return sl.Robot([part for _ in range(n) for part in (link, joint)][:-1], base=base)


class Stepper:
    """Repeated step of a model from one state."""

    def __init__(self, model: sl.Model, state: sl.State) -> None:
        self.model, self.y = model, state.row()
        self.out, self.ws = self.y.copy(), workspace(model.arrays)
        self.reference = constant_reference(np.zeros(model.n_commands))

    def __call__(self, n: int = N_STEPS) -> None:
        steps(self.model.arrays, self.reference, self.y, self.out, n, self.ws)

    def head(self) -> np.ndarray:
        """First numbers of the scratch of the contact."""
        n = len(self.ws.coupling) - len(self.model.arrays.couplings)
        row: np.ndarray = self.ws.coupling[n - self.model.arrays.couplings["n_terms"][-1]]
        return row


def ratio(media: list, robot: sl.Robot, law: sl.worlds.SelfContact, state: dict) -> tuple[float, float, Stepper]:
    """Time of a step without the medium [s], its ratio with it, and the stepper of the latter."""
    works = {}
    for name, world in (("without", media), ("with", [*media, law])):
        model = sl.build_model(robot, sl.World(world))
        works[name] = Stepper(model, sl.initial_state(model, **state))
    times = best_of(works, REPEATS, time.thread_time)
    return times["without"] / N_STEPS, times["with"] / times["without"], works["with"]


def inactive() -> None:
    """Waves whose links do not come near each other."""
    worlds: dict[str, tuple[list, str]] = {
        "free space": ([], "floating"),
        "friction at links": ([sl.Gravity(), sl.LinkFriction(0.1)], "planar"),
        "water": ([sl.Fluid()], "floating"),
        "ground": ([sl.Gravity(), sl.Contact()], "floating"),
    }
    print(f"{'links':>5} {'world':18} {'step us':>8} {'ratio':>7} {'target':>7}")
    for n in sized((10, 30, 100), (10,)):
        i = np.arange(n - 1)
        state = {"q": 0.3 * np.sin(0.8 * i), "v": 0.5 * np.cos(0.8 * i)}
        for name, (media, base) in worlds.items():
            position = (0, 0, 0.999 * RADIUS) if name == "ground" else (0, 0, 0)
            law = sl.worlds.SelfContact()
            step, value, _ = ratio(media, chain(n, base), law, state | {"position": position})
            print(f"{n:5} {name:18} {1e6 * step:8.2f} {value:7.3f} {INACTIVE:7.2f} {verdict(value, INACTIVE)}")


def active() -> None:
    """States of a chain of 30 links that winds itself up on the ground."""
    recording = winding()
    print(
        f"\n{'world':10} {'friction':>8} {'touching':>8} {'near':>5} {'sweeps':>6} {'step us':>8} {'ratio':>7} {'target':>7}"
    )
    for world, media in (("free space", []), ("ground", [sl.Gravity(), sl.Contact()])):
        for friction in (None, sl.SurfaceFriction(0.3)):
            for wanted, most in ACTIVE.items():
                law = sl.worlds.SelfContact(friction=friction)
                step, value, stepper = ratio(media, chain(30), law, touching(recording, wanted))
                head = stepper.head()
                print(
                    f"{world:10} {0.0 if friction is None else 0.3:8g} {head[N_TOUCHING]:8.0f} {head[N_POINTS]:5.0f} "
                    f"{head[SWEEPS]:6.0f} {1e6 * step:8.1f} {value:7.2f} {most:7.1f} {verdict(value, most)}"
                )


def winding() -> sl.Recording:
    """A chain of 30 links with servos that winds itself up on the ground."""
    n = 30
    joint = sl.Revolute("z", sl.robots.Servo(kp=2.0, kd=0.05))
    link = sl.Link(LENGTH, MASS, section=sl.Cylinder(RADIUS))
    robot = sl.Robot([part for _ in range(n) for part in (link, joint)][:-1])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact(), sl.worlds.SelfContact()]))
    target = 0.35 + 0.85 * np.arange(n - 1) / n
    gait = sl.FunctionGait(lambda t: (target * min(t, 1.5) / 1.5).tolist())
    start = sl.initial_state(model, position=(0, 0, RADIUS))
    return sl.simulate(model, gait, sized(2.2, 0.02), state=start, record_rate=500, integrator="plain")


def touching(recording: sl.Recording, wanted: int) -> dict:
    """State of the record from which a step in free space touches at the number of points nearest to the wanted one."""
    names = {
        "q": "q",
        "v": "v",
        "position": "base_position",
        "quaternion": "base_quaternion",
        "velocity": "base_velocity",
    }
    model = sl.build_model(chain(30), sl.World([sl.worlds.SelfContact(friction=sl.SurfaceFriction(0.3))]))
    best: tuple[float, dict] = (math.inf, {})
    for row in np.flatnonzero(recording["self_contact_points"].values >= wanted // 2):
        state = {key: recording[name].values[row] for key, name in names.items()}
        stepper = Stepper(model, sl.initial_state(model, **state))
        stepper(1)
        best = min(best, (abs(stepper.head()[N_TOUCHING] - wanted), state), key=lambda pair: pair[0])
    if not best[1]:  # a quick run is too short to touch anything
        return {key: recording[name].values[-1] for key, name in names.items()}
    return best[1]


if __name__ == "__main__":
    print(header("python", "numpy", "numba"))
    inactive()
    active()
