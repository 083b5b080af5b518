"""Map of the SLAM estimator: keyframes, points, factor graph and loop closure."""
