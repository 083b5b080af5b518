"""Items of the paper on the orthogonal snake."""

from reproductions.registry import (
    FOLLOWS,
    PUBLISHED_TOLERANCE,
    Check,
    Item,
    Paper,
    drawing,
    given,
    hardware,
    independent,
    number,
    own,
    states,
)

HERE = "reproductions.snakesys.figures"
SERVOS = (
    "gains and torques of the servos are not published. Tried: the 50 N m/rad of the published model files, 100, 200, 500, 1000, "
    "2000 and 5000 N m/rad, exact joints, limits of 8.3, 20 and 30 N m."
)
UNLIMITED = "servos of 500 N m/rad or more without a torque limit"
FIELD = ("swl1", "swl3"), ("swl2", "swl4"), ("arl3", "arl1"), ("arl4", "arl2")
AMPLITUDES = (
    ("CL", 43.388, 0.0), ("TWL", 0.0, 62.349), ("SWL", 43.388, 13.017), ("ARL", 9.167, 9.167), ("SRL", 68.79, 68.79),
)  # fmt: skip


def _follows(quantity: str, place: str, assuming: str = "") -> Check:
    """Check that the joints follow their commands."""
    return states(
        quantity, "the same pattern", place, above=FOLLOWS, below=1 / FOLLOWS, basis="within 3 dB", assuming=assuming,
        spread=0.05,
    )  # fmt: skip


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
        "the paper. Gains and torque limits of the servos are not published. Those of the published model files, 50 N m/rad, "
        "do not "
        "follow their commands in sidewinding, while the measured curves of the paper do. The experiments here therefore have "
        "servos "
        "of 500 N m/rad without a torque limit, and the comparison of all five gaits servos of 2000 N m/rad, with which the "
        "helix "
        "holds on its cylinder: both are assumptions. Other stiffnesses and limits are listed, and a verdict that holds only "
        "under "
        "an assumption says so."
    ),
    items=(
        drawing("figure_1", "Figure 1", "frames of the joints"),
        Item(
            "frames", "Table 1, equations 1 to 3", "Denavit-Hartenberg parameters and transforms", f"{HERE}:frames", 1,
            (
                independent("x of joint 4 [m]", -0.093631, 1e-6, "equations 1 to 3"),
                independent("y of joint 4 [m]", 0.459566, 1e-6, "equations 1 to 3"),
                independent("z of joint 4 [m]", -0.062154, 1e-6, "equations 1 to 3"),
                independent("distance of joint 28 from the base, straight [m]", 4.32, 1e-9, "equations 1 to 3"),
            ),
            "Angles 0.1, 0.2, 0.3, 0.4 rad, links of 0.16 m. Table 1 prints alpha without its alternating sign.",
        ),
        Item(
            "oscillators", "Equations 7 to 23", "coupled Hopf oscillators", f"{HERE}:oscillators", 1,
            tuple(
                independent(f"amplitude of joint 1 after {t} s [deg]", value, 5e-4, "equations 7 to 23")
                for t, value in ((10, 7.963), (20, 22.387), (30, 35.270))
            ),
            "Creeping with alpha = 0.01, lambda = 0.2, sigma = 1, from 0.1 degree. The scenarios use lambda = 1 and locked "
            "phases, so that the waves are complete after 10 s.",
        ),
        Item(
            "gait_tables", "Tables 2 to 5, equations 24 to 33", "robots, and amplitudes of the five "
            "gaits", f"{HERE}:gait_tables", 1,
            (
                *(given(f"joints of robot {robot} [-]", 28, "Table 2") for robot in ("I", "II", "III")),
                *(
                    given(f"link of robot {robot} [m]", length, "Table 2")
                    for robot, length in (("I", 0.076), ("II", 0.106), ("III", 0.16))
                ),
                *(
                    given(f"range of a joint of robot {robot} [deg]", angle, "Table 2")
                    for robot, angle in (("I", 120), ("II", 90), ("III", 90))
                ),
                *(
                    independent(f"amplitude of {kind}, {gait} [deg]", value, 0.005, "Table 3, equations 24 to 33")
                    for gait, *values in AMPLITUDES
                    for kind, value in zip(("yaw", "pitch"), values, strict=True)
                ),
            ),
            "Tables 3 to 5 are the parameters of the gaits by name. The oscillators keep the paper's 0.1 degree in place of 0.",
        ),
        Item(
            "derivatives", "Figure 4, equations 34 to 45", "derivatives by a sliding window of five points",
            f"{HERE}:derivatives", 1,
            (
                independent("largest error of the rate, newest sample [1e-6 deg/s]", 1.05, 0.01, "equations 34 to 45"),
                independent("largest error of the acceleration, newest sample [1e-4 deg/s^2]", 1.07, 0.01, "equations 34 to 45"),
            ),
            "Rates and accelerations of 43.388 sin(0.2 pi t) at 30 Hz; the paper prints no errors.",
        ),
        drawing("figure_5", "Figures 5 and 6", "software packages, nodes and topics"),
        drawing("figure_7", "Figures 7 to 9", "the three robots, their meshes and collision shapes"),
        drawing("figure_10", "Figures 10 and 11", "distributed power cells, and the prototype"),
        Item(
            "battery", "Section 4.3", "endurance with distributed power cells", f"{HERE}:battery", 5,
            tuple(
                own(f"{quantity}, {gait}", spread=spread)
                for gait in ("CL", "SWL")
                for quantity, spread in (("endurance [h]", 0.3), ("mean power [W]", 10), ("voltage at its end [V]", 0.2))
            ),
            "One battery in each of 14 modules, in parallel. The voltage falls with the charge and the current; it does not act "
            "back on the servos.",
            "capacity, voltage and resistance of the cells, and constants of the motors: 22.2 V, falling by 4.8 V, 1 A h and "
            "0.1 ohm; 2 N m/A, 6 ohm, an efficiency of 0.7, 8.3 N m, and 10 W of electronics are assumed.",
        ),
        drawing("figure_12", "Figure 12", "windows of the program: gait, joints, simulator, frames"),
        Item(
            "figure_13", "Figure 13", "five gaits in simulation: paths, angles over one period, torques", f"{HERE}:figure_13", 8,
            tuple(
                states(f"change of the angles after a period, {gait}, over the amplitude [-]", "periodic", "Figure 13",
                       below=0.05, basis="5 % of the amplitude", spread=0.01)
                for gait in ("CL", "TWL", "SWL", "ARL", "SRL")
            ),
            "All gaits with servos of 2000 N m/rad.",
            unknown=SERVOS,
            pictures=("figure_13.png",),
        ),
        Item(
            "figure_14", "Figure 14", "five gaits in simulation: speed, torque, amplitude", f"{HERE}:figure_14", 15,
            (
                states("speed, largest of the others over CL [-]", "CL is the fastest", "Figure 14 a", below=1, spread=0.02),
                states("largest torque, CL over the least of the others [-]", "CL has the least", "Figure 14 b", below=1,
                       spread=0.02),
                states("largest torque, SRL over the largest of the others [-]", "SRL has the most", "Figure 14 b", above=1,
                       assuming="servos of 1000 N m/rad or more, which hold it on the cylinder", spread=2),
                states("largest torque, TWL over SWL [-]", "TWL is similar to SWL", "Figure 14 b",
                       above=1 - PUBLISHED_TOLERANCE, below=1 + PUBLISHED_TOLERANCE, basis="within 5 %",
                       assuming="servos of 500 or 2000 N m/rad (0.7 to 2.3 with others)", spread=0.1),
                number("largest torque, SRL over CL [-]", 300, "Figure 14 b, almost 300 times", spread=10),
                states("amplitude, ARL over the least of the others [-]", "ARL has the least", "Figure 14 "
                "c", below=1, spread=0.01),
                states("amplitude, least of TWL and SRL over the largest of the others [-]", "TWL and SRL have the most",
                       "Figure 14 c", above=1, spread=0.02),
                states("climbing speed of SRL on the cylinder [m/s]", "climbs the cylinder", "Section 3.2", above=0,
                       assuming="servos of 1000 N m/rad or more", spread=0.005),
                *(
                    own(f"largest torque, TWL over SWL, {stiffness} N m/rad [-]", spread=0.2)
                    for stiffness in (50, 500, 1000, 5000)
                ),
                *(own(f"largest torque, SRL over CL, {kind} [-]", spread=10)
                  for kind in ("1000 N m/rad", "5000 N m/rad", "exact joints", "round links")),
                own("largest torque, SRL with exact joints over CL with 50 N m/rad [-]", spread=40),
            ),
            "All gaits with servos of 2000 N m/rad; SRL climbs a vertical cylinder of radius 0.2 m. Servos of 1000 N m/rad "
            "also hold "
            "it there, those of 50 and 500 N m/rad slide off. With the same servos in both gaits the torque of SRL is 73 to 76 "
            "times "
            "that of CL, and 19 times with exact joints. Only with exact joints in SRL and the soft servos of 50 N m/rad in CL "
            "is it "
            "550 times, which is no comparison of gaits.",
            unknown=SERVOS + " Radius of the cylinder from the authors' public worlds; its friction and clearance are not "
            "published.",
            pictures=("figure_14.png",),
        ),
        Item(
            "figure_15", "Figure 15", "measured and commanded angles of the experiments on a flat floor", f"{HERE}:figure_15", 4,
            (
                *(
                    _follows(f"least amplitude, measured over commanded, {gait} [-]", "Figure 15",
                             UNLIMITED if gait == "SWL" else "")
                    for gait in ("CL", "SWL", "ARL")
                ),
                *(
                    states(f"mean lag, {gait} [s]", "measured angles lag", "Figure 15", above=0, spread=0.02)
                    for gait in ("CL", "SWL", "ARL")
                ),
                own("largest lead, SWL [s]", spread=0.05),
                *(
                    own(f"least amplitude, SWL with {name} [-]", spread=0.05)
                    for name in ("50 N m/rad", "100 N m/rad", "200 N m/rad", "1000 N m/rad", "2000 N m/rad", "5000 N m/rad",
                                 "500 N m/rad and 8.3 N m")
                ),
            ),
            "Judged by the fundamental of each joint with a command above 1 degree. In sidewinding some pitch joints lead, "
            "because the weight, not the command, decides when a link lifts off; this remains with 5000 N m/rad. The stiffness "
            "was "
            "chosen with this figure in view, so that its amplitudes are no independent confirmation.",
            unknown=SERVOS,
            pictures=("figure_15.png",),
        ),
        Item(
            "figure_16", "Figure 16", "three gaits on a flat floor", f"{HERE}:figure_16", 8,
            (
                number("speed at 1 rad/s, CL [m/s]", 0.2553, "experiments on flat ground", spread=5e-4,
                       assuming="friction of at most 0.02 in the rolling direction of the wheels"),
                number("speed at 1 rad/s, SWL [m/s]", 0.1415, "experiments on flat ground", spread=1e-3),
                number("speed at 1 rad/s, ARL [m/s]", 0.0437, "experiments on flat ground", spread=1e-3),
                number("SWL over CL", 0.554, "experiments on flat ground", spread=5e-3),
                number("ARL over CL", 0.171, "experiments on flat ground", spread=5e-3),
                *(
                    own(f"speed at 1 rad/s, {gait}, {stiffness} N m/rad [m/s]", spread=2e-3)
                    for gait in ("CL", "SWL", "ARL")
                    for stiffness in (200, 1000, 5000)
                ),
                own("spread of ARL over the windows 8-20, 10-30 and 20-60 s [m/s]", spread=2e-4),
                own("the same with servos of 8.3 N m [m/s]", spread=5e-3),
            ),
            "The windows are 10 to 20 s. With servos that hold the arc, the speed of arc rolling does not depend on the window; "
            "with 8.3 N m the arc straightens and bends again in slow cycles, and the mean varies between 0.002 and 0.03 m/s. "
            "The published speed exceeds the bound of a continuous arc of this radius, 0.0265 m/s.",
            unknown=SERVOS + " Friction of the wheels and the floor is assumed, 0.02 and 0.2.",
            pictures=("figure_16.png",),
        ),
        Item(
            "figure_17", "Figure 17", "measured and commanded angles on grass and rocks", f"{HERE}:figure_17", 20,
            tuple(
                _follows(f"least amplitude, measured over commanded, {gait.upper()}{i} [-]", "Figure 17",
                         "servos of 500 N m/rad without a torque limit")
                for gait in ("swl", "arl")
                for i in range(1, 5)
            ),
            unknown=SERVOS,
            pictures=("figure_17.png",),
        ),
        Item(
            "figure_18", "Figure 18", "sidewinding and arc rolling on grass and rocks", f"{HERE}:figure_18", 40,
            (
                *(
                    states(f"speed, {more.upper()} over {less.upper()}",
                           "faster on grass" if more[0] == "s" else "faster on rocks", "Figure 18 a",
                           above=1 + PUBLISHED_TOLERANCE, basis="less than 5 % is no difference",
                           assuming="servos of 500 N m/rad without a torque limit and friction of clothed bodies", spread=0.2)
                    for more, less in FIELD
                ),
                states("gaits of four in which SWL is faster than ARL", "SWL is faster", "Figure 18 a", above=3.5,
                       basis="all four", assuming="servos of 500 N m/rad without a torque limit"),
                states("gaits of four in which SWL needs more torque than ARL", "SWL needs more torque", "Figure 18 b", above=3.5,
                       basis="all four", assuming="servos of 500 N m/rad without a torque limit"),
                states("mean turning rate, ARL over SWL [-]", "ARL keeps its direction better", "Section "
                "4.6", below=1, spread=0.2),
                *(
                    own(f"speed, {more.upper()} over {less.upper()}{note}", spread=0.2)
                    for note in (", friction of tyres", ", servos of 8.3 N m")
                    for more, less in FIELD
                ),
            ),
            "One ground of each kind, ten seconds, so that the ratios scatter: the verdicts on grass and rocks depend on servos "
            "and friction. docs/terrain.md has five grounds of each kind with servos of 8.3 N m. On rocks the arc catches on "
            "stones and slides.",
            unknown="friction, stiffness and relief of the grounds; tried: friction measured with clothed bodies (0.79 and "
            "0.66), that "
            "of tyres (0.35 and 0.6), half and twice the stiffness and roughness. " + SERVOS,
            pictures=("figure_18.png",),
        ),
        Item(
            "figure_19", "Figure 19", "visual SLAM: map and S-shaped path of the head", f"{HERE}:figure_19", 20,
            (
                states("turns of the path of the head to either side [-]", "an S-shaped path", "Figure 19 a", above=1.5,
                       basis="at least two"),
                own("length of the path of the head [m]", spread=0.05),
            ),
            "The path of the creeping head that the cameras see. `snakelab slam` estimates it from rendered stereo images and "
            "the "
            "IMU (docs/slam.md).",
            unknown="the authors' images are not published; rendered courses stand for them, and monocular and RGB-D modes are "
            "absent.",
            pictures=("figure_19.png",),
        ),
        hardware("experiments", "Section 4.6", "experiments with the physical robot"),
        Item(
            "deformation", "Observation", "links that give way under load", f"{HERE}:deformation", 3,
            (
                own("largest deflection of a link, 500 N m/rad [deg]", spread=1),
                own("largest deflection of a link, 2000 N m/rad [deg]", spread=0.3),
                own("speed over that of rigid links, 500 N m/rad [-]", spread=0.1),
                own("speed over that of rigid links, 2000 N m/rad [-]", spread=0.1),
            ),
            "Sidewinding on a flat floor, with a passive elastic joint in series with each servo. The paper observes that links "
            "deform, without a number; the deflection follows from the assumed stiffness.",
            unknown="the stiffness of the links; 500 and 2000 N m/rad were tried.",
        ),
    ),
    scenarios=("snakesys_*",),
    programs=(
        ("python -m reproductions.snakesys.orthogonal_gaits docs/images",
         "tables of all gaits, also with joints that follow exactly, and their paths"),
        ("python -m reproductions.snakesys.field_gaits 5", "the trials on five grounds of each kind, with variations"),
        ("python -m reproductions.snakesys.courses creeping --seed 0 --out out/courses", "stereo images and true poses for SLAM"),
    ),
)  # fmt: skip
