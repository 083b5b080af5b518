"""Public names of the package, imported at their first use."""

from .estimator import StereoInertialSlam as StereoInertialSlam
from .keyframes import FrameEstimate as FrameEstimate, SlamSettings as SlamSettings
from .ros_sequences import BagSequence as BagSequence, RosStereo as RosStereo, open_sequence as open_sequence
from .slam_run import run_slam as run_slam
from .stereo_sequences import EurocSequence as EurocSequence, SideBySide as SideBySide
