"""Poles and pipes against closed forms: sliding and rolling on and around a pole, a rope's wrap, the inside of a pipe."""

import math

import numpy as np
import pytest

import snakelab as sl

G = 9.81
EXACT = ["extrapolated", "LSODA"]


def contact(surface, mu=None, stiffness=1e5, damping=200.0, eps=1e-4, **more):
    friction = None if mu is None else sl.SurfaceFriction(mu, eps=eps, **more)
    return sl.Contact(surface, stiffness, damping, friction)


# ---- on top of a level pole ------------------------------------------------------------------------------------------------
POLE, ROLLER, MASS = 0.3, 0.05, 1.0
SIDEWAYS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


def departure(mu, start=0.15, hollow=False, **more):
    """Cosine of the angle from the vertical at which a cylinder leaves a level pole, and the run."""
    length = 0.2
    across = MASS * (ROLLER**2 / 2 + length**2 / 12)
    inertia = (MASS * ROLLER**2, across, across) if hollow else None
    link = sl.Link(length, mass=MASS, section=sl.Cylinder(ROLLER), inertia=inertia)
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), contact(sl.Pole(POLE, axis=(0, 1, 0)), mu)]))
    far = POLE + ROLLER - MASS * G * math.cos(start) / 2e5  # two rings
    position = (far * math.sin(start), -length / 2, far * math.cos(start))
    state = sl.initial_state(model, position=position, quaternion=SIDEWAYS)
    recording = sl.simulate(model, duration=1.2, state=state, record_rate=1000, **more)
    load = recording["skin_load"].values.sum(axis=1)
    assert load[20] == pytest.approx(MASS * G * math.cos(start), rel=0.02)
    k = int(np.argmax(load[20:] <= 0)) + 20
    x, _, z = recording["com_position"].values.T
    cosine = z / np.hypot(x, z) / math.cos(start)
    a, b = k - 30, k - 15  # on to the load of zero, which is linear in the cosine
    return cosine[b] - load[b] * (cosine[b] - cosine[a]) / (load[b] - load[a]), recording, k


@pytest.mark.parametrize("integrator", EXACT)
def test_a_cylinder_slides_off_a_slippery_pole_at_two_thirds(integrator):
    cosine, _, _ = departure(None, integrator=integrator)
    assert cosine == pytest.approx(2 / 3, rel=3e-3)


