"""Pictures of a row from above."""

from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from snakelab.bridges.gymnasium.plan import Plan
from snakelab.bridges.gymnasium.rows import EngineRows, LaneRows
from snakelab.physics.kinematics.points import jacobians
from snakelab.robots.parts import Link

SIZE, MARGIN = 256, 1.6  # of the picture [pixel]; its side in body lengths
PAPER, LINES, BODY, HEAD, GOAL = (255, 255, 255), (225, 225, 225), (0, 114, 178), (213, 94, 0), (0, 158, 115)


def picture(plan: Plan, row: int) -> Any:
    """Return a picture from above around the body, shape (256, 256, 3), uint8."""
    points = _points(plan, row)
    length = max(float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum()), 1e-3)
    scale, middle = SIZE / (MARGIN * length), points.mean(axis=0)
    image = Image.new("RGB", (SIZE, SIZE), PAPER)
    draw = ImageDraw.Draw(image)

    def pixel(place: Any) -> tuple[float, float]:
        x, y = (np.asarray(place) - middle) * scale
        return float(SIZE / 2 + x), float(SIZE / 2 - y)

    spacing = length / 4
    half = MARGIN * length / 2
    for axis in (0, 1):
        first, last = np.ceil((middle[axis] - half) / spacing), np.floor((middle[axis] + half) / spacing)
        for k in np.arange(first, last + 1):
            ends = np.array([middle - half, middle + half])
            ends[:, axis] = k * spacing
            draw.line([pixel(ends[0]), pixel(ends[1])], fill=LINES)
    for goal in () if plan.course.goal is None else plan.course.goal:
        x, y = pixel(goal)
        r = max(3.0, plan.course.goal_radius * scale)
        draw.ellipse([x - r, y - r, x + r, y + r], outline=GOAL, width=2)
    draw.line([pixel(p) for p in points], fill=BODY, width=7, joint="curve")
    x, y = pixel(points[-1])
    draw.ellipse([x - 5, y - 5, x + 5, y + 5], fill=HEAD)
    return np.array(image)


def _points(plan: Plan, row: int) -> Any:
    """Points along the body from the tail, shape (m, 2), [m]."""
    rows = plan.course.rows
    if isinstance(rows, EngineRows):
        poses, _ = jacobians(rows.batch.models[row], rows.state(row))
        return np.nan_to_num(poses[:, 9:11])
    assert isinstance(rows, LaneRows)
    n = plan.model.n_coordinates
    seen = np.nan_to_num(np.asarray(rows.raw[row], float))
    angles = seen[2 * n] - np.append(np.cumsum(seen[:n][::-1])[::-1], 0.0)
    lengths = np.array([part.length for part in plan.model.robot.parts if isinstance(part, Link)])[: n + 1]
    steps = lengths[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
    return points - points.mean(axis=0) + seen[2 * n + 2 : 2 * n + 4]
