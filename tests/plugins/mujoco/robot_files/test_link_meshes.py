"""Meshes by which links are drawn: read from robot files, recorded, and drawn on pages and in images."""

import numpy as np
import pytest

import snakelab as sl
from optional_packages import mujoco
from snakelab.errors import RobotError, SnakelabWarning
from snakelab.geometry.mesh_files import drawn_mesh
from snakelab.geometry.rotations import rotation_matrices
from snakelab.plugins.mujoco import from_mjcf, from_urdf, to_mjcf, to_urdf
from snakelab.plugins.mujoco.cameras.camera_recording import model_stage
from snakelab.plugins.mujoco.cameras.rendered_scene import visible_model
from snakelab.plugins.mujoco.cameras.scene_meshes import recorded_stage
from snakelab.plugins.mujoco.robot_files.imported_scenario import scenario_text
from snakelab.plugins.studio.page.replay_data import replay
from snakelab.results.recorded_objects import meshes_of
from snakelab.robots import LinkMesh
from snakelab.scenarios.scenario import load_scenario

trimesh = pytest.importorskip("trimesh")
MOMENTS = '<inertia ixx="3e-5" ixy="0" ixz="0" iyy="9.5e-5" iyz="0" izz="9.5e-5"/>'


@pytest.fixture
def wedge(tmp_path):
    """An asymmetric solid in mm, 80 x 40 x 20, from the origin."""
    points = [(0, 0, 0), (80, 0, 0), (80, 40, 0), (0, 40, 0), (0, 0, 20), (80, 0, 20)]
    path = tmp_path / "wedge.stl"
    trimesh.convex.convex_hull(np.array(points, float)).export(path)
    return path


def urdf(visual):
    links = "".join(
        f'<link name="m{i}"><inertial><origin xyz="0.04 0 0"/><mass value="0.15"/>{MOMENTS}</inertial>{visual}'
        '<collision><origin xyz="0.04 0 0"/><geometry><box size="0.08 0.03 0.03"/></geometry></collision></link>'
        for i in range(3)
    )
    joints = "".join(
        f'<joint name="j{i}" type="revolute"><parent link="m{i}"/><child link="m{i + 1}"/><origin xyz="0.08 0 0"/>'
        '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="2" velocity="5"/></joint>'
        for i in range(2)
    )
    return f'<robot name="case">{links}{joints}</robot>'


VISUAL = (
    '<visual><origin xyz="0.08 0 0.01" rpy="0 0 1.5707963"/><geometry><mesh filename="{}" scale="0.001 0.001 0.001"/>'
    "</geometry></visual>"
)


def run(robot):
    model = sl.build_model(robot)
    return sl.simulate(model, None, 0.02, record_rate=100)


def corners(mesh):
    """Vertices in the axes of the link, from its centre of mass."""
    return mesh.offset + mesh.vertices @ rotation_matrices(mesh.turn).T


def test_the_visible_mesh_of_a_urdf_is_drawn_and_the_shape_for_collisions_stays(wedge):
    path = wedge.parent / "robot.urdf"
    path.write_text(urdf(VISUAL.format("wedge.stl")))
    imported = from_urdf(path)
    assert "the visible meshes of m0, m1, m2" in imported.kept
    links = [part for part in imported.robot.parts if isinstance(part, sl.Link)]
    assert [link.section for link in links] == 3 * [sl.geometry.Box(0.03, 0.03)]
    recording = run(imported.robot)
    meshes = meshes_of(recording)
    assert [(mesh.link, mesh.shape) for mesh in meshes] == [(0, 0), (1, 0), (2, 0)]
    # turned by a quarter about z: x of the file is y of the link, and y is -x
    np.testing.assert_allclose(corners(meshes[1]).min(axis=0), (0.08 - 0.04 - 0.04, 0.0, 0.01), atol=1e-6)
    np.testing.assert_allclose(corners(meshes[1]).max(axis=0), (0.08 - 0.04, 0.08, 0.03), atol=1e-6)


def test_the_meshes_of_an_mjcf_are_drawn_where_mujoco_has_them(wedge):
    geom = '<geom type="mesh" mesh="w" pos="0.01 0 0.02" euler="10 20 30"/>'
    text = (
        f'<mujoco><asset><mesh name="w" file="{wedge}" scale="0.001 0.001 -0.001"/></asset><worldbody><body name="a">'
        f'<freejoint/>{geom}<body name="b" pos="0.1 0 0"><joint axis="0 0 1"/>{geom}</body></body></worldbody></mujoco>'
    )
    path = wedge.parent / "robot.xml"
    path.write_text(text)
    imported = from_mjcf(path)
    m = mujoco.MjModel.from_xml_path(str(path))
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    recording = sl.simulate(
        model := sl.build_model(imported.robot), None, 0.02, state=sl.initial_state(model, **imported.initial)
    )
    for mesh in meshes_of(recording):
        R = rotation_matrices(recording["link_quaternion"].values[0, mesh.link])
        ours = recording["link_position"].values[0, mesh.link] + corners(mesh) @ R.T
        theirs = d.geom_xpos[mesh.link] + m.mesh_vert @ d.geom_xmat[mesh.link].reshape(3, 3).T
        for point in theirs:
            assert np.linalg.norm(ours - point, axis=1).min() < 1e-5


