"""Data made again: digests of numeric content, the manifest, and the small subset that is compared on every run."""

import json

import numpy as np
import pytest
import xarray

from reproductions.data import DATA, Content, chosen, content_of, digest
from reproductions.data.__main__ import main
from reproductions.data.collection import GROUPS
from reproductions.data.manifest import MANIFEST, read_manifest, verdict, write_manifest

KNOWN = read_manifest(MANIFEST)
QUICK = ("library/planar_prototype", "library/planar_viscous")


def one(values, unit="m"):
    """The digest of one array."""
    return digest({"x": (np.asarray(values), unit)})


def test_a_digest_depends_on_values_shape_unit_and_name():
    base = one([[1.0, 2.0]])
    assert base == one(np.array([[1.0, 2.0]], order="F"))
    different = {
        one([[1.0, 2.0 + 1e-15]]),
        one([1.0, 2.0]),
        one([[1.0, 2.0]], "cm"),
        digest({"y": (np.array([[1.0, 2.0]]), "m")}),
    }
    assert len(different) == 4 and base not in different


def test_a_digest_is_independent_of_byte_order_signs_of_zero_and_kinds_of_nan():
    assert one(np.array([1.0, 2.0], ">f8")) == one([1.0, 2.0])
    assert one([-0.0]) == one([0.0])
    payload = np.array([0x7FF8000000000001], dtype=np.uint64).view(np.float64)
    assert one(payload) == one([np.nan])
    assert one(np.array(["a", "b"], dtype=object)) == one(np.array(["a", "b"]))


def test_the_content_of_a_recording_leaves_out_times_of_computation_and_attributes():
    table = xarray.Dataset(
        {"q": (("time", "joint"), np.ones((3, 2)), {"units": "rad"})}, {"time": [0.0, 0.1, 0.2]}, {"wall_time": 1.0}
    )
    slower = table.assign(control_cycle_time=("cycle", np.array([0.3]))).assign_attrs(wall_time=9.0)
    assert content_of(table) == content_of(slower)
    assert content_of(table).numbers == {"q": 1.0}


def test_other_last_digits_agree_and_other_numbers_do_not():
    known = Content("a", {"q": 1.0})
    assert verdict(known, None) == ("not in the manifest", True)
    assert verdict(known, known) == ("equal", True)
    assert verdict(Content("b", {"q": 1.0001}), known)[1]
    assert not verdict(Content("b", {"q": 1.01}), known)[1]
    assert not verdict(Content("b", {"v": 1.0}), known)[1]


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "new" / "manifest.json"
    write_manifest(path, KNOWN)
    assert read_manifest(path) == KNOWN and read_manifest(tmp_path / "none.json") == {}
    assert json.loads(path.read_text(encoding="utf-8"))["made_with"]["numpy"] == np.__version__


def test_data_are_chosen_by_name_group_and_pattern():
    names = [data.name for data in DATA]
    assert len(names) == len(set(names)) and GROUPS == ("library", "courses", "pipe_study")
    assert [data.name for data in chosen(["courses/pipe_*"])] == [f"courses/pipe_{seed}" for seed in range(5)]
    assert {data.group for data in chosen(["library"])} == {"library"}
    with pytest.raises(KeyError, match="no data match 'libary'"):
        chosen(["libary"])
    assert main(["libary"]) == 2


def test_the_manifest_names_data_of_all_groups():
    assert set(KNOWN) <= {data.name for data in DATA}
    assert {name.partition("/")[0] for name in KNOWN} >= {"library", "pipe_study"}
    assert set(QUICK) <= set(KNOWN)


@pytest.mark.parametrize("name", QUICK)
def test_quick_data_have_the_content_of_the_manifest(name, tmp_path):
    assert main([name, "--out", str(tmp_path)]) == 0
    assert read_manifest(tmp_path / MANIFEST.name)[name].difference(KNOWN[name]) < 1e-3
    assert (tmp_path / name / "results.nc").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in KNOWN if name not in QUICK])
def test_all_data_of_the_manifest_have_its_content(name, tmp_path):
    if name.startswith("courses"):
        pytest.importorskip("mujoco", reason="mujoco is not installed")
    assert main([name, "--out", str(tmp_path)]) == 0
