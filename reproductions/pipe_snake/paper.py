"""Items of the paper on the snake in pipes."""

from reproductions.registry import (
    PUBLISHED_TOLERANCE,
    Check,
    Item,
    Paper,
    Verdict,
    drawing,
    independent,
    own,
    states,
)

HERE = "reproductions.pipe_snake.figures"
SAMPLING = "sigma, lambda, goal and the constants of the walls (Tables 1 and 2) are not in the text available to us. "


def _way(key: str, title: str, content: str, *checks: Check, more: str = "") -> Item:
    return Item(
        key, title, content, f"{HERE}:{key}", 40,
        (
            states("arrival at the goal [s]", "reaches its destination", title, below=120,
                   basis="the longest time printed, for situation 5", spread=3),
            *checks,
            states(
                "mean speed in the last 3 s over that before the arrival [-]", "slow at the destination", "Section 4", below=1,
                spread=0.2,
            ),
        ),
        "Following joints cannot reverse their wave: a current with the robot carries it past its goal (see Holding).",
        SAMPLING + more,
        pictures=(f"pipe_{key}.png",),
    )  # fmt: skip


def _widths(wide_first: bool) -> tuple[Check, ...]:
    first, second = ("first part", "second part")
    wide, narrow = (first, second) if wide_first else (second, first)
    words = "the amplitude adapts to the width"
    return (
        states(
            "width of the path of the links, wide part over narrow part [-]", words, "Section 4",
            above=1 + PUBLISHED_TOLERANCE, basis="less than 5 % is no difference", spread=0.3,
        ),
        own(f"width of the path of the links, {wide} [m]", spread=0.03),
        own(f"width of the path of the links, {narrow} [m]", spread=0.03),
        states(
            "deviation of the wave from a sine, narrow part over wide part [-]", "trapezium-like wave where the pipe is narrow",
            "Section 4", above=1 + PUBLISHED_TOLERANCE, basis="less than 5 % is no difference", spread=0.3,
        ),
        own(f"deviation of the wave from a sine, {wide} [-]", spread=0.03),
        own(f"deviation of the wave from a sine, {narrow} [-]", spread=0.03),
    )  # fmt: skip


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
                       above=0.13, basis="12 m to the assumed goal in the printed 90 s", spread=5e-4),
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
        _way("taper_out", "Figure 6 b", "a pipe that widens along 2.5 m", *_widths(False),
             more="The assumed goal is where the pipe has just become wide, so that the wave there cannot be judged."),
        _way("step_in", "Figure 7 a", "a pipe that steps down", *_widths(True)),
        _way("step_out", "Figure 7 b", "a pipe that steps up", *_widths(False)),
        _way("bend", "Figure 8", "a bend of 45 degrees, with a waypoint", more="The direction of the turn is not printed, "
        "downward is "
             "assumed. With only the goal it misses the mouth."),
        Item(
            "pushing", "Figure 8, contact", "parts of the body that the wall pushes forward", f"{HERE}:pushing", 20,
            (
                states("mean force of the wall along the body while in contact [N]", "the wall propels the body", "Figure 8",
                       above=0, spread=0.1),
                own("largest forward force of the wall [N]", spread=1),
                own("part of the time in contact in which the wall pushes forward [-]", spread=0.1),
            ),
            "Some portions are pushed forward at times, as in the figure; the sum over the body mostly brakes.",
            unknown="which portions are marked in the figure; those with a forward component above 0.02 N are drawn.",
            pictures=("pushing.png",),
        ),
        Item(
            "trapezium", "Trapezium wave", "a trapezium-like travelling wave in the narrow pipe", f"{HERE}:trapezium", 8,
            (
                states("speed of the trapezium gait in the narrow pipe [m/s]", "a gait for narrow pipes", "Figure 2", above=0,
                       spread=0.02),
                own("deviation from a sine, trapezium gait [-]", spread=0.02),
                own("deviation from a sine, rounded gait [-]", spread=0.02),
            ),
            "The measure is 0 for a sine and 0.05 to 0.44 for trapezia (`wave_residual`). Here the shape is "
            "prescribed, as a gait of all joints. The wave that MPC of the head produces is judged with each passage: 0.05 to "
            "0.08 in "
            "the narrow part, as in open water, and less than in the wide part.",
            "how the authors judge the shape; the wave that MPC produces is nearly a sine here with all tried walls.",
            pictures=("trapezium.png",),
        ),
        Item(
            "hold", "Holding", "position at the destination with a current", f"{HERE}:hold", 30,
            (
                states("part of the current that it compensates in the last 15 s, following joints, current with the robot [-]",
                       "stable in the face of current", "Section 4", above=1 - PUBLISHED_TOLERANCE, basis="all but 5 %",
                       spread=0.1),
                states("part of the current that it compensates in the last 15 s, following joints, current against the robot "
                       "[-]", "stable in the face of current", "Section 4", above=1 - PUBLISHED_TOLERANCE, basis="all but 5 %",
                       assuming="a current against the robot, K_c = 1.5 and K_cd = 0.25", spread=0.1),
                own("part of the current that it compensates in the last 15 s, all joints steered, current with the robot [-]",
                    spread=0.1),
                *(
                    own(f"mean distance from the goal in the last 15 s, {kind} the robot [m]", spread=spread)
                    for kind, spread in (("following joints, current with", 1.0), ("following joints, current against", 0.1),
                                         ("all joints steered, current with", 0.1))
                ),
            ),
            "Following joints pass the wave from the head to the tail only, so that the snake cannot swim backward: a current "
            "with it carries it past its goal. Against a current it holds its position by swimming forward at the speed of the "
            "water, if it swims faster than 0.2 m/s. With all joints steered it also swims against a current from behind.",
            SAMPLING + "The direction of the current is not printed. Tried: both, 0.05 to 0.2 m/s, and the gains above; all "
            "joints steered (`pipe_step_out_hold`, `pipe_taper_out_hold`).",
            pictures=("hold.png",),
        ),
        Item(
            "opposing", "Current", "a current of 0.2 m/s against the snake", f"{HERE}:opposing", 15,
            (
                states("depth of the head in the pipe after 40 s, K_c = 0.5, K_cd = 0.15 [m]", "swims against the ocean current",
                       "Section 2.2", above=1.4, basis="the length of the body", spread=0.7),
                states("depth of the head in the pipe after 40 s, K_c = 1.5, K_cd = 0.25 [m]", "swims against the ocean current",
                       "Section 2.2", above=1.4, basis="the length of the body", assuming="K_c = 1.5 and K_cd = 0.25",
                       spread=0.7),
                own("speed of advance from 25 to 40 s, K_c = 0.5, K_cd = 0.15 [m/s]", spread=0.01),
                own("speed of advance from 25 to 40 s, K_c = 1.5, K_cd = 0.25 [m/s]", spread=0.03),
            ),
            "With the gains of the scenarios its speed in still water is 0.21 m/s; against 0.2 m/s it enters by its own length "
            "at most. With those of the highest speed, 0.27 m/s, it passes the step and reaches its goal after about 60 s.",
            "sign of the current and gains; with the robot is the default, against it is this item.",
        ),
        Item(
            "reference", "Figure 9, equation 20", "steered and with a fixed wave, 60 s from the mouth", f"{HERE}:reference", 110,
            (
                states("way in 60 s, steered [m]", "advances", "Figure 9", above=0, spread=0.5),
                states("way in 60 s, fixed wave from the mouth [m]", "advances, less far", "Figure 9", above=0, spread=0.5),
                states("starts of 25 from which both advance and the steered one is 1 m farther [-]", "both advance, steered "
                "farther",
                       "Figure 9", above=0.5, basis="at least one", spread=2),
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
            "entry", "Figures 10 and 11", "entering a narrow mouth, 3 trials for each setting", f"{HERE}:entry", 600,
            (
                states("median arrival, 8640 samples, with walls [s]", "within 90 s", "Figure 11", below=90, basis="printed",
                       spread=3),
                states("median arrival, 8640 samples, without walls [s]", "120 s", "Figure 11", above=90, below=120,
                       basis="printed", spread=3),
                *(
                    own(f"arrived, {n} samples, {walls} walls", spread=0.35)
                    for walls in ("with", "without")
                    for n in (8640, 5760, 2880)
                ),
                own("wall time of all trials [s]", spread=1e5),
            ),
            "The paper has 20 trials for each setting: 1.00, 1.00 and fewer arrive with 8640, 5760 and 2880 samples and walls in "
            "the prediction, 0.95, 0.75 and fewer without. Three of three do not tell these rates apart: the true rate lies "
            "above 0.44 (95 %). They have no verdict. With rough walls (friction 0.6 to 1) and slower following joints (K_cd "
            "0.25 to 0.45) the walls in the prediction are decisive: it arrives in 20 of 32 conditions with them and in 10 "
            "without (`python -m reproductions.pipe_snake.regime`, docs/pipe_snake.md).",
            SAMPLING + "Tried: 64 conditions of stiffness, friction, goal, gains, sigma and start; 20 trials for each setting "
            "with an earlier version, all of which arrived (`python -m reproductions.pipe_snake.entry`, docs/pipe_snake.md).",
            pictures=("pipe_entry.png",),
            committed=False,
        ),
        Item(
            "table_3", "Table 3", "time of a control cycle with 2880, 5760 and 8640 samples", f"{HERE}:table_3", 15,
            (
                *(
                    states(f"{n} samples, {'with' if walls else 'without'} walls [ms]", "below 100 ms", "Table 3", below=100,
                           basis="printed", spread=500)
                    for walls in (True, False)
                    for n in (2880, 5760, 8640)
                ),
                states("8640 over 2880 samples, with walls [-]", "falls with the number of samples", "Table "
                "3", above=1, spread=5),
                states("with over without walls, 8640 samples [-]", "the contact model costs almost no time", "Table 3",
                       below=1 + PUBLISHED_TOLERANCE, basis="5 % of the time", spread=2),
            ),
            "Medians on the cores of the computer that ran them; times depend on the machine and its load.",
            "the published times are not in the text available to us; theirs were measured on a laptop GPU (RTX 3060).",
            measured="measured with an earlier version on two cores without other load: 9.9, 17.9 and 24.0 ms with walls, "
            "7.2, 13.3 and 16.9 ms without. Run it on a computer without other load.",
        ),
        Item(
            "table_3_gpu", "Table 3, GPU", "the same with the roll-outs on a GPU, as in the paper", f"{HERE}:table_3_gpu", 240,
            tuple(
                states(f"{n} samples, with walls, GPU [ms]", "below 100 ms", "Table 3", below=100, basis="printed", spread=500)
                for n in (2880, 5760, 8640)
            ),
            "Requires an NVIDIA GPU (docs/gpu.md).",
            "the published times are not in the text available to us.",
            measured="measured with an earlier version of the kernels (commit 6a0f310f) on one NVIDIA H200 on 2026-11-26: a "
            "cycle of 8640 samples and 100 steps takes 2.31 ms at the mouth and 2.54 ms with all samples in contact, of which "
            "the kernel 0.735 and 1.10 ms; on 16 cores of its computer 3.8 and 4.7 ms (docs/gpu.md).",
        ),
        Item(
            "baselines", "Section 4.8", "comparison with MATLAB (30 to 60 s a cycle) and gradient MPC (5 to 200 s)",
            f"{HERE}:baselines", 60,
            (
                own("serial roll-outs, 8640 samples, one core [s]", spread=3000),
                own("gradient MPC, two iterations with differences, one core [s]", spread=300),
                states("gradient over lanes [-]", "sampling in parallel is faster", "Section 4.8", above=1, spread=1e4),
                own("serial over lanes [-]", spread=1e5),
                own("lanes, 8640 samples, all cores [s]", spread=1),
                own("cost after two iterations over that of the first guess [-]", spread=0.2),
            ),
            "On the problem of the step in a pipe: 100 targets of the head joint, cost of equations 18 and 19. The serial "
            "roll-out and the "
            "differences run the recursion one robot at a time; times depend on the machine. The published 30 to 60 s and 5 to "
            "200 s are those of "
            "other programs on other machines, to which these times are not compared.",
            measured="measured with an earlier version on two cores: 218 s for the serial roll-outs, 13 s for the gradient MPC, "
            "0.09 s for the lanes. Run it on a computer without other load.",
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
