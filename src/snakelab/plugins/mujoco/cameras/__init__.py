"""Images of cameras on a robot, rendered with MuJoCo."""
