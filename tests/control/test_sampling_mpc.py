"""Plans sampled and rolled out by the engine: any robot, any gait, any cost."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from snakelab.control.engine_rollouts import Plan, references
from snakelab.physics.command import quintic, targets_at

LINK = sl.Link(0.11, mass=0.08)
GAIT = sl.SerpenoidGait(0.6, 3.0, 0.8, ramp=1.0)
GOAL = np.array([0.3, 0.3])
PAIR = sl.control.JointTargets({"joint1": (-1, 1), "joint2": (-1, 1)})
STEER = sl.control.GaitParameters(GAIT, {"amplitude": (0.3, 0.9), "offset": (-0.3, 0.3)})


class _Fixed:
    """A planner that starts with a memory of its own."""

    def __init__(self, planner, memory):
        self.planner, self.memory, self.period, self.command = planner, memory, planner.period, planner.command

    def start(self, model, time):
        return self.planner.start(model, time)[0], self.memory


def wheeled(n=4, friction=0.56, **joint):
    robot = sl.Robot([LINK, *n * [sl.Revolute("z", **joint), LINK]], base="planar")
    return sl.build_model(robot, sl.World([sl.LinkFriction(0.05, friction, shape="per_axis")]))


def distance(path):
    return ((path["com_position"][:, :2] - GOAL) ** 2).sum(axis=1)


PLAIN = sl.control.EngineRollouts(STEER, sl.SnakelabEngine(0.0125, "plain"))
MPC = sl.SamplingMpc(
    PLAIN,
    cost=distance,
    sampling=sl.control.Sampling(8),
    weighting=sl.control.EliteMean(0.1),
    horizon=sl.control.Horizon(20),
    every=5,
)


def run(mpc=MPC, model=None, duration=1.2, **more):
    return sl.simulate(model or wheeled(), mpc, duration, step=5e-3, integrator="plain", record_rate=10.0, **more)


@pytest.mark.thorough
def test_sampled_offsets_steer_the_wheeled_snake_to_a_goal_that_it_would_pass():
    steered, blind = (run(what, duration=9.0)["com_position"].values[:, :2] for what in (MPC, GAIT))
    assert np.linalg.norm(steered - GOAL, axis=1).min() < 0.08
    assert np.linalg.norm(blind - GOAL, axis=1).min() > 0.2


def test_joint_targets_alone_find_a_way_to_turn_a_servo_robot():
    """Two servos bend a robot on ground that resists alike both ways; the cost wants its tail to turn."""
    model = wheeled(2, actuator=sl.Servo(5.0, 0.1))
    mpc = replace(MPC, rollouts=replace(PLAIN, policy=PAIR), sampling=sl.control.Sampling(16, knot_every=10),
                  cost=lambda path: -2 * np.arctan2(path["base_quaternion"][-1, 3], path["base_quaternion"][-1, 0]))  # fmt: skip
    w, _, _, z = run(mpc, model, 2.0)["base_quaternion"].values[-1]
    assert 2 * np.arctan2(z, w) > 0.2


@pytest.mark.thorough
def test_the_run_is_the_same_with_any_number_of_threads_and_goes_on_bit_for_bit():
    model = wheeled()
    runs = [run(replace(MPC, threads=n), model) for n in (1, 3)]
    assert np.array_equal(runs[0]["q"].values, runs[1]["q"].values)
    first = run(MPC, model, 0.6)
    again = run(MPC, model, 0.6, state=first)
    assert np.array_equal(again["q"].values[-1], runs[0]["q"].values[-1])
    assert not np.array_equal(
        run(replace(MPC, sampling=sl.control.Sampling(8, seed=4)), model)["q"].values, runs[0]["q"].values
    )
    assert not np.array_equal(run(MPC, model, seed=1)["q"].values, runs[0]["q"].values)


def test_what_is_done_is_what_the_best_sample_saw():
    """One sample is the plan itself: what the engine then does over the horizon costs what was predicted."""
    model = wheeled()
    mpc = replace(MPC, sampling=sl.control.Sampling(1), every=20)
    recording = run(mpc, model, 2.0)
    path = recording["com_position"].values[1:, :2]
    predicted = recording["control_cost"].values[0]
    exact = run(replace(mpc, rollouts=replace(PLAIN, engine=sl.SnakelabEngine(5e-3, "plain"))), model, 2.0)[
        "control_cost"
    ].values[0]
    assert exact == pytest.approx(((path - GOAL) ** 2).sum(), rel=1e-9)
    assert predicted == pytest.approx(exact, rel=0.05)  # by longer steps


@pytest.mark.thorough
def test_propellers_are_commanded_to_a_height_and_a_heading():
    """A link in water with two propellers, which turn and lift it."""
    body = sl.Robot([sl.Link(0.4, mass=3.0, section=sl.Cylinder(0.05), volume="neutral")],
                    propellers=[sl.Propeller("link1", (0.3, 0, 0), direction="y", name="left"),
                                sl.Propeller("link1", (0.2, 0, 0), direction="z", time_constant=0.1)])  # fmt: skip
    model = sl.build_model(body, sl.World([sl.Fluid()]))
    propellers = sl.control.JointTargets({"left": (-1, 1), "propeller2": (-2, 2)})
    mpc = sl.SamplingMpc(
        sl.control.EngineRollouts(propellers, sl.SnakelabEngine(0.02, "plain")),
        cost=sl.control.GoalCost(height=0.3, heading=0.4),
        sampling=sl.control.Sampling(16, 0.2, knot_every=5),
        weighting=sl.control.EliteMean(0.1),
        horizon=sl.control.Horizon(10, 0.2),
    )
    recording = run(mpc, model, 8.0)
    w, _, _, z = recording["base_quaternion"].values[-1]
    assert 2 * np.arctan2(z, w) == pytest.approx(0.4, abs=0.05)
    assert recording["com_position"].values[-1, 2] == pytest.approx(0.3, abs=0.05)
    assert np.abs(recording["propeller_thrust"].values).max(axis=0).min() > 0.1


def test_the_cost_of_a_heading_is_that_of_the_nearest_turn():
    quaternion = np.array([[np.cos(1.5), 0, 0, np.sin(1.5)]])
    cost = sl.control.GoalCost(heading=-3.0, heading_weight=2.0)({"base_quaternion": quaternion})
    assert cost == pytest.approx([2.0 * (6.0 - 2 * np.pi) ** 2])


def test_the_cost_of_a_goal_counts_the_centre_of_mass_and_the_head():
    model = wheeled()
    rows = sl.simulate(model, GAIT, 0.2, record_rate=10.0)
    com, head = rows["com_position"].values[:, :2], rows["head_position"].values[:, :2]
    path = {"com_position": rows["com_position"].values, "head_position": rows["head_position"].values}
    cost = sl.control.GoalCost(com=(0.3, 0.1), head=(0.4, 0.2), head_weight=2.0)
    both = ((com - (0.3, 0.1)) ** 2).sum(axis=1) + 2.0 * ((head - (0.4, 0.2)) ** 2).sum(axis=1)
    assert np.allclose(cost(path), both, rtol=1e-12)
    assert np.allclose(sl.control.GoalCost(com=(0.3, 0.1))(path), ((com - (0.3, 0.1)) ** 2).sum(axis=1), rtol=1e-12)


def test_forces_that_are_held_change_in_the_prediction_when_they_change_in_the_run():
    model = wheeled(2, actuator=sl.Motor())
    rollouts = sl.control.EngineRollouts(PAIR, sl.SnakelabEngine(5e-3, "plain"))
    mpc = replace(MPC, rollouts=rollouts, sampling=sl.control.Sampling(1), horizon=sl.control.Horizon(5))
    predicted = []

    def cost(path):
        predicted.append(path["q"].copy())
        return 0.0

    planner = replace(mpc, cost=cost, threads=1).for_model(model)
    _, memory = planner.start(model, 0.0)
    memory = memory | {"plan": np.array([[0.0, 0.02], [0.0, -0.01]])}
    fixed = _Fixed(planner, memory)
    recording = sl.simulate(model, fixed, 0.5, step=5e-3, integrator="plain", record_rate=10.0)
    assert np.allclose(predicted[0], recording["q"].values[1:], rtol=1e-12)


def test_a_plan_asks_for_the_gait_with_its_rate_and_acceleration():
    model = wheeled()
    values = np.repeat(STEER.begin(model)[None], 2, axis=0)
    ends = Plan(STEER, model, np.array([0.0, 4.0]), values, 1.5).ends(0.7, 0.1)
    assert np.allclose(ends, targets_at(GAIT.reference(model), 2.2), atol=3e-5)


def test_the_tempo_speeds_the_gait_up_without_a_jump():
    model, policy = wheeled(), sl.control.GaitParameters(GAIT, {"tempo": (0.5, 2.0)})
    plan = Plan(policy, model, np.array([0.0, 2.0]), np.array([[1.0], [2.0]]), 3.0)
    assert plan.clock_at(0.0) == 3.0 and plan.clock_at(2.0) == pytest.approx(6.0)
    assert plan.clock_at(1.0) == pytest.approx(4.25) and plan.clock_at(3.0) == pytest.approx(8.0)
    before, after = plan.ends(-1e-4, 0.1), plan.ends(1e-4, 0.1)
    assert np.allclose(before[0], after[0], atol=1e-3)
    shape = targets_at(GAIT.reference(model), plan.clock_at(1.0))
    assert np.allclose(plan.ends(1.0, 0.1)[1], 1.5 * shape[1], atol=1e-4)


def test_another_model_may_predict():
    slippery = run(replace(MPC, rollouts=replace(PLAIN, model=wheeled(friction=0.1))), duration=0.1)
    true = run(duration=0.1)
    assert abs(slippery["control_cost"].values[0] / true["control_cost"].values[0] - 1) > 0.05


def test_noisy_sensors_will_do_and_too_few_are_named():
    noisy = (sl.Encoders(noise=0.01), sl.PoseSensor(position_noise=0.01, heading_noise=0.02, velocity_noise=0.01))
    for sensors in (noisy, noisy[:1]):
        robot = sl.Robot(wheeled().robot.parts, base="planar", sensors=sensors)
        model = sl.build_model(robot, sl.World([sl.LinkFriction(0.05, 0.56, shape="per_axis")]))
        if len(sensors) == 2:
            assert np.nanmax(run(MPC, model)["control_cost"].values) < np.inf
        else:
            with pytest.raises(sl.errors.ControlError, match=r"base_velocity must be known; write Robot.*\[PoseSensor"):
                run(MPC, model)


def with_policy(policy):
    return replace(MPC, rollouts=replace(PLAIN, policy=policy))


def holed(path):
    return np.where(np.arange(20) == 7, np.nan, 0.0)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: run(replace(MPC, cost=holed)), "cost of sample 0 is not a number .NaN. at step 7, t = 0.8 s"),
        (lambda: run(replace(MPC, cost=lambda path: float("nan"))), "cost of sample 0 is not a number"),
        (lambda: run(replace(MPC, cost=lambda path: np.zeros(3))), "one for each of its 20 steps"),
        (lambda: run(replace(MPC, cost=lambda path: np.zeros((3, 3)))), r"20 steps, got an array of shape \(3, 3\)"),
        (lambda: run(replace(MPC, cost=lambda path: float("inf"))), "all roll-outs diverged"),
        (lambda: run(replace(MPC, cost=lambda path: path["com"])), "no 'com'"),
        (lambda: sl.control.Sampling(0), "n_samples"),
        (lambda: replace(MPC, horizon=4.0), "horizon must be one of Horizon"),
        (lambda: replace(PLAIN, engine=5e-3), "SnakelabEngine"),
        (lambda: replace(MPC, rollouts=None), "rollouts must be EngineRollouts"),
        (lambda: replace(MPC, every=21), "every must be .* at most 20"),
        (lambda: replace(MPC, goal=(1.0, 0.0)), "must be a GoalCost or None with a goal"),
        (lambda: replace(MPC, cost=None), "cost or goal must be given"),
        (lambda: replace(MPC, sampling=sl.control.Sampling(8, limit=1.0)), "ranges of the policy"),
        (lambda: replace(MPC, cost=3), "function of a Trajectory"),
        (lambda: run(replace(MPC, rollouts=replace(PLAIN, engine=sl.SnakelabEngine(0.05)))), "prescribed joints need 8 steps"),
        (lambda: sl.control.GaitParameters(GAIT, {"amplitud": (0, 1)}), "did you mean 'amplitude'"),
        (lambda: sl.control.GaitParameters(GAIT, {"offset": (1, 0)}), "must begin below its end"),
        (lambda: sl.control.GaitParameters(GAIT, {}), "at least one range"),
        (lambda: sl.control.GaitParameters(3, {"offset": (0, 1)}), "must be a gait"),
        (lambda: run(with_policy(sl.control.GaitParameters(GAIT, {"amplitude": (0.7, 0.9)}))), "at the start must be"),
        (lambda: run(with_policy(sl.control.JointTargets({"elbow": (0, 1)}))), "no coordinate or propeller 'elbow'"),
        (lambda: run(replace(MPC, rollouts=replace(PLAIN, model=wheeled(2)))), "2 coordinates, the robot 4"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(sl.errors.ControlError, match=words):
        make()


TEMPO = {"tempo": (0.5, 2.0)}
ROLLING = sl.RollingGait(0.005, 0.5, ramp=0.5)
WINDING = sl.WindingGait(0.6, 0.2, angular_frequency=2.0, ramp=0.5)
POLICIES = {
    "wave": sl.control.GaitParameters(GAIT, {"amplitude": (0.3, 0.9), "offset": (-0.3, 0.3), **TEMPO}),
    "orthogonal waves": sl.control.GaitParameters(WINDING, {"yaw_offset": (-0.1, 0.1), "taper": (-0.2, 0.2), **TEMPO}),
    "rolling": sl.control.GaitParameters(
        ROLLING, {"taper": (-1, 1), "section_lag": (-0.5, 0.5), "frequency": (0.2, 1), **TEMPO}
    ),
    "number of waves": sl.control.GaitParameters(WINDING, {"waves_on_body": (1.5, 2.5)}),
    "tempo alone": sl.control.GaitParameters(GAIT, TEMPO),
    "targets": sl.control.JointTargets({"joint1": (-1, 1), "joint2": (-1, 1)}),
}


@pytest.mark.thorough
@pytest.mark.few(3)
@pytest.mark.parametrize("knots", [1, 3])
@pytest.mark.parametrize("kind", POLICIES)
def test_the_references_of_many_plans_equal_those_made_one_by_one_bit_for_bit(kind, knots):
    policy, rng = POLICIES[kind], np.random.default_rng(0)
    parts = [part for i in range(6) for part in (LINK, sl.Revolute("zy"[i % 2]))]
    section = sl.SoftSection(0.15, mass=0.1, actuator_radius=0.0125, skin_radius=0.02, springs=sl.Spring(1900.0, 90.0))
    model = sl.build_model(sl.Robot(3 * [section] if kind == "rolling" else [*parts, LINK]))
    low, high = np.array(list(policy.ranges.values())).T
    times = 0.8 * np.arange(knots + 1) / knots
    values = low + (high - low) * rng.random((3, knots + 1, len(low)))
    plans = [Plan(policy, model, times, each, clock=0.7) for each in values]
    start = plans[0].ends(0.0, 0.1)
    for plan, value in zip(plans, references(plans, start, 2.0, 0.1, 9), strict=True):
        last = start
        for k in range(9):
            end = plan.ends((k + 1) * 0.1, 0.1)
            assert np.array_equal(value.coefficients[k], quintic(last, end, 0.1)), k
            last = end


@pytest.mark.thorough
def test_an_engine_without_roll_outs_of_its_own_gives_the_same_run():
    class Plain:
        step = 0.0125

        def advance(self, *arguments):
            return sl.SnakelabEngine(0.0125, "plain").advance(*arguments)

    model = wheeled()
    runs = [run(replace(MPC, rollouts=replace(PLAIN, engine=engine)), model) for engine in (PLAIN.engine, Plain())]
    assert np.array_equal(runs[0]["q"].values, runs[1]["q"].values)
