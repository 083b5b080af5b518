"""Any part of a recording by a word, with its unit."""

import numpy as np
import pytest

from recordings import planar_recording, serpenoid_recording, soft_recording
from snakelab.errors import RecordingError
from snakelab.results.recording import Recording, curves, units, variables


def test_a_variable_alone_means_all_of_its_columns() -> None:
    recording = serpenoid_recording()
    actual = curves(recording, "tau")
    assert [curve.name for curve in actual] == [f"tau.joint{i}" for i in range(1, 5)]
    assert np.array_equal(np.stack([curve.values for curve in actual], axis=1), recording["tau"].values)
    assert {curve.unit for curve in actual} == {"N m"}


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("kinetic_energy", ["kinetic_energy"]),
        ("tau.joint2", ["tau.joint2"]),
        ("com_position.y", ["com_position.y"]),
        (" com_position.y ", ["com_position.y"]),
        ("link_position.link3.x", ["link_position.link3.x"]),
        ("link_position.link3", [f"link_position.link3.{axis}" for axis in "xyz"]),
        ("link_position.z", [f"link_position.link{i}.z" for i in range(1, 6)]),
        ("work.friction", ["work.friction"]),
    ],
)
def test_labels_choose_columns_and_a_dimension_may_be_left_out(word: str, names: list[str]) -> None:
    assert [curve.name for curve in curves(serpenoid_recording(), word)] == names


def test_the_values_are_those_of_the_label() -> None:
    recording = serpenoid_recording()
    (curve,) = curves(recording, "link_position.link3.y")
    assert np.array_equal(curve.values, recording["link_position"].sel(link="link3", axis="y").values)


def test_a_label_may_hold_a_dot() -> None:
    recording = soft_recording()
    (curve,) = curves(recording, "link_position.arm.2.x")
    assert np.array_equal(curve.values, recording["link_position"].values[:, 3, 0])
    named = Recording(recording.dataset.assign_coords(link=["a", "a.1", *"bcdefg"][:8]), "finished")
    assert [c.name for c in curves(named, "link_position.a.1.x")] == ["link_position.a.1.x"]
    assert [c.name for c in curves(named, "link_position.a.x")] == ["link_position.a.x"]


def test_units_follow_the_coordinate_and_the_component() -> None:
    times = np.linspace(0.0, 1.0, 5)
    recording = planar_recording(times, np.zeros((5, 3)), np.zeros((5, 2)), units=("rad", "m"))
    by_name = {word: [curve.unit for curve in curves(recording, word)] for word in ("q", "v", "tau", "spring_torque")}
    assert by_name == {
        "q": ["rad", "m"],
        "v": ["rad/s", "m/s"],
        "tau": ["N m", "N"],
        "spring_torque": ["N m", "N"],
    }
    assert [c.unit for c in curves(recording, "base_velocity")] == 3 * ["m/s"] + 3 * ["rad/s"]
    assert [c.unit for c in curves(recording, "error_estimate")] == ["-"]


def test_the_units_of_all_columns_agree_with_those_of_the_curves() -> None:
    for recording in (serpenoid_recording(), soft_recording()):
        listed = units(recording)
        assert list(listed) == [entry.name for entry in variables(recording)]
        for name, columns in listed.items():
            each = [curve.unit for curve in curves(recording, name)]
            assert each == (columns if len(columns) > 1 else columns * len(each))


def test_the_list_says_what_there_is() -> None:
    by_name = {variable.name: variable for variable in variables(serpenoid_recording())}
    assert by_name["tau"].dims == ("coordinate",)
    assert by_name["tau"].units == ("N m",)
    assert by_name["base_velocity"].units == ("m/s", "rad/s")
    assert by_name["link_position"].dims == ("link", "axis")
    assert "link_mass" not in by_name


def test_unknown_names_get_the_nearest_name_and_the_list() -> None:
    recording = serpenoid_recording()
    with pytest.raises(RecordingError, match=r"no variable 'taw' over time; did you mean 'tau'\?; there are .*com_pos"):
        curves(recording, "taw")
    with pytest.raises(RecordingError, match=r"no variable 'zzz' over time; allowed: base_position"):
        curves(recording, "zzz")
    with pytest.raises(RecordingError, match=r"'tau.joint9' has no part 'joint9'; did you mean 'joint\d'"):
        curves(recording, "tau.joint9")
    with pytest.raises(RecordingError, match=r"'kinetic_energy.x' has no part 'x'; it has no parts"):
        curves(recording, "kinetic_energy.x")
    with pytest.raises(RecordingError, match=r"'tau.joint1.x' has no part 'x'"):
        curves(recording, "tau.joint1.x")
    with pytest.raises(RecordingError, match=r"'com_position.x.y' has no part 'y'"):
        curves(recording, "com_position.x.y")
