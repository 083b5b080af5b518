"""Image pairs of the SLAM estimator: rectification, features, and alignment of patches."""
