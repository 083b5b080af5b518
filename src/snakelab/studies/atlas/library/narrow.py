"""Terrains of poles and pipes for orthogonal snakes: a pole, a lying pipe and a standing pipe."""

from typing import Any

from snakelab.errors import GaitError
from snakelab.geometry.surfaces import Pipe, Plane, Pole
from snakelab.robots.robot import Robot
from snakelab.studies.atlas.library.terrain import Footing, Terrain, footing_of
from snakelab.studies.atlas.library.wound import Helix, start_of, wound
from snakelab.worlds import Contact, Gravity, SurfaceFriction, World

EPS = 5e-3  # smoothing speed of the friction [m/s]
GRIP = 0.02  # by which a pole is thicker and a standing pipe narrower than the room of the wound body, share of its radius [-]
BORE = 0.9  # of the pipe that lies: its radius is that of the body and this share of a link [-]
WOOD = SurfaceFriction(0.7, eps=EPS)
STEEL = SurfaceFriction(0.4, eps=EPS)


def narrow(robot: Robot) -> tuple[Terrain, ...]:
    """Return a pole and two pipes for this robot; the pole's radius follows from the helix of the wound robot.

    A robot that cannot wind itself has only the lying pipe.
    """
    foot = footing_of(robot)
    try:
        helix = wound(robot, foot.link, foot.height)
    except GaitError:
        return (_lying_pipe(),)
    return _pole(helix), _lying_pipe(), _standing_pipe(helix)


def _pole(helix: Helix) -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        return _upright(foot, Pole(round((1 + GRIP) * helix.inner - foot.height, 4)))

    return Terrain(
        "pole",
        "upright on a floor, friction 0.7; starts wound around it; speed is upward",
        media,
        along="z",
        begin=lambda robot, foot, world, heading: start_of(helix),
        steady=True,
    )


def _standing_pipe(helix: Helix) -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        bore = round((1 - GRIP) * helix.outer + foot.height, 4)
        return _upright(foot, Pipe([[0.0, 0.0, -1.0], [0.0, 0.0, round(3 * foot.length, 2)]], bore))

    return Terrain(
        "standing pipe",
        "upright on a floor, friction 0.7; starts wound inside it; speed is upward",
        media,
        along="z",
        begin=lambda robot, foot, world, heading: start_of(helix),
        steady=True,
        usual=False,
    )


def _lying_pipe() -> Terrain:
    def media(foot: Footing, seed: int) -> tuple[Any, ...]:
        far = round(3 * foot.length, 2)
        pipe = Pipe([[-far, 0.0, 0.0], [far, 0.0, 0.0]], _bore(foot))
        return Gravity(), Contact(pipe, foot.stiffness, foot.damping, friction=STEEL)

    def begin(robot: Robot, foot: Footing, world: World, heading: float) -> dict[str, Any]:
        return {"position": [0.0, 0.0, foot.height - _bore(foot)]}

    return Terrain(
        "lying pipe",
        "level, wider than the body by 1.8 links, friction 0.4; speed is along it",
        media,
        along="x",
        begin=begin,
    )


def _upright(foot: Footing, surface: Pole | Pipe) -> tuple[Any, ...]:
    return (
        Gravity(),
        Contact(surface, foot.stiffness, foot.damping, friction=WOOD),
        Contact(Plane(), foot.stiffness, foot.damping, friction=WOOD, name="floor"),
    )


def _bore(foot: Footing) -> float:
    return round(foot.height + BORE * foot.link, 4)
