"""Recordings with one thing wrong in them: each is refused in one line, or all that reads recordings can live with it."""

import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray

from recordings import serpenoid_recording, soft_recording
from snakelab.errors import RecordingError, SnakelabError
from snakelab.figures.notebook_html import recording_html
from snakelab.figures.report_folder import metrics_json
from snakelab.plugins.studio.page.report_page import page_html
from snakelab.results.comparisons import compare
from snakelab.results.recording import load, variables
from snakelab.results.recording_checks import DIMENSIONS, damages
from snakelab.sim.recording_assembly import VARIABLES
from snakelab.sim.sensing import QUANTITIES

VALUES: tuple[Any, ...] = (
    "", "x", "[" * 5000, "{}", "[[1, 2]]", "null", 0, -1, 1.5, float("nan"), float("inf"), np.zeros(3), np.zeros(0), ["a", "b"],
    np.array([1, 2]), "\ud7ff\n\n[red]",
)  # fmt: skip
SEED = 7


def written(dataset: xarray.Dataset, path: Path) -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dataset.to_netcdf(path, engine="h5netcdf")
    return path


def retyped(array: xarray.DataArray, kind: Any) -> xarray.DataArray:
    if kind == "text":
        return array.astype(str)
    with np.errstate(all="ignore"):
        return array.copy(
            data=np.zeros(array.shape, kind) if array.dtype.kind not in "fiu" else array.values.astype(kind)
        )


def mutant(whole: xarray.Dataset, chance: random.Random) -> xarray.Dataset:
    """The dataset with one fault."""
    name = chance.choice(sorted(map(str, whole.variables)))
    array = whole[name]
    dim = chance.choice(sorted(map(str, whole.sizes)))
    bare = whole.drop_vars(name)
    constant = (array.dims, np.full(array.shape, chance.choice([np.nan, np.inf, -1.0, 0.0, 1e300])), array.attrs)
    faults: list[Callable[[], xarray.Dataset]] = [
        lambda: whole.assign_attrs({chance.choice([*whole.attrs, "state"]): chance.choice(VALUES)}),
        lambda: whole.assign_attrs({chance.choice([*whole.attrs, "state"]): chance.choice(VALUES)}),
        lambda: bare,
        lambda: whole.isel({dim: slice(0, chance.choice([0, 1, 2]))}),
        lambda: whole.isel({dim: slice(None, None, -1)}),
        lambda: whole.rename({dim: "other"}),
        lambda: bare.assign({name: array.transpose()}),
        lambda: bare.assign({name: retyped(array, chance.choice(["text", "i4", "f4", "?", "u1"]))}),
        lambda: bare.assign({name: constant}),
        lambda: bare.assign({name: ((), 1.0)}),
        lambda: bare.assign({name: (("more", *array.dims), array.values[None])}),
        lambda: bare.assign({name: (array.dims, array.values, {"units": chance.choice(VALUES[:5])})}),
        lambda: whole.assign({chance.choice(["new", "odd_force"]): (("time",), whole["time"].values.astype(str))}),
    ]
    return chance.choice(faults)()


def read_by_all(path: Path, whole: Any) -> None:
    """What a person can ask of a recording."""
    run = load(path)
    for use in (
        lambda: metrics_json(run),
        lambda: page_html([run]),
        lambda: str(compare([whole, run])),
        lambda: variables(run),
        lambda: recording_html(run),
        lambda: run.scenario,
        lambda: run.title,
    ):
        try:
            use()
        except SnakelabError as problem:
            assert "\n" not in str(problem)


