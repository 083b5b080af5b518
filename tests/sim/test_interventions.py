"""Whatever is changed during a run is recorded, can be repeated bit for bit, and keeps the laws of mechanics."""

import itertools
import json

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError, SnakelabError

LINK = sl.Link(0.1, mass=0.1)
GAIT = sl.SerpenoidGait(0.5, 4.0, 0.7)
OTHER = sl.SerpenoidGait(0.3, 6.0, 1.2, offset=0.1)


def snake(n=4, world=None, base="planar", actuator=None, **more):
    joint = sl.Revolute("z", actuator=actuator or sl.Servo(kp=2.0, kd=0.05))
    return sl.build_model(
        sl.Robot([LINK, *((n - 1) * [joint, LINK])], base=base, **more),
        world or sl.World([sl.ViscousFriction(0.2, 2.0)]),
    )


class Follow:
    """Controller without a memory."""

    period = 0.03

    def start(self, model, now):
        return sl.Command(np.zeros(model.n_coordinates)), None

    def command(self, known, memory):
        return sl.Command(0.3 * np.sin(4.0 * (known.time + self.period) + np.arange(len(known.q)))), None


def table():
    times = np.linspace(0, 2, 21)
    return sl.TableGait(times, 0.4 * np.sin(np.pi * times[:, None] + np.arange(3)), repeat=True)


CONTROLLERS = {
    "wave": GAIT,
    "other wave": OTHER,
    "table": table(),
    "steady": sl.gaits.SteadyGait((0.1, 0.2, 0.1)),
    "function": sl.FunctionGait(lambda t: 0.3 * np.sin(2 * t + np.arange(3))),
    "controller": Follow(),
    "none": None,
}
# Each is the first and the second of a pair, and changes to itself anew; the other pairs are thorough.
RING = {*itertools.pairwise([*CONTROLLERS, "wave"]), ("wave", "wave"), ("controller", "controller")}
PAIRS = [
    pair if pair in RING else pytest.param(*pair, marks=pytest.mark.thorough)
    for pair in itertools.product(CONTROLLERS, repeat=2)
]


def same(a, b):
    return all(
        np.array_equal(a[name].values, b[name].values, equal_nan=True)
        for name in a.dataset.data_vars
        if name != "control_cycle_time"
    )


@pytest.mark.few(10)
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_every_gait_and_controller_changes_to_every_other_smoothly_and_repeatably(old, new):
    model = snake()
    simulation = sl.Simulation(model, CONTROLLERS[old], record_rate=200)
    simulation.advance(0.45)
    simulation.change_controller(CONTROLLERS[new], transition=0.4)
    simulation.advance(0.75)
    recording = simulation.recording()
    target = recording["target"].values[80:]
    assert np.abs(np.diff(target, axis=0)).max() < 0.03, "value"
    assert np.abs(np.diff(target, n=2, axis=0)).max() < 3e-3, "rate"
    events = [item.event for item in simulation.events]
    assert len(events) == 1 and 0.45 <= events[0].at < 0.45 + 0.031
    again = sl.simulate(model, CONTROLLERS[old], 1.2, record_rate=200, events=events)
    assert same(again, recording)


def test_a_gait_changes_to_prescribed_motion_without_a_jump_of_the_momentum():
    model = snake(actuator=sl.Prescribed())
    simulation = sl.Simulation(model, GAIT)
    simulation.advance(0.5)
    simulation.change_controller(OTHER, transition=0.5)
    simulation.advance(1.0)
    assert sl.metrics(simulation.recording())["energy_residual_ratio"] < 1e-3


def test_oscillators_pass_to_another_gait_by_their_own_transition():
    scenario = sl.load_scenario("snakesys_sidewinding", ["controller.cpg_gait.transition=0.5"])
    other = sl.load_scenario("snakesys_creeping").controller
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.5)
    simulation.change_controller(other)
    simulation.advance(1.0)
    target = simulation.recording()["target"].values[1:]
    assert np.abs(np.diff(target, n=2, axis=0)).max() < 1e-3
    simulation.set("controller.gait.speed", 0.5)
    simulation.advance(0.3)
    drive = simulation.course.drive
    assert len(drive.loop.controller.schedule) == 2 and simulation.controller.gait.speed == 0.5
    assert simulation.controller.schedule == ()


def test_a_parameter_of_a_gait_changes_and_others_stay():
    simulation = sl.Simulation(snake(), GAIT)
    simulation.advance(0.2)
    simulation.set("controller.amplitude", 0.1, transition=0.3)
    simulation.advance(3.0)
    late = simulation.recording()["target"].values[-160:]
    assert np.abs(late).max() == pytest.approx(0.1, rel=1e-3)
    assert simulation.controller.angular_frequency == 4.0 and simulation.controller.amplitude == 0.1


