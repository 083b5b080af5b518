"""Minimum-perturbation coordinates: the frame of a planar body with minimum motion due to its shape."""

from typing import Any

import numpy as np

from snakelab.types import FloatArray

WEAK = 1e-8  # weight that determines what the least squares do not, such as a constant rotation


def minimum_perturbation(A: FloatArray, steps: tuple[float, float]) -> tuple[FloatArray, FloatArray]:
    """Return the frame and the connection in it, on a grid of two shape variables.

    First the rotation beta with the smallest integral of |A_heading - grad beta|^2, then in these axes the offset p
    with the smallest integral of |A_xy'|^2, where A_x' = A_x - A_heading p_y - grad p_x and A_y' = A_y + A_heading p_x
    - grad p_y.

    Args:
        A: Connection in base axes, shape (3, 2, n1, n2).
        steps: Spacing of the grid along both variables.

    Returns:
        Frames (x, y, heading) in the base, shape (3, n1, n2), and the connection in them, shape (3, 2, n1, n2).

    Source: Hatton and Choset, IJRR 30 (2011); Optimizing coordinate choice for locomoting systems, ICRA 2010.
    """
    shape = A.shape[2:]
    gradients, means = _edges(shape, steps)
    angle = _solved(gradients, [means[i] @ A[2, i].ravel() for i in (0, 1)]).reshape(shape)
    angle -= angle.mean()
    c, s = np.cos(angle), np.sin(angle)
    heading = A[2] - np.array(np.gradient(angle, *steps, edge_order=2))
    x, y = c * A[0] + s * A[1], c * A[1] - s * A[0]
    offset = _offset(gradients, means, x, y, heading).reshape(2, *shape)
    grads = [np.array(np.gradient(offset[i], *steps, edge_order=2)) for i in (0, 1)]
    moved = np.array([x - heading * offset[1] - grads[0], y + heading * offset[0] - grads[1], heading])
    in_base = np.array([c * offset[0] - s * offset[1], s * offset[0] + c * offset[1], angle])
    return in_base, moved


def _edges(shape: tuple[int, ...], steps: tuple[float, float]) -> tuple[list[Any], list[Any]]:
    """Differences and means along the edges of a grid in both directions, sparse matrices on its nodes."""
    from scipy.sparse import csr_matrix

    number = np.arange(shape[0] * shape[1]).reshape(shape)
    ends = [(number[:-1].ravel(), number[1:].ravel()), (number[:, :-1].ravel(), number[:, 1:].ravel())]
    gradients, means = [], []
    for (first, last), step in zip(ends, steps, strict=True):
        rows, one = np.arange(len(first)), np.ones(len(first))
        places = (np.concatenate([rows, rows]), np.concatenate([first, last]))
        size = (len(first), number.size)
        gradients.append(csr_matrix((np.concatenate([-one, one]) / step, places), shape=size))
        means.append(csr_matrix((np.concatenate([one, one]) / 2, places), shape=size))
    return gradients, means


def _offset(gradients: list[Any], means: list[Any], x: FloatArray, y: FloatArray, heading: FloatArray) -> FloatArray:
    """Offset of the frame at all nodes, x then y."""
    from scipy.sparse import bmat, diags

    blocks, wanted = [], []
    for i in (0, 1):
        turning = diags(means[i] @ heading[i].ravel()) @ means[i]
        blocks += [[gradients[i], turning], [-turning, gradients[i]]]
        wanted += [means[i] @ x[i].ravel(), means[i] @ y[i].ravel()]
    return _solved([bmat(blocks)], [np.concatenate(wanted)])


def _solved(blocks: list[Any], wanted: list[FloatArray]) -> FloatArray:
    """Least-squares solution of sparse equations, the smallest where several are equal."""
    from scipy.sparse import identity, vstack
    from scipy.sparse.linalg import spsolve

    matrix = vstack(blocks).tocsc()
    normal = (matrix.T @ matrix).tocsc()
    weak = WEAK * normal.diagonal().mean() * identity(normal.shape[0], format="csc")
    solution: FloatArray = spsolve(normal + weak, matrix.T @ np.concatenate(wanted))
    return solution
