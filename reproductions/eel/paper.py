"""Items of the papers on planar underwater snakes."""

from reproductions.registry import Item, Paper, own, states

HERE = "reproductions.eel.figures"

PAPER = Paper(
    name="eel",
    reference=(
        "Kelasidi, Liljeback, Pettersen, Gravdahl: Innovation in Underwater Robots: Biologically Inspired Swimming Snake Robots, "
        "IEEE Robotics and Automation Magazine (2016)"
    ),
    introduction=(
        "The planar underwater snake with lateral undulation and eel-like motion. The equations and coefficients are "
        "those of the authors' earlier papers; the gait of the published speeds is not contained in the available pages."
    ),
    items=(
        Item(
            "trends", "Speed and power", "speed and power over amplitude, frequency and phase lag", f"{HERE}:trends", 8,
            (
                states("speed at 90 over 30 degrees/s", "about linear in the frequency up to 90 degrees/s", "trends", above=2.85,
                       below=3.15, basis="3 within 5 %", spread=0.02),
                states("best phase lag [deg]", "an interior maximum", "trends", above=5, below=65,
                       basis="not the first or last of 0 to 70"),
            ),
            "Power increases with amplitude and frequency and decreases with the lag. Speed increases with the amplitude "
            "in eel-like motion; in lateral undulation it does so only up to 30 degrees.",
            pictures=("trends.png",),
        ),
        Item(
            "mamba", "Speeds of Mamba", "speed over plausible gaits and drag coefficients", f"{HERE}:mamba_speeds", 12,
            (
                *(
                    own(f"{motion}, {end} [m/s]", spread=5e-3)
                    for motion in ("lateral undulation", "eel-like motion")
                    for end in ("slowest", "fastest")
                ),
            ),
            "The published speeds of the model, 0.1275 m/s in lateral undulation and 0.0897 m/s in eel-like motion, lie within "
            "the "
            "range of 36 gaits with two pairs of coefficients (C_f 0.01 with C_D 1, C_f 0.3 with C_D 2). The range spans a "
            "factor of "
            "14 to 40, so that this confirms nothing.",
            unknown="gait, drag and added mass of the published runs; the range over 36 gaits and two pairs of coefficients was "
            "computed.",
        ),
    ),
    scenarios=("eel_*",),
    programs=(("python -m reproductions.eel docs/images", "the trends, other fluid models, and the range of plausible "
    "parameters"),),
)  # fmt: skip
