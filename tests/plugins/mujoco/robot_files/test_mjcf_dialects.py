"""MJCF files of older versions and of other computers, contact of pairs, ellipsoids, axles, legs and grounds under slides."""

from dataclasses import replace

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.errors import RobotError
from snakelab.geometry import Cylinder, Ellipse
from snakelab.plugins.mujoco import from_mjcf, to_mjcf
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text

GEOM = '<geom name="g{0}" type="box" size="0.05 0.02 0.01" pos="0.05 0 0" friction="{1}"/>'
FLOOR = '<geom name="floor" type="plane" size="1 1 1" friction="0.2"/>'


def chain(n=3, *, root="<freejoint/>", option="", more="", friction="0.4", geom=GEOM, sides="", world=FLOOR):
    """A chain of boxes above a plane; `sides` stands on the first body but one."""
    inside = ""
    for i in reversed(range(n)):
        joint = f'<joint name="j{i}" axis="0 0 1" range="-60 60"/>' if i else root
        at = "0 0 0.2" if i == 0 else "0.1 0 0"
        body = geom.format(i, friction) + (sides if i == 1 else "")
        inside = f'<body name="b{i}" pos="{at}">{joint}{body}{inside}</body>'
    return f'<mujoco model="case">{option}<worldbody>{world}{inside}</worldbody>{more}</mujoco>'


OLD = (
    '<compiler convexhull="true"/><option collision="{0}" apirate="100" mpr_iterations="50" mpr_tolerance="1e-6">'
    '<flag sensornoise="enable"/></option>'
)


def test_attributes_of_older_versions_are_removed_and_listed(tmp_path):
    with pytest.raises(ValueError, match="unrecognized attribute"):
        mujoco.MjModel.from_xml_string(chain(option=OLD.format("all")))
    imported, plain = from_mjcf(chain(option=OLD.format("all"))), from_mjcf(chain())
    assert (imported.robot, imported.world) == (plain.robot, plain.world)
    (why,) = [line for line in imported.changed if line.startswith("collision='all' of <option>")]
    assert "of an older MuJoCo; contact is that of the geoms" in why
    for key in ("apirate", "mpr_iterations", "mpr_tolerance", "convexhull", "sensornoise"):
        assert any(line.startswith(f"{key}=") and "no effect on the robot" in line for line in imported.changed)
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "floor.xml").write_text(f"<mujoco><worldbody>{FLOOR}</worldbody></mujoco>")
    path = tmp_path / "main.xml"
    path.write_text(chain(option=OLD.format("all") + '<include file="parts/floor.xml"/>', world=""))
    assert from_mjcf(path).world == plain.world


PAIRS = (
    '<contact><pair geom1="floor" geom2="g0" friction="0.7 0.7"/><pair geom1="g2" geom2="floor" friction="0.6 0.6"/>'
    "</contact>"
)


def test_pairs_are_the_contact_of_predefined_collisions():
    imported = from_mjcf(chain(option=OLD.format("predefined"), more=PAIRS))
    (contact,) = imported.world.contacts
    assert contact.coulomb.mu_tangential == 0.6
    factors = {part.name: part.friction_factor for part in imported.robot.parts if part.stations}
    assert 0.6 * factors.pop("b0") == pytest.approx(0.7) and set(factors.values()) == {1.0}
    assert "friction that differs, as the friction_factor of the link: b0 0.7" in imported.kept
    assert from_mjcf(chain(option=OLD.format("predefined"))).world.contacts == ()


def test_a_robot_with_rough_and_smooth_links_moves_alike_from_its_own_mjcf():
    link = sl.Link(0.1, 0.1, sl.geometry.Cylinder(0.02))
    parts = [replace(link, name=f"m{i}", friction_factor=f) for i, f in enumerate((0.2, 1.0, 1.0, 2.0))]
    robot = sl.Robot([parts[0], *(part for link in parts[1:] for part in (sl.Revolute("z", sl.Servo(2.0)), link))])
    world = sl.World([sl.Gravity(), sl.Contact(friction=sl.SurfaceFriction(0.4))])
    again = from_mjcf(to_mjcf(sl.build_model(robot, world), world=True).xml)
    assert [p.friction_factor for p in again.robot.parts if isinstance(p, sl.Link)] == [0.2, 1.0, 1.0, 2.0]
    assert again.world.contacts[0].coulomb.mu_tangential == pytest.approx(0.4)


def test_pairs_come_before_the_bits_of_geoms_and_excluded_bodies_do_not_touch():
    (contact,) = from_mjcf(chain(more=PAIRS)).world.contacts
    assert contact.coulomb.mu_tangential == 0.4  # of the middle body, larger than that of the plane
    without = "".join(f'<exclude body1="world" body2="b{i}"/>' for i in range(3))
    assert from_mjcf(chain(more=f"<contact>{without}</contact>")).world.contacts == ()


