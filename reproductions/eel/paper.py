"""Figures and numbers of the papers on planar underwater snakes."""

from reproductions.registry import AGREES, NOT_PRINTED, Item, Paper, Value

HERE = "reproductions.eel.figures"

PAPER = Paper(
    name="eel",
    reference=(
        "Kelasidi, Liljeback, Pettersen, Gravdahl: Innovation in Underwater Robots: Biologically Inspired Swimming Snake Robots, "
        "IEEE Robotics and Automation Magazine (2016)"
    ),
    introduction=(
        "The planar underwater snake with lateral undulation and eel-like motion. The equations and coefficients are "
        "those of the "
        "authors' earlier papers; the gait of the published speeds is not contained in the available pages."
    ),
    items=(
        Item(
            "trends", "Speed and power", "speed and power over amplitude, frequency and phase lag", f"{HERE}:trends", 8, AGREES,
            "Speed is approximately proportional to the frequency up to 90 degrees/s and has a maximum at an "
            "intermediate phase lag; power increases with amplitude and frequency and decreases with the lag. Speed "
            "increases with the amplitude in eel-like motion; in lateral undulation it does so only up to 30 degrees.",
            ("trends.png",),
            values=(
                Value("speed at 90 over 30 degrees/s", "about 3", 2.90, 0.02), Value("best phase lag [deg]", "interior", 20.0),
            ),
        ),
        Item(
            "mamba", "Speeds of Mamba", "speed over plausible gaits and drag coefficients", f"{HERE}:mamba_speeds", 12,
            NOT_PRINTED,
            "The published speeds lie within the range of 36 gaits with two pairs of coefficients (C_f 0.01 with C_D "
            "1, C_f 0.3 with C_D 2). Gait, drag and added mass of the published runs are unknown.",
            values=(
                Value("lateral undulation, slowest [m/s]", "0.1275 (model), 0.1288 (measured)", 0.037, 1e-3),
                Value("lateral undulation, fastest [m/s]", "", 0.534, 5e-3),
                Value("eel-like motion, slowest [m/s]", "0.0897 (model), 0.0894 (measured)", 0.0108, 1e-3),
                Value("eel-like motion, fastest [m/s]", "", 0.422, 5e-3),
            ),
        ),
    ),
    scenarios=("eel_*",),
    programs=(("python -m reproductions.eel docs/images", "the trends, other fluid models, and the range of plausible "
    "parameters"),),
)  # fmt: skip
