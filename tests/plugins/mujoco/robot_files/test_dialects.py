"""Small dialects of URDF generators: dummy links, a world with an inertia, and limits of zero."""

import pytest

import snakelab as sl
from snakelab.plugins.mujoco import from_urdf

MOMENTS = '<inertia ixx="3e-5" ixy="0" ixz="0" iyy="9.5e-5" iyz="0" izz="9.5e-5"/>'
LINK = f'<link name="m{{0}}"><inertial><origin xyz="0.04 0 0"/><mass value="0.15"/>{MOMENTS}</inertial></link>'
JOINT = (
    '<joint name="j{0}" type="revolute"><parent link="m{0}"/><child link="m{1}"/><origin xyz="0.08 0 0"/>'
    '<axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="{2}" velocity="{3}"/></joint>'
)


def urdf(more="", effort="5", velocity="6"):
    links = "".join(LINK.format(i) for i in range(3))
    joints = "".join(JOINT.format(i, i + 1, effort, velocity) for i in range(2))
    return f'<robot name="case">{links}{joints}{more}</robot>'


def test_a_fixed_link_with_an_inertia_and_no_mass_is_a_frame():
    tip = f'<link name="tip"><inertial><mass value="0"/>{MOMENTS}</inertial></link><joint name="t" type="fixed">'
    imported = from_urdf(urdf(f'{tip}<parent link="m2"/><child link="tip"/><origin xyz="0.08 0 0"/></joint>'))
    (frame,) = imported.robot.frames
    assert (frame.name, frame.on, frame.point) == ("tip", "m2", pytest.approx((0.08, 0.0, 0.0)))
    assert imported.robot.mass == pytest.approx(0.45)
    assert any(line.startswith("the inertia of tip: it has no mass") for line in imported.dropped)


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_a_link_called_world_is_the_world_with_and_without_an_inertia(kind):
    world = f'<link name="world"><inertial><mass value="1"/>{MOMENTS}</inertial></link><joint name="w" type="{kind}">'
    imported = from_urdf(urdf(f'{world}<parent link="world"/><child link="m0"/><origin xyz="0 0 0.3"/></joint>'))
    assert imported.robot.base == kind
    assert imported.robot.mass == pytest.approx(0.45)
    assert imported.initial["position"] == (0.0, 0.0, 0.3)
    assert "<inertial> of link 'world': it is the world, which does not move" in imported.dropped


def test_limits_of_zero_are_stated_as_none():
    imported = from_urdf(urdf(effort="0", velocity="0"))
    for what in ("effort", "velocity"):
        assert f"{what} limit 0 of j0, j1: tools write 0 for unknown; here there is no limit" in imported.changed
    assert {type(part.actuator) for part in imported.robot.parts if part.coordinates} == {sl.Prescribed}
    assert not any("limit 0" in line for line in from_urdf(urdf()).changed)
