"""Figures of the paper on the hybrid underwater snake."""

from reproductions.registry import AGREES, DIFFERS, NOT_PRINTED, Item, Paper, Value

HERE = "reproductions.hybrid_snake.figures"

PAPER = Paper(
    name="hybrid_snake",
    reference=(
        "Zhang, Chen, Liu, Gong: Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, J. Mar. Sci. Eng. "
        "10(12), 1914 (2022)"
    ),
    introduction=(
        "Three modules with propellers, joined by two soft hydraulic joints. The paper contains no table of results, "
        "and its figures contain no numbers; its statements are checked. Figures 10 to 13 are assumed to show cases 1 "
        "to 4, each with all of its conditions in one figure. Tables 1 and 2 are the parameters of the scenario "
        "`hybrid_straight` (`snakelab show hybrid_straight`); the radii are half the published 90 mm, which is assumed "
        "to be a diameter."
    ),
    items=(
        Item(
            "figure_8", "Figure 8", "static test of the joint: bend over pressure", f"{HERE}:figure_8", 3, NOT_PRINTED,
            "The curves are published without numbers. The linear law with the published modulus keeps the bend below "
            "100 degrees in the tested range of 0.5 MPa; the published Yeoh constants bend the joint more than twice "
            "as far.",
            ("figure_8.png",),
            values=tuple(
                Value(f"bend at {p:g} MPa [deg]", "", bend, 0.05) for p, bend in ((0.1, 19.92), (0.2, 39.52), (0.3, 58.87))
            ),
        ),
        Item(
            "figure_10", "Figure 10", "case 1: straight, with four and with two propellers", f"{HERE}:figure_10", 5, AGREES,
            "The paths are straight lines along X, forward and backward motion are mirror images, and the speed is "
            "lower with two propellers.",
            ("figure_10.png",),
            values=(
                Value("speed, four propellers [m/s]", "", 0.60946, 1e-4),
                Value("speed, two propellers [m/s]", "slower", 0.33153, 1e-4),
                Value("ratio", "0.5 to 0.71, linear to quadratic drag", 0.544, 1e-3),
            ),
        ),
        Item(
            "figure_11", "Figure 11", "case 2: yaw at 0.3 and at 0.1 MPa", f"{HERE}:figure_11", 2, AGREES,
            "The circle is larger at the smaller pressure, and the centres differ. In simulation the robot also sinks, "
            "at 0.01 to 0.05 m/s, because the mass below the axis swings outward (`hybrid_yaw_wide`).",
            ("figure_11.png",),
            values=(
                Value("radius at 0.3 MPa [m]", "smaller", 0.493, 0.01),
                Value("radius at 0.1 MPa [m]", "larger", 1.169, 0.02),
                Value("distance of the centres [m]", "not equal", 1.225, 0.03),
            ),
        ),
        Item(
            "figure_12", "Figure 12", "case 3: pitch, two sets of pressures", f"{HERE}:figure_12", 2, DIFFERS,
            "Set 1 bends near -90 degrees, as published, and its initial oscillation decays. The motion remains in XOZ "
            "only if the bend is exactly vertical: with the published pressures the body rolls and sinks or rises on a "
            "helix. Set 2 bends sideways as published, and upward with its two pressures exchanged.",
            ("figure_12.png",),
            values=(
                Value("bending plane, set 1 [deg]", "near +-90", -103.6, 0.5),
                Value("bending plane, set 2 [deg]", "near +-90", 149.8, 0.5),
            ),
        ),
        Item(
            "figure_13", "Figure 13", "case 4: spiral", f"{HERE}:figure_13", 2, AGREES,
            "The path is a spiral in space, and the velocities of the base differ from those of the end.",
            ("figure_13.png",),
            values=(
                Value("radius [m]", "", 0.517, 0.01), Value("descent [m/s]", "not 0", 0.237, 0.005), Value("speed [m/s]",
                "", 0.454, 0.005),
            ),
        ),
        Item(
            "figure_a2", "Figure A2", "turning by a bent body and by differential thrust", f"{HERE}:figure_a2", 2, AGREES,
            "The robot turns in both cases; with a bent body the circle is far smaller.",
            ("figure_a2.png",),
            values=(
                Value("radius, bent body [m]", "smaller", 0.452, 0.01), Value("radius, differential thrust [m]", "larger",
                6.74, 0.1),
            ),
        ),
    ),
    scenarios=("hybrid_*", "hydraulic_*"),
    excluded=(
        ("Table 1", "dimensions and moduli: parameters of the scenario `hybrid_straight`"),
        ("Table 2", "coefficients of the water: parameters of the scenario `hybrid_straight`"),
    ),
    programs=(
        ("python -m reproductions.hybrid_snake docs/images", "the static test for three material laws and two radii"),
        ("python examples/05_water/03_soft_joints.py", "joints solved alone and imposed on the robot, compared with "
        "joints solved with it"),
    ),
)  # fmt: skip