def test_a_solid_cylinder_rolls_off_a_pole_at_four_sevenths():
    """m v^2 / r = m g cos: with 3/2 of the mass in v, 4/3 g (1 - cos) = g cos. Grip enough to roll almost to the end."""
    cosine, recording, k = departure(20.0)
    assert cosine == pytest.approx(4 / 7, rel=5e-3)  # it slips at last: 0.5695 with a tolerance of 1e-5, too
    kinetic = recording["kinetic_energy"].values[k // 2]
    assert kinetic == pytest.approx(recording["gravity_energy"].values[[0, k // 2]] @ [1, -1], rel=5e-3)


def test_a_hollow_cylinder_rolls_off_a_pole_at_a_half():
    cosine, _, _ = departure(20.0, hollow=True)
    assert cosine == pytest.approx(1 / 2, rel=5e-3)


# ---- along a tilted pole ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("length", [8.0, math.inf])
@pytest.mark.parametrize("angle_deg", [20, 40, 70])
def test_a_link_slides_along_a_tilted_pole_by_coulomb(angle_deg, length):
    """Held above the pole by a slide along it and one away from it: a = g (sin - mu cos), load m g cos."""
    angle, mu = math.radians(angle_deg), 0.3
    down = (math.cos(angle), 0.0, -math.sin(angle))  # along the pole
    away = np.array([math.sin(angle), 0.0, math.cos(angle)])
    parts = [
        sl.Link(0.01, 0.1),
        sl.Prismatic("x", sl.Passive()),
        sl.Prismatic("z", sl.Passive()),
        sl.Link(0.2, MASS, section=sl.Cylinder(0.02)),
    ]
    pole = sl.Pole(0.05, axis=down, length=length)
    model = sl.build_model(
        sl.Robot(parts, base="fixed"),
        sl.World(
            [
                sl.Gravity(),
                contact(pole, mu),
            ]
        ),
    )
    lift = 0.07 - MASS * G * math.cos(angle) / 2e5
    start = 1.0 * away  # the base clear of the pole
    turn = (math.cos(angle / 2), 0.0, math.sin(angle / 2), 0.0)
    state = sl.initial_state(model, q=[0.0, lift - 1.0], position=start, quaternion=turn)
    recording = sl.simulate(model, duration=0.6, state=state)
    rate, t = recording["v"].values[:, 0], recording["time"].values
    acceleration = (rate[-1] - rate[10]) / (t[-1] - t[10])
    assert acceleration == pytest.approx(G * (math.sin(angle) - mu * math.cos(angle)), rel=2e-3)
    assert recording["skin_load"].values[-1].sum() == pytest.approx(MASS * G * math.cos(angle), rel=2e-3)


# ---- around an upright pole ------------------------------------------------------------------------------------------------
def orbiting(mu, slides=False, radius=0.1, bead=0.02, mass=0.4, stiffness=1e5):
    """A bead on an arm that turns about the pole's axis, pulled to it: the friction is that of pull less m r w^2."""
    joints = [sl.Revolute("z", sl.Passive()), *([sl.Prismatic("z", sl.Passive())] if slides else [])]
    link = sl.Link(0.02, mass, section=sl.Cylinder(bead), inertia=3 * (1e-9,))
    parts = [
        sl.Link(0.01, 0.1, com=0),
        sl.Mount(offset=(-0.01, 0, -5.0)),
        *joints,
        sl.Prismatic("x", sl.Motor()),
        sl.Mount(rotation=(0, 0, math.pi / 2), offset=(0, -0.01, 0)),
        link,
    ]
    pole = sl.Pole(radius, length=6.0)
    robot = sl.Robot(parts, base="fixed", skin=sl.Skin(rings_per_link=1))
    model = sl.build_model(robot, sl.World([contact(pole, mu, stiffness)]))
    return model, radius + bead


@pytest.mark.parametrize("integrator", EXACT)
def test_a_bead_on_an_arm_around_a_pole_slows_by_its_load(integrator):
    """m r^2 w' = -mu R (F - m r w^2): w = w0 tanh(artanh(w(0)/w0) - k w0 t), w0^2 = F / (m r), k = mu R / r."""
    mass, pull, mu, R = 0.4, 20.0, 0.3, 0.1
    model, r = orbiting(mu)
    sink = (pull - mass * r * 10.0**2) / 2e5  # two points of skin touch
    state = sl.initial_state(model, q=[0.0, r - sink], v=[10.0, 0.0], position=(0, 0, 5.0))
    recording = sl.simulate(model, sl.gaits.SteadyGait([0.0, -pull]), duration=0.06, state=state, integrator=integrator)
    w, t = recording["v"].values[:, 0], recording["time"].values
    w0, k = math.sqrt(pull / (mass * r)), mu * R / r
    expected = w0 * np.tanh(np.arctanh(10.0 / w0) - k * w0 * t)
    assert w[-1] < 6.0
    np.testing.assert_allclose(w, expected, rtol=5e-3)
    load = recording["skin_load"].values.sum(axis=1)[2:]
    np.testing.assert_allclose(load, pull - mass * r * w[2:] ** 2, rtol=5e-3)


def test_a_bead_on_a_helix_slows_along_its_path():
    """Pulled hard to the pole, its friction is against the slip: both rates fall in proportion, by mu F / m."""
    mass, pull, mu = 0.4, 2000.0, 0.05
    model, r = orbiting(mu, slides=True, bead=1e-3, stiffness=1e7)
    state = sl.initial_state(model, q=[0.0, -1.0, r - pull / 1e7], v=[15.0, 2.0, 0.0], position=(0, 0, 5.0))
    recording = sl.simulate(model, sl.gaits.SteadyGait([0.0, 0.0, -pull]), duration=5e-3, state=state, step=1e-4)
    turning, along = r * recording["v"].values[-1, 0], recording["v"].values[-1, 1]
    assert along / turning == pytest.approx(2.0 / (15 * r), rel=0.05)
    lost = math.hypot(15 * r, 2.0) - math.hypot(turning, along)
    assert lost == pytest.approx(mu * pull / mass * 5e-3, rel=0.05)


def wrapped(ratio, n=13, mu=0.4, radius=0.2, low=2.0):
    """A chain around half a pole, pulled at both ends along its end links; how far it has slid after 0.4 s [m]."""
    turn = math.pi / (n - 1)
    length = 2 * radius * math.tan(turn / 2)
    link = sl.Link(length, 0.05, section=sl.Box(1e-3, 1e-3))
    parts = [link]
    for _ in range(n - 1):
        parts += [sl.Revolute("z", sl.Passive()), link]
    robot = sl.Robot(parts, base="planar", skin=sl.Skin(rings_per_link=1, radius=0.0))
    media = [
        contact(sl.Pole(radius - 1e-5), mu, stiffness=1e5, damping=100.0, eps=1e-3),
        sl.ExternalWrench("link1", (-low, 0, 0), point=(0, 0, 0), axes="body", name="low"),
        sl.ExternalWrench(f"link{n}", (ratio * low, 0, 0), point=(length, 0, 0), axes="body", name="high"),
    ]
    model = sl.build_model(robot, sl.World(media))
    state = sl.initial_state(model, q=np.full(n - 1, turn), position=(radius, -length / 2, 0), quaternion=SIDEWAYS)
    recording = sl.simulate(model, duration=0.4, state=state)
    assert recording.finished
    ends = recording["link_position"].values[:, [0, -1]]
    return float((ends[-1, 0] - ends[0, 0])[1])


def test_a_chain_around_a_pole_holds_up_to_the_capstans_ratio():
    """Links that touch with their middles, each next one turned by d: (1 + mu tan(d/2)) / (1 - mu tan(d/2)) for each of the
    inner ones, and the end links that have one neighbour count half; e^(mu pi) for many.
    """
    mu, n = 0.4, 13
    half = mu * math.tan(math.pi / (n - 1) / 2)
    inner = ((1 + half) / (1 - half)) ** (n - 2)
    d = math.pi / (n - 1) / 2
    ends = (math.cos(d) + mu * math.sin(d)) / (math.cos(d) - mu * math.sin(d))
    limit = inner * ends
    assert limit == pytest.approx(math.exp(mu * math.pi), rel=0.02)
    held, slid = abs(wrapped(0.9 * limit)), wrapped(1.1 * limit)
    assert held < 2e-3  # the creep of smoothed friction
    assert slid > 0.05


# ---- inside a pipe ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("mu", "share"), [(None, 1.0), (0.8, 2 / 3)])
def test_a_cylinder_swings_in_the_bottom_of_a_pipe(mu, share):
    """omega^2 = share g / (bore - radius): all of g sliding, 2/3 of it rolling as a solid cylinder."""
    bore, radius, amplitude = 0.4, 0.05, 0.05
    link = sl.Link(0.2, MASS, section=sl.Cylinder(radius))
    pipe = sl.Pipe([(-3, 0, 0), (3, 0, 0)], bore)
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), contact(pipe, mu)]))
    reach = bore - radius + MASS * G / 2e5
    position = (-0.1, reach * math.sin(amplitude), -reach * math.cos(amplitude))
    recording = sl.simulate(model, duration=4.0, state=sl.initial_state(model, position=position), record_rate=500)
    y, t = recording["com_position"].values[:, 1], recording["time"].values
    falls = np.flatnonzero((y[:-1] > 0) & (y[1:] <= 0))
    crossings = t[falls] + (t[falls + 1] - t[falls]) * y[falls] / (y[falls] - y[falls + 1])
    period = np.diff(crossings).mean()
    exact = 2 * math.pi / math.sqrt(share * G / (bore - radius)) * (1 + amplitude**2 / 16)
    assert period == pytest.approx(exact, rel=2e-3)


