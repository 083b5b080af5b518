"""Contact law and friction as MuJoCo's parameters.

In reading order: `pair_numbers`, the contact law as MuJoCo's parameters; `inverse_weights`, the inverse masses to which
MuJoCo scales it, and the longest step; free bodies; friction, and its deviations from the built-in engine.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from snakelab.geometry.surfaces import HeightField, Plane
from snakelab.geometry.terrain import Terrain
from snakelab.parameters.arguments import FloatArray
from snakelab.physics.capsules import capsules
from snakelab.physics.dynamics import mass_matrix
from snakelab.physics.free_body_motion import ball_centres, is_round, polyhedron
from snakelab.physics.kinematics import jacobians
from snakelab.physics.model import Model, build_model
from snakelab.physics.state import initial_state
from snakelab.plugins.mujoco.engine.geoms import body_geom, is_followed, object_geom, resting_points, skin_geoms
from snakelab.plugins.mujoco.robot_files.motion_export import text
from snakelab.robots.link import Link
from snakelab.worlds.contact_laws import BODY, FRAMES, WORLD, Contact
from snakelab.worlds.free_bodies import FreeBody
from snakelab.worlds.friction import ELLIPTIC, SHAPES, named_coefficients

# ----------------------------------------------------------------------------------------------------------------------
# Contact law as MuJoCo's parameters
#
# MuJoCo solves a_1 + R f = a_ref at every contact, with a_1 the resulting acceleration, a_ref = -b w - k gap, and
# R = (1 - d) / d A, where A is the inverse mass of the link and d the impedance. With k = K R and b = B R that is
#
#     f = -(K gap + B w) - a_1 / R,
#
# the spring and damper of the built-in engine, and an apparent mass 1 / R of the contact. A small d makes it small.
#
# Friction below its limit is viscous in MuJoCo, f = -(b_t / R_t) u - a_1 / R_t, and mu N s(u / eps) in the built-in
# engine: b_t gives the two the same slope S at rest, for the load of the link's own weight. MuJoCo's step is explicit in u,
# and stable where dt b_t A / (A + R_t) is small. With R_t = g A that is dt A S g / (1 + g): a long step requires a small g,
# and with it a large 1 / R_t, so that rolling bodies slip; below the minimum of g a smaller slope is used, so that bodies
# creep.
#
# MuJoCo's cone is convex: a sliding contact is lifted, less with a greater ratio of R of the normal to R_t, `impratio`.
#
# Along the normal the step is also explicit: it is stable if n dt B A and n dt^2 K A are small.
# ----------------------------------------------------------------------------------------------------------------------

MIN_COMPLIANCE, MAX_COMPLIANCE = 0.1, 10.0  # g of the direction with the larger friction [-]
IMPRATIO = 100.0  # MuJoCo's ratio of R along the normal to R of the first friction direction, one for all contacts [-]
MIN_IMPEDANCE, MAX_IMPEDANCE = 1e-4, 0.9999  # MuJoCo's bounds of d [-]
MIN_RATIO = math.sqrt(
    MIN_COMPLIANCE * IMPRATIO * MIN_IMPEDANCE
)  # of two coefficients, by these bounds and impratio [-]
MARGIN = 1e-3  # width over which MuJoCo's impedance increases; without effect, since the impedance is constant here [m]


class PairNumbers(NamedTuple):
    """Parameters of a contact pair, as in MJCF.

    Attributes:
        friction: mu_tangential and mu_normal [-]; empty where there is none.
        solref: -k, -b of the normal.
        solreffriction: Likewise of the tangents.
        impedance: d.
        load: That one of MuJoCo's contacts carries at rest, for which the slope of its friction is [N].
        room: The steepest slope that is stable, fraction of that one [-].
    """

    friction: tuple[float, ...]
    solref: tuple[float, float]
    solreffriction: tuple[float, float]
    impedance: float
    load: float = 0.0
    room: float = 1.0


def pair_numbers(
    contact: Contact,
    inverse_mass: float,
    load: float,
    fraction: float,
    timestep: float,
    max_compliance: float = MAX_COMPLIANCE,
    lightness: float = 1.0,
) -> PairNumbers:
    """Parameters of one link on one surface.

    Args:
        contact: The law.
        inverse_mass: Inverse mass of the link, see `inverse_weights` [1/kg].
        load: Load of one point when the link rests on the surface [N].
        fraction: Number of MuJoCo's contacts for each skin point, which share its stiffness [-].
        timestep: Longest step [s].
        max_compliance: Largest g.
        lightness: Inverse mass that bounds the slope of friction, relative to that of the link [-].
    """
    mu_tangential, mu_normal = coefficients(contact)
    maximum = max(mu_tangential, mu_normal)
    if not maximum:
        d = 1.0 / (1.0 + IMPRATIO)
        return PairNumbers((), _normal(contact, d, inverse_mass, fraction), (0.0, 0.0), d)
    assert contact.coulomb is not None
    load = max(load, 1e-6 * contact.stiffness)  # of a depth of 1 um, if there is no weight
    stiff = inverse_mass * maximum * load / fraction / contact.coulomb.eps  # A S [1/s]
    ratio = (
        IMPRATIO * (maximum / mu_tangential) ** 2
    )  # of R along the normal to R of the direction with the larger friction
    compliance, room = _compliance(lightness * stiff, timestep, max_compliance, (1.0 / MIN_IMPEDANCE - 1.0) / ratio)
    stiff *= min(1.0, room)
    d = max(1.0 / (1.0 + compliance * ratio), MIN_IMPEDANCE)
    held = -d * compliance * stiff
    return PairNumbers(
        (mu_tangential, mu_normal),
        _normal(contact, d, inverse_mass, fraction),
        (held, held),
        d,
        load / fraction,
        max(room, 1.0),
    )


def pair_attributes(numbers: PairNumbers) -> dict[str, str]:
    """Attributes of a contact pair in MJCF."""
    attributes = {
        "condim": "3" if numbers.friction else "1",
        "solref": text(*numbers.solref),
        "solimp": text(numbers.impedance, numbers.impedance, MARGIN),
    }
    if numbers.friction:
        attributes |= {"friction": text(*numbers.friction), "solreffriction": text(*numbers.solreffriction)}
    return attributes


def _normal(contact: Contact, d: float, inverse_mass: float, fraction: float) -> tuple[float, float]:
    k, b = contact.stiffness / fraction, contact.damping / fraction
    return -_direct(k, d, inverse_mass), -_direct(b, d, inverse_mass)


def stable_step(contacts: Sequence[Contact], inverse_mass: float) -> float:
    """Longest step with which these contacts are stable in MuJoCo; infinite without any [s].

    Args:
        contacts: Their laws.
        inverse_mass: Largest of a link, see `inverse_weights`, times the number of its contact points [1/kg].
    """
    # bounds of n dt^2 K A, and of n dt B A: with 1.1 a snake on two points of 400 N s/m is unstable
    steps = [math.sqrt(1.0 / (inverse_mass * contact.stiffness)) for contact in contacts if inverse_mass > 0]
    steps += [0.8 / (inverse_mass * c.damping) for c in contacts if inverse_mass * c.damping > 0]
    return min(steps, default=math.inf)


def coefficients(contact: Contact) -> tuple[float, float]:
    """mu_tangential and mu_normal of a contact, each at least the minimum fraction of the other [-]."""
    friction = contact.coulomb
    if friction is None:
        return 0.0, 0.0
    _, mu_tangential, _, mu_normal, *_ = friction.numbers()
    minimum = MIN_RATIO * max(mu_tangential, mu_normal)
    return max(mu_tangential, minimum), max(mu_normal, minimum)


def stop_numbers(stiffness: float, damping: float, inverse_inertia: float) -> tuple[tuple[float, float], float]:
    """-k and -b, and d, of a joint limit with this stiffness and damping."""
    d = 0.1  # an apparent inertia of a tenth of that of the joint
    return (-_direct(stiffness, d, inverse_inertia), -_direct(damping, d, inverse_inertia)), d


def joint_friction_numbers(slope: float, inverse_inertia: float, timestep: float) -> tuple[tuple[float, float], float]:
    """-k and -b, and d, of dry friction in a joint: below its limit a damper, as steep as its step allows.

    Args:
        slope: Of our friction at rest, f / eps [N m s/rad] or [N s/m].
        inverse_inertia: Of the joint, see `inverse_weights`.
        timestep: The longest [s].
    """
    stiff = inverse_inertia * slope
    compliance, room = _compliance(stiff, timestep)
    d = 1.0 / (1.0 + compliance)
    return (0.0, -d * compliance * stiff * min(1.0, room)), d


def _compliance(
    stiff: float, timestep: float, maximum: float = MAX_COMPLIANCE, bound: float = math.inf
) -> tuple[float, float]:
    """g of friction whose slope times the inverse mass is `stiff`, and the steepest stable slope as a fraction of that one.

    Args:
        stiff: A S [1/s].
        timestep: Timestep [s].
        maximum: Of g.
        bound: Bound of g due to MuJoCo's minimum impedance.
    """
    excess = stiff * timestep - 1.0  # dt A S g / (1 + g) is at most 1
    compliance = max(MIN_COMPLIANCE, min(1.0 / max(excess, 1.0 / maximum), bound))
    return compliance, (1.0 + compliance) / (compliance * timestep) / stiff if stiff > 0.0 else 1.0


def _direct(coefficient: float, d: float, inverse_mass: float) -> float:
    """Product K R d: MuJoCo divides its input by d."""
    return coefficient * (1.0 - d) * inverse_mass


# ----------------------------------------------------------------------------------------------------------------------
# Inverse masses of each link and joint, to which MuJoCo scales its soft constraints
# ----------------------------------------------------------------------------------------------------------------------

# Longest step on height fields, relative to that on a plane: one ring can carry many times the load of a resting link, and
# the step bounds the slope of its friction: with 0.5 arcs of 28 joints roll over grass up to a seventh too slowly.
UNEVEN_STEP_RATIO = 0.25
# Longest step on a single point with the largest inverse mass of all, relative to `stable_step`: with 2 a robot of 0.7 kg that
# stands on four legs of 60 g lifts a foot at every other step.
SINGLE_POINT_RATIO = 1.5


class Weights(NamedTuple):
    """Inverse masses of the straight robot.

    Attributes:
        links: Inverse mass at each link's centre of mass, the mean of three directions, then those of free bodies, shape
            (n_stations + n_objects,), [1/kg].
        joints: Inverse inertia of each coordinate, shape (nv,), [1/(kg m^2) or 1/kg].
        R_world_link: Rotation matrices from each link's axes to the world's, shape (n_stations, 3, 3).
        moves: J M^-1 J^T of each link's twist, shape (n_stations, 6, 6).
    """

    links: FloatArray
    joints: FloatArray
    R_world_link: FloatArray
    moves: FloatArray

    def at(self, link: int, offset: FloatArray) -> float:
        """Inverse mass at a point of a link, offset from the link's centre in link axes, shape (3,), [1/kg]."""
        return float(np.trace(self._tensor(link, offset))) / 3

    def largest_at(self, link: int, offset: FloatArray) -> float:
        """Inverse mass likewise in the direction in which it is largest [1/kg]."""
        return float(np.linalg.eigvalsh(self._tensor(link, offset))[-1])

    def _tensor(self, link: int, offset: FloatArray) -> FloatArray:
        x, y, z = self.R_world_link[link] @ offset
        linear = np.hstack([np.eye(3), np.array([[0, z, -y], [-z, 0, x], [y, -x, 0]])])
        return np.asarray(linear @ self.moves[link] @ linear.T)


