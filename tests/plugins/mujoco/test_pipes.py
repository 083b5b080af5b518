"""The inside of a pipe on MuJoCo: facets where our wall is, bodies that rest as deep, and what has no facets."""

import math

import numpy as np
import pytest

from optional_packages import mujoco
from snakelab.geometry.cross_sections import Cylinder
from snakelab.geometry.surfaces import Pipe, signed_distance
from snakelab.physics.model import build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.geoms import FACETS, pipe_facets, pipe_fault
from snakelab.plugins.mujoco.engine.mujoco_engine import MujocoEngine
from snakelab.plugins.mujoco.robot_files.mjcf_export import load_mujoco, to_mjcf
from snakelab.robots.link import Link
from snakelab.robots.robot import Robot
from snakelab.sim.simulation import simulate
from snakelab.worlds.contact_laws import Contact, SurfaceFriction
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.world import World

LINK = Link(0.2, mass=1.0, section=Cylinder(0.03))
STRAIGHT = Pipe([(-1, 0, 0), (1, 0, 0)], 0.1)
STEPPED = Pipe([(0, 0, 0), (1, 0, 0), (1, 0, 0), (2, 0, 0)], [0.2, 0.2, 0.1, 0.15])
CORNERS = 1 / math.cos(math.pi / FACETS) - 1  # what the prism has more than the circle, share of the radius
TURNS = np.linspace(0, np.pi / 2, 7)
BEND = Pipe([(-1, 0, 0), *[(np.sin(a), 0, 1 - np.cos(a)) for a in TURNS], (1, 0, 2)], 0.1)


def walls(surface):
    """MuJoCo's model and data with the surface alone."""
    model = build_model(Robot([LINK]), World([Contact(surface)]))
    m = load_mujoco(to_mjcf(model, world=True))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    return m, d


@pytest.mark.parametrize(
    ("pipe", "middles"),
    [
        (STRAIGHT, [((0.3, 0.02, -0.01), (1, 0, 0))]),
        (Pipe([(0, 0, 0), (0, 0, 1)], [0.1, 0.2]), [((0.01, 0, 0.5), (0, 0, 1))]),
        (STEPPED, [((0.5, 0, 0), (1, 0, 0)), ((1.7, 0, 0), (1, 0, 0))]),
        (BEND, [((np.sin(a), 0, 1 - np.cos(a)), (np.cos(a), 0, np.sin(a))) for a in (0.3, 0.8, 1.2)]),
    ],
)  # fmt: skip
def test_a_ray_from_within_meets_the_wall_where_our_distance_is_zero(pipe, middles):
    m, d = walls(pipe)
    robot = m.body("link1").id
    for middle, along in middles:
        for direction in np.random.default_rng(5).standard_normal((40, 3)):
            ray = direction - (direction @ along) * np.array(along)
            ray /= np.linalg.norm(ray)
            way = mujoco.mj_ray(m, d, np.array(middle, float), ray, None, 1, robot, np.zeros(1, np.int32))
            # corners lie farther out, and so do those of a bend, each of 15 degrees
            more = 0.2 * CORNERS + (0.1 * (1 / math.cos(math.radians(7.5)) - 1) if pipe is BEND else 0)
            gap = signed_distance(pipe, np.array(middle) + way * ray)[0]
            assert -more - 1e-9 < gap < (3e-4 if pipe is BEND else 1e-9)


def resting_depth(pipe, down, position, quaternion=(1, 0, 0, 0)):
    """How far a link at rest lies along a direction, in our engine and in MuJoCo; and MuJoCo's run."""
    contact = Contact(pipe, stiffness=1e4, damping=200.0, friction=SurfaceFriction(0.5))
    model = build_model(Robot([LINK]), World([Gravity(tuple(9.81 * np.array(down))), contact]))
    state = initial_state(model, position=position, quaternion=quaternion)
    runs = [simulate(model, None, 0.5, state=state, engine=engine) for engine in (None, MujocoEngine(step=1e-3))]
    return *(float(run["com_position"].values[-1] @ down) for run in runs), runs[1]


@pytest.mark.thorough
def test_on_the_middle_of_a_facet_a_body_rests_as_deep_as_in_our_engine():
    ours, theirs, run = resting_depth(STRAIGHT, (0, 0, -1), (0, 0, -0.07))
    assert ours == pytest.approx(0.07 + 9.81 / 2e4, rel=1e-6)
    assert theirs == pytest.approx(ours, rel=1e-6)
    assert run["contact_force"].values[-1].sum(axis=0) == pytest.approx([0, 0, 9.81], abs=1e-3)


@pytest.mark.thorough
def test_between_two_facets_it_lies_lower_by_half_a_percent_of_its_play_and_on_one_spring():
    half = math.pi / FACETS
    down = np.array([0, math.sin(half), -math.cos(half)])
    ours, theirs, _ = resting_depth(STRAIGHT, down, tuple(0.07 * down))
    assert theirs == pytest.approx((0.07 + 9.81 / 2e4 / math.cos(half)) / math.cos(half), rel=1e-4)
    assert 0 < theirs - ours < 0.0051 * 0.07


@pytest.mark.thorough
def test_on_a_piece_of_a_bend_it_rests_where_ours_does():
    line = np.array([(-1, 0, 0), *[(np.sin(a), 1 - np.cos(a), 0) for a in TURNS], (1, 2, 0)])
    heading = np.arctan2(*(line[4] - line[3])[1::-1])
    along = np.array([math.cos(heading), math.sin(heading), 0])
    start = (line[3] + line[4]) / 2 - 0.1 * along - (0, 0, 0.07)
    turn = (math.cos(heading / 2), 0, 0, math.sin(heading / 2))
    ours, theirs, _ = resting_depth(Pipe(line, 0.1), (0, 0, -1), tuple(start), turn)
    assert theirs == pytest.approx(ours, abs=2e-6)


@pytest.mark.parametrize(
    ("pipe", "said"),
    [
        (Pipe([(0, 0, 0), (1, 0, 0), (1, 1, 0)], 0.1), "a Pipe that bends by 90 degrees at a point .at most 30: write"),
        (
            Pipe([(x, 0.01 * (x % 2), 0) for x in range(40)], 0.1),
            "a Pipe of 39 pieces .at most 30: write its line with fewer points",
        ),
    ],
)
def test_a_pipe_without_facets_runs_on_planes_and_is_left_out_of_the_document_with_what_to_write(pipe, said):
    model = build_model(Robot([LINK]), World([Contact(pipe)]))
    assert simulate(model, None, 0.01, engine=MujocoEngine()).finished
    export = to_mjcf(model, world=True)
    assert any(said[:12] in sentence for sentence in export.left_out)


def test_points_in_a_row_make_one_piece_and_a_thin_wall_stays_thin():
    assert pipe_fault(STRAIGHT) == "" == pipe_fault(BEND)
    row = Pipe([(x / 10, 0, 0) for x in range(11)], 0.1, wall=0.02)
    facets = pipe_facets(row)
    assert len(facets) == FACETS
    assert {tuple(np.round(2 * facet.half[[0, 2]], 9)) for facet in facets} == {(1.0, 0.02)}
