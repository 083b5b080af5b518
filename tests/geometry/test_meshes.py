"""Heights from meshes: a pyramid by hand in three kinds of file, overhangs, and files that are wrong."""

import json
import struct
import warnings
from pathlib import Path

import numpy as np
import pytest

import snakelab as sl
from snakelab.errors import SnakelabWarning, WorldError
from snakelab.geometry import height_maps, mesh_files
from snakelab.geometry.mesh_files import ReadingLimits

trimesh = pytest.importorskip("trimesh")
pytest.importorskip("collada")

# A pyramid of 2 by 2 and a height of 1 with a bottom; outward faces run left about.
CORNERS = np.array([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (1, 1, 1)], dtype=float)
FACES = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 3, 2, 1)]


def obj(folder, corners=CORNERS, faces=FACES):
    lines = [f"v {x} {y} {z}" for x, y, z in corners] + ["vn 0 0 1", "# a remark"]
    lines += ["f " + " ".join(f"{i + 1}/1/1" for i in face) for face in faces]
    path = folder / "mesh.obj"
    path.write_text("\n".join(lines))
    return str(path)


def triangles():
    return [CORNERS[list(face)] for face in (*FACES[:4], (0, 3, 2), (0, 2, 1))]


def stl(folder, binary=True, cut=0):
    path = folder / "mesh.stl"
    if binary:
        records = b"".join(struct.pack("<12fH", 0, 0, 0, *t.ravel(), 0) for t in triangles())
        content = b"solid by name only".ljust(80) + struct.pack("<I", len(triangles())) + records
        path.write_bytes(content[: len(content) - cut])
    else:
        vertices = "".join(
            "facet normal 0 0 0\nouter loop\n"
            + "".join("vertex {} {} {}\n".format(*c) for c in t)
            + "endloop\nendfacet\n"
            for t in triangles()
        )
        path.write_text(f"solid pyramid\n{vertices}endsolid")
    return str(path)


def scene(folder, kind, axes):
    """The pyramid in two parts, each moved by its node, in axes whose rows are those of the file."""
    scene = trimesh.Scene()
    for faces in (FACES[:2], [*FACES[2:4], (0, 3, 2), (0, 2, 1)]):
        move = np.eye(4)
        move[:3, 3] = axes @ (3, 1, 0)
        part = trimesh.Trimesh((CORNERS - (3, 1, 0)) @ axes.T, faces, process=False)
        scene.add_geometry(part, transform=move)
    path = folder / f"mesh.{kind}"
    if kind == "glb":
        path.write_bytes(scene.export(file_type="glb"))
    else:
        path.write_bytes(trimesh.exchange.dae.export_collada(scene.dump()))
    return str(path)


Y_UP = np.array([(1, 0, 0), (0, 0, 1), (0, -1, 0)])  # x, z and -y


def pyramid(x, y):
    return np.maximum(1 - np.maximum(np.abs(x), np.abs(y)), 0)


@pytest.mark.parametrize(
    "write",
    [
        obj,
        stl,
        lambda folder: stl(folder, binary=False),
        lambda folder: scene(folder, "glb", Y_UP),
        lambda folder: scene(folder, "dae", Y_UP),
    ],
)
def test_a_pyramid_has_its_heights_whatever_file_it_is_in(tmp_path, write):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # its bottom is no overhang
        terrain = sl.Terrain(
            sl.geometry.HeightMesh(write(tmp_path), scale=0.5, centre=(1, 0)), (2, 1.5), 0.1, centre=(1, 0)
        )
    x, y = np.meshgrid(np.linspace(-1, 1, 21), np.linspace(-0.75, 0.75, 16))
    assert terrain.heights == pytest.approx(0.5 * pyramid(2 * x, 2 * y), abs=1e-6)


def test_beside_a_mesh_the_ground_has_the_stated_height(tmp_path):
    floor = sl.Terrain(sl.geometry.HeightMesh(obj(tmp_path), floor=-0.3), (4, 4), 0.5).heights
    assert floor[0, 0] == -0.3 and floor[4, 4] == pytest.approx(1)


