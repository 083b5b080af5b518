"""Meshes of robot files: where they are found, what is fitted to them, and the masses of their solids."""

from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.errors import RobotError
from snakelab.geometry import Box, Cylinder
from snakelab.plugins.mujoco import from_mjcf, from_urdf
from snakelab.plugins.mujoco.robot_files.imported_robot import lowest_point
from snakelab.plugins.mujoco.robot_files.link_shapes import fitted, hull_points, resolved, solid_of

trimesh = pytest.importorskip("trimesh")
MOMENTS = '<inertia ixx="3e-5" ixy="0" ixz="0" iyy="9.5e-5" iyz="0" izz="9.5e-5"/>'
INERTIAL = f'<inertial><origin xyz="0.04 0 0"/><mass value="0.15"/>{MOMENTS}</inertial>'


def module(shape, at=(0.04, 0.0, 0.0)):
    mesh = {
        "box": trimesh.creation.box((0.08, 0.05, 0.05)),
        "cylinder": trimesh.creation.cylinder(0.02, 0.08, sections=64),
        "capsule": trimesh.creation.capsule(0.08, 0.02, count=[32, 32]),
    }[shape]
    if shape != "box":
        mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, [0, 1, 0]))
        if shape == "capsule":
            mesh.apply_translation(-mesh.bounds.mean(axis=0))
    mesh.apply_translation(at)
    return mesh


def urdf(geometry, inertial=INERTIAL, tag="collision", more=""):
    solid = f"<{tag}><geometry>{geometry}</geometry></{tag}>{more}"
    links = "".join(f'<link name="m{i}">{inertial}{solid}</link>' for i in range(3))
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent link="m{i}"/><child link="m{i + 1}"/><origin xyz="0.08 0 0"/>'
        '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="2" velocity="5"/></joint>'
        for i in range(2)
    )
    return f'<robot name="case">{links}{joints}</robot>'


def written(folder, name, mesh, geometry=None, **options):
    path = folder / "urdf" / "robot.urdf"
    path.parent.mkdir(exist_ok=True)
    (folder / "meshes").mkdir(exist_ok=True)
    mesh.export(folder / "meshes" / name)
    path.write_text(urdf(geometry or f'<mesh filename="../meshes/{name}"/>', **options))
    return path


def links(imported):
    return [part for part in imported.robot.parts if isinstance(part, sl.Link)]


@pytest.mark.parametrize("kind", ["stl", "obj", "glb", "dae"])
def test_a_mesh_of_any_format_is_the_shape_of_its_link(tmp_path, kind):
    imported = from_urdf(written(tmp_path, f"module.{kind}", module("box")))
    for link in links(imported):
        assert link.length == pytest.approx(0.08)
        assert (link.section.width, link.section.height) == pytest.approx((0.05, 0.05), rel=1e-6)
    assert any(
        "a mesh: box of 80 x 50 x 50 mm, with the volume of the convex hull" in line for line in imported.changed
    )
    assert not any("mesh" in line for line in imported.dropped)


@pytest.mark.parametrize(("shape", "section"), [("cylinder", Cylinder), ("capsule", Cylinder)])
def test_round_meshes_become_round_links(tmp_path, shape, section):
    imported = from_urdf(written(tmp_path, "module.stl", module(shape)))
    for link in links(imported):
        assert isinstance(link.section, section)
        assert link.section.radius == pytest.approx(0.02, rel=0.01)
    assert any(f"a mesh: {shape} of" in line for line in imported.changed)


def test_a_mesh_and_the_box_of_its_size_move_alike(tmp_path):
    mesh = from_urdf(written(tmp_path, "module.stl", module("box")))
    box = from_urdf(urdf('<box size="0.08 0.05 0.05"/>').replace("<collision>", '<collision><origin xyz="0.04 0 0"/>'))
    motion = []
    for imported in (mesh, box):
        assert {type(link.section) for link in links(imported)} == {Box}
        model = sl.build_model(imported.robot, sl.World([sl.Gravity(), sl.Contact()]))
        motion.append(sl.simulate(model, None, 0.2, state=sl.initial_state(model, position=(0, 0, 0.03))).dataset)
    np.testing.assert_allclose(motion[0]["com_position"].values, motion[1]["com_position"].values, atol=1e-6)


@pytest.mark.parametrize("name", ["package://snake/meshes/a.stl", "../meshes/a.stl", "package://gone/meshes/a.stl"])
def test_names_of_packages_and_relative_ones_are_found_from_the_file(tmp_path, name):
    folder = tmp_path / "snake" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "snake" / "meshes").mkdir()
    file = tmp_path / "snake" / "meshes" / "a.stl"
    file.write_bytes(b"x")
    assert Path(resolved(name, folder)).resolve() == file
    assert resolved(name.replace("a.stl", "b.stl"), folder) is None


