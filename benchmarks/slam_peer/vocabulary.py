"""ORB vocabulary in the text form of DBoW2, trained on image pairs of one's own: k-medians, 8 branches, 5 levels."""

from pathlib import Path

import cv2
import numpy as np

BRANCHES, LEVELS, MOST = 8, 5, 150_000


def write_vocabulary(files: list[Path], out: Path) -> int:
    """Train on every fourth left image of npz files, write the vocabulary and return its number of words."""
    orb = cv2.ORB_create(1200, 1.2, 8)
    values = [orb.detectAndCompute(image, None)[1] for file in files for image in np.load(file)["left"][::4]]
    rng = np.random.default_rng(0)
    descriptors = np.concatenate([one for one in values if one is not None])
    descriptors = descriptors[rng.permutation(len(descriptors))[:MOST]]
    bits = np.unpackbits(descriptors, axis=1).astype(np.float32) * 2 - 1
    lines: list[tuple[int, str]] = []
    _split(bits, np.arange(len(bits)), 0, 0, rng, lines, [0])
    lines.sort()
    out.write_text(f"{BRANCHES} {LEVELS}  0 0\n" + "\n".join(text for _, text in lines), encoding="utf-8")
    return sum(text.split()[1] == "1" for _, text in lines)


def _split(
    bits: np.ndarray,
    rows: np.ndarray,
    level: int,
    parent: int,
    rng: np.random.Generator,
    lines: list[tuple[int, str]],
    count: list[int],
) -> None:
    """Append the children of a node: parent, leaf or not, centre, weight (inverse document frequency)."""
    if len(rows) <= BRANCHES:
        centres, owner = bits[rows] > 0, np.arange(len(rows))
    else:
        means = bits[rng.choice(rows, BRANCHES, replace=False)]
        for _ in range(6):
            owner = np.argmax(bits[rows] @ means.T, 1)
            sums = [bits[rows[owner == j]].sum(0) if (owner == j).any() else means[j] for j in range(BRANCHES)]
            means = np.sign(np.stack(sums) + 1e-3)
        owner, centres = np.argmax(bits[rows] @ means.T, 1), means > 0
    for j, centre in enumerate(centres):
        mine = rows[owner == j]
        if not len(mine):
            continue
        count[0] += 1
        own, leaf = count[0], level + 1 == LEVELS or len(mine) <= 1
        weight = np.log(len(bits) / len(mine)) if leaf else 0.0
        lines.append((own, f"{parent} {int(leaf)} " + " ".join(map(str, np.packbits(centre))) + f" {weight:.6f}"))
        if not leaf:
            _split(bits, mine, level + 1, own, rng, lines, count)