@pytest.mark.parametrize("inside_out", [False, True])
def test_what_lies_below_an_overhang_is_reported(tmp_path, inside_out):
    square = np.array([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], dtype=float)
    table = 0.5 * square + (0.5, 0.5, 0.7)
    faces = [(0, 1, 2, 3), (4, 5, 6, 7), (11, 10, 9, 8)]  # ground, and a slab with an upper and a lower side
    faces = [face[::-1] for face in faces] if inside_out else faces
    path = obj(tmp_path, np.concatenate((square, table, table - (0, 0, 0.1))), faces)
    with pytest.warns(SnakelabWarning, match="has overhangs: over .* % .* up to 0.7 m below"):
        terrain = sl.Terrain(sl.geometry.HeightMesh(path), (2, 2), 0.1)
    assert terrain.heights[10, 10] == pytest.approx(0.7) and terrain.heights[2, 10] == pytest.approx(0)


def test_files_that_are_wrong_are_reported(tmp_path):
    def laid(path, **more):
        return sl.Terrain(sl.geometry.HeightMesh(path, **more), (1, 1), 0.1)

    with pytest.raises(WorldError, match=r"ends in \.stl, \.obj, \.dae or \.glb"):
        laid("mesh.step")
    with pytest.raises(WorldError, match=r"there is no file .*none.stl"):
        laid("none.stl")
    with pytest.raises(WorldError, match="cannot be read as a mesh"):
        laid(stl(tmp_path, cut=7))
    with pytest.raises(WorldError, match="refers to a missing vertex"):
        laid(obj(tmp_path, faces=[(0, 1, 9)]))
    with pytest.raises(WorldError, match="must have triangles"):
        laid(obj(tmp_path, faces=[]))
    with pytest.raises(WorldError, match=r"no point of the terrain lies below .* 2 by 2 m; check its scale"):
        laid(obj(tmp_path), centre=(9, 9))


def test_a_file_that_is_no_mesh_is_not_quoted(tmp_path):
    for name, text in (
        ("a.obj", "v 0 0 secret"),
        ("b.obj", "v 0 0 0\nf 1 2 3 # secret"),
        ("c.stl", "solid x vertex 0 0 secret"),
    ):
        (tmp_path / name).write_text(text)
        with pytest.raises(WorldError, match="cannot be read as a mesh") as caught:
            sl.Terrain(sl.geometry.HeightMesh(str(tmp_path / name)), (1, 1))
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize("axis", ["X_UP", "Y_UP", "Z_UP"])
def test_the_upward_axis_of_collada_becomes_z(tmp_path, axis):
    path = Path(scene(tmp_path, "dae", np.eye(3)))
    path.write_text(path.read_text().replace("<up_axis>Y_UP", f"<up_axis>{axis}"))
    corners = mesh_files.read_triangles(str(path), "mesh").reshape(-1, 3)
    high = {"X_UP": (0, 0, 2), "Y_UP": (2, 0, 2), "Z_UP": (2, 2, 1)}[axis]
    assert corners.max(axis=0) == pytest.approx(high)