@pytest.mark.thorough
@pytest.mark.parametrize("integrator", [EXACT[0], pytest.param("rk4", marks=pytest.mark.slow)])
def test_a_bead_in_a_bend_loads_its_outer_wall_by_its_centripetal_force(integrator):
    """A level bend of 90 degrees without friction: load m v^2 / r all the way, and no loss of speed."""
    bend, bore, radius, speed, mass = 1.0, 0.1, 0.02, 2.0, 0.2
    angles = np.linspace(0, math.pi / 2, 721)  # corners of an eighth of a degree
    line = np.column_stack([bend * np.sin(angles), bend * (1 - np.cos(angles)), 0 * angles])
    link = sl.Link(0.01, mass, section=sl.Cylinder(radius), inertia=3 * (0.1,))  # a light disc would turn over
    robot = sl.Robot([link], skin=sl.Skin(rings_per_link=1))
    model = sl.build_model(robot, sl.World([contact(sl.Pipe(line, bore), None, stiffness=2e3, damping=40.0)]))
    outer = bend + bore - radius
    heading = math.radians(10)
    along, out = (
        np.array([math.cos(heading), math.sin(heading), 0]),
        np.array([math.sin(heading), -math.cos(heading), 0]),
    )
    middle = np.array([0, bend, 0]) + (outer + mass * speed**2 / outer / 2e3) * out
    spin = speed / outer
    tail = middle - 0.005 * along
    velocity = speed * along - 0.005 * spin * -out  # of the tail, behind the middle
    state = sl.initial_state(
        model,
        position=tail,
        quaternion=(math.cos(heading / 2), 0, 0, math.sin(heading / 2)),
        velocity=(*velocity, 0, 0, spin),
    )
    recording = sl.simulate(model, duration=0.6, state=state, record_rate=500, integrator=integrator)
    place, load = recording["com_position"].values, recording["skin_load"].values.sum(axis=1)
    reached = np.degrees(np.arctan2(place[:, 0], bend - place[:, 1]))
    inside = (reached > 25) & (reached < 70)
    assert inside.sum() > 100
    assert load[inside].mean() == pytest.approx(mass * speed**2 / outer, rel=0.01)
    assert np.linalg.norm(recording["com_velocity"].values[inside][-1]) == pytest.approx(speed, rel=2e-3)


