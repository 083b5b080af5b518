"""Models of SDF files: poses in frames, joints, and what is refused."""

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import RobotError
from snakelab.plugins.mujoco import from_urdf
from snakelab.plugins.mujoco.robot_files.imported_robot import mass_matrix_at_zero
from snakelab.plugins.mujoco.robot_files.imported_scenario import read_robot_file

MOMENTS = "<inertia><ixx>3e-5</ixx><iyy>9e-5</iyy><izz>9e-5</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia>"
LINK = (
    '<link name="m{0}"><pose{2}>{1}</pose><inertial><pose>0.05 0 0 0 0 0</pose><mass>0.2</mass>{3}</inertial>'
    '<collision name="c"><pose>0.05 0 0 0 1.5707963 0</pose><geometry><cylinder><radius>0.02</radius><length>0.1</length>'
    "</cylinder></geometry><surface><friction><ode><mu>0.3</mu></ode></friction></surface></collision></link>"
)
JOINT = (
    '<joint name="j{0}" type="revolute"><parent>m{0}</parent><child>m{1}</child><axis><xyz{2}>{3}</xyz>'
    "<limit><lower>-1</lower><upper>1</upper><effort>2</effort><velocity>-1</velocity></limit>"
    "<dynamics><damping>0.1</damping></dynamics></axis></joint>"
)


def sdf(poses, axes=("0 0 1", "0 1 0"), relative=("", "", ""), expressed=("", ""), more="", version="1.9"):
    links = "".join(LINK.format(i, pose, relative[i], MOMENTS) for i, pose in enumerate(poses))
    joints = "".join(JOINT.format(i, i + 1, expressed[i], axis) for i, axis in enumerate(axes))
    return f'<sdf version="{version}"><model name="snake">{links}{joints}{more}</model></sdf>'


STRAIGHT = ("0 0 0.1 0 0 0", "0.1 0 0.1 0 0 0", "0.2 0 0.1 0 0 0")


def test_a_model_is_read_as_the_urdf_of_the_same_robot(tmp_path):
    imported = from_urdf(sdf(STRAIGHT))
    links = [part for part in imported.robot.parts if isinstance(part, sl.Link)]
    assert [(link.name, link.mass, link.section) for link in links] == [
        (f"m{i}", 0.2, sl.geometry.Cylinder(0.02)) for i in range(3)
    ]
    np.testing.assert_allclose([link.length for link in links], 0.1)
    joints = [part for part in imported.robot.parts if part.coordinates]
    assert [(joint.name, joint.axis) for joint in joints] == [("j0", "z"), ("j1", "y")]
    assert joints[0].actuator.torque_limit == 2.0 and joints[0].spring.damping == 0.1
    assert imported.friction == 0.3
    path = tmp_path / "snake.sdf"
    path.write_text(sdf(STRAIGHT))
    assert read_robot_file(path)[0] == "sdf"


def test_poses_in_other_frames_and_axes_of_the_model_give_the_same_robot():
    plain = from_urdf(sdf(STRAIGHT)).robot
    relative = sdf(
        ("0 0 0.1 0 0 0", "0.1 0 0 0 0 0", "0.1 0 0 0 0 0"), relative=("", ' relative_to="m0"', ' relative_to="m1"')
    )
    rolled = sdf(
        ("0 0 0.1 0 0 0", "0.1 0 0.1 1.5707963 0 0", "0.2 0 0.1 0 0 0"), expressed=(' expressed_in="__model__"', "")
    )
    degrees = sdf(STRAIGHT).replace("<pose>0 0 0.1 0 0 0</pose>", '<pose degrees="true">0 0 0.1 0 0 0</pose>')
    for text in (relative, rolled, degrees):
        np.testing.assert_allclose(mass_matrix_at_zero(from_urdf(text).robot), mass_matrix_at_zero(plain), atol=1e-9)


