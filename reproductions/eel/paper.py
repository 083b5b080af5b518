"""Items of the papers on planar underwater snakes."""

from reproductions.registry import Item, Paper, states

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
                states("speed at 90 over 30 degrees/s", "about linear in the frequency up to 90 degrees/s", "trends", above=2.7,
                       below=3.3, spread=0.02),
                states("best phase lag [deg]", "an interior maximum", "trends", above=11, below=89),
            ),
            "Power increases with amplitude and frequency and decreases with the lag. Speed increases with the amplitude "
            "in eel-like motion; in lateral undulation it does so only up to 30 degrees.",
            pictures=("trends.png",),
        ),
        Item(
            "mamba", "Speeds of Mamba", "speed over plausible gaits and drag coefficients", f"{HERE}:mamba_speeds", 12,
            (
                states("lateral undulation, slowest [m/s]", "0.1275 m/s (model)", "speeds of Mamba", below=0.1275, spread=1e-3),
                states("lateral undulation, fastest [m/s]", "0.1275 m/s (model)", "speeds of Mamba", above=0.1275, spread=5e-3),
                states("eel-like motion, slowest [m/s]", "0.0897 m/s (model)", "speeds of Mamba", below=0.0897, spread=1e-3),
                states("eel-like motion, fastest [m/s]", "0.0897 m/s (model)", "speeds of Mamba", above=0.0897, spread=5e-3),
            ),
            "The published speeds lie within the range of 36 gaits with two pairs of coefficients (C_f 0.01 with C_D 1, "
            "C_f 0.3 with C_D 2).",
            unknown="gait, drag and added mass of the published runs; the range over 36 gaits and two pairs of coefficients was "
            "computed.",
        ),
    ),
    scenarios=("eel_*",),
    programs=(("python -m reproductions.eel docs/images", "the trends, other fluid models, and the range of plausible "
    "parameters"),),
)  # fmt: skip