@pytest.mark.parametrize("start", ["/home/somebody", "file:///home/somebody", "C:\\Users\\somebody", "D:/somebody"])
def test_an_absolute_path_of_another_computer_is_found_by_its_end_and_listed(tmp_path, start):
    gone = f"{start}/snake/meshes/module.stl"
    gone = gone.replace("/", "\\") if "\\" in start else gone
    path = written(tmp_path, "module.stl", module("box"), f'<mesh filename="{gone}"/>')
    imported = from_urdf(path)
    assert {type(link.section) for link in links(imported)} == {Box}
    file = tmp_path / "meshes" / "module.stl"
    assert f"mesh {gone} of m0, m1, m2: there is no such file; {file} is read" in imported.changed
    assert resolved("/home/somebody/module.stl", path.parent) is None


def test_a_package_is_known_by_its_manifest(tmp_path):
    (tmp_path / "checkout" / "urdf").mkdir(parents=True)
    (tmp_path / "checkout" / "package.xml").write_text("<package><name>snake_description</name></package>")
    (tmp_path / "checkout" / "a.stl").write_bytes(b"x")
    assert resolved("package://snake_description/a.stl", tmp_path / "checkout" / "urdf") is not None


def test_a_missing_or_damaged_mesh_is_named_and_its_link_has_no_shape(tmp_path):
    path = written(tmp_path, "module.stl", module("box"))
    (tmp_path / "meshes" / "module.stl").unlink()
    imported = from_urdf(path)
    assert "mesh ../meshes/module.stl of m0, m1, m2: there is no such file" in imported.dropped
    assert all(link.section is None for link in links(imported))
    (tmp_path / "meshes" / "module.stl").write_bytes(b"nothing of a mesh")
    assert any("cannot be read as a mesh" in line for line in from_urdf(path).dropped)


def test_the_shape_for_collisions_comes_before_the_visible_one(tmp_path):
    visible = '<visual><geometry><mesh filename="../meshes/module.stl"/></geometry></visual>'
    path = written(tmp_path, "module.stl", module("box"), '<sphere radius="0.03"/>', more=visible)
    assert {link.section for link in links(from_urdf(path))} == {Cylinder(0.03)}


@pytest.mark.parametrize("shape", ["box", "cylinder", "capsule"])
def test_masses_that_the_file_lacks_are_those_of_its_shapes_on_request(tmp_path, shape):
    mesh = module(shape)
    path = written(tmp_path, "module.stl", mesh, inertial="")
    with pytest.raises(RobotError, match=r"has geometry but no <inertial>.*--density"):
        from_urdf(path)
    link = links(from_urdf(path, density=1200.0))[1]
    mesh.density = 1200.0
    assert link.mass == pytest.approx(mesh.mass, rel=1e-5)
    np.testing.assert_allclose(link.com_point(), mesh.center_mass, atol=1e-7)
    np.testing.assert_allclose(link.inertia_matrix(), mesh.moment_inertia, rtol=1e-4, atol=1e-12)
    with pytest.raises(RobotError, match="density must be greater than 0"):
        from_urdf(path, density=-1.0)


SIZES = {"box": ".04 .02 .01", "cylinder": ".02 .04", "capsule": ".02 .04", "sphere": ".03"}


@pytest.mark.parametrize(("kind", "size"), SIZES.items())
def test_solids_of_primitives_have_the_masses_of_mujoco(kind, size):
    text = f'<mujoco><worldbody><body><freejoint/><geom type="{kind}" size="{size}" density="700"/></body></worldbody></mujoco>'
    m = mujoco.MjModel.from_xml_string(text)
    from snakelab.plugins.mujoco.robot_files.mjcf_model import body_of

    mass, _, inertia = solid_of(body_of(m, 1, -1, (), {}).shapes, 700.0)
    assert mass == pytest.approx(m.body_mass[1])
    np.testing.assert_allclose(np.sort(np.diag(inertia)), np.sort(m.body_inertia[1]), rtol=1e-9)


def test_a_fit_with_the_volume_of_the_hull_and_one_of_a_flat_mesh_are_stated_as_such():
    box = np.asarray(trimesh.creation.box((0.08, 0.05, 0.05)).vertices, np.float32).astype(float)
    assert fitted(box, np.zeros(3), np.eye(3)).fit == "box of 80 x 50 x 50 mm, with the volume of the convex hull"
    flat = np.array([[0.0, 0, 0], [0.1, 0, 0], [0.1, 0.05, 0], [0, 0.05, 0]])
    assert fitted(flat, np.zeros(3), np.eye(3)).fit.endswith("mm, around points in a plane")


