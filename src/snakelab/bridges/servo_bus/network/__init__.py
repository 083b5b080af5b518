"""Link between the computer of a robot, with its driver, and that of its controller."""
