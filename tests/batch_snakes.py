"""Snakes of every kind, and the controller of a single run that plays back the actions of one row of a batch."""

import numpy as np

import snakelab as sl
from chains import p1, planar_snake
from snakelab.robots.library.orthogonal_robots import snake_iii

SERVO = sl.Servo(kp=2.0, kd=0.05, ki=0.5, torque_limit=0.3)


def prescribed():
    """Prescribed joints under sharp planar friction."""
    return p1()


def servos():
    """Servos with an integral and a torque limit."""
    return planar_snake(5, friction=sl.LinkFriction(0.05, 0.56, shape="per_axis"), actuator=SERVO)


def motors():
    """Motors with a lag, beside springs."""
    return planar_snake(5, friction=sl.ViscousFriction(1, 9), actuator=sl.Motor(0.2, 0.05), spring=sl.Spring(0.2, 0.02))


def on_ground(mu=0.3):
    """Eight joints of the orthogonal snake in contact with level ground."""
    return sl.build_model(snake_iii(8), sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(mu))]))


def swimmer():
    """Floating links with prescribed joints and two propellers in water."""
    link = sl.Link(0.2, mass=0.5, section=sl.Cylinder(0.03))
    joints = [sl.Revolute("z"), sl.Revolute("y")]
    propellers = [sl.Propeller(on=f"link{i}", name=f"thruster{i}", time_constant=0.1) for i in (1, 3)]
    robot = sl.Robot([link, joints[0], link, joints[1], link], propellers=propellers)
    return sl.build_model(robot, sl.World([sl.Fluid()]))


def soft():
    """A soft section with motors between two links."""
    section = sl.SoftSection(0.15, 0.12, 0.0125, 0.02, 6, sl.Motor(), sl.Spring(1900.0, 9.0))
    robot = sl.Robot([sl.Link(0.1, 0.3), section, sl.Link(0.1, 0.3)])
    return sl.build_model(robot, sl.World([sl.ViscousFriction(1, 2)]))


KINDS = {f.__name__: f for f in (prescribed, servos, motors, on_ground, swimmer, soft)}
HEIGHT = {"on_ground": 0.055}


def start_of(model, kind, rng):
    """A state at rest with a small random shape, above the ground."""
    small = {"soft": 0.002, "on_ground": 0.005}.get(kind, 0.05)
    return sl.initial_state(
        model, q=small * rng.standard_normal(model.n_coordinates), position=(0, 0, HEIGHT.get(kind, 0.0))
    )


def random_actions(model, rng, n_periods, n):
    """Smooth random actions of n rows, shape (n_periods, n, n_commands)."""
    return np.cumsum(0.02 * rng.standard_normal((n_periods, n, model.n_commands)), axis=0)


class Playback:
    """Controller of a single run that commands what a row of a batch was commanded.

    Args:
        state: Initial state; the first command holds it.
        actions: Actions, shape (n_periods, n_commands).
        period: Control period [s].
    """

    def __init__(self, state, actions, period):
        self.state, self.actions, self.period = state, actions, period

    def start(self, model, time):
        coordinates = model.arrays.coordinates
        position = (coordinates["driven"] != 0) | (coordinates["actuator"] == 3)
        target = np.where(position, self.state.q, 0.0)
        return sl.Command(target, rate=np.where(position, self.state.v, 0.0)), 0

    def command(self, measurement, memory):
        action = self.actions[memory]
        n = len(self.state.q)
        return sl.Command(action[:n], thrust=action[n:]), memory + 1


def single_run(model, state, actions, period, **settings):
    """State that a single run reaches under the actions."""
    duration = len(actions) * period
    run = sl.simulate(
        model, Playback(state, actions, period), duration, state=state, record_rate=1 / duration, **settings
    )
    return run.state.row()