def longest_step(model: Model) -> float:
    """Longest step with which MuJoCo is stable on the world's surfaces [s]."""
    contacts = model.world.contacts
    touching = object_step(model) if model.world.objects else math.inf
    if not contacts:
        return touching
    weights, skin = inverse_weights(model), skin_geoms(model, directed=False)
    links = weights.links
    maximum = max((links[k] * resting_points(skin, k) for k in {skin_geom.link for skin_geom in skin}), default=0.0)
    step = stable_step(contacts, float(maximum)) * (UNEVEN_STEP_RATIO if on_uneven_ground(contacts) else 1.0)
    step = min(step, touching)
    for body in model.world.objects:
        step = min(step, stable_step(contacts, resting_points_of(body) / body.total_mass))
    if not model.robot.branches:
        return step
    # a leg stands on a single point of its foot
    lightest = max(weights.largest_at(int(ring["station"]), ring["offset"]) for ring in model.rings)
    return min(step, SINGLE_POINT_RATIO * stable_step(contacts, lightest))


def on_uneven_ground(contacts: Sequence[Contact]) -> bool:
    """Return True if one of the surfaces is a height field."""
    return any(isinstance(contact.surface, (HeightField, Terrain)) for contact in contacts)


def inverse_weights(model: Model) -> Weights:
    """Diagonals of J M^-1 J^T: MuJoCo's `body_invweight0` and `dof_invweight0`, to which its constraints are scaled."""
    objects = model.world.objects
    if objects:
        model = build_model(model.robot, replace(model.world, objects=()))
    straight = initial_state(model)
    n_base = len(model.arrays.base)
    inverse = np.linalg.pinv(mass_matrix(model, straight), hermitian=True)
    poses, twists = jacobians(model, straight)
    n = model.n_stations
    moves = np.einsum("iks,ij,jkr->ksr", twists[:, :n], inverse, twists[:, :n])
    links = np.append(np.einsum("kss->k", moves[:, :3, :3]) / 3, [1.0 / body.total_mass for body in objects])
    return Weights(links, np.diag(inverse)[n_base:].copy(), poses[:n, :9].reshape(n, 3, 3), moves)


