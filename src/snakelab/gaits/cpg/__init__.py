"""Central pattern generators: networks of oscillators that drive the joints, and the derivatives of the streams that they
stream."""

from snakelab.gaits.cpg.derivatives import Window, empty_window, slide
from snakelab.gaits.cpg.gait import CpgGait, GaitChange
from snakelab.gaits.cpg.network import HopfNetwork

__all__ = ["CpgGait", "GaitChange", "HopfNetwork", "Window", "empty_window", "slide"]
