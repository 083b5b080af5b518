"""Items of the paper on the planar land snake."""

from reproductions.registry import LINE, Item, Paper, drawing, independent, own, states

HERE = "reproductions.planar_snake.figures"
VISCOUS = "shift of the centre of mass in 20 s"

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
            "equations", "Equations 1 to 22", "Lagrange's equations, and motion and torques from the shape",
            f"{HERE}:simulation", 6,
            (
                independent(f"{VISCOUS}, x, Lagrange [m]", 15.42235, 1e-5, "equations 1 to 22"),
                independent(f"{VISCOUS}, y, Lagrange [m]", 20.95042, 1e-5, "equations 1 to 22"),
                *(
                    independent(f"torque of joint {k} at 10 s [N m]", torque, 1e-3, "equation 22")
                    for k, torque in enumerate((2.355, 12.4084, 19.6474, 9.334), 1)
                ),
            ),
            "The equations of the paper, with the repaired signs of equations 10 and 11, are written out in "
            "`planar_snake/lagrangian.py`; the values are those of a third program.",
            pictures=("simulation.png",),
        ),
        Item(
            "simulation", "Figures 3 to 5", "comparison of two formulations over 20 s, viscous and Coulomb friction",
            f"{HERE}:simulation", 6,
            (
                states("largest distance of the centres of mass over the way, viscous [-]", "close agreement",
                       "comparison with SimMechanics", below=LINE, basis="the width of a drawn line", spread=1e-6),
                states("largest distance of the centres of mass over the way, Coulomb [-]", "close agreement",
                       "comparison with SimMechanics", below=LINE, basis="the width of a drawn line", spread=3e-4),
                own(f"{VISCOUS}, x, recursion [m]"),
                own(f"{VISCOUS}, y, recursion [m]"),
                own("way in 20 s, Coulomb, recursion [m]"),
            ),
            "The recursion of the package takes the place of SimMechanics. The paper shows its curves without numbers.",
            pictures=("simulation.png",),
        ),
        Item(
            "figure_6", "Figure 6", "joint angles of the simulation study", f"{HERE}:simulation_input", 2,
            (
                states("rms beside the sine, relative to the amplitude [-]", "sinusoidal", "Figure 6", below=1e-3,
                       basis="rounding",
                       spread=1e-3),
                states("range of the phase differences of neighbouring joints [rad]", "constant phase difference", "Figure 6",
                       below=1e-3, basis="rounding", spread=1e-3),
                own("amplitude [rad]", spread=1e-3),
            ),
            unknown="amplitude, frequency and phase difference of the curves; pi/4, 1 rad/s and pi/4 are assumed, pi/2 rad/s "
            "was also run (`planar_viscous_fast`).",
            pictures=("input.png",),
        ),
        drawing("figure_8", "Figures 8 to 12", "links, hinges and wheels of the prototype"),
        Item(
            "figure_13", "Figure 13", "path of the middle link of the prototype", f"{HERE}:figure_13", 4,
            (
                states("way of the middle link toward the head, along the mean axis of the body [m]",
                       "it advances along the axis of its wave", "Figure 13", above=0),
                own("way of the middle link over the length of its path [-]"),
                own("speed on flat ground [m/s]", spread=8e-4),
                own("speed on uneven ground [m/s]", spread=5e-3),
            ),
            "On uneven ground, with vertical play of the wheels, the path is curved and the snake is slower.",
            unknown="the measured path, its start and the frequency are printed without numbers; pi/2 rad/s is assumed.",
            pictures=("figure_13.png",),
        ),
        Item(
            "prototype", "Data of the prototype", "speed from the printed masses, lengths and friction coefficients",
            f"{HERE}:prototype", 2,
            (independent("speed over 20 s [m/s]", 0.151119, 1e-5, "equations 1 to 22, Coulomb"),),
            "Plexiglas links of 80 g, 110 mm x 40 mm, friction 0.05 along and 0.56 across, alpha = beta = pi/4.",
        ),
        Item(
            "motors", "Servo of the prototype", "angle, rate, torque and power of each motor", f"{HERE}:motors", 2,
            (states("largest torque [N m]", "servo of 3.6 kgf cm = 0.353 N m", "prototype", below=0.353, basis="printed",
                    spread=2e-3),),
            "The command also writes `motor_signals.csv` (each motor over time) and `motor_table.csv` (extremes, rms and "
            "energy of each).",
            pictures=("motors.png",),
        ),
        Item(
            "wheels", "Wheels and hinges", "four passive wheels per link, and hinges with vertical play",
            f"{HERE}:play_and_wheels", 3,
            (
                own("speed, four wheels per link over friction at the centres [-]", spread=0.02),
                own("speed, with play over without, level ground [-]", spread=0.03),
                own("speed, with play, uneven over level ground [-]", spread=0.05),
            ),
            "Wheels of 10 mm 30 mm apart resist the rotation of a link, which friction at its centre does not: the speed "
            "is halved. Play up to 3 degrees is a contact in the joint; on level ground it has nearly no effect.",
            unknown="dimensions of wheels and grooves are not published; wheels of 10 mm, 30 mm apart along and 40 mm across, "
            "and 3 degrees of play were tried, on level ground and on 2 mm of roughness.",
            pictures=("wheels.png",),
        ),
        Item(
            "causes", "Causes of the differences", "friction coefficients, friction of the joints, unequal links",
            f"{HERE}:causes", 2,
            (
                *(
                    own(f"change of speed by {cause} [-]", spread=1e-3)
                    for cause in ("20 % more friction along the body", "20 % less friction across the body",
                                  "masses that differ by 10 %", "dry friction of the joints")
                ),
            ),
            "The paper names these as causes of the difference between the measured and the computed path, whose size it does "
            "not "
            "print. With servos of 5 N m/rad instead of prescribed angles. Dry friction of a tenth of the servo's torque is "
            "compensated by the servo and changes the speed by 0.01 %; the other causes change it by 0.2 to 0.6 %, which a "
            "drawn path would not show.",
            unknown="none of the sizes is published; 20 % of the friction coefficients, 10 % of the masses and 0.035 N m in the "
            "joints were tried.",
        ),
    ),
    scenarios=("planar_*",),
    programs=(("python -m reproductions.planar_snake out", "the path of the middle link and the signals of the motors as "
    "files"),),
)  # fmt: skip
