"""Motion of the cameras of a recording, and the samples of their inertial units."""
