"""Export of robots with parts that a format cannot express."""

import pytest

import snakelab as sl
from snakelab.errors import RobotError
from snakelab.plugins.mujoco.robot_files.mjcf_export import to_mjcf
from snakelab.plugins.mujoco.robot_files.urdf_export import to_urdf


class Screw:
    """A joint of a kind that no exporter knows."""

    name = "screw"


@pytest.mark.parametrize(("export", "text"), [(to_mjcf, "MJCF"), (to_urdf, "URDF")])
def test_an_exporter_names_the_type_of_an_unknown_part(export, text):
    link = sl.Link(0.1, mass=0.1)
    model = sl.build_model(sl.Robot([link, sl.Revolute("z", name="hinge"), link], base="fixed", name="snake"))
    object.__setattr__(model.robot, "parts", (link, Screw(), link))
    with pytest.raises(RobotError, match=f"robot 'snake' cannot be written as {text}: Screw has no equivalent"):
        export(model)
