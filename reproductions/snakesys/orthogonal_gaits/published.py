"""Values published in the text of the paper on the orthogonal snake; its figures contain no numbers.

Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability
Based on ROS, 2024.
"""

# Speed of the robot at omega = 1 rad/s, by case [m].
PUBLISHED = {
    "snakesys_flat_creeping": 0.2553,
    "snakesys_flat_sidewinding": 0.1415,
    "snakesys_flat_arc_rolling": 0.0437,
}
SIMULATIONS = (
    "snakesys_creeping",
    "snakesys_travelling_wave",
    "snakesys_sidewinding",
    "snakesys_arc_rolling",
    "snakesys_spiral_rolling",
)
EXPERIMENTS = tuple(PUBLISHED)
