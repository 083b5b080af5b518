"""Thumbnails of the library for the studio: shapes of each robot in a cycle of its gait, as points of a drawing.

Run it after a scenario was added: `python docs/thumbnails.py` writes `src/snakelab/plugins/studio/assets/thumbnails.json`;
those that are there already are kept, `--all` draws them again.
"""

import json
import math
import sys
import time as clock
import warnings
from pathlib import Path

import numpy as np

from snakelab.physics.model_tables import trunk_stations
from snakelab.scenarios.catalogue import library
from snakelab.scenarios.scenario import load_scenario, start_scenario
from snakelab.sim.simulation import Simulation

FILE = Path(__file__).parents[1] / "src" / "snakelab" / "plugins" / "studio" / "assets" / "thumbnails.json"
WIDTH, HEIGHT, MARGIN = 64, 44, 7
# Instant that is drawn [s], and the longest wall time that it may take [s].
INSTANT, PATIENCE = 3.0, 9.0
MAX_POINTS, FRAMES = 16, 12  # of a shape; shapes of a cycle
# Direction from which the camera of the page looks at first.
SIGHT = np.array([-0.32, -0.8, 0.58])
WET = ("Fluid", "LumpedFluid", "InertiaBoxFluid", "EllipsoidFluid", "ViscousFriction")


def positions(simulation: Simulation) -> np.ndarray:
    """Return the positions of the links of the trunk, of a single one those of its ends, shape (n, 3), [m]."""
    model = simulation.model
    points = np.array(simulation["link_position"])[: trunk_stations(model.parts, model.stations)]
    return np.stack([points[0] - [0.2, 0, 0], points[0] + [0.2, 0, 0]]) if len(points) == 1 else points


def thumbnail(simulation: Simulation, shapes: list[np.ndarray], surfaces: list[str], media: list[str]) -> dict:
    """Return shapes from tail to head and the width of the body, in units of the drawing, and what is around it.

    Args:
        simulation: The run.
        shapes: From `positions`, at equal intervals; the first one is the picture, all of them the motion in place.
        surfaces: Kinds of the surfaces.
        media: Kinds of the media.
    """
    backward = SIGHT / np.linalg.norm(SIGHT)
    right = np.cross([0.0, 0.0, 1.0], backward)
    right /= np.linalg.norm(right)
    up = np.cross(backward, right)
    chosen = np.unique(np.linspace(0, len(shapes[0]) - 1, MAX_POINTS).round().astype(int))
    flat = np.array([np.stack((points[chosen] @ right, -(points[chosen] @ up)), axis=1) for points in shapes])
    flat -= flat.mean(axis=1, keepdims=True)  # of a body that moves on, the motion in place
    low, high = flat.min(axis=(0, 1)), flat.max(axis=(0, 1))
    scale = min((WIDTH - 2 * MARGIN) / max(high[0] - low[0], 1e-6), (HEIGHT - 2 * MARGIN) / max(high[1] - low[1], 1e-6))
    placed = (flat - (low + high) / 2) * scale + [WIDTH / 2, HEIGHT / 2]
    rings = simulation.model.arrays.rings
    length = float(np.linalg.norm(np.diff(shapes[0], axis=0), axis=1).sum())
    radius = max((float(ring["radius"]) for ring in rings), default=0.0) or 0.03 * length
    pipe = any(kind in ("Pipe", "Extruded") for kind in surfaces)
    kind = "pipe" if pipe else "terrain" if "Terrain" in surfaces else "water" if set(WET) & set(media) else "ground"
    moves = len(placed) > 2 and np.abs(placed - placed[0]).max() > 1.0
    return {
        "points": [[round(float(x), 1), round(float(y), 1)] for x, y in placed[0]],
        "width": round(float(np.clip(2 * radius * scale, 2.2, 7.0)), 1),
        "kind": kind,
        **({"frames": placed.reshape(len(placed), -1).round().astype(int).tolist()} if moves else {}),
    }


def cycle(simulation: Simulation) -> float:
    """Return the period of the gait, between 0.5 and 6 s, or 2 s [s]."""
    controller = simulation.controller
    gait = getattr(controller, "gait", controller)
    rate = abs(
        float(getattr(gait, "angular_frequency", 0.0) or 2 * math.pi * float(getattr(gait, "frequency", 0.0) or 0.0))
    )
    return float(np.clip(2 * math.pi / rate, 0.5, 6.0)) if rate else 2.0


def drawn(name: str) -> dict:
    """Return the thumbnail of a scenario of the library."""
    scenario = load_scenario(name)
    began = clock.perf_counter()
    with start_scenario(scenario) as simulation:

        def goes_on() -> bool:
            return simulation.status is None and clock.perf_counter() - began < PATIENCE

        while simulation.time < INSTANT and goes_on():
            simulation.advance(0.25)
        shapes, step = [positions(simulation)], cycle(simulation) / FRAMES
        while len(shapes) < FRAMES and goes_on():
            simulation.advance(step)
            shapes.append(positions(simulation))
        media = scenario.world.media
        kinds = [
            type(one.surface).__name__
            for one in media
            if hasattr(one, "surface") and not isinstance(one.surface, float)
        ]
        return thumbnail(simulation, shapes, kinds, [type(one).__name__ for one in media])


def main() -> None:
    """Draw the thumbnails that are missing, or all."""
    warnings.simplefilter("ignore")
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() and "--all" not in sys.argv else {}
    made = {name: known.get(name) or drawn(name) for name in library()}
    FILE.write_text(
        "{\n"
        + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in made.items())
        + "\n}\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
