"""Check of the step: a run is repeated where its estimate leaves doubt, and nothing else about it changes."""

import json
import warnings

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SimulationError
from snakelab.results.comparisons import centre_difference, joint_difference, object_difference, step_effect
from snakelab.results.step_accuracy import accuracy_line, motion_error, repeated, step_check
from snakelab.sim.accuracy_checks import bodies_were_hit, is_plain
from snakelab.worlds import Ball, FreeBody


def pendulum(n=2):
    """A chain of links that hang on passive joints."""
    parts = [part for _ in range(n) for part in (sl.Revolute("y", actuator=sl.Passive()), sl.Link(0.2, mass=0.2))]
    return sl.build_model(sl.Robot(parts, base="fixed"), sl.World([sl.Gravity()]))


def falling(angles=(3.13, 0.0), duration=2.5, **settings):
    """A double pendulum that begins nearly upright and whirls."""
    model = pendulum()
    return sl.simulate(model, None, duration, state=sl.initial_state(model, q=angles), **settings)


def silently(run, *args, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sl.SnakelabWarning)
        return run(*args, **settings)


def runs_begun(monkeypatch):
    """Engines of the runs that begin from now on."""
    import snakelab.sim.simulation as simulation

    begun, own = [], simulation.Simulation.run_to_end

    def counted(self, *args, **kwargs):
        begun.append(self.engine)
        return own(self, *args, **kwargs)

    monkeypatch.setattr(simulation.Simulation, "run_to_end", counted)
    return begun


def test_a_motion_that_amplifies_the_errors_of_its_steps_is_announced():
    with pytest.warns(sl.SnakelabWarning, match="another step changes the motion by .* % of the range of a joint"):
        run = falling()
    exact = falling(step=1e-4, check_step="never")
    true, check = joint_difference(run, exact), step_check(run)
    assert motion_error(run) < 1e-3 and true > 0.03  # the steps alone do not show it
    assert 0.5 * true < check.error < 2 * true
    assert check.step == 0.005 and check.status == "finished" and check.until == 2.5
    (remark,) = [line for line in sl.remarks(run) if line.startswith("another step changes the motion")]
    assert "try tolerance=1e-4, or step=" in remark


def test_a_harmless_motion_with_the_same_estimate_is_not():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = falling((1.5, 0.5), 2.0)
    assert 0 < step_check(run).error < 1e-3 < motion_error(run) and repeated(run) == ""


@pytest.mark.thorough
def test_the_second_run_changes_no_value_and_comes_back_from_the_file(tmp_path):
    run, alone = silently(falling), falling(check_step="never")
    assert alone.dataset.equals(run.dataset)
    extra = {"step_check"} | {"wall_time", "real_time_factor"}
    assert {key for key in run.dataset.attrs if run.dataset.attrs[key] != alone.dataset.attrs.get(key)} <= extra
    assert run.state.row().tobytes() == alone.state.row().tobytes()
    again = sl.load(run.save(tmp_path / "run.nc"))
    assert step_check(again) == step_check(run) and repeated(again) == repeated(run)
    assert step_check(alone) is None and repeated(alone) == ""


def test_always_takes_half_the_step_and_never_none(monkeypatch):
    begun = runs_begun(monkeypatch)
    falling((0.1, 0.1), 0.1, check_step="never")
    assert [engine.step for engine in begun] == [0.002]
    run = falling((0.1, 0.1), 0.1, check_step="always")
    assert [engine.step for engine in begun[1:]] == [0.002, 0.001] and step_check(run).step == 0.001
    falling((0.1, 0.1), 0.1, check_step="always", tolerance=1e-3)
    assert [engine.tolerance for engine in begun[3:]] == [1e-3, 1e-4]
    with pytest.raises(SimulationError, match=r"check_step must be one of auto, always, never; got 'sometimes'"):
        falling(check_step="sometimes")


