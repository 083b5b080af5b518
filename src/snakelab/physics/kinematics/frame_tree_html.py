"""HTML of a frame tree in a notebook: axes of the frames from above, and a table with origins."""

from typing import TYPE_CHECKING

import numpy as np

from snakelab.notebook.drawing import JOINT, Dot, Shape, drawing
from snakelab.notebook.elements import card, escaped, number, table

if TYPE_CHECKING:
    from snakelab.physics.kinematics.frame_tree import FrameTree

AXES = (("#d1495b", "x"), ("#2a9d5b", "y"), ("#3066be", "z"))  # colours
LENGTH = 0.06  # of an axis, of the extent of all frames


def frame_tree_html(tree: "FrameTree") -> str:
    """Return a card of a frame tree."""
    rows = []
    for name, T in tree.T_world.items():
        depth = len(tree.path(name)) - 1
        rows.append((f"{4 * depth * '&nbsp;'}{escaped(name)}", *map(number, T[:3, 3] + 0.0)))
    return card(
        "FrameTree",
        f"{len(tree.T_world)} frames; from above: x red, y green, z blue",
        axes_picture(tree),
        table(rows, ("frame", "x [m]", "y [m]", "z [m]")),
    )


def axes_picture(tree: "FrameTree") -> str:
    """Return the axes of all frames but the world's, from above."""
    frames = {name: T for name, T in tree.T_world.items() if name != "world"}
    origins = np.array([T[:2, 3] for T in frames.values()])
    length = LENGTH * max(float(np.ptp(origins, axis=0).max()), 1e-3)
    items: list[Shape | Dot] = [Shape(origins, JOINT, opacity=0.25)]
    for name, T in frames.items():
        for axis, (colour, label) in enumerate(AXES):
            ends = np.array([T[:2, 3], T[:2, 3] + length * T[:2, axis]])
            items.append(Shape(ends, colour, title=f"{label} of {name}"))
        items.append(Dot((float(T[0, 3]), float(T[1, 3])), JOINT, 2.0, name))
    return drawing(items, "Axes of the frames from above")
