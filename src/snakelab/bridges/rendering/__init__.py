"""Images of cameras on a robot, rendered by MuJoCo, and calibration files."""