@pytest.mark.parametrize(
    "settings",
    [
        {"tolerance": 1e-3},
        {"integrator": "plain"},
        {"integrator": "rk4"},
        {"record_rate": 200.0},  # three steps between two records
        {"stop_when": [sl.StopWhen(lambda record: False)]},  # a function of the user
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_runs_that_cannot_be_judged_or_repeated_are_not(settings, monkeypatch):
    begun = runs_begun(monkeypatch)
    assert step_check(silently(falling, **settings)) is None and len(begun) == 1


def test_a_regular_gait_runs_once(monkeypatch):
    begun = runs_begun(monkeypatch)
    parts = [part for _ in range(5) for part in (sl.Revolute("z"), sl.Link(0.1, mass=0.1))][1:]
    model = sl.build_model(sl.Robot(parts, base="planar"), sl.World([sl.LinkFriction(0.1, 0.5, shape="per_axis")]))
    sl.simulate(model, sl.SerpenoidGait(0.5, 3.0, 0.8), 1.0)
    assert len(begun) == 1


class Own:
    """A controller of the user that counts its calls, so that a second run would differ."""

    period = 0.02

    def __init__(self):
        self.calls = 0

    def start(self, model, time):
        return sl.Command(np.zeros(model.n_coordinates)), None

    def command(self, measurement, memory):
        self.calls += 1
        return sl.Command(np.zeros(len(measurement.q))), None


def test_a_controller_of_the_user_is_called_once_per_period():
    model, own = pendulum(), Own()
    run = silently(sl.simulate, model, own, 2.0, state=sl.initial_state(model, q=(3.13, 0.0)))
    assert step_check(run) is None and own.calls == 100
    assert not is_plain(own) and not is_plain(sl.StopWhen(lambda record: False)) and is_plain(sl.sim.Push("link_1"))
    assert is_plain(sl.sim.ChangeController(sl.SerpenoidGait(0.5, 3.0, 0.8))) and not is_plain(
        sl.sim.ChangeController(own)
    )


def test_ctrl_c_in_the_second_run_keeps_the_first_and_says_so():
    fractions = []

    def progress(fraction, time):
        if fractions and fraction < fractions[-1]:
            raise KeyboardInterrupt
        fractions.append(fraction)

    with pytest.warns(sl.SnakelabWarning, match="the check of the step by a second run was stopped at t = "):
        run = falling(progress=progress)
    alone = falling(check_step="never")
    assert run.status == "finished" and step_check(run).status.kind == "interrupted"
    assert fractions[-1] == pytest.approx(1.0)
    assert all(np.array_equal(run[name], alone[name], equal_nan=True) for name in ("q", "v", "work"))


def test_a_second_run_that_diverges_or_fails_does_not_fail_the_first(monkeypatch):
    import snakelab.sim.simulation as simulation

    own = simulation.Simulation.run_to_end

    def failing(self, *args, **kwargs):
        if self.engine.step > 0.002:
            raise SimulationError("no such luck")
        return own(self, *args, **kwargs)

    monkeypatch.setattr(simulation.Simulation, "run_to_end", failing)
    with pytest.warns(sl.SnakelabWarning, match=r"ended early \(failed: no such luck\): the error is not known"):
        run = falling()
    assert run.status == "finished" and np.isnan(step_check(run).error)


def chain(actuator):
    """Three links on the plane with friction."""
    link, joint = sl.Link(0.05, 0.05, section=sl.Cylinder(0.02)), sl.Revolute("z", actuator)
    friction = sl.LinkFriction(0.1, 0.5, shape="per_axis")
    return sl.build_model(sl.Robot([link, joint, link, joint, link], base="planar"), sl.World([friction]))


def test_a_run_without_an_estimate_says_so_and_how_to_have_one():
    gait = sl.FunctionGait(lambda t: [0.5 * np.sin(3 * t), 0.5 * np.sin(3 * t + 0.8)])
    run = sl.simulate(chain(sl.Prescribed()), gait, 0.3)
    assert np.isnan(motion_error(run))
    line = (
        "not estimated (each control period, part of it or interval between records is one step); "
        "check_step='always' repeats the run with half the step"
    )
    assert accuracy_line(run) == line and line.replace("'", "&#x27;") in run._repr_html_()
    run = sl.simulate(chain(sl.Prescribed()), gait, 0.3, check_step="always")
    exact = sl.simulate(chain(sl.Prescribed()), gait, 0.3, step=1e-4, check_step="never")
    true, check = centre_difference(run, exact), step_check(run)  # steps of 1.25 ms, an eighth of the period
    assert check.step == 0.000625 and 0.5 * true < check.error < 2 * true and "not estimated" not in run._repr_html_()
    run = sl.simulate(chain(sl.Servo(kp=2.0, kd=0.05)), gait, 0.3)
    assert accuracy_line(run).startswith("estimated ") and "not estimated" not in run._repr_html_()
    run = sl.simulate(chain(sl.Prescribed()), gait, 0.3, integrator="plain")
    assert accuracy_line(run).startswith("not estimated (the integrator 'plain' has no estimate); check_step='always'")
    run.dataset.attrs["settings"] = '{"engine": "HardwareEngine(step=0.01)"}'
    assert accuracy_line(run) == ""


def snake_beside_a_ball(x, y, **settings):
    """A snake that undulates for 0.6 s on the ground beside a ball."""
    link, joint = sl.Link(0.08, 0.15, section=sl.Cylinder(0.025)), sl.Revolute("z", sl.Servo(kp=4.0, kd=0.1))
    ball = FreeBody(Ball(0.04), 0.3, (x, y, 0.0395), stiffness=4.5e4, name="ball")
    ground = sl.Contact(friction=sl.SurfaceFriction(0.2, 0.6, shape="elliptic"))
    robot = sl.Robot([part for _ in range(6) for part in (joint, link)][1:])
    model = sl.build_model(robot, sl.World([sl.Gravity(), ground], objects=[ball]))
    state = sl.initial_state(model, position=(0, 0, 0.025))
    return sl.simulate(model, sl.SerpenoidGait(0.5, 6.0, 0.8), 0.6, state=state, **settings)


def test_a_ball_that_a_snake_hits_is_compared_and_named():
    with pytest.warns(
        sl.SnakelabWarning, match="another step changes the motion by .* % of the path of the free body 'ball'"
    ):
        run = snake_beside_a_ball(0.05, -0.08)
    half, check = snake_beside_a_ball(0.05, -0.08, step=1e-3, check_step="never"), step_check(run)
    true, name = object_difference(run, half)
    assert motion_error(run) < 2e-3 and true > 0.03 and name == "ball"  # the robot alone would not be repeated
    assert 0.5 * true < check.objects == check.error < 4 * true and check.body == "ball"
    assert f"free body 'ball' {100 * check.objects:.2g} % of its path; estimated error" in check.line()
    effect = step_effect(run, half)
    assert effect.objects == true and not effect.is_small and effect.as_data()["body"] == "ball"
    again = json.loads(json.dumps(check.as_data()))
    assert again["objects"] == check.objects and again["body"] == "ball"


def test_a_ball_that_nothing_touches_repeats_no_run(monkeypatch):
    begun = runs_begun(monkeypatch)
    run = snake_beside_a_ball(0.35, -0.2)
    assert len(begun) == 1 and not bodies_were_hit(run) and step_check(run) is None


def test_a_damaged_finding_is_none():
    run = falling((0.1, 0.1), 0.1)
    for text in (
        "{",
        "[]",
        "3",
        '{"step": 1}',
        '{"step": "x", "status": 3, "until": 0, "centre": 0, "joints": 0, "error": 1}',
    ):
        run.dataset.attrs["step_check"] = text
        assert step_check(run) is None and repeated(run) == ""
    run.dataset.attrs["step_check"] = json.dumps(
        {"step": 0.005, "status": "finished", "until": 1, "centre": 0.02, "joints": 0.0, "error": 0.02}
    )
    assert "2 % of the path of the body" in repeated(run)


def test_batches_repeat_nothing_unless_asked(monkeypatch):
    begun, model = runs_begun(monkeypatch), pendulum()
    state = sl.initial_state(model, q=(3.13, 0.0))
    (run,) = silently(sl.simulate_batch, model, None, 2.5, state=state)
    assert step_check(run) is None and len(begun) == 1
    (run,) = silently(sl.simulate_batch, model, None, 2.5, state=state, check_step="auto")
    assert step_check(run) is not None and len(begun) == 3