# ----------------------------------------------------------------------------------------------------------------------
# Contacts of free bodies with the capsules of the robot, and with each other
# ----------------------------------------------------------------------------------------------------------------------


class ObjectPair(NamedTuple):
    """Pair of geoms of two bodies, of which one at least is free.

    Attributes:
        first, second: Names of the geoms.
        numbers: Parameters.
        stiffness, damping: Of a point of contact [N/m], [N s/m].
    """

    first: str
    second: str
    numbers: PairNumbers
    stiffness: float
    damping: float


def object_pairs(model: Model, weights: Weights, timestep: float) -> list[ObjectPair]:
    """Pairs of all free bodies with the capsules of the robot, and with each other.

    Args:
        model: The model.
        weights: Inverse masses.
        timestep: Longest step [s].
    """
    pairs, own, objects = [], capsules(model.robot), model.world.objects
    for i, body in enumerate(objects):
        load = resting_load(body, model.arrays.gravity)
        others = [(body_geom(k), float(weights.links[own.stations[k, 0]]), body) for k in range(len(own.radius))]
        others += [(object_geom(other), 1.0 / other.total_mass, other) for other in objects[i + 1 :]]
        for name, inverse_mass, other in others:
            law = _softer(body, other)
            numbers = pair_numbers(law, inverse_mass + 1.0 / body.total_mass, load, 1.0, timestep)
            pairs.append(ObjectPair(name, object_geom(body), numbers, law.stiffness, law.damping))
    return pairs


