"""Items of the paper on the soft snake."""

from reproductions.registry import (
    FOLLOWS,
    LINE,
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

HERE = "reproductions.soft_snake.figures"
READINGS = (
    "paper's shapes, 0.60 m",
    "shapes interchanged, 0.60 m",
    "paper's shapes, 0.45 m",
    "shapes interchanged, 0.45 m",
)
ROWS = (("planar", "x", 3.51), ("planar", "y", 9.39), ("spatial", "x", 0.67), ("spatial", "y", 7.77))
FITTED = (
    "skin radius and force are not published: 32 mm and 28 N were taken because they are near the speeds of Table I; radii of "
    "22.5 to 36 mm and forces of 20 to 36 N were tried (`table_1_range`)."
)

PAPER = Paper(
    name="soft_snake",
    reference=(
        "Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage: Dynamic Modeling and Validation of Soft Robotic Snake "
        "Locomotion (2023)"
    ),
    introduction=(
        "Three pneumatic sections that roll on the floor. Planar rolling is a body in one plane, spatial rolling a "
        "helix-like body. Skin radius, force of the muscles and the sizes of the end plates are not published. The robot "
        "of `soft_mounted_*` is 0.60 m long, with its end plates and with sections mounted pi/3 apart; the model of the "
        "paper, like `soft_planar_rolling`, leaves out the plates."
    ),
    items=(
        Item(
            "robot", "Section II-A", "the robot: three sections of three muscles, mounts, plates", f"{HERE}:robot", 2,
            (
                given("length [m]", 0.60, "Section II-A"),
                given("mass [kg]", 0.35, "Section II-A"),
                given("skin points [-]", 310, "Section II-D"),
            ),
            unknown="how the 0.15 m of plates and frames are distributed; 25 mm at each end of a section are assumed, and their "
            "mass by length.",
        ),
        Item(
            "equations", "Equations 3 to 11 and 17 to 21", "kinematics of the chain, inertia", f"{HERE}:equations", 1,
            (
                independent("tip along the body [m]", 0.36766002, 1e-7, "equations 3 to 11"),
                independent("distance of the tip from the base [m]", 0.4690519, 1e-6, "equations 3 to 11"),
                independent("inertia of muscle 1 of section 1 [kg]", 39.68444, 1e-3, "equations 17 to 20"),
                independent("inertia of muscle 1 of section 2 [kg]", 9.56825, 1e-3, "equations 17 to 20"),
                independent("inertia of muscle 1 of section 3 [kg]", 0.434637, 1e-4, "equations 17 to 20"),
                independent("smallest eigenvalue of M [kg m^2]", 4.464e-5, 1e-7, "equations 17 to 20"),
            ),
            "With translational energy only, as equation 18 is printed, M is singular in every shape; the inertia of the "
            "cross-sections is added. Velocity terms are those of the whole M.",
        ),
        Item(
            "pipeline", "Section II-C", "from a curve to lengths: discretise, project, optimise", f"{HERE}:pipeline", 1,
            (
                states("largest difference of a length from the sine [mm]", "the optimum is the trajectory of the gait",
                       "Section II-C", below=0.01, basis="thinner than a drawn line", spread=1e-3),
                own("largest distance from the curve [mm]", spread=1e-3),
            ),
        ),
        Item(
            "figure_5", "Figures 4 and 5", "input of both gaits: shapes, and lengths over one cycle of 4 "
            "s", f"{HERE}:figure_5", 1,
            (
                states("largest distance of the curves of sections 1 and 2, planar [mm]", "the curves coincide", "Figure 5 C",
                       below=1e-6, basis="rounding"),
                given("phase between sections, spatial [rad]", 1.0472, "Figure 5 D"),
                states("thickness of the body, planar [mm]", "all sections bend in one plane", "Figure 5 A", below=1e-3,
                       basis="rounding", spread=1e-3),
                states("thickness of the body, spatial [mm]", "a helix-like body", "Figure 5 B", above=12.5,
                       basis="the printed distance of a muscle from the axis"),
                given("duration of the cycle [s]", 4, "Figure 5"),
            ),
            "The lengths that are commanded, not those of a run, without mounts between the sections.",
            pictures=("figure_5.png",),
        ),
        drawing("figure_7", "Figure 7", "pressure regulators, data acquisition and compressor"),
        Item(
            "regulators", "Figure 7", "pressure regulators drive the nine muscles", f"{HERE}:regulators", 3,
            (
                states("amplitude of the pressures over the command [-]", "the muscles get the pressures of the gait", "Figure 7",
                       above=FOLLOWS, below=1 / FOLLOWS, basis="within 3 dB", spread=0.02),
                states("way of the body over that of the simulation [-]", "the robot rolls", "Figure 7", above=0.9, below=1.1,
                       basis="10 %", spread=0.05),
                own("lag of the pressures [ms]", spread=5),
            ),
            "Planar rolling on emulated devices: voltages of three MCP4728 for nine regulators with a time constant of 50 ms, "
            "and their measured pressures (docs/hardware.md).",
            unknown="the response of the regulators is not published, and no physical robot was driven.",
        ),
        Item(
            "drop", "Section IV-C", "fall from 0.6 m until it is at rest", f"{HERE}:drop", 2,
            (
                states("at rest within 1 mm after [s]", "at rest within 2 s", "Section IV-C", below=2, basis="printed",
                       spread=0.04),
                states("lowest skin point at the end [mm]", "no noticeable penetration", "Section IV-C", above=-1,
                       basis="1 mm of a fall of 600 mm, thinner than a drawn line"),
                independent("load of all points over the weight [-]", 1, 1e-3, "equations 12 to 14"),
            ),
            pictures=("drop.png",),
        ),
        Item(
            "figure_8", "Figure 8", "base pose and lengths over 15 s of spatial rolling, 30 per second", f"{HERE}:figure_8", 2,
            (
                states("amplitude of the lengths over the command [-]", "the lengths follow the commanded sinusoids", "Figure 8",
                       above=FOLLOWS, below=1 / FOLLOWS, basis="within 3 dB", spread=0.02),
                states("part of the lengths at other frequencies [-]", "sinusoids", "Figure 8", below=0.05,
                       basis="5 % of the amplitude", spread=0.02),
                given("records per second [1/s]", 30, "Figure 8"),
                states("height of the base after the drop, range from 1 s on [mm]", "at rest within 2 s", "Figure 8", below=1,
                       basis="1 mm of a fall of 600 mm, thinner than a drawn line", spread=0.02),
            ),
            "The weight of the body and the damping of the muscles reduce the amplitude.",
            unknown=FITTED,
            pictures=("figure_8.png",),
        ),
        Item(
            "figure_9", "Figure 9", "bodies while rolling, in simulation", f"{HERE}:figure_9", 3,
            (
                states("thickness of the body, planar [mm]", "one plane", "Figure 9 A", below=600 * LINE,
                       basis="a drawn line on 0.6 m", spread=0.2),
                states("thickness of the body, spatial [mm]", "helix-like", "Figure 9 B", above=12.5, basis="as in Figure 5 B",
                       spread=1),
            ),
            pictures=("figure_9.png",),
        ),
        hardware("figure_10", "Figure 10", "frames of the prototype"),
        Item(
            "figure_11", "Figure 11", "points in contact, both gaits", f"{HERE}:figure_11", 3,
            (
                states("points around the body that carry load in a turn, planar [-]", "contact moves around the body",
                       "Figure 11", above=9.5, basis="all ten"),
                states("points around the body that carry load in a turn, spatial [-]", "contact moves around the body",
                       "Figure 11", above=9.5, basis="all ten"),
                states("rings over which the middle of the load moves, spatial [-]", "contact moves along the body",
                       "Figure 11", above=1, spread=1),
                own("rings over which the middle of the load moves, planar [-]", spread=1),
                own("mean number of points in contact, planar [-]", spread=2),
                own("mean number of points in contact, spatial [-]", spread=1),
            ),
            pictures=("figure_11.png",),
        ),
        Item(
            "figure_12", "Figure 12", "neutral axes in XY", f"{HERE}:figure_12", 3,
            (
                states("velocity along y over that along x, planar [-]", "mostly along Y, oblique", "Figure 12", above=1,
                       spread=1),
                states("velocity along y over that along x, spatial [-]", "nearly along Y",
                       "Figure 12", above=11, basis="7.77 over 0.67 of Table I, less 5 %", spread=0.5),
                states("velocity along y over that along x, spatial over planar [-]", "less oblique than planar",
                       "Figure 12", above=1, spread=0.2),
            ),
            unknown=FITTED,
            pictures=("figure_12.png",),
        ),
        Item(
            "table_1", "Table I", "mean velocities of planar and spatial rolling, under three readings", f"{HERE}:table_1", 5,
            (
                *(
                    number(f"{gait}, v_{axis}, {READINGS[0]} [cm/s]", value, f"Table I, {gait}, model", spread=0.5)
                    for gait, axis, value in ROWS
                ),
                states(f"speed of planar over spatial rolling, {READINGS[0]} [-]", "planar is faster", "Table I", above=1,
                       spread=0.03),
                *(
                    own(f"{gait}, v_{axis}, {reading} [cm/s]", spread=0.5)
                    for reading in READINGS[1:]
                    for gait, axis, _ in ROWS
                ),
                *(own(f"speed of planar over spatial rolling, {reading} [-]", spread=0.05) for reading in READINGS[1:]),
            ),
            "With the shapes of the paper's figures, neither row nor their order is reproduced. With the shapes interchanged, a "
            "helical body called planar, the planar row is met, planar is faster, and only the spatial row is 14 % too fast. "
            "Either the labels and the figures of the paper disagree, or its model contains something that the text does not "
            "print.",
            unknown=FITTED,
            pictures=("table_1.png",),
        ),
        Item(
            "table_1_range", "Table I, radius and force", "how near any radius and force come to the "
            "table", f"{HERE}:table_1_range",
            20,
            (
                own("least distance from the planar row, any radius and force [cm/s]", spread=1.0),
                own("least distance from the spatial row, any radius and force [cm/s]", spread=1.0),
                own("least sum of both distances, one radius and force [cm/s]", spread=1.0),
            ),
            "Shapes of the paper, 0.45 m, 22.5 to 36 mm and 20 to 36 N: no pair reproduces either row.",
            pictures=("table_1_range.png",),
        ),
        Item(
            "errors", "Table I, errors", "error of the model against the prototype", f"{HERE}:errors", 1,
            tuple(
                given(f"error, {gait}, {axis} [%]", value, "Table I, error")
                for gait, axis, value in (("planar", "x", 5.70), ("planar", "y", 4.05), ("spatial", "x", 8.96), ("spatial", "y",
                8.37))
            ),
            "The row follows from the published velocities; it is arithmetic of the table, not a result of ours.",
        ),
        Item(
            "map", "Rolling bound", "speeds over radius, force, frequency and heading", f"{HERE}:rolling_map", 150,
            (own("largest speed over the bound of a rolling cylinder [-]", spread=0.01),),
            unknown="radius, force and heading are not published; the map is in docs/soft_snake.md.",
            pictures=("soft_rolling_map.png",),
            committed=False,
        ),
    ),
    scenarios=("soft_*",),
    programs=(
        ("python -m reproductions.soft_snake docs/images", "the map of rolling over radius, force, frequency and heading"),
        ("python -m reproductions.soft_snake.mounted", "Table I over radius and force with the published mounts, 4 min"),
    ),
)  # fmt: skip
