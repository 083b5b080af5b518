"""Cross-section of a link from the shapes of its body."""

import numpy as np

from snakelab.bridges.chain.placing import main_shape
from snakelab.bridges.chain.tree import BOX, CAPSULE, CYLINDER, OTHER, SPHERE, Body
from snakelab.geometry.shapes import Box, Cylinder, Section
from snakelab.types import FloatArray

ALONG = 1e-6  # what a cosine may miss of 1


def section_of(body: Body, R: FloatArray) -> tuple[Section | None, str]:
    """Return a section like the body's largest shape, and a sentence on the geometry that it omits; empty if none.

    Args:
        body: The body.
        R: The link's axes in the body's frame, shape (3, 3).
    """
    if not body.shapes:
        return None, "a mesh; a slim cylinder stands for it" if body.solid else ""
    shape = main_shape(body)
    aligned = R.T @ shape.R
    half = np.abs(aligned) @ shape.half
    if not half[1:].min() > 0:
        return None, "flat; a slim cylinder stands for it"
    section: Section
    if shape.kind in (CYLINDER, CAPSULE) and abs(aligned[0, 2]) > 1 - ALONG:
        section, kept = Cylinder(float(shape.half[0])), shape.kind == CYLINDER
    elif shape.kind == SPHERE:
        section, kept = Cylinder(float(shape.half[0])), False
    else:
        section = Box(float(2 * half[1]), float(2 * half[2]))
        kept = shape.kind == BOX and bool((np.abs(aligned).max(axis=0) > 1 - ALONG).all())
    if kept and len(body.shapes) == 1:
        return section, ""
    kind = {OTHER: "shape"}.get(shape.kind, shape.kind)
    what = f"a {kind}" if len(body.shapes) == 1 else f"{len(body.shapes)} shapes, the largest a {kind}"
    return section, f"{what}; a {'round' if isinstance(section, Cylinder) else 'rectangular'} bar stands for it"
