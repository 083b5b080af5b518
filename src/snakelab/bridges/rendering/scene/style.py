"""Rendering style of a scene: that of a camera sensor, or of a picture for a reader."""

from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Look:
    """Settings of the rendering.

    Attributes:
        shadow: Pixels of the shadow map in each direction, for level ground without walls; 0 for none.
        squares: Draw planes as squares of a round size, in place of a texture with features.
        cutaway: Open pipes towards the camera, and cut upright walls at mid height of the body.
        joints: Round the ends of links at joints.
        sky: Colours of the sky at the zenith and at the horizon; None for black.
        water: The same in water without bounds.
        bounded_water: Colour and opacity of water with a surface or sides; None to leave it out.
        sun: Direction of the light. MuJoCo's map of shadows has stripes on level ground near one corner unless the x or the y
            of its direction is zero, since its bias of depth is that of the larger of two slopes.
        ambient, directed, headlight, specular: Fractions of the light: from everywhere, of the sun, from the camera, and of
            reflections.
        links: Colours of the links, repeated along the body.
        tyre, metal: Colours of wheels, and of hubs and propellers.
        ground, wall, box: Mean colours of the textures.
        head: Colour of the last link towards the head; None for that of the others.
        bed: Colour of a plane in water without bounds.
    """

    shadow: int = 0
    squares: bool = False
    cutaway: bool = False
    joints: bool = False
    sky: tuple[Colour, Colour] | None = None
    water: tuple[Colour, Colour] | None = None
    bounded_water: tuple[Colour, float] | None = None
    sun: tuple[float, float, float] = (0.4, 0.3, -1.0)
    ambient: float = 0.7
    directed: float = 0.3
    headlight: float = 0.0
    specular: float = 0.0
    links: tuple[Colour, ...] = ((0.20, 0.42, 0.33),)
    tyre: Colour = (0.10, 0.10, 0.11)
    metal: Colour = (0.58, 0.60, 0.62)
    ground: Colour = (0.46, 0.43, 0.38)
    wall: Colour = (0.55, 0.55, 0.52)
    box: Colour = (0.5, 0.42, 0.36)
    head: Colour | None = None
    bed: Colour = (0.46, 0.43, 0.38)


SENSOR = Look()
FILM = Look(
    shadow=4096,
    squares=True,
    cutaway=True,
    joints=True,
    sky=((0.45, 0.62, 0.82), (0.93, 0.95, 0.97)),
    water=((0.62, 0.82, 0.88), (0.16, 0.42, 0.54)),
    bounded_water=((0.25, 0.55, 0.72), 0.35),
    sun=(0.5, 0.0, -1.0),
    ambient=0.42,
    directed=0.45,
    headlight=0.25,
    specular=0.1,
    links=((0.20, 0.48, 0.76), (0.30, 0.58, 0.84)),
    ground=(0.70, 0.69, 0.65),
    wall=(0.72, 0.72, 0.70),
    box=(0.72, 0.65, 0.56),
    head=(0.90, 0.42, 0.10),
    bed=(0.56, 0.74, 0.78),
)
