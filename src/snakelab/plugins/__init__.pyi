"""The plug-ins."""

from . import cuda as cuda
from . import hardware as hardware
from . import lanes as lanes
from . import learn as learn
from . import mujoco as mujoco
from . import ros as ros
from . import slam as slam
from . import studies as studies
from . import studio as studio