def test_a_mirrored_mesh_keeps_its_outside(wedge):
    volumes = []
    for scale in ((1e-3, 1e-3, 1e-3), (1e-3, -1e-3, 1e-3)):
        link = sl.Link(0.08, 0.1, meshes=[LinkMesh(str(wedge), scale=scale)])
        (mesh,) = meshes_of(run(sl.Robot([link])))
        volumes.append(trimesh.Trimesh(mesh.vertices, mesh.triangles).volume)
    assert volumes[0] == pytest.approx(volumes[1]) and volumes[0] > 0


@pytest.mark.thorough
def test_a_fine_mesh_is_simplified_for_drawing(tmp_path):
    path = tmp_path / "ball.stl"
    trimesh.creation.icosphere(5, 0.05).export(path)  # 20,480 triangles
    vertices, triangles = drawn_mesh(str(path), 0)
    assert 500 < len(triangles) <= 2000
    assert trimesh.Trimesh(vertices, triangles).volume == pytest.approx(4 / 3 * np.pi * 0.05**3, rel=0.05)
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 0.05, rtol=1e-4)


def test_a_mesh_that_cannot_be_read_gives_a_warning_and_the_cross_section(tmp_path):
    robot = sl.Robot([sl.Link(0.08, 0.1, meshes=[LinkMesh(str(tmp_path / "gone.stl"))])])
    with pytest.warns(SnakelabWarning, match=r"there is no file .*gone\.stl; the cross-section is drawn"):
        recording = run(robot)
    assert meshes_of(recording) == [] and "meshes" not in recording.dataset.attrs
    with pytest.raises(RobotError, match="LinkMesh file must not be empty"):
        LinkMesh("")


def test_meshes_are_written_to_scenarios_and_have_no_effect_on_the_motion(wedge, tmp_path):
    path = wedge.parent / "robot.urdf"
    path.write_text(urdf(VISUAL.format("wedge.stl")))
    scenario = tmp_path / "robot.yaml"
    scenario.write_text(scenario_text(from_urdf(path), "robot.urdf"))
    loaded = load_scenario(scenario).robot
    assert loaded == from_urdf(path).robot
    motion = [run(one)["com_position"].values for one in (loaded, from_urdf(urdf("")).robot)]
    np.testing.assert_array_equal(*motion)


def test_images_and_the_page_show_the_mesh_in_place_of_the_cross_section(wedge):
    link = sl.Link(0.08, 0.1, meshes=[LinkMesh(str(wedge), (0.0, 0.01, 0.0), scale=(1e-3, 1e-3, 1e-3))])
    robot = sl.Robot([link, sl.Revolute("z"), sl.Link(0.08, 0.1)])
    recording = run(robot)
    model = sl.build_model(robot)
    for stage in (recorded_stage(recording), model_stage(model, recording["link_position"].values[0])):
        assert [mesh.link for mesh in stage.meshes] == [0]
        m = visible_model(stage, 64, 64)
        kinds = {m.geom_bodyid[g]: m.geom_type[g] for g in range(m.ngeom) if m.geom_bodyid[g] in (1, 2)}
        assert kinds == {1: mujoco.mjtGeom.mjGEOM_MESH, 2: mujoco.mjtGeom.mjGEOM_CYLINDER}

    class Packer:
        def __getattr__(self, name):
            return lambda *args, **kwargs: None

    shown = replay(recording, Packer())["meshes"]
    assert shown["places"][0]["link"] == 0 and shown["places"][0]["offset"] == pytest.approx([-0.04, 0.01, 0.0])
    assert len(shown["shapes"][0]["triangles"]) % 3 == 0


@pytest.mark.parametrize(
    "damage", ['{"shapes": 3}', '{"shapes": [{"vertices": [0, 0, 0], "triangles": [0, 1, 2]}]}', "["]
)
def test_a_damaged_description_of_meshes_is_ignored(wedge, damage):
    link = sl.Link(0.08, 0.1, meshes=[LinkMesh(str(wedge))])
    recording = run(sl.Robot([link]))
    assert len(meshes_of(recording)) == 1
    recording.dataset.attrs["meshes"] = damage
    assert meshes_of(recording) == []


@pytest.mark.parametrize(("write", "read", "suffix"), [(to_urdf, from_urdf, "urdf"), (to_mjcf, from_mjcf, "xml")])
def test_exports_contain_the_meshes_and_give_the_same_link_back(wedge, tmp_path, write, read, suffix):
    mesh = LinkMesh(str(wedge), (0.01, 0.0, 0.02), (0.1, 0.2, 0.3), (1e-3, 1e-3, 2e-3))
    links = [sl.Link(0.08, 0.1, sl.geometry.Box(0.02, 0.03), name=name, meshes=[mesh]) for name in "ab"]
    robot = sl.Robot([links[0], sl.Revolute("z"), links[1]])
    path = tmp_path / f"robot.{suffix}"
    export = write(robot)
    assert not any("mesh" in line for line in export.left_out)
    export.save(path)
    back = read(path).robot
    for link in (part for part in back.parts if isinstance(part, sl.Link)):
        assert (link.section, len(link.meshes), link.meshes[0].file) == (links[0].section, 1, str(wedge))
        np.testing.assert_allclose(link.meshes[0].transform, mesh.transform, atol=1e-6)
        assert link.meshes[0].scale == pytest.approx(mesh.scale)
    assert back.mass == pytest.approx(robot.mass)
    wedge.unlink()
    if suffix == "xml":
        assert f"meshes of a, which MuJoCo cannot read: {wedge}" in write(robot).left_out