def test_friction_changes_under_way():
    model = snake(world=sl.World([sl.LinkFriction(mu_tangential=0.1, mu_normal=0.5, shape="per_axis")]))
    simulation = sl.Simulation(model, GAIT)
    simulation.advance(0.2)
    simulation.set("world.media.0.mu_tangential", 0.4)
    simulation.set("world.media.0.mu_normal", 0.4)
    simulation.advance(0.8)
    whole = sl.simulate(
        snake(world=sl.World([sl.LinkFriction(mu_tangential=0.4, mu_normal=0.4, shape="per_axis")])), GAIT, 1.0
    )
    assert not np.allclose(simulation.state.base_position, whole.state.base_position, atol=1e-4)
    assert simulation.model.world.media[0].mu_normal == 0.4
    fresh = sl.Simulation(model, GAIT, events=[item.event for item in simulation.events])
    fresh.advance(1.0)
    assert np.array_equal(fresh.state.row(), simulation.state.row())


@pytest.mark.thorough
def test_a_current_changes_under_way_and_carries_a_drifting_robot():
    # Without gravity: a current across the body meets drag and added mass alone.
    model = sl.build_model(
        sl.Robot([sl.Link(0.5, 4.0, section=sl.Cylinder(0.05))]),
        sl.World([sl.Fluid(currents=[sl.Current((0.0, 0.0, 0.0))])]),
    )
    simulation = sl.Simulation(model)
    simulation.advance(1.0)
    assert simulation.state.base_velocity == pytest.approx(np.zeros(6), abs=1e-12)
    simulation.set("world.media.0.currents.0.velocity", (0.0, 0.2, 0.0))
    simulation.advance(60.0)
    recording = simulation.recording()
    assert json.loads(recording.dataset.attrs["events"])[0]["at"] == pytest.approx(1.0)
    late = recording["com_velocity"].values[-1]
    assert 0.15 < late[1] < 0.2 and late[0] == pytest.approx(0.0, abs=1e-9)
    event = sl.SetParameter("world.media.0.currents.0.velocity", (0.0, 0.2, 0.0), at=1.0)
    assert same(sl.simulate(model, None, 61.0, events=[event]), recording)


def test_a_push_gives_its_impulse():
    """On a free robot: m dv = F dt, exactly over the window, and the force is recorded where it acts."""
    model = sl.build_model(sl.Robot([LINK, sl.Revolute("z"), LINK]))
    simulation = sl.Simulation(model)
    simulation.advance(0.1)
    simulation.push("link2", force=(0.0, 3.0, 0.0), duration=0.055)
    simulation.advance(0.2)
    momentum = model.mass * simulation["com_velocity"]
    assert momentum == pytest.approx([0.0, 3.0 * 0.055, 0.0], abs=2e-5)
    recording = simulation.recording()
    force = recording["push_force"].sel(link="link2", axis="y").values
    assert force.max() == pytest.approx(3.0) and force[:10].max() == 0.0 and force[-5:].max() == 0.0
    assert sl.metrics(recording)["energy_residual_ratio"] < 2e-4
    assert recording["work"].sel(term="push").values[-1] == pytest.approx(
        recording["kinetic_energy"].values[-1], rel=1e-3
    )


def test_pushes_on_two_parts_at_once_and_one_after_the_other():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute("z"), LINK]))
    simulation = sl.Simulation(model)
    simulation.push("link1", force=(1.0, 0.0, 0.0), duration=0.1)
    simulation.push("link2", force=(1.0, 0.0, 0.0), duration=0.1)
    simulation.advance(0.2)
    assert len(simulation.model.world.media) == 2
    simulation.push("link1", force=(-2.0, 0.0, 0.0), duration=0.1)
    simulation.advance(0.2)
    assert len(simulation.model.world.media) == 2
    assert simulation["com_velocity"] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    assert {"push_force", "push_2_force"} <= set(simulation.recording().dataset.data_vars)


def test_a_payload_keeps_the_velocity_and_changes_the_energy_by_its_own():
    model = sl.build_model(sl.Robot([LINK, sl.Revolute("z"), LINK]))
    start = sl.initial_state(model, velocity=(0.0, 2.0, 0.0, 0.0, 0.0, 0.0))
    simulation = sl.Simulation(model, state=start)
    simulation.advance(0.1)
    simulation.add_payload("link2", 0.3)
    simulation.advance(0.1)
    assert simulation.events[0].energy == pytest.approx(0.5 * 0.3 * 2.0**2)
    assert simulation.model.robot.parts[2].mass == pytest.approx(0.4)
    assert sl.metrics(simulation.recording())["energy_residual_ratio"] < 1e-9
    simulation.add_payload("link2", -0.3)
    simulation.advance(0.1)
    assert simulation.model.robot.parts[2].mass == pytest.approx(0.1)
    assert simulation.model.robot.parts[2].inertia_matrix() == pytest.approx(LINK.inertia_matrix(), abs=1e-15)


