"""Poses and shapes of the replay: near the recording's, few enough, and with the head where it is."""

import numpy as np
import pytest

from recordings import changed, first_rows, hanging_recording, serpenoid_recording, soft_recording
from snakelab.plugins.studio.page.replay_data import drawable_rows, frame_rows, opening_time, replay, scene
from snakelab.plugins.studio.page.scene_data import Packer
from snakelab.results.recording import Recording

from .unpacking import curves, head_and_arrays


def unpacked(recording: Recording) -> dict:
    packer = Packer()
    head, arrays = head_and_arrays(packer.container(replay(recording, packer)))
    return {
        key: curves(value, arrays) if isinstance(value, dict) and "coding" in value else value
        for key, value in head.items()
    }


def without_sections(recording: Recording) -> Recording:
    return Recording(recording.dataset.drop_vars(["link_section", "link_width", "link_height"]), recording.status)


def with_sections(recording: Recording, kinds: list[str]) -> Recording:
    n = len(kinds)
    sections = {
        "link_section": ("link", kinds),
        "link_width": ("link", [0.05] * n),
        "link_height": ("link", [0.05] * n),
    }
    return Recording(recording.dataset.assign_coords(sections), recording.status)


def test_poses_are_those_of_the_recording_to_less_than_a_screen_shows():
    recording = serpenoid_recording(duration=20.0, n_links=12, n_rows=2001)
    actual = unpacked(recording)
    rows = np.searchsorted(recording["time"].values, actual["times"][0])
    position = (actual["positions"] + np.tile(actual["com"], (12, 1))).T.reshape(len(rows), 12, 3)
    turn = actual["turns"].T.reshape(len(rows), 12, 4)
    assert np.abs(position - recording["link_position"].values[rows]).max() < 1.2 / 20_000
    turn /= np.linalg.norm(turn, axis=-1, keepdims=True)  # as the script does
    aligned = np.abs(np.einsum("tla,tla->tl", turn, recording["link_quaternion"].values[rows]))
    assert (1 - aligned).max() < 1e-8


@pytest.mark.parametrize(("rate", "duration", "n_links"), [(10, 5, 3), (100, 20, 5), (1000, 3, 30), (100, 3600, 50)])
def test_frames_are_at_most_thirty_a_second_and_hold_both_ends(rate, duration, n_links):
    n_rows = rate * duration + 1
    rows = frame_rows(np.linspace(0, duration, n_rows), n_links)
    assert rows[0] == 0 and rows[-1] == n_rows - 1
    assert len(rows) <= min(30 * duration, 150_000 / n_links, n_rows) + 2
    assert len(rows) >= min(n_rows, min(30 * duration, 150_000 / n_links) / 2)


@pytest.mark.parametrize("n_rows", [0, 1, 2])
def test_very_short_recordings_keep_all_rows(n_rows):
    assert frame_rows(np.arange(n_rows, dtype=float), 5).tolist() == list(range(n_rows))


def test_quaternions_keep_their_sign_from_frame_to_frame():
    recording = serpenoid_recording(n_rows=101)
    flipped = recording["link_quaternion"].values * np.where(np.arange(101) % 2, -1, 1)[:, None, None]
    turn = unpacked(changed(recording, link_quaternion=flipped))["turns"]
    assert np.abs(np.diff(turn, axis=1)).max() < 0.2


def test_only_rows_before_the_first_that_is_not_finite_are_drawn():
    recording = serpenoid_recording(n_rows=101)
    position, turn = recording["link_position"].values.copy(), recording["link_quaternion"].values.copy()
    assert drawable_rows(recording) == 101
    position[60:, 2, 1] = np.inf
    assert drawable_rows(changed(recording, link_position=position)) == 60
    turn[40, 0, 0] = np.nan
    assert drawable_rows(changed(recording, link_position=position, link_quaternion=turn)) == 40
    position[30] = 1e9
    assert drawable_rows(changed(recording, link_position=position)) == 30
    assert drawable_rows(first_rows(recording, 0)) == 0


def test_a_recording_without_any_drawable_row_gives_empty_poses():
    recording = serpenoid_recording(n_rows=11)
    actual = unpacked(changed(recording, link_position=np.full((11, 5, 3), np.nan)))
    assert actual["positions"].shape == (15, 0) and actual["head"] is None


def test_head_is_the_last_link_or_the_first_where_the_chain_is_numbered_from_it():
    recording = serpenoid_recording()
    assert unpacked(recording)["head"] == {"link": 4, "end": 1}
    tail = recording["base_position"].values
    assert unpacked(changed(recording, head_position=tail))["head"] == {"link": 0, "end": -1}


def test_stations_of_a_soft_section_become_one_tube():
    recording = with_sections(soft_recording(n_steps=6), ["box", *7 * ["skin"]])
    expected = [{"kind": "link", "first": 0, "last": 0}, {"kind": "tube", "first": 1, "last": 7}]
    assert unpacked(recording)["parts"] == expected
    assert unpacked(without_sections(soft_recording(n_steps=6)))["parts"] == expected


def test_recording_without_sections_is_drawn_slim():
    links = unpacked(without_sections(serpenoid_recording()))["links"]
    assert all(link["section"] == "cylinder" and 0 < link["width"] < 0.5 * link["length"] for link in links)


def test_efforts_adjoin_the_links_beside_each_joint():
    efforts = unpacked(serpenoid_recording(n_links=4))["efforts"]
    assert efforts == {"unit": "N m", "coordinates": [[0], [0, 1], [1, 2], [2]]}


def test_efforts_are_left_out_where_joints_cannot_be_identified():
    recording = serpenoid_recording(n_links=5)
    few = Recording(recording.dataset.isel(coordinate=slice(0, 3)), "finished")
    assert unpacked(few)["efforts"] is None


def test_ground_lies_below_planar_robots_and_a_grid_below_all_others():
    planar = serpenoid_recording()
    planar.dataset.attrs["base"] = "planar"
    assert scene([planar]) == [{"kind": "plane", "height": pytest.approx(-0.015)}]
    (thing,) = scene([hanging_recording(), planar])
    lowest = hanging_recording()["head_position"].values[..., 2].min()
    assert thing["kind"] == "grid" and thing["height"] <= lowest + 1e-9


def touching(recording: Recording, first: float) -> Recording:
    """The recording with one skin point that carries a load from a time on."""
    load = np.where(recording["time"].values >= first, 2.0, 0.0)[:, None]
    return Recording(recording.dataset.assign(skin_load=(("time", "skin"), load)), "finished")


def test_the_page_opens_where_a_swimmer_is_half_inside_what_it_touches_first():
    recording = serpenoid_recording(duration=20.0)  # 0.15 m/s
    half = 0.5 * float(recording["link_length"].sum())
    assert opening_time(touching(recording, 5.0)) == pytest.approx(5.0 + half / 0.15, abs=0.3)
    assert opening_time(touching(recording, 19.9)) == pytest.approx(19.9, abs=0.06), "it moves on too little"
    assert opening_time(touching(recording, 0.5)) == 0.0, "it lies on its ground"
    assert opening_time(touching(recording, 30.0)) == opening_time(recording) == 0.0, "it touches nothing"


def test_fixed_base_is_marked_where_it_stands():
    assert unpacked(hanging_recording())["base"] == [0.0, 0.0, 0.0]
    assert unpacked(serpenoid_recording())["base"] is None
