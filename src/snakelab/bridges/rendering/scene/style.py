"""Rendering style of a scene: that of a camera sensor, or of a picture for a reader."""

from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Look:
    """Settings of the rendering.

    Attributes:
        shadow: Pixels of the shadow map in each direction, for level ground without walls; 0 for none.
        squares: Draw planes as squares of a round size, in place of a texture with features.
        sky: Colours of the sky at the zenith and at the horizon; None for black.
        water: The same in water without bounds.
        bounded_water: Colour and opacity of water with a surface or sides; None to leave it out.
        ambient, directed, specular: Fractions of the light.
        links: Colours of the links, repeated along the body.
        tyre, metal: Colours of wheels, and of hubs and propellers.
        ground, wall, box: Mean colours of the textures.
        head: Colour of the last link towards the head; None for that of the others.
    """

    shadow: int = 0
    squares: bool = False
    sky: tuple[Colour, Colour] | None = None
    water: tuple[Colour, Colour] | None = None
    bounded_water: tuple[Colour, float] | None = None
    ambient: float = 0.7
    directed: float = 0.3
    specular: float = 0.0
    links: tuple[Colour, ...] = ((0.20, 0.42, 0.33),)
    tyre: Colour = (0.10, 0.10, 0.11)
    metal: Colour = (0.58, 0.60, 0.62)
    ground: Colour = (0.46, 0.43, 0.38)
    wall: Colour = (0.55, 0.55, 0.52)
    box: Colour = (0.5, 0.42, 0.36)
    head: Colour | None = None


SENSOR = Look()
FILM = Look(
    shadow=4096,
    squares=True,
    sky=((0.45, 0.62, 0.82), (0.93, 0.95, 0.97)),
    water=((0.62, 0.82, 0.88), (0.16, 0.42, 0.54)),
    bounded_water=((0.25, 0.55, 0.72), 0.35),
    ambient=0.45,
    directed=0.6,
    specular=0.1,
    links=((0.20, 0.48, 0.76), (0.30, 0.58, 0.84)),
    ground=(0.70, 0.69, 0.65),
    wall=(0.72, 0.72, 0.70),
    head=(0.90, 0.42, 0.10),
)