def test_meshes_of_another_computer_are_found_beside_the_file_and_listed(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    (tmp_path / "meshes").mkdir()
    trimesh.creation.box((0.1, 0.04, 0.02)).export(tmp_path / "meshes" / "bar.stl")
    asset = (
        '<compiler meshdir="/home/somebody/robot/meshes/"/><asset><mesh name="bar" file="bar.stl"/>'
        '<texture name="skin" type="2d" file="gone.png"/><material name="skin" texture="skin"/></asset>'
    )
    geom = '<geom name="g{0}" type="mesh" mesh="bar" pos="0.05 0 0" friction="{1}" material="skin"/>'
    path = tmp_path / "robot.xml"
    path.write_text(chain(option=asset, geom=geom))
    imported = from_mjcf(path)
    links = [part for part in imported.robot.parts if isinstance(part, sl.Link)]
    assert [link.section for link in links] == 3 * [sl.geometry.Box(0.04, 0.02)]
    gone, file = "/home/somebody/robot/meshes/bar.stl", tmp_path / "meshes" / "bar.stl"
    assert f"the file {gone}: there is no such file; {file} is read" in imported.changed
    file.unlink()
    with pytest.raises(RobotError, match=r"MuJoCo cannot read it: .*bar\.stl"):
        from_mjcf(path)


@pytest.mark.parametrize(
    ("size", "section"), [("0.05 0.02 0.01", Ellipse(0.04, 0.02)), ("0.05 0.02 0.02", Cylinder(0.02))]
)
def test_ellipsoids_are_elliptic_links(size, section):
    geom = GEOM.replace("box", "ellipsoid").replace("0.05 0.02 0.01", size)
    imported = from_mjcf(chain(geom=geom))
    assert {part.section for part in imported.robot.parts if isinstance(part, sl.Link)} == {section}
    bar = "an elliptic" if isinstance(section, Ellipse) else "a round"
    assert f"shape of b0, b1, b2: an ellipsoid; {bar} bar stands for it" in imported.changed


AXLE = (
    '<body name="axle" pos="0.05 0 0"><joint name="spin" pos="0 0.03 0" axis="0 1 0"/>'
    '<geom type="cylinder" size="0.02" fromto="0 -0.03 0 0 -0.026 0"/>'
    '<geom type="cylinder" size="0.02" fromto="0 0.026 0 0 0.03 0"/>'
    '<geom type="cylinder" size="0.004" fromto="0 -0.026 0 0 0.026 0"/></body>'
)


def test_two_wheels_on_an_axle_are_two_wheels():
    robot = from_mjcf(chain(sides=AXLE)).robot
    (axle,) = [part for part in robot.parts if getattr(part, "wheels", ())]
    assert axle.is_wheel and robot.coordinate_names[-1] == "spin" and axle.length == pytest.approx(0.06)
    assert [(wheel.radius, round(wheel.point[0], 12)) for wheel in axle.wheels] == [(0.02, 0.002), (0.02, 0.058)]
    fixed = from_mjcf(chain(sides=AXLE), spinning_wheels=False)
    wheels = [wheel for part in fixed.robot.parts for wheel in getattr(part, "wheels", ())]
    assert [(wheel.radius, tuple(wheel.centre().round(12))) for wheel in wheels] == [
        (0.02, (0.05, -0.028, 0.0)),
        (0.02, (0.05, 0.028, 0.0)),
    ]
    drum = AXLE.replace('size="0.004"', 'size="0.022"')
    robot = from_mjcf(chain(sides=drum)).robot
    assert not any(getattr(part, "wheels", ()) for part in robot.parts) and len(robot.branches) == 1


def leg(side, joints):
    inside = ""
    for i in reversed(range(joints)):
        joint = f'<joint name="leg{side}{i}" axis="1 0 0"/>'
        bone = f'<geom type="capsule" size="0.005" fromto="0 0 0 0 {0.03 * side} 0"/>'
        inside = f'<body name="leg{side}{i}" pos="0 {0.02 * side} 0">{joint}{bone}{inside}</body>'
    return inside


def test_legs_are_branches_unless_they_have_as_many_joints_as_the_rest():
    robot = from_mjcf(chain(6, sides=leg(1, 4) + leg(-1, 4))).robot
    assert [part.name for part in robot.trunk if part.coordinates] == [f"j{i}" for i in range(1, 6)]
    assert [branch.name for branch in robot.branches] == ["leg10", "leg-10"] and robot.n_coordinates == 13
    robot = from_mjcf(chain(4, sides=leg(1, 4) + leg(-1, 4))).robot
    assert sum(len(part.coordinates) for part in robot.trunk) == 8 and robot.n_coordinates == 11


UPRIGHT = '<joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>'


def test_a_body_on_slides_rests_on_the_plane_of_its_file():
    imported = from_mjcf(chain(root=UPRIGHT))
    assert imported.robot.base == "fixed" and len(imported.world.contacts) == 1
    model = sl.build_model(imported.robot, imported.world)
    state = sl.initial_state(model, **imported.initial)
    recording = sl.simulate(model, None, 1.0, state=state, tolerance=1e-5)
    assert recording["q"].values[-1, 1] == pytest.approx(0.01 - 0.2, abs=1e-3)  # half the height of the boxes
    assert "position: [0.0, 0.0, 0.2]" in scenario_text(imported, "case.xml")
    assert from_mjcf(chain(1, root="")).world.contacts == ()


def test_the_pose_of_an_old_file_is_that_of_mujoco():
    imported = from_mjcf(chain(option=OLD.format("all")))
    m = mujoco.MjModel.from_xml_string(chain())
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    assert imported.robot.mass == pytest.approx(m.body_subtreemass[0])
    model = sl.build_model(imported.robot)
    com = sl.simulate(model, None, 0.01, state=sl.initial_state(model, **imported.initial))["com_position"].values[0]
    np.testing.assert_allclose(com, d.subtree_com[0], atol=1e-12)


def test_properties_of_contact_that_are_not_kept_are_listed():
    plain = from_mjcf(chain(4))
    assert "contact between links: their shapes touch surfaces only" in plain.dropped  # of the first and the third
    assert not any("margin" in line or "torsional" in line for line in plain.dropped)
    apart = GEOM.replace("/>", ' contype="0"/>')
    assert not any("between links" in line for line in from_mjcf(chain(4, geom=apart)).dropped)
    full = from_mjcf(chain(4, geom=GEOM.replace("/>", ' condim="6" margin="0.01"/>')))
    assert "torsional and rolling friction of floor" in full.dropped
    assert "margin of the contact of floor: forces begin at the surface" in full.dropped
    uneven = PAIRS.replace('"0.7 0.7"', '"0.05 0.5"')
    why = "0.05 and 0.5 along the two tangents of a pair, here the first in all directions"
    assert f"friction of floor: {why}" in from_mjcf(chain(more=uneven)).changed


@pytest.mark.parametrize(
    ("geom", "floor", "option", "friction"),
    [
        (' priority="1"', "", "", 0.05),
        ("", ' priority="2"', "", 0.2),
        (' priority="1"', ' priority="1"', "", 0.2),
        (' priority="1" condim="1"', "", "", None),
        ("", "", '<option o_friction="0.9 0.9 0 0 0"><flag override="enable"/></option>', 0.9),
    ],
    ids=["links", "floor", "both", "frictionless links", "override"],
)
def test_the_friction_of_a_contact_is_that_of_the_geom_with_the_priority(geom, floor, option, friction):
    text = chain(friction="0.05", geom=GEOM.replace("/>", f"{geom}/>"), world=FLOOR.replace("/>", f"{floor}/>"))
    text = text.replace("<worldbody>", f"{option}<worldbody>")
    (contact,) = from_mjcf(text).world.contacts
    assert (contact.friction.mu_tangential if contact.friction else None) == friction
    m = mujoco.MjModel.from_xml_string(text)
    d = mujoco.MjData(m)
    d.qpos[2] = 0.005  # in the floor
    mujoco.mj_forward(m, d)
    assert d.ncon and {one.friction[0] if one.dim > 1 else None for one in d.contact[: d.ncon]} == {friction}


def test_a_speed_of_the_surface_adhesion_and_excluded_bodies_are_listed():
    floor = FLOOR.replace("/>", ' surfacevel="1 0 0" adhesion="2"/>')
    exclude = '<contact><exclude body1="world" body2="b1"/></contact>'
    imported = from_mjcf(chain(world=floor, more=exclude))
    assert {"speed of the surface (surfacevel) of floor", "adhesion of floor"} <= set(imported.dropped)
    assert any(line.startswith("contact with floor of b1: the file excludes it") for line in imported.changed)
    plain = from_mjcf(chain())
    assert not any("contact with" in line or "surfacevel" in line for line in (*plain.changed, *plain.dropped))


def test_actuators_of_groups_that_are_switched_off_do_not_act():
    motors = '<actuator><motor joint="j1" group="2"/><motor joint="j2" group="3"/></actuator>'
    imported = from_mjcf(chain(option='<option actuatorgroupdisable="2"/>', more=motors))
    actuators = {part.name: type(part.actuator) for part in imported.robot.parts if part.coordinates}
    assert actuators == {"j1": sl.Passive, "j2": sl.Motor}
    assert "actuator 'number 1' of j1: actuatorgroupdisable switches its group 2 off" in imported.dropped


def test_values_that_are_no_numbers_are_refused_and_exchanged_ends_of_a_range_listed():
    with pytest.raises(RobotError, match="<geom> has friction='nan'; write finite numbers"):
        from_mjcf(chain(friction="nan"))
    assert from_mjcf(chain().replace('"b1"', '"nan"')).robot.n_coordinates == 2  # a name
    exchanged = from_mjcf(chain().replace('range="-60 60"', 'range="60 -60"'))
    assert any(line.endswith("of j1, j2: its ends are exchanged") for line in exchanged.dropped)