def test_hostile_scenes_are_refused_before_they_are_built(tmp_path, monkeypatch):
    def refused(content, kind, message):
        path = tmp_path / f"hostile.{kind}"
        path.write_bytes(content)
        with pytest.raises(WorldError, match=message):
            mesh_files.read_triangles(str(path), "mesh")

    dae = Path(scene(tmp_path, "dae", np.eye(3))).read_bytes()
    start = dae.index(b"<COLLADA")
    refused(b"<!DOCTYPE COLLADA [<!ENTITY a 'b'>]>" + dae[start:], "dae", "document type .* not allowed in meshes")
    refused(dae.replace(b"</node>", b'<instance_node url="#a"/></node>', 1), "dae", "repeats nodes")
    refused(b"PK\x03\x04" + dae, "dae", "it is not XML")
    refused(dae[: len(dae) // 2], "dae", "it is not XML")
    refused(b"<svg/>", "dae", "root element must be COLLADA")

    glb = Path(scene(tmp_path, "glb", np.eye(3))).read_bytes()
    end = 20 + int.from_bytes(glb[12:16], "little")

    def changed(change):
        header = json.loads(glb[20:end])
        change(header)
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 4)
        length = struct.pack("<I", len(glb) - end + 20 + len(text))
        return glb[:8] + length + struct.pack("<I", len(text)) + glb[16:20] + text + glb[end:]

    refused(changed(lambda header: header["accessors"][0].pop("bufferView")), "glb", "without data")
    refused(changed(lambda header: header["accessors"][0].update(count=10**9)), "glb", "tables are larger")
    refused(changed(lambda header: header["bufferViews"][0].update(byteLength=10**9)), "glb", "tables are larger")
    refused(changed(lambda header: header["bufferViews"][0].update(byteStride=1)), "glb", "tables are larger")
    refused(changed(lambda header: header.update(nodes=20_000 * [{}])), "glb", "more than 10000 nodes")
    refused(changed(lambda header: header["buffers"][0].update(uri="other.bin")), "glb", "cannot be read as a mesh")
    refused(glb[:100], "glb", "not a complete GLB file")
    monkeypatch.setattr(mesh_files, "LIMITS", ReadingLimits(triangles=5))
    refused(glb, "glb", "has 6 triangles; at most 5 are read")


def test_faces_of_obj_files_count_from_one_or_from_the_last_vertex(tmp_path):
    path = tmp_path / "mesh.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 2\nf -3 -2 -1\n")
    assert mesh_files.read_triangles(str(path), "mesh").tolist() == [[[0, 0, 0], [1, 0, 0], [1, 1, 2]]]
    for text, message in (
        ("v 0 0 0\nv 1 0 0\nv 1 1 2\nf -3 -2 -1\nv 5 5 5\n", "write vertices before all faces"),
        ("v 0 0 0\nv 1 0 0\nv 1 1 2\nf 0 1 2\n", "number 0; vertices are counted from 1"),
        ("v 0 0\nv 1 0\nv 1 1\nf 1 2 3\n", "three coordinates"),
    ):
        path.write_text(text)
        with pytest.raises(WorldError, match=message):
            mesh_files.read_triangles(str(path), "mesh")


def test_a_mesh_of_too_many_triangles_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(mesh_files, "LIMITS", ReadingLimits(triangles=3))
    path = tmp_path / "fan.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" + 4 * "f 1 2 3\n")
    with pytest.raises(WorldError, match=r"fan\.obj has 4 triangles; at most 3 are read"):
        sl.Terrain(sl.geometry.HeightMesh(str(path)), (1, 1))


def test_triangles_that_cover_the_ground_too_many_times_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(height_maps, "LIMITS", ReadingLimits(pairs=300))
    path = tmp_path / "fan.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n" + 3 * "f 1 2 3\n")
    with pytest.raises(WorldError, match="hold 363 points of the terrain; at most 300 are tested"):
        sl.Terrain(sl.geometry.HeightMesh(str(path)), (1, 1), spacing=0.1)


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_a_corner_that_is_not_finite_is_refused_without_a_warning(tmp_path, value):
    path = stl(tmp_path)
    content = bytearray(Path(path).read_bytes())
    content[84 + 12 : 84 + 16] = struct.pack("<f", value)
    Path(path).write_bytes(content)
    with warnings.catch_warnings(), pytest.raises(WorldError, match="1 of 6 have a corner that is NaN or infinite"):
        warnings.simplefilter("error")
        mesh_files.read_triangles(path, "file")


def test_many_triangles_are_worked_through_in_batches_with_the_same_result(tmp_path, monkeypatch):
    whole = sl.Terrain(sl.geometry.HeightMesh(obj(tmp_path)), (2, 2), spacing=0.1).heights
    monkeypatch.setattr(height_maps, "LIMITS", ReadingLimits(pairs_per_batch=100))
    assert sl.Terrain(sl.geometry.HeightMesh(obj(tmp_path)), (2, 2), spacing=0.1).heights == pytest.approx(whole)
