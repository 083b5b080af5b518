"""Shapes of the hybrid snake in quiet, by a reference of our own that shares nothing with engine or oracle."""

# Pressures of the two joints' actuators [MPa].
TURN, SPIRAL = (0.3, 0, 0, 0.3, 0, 0), (0.2, 0.2, 0.3, 0.3, 0, 0)
# Pressures; length [m], bend and plane [degrees] of either joint, no plane where it is straight; place of the head end [m].
SHAPES = [
    (TURN, [(0.2123, 58.9, 180), (0.2123, 58.9, 180)], (0.3931, -0.6511, 0)),
    ((0.2, 0.3, 0, 0, 0, 0), [(0.2206, 51.97, -101.19), (0.2, 0, None)], (0.7612, -0.1098, -0.5553)),
    ((0.2, 0, 0.1, 0, 0, 0), [(0.2124, 34.23, 149.74), (0.2, 0, None)], (0.8961, -0.3447, 0.2011)),
    ((0.1, 0, 0.2, 0, 0, 0), [(0.2124, 34.23, 90.26), (0.2, 0, None)], (0.8961, -0.0018, 0.3991)),
    (SPIRAL, [(0.2289, 19.35, 60.0), (0.2123, 58.87, 180)], (0.9226, -0.1685, 0.1776)),
]