@pytest.mark.few(1)
@pytest.mark.thorough
@pytest.mark.parametrize("n_mutants", [8, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["serpenoid", "soft"])
def test_a_recording_with_any_one_fault_is_refused_in_one_line_or_can_be_read(
    tmp_path: Path, kind: str, n_mutants: int
) -> None:
    whole = serpenoid_recording(n_rows=9) if kind == "serpenoid" else soft_recording(n_rows=9)
    chance = random.Random(f"{SEED}-{kind}")
    refused = 0
    for _ in range(n_mutants):
        try:
            dataset = mutant(whole.dataset, chance)
        except ValueError:  # xarray itself refuses this fault
            continue
        path = written(dataset, tmp_path / "mutant.nc")
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                read_by_all(path, whole)
        except RecordingError as problem:
            refused += 1
            assert "\n" not in str(problem)
            assert len(str(problem)) < 500
    assert n_mutants / 5 < refused < n_mutants


def refusal(dataset: xarray.Dataset, path: Path) -> str:
    with pytest.raises(RecordingError) as caught:
        load(written(dataset, path))
    return str(caught.value).removeprefix(f"{path} is a damaged recording: ")


@pytest.mark.thorough
def test_the_line_says_what_is_wrong(tmp_path: Path) -> None:
    whole, path = serpenoid_recording(n_rows=9).dataset, tmp_path / "r.nc"
    assert refusal(whole.assign(q=whole["q"].transpose()), path) == "q must be time x coordinate, got coordinate x time"
    assert refusal(whole.assign_attrs(wall_time="soon"), path) == "wall_time must be a number, got 'soon'"
    assert refusal(whole.assign_attrs(state="{"), path).startswith("its state cannot be read: JSONDecodeError(")


def fault(dataset: xarray.Dataset) -> str:
    """The first fault of a recording that is not written."""
    return next(damages(dataset))


def test_each_fault_has_its_words() -> None:
    whole = serpenoid_recording(n_rows=9).dataset
    assert fault(whole.assign(q=whole["q"].astype(str))).startswith("q must be numbers, got ")
    assert fault(whole.isel(axis=slice(0, 2))) == "axis must have size 3, got 2"
    assert fault(whole.isel(quaternion=slice(0, 3))) == "quaternion must have size 4, got 3"
    assert fault(whole.isel(link=slice(0, 0))) == "it has no link"
    assert fault(whole.isel(time=slice(None, None, -1))) == "time must not decrease"
    times = whole["time"].copy(data=np.full(9, np.nan))
    assert fault(whole.assign_coords(time=times)) == "time must be finite"
    assert fault(whole.assign_attrs(seed=np.arange(3))) == "seed must be a number, got array([0, 1, 2])"
    assert fault(whole.assign_attrs(robot=np.arange(3))) == "robot must be text, got array([0, 1, 2])"


def test_quaternions_of_another_norm_are_refused_unless_the_run_diverged() -> None:
    whole = serpenoid_recording(n_rows=9).dataset
    name = next(name for name, array in whole.data_vars.items() if array.dims[-1:] == ("quaternion",))
    stretched = whole[name].values.copy()
    stretched[4] *= 1.01
    wrong = whole.assign({name: (whole[name].dims, stretched)})
    assert fault(wrong) == f"{name} must have quaternions of norm 1, got 1.01 in row 4"
    assert fault(whole.assign({name: (whole[name].dims, 0.0 * stretched)})).endswith("norm 1, got 0 in row 0")
    assert not [*damages(wrong.assign_attrs(status_kind="diverged"))]
    unmeasured, single = np.full_like(stretched, np.nan), whole[name].values.astype(np.float32)
    assert not [*damages(whole.assign({name: (whole[name].dims, unmeasured)}))]
    assert not [*damages(whole.assign({name: (whole[name].dims, single)}))]


def test_a_scenario_that_is_too_deep_to_read_is_damaged() -> None:
    with pytest.raises(RecordingError, match="the recording's scenario is damaged: it is nested too deeply"):
        _ = serpenoid_recording(scenario="[" * 100_000).scenario  # far beyond what any Python reads
    with pytest.raises(RecordingError, match="it is no mapping, but a list"):
        _ = serpenoid_recording(scenario="[[1, 2]]").scenario


def test_a_run_is_called_by_its_scenario_or_its_robot() -> None:
    assert serpenoid_recording(scenario='{"title": "A  wave", "name": "wave"}').title == "A wave"
    assert serpenoid_recording(scenario='{"title": " ", "name": "wave"}').title == "wave"
    assert serpenoid_recording(scenario="[").title == "five_links"
    assert serpenoid_recording(robot="").title == "robot"


def test_the_form_agrees_with_what_the_simulation_writes() -> None:
    measured = {f"measured_{name}": dims for name, (dims, _, _) in QUANTITIES.items()}
    assert {name: dims for name, (dims, _, _) in VARIABLES.items()} | measured == DIMENSIONS
