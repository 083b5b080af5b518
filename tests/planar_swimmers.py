"""Planar underwater snakes in the engine, beside the same ones as the lanes see them."""

import math

import numpy as np

import snakelab as sl
from snakelab.geometry.planar_solids import HullWall, PlanarPipe
from snakelab.plugins.lanes.model.conversion import links_of, swimmer_state
from snakelab.plugins.lanes.model.step import step_driven
from snakelab.plugins.lanes.vector.vector_type import LANES
from snakelab.robots.library.rigid_robots import pipe_snake

STRAIGHT = HullWall(PlanarPipe([(-5, -5), (-12, -5)], 0.2))


def world(hull=None, current=None, friction=0.2):
    """Water, with a current, with walls."""
    media = [
        sl.worlds.LumpedFluid(added_inertia=0.5, currents=[] if current is None else [sl.Current((*current, 0.0))])
    ]
    if hull is not None:
        rubs = sl.SurfaceFriction(friction) if friction else None
        media.append(sl.Contact(sl.geometry.Extruded([hull], (-13, -8), (3, 3)), 500.0, 5.0, rubs))
    return sl.World(media)


def snake_model(hull=None, current=None, friction=0.2, **snake):
    return sl.build_model(pipe_snake(**snake), world(hull, current, friction))


def start(model, head=(0.0, 0.0), heading=math.pi, q=None, v=None, velocity=None):
    """A state with the base behind a head that a straight snake would have there."""
    length = model.robot.length
    tail = (head[0] - length * math.cos(heading), head[1] - length * math.sin(heading), 0.0)
    turn = (math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2))
    return sl.initial_state(
        model, q=q, v=v, position=tail, quaternion=turn, velocity=np.zeros(6) if velocity is None else velocity
    )


def as_swimmer(model, state):
    """The state in absolute angles and centre of mass."""
    parts = (state.base_position, state.base_quaternion, state.base_velocity, state.q, state.v)
    return swimmer_state(links_of(model), *parts)


def step_states(model, target, rate, dt, n_steps, solves, states):
    """Advance sixteen states in place, with inputs to the head joint and a query at each step: see `step_driven`.

    Args:
        model: LaneModel.
        target: Angle of the head joint at each step, shape (n_steps, 16), [rad].
        rate: Its rate, shape (n_steps, 16), [rad/s].
        dt: Time step [s], of the model's dtype.
        n_steps: [-].
        solves: In each step [-].
        states: One row per lane as `state_row` makes them, shape (16, 2 n + 4).
    """
    joints, shape = (len(model.per_link) - 2,), (n_steps, 1, LANES)
    both = np.stack((states, states))
    step_driven(model, joints, target.reshape(shape), rate.reshape(shape), dt, solves, 1, both)
    states[:] = both[1]