def test_nested_models_are_the_flat_model_with_their_names():
    plain = from_urdf(sdf(STRAIGHT)).robot
    inner = LINK.format(2, "0 -0.1 0 0 0 0", ' relative_to="__model__"', MOMENTS)
    tip = f'<model name="last"><pose relative_to="m1">0.1 0.1 0 0 0 0</pose>{inner}</model>'
    joint = JOINT.format(1, 2, ' expressed_in="__model__"', "0 1 0").replace("<child>m2", "<child>last::m2")
    # the rest is turned by a quarter turn about z, and its link by one back
    link = LINK.format(1, "0 0 0 0 0 -1.5707963267948966", "", MOMENTS)
    joint = joint.replace(">0 1 0<", ">1 0 0<")
    tail = f'<model name="rest"><pose>0.1 0 0.1 0 0 1.5707963267948966</pose>{link}{tip}{joint}</model>'
    first = JOINT.format(0, 1, "", "0 0 1").replace("<child>m1", "<child>rest::m1")
    head = LINK.format(0, STRAIGHT[0], "", MOMENTS)
    nested = from_urdf(f'<sdf version="1.9"><model name="snake">{head}{tail}{first}</model></sdf>').robot
    assert [part.name for part in nested.parts] == ["m0", "j0", "rest::m1", "rest::j1", "rest::last::m2"]
    np.testing.assert_allclose(mass_matrix_at_zero(nested), mass_matrix_at_zero(plain), atol=1e-9)
    assert [part.axis for part in nested.parts if part.coordinates] == ["z", "y"]


def test_static_models_and_joints_to_the_world_are_fixed():
    assert from_urdf(sdf(STRAIGHT)).robot.base == "floating"
    assert from_urdf(sdf(STRAIGHT, more="<static>true</static>")).robot.base == "fixed"
    world = '<joint name="w" type="fixed"><parent>world</parent><child>m0</child></joint>'
    imported = from_urdf(sdf(STRAIGHT, more=world))
    assert imported.robot.base == "fixed" and imported.initial["position"] == pytest.approx((0, 0, 0.1))


def test_defaults_of_sdf_are_stated():
    bare = (
        LINK.format(0, "0 0 0 0 0 0", "", MOMENTS)
        .replace("m0", "tip")
        .replace(f"<inertial><pose>0.05 0 0 0 0 0</pose><mass>0.2</mass>{MOMENTS}</inertial>", "")
    )
    joint = '<joint name="t" type="fixed"><parent>m2</parent><child>tip</child></joint>'
    imported = from_urdf(sdf(STRAIGHT, more=bare + joint))
    assert any(
        line.startswith("mass and inertia of tip: the file has none; it is SDF's default") for line in imported.changed
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("<include><uri>model://x</uri></include>", "gz sdf -p robot.sdf > flat.sdf"),
        (
            '<joint name="b" type="ball"><parent>m2</parent><child>m0</child></joint>',
            "its type must be one of revolute",
        ),
        *(
            (f'<joint name="b" type="{kind}"><parent>m2</parent><child>m0</child></joint>', f"got '{kind}'; {advice}")
            for kind, advice in (
                ("revolute2", "write two revolute joints"),
                ("ball", "write three revolute joints"),
                ("screw", "write the prismatic joint of its nut"),
                ("gearbox", "leave it out, and write a <mimic>"),
            )
        ),
        ('<model name="t"><static>true</static><link name="a"/></model>', "is static, or placed by one of its frames"),
        ('<model name="t"><include><uri>model://x</uri></include></model>', "gz sdf -p robot.sdf > flat.sdf"),
    ],
)
def test_what_is_not_read_is_refused_in_one_line(more, words):
    with pytest.raises(RobotError, match=words) as caught:
        from_urdf(sdf(STRAIGHT, more=more))
    assert "\n" not in str(caught.value)


def test_a_universal_joint_is_two_hinges():
    text = (
        sdf(STRAIGHT[:2], axes=("0 0 1",))
        .replace('type="revolute"', 'type="universal"')
        .replace("</axis></joint>", "</axis><axis2><xyz>0 1 0</xyz></axis2></joint>")
    )
    joints = [part for part in from_urdf(text).robot.parts if part.coordinates]
    assert [(joint.name, joint.axis) for joint in joints] == [("j0", "z"), ("j0_2", "y")]


