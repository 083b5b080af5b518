"""Figures and tables of the paper on the orthogonal snake."""

from reproductions.registry import AGREES, DIFFERS, Item, Paper, Value

HERE = "reproductions.snakesys.figures"

PAPER = Paper(
    name="snakesys",
    reference=(
        "Liu, Zang, Gao: Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental Adaptability Based on "
        "ROS, Electronics 13(17), 3437 (2024)"
    ),
    introduction=(
        "A snake of 28 orthogonal joints with gaits from coupled oscillators. The numbers of figures 14, 16 and 18 are "
        "not given in the text. The figures are assumed to show the five gaits in simulation, the three experiments on "
        "a flat floor, and those on grass and rocks. Speeds are divided by the angular frequency of the gait, as in "
        "the paper. Each command also writes its table as CSV: speed, largest torque, amplitude of the joints, and lag "
        "behind the command."
    ),
    items=(
        Item(
            "figure_14", "Figure 14", "five gaits in simulation", f"{HERE}:figure_14", 8, DIFFERS,
            "As published, creeping is the fastest gait and has the smallest torque, and arc rolling has the smallest "
            "amplitude. The torque of spiral rolling is 11 times that of creeping, not 300 times: the simulated snake "
            "lies on the ground, where joints that hold a helix of 0.26 m need 22 N m. The travelling wave is half as "
            "fast as sidewinding; in the paper their speeds are similar.",
            ("figure_14.png",),
            values=(
                Value("largest torque, SRL over CL", "about 300", 11.16, 0.3),
                Value("speed, TWL over SWL", "about 1", 0.501, 0.01),
                Value("speed, largest of the others over CL", "below 1", 0.511, 0.01),
                Value("amplitude, ARL over TWL", "smallest over largest", 0.145, 0.002),
            ),
        ),
        Item(
            "figure_16", "Figure 16", "three gaits on a flat floor", f"{HERE}:figure_16", 2, DIFFERS,
            "Creeping agrees within 0.4 %, sidewinding is 8 % slower. Arc rolling is 32 % slower than measured: the "
            "servos yield under the weight, and a rolling arc of this bend is slower than a cylinder. The measured "
            "speed exceeds the bound of a continuous arc (`snakesys_flat_arc_rolling`).",
            ("figure_16.png",),
            values=(
                Value("speed at 1 rad/s, CL [m/s]", "0.2553", 0.2545, 5e-4),
                Value("speed at 1 rad/s, SWL [m/s]", "0.1415", 0.1300, 5e-4),
                Value("speed at 1 rad/s, ARL [m/s]", "0.0437", 0.0299, 1e-3),
                Value("SWL over CL", "0.554", 0.511, 3e-3),
                Value("ARL over CL", "0.171", 0.118, 5e-3),
            ),
        ),
        Item(
            "figure_18", "Figure 18", "sidewinding and arc rolling on grass and rocks", f"{HERE}:figure_18", 5, DIFFERS,
            "On one ground of each kind, sidewinding is faster than arc rolling in three of four pairs (published: in "
            "all four) and slower on grass than on rocks (published: faster on grass); the speeds of arc rolling are "
            "nearly equal on both (published: faster on rocks). Friction and stiffness of the grounds are not "
            "published; docs/snakesys.md gives results for five grounds of each kind.",
            ("figure_18.png",),
            values=(
                Value("speed, SWL1 over SWL3", "above 1", 0.538, 0.2),
                Value("speed, SWL2 over SWL4", "above 1", 0.698, 0.2),
                Value("speed, ARL3 over ARL1", "above 1", 0.976, 0.1),
                Value("speed, ARL4 over ARL2", "above 1", 0.962, 0.1),
                Value("gaits of four in which SWL is faster than ARL", "4", 3.0, 1.0),
            ),
        ),
        Item(
            "derivatives", "Equations 34 to 45", "derivatives by a sliding window of five points", f"{HERE}:derivatives", 1,
            AGREES,
            "Rates and accelerations of 43.388 sin(0.2 pi t) at 30 Hz: the errors are those of our evaluation of the "
            "published coefficients.",
            values=(
                Value("largest error of the rate, newest sample [1e-6 deg/s]", "1.05", 1.05, 0.05),
                Value("largest error of the acceleration, newest sample [1e-4 deg/s^2]", "1.07", 1.07, 0.05),
            ),
        ),
    ),
    scenarios=("snakesys_*",),
    programs=(
        ("python -m reproductions.snakesys.orthogonal_gaits docs/images",
         "tables of all gaits, also with joints that follow exactly, and their paths"),
        ("python -m reproductions.snakesys.field_gaits 5", "the trials on five grounds of each kind, with variations"),
    ),
)  # fmt: skip
