"""Public names of the package, imported at their first use."""

from .cameras.movie import movie as movie
from .cameras.camera_recording import (
    LiveCameras as LiveCameras,
    RenderedSequence as RenderedSequence,
    load_sequence as load_sequence,
    render_cameras as render_cameras,
)
from .engine.mujoco_engine import Mujoco as Mujoco, MujocoEngine as MujocoEngine
from .robot_files.motion_export import Export as Export
from .robot_files.imported_robot import Import as Import
from .robot_files.imported_scenario import scenario_text as scenario_text
from .robot_files.mjcf_export import load_mujoco as load_mujoco, mujoco_state as mujoco_state, to_mjcf as to_mjcf
from .robot_files.mjcf_import import from_mjcf as from_mjcf
from .robot_files.urdf_export import to_urdf as to_urdf
from .robot_files.urdf_import import from_urdf as from_urdf

__all__ = [
    "LiveCameras",
    "RenderedSequence",
    "load_sequence",
    "movie",
    "render_cameras",
]