def test_infinite_limits_of_a_model_are_none_and_words_are_refused():
    text = sdf(STRAIGHT).replace("<effort>2<", "<effort>inf<").replace("<velocity>-1<", "<velocity>inf<")
    joints = [part for part in from_urdf(text).robot.parts if part.coordinates]
    assert {type(joint.actuator) for joint in joints} == {sl.Prescribed}
    with pytest.raises(RobotError, match="joint 'j0': <effort> must be a number, got 'strong'"):
        from_urdf(sdf(STRAIGHT).replace("<effort>2<", "<effort>strong<"))


def test_the_world_around_a_model_is_listed_and_a_static_model_is_no_robot():
    model = sdf(STRAIGHT).replace('<sdf version="1.9">', "").replace("</sdf>", "")
    ground = '<model name="ground"><static>true</static><link name="plane"/></model>'
    world = '<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity><light name="sun"/>{}</world></sdf>'
    imported = from_urdf(world.format(ground + model))
    assert imported.robot == from_urdf(sdf(STRAIGHT)).robot
    assert "the world around the model: gravity, light, model" in imported.dropped
    with pytest.raises(RobotError, match="it has no model with joints, and none that can move"):
        from_urdf(world.format(ground))


def test_both_friction_coefficients_of_a_model_are_stated():
    text = sdf(STRAIGHT).replace("<mu>0.3</mu>", "<mu>0.3</mu><mu2>0.9</mu2>")
    assert (
        "friction of <gazebo> of m0, m1, m2: mu1 0.3 and mu2 0.9, here mu1 in all directions" in from_urdf(text).changed
    )


def test_axes_before_version_1_5_are_in_the_frame_of_the_model():
    rolled = ("0 0 0 0 0 0", "0.1 0 0 1.5707963 0 0", "0.2 0 0 0 0 0")
    by_version = {v: from_urdf(sdf(rolled, version=v)).robot for v in ("1.4", "1.5", "1.9")}
    axes = {v: [part.axis for part in robot.parts if part.coordinates] for v, robot in by_version.items()}
    assert axes["1.4"] == ["z", "y"] and axes["1.5"] == axes["1.9"] == ["-y", "y"]
    asked = sdf(rolled, version="1.4").replace("</xyz>", "</xyz><use_parent_model_frame>0</use_parent_model_frame>")
    assert [part.axis for part in from_urdf(asked).robot.parts if part.coordinates] == axes["1.5"]


def test_the_pose_of_a_model_places_its_base():
    pose = "<pose>0 0 1 0 1.5707963267948966 0</pose>"
    world = '<joint name="w" type="fixed"><parent>world</parent><child>m0</child></joint>'
    for more in ("", "<static>1</static>", world):
        imported = from_urdf(sdf(STRAIGHT, more=pose + more))
        # the first link is 0.1 m along z of the model, which is along x of the world
        assert imported.initial["position"] == pytest.approx((0.1, 0, 1)), more
        assert imported.initial["quaternion"] == pytest.approx((0.5**0.5, 0, 0.5**0.5, 0)), more
    placed = sdf(STRAIGHT, more="<pose>0 0 1 0 0 0</pose>").replace('"snake"', '"snake" placement_frame="m2"')
    assert from_urdf(placed).initial["position"] == pytest.approx((-0.2, 0, 1))
    with pytest.raises(RobotError, match="its pose is relative to 'other'"):
        from_urdf(sdf(STRAIGHT, more='<pose relative_to="other">0 0 1 0 0 0</pose>'))