def _softer(body: FreeBody, other: FreeBody) -> Contact:
    """Law of a point of contact: the smaller stiffness, damping and friction coefficient of two bodies."""
    frictions = [one.friction for one in (body, other)]
    friction = None
    if frictions[0] is not None and frictions[1] is not None:
        friction = min((one for one in frictions if one is not None), key=lambda one: one.mu_tangential)
    return Contact(
        stiffness=min(body.stiffness, other.stiffness),
        damping=min(body.damping, other.damping),
        friction=friction if friction is not None and friction.mu_tangential > 0 else None,
    )


def object_step(model: Model) -> float:
    """Longest step with which contacts of free bodies with the robot and with each other are stable [s]."""
    links, step = inverse_weights(model).links, math.inf
    for i, body in enumerate(model.world.objects):
        robot = float(links[: model.n_stations].max(initial=0.0))
        others = [other.total_mass for k, other in enumerate(model.world.objects) if k != i]
        inverse_mass = 1.0 / body.total_mass + max([robot, *(1.0 / mass for mass in others)])
        step = min(step, stable_step([_softer(body, body)], inverse_mass))
    return step


def resting_points_of(body: FreeBody) -> int:
    """Largest number of points on which a free body rests on a plane."""
    return len(ball_centres(body)) if is_round(body) else max(map(len, polyhedron(body).faces))