@pytest.mark.few(4, others="slow")
@pytest.mark.parametrize("offset", [0.0, 0.03])
@pytest.mark.parametrize(("length", "radius"), [(0.12, 0.02), (0.2, 0.03)])
@pytest.mark.parametrize("pole", [0.01, 0.02, 0.04, 0.08])
def test_a_thin_pole_between_two_rings_stops_a_link(pole, length, radius, offset):
    link = sl.Link(length, 0.3, section=sl.Cylinder(radius))
    place = (length / 2 + offset, pole + radius + 0.02, 0)
    world = sl.World([sl.Contact(sl.Pole(pole, point=place), friction=None)])
    model = sl.build_model(sl.Robot([link], base="planar"), world)
    recording = sl.simulate(model, None, 1.0, state=sl.initial_state(model, velocity=(0, 0.3, 0, 0, 0, 0)))
    if offset == 0.0:
        gap = np.linalg.norm(recording["link_position"].values[:, 0, :2] - np.array(place[:2]), axis=1)
        assert gap.min() > pole + 0.8 * radius
    assert recording["com_velocity"].values[-1, 1] < 0.25
    assert not any("penetrated" in line for line in sl.remarks(recording))


def test_a_thick_pole_needs_no_points_between_the_rings():
    """A pole of 2 m sinks 0.39 mm into a link of 80 mm between its rings, 1.3 % of its radius; one of 0.2 m 12 %."""
    link = sl.Link(0.08, 0.3, section=sl.Cylinder(0.03))
    robot = sl.Robot([link, sl.Revolute("z"), link])
    thick, thin = (sl.build_model(robot, sl.World([sl.Contact(sl.Pole(radius))])).skin_names for radius in (2.0, 0.2))
    assert set(thin) - set(thick) == {name for name in thin if name.endswith(".edge")} != set()


SECTIONS = [sl.Box(0.1, 0.02), sl.Box(0.02, 0.1), sl.Ellipse(0.1, 0.02), sl.Cylinder(0.02)]
RIDGES = [
    sl.Block((0.01, 1, 0.2), (0.1, 0, -0.1)),
    sl.Pole(0.005, (0.1, 0, -0.005), (0, 1, 0)),
    sl.Pole(0.2, (0.1, 0, -0.2), (0, 1, 0)),
]