def test_a_payload_off_the_centre_has_the_inertia_of_two_bodies():
    loaded = sl.sim.AddPayload("link1", 0.3, point=(0.1, 0.02, 0.0)).loaded(LINK)
    assert loaded.com_point() == pytest.approx([(0.1 * 0.05 + 0.3 * 0.1) / 0.4, 0.3 * 0.02 / 0.4, 0.0])
    mu, d = 0.1 * 0.3 / 0.4, np.array([0.05, 0.02, 0.0])
    expected = LINK.inertia_matrix() + mu * (d @ d * np.eye(3) - np.outer(d, d))
    assert loaded.inertia_matrix() == pytest.approx(expected)


def test_events_are_recorded_with_the_time_at_which_they_took_effect():
    simulation = sl.Simulation(snake(), GAIT)
    simulation.schedule(sl.sim.ChangeController(OTHER, at=0.2034), sl.Push("link1", force=(0, 1, 0), at=0.1))
    simulation.advance(0.5)
    events = json.loads(simulation.recording().dataset.attrs["events"])
    assert [event["at"] for event in events] == pytest.approx([0.1, 0.21])
    assert events[0]["push"] == {"part": "link1", "force": [0, 1, 0]}
    assert events[1]["controller"]["serpenoid_gait"]["amplitude"] == 0.3


def test_the_events_of_a_live_run_are_those_of_a_scenario_that_repeats_it(tmp_path):
    scenario = sl.load_scenario("planar_prototype", ["duration=1.0"])
    live = sl.start_scenario(scenario)
    live.advance(0.2)
    live.set("controller.amplitude", 0.3)
    live.push("link2", force=(0.5, 0, 0), duration=0.2)
    live.advance(0.3)
    live.change_controller(sl.load_scenario("planar_viscous").controller, transition=0.3)
    live.add_payload("link1", 0.02)
    live.advance(0.5)
    events = json.loads(live.recording().dataset.attrs["events"])
    path = tmp_path / "again.yaml"
    path.write_text("base: planar_prototype\nduration: 1.0\nevents: " + json.dumps(events) + "\n")
    again = sl.run_scenario(sl.load_scenario(path))
    assert same(again, live.recording())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.set("robot.parts.0.length", -1.0), "Link length"),
        (lambda s: s.set("robot.base", "floating"), "fixed and cannot change during a run"),
        (lambda s: s.set("robot.parts.0.length", 0.2), "robot.parts.0.length is declared as fixed"),
        (lambda s: s.set("world.media", []), "structure of the model"),
        (lambda s: s.set("engine.step", 1e-3), "must begin with robot, world or controller"),
        (lambda s: s.set("controller.amplitud", 1.0), "did you mean 'amplitude'"),
        (lambda s: s.set("controller", 3), "takes a gait"),
        (lambda s: s.push("link9", force=(1, 0, 0)), "link9"),
        (lambda s: s.push("link1", force=(1, 0)), "force"),
        (lambda s: s.push("link1", duration=0.0), "duration"),
        (lambda s: s.add_payload("link9", 1.0), "no such link"),
        (lambda s: s.add_payload("link1", -1.0), "leaves link1 with"),
        (lambda s: s.change_controller(sl.SerpenoidGait), "must be a gait or a controller"),
        (lambda s: s.change_controller(sl.gaits.SteadyGait((1.0,))), "SteadyGait targets"),
        (lambda s: s.schedule(sl.Push("link1", at=-1.0)), "at"),
        (lambda s: s.schedule(3), r"events\[0\]"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_one_line_and_the_run_goes_on(change, words):
    simulation = sl.Simulation(snake(), GAIT)
    with pytest.raises(SnakelabError, match=words) as problem:
        change(simulation)
    assert "\n" not in str(problem.value)
    assert simulation.advance(0.1) is None and not simulation.events


def test_a_scheduled_event_that_does_not_fit_ends_the_run_with_its_reason():
    simulation = sl.Simulation(snake(), GAIT, events=[sl.sim.AddPayload("link9", 1.0, at=0.1)])
    with pytest.raises(SimulationError, match="no such link"):
        simulation.advance(1.0)
    assert simulation.time == pytest.approx(0.1) and simulation.status.kind == "failed"


@pytest.mark.thorough
def test_the_autopilot_and_the_sampling_mpc_take_another_goal():
    scenario = sl.load_scenario("pilot_depth_heading", ["duration=2"])
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.3)
    simulation.set("controller.heading", 1.0)
    simulation.advance(0.3)
    assert simulation.controller.heading == 1.0
    scenario = sl.load_scenario("pipe_step_in", ["controller.sampling_mpc.sampling.n_samples=32"])
    simulation = sl.start_scenario(scenario)
    simulation.advance(0.2)
    before = simulation.state.control.memory
    simulation.set("controller.goal", (0.5, 0.5))
    simulation.advance(0.2)
    after = simulation.state.control.memory
    assert after["cycle"] > before["cycle"] and simulation.controller.goal == (0.5, 0.5)
