"""Coupling of the oscillators of a snake: distances, topologies and weights.

Oscillators represent hinges alternately about z (yaw) and y (pitch), counted from the head. A yaw joint and the pitch
joint behind it are one block: joint i is in block ceil(i / 2).
"""

import numpy as np

from snakelab.errors import GaitError
from snakelab.types import FloatArray

# Couplings of each topology.
TOPOLOGIES = {
    "FCS": "all pairs",
    "NNS": "nearest: the same kind one block on, and the other kind in the block",
    "NNNS": "nearest, and the other kind one block on",
    "SCS1": "a chain of each kind, joined in the first block",
    "SCS2": "one chain, joint by joint",
    "BS": "every yaw with every pitch",
    "DS": "a chain of the yaws, each with the pitch of its block",
}


def distances(yaw: np.ndarray, block: np.ndarray) -> np.ndarray:
    """d_ij = |b_i - b_j|, plus one for a yaw and a pitch joint, shape (n, n).

    Args:
        yaw: Mask of yaw joints, shape (n,), bool.
        block: Block of each from the head, shape (n,).
    """
    return np.abs(block[:, None] - block) + (yaw[:, None] != yaw)


def coupled(topology: str, yaw: np.ndarray, block: np.ndarray) -> np.ndarray:
    """Pairs that a topology couples, shape (n, n), bool, symmetric.

    Source: Liu, Zang and Gao, Bio-Inspired Multimodal Motion Gait Control of Snake Robots with Environmental
    Adaptability Based on ROS, 2024.
    """
    d, other = distances(yaw, block), yaw[:, None] != yaw
    same_block = other & (block[:, None] == block)
    joint = 2 * block - yaw  # from the head: 1, 2, 3, ...
    match topology:
        case "FCS":
            pairs = np.ones_like(other)
        case "NNS":
            pairs = d == 1
        case "NNNS":
            pairs = (d == 1) | ((d == 2) & other)
        case "SCS1":
            pairs = (~other & (d == 1)) | (same_block & (block == block[yaw].min()))
        case "SCS2":
            pairs = np.abs(joint[:, None] - joint) == 1
        case "BS":
            pairs = other
        case _:
            pairs = (yaw[:, None] & yaw & (d == 1)) | same_block
    return pairs & ~np.eye(len(yaw), dtype=bool)


def gaussian_weights(yaw: np.ndarray, block: np.ndarray, mean: float, spread: float) -> FloatArray:
    """w_ij = exp(-(d_ij - mean)^2 / (2 spread^2)), shape (n, n); all 1 for an infinite spread."""
    return np.exp(-(((distances(yaw, block) - mean) / spread) ** 2) / 2)


def check_connected(weights: FloatArray, what: str) -> None:
    """Raise GaitError if the coupling is not connected: the phases of separate oscillators would drift apart.

    Args:
        weights: Shape (n, n), symmetric, from the head.
        what: Owner of the weights, for the message.
    """
    reached = np.zeros(len(weights), bool)
    reached[0] = True
    for _ in range(len(weights)):
        reached |= weights[reached].any(axis=0)
    if not reached.all():
        loose = ", ".join(str(i + 1) for i in np.flatnonzero(~reached))
        raise GaitError(
            f"{what} must couple all oscillators, and those of joints {loose}, counted from the head, are not coupled "
            "to that of joint 1; give each a weight to one of the others"
        )