@pytest.mark.few(4, others="slow")
@pytest.mark.parametrize("ridge", RIDGES, ids=["block", "thin pole", "thick pole"])
@pytest.mark.parametrize("section", SECTIONS, ids=["flat", "upright", "ellipse", "round"])
def test_a_link_rests_on_a_ridge_under_its_middle_by_its_half_height(section, ridge):
    """It sinks by its weight over the stiffness of the points that touch: one, or the two lower edges of a box."""
    link = sl.Link(0.2, MASS, section=section)
    model = sl.build_model(sl.Robot([link]), sl.World([sl.Gravity(), contact(ridge)]))
    recording = sl.simulate(model, duration=0.5, state=sl.initial_state(model, position=(0, 0, section.half_height)))
    n_points = 2 if isinstance(section, sl.Box) else 1
    height = section.half_height - MASS * G / (n_points * 1e5)
    assert recording["link_position"].values[-1, 0, 2] == pytest.approx(height, abs=1e-6)


def test_a_thin_pole_between_the_edges_of_a_box_stops_it_head_on():
    link = sl.Link(0.2, 0.3, section=sl.Box(0.1, 0.03))
    model = sl.build_model(sl.Robot([link], base="planar"), sl.World([contact(sl.Pole(0.01, (0.25, 0.0, 0.0)))]))
    state = sl.initial_state(model, velocity=(0.3, 0, 0, 0, 0, 0))
    recording = sl.simulate(model, duration=1.0, state=state)
    assert recording["link_position"].values[:, 0, 0].max() < 0.14 + 2e-3
    assert recording["com_velocity"].values[-1, 0] < 0.0


def test_the_load_of_a_pole_does_not_jump_as_it_passes_from_the_middle_of_a_link_to_its_end():
    link = sl.Link(0.2, MASS, section=sl.Cylinder(0.02))
    base = sl.Link(0.01, 0.1, section=sl.Cylinder(1e-3))
    robot = sl.Robot([base, sl.Mount(offset=(-0.23, 0, 0)), sl.Prismatic("x", sl.Prescribed()), link], base="fixed")
    model = sl.build_model(robot, sl.World([contact(sl.Pole(0.1, (0, 0, -0.119), (0, 1, 0)), damping=0.0)]))
    slide = sl.TableGait([0.0, 1.0], [[0.0], [0.24]])
    recording = sl.simulate(model, slide, duration=1.0, record_rate=1000, step=1e-3)
    loads = recording["skin_load"].values.sum(axis=1)
    assert loads[500] == pytest.approx(1e5 * 1e-3, rel=1e-3)  # in the middle, 1 mm deep
    assert np.abs(np.diff(loads)).max() < 0.06 * loads[500]


def test_other_numbers_of_rings_are_announced_if_a_pole_passes_between_them():
    thin = sl.World([sl.Contact(sl.Pole(0.01))])
    robot = sl.Robot([sl.Link(0.2, 0.3, section=sl.Cylinder(0.03))], skin=sl.Skin(rings_per_link=3))
    with pytest.warns(
        sl.SnakelabWarning, match=r"sinks 0.06 m into links between their rings, 200 % .* write rings_per_link=2"
    ):
        names = sl.build_model(robot, thin).skin_names
    assert not any(".edge" in name for name in names)
    sl.build_model(robot, sl.World([sl.Contact(sl.Pole(0.3))]))  # 3.8 mm


def test_a_thin_pole_that_is_placed_during_a_run_is_announced():
    robot = sl.Robot([sl.Link(0.2, 0.3, section=sl.Cylinder(0.03))])
    model = sl.build_model(robot, sl.World([sl.Gravity(), sl.Contact()]))
    pole = sl.sim.PlaceObstacle(sl.Contact(sl.Pole(0.02, (0.1, 0.3, 0.0)), name="post"), at=0.01)
    with pytest.warns(sl.SnakelabWarning, match="'post' sinks 0.06 m into links between their rings"):
        sl.simulate(model, duration=0.02, state=sl.initial_state(model, position=(0, 0, 0.03)), events=[pole])
