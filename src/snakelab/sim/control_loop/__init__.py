"""Reference of the coordinates during a run: from a gait or from the control loop, joined without jumps."""
