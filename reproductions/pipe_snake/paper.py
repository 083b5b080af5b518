"""Items of the paper on the snake in pipes."""

from reproductions.registry import Check, Item, Kind, Paper, Verdict, drawing, independent, own, states

HERE = "reproductions.pipe_snake.figures"
SAMPLING = "sigma, lambda, goal and the constants of the walls (Tables 1 and 2) are not in the text available to us. "


def _way(key: str, title: str, content: str, *checks: Check, more: str = "") -> Item:
    return Item(
        key, title, content, f"{HERE}:{key}", 40,
        (
            states("arrival at the goal [s]", "reaches its destination", title, below=120, spread=3),
            *checks,
            states(
                "mean speed in the last 3 s [m/s]", "slow at the destination", "Section 4", below=0.13, spread=0.03
            ),
        ),
        "Following joints cannot reverse their wave: the current carries the snake past its goal (see Holding).",
        SAMPLING + more,
        pictures=(f"pipe_{key}.png",),
    )  # fmt: skip


def _widths(wide_first: bool) -> tuple[Check, ...]:
    first, second = ("first part", "second part")
    wide, narrow = (first, second) if wide_first else (second, first)
    words = "the amplitude adapts to the width"
    return (
        states(f"width of the path of the links, {wide} [m]", words, "Section 4", above=0.22, spread=0.03),
        states(f"width of the path of the links, {narrow} [m]", words, "Section 4", below=0.22, spread=0.03),
    )


