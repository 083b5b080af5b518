"""Figures and tables of the paper on the soft snake."""

from reproductions.registry import AGREES, DIFFERS, NOT_PRINTED, Item, Paper, Value

HERE = "reproductions.soft_snake.figures"

PAPER = Paper(
    name="soft_snake",
    reference=(
        "Arachchige, Mallikarachchi, Kanj, Perera, Chen, Gilbert, Godage: Dynamic Modeling and Validation of Soft Robotic Snake "
        "Locomotion (2023)"
    ),
    introduction=(
        "Three pneumatic sections that roll on the floor. Skin radius and force of the muscles are not published; 32 "
        "mm and 28 N approximately reproduce the planar row of Table I. As published, the sections are rotated by pi/3 "
        "relative to each other."
    ),
    items=(
        Item(
            "table_1", "Table I", "mean velocities of planar and spatial rolling", f"{HERE}:table_1", 5, DIFFERS,
            "The planar row agrees within 3 %, and as published planar rolling is faster and oblique. Spatial rolling "
            "is 12 % faster than published: none of 72 pairs of radius and force reproduces both rows (`python -m "
            "reproductions.soft_snake.mounted`).",
            ("table_1.png",),
            values=(
                Value("planar, v_x [cm/s]", "3.51 (model), 3.31 (prototype)", 3.51, 0.1),
                Value("planar, v_y [cm/s]", "9.39, 9.01", 9.12, 0.1),
                Value("spatial, v_x [cm/s]", "0.67, 0.61", 0.142, 0.1),
                Value("spatial, v_y [cm/s]", "7.77, 7.12", 8.74, 0.1),
            ),
        ),
        Item(
            "figure_5", "Figure 5", "actuator lengths over one cycle", f"{HERE}:figure_5", 2, AGREES,
            "The curves of the three sections coincide in planar rolling and are shifted by pi/3 in spatial rolling.",
            ("figure_5.png",),
            values=(
                Value("lag between sections, planar [rad]", "0", 0.062, 0.03),
                Value("lag between sections, spatial [rad]", "pi/3 = 1.047", 1.043, 0.03),
            ),
        ),
        Item(
            "drop", "Drop", "fall from 0.6 m until it is at rest", f"{HERE}:drop", 1, AGREES,
            "The body comes to rest within the stated 2 s, without visible penetration.",
            ("drop.png",), values=(Value("at rest within 1 mm after [s]", "at most 2", 0.333, 0.04),),
        ),
        Item(
            "map", "Radius and force", "speeds over all parameters that are not published",
            "reproductions.soft_snake.figures:rolling_map", 60,
            NOT_PRINTED, "The paper gives neither radius nor force; the map is in docs/soft_snake.md.", ("soft_rolling_map.png",),
            committed=False,
        ),
    ),
    scenarios=("soft_*",),
    programs=(
        ("python -m reproductions.soft_snake docs/images", "the map of rolling over radius, force, frequency and heading"),
        ("python -m reproductions.soft_snake.mounted", "Table I over radius and force with the published mounts, 4 min"),
    ),
)  # fmt: skip