def test_joints_connect_the_links_to_which_frames_are_attached():
    plain = from_urdf(sdf(STRAIGHT)).robot
    frames = '<frame name="f" attached_to="m0"/><frame name="g" attached_to="f"/><frame name="h" attached_to="j1"/>'
    text = sdf(STRAIGHT, more=frames).replace("<parent>m0</parent>", "<parent>g</parent>")
    np.testing.assert_allclose(mass_matrix_at_zero(from_urdf(text).robot), mass_matrix_at_zero(plain), atol=1e-12)
    with pytest.raises(RobotError, match="g, f are attached to each other in a circle"):
        from_urdf(text.replace('name="f" attached_to="m0"', 'name="f" attached_to="g"'))


def test_the_frame_of_a_pose_is_found_under_its_older_name():
    older = sdf(
        ("0 0 0.1 0 0 0", "0.1 0 0 0 0 0", "0.1 0 0 0 0 0"), relative=("", ' frame="m0"', ' frame="m1"'), version="1.6"
    )
    plain = from_urdf(sdf(STRAIGHT)).robot
    np.testing.assert_allclose(mass_matrix_at_zero(from_urdf(older).robot), mass_matrix_at_zero(plain), atol=1e-12)


def test_a_joint_that_copies_another_one_follows_it():
    mimic = '<mimic joint="j0"><multiplier>-2</multiplier><offset>0.1</offset><reference>0.3</reference></mimic>'
    text = sdf(STRAIGHT).replace("</axis></joint></model>", f"{mimic}</axis></joint></model>")
    coupling = from_urdf(text).couplings["j1"]
    assert (coupling.source, coupling.multiplier, coupling.offset) == ("j0", -2.0, pytest.approx(0.7))


def test_an_inertia_by_density_is_that_of_the_shapes():
    by_shape = sdf(STRAIGHT).replace(
        f"<inertial><pose>0.05 0 0 0 0 0</pose><mass>0.2</mass>{MOMENTS}</inertial>",
        '<inertial auto="true"><density>2000</density></inertial>',
    )
    link = from_urdf(by_shape).robot.parts[0]
    assert link.mass == pytest.approx(2000 * np.pi * 0.02**2 * 0.1)
    other = by_shape.replace('<collision name="c">', '<collision name="c"><density>500</density>', 1)
    assert from_urdf(other).robot.parts[0].mass == pytest.approx(link.mass / 4)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("<mass>0.2</mass>", "", "mass of m0, m1, m2: the file has none; it is SDF's default, 1 kg"),
        (MOMENTS, "", "ixx, iyy, izz of m0, m1, m2: the file has none; it is SDF's default, 1 kg m^2"),
        ("</link>", "<gravity>false</gravity></link>", "<gravity> of m0, m1, m2: false"),
        ("</inertial>", "<fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>", "<fluid_added_mass> of m0"),
        ("</axis>", "<initial_position>0.4</initial_position></axis>", "<initial_position> of j0, j1: 0.4"),
        ("</link>", "<velocity_decay><linear>0.1</linear></velocity_decay></link>", "<velocity_decay> of m0"),
    ],
    ids=["mass", "inertia", "gravity", "added mass", "initial position", "decay"],
)
def test_values_that_are_not_those_of_the_file_are_listed(old, new, words):
    imported = from_urdf(sdf(STRAIGHT).replace(old, new))
    assert any(line.startswith(words) for line in imported.left_out), imported.left_out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("upper>", "uper>", "joint 'j0': <limit> has no 'uper'; did you mean 'upper'?"),
        ("mass>", "Mass>", "link 'm0': <inertial> has no 'Mass'; did you mean 'mass'?"),
        ("<length>0.1</length>", "<lenght>0.1</lenght>", "<cylinder> has no 'lenght'; did you mean 'length'?"),
        ("<pose>0 0 0.1 0 0 0", '<pose rotation_format="quat_xyzw">0 0 0.1 0 0 0 0', "its quaternion is zero"),
        ("<pose>0 0 0.1 0 0 0", '<pose rotation_format="quat">0 0 0.1 0 0 0 0', "rotation_format must be one of"),
    ],
)
def test_misspelt_names_do_not_become_defaults(old, new, words):
    with pytest.raises(RobotError) as refused:
        from_urdf(sdf(STRAIGHT).replace(old, new))
    assert words in str(refused.value)