PAPER = Paper(
    name="pipe_snake",
    reference=(
        "Qiu, Date: A low computation-cost locomotion control for underwater snake robot based on Monte Carlo model predictive "
        "control and curvature derivative control, Advanced Robotics 38 (2024)"
    ),
    introduction=(
        "An underwater snake is steered into pipes by Monte Carlo MPC of its head joint, with the sampling of the "
        "paper: start at the origin, 8640 samples of white noise, 100 steps of 0.1 s. Tables 1 and 2 (walls and "
        "sampling) are not contained in the available text; stiffness, damping and friction of the walls, sigma, "
        "lambda and the goal are assumed, and the published damping of the following joints, with which the snake "
        "stalls, is divided by ten."
    ),
    items=(
        drawing("figure_1", "Figures 1 and 2", "gaits in pipes: obstacle-aided, concertina, rectilinear, trapezium wave",
                "`posts_aided` and `snakesys_pipe` are the first two; see Trapezium."),
        Item(
            "equations", "Equations 1 to 7", "kinematics, dynamics and fluid forces", f"{HERE}:equations", 5,
            (
                independent("c_t [N s/m]", 0.263894, 1e-5, "equations 4 and 5"),
                independent("c_n [N s/m]", 8.4, 1e-5, "equations 4 and 5"),
                independent("mu_n [kg]", 0.395841, 1e-5, "equation 3"),
                independent("speed in open water, K_cd = 0.15 [m/s]", 0.21363, 5e-4, "equations 1 to 7"),
                independent("way in 10 s, x [m]", -1.874, 1e-3, "equations 1 to 7"),
                independent("way in 10 s, y [m]", -0.591, 1e-3, "equations 1 to 7"),
            ),
            "Equations 8 to 11, contact with walls and corners and its friction, have no independent calculation; the walls of "
            "a pipe "
            "push along their normal, not along the link's.",
        ),
        drawing("figure_5", "Figure 5", "samples of the prediction", "Every picture of a passage draws the predicted futures."),
        Item(
            "readings", "Equations 16 and 17", "curvature derivative control, K_c = 0.5 and K_cd = 1.5", f"{HERE}:readings", 25,
            (
                states("speed, K_c = 0.5, K_cd = 1.5 as printed [m/s]", "it swims: 12 m within 90 s", "Section 4, situation 5",
                       above=0.1, spread=5e-4),
                own("speed, the two interchanged, K_c = 1.5, K_cd = 0.5 [m/s]", spread=2e-3),
                own("speed, K_cd = 0.15 [m/s]", spread=1e-3),
                own("largest speed of the grid [m/s]", spread=2e-3),
            ),
            "With the printed gains each joint lags the next by K_cd / K_c = 3 s, longer than the period of 2.86 s, and the "
            "wave dies "
            "out. With the two interchanged the snake swims at 0.147 m/s, which the published times allow; the scenarios use "
            "K_cd = 0.15.",
            "which reading was used. Tried: K_c of 0.25 to 1.5 and K_cd of 0.05 to 1.5, the two interchanged.",
            pictures=("gains.png",),
        ),
        Item("table_1", "Tables 1 and 2", "parameters of the walls and of the sampling", without=Verdict.UNCHECKED,
             unknown="their contents are not in the text available to us."),
        _way("taper_in", "Figure 6 a", "a pipe that narrows along 2.5 m", *_widths(True)),
        _way("taper_out", "Figure 6 b", "a pipe that widens along 2.5 m", *_widths(False)),
        _way("step_in", "Figure 7 a", "a pipe that steps down", *_widths(True)),
        _way("step_out", "Figure 7 b", "a pipe that steps up", *_widths(False)),
        _way("bend", "Figure 8", "a bend of 45 degrees, with a waypoint", more="The direction of the turn is not printed, "
        "downward is "
             "assumed. With only the goal it misses the mouth."),
        Item(
            "pushing", "Figure 8, contact", "parts of the body that the wall pushes forward", f"{HERE}:pushing", 20,
            (
                states("largest forward force of the wall [N]", "the wall propels the body", "Figure 8", above=0.1, spread=1),
                own("part of the time in contact in which the wall pushes forward [-]", spread=0.1),
            ),
            unknown="which portions are marked in the figure; those with a forward component above 0.02 N are drawn.",
            pictures=("pushing.png",),
        ),
        Item(
            "trapezium", "Trapezium wave", "a trapezium-like travelling wave in the narrow pipe", f"{HERE}:trapezium", 8,
            (
                states("deviation from a sine, trapezium gait [-]", "trapezium-like wave", "Section 4", above=0.1, spread=0.02),
                states("speed of the trapezium gait in the narrow pipe [m/s]", "a gait for narrow pipes", "Figure 2", above=0.05,
                       spread=0.02),
                own("deviation from a sine, rounded gait [-]", spread=0.02),
            ),
            "The measure is 0 for a sine and 0.05 to 0.44 for trapezia (`wave_residual`). As a gait of all joints the wave is a "
            "trapezium; MPC of the head alone gives 0.06 to 0.08 in the narrow part, as in open water.",
            "how the authors judge the shape; the wave that MPC produces is nearly a sine here with all tried walls.",
            pictures=("trapezium.png",),
        ),
        Item(
            "hold", "Holding", "position at the destination under the current", f"{HERE}:hold", 15,
            (
                states("fraction of the time at the goal after the arrival, following joints [-]", "stable in the face of "
                "current",
                       "Section 4", above=0.8, spread=0.1),
                own("fraction of the time at the goal after the arrival, all joints steered [-]", spread=0.1),
            ),
            "Following joints pass the wave from the head to the tail only and cannot swim backward; with all joints steered "
            "the snake "
            "swims against the current at the goal.",
            SAMPLING + "Tried: all joints steered (`pipe_step_out_hold`, `pipe_taper_out_hold`).",
            pictures=("hold.png",),
        ),
        Item(
            "opposing", "Current", "a current of 0.2 m/s against the snake", f"{HERE}:opposing", 8,
            (
                states("depth of the head in the pipe at the end [m]", "swims against the ocean current", "Section "
                "2.2", above=1.4,
                       spread=0.7),
                own("speed of advance from 25 to 40 s [m/s]", spread=0.01),
            ),
            "Its speed in still water is 0.21 m/s; against 0.2 m/s it enters by its own length at most.",
            "sign of the current; with the robot is the default, against it is this item.",
        ),
        Item(
            "reference", "Figure 9, equation 20", "steered and with a fixed wave, 60 s from the mouth", f"{HERE}:reference", 110,
            (
                states("way in 60 s, steered [m]", "advances", "Figure 9", above=1, spread=0.5),
                states("way in 60 s, fixed wave from the mouth [m]", "advances, less far", "Figure 9", above=0.5, spread=0.5),
                states("starts of 25 from which both advance and the steered one is 1 m farther [-]", "both advance, steered "
                "farther",
                       "Figure 9", above=0.5, spread=2),
                own("starts of 25 from which the fixed wave advances [-]", spread=3),
            ),
            "With the fixed wave the snake either enters, and then moves as far as the steered one, or slides off along the "
            "wall; no start "
            "of 25 gives the printed picture, in which both advance and the steered one is farther.",
            SAMPLING + "Pose and phase at the start of the printed picture are unknown; offsets of 0.1 m and headings of 10 "
            "degrees to "
            "either side were tried.",
            pictures=("reference.png",),
        ),
        Item(
            "entry", "Figures 10 and 11", "entering a narrow mouth, 20 trials for each setting", f"{HERE}:entry", 1800,
            (
                Check("arrived, 8640 samples, with walls", Kind.NUMBER, "Figure 10", "1.00", 1.0, 0.05, spread=0.05),
                Check("arrived, 5760 samples, with walls", Kind.NUMBER, "Figure 10", "1.00", 1.0, 0.05, spread=0.05),
                states("arrived, 2880 samples, with walls", "fails sometimes", "Figure 10", below=0.999, spread=0.05),
                Check("arrived, 8640 samples, without walls", Kind.NUMBER, "Figure 10", "0.95", 0.95, 0.0475, spread=0.05),
                Check("arrived, 5760 samples, without walls", Kind.NUMBER, "Figure 10", "0.75", 0.75, 0.0375, spread=0.05),
                states("median arrival, 8640 samples, with walls [s]", "within 90 s", "Figure 11", below=90, spread=3),
                states("median arrival, 8640 samples, without walls [s]", "within 120 s, later", "Figure "
                "11", below=120, spread=3),
            ),
            "With the assumed walls all trials enter and arrive. With rough walls (friction 0.6 to 1) and slower following "
            "joints (K_cd "
            "0.25 to 0.45) the walls in the prediction are decisive: the snake arrives in 21 of 32 conditions with them and in "
            "11 "
            "without (`python -m reproductions.pipe_snake.regime`, docs/pipe_snake.md).",
            SAMPLING + "Tried: 64 conditions of stiffness, friction, goal, gains, sigma and start.",
            pictures=("pipe_entry.png",),
            committed=False,
        ),
        Item(
            "table_3", "Table 3", "time of a control cycle with 2880, 5760 and 8640 samples", f"{HERE}:table_3", 15,
            (
                *(
                    states(f"{n} samples, {'with' if walls else 'without'} walls [ms]", "below 100 ms", "Table 3", below=100,
                           spread=500)
                    for walls in (True, False)
                    for n in (2880, 5760, 8640)
                ),
                states("8640 over 2880 samples, with walls [-]", "falls with the number of samples", "Table "
                "3", above=1, spread=5),
                states("with over without walls, 8640 samples [-]", "the contact model costs almost no time", "Table "
                "3", above=0.5,
                       below=1.5, spread=2),
            ),
            "Medians on the cores of the computer that ran them; times depend on the machine and its load.",
            "the published times are not in the text available to us; theirs were measured on a laptop GPU (RTX 3060).",
        ),
        Item(
            "baselines", "Section 4.8", "comparison with MATLAB (30 to 60 s a cycle) and gradient MPC (5 to 200 s)",
            f"{HERE}:baselines", 60,
            (
                states("serial roll-outs, 8640 samples, one core [s]", "MATLAB needs 30 to 60 s", "Section 4.8", above=30,
                       spread=3000),
                states("gradient MPC, two iterations with differences, one core [s]", "gradient MPC needs 5 to 200 s",
                       "Section 4.8", above=5, below=200, spread=300),
                states("gradient over lanes [-]", "sampling in parallel is faster", "Section 4.8", above=1, spread=1e4),
                own("serial over lanes [-]", spread=1e5),
                own("lanes, 8640 samples, all cores [s]", spread=1),
                own("cost after two iterations over that of the first guess [-]", spread=0.2),
            ),
            "On the problem of the step in a pipe: 100 targets of the head joint, cost of equations 18 and 19. The serial "
            "roll-out and the "
            "differences run the recursion one robot at a time; times depend on the machine.",
        ),
    ),
    scenarios=("pipe_*",),
    programs=(
        ("python -m reproductions.pipe_snake.entry out/pipe_entry", "success rates; `--help` lists the options; an "
        "interrupted study is continued"),
        ("python -m reproductions.pipe_snake.regime out/pipe_regime", "search for conditions in which walls in the "
        "prediction are decisive"),
        ("python -m reproductions.pipe_snake.passage docs/images", "influence of the gains and of each unpublished "
        "parameter"),
    ),
)  # fmt: skip
