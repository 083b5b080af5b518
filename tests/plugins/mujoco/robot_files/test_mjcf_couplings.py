"""Equality constraints and tendons of MJCF as loops, gears and cables, against MuJoCo; and both written again."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import snakelab as sl
from optional_packages import mujoco
from snakelab.errors import RobotError
from snakelab.plugins.mujoco import from_mjcf, to_mjcf
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text

HARD = 'solref="1e-4 1" solimp="0.99999 0.99999 1e-3"'
MOTOR = "<motor joint='j0' ctrlrange='-5 5'/>"


def chain(n=5, equality="", tendon="", actuator=MOTOR, base="", axes=("0 0 1",), rest="", bend=0.4):
    """A chain of bars of 0.2 m on the world, with sites at their ends and beside them."""
    xml, close = "", ""
    for i in range(n):
        joint = base if i == 0 and base else f'<joint name="j{i}" axis="{axes[i % len(axes)]}" damping="0.02"/>'
        place = "0 0 0.5" if i == 0 else "0.2 0 0"
        xml += (
            f'<body name="b{i}" pos="{place}" euler="0 0 {bend if i else 0}">{joint}'
            '<geom type="capsule" fromto="0 0 0 0.2 0 0" size="0.01" mass="0.2" contype="0" conaffinity="0"/>'
            f'<site name="s{i}" pos="0.1 0.02 0.01"/><site name="e{i}" pos="0.2 0 0"/>'
        )
        close += "</body>"
    return (
        f'<mujoco><option timestep="1e-4" gravity="0 -9.81 0" integrator="implicitfast"/><compiler angle="radian"/><worldbody>'
        f'<site name="w" pos="0.1 0.3 0.5"/>{xml}{close}</worldbody><equality>{equality}</equality><tendon>{tendon}</tendon>'
        f"<actuator>{actuator}</actuator>{rest}</mujoco>"
    )


def simulated(text, duration, control=(), q=None):
    """Coordinates of MuJoCo over time."""
    m = mujoco.MjModel.from_xml_string(text)
    d = mujoco.MjData(m)
    if q is not None:
        d.qpos[:] = q
    d.ctrl[: len(control)] = control
    rows = []
    while d.time < duration - 1e-9:
        rows.append(d.qpos.copy())
        mujoco.mj_step(m, d)
    return np.array([*rows, d.qpos.copy()])


def ours(imported, duration, commands, q=None):
    model = sl.build_model(imported.robot, imported.world)
    given = np.zeros(model.n_coordinates)
    given[: len(commands)] = commands
    state = sl.initial_state(model, q=q, **imported.initial)
    return sl.simulate(model, sl.FunctionGait(lambda t: given), duration, state=state, step=2e-4, record_rate=200)


LOOPS = {
    "a body held in the world": f'<connect body1="b4" anchor="0.2 0 0" {HARD}/>',
    "two sites of links": f'<connect site1="e4" site2="s1" {HARD}/>',
    "a weld of bodies": f'<weld body1="b3" body2="b0" {HARD}/>',
    "a weld of bodies with an anchor": f'<weld body1="b1" body2="b4" anchor="0.1 0.05 0" {HARD}/>',
}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LOOPS)
def test_a_constraint_as_a_loop_moves_as_in_mujoco(name):
    equality = LOOPS[name]
    text = chain(
        equality=equality if "two sites" not in name else f'<connect body1="b4" body2="b1" anchor="0.1 0 0" {HARD}/>'
    )
    imported = from_mjcf(text)
    (loop,) = imported.robot.loops
    assert loop.fix == ("weld" if "weld" in name else "point")
    assert any("as a Loop" in line for line in imported.kept)
    assert any("here it is rigid" in line for line in imported.changed)
    run = ours(imported, 0.3, [1.5])
    assert run.finished
    theirs = simulated(text, 0.3, [1.5])[::50]
    assert np.abs(run["q"].values - theirs[: len(run["q"])]).max() < 3e-3
    assert run["coupling_gap"].values.max() < 1e-5


def test_accelerations_of_a_closed_chain_in_space_are_those_of_mujoco():
    text = chain(9, f'<connect body1="b8" body2="b1" anchor="0.1 0 0" {HARD}/>', axes=("0 0 1", "0 1 0"))
    imported = from_mjcf(text)
    model = sl.build_model(imported.robot, imported.world)
    gait = sl.gaits.SteadyGait([2.0, *8 * [0.0]])
    run = sl.simulate(model, gait, 2e-5, state=sl.initial_state(model, **imported.initial), step=1e-5, record_rate=1e5)
    ours_now = (run["v"].values[1] - run["v"].values[0]) / 1e-5
    m = mujoco.MjModel.from_xml_string(text)
    d = mujoco.MjData(m)
    d.ctrl[0] = 2.0
    mujoco.mj_forward(m, d)
    assert np.abs(d.qacc).max() > 5
    assert_allclose(ours_now, d.qacc, atol=2e-3 * np.abs(d.qacc).max())


def test_sites_that_touch_close_a_loop_and_a_pair_is_a_hinge():
    """A four-bar that is drawn open by nothing: two points on an axis."""
    more = f'<connect name="a" body1="b2" anchor="0.2 0 0.05" {HARD}/><connect name="b" body1="b2" anchor="0.2 0 -0.05" {HARD}/>'
    imported = from_mjcf(chain(3, more))
    assert [loop.name for loop in imported.robot.loops] == ["a"]
    model = sl.build_model(imported.robot)
    assert model.arrays.couplings["n_rows"].sum() == 2  # a planar chain
    assert any(line.startswith("equality constraint 'b': it imposes only") for line in imported.dropped)


def test_what_no_loop_can_say_is_one_line():
    free = chain(3, f'<connect name="c" body1="b2" anchor="0 0 0" {HARD}/>', base='<freejoint name="f"/>', actuator="")
    with pytest.raises(RobotError, match="'c' \\(connect\\) holds 'b2' in the world, and the base is floating"):
        from_mjcf(free)


def test_a_loop_between_the_trunk_and_a_branch_moves_as_in_mujoco():
    tip = '<body name="r2" pos=".3 0 0"><joint name="j2" axis="0 0 1"/><geom size=".1"/></body>'
    sides = (("l", "0 .3 0", ""), ("r", "0 -.3 0", tip))
    bodies = "".join(
        f'<body name="{name}" pos="{place}"><joint name="j{name}" axis="0 0 1"/><geom size=".1"/>{more}</body>'
        for name, place, more in sides
    )
    tree = f'<body name="b0"><joint name="j0" axis="0 0 1"/><geom size="0.1"/>{bodies}</body>'
    closed = '<equality><connect name="c" body1="r2" body2="l" anchor="0 0 0" solref="0.002 1"/></equality>'
    options = '<option gravity="0 0 0" timestep="0.0002"/><default><geom contype="0" conaffinity="0"/></default>'
    text = f"<mujoco>{options}<worldbody>{tree}</worldbody>{closed}</mujoco>"
    imported = from_mjcf(text)
    assert [branch.on for branch in imported.robot.branches] == ["b0"] and len(imported.robot.loops) == 1
    model = sl.build_model(imported.robot, imported.world)
    given = {"j0": 1.0, "jr": 0.0, "j2": 0.3, "jl": 0.0}
    assert model.coordinate_names == tuple(given)
    run = sl.simulate(model, None, 0.3, step=5e-4, state=sl.initial_state(model, v=list(given.values())))
    m = mujoco.MjModel.from_xml_string(text)
    d = mujoco.MjData(m)
    for name, rate in given.items():
        d.joint(name).qvel[0] = rate
    while d.time < 0.3 - 1e-9:
        mujoco.mj_step(m, d)
    theirs = [d.joint(name).qpos[0] for name in given]
    assert np.abs(theirs).max() > 0.25
    assert np.abs(run["q"].values[-1] - theirs).max() < 1e-5


# ---- fixed tendons -----------------------------------------------------------------------------------------------------

FIXED = '<fixed name="{0}">{1}</fixed>'


def fixed(name, **coefficients):
    return FIXED.format(name, "".join(f'<joint joint="{j}" coef="{c}"/>' for j, c in coefficients.items()))


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("tendon", "law", "ratio", "offset"),
    [
        (fixed("t", j1=2.0, j0=1.0), 'tendon1="t" polycoef="0.1 0 0 0 0"', -0.5, 0.05),
        (fixed("t", j1=1.0) + fixed("s", j0=3.0), 'tendon1="t" tendon2="s" polycoef="0 0.5 0 0 0"', 1.5, 0.0),
        (fixed("t", j1=1.0, j0=1.0) + fixed("s", j0=2.0), 'tendon1="t" tendon2="s" polycoef="0 2 0 0 0"', 3.0, 0.0),
    ],
    ids=["one tendon", "two tendons", "a joint in both"],
)
def test_an_equality_of_fixed_tendons_of_two_joints_is_a_gear(tendon, law, ratio, offset):
    text = chain(3, equality=f"<tendon name='e' {law} {HARD}/>", tendon=tendon)
    imported = from_mjcf(text)
    (gear,) = imported.robot.gears
    assert (gear.driven, gear.by) == ("j1", "j0")
    assert (gear.ratio, gear.offset) == pytest.approx((ratio, offset))
    assert not any("tendon" in line for line in imported.dropped)
    start = np.array([0.0, offset, 0.0])
    theirs, run = simulated(text, 0.3, [1.0], start)[::50], ours(imported, 0.3, [1.0], start)
    assert np.ptp(theirs[:, 1]) > 0.05
    assert_allclose(run["q"].values, theirs, atol=2e-3)


@pytest.mark.parametrize(
    ("actuator", "control"),
    [
        ('<motor name="m" tendon="t" gear="2"/>', 0.5),
        ('<position name="m" tendon="t" kp="3" kv="0.1"/>', 0.4),
    ],
    ids=["motor", "servo"],
)
def test_an_actuator_on_a_fixed_tendon_of_coupled_joints_is_that_of_the_joint_that_leads(actuator, control):
    equality = f'<joint joint1="j1" joint2="j0" polycoef="0 -2 0 0 0" {HARD}/>'
    text = chain(3, equality=equality, tendon=fixed("t", j0=0.5, j1=-0.25), actuator=actuator)
    imported = from_mjcf(text)
    first, second = (part.actuator for part in imported.robot.parts if part.coordinates and part.name in ("j0", "j1"))
    servo = "position" in actuator
    assert isinstance(first, sl.Servo if servo else sl.Motor) and isinstance(second, sl.Passive)
    length = 0.5 + 0.25 * 2  # change of the tendon with j0
    command = control / length if servo else 2 * length * control
    theirs, run = (
        simulated(text, 0.3, [control])[::50],
        ours(imported, 0.3, [command, -2 * command] if servo else [command]),
    )
    assert np.ptp(theirs[:, 0]) > 0.05
    assert_allclose(run["q"].values, theirs, atol=2e-3)
    assert any("fixed tendon, by a Gear or the actuator of its joint of t" in line for line in imported.kept)


def test_an_actuator_on_a_fixed_tendon_of_one_joint_is_that_of_the_joint():
    text = chain(3, tendon=fixed("t", j1=-2.0), actuator='<motor name="m" tendon="t" gear="3" ctrlrange="-1 1"/>')
    imported = from_mjcf(text)
    (motor,) = [part.actuator for part in imported.robot.parts if part.coordinates and part.name == "j1"]
    assert motor == sl.Motor(6.0)
    assert any("multiplied by -6" in line for line in imported.changed)


def test_other_equalities_of_tendons_are_one_line():
    three = chain(3, equality='<tendon name="e" tendon1="t"/>', tendon=fixed("t", j0=1.0, j1=1.0, j2=1.0))
    curve = chain(
        3,
        equality='<tendon name="e" tendon1="t" tendon2="s" polycoef="0 1 1 0 0"/>',
        tendon=fixed("t", j0=1.0) + fixed("s", j1=1.0),
    )
    for text in (three, curve):
        with pytest.raises(
            RobotError, match="'e' \\(tendon\\) is not supported unless it joins two joints by fixed"
        ) as caught:
            from_mjcf(text)
        assert "\n" not in str(caught.value)
    # an actuator on a tendon of two independent joints
    both = from_mjcf(chain(3, tendon=fixed("t", j0=1.0, j1=1.0), actuator='<motor name="m" tendon="t"/>'))
    assert any("tendon of t: its path contains joints" in line for line in both.dropped)
    assert any("'m': it acts on no hinge or slide" in line for line in both.dropped)


# ---- tendons -----------------------------------------------------------------------------------------------------------
GUIDES = "".join(f'<site site="s{i}"/>' for i in range(5))


@pytest.mark.parametrize(
    ("damping", "duration"), [(0, 0.3), (3, 0.1)]
)  # a damper of MuJoCo also acts on a slack tendon
def test_a_spring_that_only_pulls_is_a_cable_with_the_same_motion(damping, duration):
    text = chain(
        tendon=f'<spatial name="t" stiffness="150" damping="{damping}" springlength="0 0.7">{GUIDES}</spatial>'
    )
    imported = from_mjcf(text)
    (cable,) = imported.robot.cables
    assert cable.stiffness / cable.rest == pytest.approx(150) and cable.rest == 0.7
    assert not any("tendon" in line for line in imported.dropped)
    run = ours(imported, duration, [1.0])
    theirs = simulated(text, duration, [1.0])[::50]
    assert run["coupling_load"].values.max() > 5
    assert np.abs(run["q"].values - theirs[: len(run["q"])]).max() < 1.5e-3


def test_a_motor_of_a_tendon_is_a_winch_whose_command_is_the_tension():
    actuator = '<motor name="pull" tendon="t" gear="-1" ctrlrange="0 20"/>'
    text = chain(tendon=f'<spatial name="t">{GUIDES}</spatial>', actuator=actuator)
    imported = from_mjcf(text)
    (cable,) = imported.robot.cables
    assert isinstance(cable.actuator.actuator, sl.Motor) and cable.actuator.actuator.force_limit == 20
    run = ours(imported, 0.4, [0, 0, 0, 0, 0, 8.0])
    theirs = simulated(text, 0.4, [8.0])[::50]
    assert run["coupling_load"].values[-1, 0] == pytest.approx(8.0, rel=0.02)
    assert np.abs(run["q"].values[:, :5] - theirs[: len(run["q"])]).max() < 0.02 * np.abs(theirs).max()
    assert any("its command is the tension, 1 times the control" in line for line in imported.kept)
    assert any("the inertia of the winch is 0.001 kg (assumed)" in line for line in imported.changed)
    assert "wound" not in scenario_text(imported, "arm.xml")


def test_a_position_servo_of_a_tendon_is_a_winch_whose_command_is_the_wound_length():
    actuator = '<position name="pull" tendon="t" kp="800" kv="20" forcerange="-60 0"/>'
    text = chain(tendon=f'<spatial name="t">{GUIDES}</spatial>', actuator=actuator)
    imported = from_mjcf(text)
    m = mujoco.MjModel.from_xml_string(text)
    wound = 0.02
    run = ours(imported, 0.4, [0, 0, 0, 0, 0, wound])
    theirs = simulated(text, 0.4, [float(m.tendon_length0[0]) - wound])[::50]
    assert np.abs(run["q"].values[:, :5] - theirs[: len(run["q"])]).max() < 0.03 * np.abs(theirs).max()


def test_tendons_that_no_cable_can_say_are_one_line_each():
    halves = '<site site="s0"/><site site="s1"/><pulley divisor="2"/><site site="s2"/><site site="s3"/>'
    geom = f'<spatial name="round">{halves}</spatial>'
    fixed = '<fixed name="sum"><joint joint="j0" coef="1"/><joint joint="j1" coef="-1"/></fixed>'
    idle = f'<spatial name="idle">{GUIDES}</spatial>'
    both = f'<spatial name="both" stiffness="10" springlength="0.5">{GUIDES}</spatial>'
    rope = f'<spatial name="rope" limited="true" range="0 0.9">{GUIDES}</spatial>'
    push = f'<spatial name="push">{GUIDES}</spatial>'
    actuator = '<motor name="p" tendon="push" ctrlrange="0 5"/><velocity name="v" tendon="push" kv="2"/>'
    imported = from_mjcf(chain(tendon=geom + fixed + idle + both + rope + push, actuator=actuator))
    dropped, changed = "\n".join(imported.dropped), "\n".join(imported.changed)
    for line in ("tendon of round: its path contains a pulley", "tendon of sum: its path contains joints",
                 "neither a spring, a limit nor a motor", "its force pushes, and a Cable only pulls",
                 "it controls the speed of the tendon"):  # fmt: skip
        assert line in dropped, dropped
    assert "its spring also pushes in the file" in changed and "a Cable of 0.9 m" in changed
    assert [cable.name for cable in imported.robot.cables] == ["both", "rope"]


# ---- and back ----------------------------------------------------------------------------------------------------------
@pytest.mark.thorough
def test_cables_and_loops_are_written_and_read_again():
    text = chain(
        equality=f'<weld name="w1" body1="b1" body2="b4" anchor="0.1 0.05 0" {HARD}/>',
        tendon=f'<spatial name="t">{GUIDES}</spatial>'
        f'<spatial name="u" stiffness="150" damping="3" springlength="0 0.7">{GUIDES}</spatial>',
        actuator=MOTOR + '<motor name="pull" tendon="t" gear="-1" ctrlrange="0 20"/>',
    )
    first = from_mjcf(text)
    model = sl.build_model(first.robot, first.world)
    export = to_mjcf(model, state=sl.initial_state(model, **first.initial))
    assert not any("the cables" in line for line in export.left_out)
    again = from_mjcf(export.xml)
    assert len(again.robot.loops) == 1 and [cable.name for cable in again.robot.cables] == ["t", "u"]
    for one, other in zip(first.robot.cables, again.robot.cables, strict=True):
        assert_allclose([g.point for g in one.guides], [g.point for g in other.guides], atol=1e-9)
        assert [g.on for g in one.guides] == [g.on for g in other.guides]
        assert (one.actuator is None) == (other.actuator is None)
    spring, same = first.robot.cables[1], again.robot.cables[1]
    assert same.stiffness == pytest.approx(spring.stiffness) and same.rest == pytest.approx(spring.rest)
    one, other = (ours(imported, 0.2, [1.0, 0, 0, 0, 0, 6.0]) for imported in (first, again))
    assert np.abs(one["q"].values[:, :5] - other["q"].values[:, :5]).max() < 1e-6


# ---- rotors that drive the base ----------------------------------------------------------------------------------------
ROOTS = {
    "planar": '<joint name="x" type="slide" axis="1 0 0" damping=".3" armature=".4"/>'
    '<joint name="y" type="slide" axis="0 1 0" damping=".1" armature=".2"/>'
    '<joint name="yaw" type="hinge" pos="0.03 0.02 0" damping=".02" armature=".005"/>',
    "floating": '<joint name="x" type="slide" axis="1 0 0" armature=".4"/><joint name="y" type="slide" axis="0 1 0" '
    'armature=".2"/><joint name="z" type="slide" axis="0 0 1" armature=".1"/><joint name="turn" type="ball" armature=".003"/>',
}


@pytest.mark.parametrize("kind", ROOTS)
def test_rotors_of_the_base_have_their_inertia(kind):
    text = chain(
        4, base=ROOTS[kind], actuator='<motor joint="j1"/>', axes=("0 0 1",) if kind == "planar" else ("0 0 1", "0 1 0")
    )
    imported = from_mjcf(text.replace('gravity="0 -9.81 0"', 'gravity="0 0 0"'))
    assert imported.robot.base == kind
    assert not any("armature" in line for line in imported.dropped)
    assert any("armature (the rotor's inertia) of the base of x, y" in line for line in imported.kept)
    m = mujoco.MjModel.from_xml_string(text.replace('gravity="0 -9.81 0"', 'gravity="0 0 0"'))
    d, rng = mujoco.MjData(m), np.random.default_rng(3)
    model = sl.build_model(imported.robot, imported.world)
    n = 3 if kind == "planar" else 6
    d.qvel[n:] = rng.normal(size=m.nv - n)
    d.qpos[-3:] = rng.normal(size=3) * 0.5
    d.ctrl[0] = 0.5
    mujoco.mj_forward(m, d)
    state = sl.initial_state(model, **imported.initial, q=d.qpos[-3:], v=d.qvel[-3:])
    ours_now = sl.forward_dynamics(model, state, [0.5, 0.0, 0.0])
    assert_allclose(ours_now[-3:], d.qacc[-3:], rtol=1e-8, atol=1e-8 * np.abs(d.qacc).max())
