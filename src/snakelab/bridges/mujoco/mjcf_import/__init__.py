"""Import of a serial chain from MJCF, MuJoCo's XML."""
