"""MJCF that asks for more than a chain can need, in itself or in the files that it names."""

import os

import pytest

from snakelab.errors import RobotError
from snakelab.plugins.mujoco.robot_files import mjcf_model
from snakelab.plugins.mujoco.robot_files.mjcf_import import from_mjcf

pytest.importorskip("mujoco")
BODY = '<body name="a"><freejoint/><geom size="0.04"/></body>'


def written(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.xml").write_text(text)
    return folder / "main.xml"


def test_copies_in_an_included_file_are_counted(tmp_path):
    path = written(
        tmp_path,
        main='<mujoco><include file="a.xml"/></mujoco>',
        a='<mujocoinclude><include file="b.xml"/></mujocoinclude>',
        b=f'<mujocoinclude><worldbody><replicate count="1000000">{BODY}</replicate></worldbody></mujocoinclude>',
    )
    with pytest.raises(RobotError, match=r"main\.xml: <replicate> makes 1e\+06 copies; at most 10000 elements"):
        from_mjcf(path)


def test_an_included_file_is_copied_with_what_is_around_it(tmp_path):
    path = written(
        tmp_path,
        main='<mujoco><worldbody><replicate count="200"><include file="a.xml"/></replicate></worldbody></mujoco>',
        a=f'<mujocoinclude><replicate count="200">{BODY}</replicate></mujocoinclude>',
    )
    with pytest.raises(RobotError, match="makes 40000 copies"):
        from_mjcf(path)


def test_files_that_include_each_other_without_end_are_refused(tmp_path):
    path = written(tmp_path, main='<mujoco><include file="main.xml"/></mujoco>')
    with pytest.raises(RobotError, match="it includes more than 100 files"):
        from_mjcf(path)


def test_an_included_chain_is_read(tmp_path):
    path = written(
        tmp_path,
        main='<mujoco><include file="a.xml"/></mujoco>',
        a=f"<mujocoinclude><worldbody>{BODY}</worldbody></mujocoinclude>",
    )
    assert from_mjcf(path).robot.mass > 0


@pytest.mark.parametrize(
    "asset",
    [
        '<mesh name="m" file="pipe"/>',
        '<hfield name="h" file="pipe" size="1 1 1 1"/>',
        '<texture name="t" type="2d" file="/dev/zero"/>',
        '<texture name="t" type="cube" fileup="/dev/zero"/>',
        '<model name="m" file="pipe"/>',
    ],
)
def test_named_pipes_and_devices_are_not_opened(tmp_path, asset):
    (tmp_path / "meshes").mkdir()
    os.mkfifo(tmp_path / "meshes" / "pipe")
    os.mkfifo(tmp_path / "pipe")
    path = written(tmp_path, main=f'<mujoco><compiler meshdir="meshes"/><asset>{asset}</asset></mujoco>')
    with pytest.raises(RobotError, match="only regular files are read"):
        from_mjcf(path)


def test_a_large_file_is_refused_with_its_size_and_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(mjcf_model, "LIMITS", mjcf_model.DocumentLimits(file_bytes=10))
    (tmp_path / "m.stl").write_bytes(bytes(11))
    path = written(tmp_path, main='<mujoco><asset><mesh name="m" file="m.stl"/></asset></mujoco>')
    with pytest.raises(RobotError, match=r"cannot read .*m\.stl: it has 11 bytes; at most 10 bytes are read"):
        from_mjcf(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset>',
            r"nrow x ncol = 1e\+10 points",
        ),
        (
            '<asset><texture name="t" type="2d" builtin="flat" width="100000" height="100000"/></asset>',
            "width x height",
        ),
        ('<size nuser_body="100000000"/>', "nuser_body must be at most 1000, got 100000000"),
    ],
)
def test_numbers_that_ask_for_gigabytes_are_refused(text, message):
    with pytest.raises(RobotError, match=message):
        from_mjcf(f"<mujoco>{text}<worldbody>{BODY}</worldbody></mujoco>")
