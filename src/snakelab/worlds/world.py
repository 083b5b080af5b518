"""World: its scenery for cameras, the media that act on a robot, and the call of the kernel of each.

A new medium is registered here, in `BuiltIn` and in `law_on_station`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, get_args

from annotated_types import Ge, Gt, Le, Len

from snakelab.errors import WorldError
from snakelab.kernels.decorator import kernel
from snakelab.parameters.arguments import at_most, instance, instances
from snakelab.parameters.declarations import FIXED, Point, Seed, Slider, Unit, check_declared
from snakelab.parameters.display_registry import Displayed
from snakelab.worlds.contact_laws import Contact, SelfContact
from snakelab.worlds.external_wrench import (
    Damper,
    ExternalWrench,
    UserWrench,
    damper_on_station,
    external_wrench_on_station,
)
from snakelab.worlds.fluid import Fluid, fluid_on_station
from snakelab.worlds.force_law import (
    COULOMB,
    DAMPER,
    ELLIPSOID,
    EXTERNAL,
    FLUID,
    GRANULAR,
    INERTIA_BOX,
    VISCOUS,
    UserLaw,
)
from snakelab.worlds.free_bodies import FreeBody, named_objects
from snakelab.worlds.friction import CentreFriction, LinkFriction, ViscousFriction, viscous_on_station
from snakelab.worlds.granular import GranularMedium, check_granular, granular_on_station, start_granular
from snakelab.worlds.gravity import Gravity
from snakelab.worlds.implicit_friction import check_friction, coulomb_on_station, start_friction
from snakelab.worlds.lumped_fluid import (
    EllipsoidFluid,
    InertiaBoxFluid,
    LumpedFluid,
    ellipsoids_on_station,
    inertia_box_on_station,
)

# ----------------------------------------------------------------------------------------------------------------------
# Scenery: appearance of a world in the images of cameras, textures, light, a room. It has no effect on the motion
# ----------------------------------------------------------------------------------------------------------------------

MAX_ROOM = 1000.0  # size of a room [m]

Extent = Annotated[float, Gt(0), Le(MAX_ROOM), Unit("m"), Slider(1, 50, 0.5), FIXED]
Colour = Annotated[tuple[float, float, float], Ge(0), Le(1), Slider(0, 1, 0.01), FIXED]
Attenuation = Annotated[tuple[float, float, float], Ge(0), Le(1000), Unit("1/m"), Slider(0, 3, 0.01), FIXED]


@dataclass(frozen=True)
class Scenery:
    """Scenery of camera images: textures of all surfaces, light, colour of the water, and optionally a room with boxes.

    Textures are noise of several scales that does not repeat. Light from a point at a distance r in water is L
    exp(-c r) + w (1 - exp(-c r)) for each colour, with the attenuation c and the colour w of the water.

    Args:
        seed: Seed of textures and boxes.
        contrast: Contrast of the textures [-]; 0 gives surfaces of one colour.
        grain: Size of the smallest features of the textures [m].
        light: Brightness of the ambient light [-]; in a pipe it falls off from the openings.
        attenuation: Attenuation of water for red, green and blue, shape (3,), [1/m].
        water_colour: Red, green and blue of deep water, shape (3,), [-].
        room: Length along x, width along y and height of a room [m]; None for open space.
        centre: Centre of the room's floor, shape (3,), [m].
        boxes: Number of boxes on the floor of the room.
        clear: Length along x and width along y of the area around the centre that has no boxes [m]; None for half the
            room.

    Raises:
        WorldError: if a number is out of range, or there are boxes without a room.
    """

    seed: Annotated[Seed, FIXED] = 0
    contrast: Annotated[float, Ge(0), Le(1), Slider(0, 1, 0.01), FIXED] = 0.8
    grain: Annotated[float, Gt(0), Le(1), Unit("m"), Slider(0.001, 0.05, 0.001), FIXED] = 0.008
    light: Annotated[float, Ge(0), Le(10), Slider(0, 2, 0.01), FIXED] = 1.0
    attenuation: Attenuation = (0.55, 0.15, 0.12)
    water_colour: Colour = (0.05, 0.25, 0.3)
    room: tuple[Extent, Extent, Extent] | None = None
    centre: Annotated[Point, FIXED] = (0.0, 0.0, 0.0)
    boxes: Annotated[int, Ge(0), Le(1000), Slider(0, 100, 1), FIXED] = 0
    clear: Annotated[Sequence[float], Ge(0), Le(MAX_ROOM), Len(2, 2), Unit("m"), Slider(0, 50, 0.5), FIXED] | None = (
        None
    )

    def __post_init__(self) -> None:
        check_declared(self, WorldError)
        if self.boxes and self.room is None:
            raise WorldError(f"Scenery boxes must be 0 without a room, got {self.boxes}; write room=(8, 8, 3)")


# ----------------------------------------------------------------------------------------------------------------------
# World: media, free bodies and scenery
# ----------------------------------------------------------------------------------------------------------------------

# Media that a scenario file can name.
BuiltIn = (
    Gravity
    | LinkFriction
    | ViscousFriction
    | Contact
    | SelfContact
    | Fluid
    | LumpedFluid
    | InertiaBoxFluid
    | EllipsoidFluid
    | GranularMedium
    | ExternalWrench
    | Damper
)
Medium = BuiltIn | UserLaw | UserWrench
# Media that displace a body, which have a density, a region, a free surface and currents.
DisplacingFluid = Fluid | LumpedFluid

MAX_MEDIA = 1000


@dataclass(frozen=True)
class World(Displayed):
    """World: a tuple of media. An empty world is free space.

    Args:
        media: Gravity, friction, contact, contact of the robot with itself, fluids, granular media, external wrenches,
            user-defined laws. They act independently, and several of one kind are added.
        name: Name in titles.
        scenery: Appearance in the images of cameras; None for the default `Scenery`. It does not affect the motion.
        objects: Free bodies, which robots push, carry and throw; those without a name are object1 and so on.
    """

    media: Sequence[Medium] = field(default=())
    name: str = "world"
    scenery: Scenery | None = None
    objects: Sequence[FreeBody] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "media", instances(self.media, "World media", get_args(Medium), WorldError))
        at_most(len(self.media), MAX_MEDIA, "World media", WorldError)
        if sum(isinstance(medium, SelfContact) for medium in self.media) > 1:
            raise WorldError("World media must have at most one SelfContact, which acts on all parts; omit the others")
        if self.scenery is not None:
            instance(self.scenery, "World scenery", (Scenery,), WorldError)
        object.__setattr__(self, "objects", named_objects(self.objects))
        if self.objects:
            _check_media_of_objects(self.media)
        names = [body.name for body in self.objects]
        media = (one.in_world(names) if isinstance(one, ExternalWrench) else one for one in self.media)
        object.__setattr__(self, "media", tuple(media))

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """Contacts with surfaces."""
        return tuple(medium for medium in self.media if isinstance(medium, Contact))

    @property
    def self_contact(self) -> SelfContact | None:
        """Contact of the robot with itself; None for a world without."""
        return next((medium for medium in self.media if isinstance(medium, SelfContact)), None)

    @property
    def fluids(self) -> tuple[DisplacingFluid, ...]:
        """Fluids that displace a body."""
        return tuple(medium for medium in self.media if isinstance(medium, DisplacingFluid))

    @property
    def centre_frictions(self) -> tuple[CentreFriction, ...]:
        """Laws of friction at the centres of links."""
        return tuple(medium for medium in self.media if isinstance(medium, CentreFriction))

    @property
    def user_laws(self) -> tuple[UserLaw, ...]:
        """User-defined laws on stations; those of contacts are `Contact.user_friction`."""
        return tuple(medium for medium in self.media if isinstance(medium, UserLaw))


# Media that act on free bodies, or on the robot only: friction at the centres of links, and forces on parts.
MEDIA_WITH_OBJECTS = (
    Gravity | Contact | SelfContact | DisplacingFluid | LinkFriction | ViscousFriction | ExternalWrench | Damper
)


def _check_media_of_objects(media: Sequence[Medium]) -> None:
    """Raise WorldError if a medium cannot act on free bodies."""
    wrong = next((medium for medium in media if not isinstance(medium, MEDIA_WITH_OBJECTS)), None)
    if wrong is not None:
        kinds = ", ".join(cls.__name__ for cls in get_args(MEDIA_WITH_OBJECTS))
        raise WorldError(
            f"World objects support the media {kinds}, got {type(wrong).__name__}; omit it, or write "
            "World(..., objects=())"
        )


# One call for all stations: a call passes every array of the model and the workspace, which takes as long as many a law.
@kernel
def law_on_stations(model, law, t, dt, secant, ws):
    """Wrench and added inertia of a law on all stations; see `law_on_station`."""
    n = len(model.stations)
    for k in range(n):
        law_on_station(model, law, k, law * n + k, t, dt, secant, ws)


@kernel(inline=True)
def law_on_station(model, law, k, row, t, dt, secant, ws):
    """Wrench and added inertia of a law on station k, written to its row; that of a fluid fills its other rows too.

    Contacts and user-defined laws, which need the state of the robot, are called in `physics.station_forces`.

    Args:
        model: ModelArrays.
        law: Index of the law.
        k: Index of the station.
        row: Index of the row of the law on the station.
        t: Time [s].
        dt: The step [s].
        secant: True if Coulomb friction and grains use the secant, not the tangent.
        ws: Workspace.
    """
    code = model.laws[law].code
    if code == COULOMB:
        coulomb_on_station(model, law, k, row, dt, secant, ws)
    elif code == VISCOUS:
        viscous_on_station(model, law, k, row, dt, ws)
    elif code == FLUID:
        fluid_on_station(model, law, k, t, dt, ws)
    elif code == EXTERNAL:
        external_wrench_on_station(model, law, k, row, t, dt, ws)
    elif code == INERTIA_BOX:
        inertia_box_on_station(model, law, k, row, dt, ws)
    elif code == GRANULAR:
        granular_on_station(model, law, k, row, dt, secant, ws)
    elif code == DAMPER:
        damper_on_station(model, law, k, row, dt, ws)
    elif code == ELLIPSOID:
        ellipsoids_on_station(model, law, k, row, dt, ws)


@kernel(inline=True)
def start_laws(model, dt, part, ws):
    """First estimates of the velocities at which friction and the resistance of grains are linearised; see `start_friction`."""
    start_friction(model, dt, part, ws)
    start_granular(model, ws)


@kernel(inline=True)
def check_laws(model, dt, k_pass, ws):
    """Number of stations whose friction or resistance of grains deviates from its linearisation [-]; see `check_friction`."""
    return check_friction(model, dt, k_pass, ws) + check_granular(model, dt, ws)
