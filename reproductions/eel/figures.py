"""Trends of speed and power of the underwater snake, and the speeds of Mamba."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from reproductions.drawing import save
from reproductions.eel import VARIED, line, open_choices, swim, trends_figure
from snakelab.robots.library.rigid_robots import mamba

PROFILES = ("even", "eel")


def trends(folder: Path) -> Mapping[str, float]:
    """Speed and power over amplitude, frequency and lag."""
    swum = swim([case for varied in VARIED for profile in PROFILES for case in line(varied, profile)])
    save(trends_figure(swum), folder, "trends.png")
    rates = [one.speed for one in swim(line("angular_frequency", "even", (30, 60, 90)))]
    lags = [one.speed for one in swim(line("phase_lag", "even"))]
    return {
        "speed at 90 over 30 degrees/s": rates[2] / rates[0],
        "best phase lag [deg]": float(VARIED["phase_lag"][int(np.argmax(lags))]),
    }


def mamba_speeds(folder: Path) -> Mapping[str, float]:
    """Range of the speeds of Mamba over plausible gaits and fluids."""
    ranges = {}
    for profile in PROFILES:
        cases, waters = open_choices(profile)
        speeds = [one.speed for water in (waters[0], waters[-1]) for one in swim(cases, mamba(), water)]
        ranges[profile] = min(speeds), max(speeds)
    return {
        "lateral undulation, slowest [m/s]": ranges["even"][0],
        "lateral undulation, fastest [m/s]": ranges["even"][1],
        "eel-like motion, slowest [m/s]": ranges["eel"][0],
        "eel-like motion, fastest [m/s]": ranges["eel"][1],
    }
