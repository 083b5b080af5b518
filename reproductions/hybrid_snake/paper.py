"""Items of the paper on the hybrid underwater snake."""

from reproductions.registry import (
    DECAYED,
    LINE,
    PUBLISHED_TOLERANCE,
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

HERE = "reproductions.hybrid_snake.figures"
CURVES = "the curves are printed without numbers. "

PAPER = Paper(
    name="hybrid_snake",
    reference=(
        "Zhang, Chen, Liu, Gong: Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, J. Mar. Sci. Eng. "
        "10(12), 1914 (2022)"
    ),
    introduction=(
        "Three modules with propellers, joined by two soft hydraulic joints. The paper contains no table of results, and "
        "its figures contain no numbers; its statements are checked. Radii of 90 mm and the Yeoh law are those that it "
        "prints. The robot with half the radius and the linear law is `hybrid_halved`."
    ),
    items=(
        drawing("figure_1", "Figure 1", "chart that compares kinds of underwater robots", "The authors' opinion."),
        drawing("figure_2", "Figures 2 and 3", "the robot and its frames"),
        Item(
            "kinematics", "Equations 1 to 6", "arc parameters, transforms of modules and joints, end "
            "pose", f"{HERE}:kinematics", 1,
            (
                independent("bend, yaw [deg]", 58.875, 0.01, "equation 3"),
                independent("bending plane, pitch [deg]", -101.19, 0.01, "equation 3"),
                independent("bending plane of joint 1, spiral [deg]", 60.0, 0.01, "equation 3"),
                independent("head, yaw, x [m]", 0.3931, 1e-4, "equations 4 to 6"),
                independent("head, pitch, z [m]", -0.5553, 1e-4, "equations 4 to 6"),
                independent("head, spiral, y [m]", -0.1685, 1e-4, "equations 4 to 6"),
            ),
            "For the robot of half the radius. Lost signs and the square root of equation 3 are repaired.",
        ),
        Item(
            "reach", "Section 2.2", "inverse and differential kinematics of the head, with chambers that only extend",
            f"{HERE}:reach", 1,
            (
                states("shortest elongation with limits [mm]", "a chamber extends under pressure", "Section 2.1", above=-1e-6,
                       basis="rounding", spread=0.5),
                states("longest elongation with limits over that at 0.5 MPa [-]", "pressures below 0.5 MPa", "Section 3.1",
                       below=1.0, spread=0.05),
                states("error at a place that the chambers reach [mm]", "inverse kinematics", "Section 2.2", below=1e-3,
                       basis="rounding of the solver", spread=1e-3),
                own("error at (0.88, 0.25, 0.2) m with limits [mm]", spread=1e-3),
                own("shortest elongation without limits [mm]", spread=0.5),
                own("highest pressure at the first place [MPa]", spread=0.02),
            ),
            "Elongations between 0 and that of 0.5 MPa are limits of the joint's coordinates (`hydraulic_joint(limits=...)`), "
            "which "
            "`InverseKinematics` respects; without them it returns chambers that are 32 mm shorter than at rest.",
        ),
        Item(
            "materials", "Equations 14 to 26", "a joint alone: Yeoh law, fabric, viscosity", f"{HERE}:materials", 2,
            tuple(
                independent(f"bend at {p:g} MPa, {material}, {radius} mm [deg]", bend, tolerance, "equations 19 to 23")
                for p, material, radius, bend, tolerance in (
                    (0.1, "yeoh", 90, 11.1, 0.05), (0.3, "yeoh", 90, 35.5, 0.05), (0.1, "linear", 90, 3.95, 0.005),
                    (0.3, "linear", 90, 11.83, 0.005), (0.1, "yeoh", 45, 63, 0.5), (0.3, "yeoh", 45, 248, 0.5),
                    (0.1, "linear", 45, 19.915, 0.001), (0.3, "linear", 45, 58.875, 0.001), (0.1, "yeoh_ring", 45, 36, 0.5),
                    (0.3, "yeoh_ring", 45, 128, 0.5),
                )
            ),
            "The stress is the derivative of the Yeoh energy, which the paper uses as the stress itself; the viscosity "
            "dissipates and "
            "has no potential.",
            unknown="modulus of the fibres and fraction of silicone in the wall (equation 20) are not published; rigid fibres "
            "and a half "
            "are assumed, and the composite is the option `yeoh_ring`.",
        ),
        Item(
            "whole_robot", "Equations 7 to 13 and 27 to 37", "the whole robot: inertia, drag, Coriolis, weight, propellers",
            f"{HERE}:whole_robot", 4,
            (
                independent("positions and velocities that agree, joints held [-]", 1, 1e-9, "equations 27 to 37"),
                independent("positions, elongations and speeds that agree, joints solved [-]", 1, 1e-9, "equations 7 to 37"),
            ),
            "With held joints, to the last digit of an independent integration (half the radius); with joints that are solved "
            "with the "
            "robot, within the error of the step of the matrix form (`tests/reference_models/underwater_lagrangian`).",
        ),
        Item(
            "imposed", "Figure 6", "joints solved alone, then imposed on the robot", f"{HERE}:imposed", 1,
            (
                own("turning rate, imposed over solved together [-]", spread=0.01),
            ),
            "The paper prints no comparison of the two. Its method is the option `coupling: one_way`; by default joints and "
            "robot are solved together.",
        ),
        drawing("figure_7", "Figure 7", "prototype and control system"),
        Item(
            "hardware_output", "Figure 7 b", "outputs to thrusters and pressure regulators", f"{HERE}:hardware_output", 3,
            (
                states("largest error of a thrust that arrives [N]", "thrusters are driven", "Figure 7 b", below=0.1,
                       basis="a tenth of the commanded 1 N", spread=0.01),
                states("largest error of a pressure that arrives [kPa]", "pressures are regulated", "Figure 7 b", below=3,
                       basis="1 % of the commanded 0.3 MPa", spread=0.2),
                own("distance from the simulated run after 20 s [m]", spread=0.05),
            ),
            "Case 2 on emulated devices: pulses of a PCA9685 for the speed controllers of six thrusters, voltages of two "
            "MCP4728 for six regulators, and their measured pressures (docs/hardware.md).",
            unknown="speed controllers, propellers and valves are not named; the T200 with its own speed controller is assumed, "
            "whose thrust has steps of 0.09 N, and no physical robot was driven.",
        ),
        Item(
            "figure_8", "Figure 8", "static tests: single actuators, bend of a joint, force of its tip", f"{HERE}:figure_8", 3,
            (
                states("least increase of the bend per 0.02 MPa [deg]", "the bend increases with the pressure", "Figure "
                "8", above=0,
                       spread=0.02),
                states("least increase of the tip force per 0.02 MPa [N]", "the force increases with the pressure", "Figure 8",
                       above=0, spread=0.02),
                own("bend at 0.3 MPa [deg]", spread=0.05),
                own("bend at 0.5 MPa [deg]", spread=0.1),
                own("tip force at 0.3 MPa [N]", spread=0.05),
            ),
            unknown=CURVES + "Three laws and both radii are drawn. The scatter of the three actuators is one of manufacture.",
            pictures=("figure_8.png", "figure_8_actuators.png"),
        ),
        hardware("figure_9", "Figure 9", "turning of the prototype in a pool"),
        Item(
            "figure_10", "Figure 10", "case 1: straight, with four and with two propellers", f"{HERE}:figure_10", 3,
            (
                states("largest |y| of any run [m]", "a straight line along X", "case 1", below=1e-3,
                       basis="1 mm on 10 m or more, thinner than a drawn line", spread=1e-6),
                states("speed, two propellers over four [-]", "slower with two propellers", "case 1", below=1, spread=1e-3),
                states("way backward over way forward, four propellers [-]", "forward and backward", "case 1", above=0),
                own("speed, four propellers [m/s]", spread=1e-4),
                own("speed, two propellers [m/s]", spread=1e-4),
            ),
            pictures=("figure_10.png",),
        ),
        Item(
            "figure_11", "Figure 11", "case 2: yaw at 0.3 and at 0.1 MPa", f"{HERE}:figure_11", 3,
            (
                states("radius at 0.1 over 0.3 MPa [-]", "a larger circle at 0.1 MPa", "case 2", above=1, spread=0.05),
                states("distance of the centres [m]", "the centres of rotation differ", "case 2", above=0.09,
                       basis="the radius of the body", spread=0.1),
                states("distance of the start from the line of the centres [m]", "the centres are not on the same line", "case 2",
                       above=0.09, basis="the radius of the body", spread=0.05),
                states("change of height in 60 s over the radius, 0.1 MPa [-]", "motion in XOY", "case 2",
                       below=PUBLISHED_TOLERANCE, basis="5 % of the radius", spread=0.01),
                states("change of height in 60 s, 0.1 MPa [m]", "motion in XOY", "case 2", below=0.09,
                       basis="the radius of the body", spread=0.01),
                states("change of height in 60 s over the radius, 0.3 MPa [-]", "motion in XOY", "case 2",
                       below=PUBLISHED_TOLERANCE, basis="5 % of the radius", spread=0.02),
                states("change of height in 60 s, 0.3 MPa [m]", "motion in XOY", "case 2", below=0.09,
                       basis="the radius of the body", spread=0.02),
                own("radius at 0.3 MPa [m]", spread=0.01),
                own("radius at 0.1 MPa [m]", spread=0.03),
                own("speed at 0.1 over 0.3 MPa [-]", spread=0.01),
            ),
            "At 0.3 MPa the robot sinks by 0.22 m in a minute on a way of 16 m, because the mass below the axis swings outward.",
            unknown="height of the centre of mass; on the axis the circle is level, 5 mm below it (assumed) it sinks by 0.22 "
            "m, with half "
            "the radius by 0.5 m. " + CURVES,
            pictures=("figure_11.png",),
        ),
        Item(
            "figure_12", "Figure 12", "case 3: pitch, two sets of pressures", f"{HERE}:figure_12", 4,
            (
                *(
                    states(f"largest |y|, {name} [m]", "motion in XOZ", "case 3", below=0.09, basis="the radius of the body",
                           spread=0.1)
                    for name in ("set 1", "set 2")
                ),
                *(
                    states(f"turning rate about the vertical from 30 to 60 s, {name} [rad/s]", "motion in XOZ", "case 3",
                           below=0.01, basis="0.6 rad in a minute", spread=0.02)
                    for name in ("set 1", "set 2")
                ),
                *(
                    number(f"angle of the bending plane from XOY, {name} [deg]", 90, "case 3, phi near 90 degrees", spread=0.5)
                    for name in ("set 1", "set 2")
                ),
                *(
                    states(f"range of the pitch rate after 50 s over its largest value before 3 s, {name} [-]",
                           "an oscillation at the start decays", "case 3", below=DECAYED, basis="1/e", spread=0.05)
                    for name in ("set 1", "set 2")
                ),
                own("largest |y|, set 2 exchanged [m]", spread=0.1),
                *(own(f"largest |y| over the way in XZ, {name} [-]", spread=0.02)
                  for name in ("set 1", "set 2", "set 2 exchanged")),
                own("turning rate about the vertical from 30 to 60 s, set 2 exchanged [rad/s]", spread=0.02),
                own("angle of the bending plane from XOY, set 2 exchanged [deg]", spread=0.5),
            ),
            "No set moves in XOZ for the minute that is simulated. With set 1 the robot stays within 0.13 m of it for 20 s; "
            "then it "
            "goes down in a helix of 0.4 m around the vertical, at 0.32 rad/s, so that |y| stays small although the heading "
            "does not. The duration of the published run is not given. The printed pressures of set 2, u1 = 0.2 and "
            "u3 = 0.1 MPa, bend toward 150 degrees by equation 3, mostly sideways; with the two exchanged the plane is within 3 "
            "degrees of 90 and the heading stays, but the recoil at the start turns the body, and the path is 15 degrees "
            "beside XOZ.",
            unknown="whether set 2 is printed with u1 and u3 exchanged; both were run. " + CURVES,
            pictures=("figure_12.png",),
        ),
        Item(
            "figure_13", "Figure 13", "case 4: spiral, base and end", f"{HERE}:figure_13", 3,
            (
                states("rise [m/s]", "spiral rising", "case 4, Figure 13", above=0, spread=0.005),
                states("turns about the vertical in 60 s [-]", "a spiral", "case 4", above=1, spread=0.05),
                states("range of the speed over its mean [-]", "a steady spiral", "case 4", below=PUBLISHED_TOLERANCE,
                       basis="5 % of the speed", spread=0.01),
                states("least difference of the velocities of end and base over the speed [-]",
                       "velocities of base and end differ", "case 4", above=PUBLISHED_TOLERANCE,
                       basis="less than 5 % is no difference", spread=0.02),
                states("angle between end and base [deg]", "orientations of base and end differ", "case 4", above=180 * LINE,
                       basis="a drawn line on an axis of 180 degrees", spread=1),
                own("radius [m]", spread=0.03),
                own("rise of the robot of half the radius [m/s]", spread=0.01),
            ),
            "With half the radius the spiral sinks; with the printed radius it rises.",
            pictures=("figure_13.png",),
        ),
        Item(
            "hovering", "Section 2.1", "rise in a fixed attitude by the vertical propellers", f"{HERE}:hovering", 1,
            (
                states("rise [m/s]", "floats or sinks", "Section 2.1", above=0, spread=1e-3),
                states("largest tilt [deg]", "fixed attitude", "Section 2.1", below=180 * LINE,
                       basis="a drawn line on an axis of 180 degrees", spread=0.1),
            ),
        ),
        Item(
            "winding", "Case 1, remark", "winding motion by the joints alone, and any number of modules", f"{HERE}:winding", 1,
            (states("speed [m/s]", "can swim by its joints", "case 1", above=0, spread=1e-3),),
            "Five modules of half the radius, without propellers (`hybrid_undulating`).",
        ),
        drawing("figure_a1", "Figure A1", "micro pump inside a module", "`pump_drive` runs such a pump."),
        Item(
            "figure_a2", "Figure A2", "turning by a bent body and by differential thrust", f"{HERE}:figure_a2", 2,
            (
                states("radius, bent body over differential thrust [-]", "the bent body turns in a smaller circle", "appendix B",
                       below=1, spread=0.01),
                states("least turning rate of the two [rad/s]", "both turn", "appendix B", above=0, spread=1e-3),
                own("radius, bent body [m]", spread=0.01),
                own("radius, differential thrust [m]", spread=0.1),
            ),
            pictures=("figure_a2.png",),
        ),
        Item(
            "tables", "Tables 1 and 2", "dimensions, moduli, coefficients of the water", f"{HERE}:tables", 1,
            (
                *(
                    given(name, value, place)
                    for name, value, place in (
                        ("radius of a module [m]", 0.09, "Table 1"), ("radius of a joint [m]", 0.09, "Table 1"),
                        ("length of a module [m]", 0.2, "Table 1"), ("length of a joint [m]", 0.2, "Table 1"),
                        ("mass of a joint [kg]", 0.158, "Table 1"), ("mass of a module [kg]", 0.563, "Table 1"),
                        ("C10 [Pa]", 12563, "Table 1"), ("consistency of the viscosity [Pa s^0.3]", 22263.8, "Table 1"),
                        ("side propellers from the axis [m]", 0.076, "Table 1"),
                        ("linear axial drag, beta [-]", 0.2, "Table 2"), ("axial added mass, alpha [-]", 0.2, "Table 2"),
                        ("linear roll drag, Omega [-]", 0.5, "Table 2"),
                    )
                ),
            ),
            "The printed mass of a module would let it rise; modules of the water's density, 5.09 kg, are taken, because the "
            "paper "
            "says that the density is close to that of water.",
            unknown="how much water the modules hold; 0.563 kg was tried, with which the robot rises.",
        ),
    ),
    scenarios=("hybrid_*", "hydraulic_*"),
    programs=(
        ("python -m reproductions.hybrid_snake docs/images", "the static test for three material laws and two radii"),
        ("python examples/05_water/03_soft_joints.py", "joints solved alone and imposed on the robot, compared with "
        "joints solved with it"),
    ),
)  # fmt: skip