def test_the_error_of_a_fit_is_stated():
    cone = trimesh.creation.cone(0.03, 0.1, sections=64)
    shape = fitted(np.asarray(cone.vertices), np.zeros(3), np.eye(3))
    assert shape.kind == "cylinder" and "exceeds that of the convex hull by 200 %" in shape.fit
    turned = trimesh.creation.box((0.1, 0.04, 0.02))
    turned.apply_transform(trimesh.transformations.rotation_matrix(0.5, [0, 0, 1]))
    shape = fitted(np.asarray(turned.vertices), np.zeros(3), np.eye(3))
    np.testing.assert_allclose(np.sort(shape.half), (0.01, 0.02, 0.05), rtol=1e-6)


def test_hulls_touch_at_the_vertices_of_all_shapes(tmp_path):
    foot = '<collision><origin xyz="0.04 0 -0.06"/><geometry><box size="0.02 0.02 0.02"/></geometry></collision>'
    text = urdf('<box size="0.08 0.05 0.05"/>', more=foot)
    bar, hull = from_urdf(text), from_urdf(text, collision="hull")
    assert not links(bar)[1].contact_points and len(links(hull)[1].contact_points) == 16
    assert "2 shapes, the largest a box" in "\n".join(bar.changed)
    q = np.zeros(2)
    assert lowest_point(bar.robot, q, np.eye(3)) == pytest.approx(-0.025)
    assert lowest_point(hull.robot, q, np.eye(3)) == pytest.approx(-0.07)
    world = sl.World([sl.Gravity(), sl.Contact()])
    model = sl.build_model(hull.robot, world)
    recording = sl.simulate(model, None, 0.3, state=sl.initial_state(model, position=(0, 0, 0.0702)))
    assert recording["base_position"].values[-1, 2] == pytest.approx(0.07, abs=2e-3)
    with pytest.raises(RobotError, match="collision must be one of auto, primitive, hull"):
        from_urdf(text, collision="convex")


def test_hulls_of_fine_meshes_are_thinned(tmp_path):
    ball = trimesh.creation.icosphere(4, 0.05)
    shape = fitted(np.asarray(ball.vertices), np.zeros(3), np.eye(3))
    points = hull_points([shape])
    assert 30 < len(points) <= 60
    np.testing.assert_allclose(np.linalg.norm(points, axis=1), 0.05, rtol=1e-6)


def test_meshes_of_an_mjcf_are_fitted_too(tmp_path):
    module("cylinder").export(tmp_path / "a.stl")
    text = (
        '<mujoco><asset><mesh name="a" file="a.stl"/></asset><worldbody><body name="one"><freejoint/>'
        '<geom type="mesh" mesh="a" density="500"/><body name="two" pos=".08 0 0"><joint axis="0 0 1"/>'
        '<geom type="mesh" mesh="a" density="500"/></body></body></worldbody></mujoco>'
    )
    (tmp_path / "robot.xml").write_text(text)
    imported = from_mjcf(tmp_path / "robot.xml")
    for link in links(imported):
        assert isinstance(link.section, Cylinder) and link.section.radius == pytest.approx(0.02, rel=1e-2)
        assert link.length == pytest.approx(0.08, rel=1e-3)


def test_contact_is_at_the_shape_where_it_is_beside_the_line_of_the_joints():
    box = '<box size="0.08 0.03 0.04"/>'
    text = urdf(box).replace("<collision>", '<collision><origin xyz="0.04 0 0.03"/>')
    q = np.zeros(2)
    imported, bar = from_urdf(text), from_urdf(text, collision="primitive")
    assert [len(link.contact_points) for link in links(imported)] == [8, 8, 8]
    assert lowest_point(imported.robot, q, np.eye(3)) == pytest.approx(0.01)
    assert lowest_point(bar.robot, q, np.eye(3)) == pytest.approx(-0.02)
    words = "a box; a rectangular bar stands for it; on the line of the joints, 30 mm beside its middle, and contact is"
    assert f"shape of m0, m1, m2: {words} tested at its own vertices" in imported.changed
    assert f"shape of m0, m1, m2: {words} that of the bar; see --collision hull" in bar.changed
    middle = text.replace("0.04 0 0.03", "0.04 0 0")
    assert not any(link.contact_points for link in links(from_urdf(middle)))