def resting_load(body: FreeBody, gravity: FloatArray) -> float:
    """Load of one of these points [N]."""
    return body.total_mass * float(np.linalg.norm(gravity)) / resting_points_of(body)


# ----------------------------------------------------------------------------------------------------------------------
# Friction in MuJoCo: anisotropic on planes only, wheels as points with less friction in rolling direction; deviations
# ----------------------------------------------------------------------------------------------------------------------


def is_anisotropic(contact: Contact) -> bool:
    """Return True if friction differs along and across the body."""
    mu_tangential, mu_normal = coefficients(contact)
    return mu_tangential != mu_normal


def representable_contact(contact: Contact, moved: bool) -> Contact:
    """Convert a contact for MuJoCo: except on a plane its friction is isotropic, with the greater coefficient.

    Args:
        contact: The contact.
        moved: True if other surfaces that `is_followed` have planes.
    """
    friction, surface = contact.coulomb, contact.surface
    plane = isinstance(surface, Plane) or (moved and is_followed(surface))
    if friction is None or not is_anisotropic(contact) or (plane and friction.frame != FRAMES[WORLD]):
        return contact
    exported = replace(
        friction, mu_tangential=max(coefficients(contact)), mu_normal=None, mu_backward=None, shape=SHAPES[ELLIPTIC]
    )
    return replace(contact, friction=exported)


def wheel_contact(contact: Contact, roll: float, spins: bool) -> Contact:
    """Contact of a wheel, along its axle and along its roll; of a spinning one equal in both directions."""
    friction = contact.coulomb
    assert friction is not None
    _, _, _, mu_normal, *_ = friction.numbers()
    exported = replace(
        friction,
        mu_tangential=mu_normal,
        mu_normal=None if spins else roll,
        mu_backward=None,
        frame=FRAMES[BODY],
        shape=SHAPES[ELLIPTIC],
    )
    return replace(contact, friction=exported)


def wheels_left_out(model: Model, contact: Contact, name: str, spins: bool, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's wheels."""
    parts = [part for part in model.robot.parts if isinstance(part, Link)]
    wheels = {wheel.roll for part in parts for wheel in part.friction_wheels}
    if spins or not wheels or contact.friction is None:
        return []
    minimum = min(wheels)
    exported = wheel_contact(contact, minimum, spins)
    if representable_contact(exported, moved) is not exported:
        return [f"the roll of the wheels on {name}: MuJoCo's friction has a direction on a Plane only"]
    if coefficients(exported)[1] != minimum:
        return [f"friction of the wheels on {name} along their roll below {MIN_RATIO:.2g} of that across"]
    return []


def friction_left_out(contact: Contact, name: str, moved: bool) -> list[str]:
    """Sentences on the deviations of MuJoCo's friction."""
    if contact.friction is None:
        return []
    friction = contact.coulomb
    if friction is None:
        return [f"friction of {name}, which is a {type(contact.friction).__name__}"]
    sentences = []
    if friction.mu_backward not in (None, friction.mu_tangential):
        sentences.append(f"backward friction of {name}: MuJoCo's is the same both ways")
    if not is_anisotropic(contact):
        return sentences
    if representable_contact(contact, moved) is not contact:
        sentences.append(f"direction of friction of {name}: MuJoCo's follows the body's axis on a Plane only")
        return sentences
    if coefficients(contact) != (friction.mu_tangential, friction.mu_normal):
        sentences.append(
            f"friction of {name} below {MIN_RATIO:.2g} of that across the body, which MuJoCo does not support"
        )
    shape = named_coefficients(friction)["shape"]
    if shape != SHAPES[ELLIPTIC]:
        sentences.append(f"shape {shape!r} of the friction of {name}: MuJoCo's is elliptic")
    return sentences
