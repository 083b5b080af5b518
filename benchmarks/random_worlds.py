"""Robots, worlds and gaits drawn at random, all of which can exist: masses, sizes and coefficients of real snake robots."""

import math
from random import Random

import snakelab as sl


def drawn_model(random: Random) -> tuple[sl.Model, sl.SerpenoidGait | None, sl.State]:
    """A model, a gait or none, and a state to start from."""
    base = random.choice(["planar", "floating", "fixed"])
    robot = drawn_robot(random, base)
    on_ground = base == "floating" and random.random() < 0.5
    model = sl.build_model(robot, drawn_world(random, base, on_ground))
    n = len(model.coordinate_names)
    driven = any(
        isinstance(one.actuator, sl.Prescribed | sl.Servo) for one in robot.parts if isinstance(one, sl.Revolute)
    )
    gait = None
    if driven and random.random() < 0.8:
        gait = sl.SerpenoidGait(random.uniform(0, 0.8), random.uniform(0, 6), random.uniform(-2, 2), ramp=0.5)
    bend, speed = (0.0, 0.0) if gait else (0.3, 0.0 if _is_wet(model) else 0.3)
    start = {
        "q": [random.uniform(-bend, bend) for _ in range(n)],
        "v": [random.uniform(-speed, speed) for _ in range(n)],
    }
    if on_ground:
        start = {"position": (0.0, 0.0, RADIUS + random.uniform(0.0, 0.05))}
    return model, gait, sl.initial_state(model, **start)


def _is_wet(model: sl.Model) -> bool:
    return any(isinstance(one, sl.Fluid) for one in model.world.media)


RADIUS = 0.04  # of every skin [m]


def drawn_robot(random: Random, base: str) -> sl.Robot:
    """Two to six links with joints of one kind of actuator, round, with a skin."""
    actuator = drawn_actuator(random)
    parts: list = [drawn_link(random)]
    for _ in range(random.randint(1, 5)):
        axis = "z" if base == "planar" else random.choice("yz")
        spring = sl.Spring(10 ** random.uniform(-2, 1), 10 ** random.uniform(-3, -1)) if random.random() < 0.5 else None
        given = {} if spring is None or isinstance(actuator, sl.Prescribed) else {"spring": spring}
        parts += [sl.Revolute(axis, actuator=actuator, **given), drawn_link(random)]
    return sl.Robot(parts, base=base, skin=sl.Skin())


def drawn_link(random: Random) -> sl.Link:
    return sl.Link(random.uniform(0.05, 0.2), 10 ** random.uniform(-1.3, 0.3), section=sl.Cylinder(RADIUS))


def drawn_actuator(random: Random) -> object:
    return random.choice(
        [
            sl.Prescribed(),
            sl.Passive(),
            sl.Servo(
                10 ** random.uniform(-1, 1.5), 10 ** random.uniform(-2, 0), torque_limit=random.choice([1.0, math.inf])
            ),
            sl.Motor(),
        ]
    )


def drawn_world(random: Random, base: str, on_ground: bool) -> sl.World:
    """Media that suit the base: friction of links in the plane, ground, water or nothing in space."""
    if base == "planar":
        return sl.World([random.choice([
            sl.LinkFriction(random.uniform(0.01, 0.3), random.uniform(0.05, 0.9)),
            sl.ViscousFriction(random.uniform(0, 1), random.uniform(0, 10)),
            sl.Fluid(1000.0),
        ])])  # fmt: skip
    if on_ground:
        friction = sl.SurfaceFriction(random.uniform(0.05, 0.9))
        return sl.World([sl.Gravity(), sl.Contact(stiffness=10 ** random.uniform(3.5, 5), friction=friction)])
    media = random.choice([[], [sl.Gravity()] if base == "fixed" else [], [sl.Fluid(1000.0)]])
    return sl.World(media)
