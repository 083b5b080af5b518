"""Figures and tables of the paper on the planar land snake."""

from reproductions.registry import AGREES, NOT_PRINTED, Item, Paper, Value

HERE = "reproductions.planar_snake.figures"

PAPER = Paper(
    name="planar_snake",
    reference="Bamshad, Akbarzadeh Tootoonchi, Hasanzadeh: Design, Construction and Dynamic Modeling of a Snake Robot",
    introduction=(
        "A planar chain of five links with prescribed joints, viscous or Coulomb friction at the centres of the links, "
        "and a wheeled prototype. The paper does not give the equation of the gait; the serpenoid gait with the "
        "published alpha = beta = pi/4 is assumed, with 1 rad/s for the simulation and pi/2 rad/s for the prototype."
    ),
    items=(
        Item(
            "figure_6", "Figure 6", "joint angles of the simulation study", f"{HERE}:simulation_input", 1, NOT_PRINTED,
            "The figure contains no numbers; amplitude and frequency of its sinusoids are unknown.",
            ("input.png",), values=(Value("amplitude [rad]", "pi/4, of the prototype", 0.785398),),
        ),
        Item(
            "simulation", "Comparison with SimMechanics", "five links for 20 s, viscous and Coulomb friction",
            f"{HERE}:simulation", 3, AGREES,
            "The paper states close agreement of two formulations, without numbers. Here the recursion and the paper's "
            "equations, "
            "integrated by a separate program (15.42235 and 20.95042 m), agree in all published digits (`planar_viscous_fine`).",
            ("simulation.png",),
            values=(
                Value("shift of the centre of mass along x in 20 s [m]", "", 15.42235, 1e-4),
                Value("along y [m]", "", 20.95042, 1e-4),
            ),
        ),
        Item(
            "figure_13", "Figure 13", "path of the middle link of the prototype", f"{HERE}:figure_13", 3, NOT_PRINTED,
            "According to the paper the simulated and the measured path are similar; both are given without numbers, "
            "and the frequency is unknown. On uneven ground (vertical play of the wheels) the path is curved and the "
            "snake is slower.",
            ("figure_13.png",), values=(Value("speed [m/s]", "", 0.1511, 8e-4),),
        ),
        Item(
            "motors", "Servo of the prototype", "angle, rate, torque and power of each motor", f"{HERE}:motors", 1, AGREES,
            "The simulated torque is below that of the published servo, 3.6 kgf cm at 4 V. The command also writes "
            "`motor_signals.csv` (each motor over time) and `motor_table.csv` (extremes, rms and energy of each).",
            ("motors.png",), values=(Value("largest torque [N m]", "at most 0.353", 0.0735, 2e-3),),
        ),
    ),
    scenarios=("planar_*",),
    programs=(("python -m reproductions.planar_snake out", "the path of the middle link and the signals of the motors as "
    "files"),),
)  # fmt: skip
