"""Chain of parts in URDF's form: rigid pieces, each with a frame at its parent joint."""

from dataclasses import dataclass, field

import numpy as np

from snakelab.errors import RobotError
from snakelab.physics.model import Model
from snakelab.physics.model_tables.tables import HEAD
from snakelab.robots.parts import Link, Mount, Prismatic, Revolute
from snakelab.types import FloatArray

WORLD = "world"


@dataclass
class Piece:
    """Link of URDF with its parent joint.

    Attributes:
        joint: The joint's name.
        p, R: Pose in the frame of the piece before.
        part: Part of its parent joint; None if it is fixed.
        axis: Axis of that part, in the frame.
        name: Name of the link; empty until it is set by a part.
        link: The part with mass, if there is one, whose tail end is at (p_link, R_link) in the frame.
    """

    joint: str
    p: FloatArray
    R: FloatArray
    part: Revolute | Prismatic | None = None
    axis: FloatArray = field(default_factory=lambda: np.zeros(3))
    name: str = ""
    link: Link | None = None
    p_link: FloatArray = field(default_factory=lambda: np.zeros(3))
    R_link: FloatArray = field(default_factory=lambda: np.eye(3))


def pieces_of(model: Model) -> tuple[Piece, ...]:
    """Return the pieces, base to tip; the first is the base, the last is the massless frame of the head end."""
    pieces = [Piece("base_joint", np.zeros(3), np.eye(3))]
    p, R = np.zeros(3), np.eye(3)
    for record, part in zip(model.arrays.parts, model.robot.parts, strict=True):
        match part:
            case Link():
                name = model.station_names[record["station"]]
                if pieces[-1].link is not None:
                    pieces.append(Piece(f"{name}_fixed", p, R))
                    p, R = np.zeros(3), np.eye(3)
                pieces[-1].name, pieces[-1].link = name, part
                onward = p + R[:, 0] * record["length"]
                pieces[-1].p_link, pieces[-1].R_link = onward if model.robot.from_head else p, R
                p = onward
            case Mount():
                p, R = p + R @ record["offset"], R @ record["rotation"].reshape(3, 3)
            case Revolute() | Prismatic():
                name = model.coordinate_names[record["coordinate"]]
                pieces.append(Piece(name, p, R, part, record["axis"]))
                p, R = np.zeros(3), np.eye(3)
            case _:
                raise RobotError(
                    f"robot {model.robot.name!r} cannot be written as URDF: {type(part).__name__} has no equivalent"
                )
    if model.robot.from_head:  # on the first piece, where the base is
        p, R = np.zeros(3), np.eye(3)
    pieces.append(Piece("head_joint", p, R, name=HEAD))
    _name(pieces, {WORLD, *model.station_names}, set(model.coordinate_names))
    return tuple(pieces)


def _name(pieces: list[Piece], links: set[str], joints: set[str]) -> None:
    """Give unique names to unnamed pieces."""
    for piece in pieces:
        if piece.part is None:
            piece.joint = _free(piece.joint, joints)
        if not piece.name:
            piece.name = _free("base_link" if piece is pieces[0] else f"{piece.joint}_frame", links)
        elif piece.name == WORLD:
            piece.name = _free(f"{WORLD}_link", links)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
