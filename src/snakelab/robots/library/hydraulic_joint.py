"""Soft joint of three hydraulic silicone chambers, as in the underwater snake of Zhang et al."""

from snakelab.errors import RobotError
from snakelab.robots.actuators import Actuator, Hydraulic
from snakelab.robots.actuators.hydraulic import CHAMBER
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
from snakelab.robots.parts import SoftSection
from snakelab.types import choice, number

MODULUS = 2.048e5  # of the silicone, as in the table of the paper [Pa]
RUBBER = Yeoh(12563.0, -67.784, 2.7385)  # the same silicone, 75.4 kPa at small strains [Pa]
VISCOSITY = PowerLawViscosity(22263.8, 0.3)  # [Pa s^0.3]
# Elastic law, and the modulus of the silicone between the fibres.
_LAWS: dict[str, tuple[LinearElastic | Yeoh, float]] = {
    "linear": (LinearElastic(MODULUS), 0.0),
    "yeoh": (RUBBER, 0.0),
    "yeoh_ring": (RUBBER, MODULUS),
}
MATERIALS = tuple(_LAWS)


def silicone_chamber(
    material: str = "linear",
    *,
    length: float = 0.2,
    body_radius: float | None = 0.045,
    matrix_fraction: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
) -> Elastomer:
    """Return one chamber of the joint: 8 mm inner radius, 6 mm of silicone, 2 mm of fabric.

    Args:
        material: "linear" (the modulus of the table, 204.8 kPa), "yeoh" (the Yeoh constants of the table), or
            "yeoh_ring" (the same, with silicone of 204.8 kPa between the inextensible fibres of the sleeve). The paper
            contains all three and does not state which of them its figures use.
        length: At rest [m].
        body_radius: Radius of the joint, which contains the three chambers [m]; None for a single tube.
        matrix_fraction: Fraction of silicone in the wall at rest [-]; not in the paper.
        viscous: Viscosity; None for no damping.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    elastic, ring_modulus = _LAWS[choice(material, "silicone_chamber material", MATERIALS, RobotError)]
    chamber = FibreReinforcedChamber(CHAMBER, 0.006, 0.002, body_radius, matrix_fraction=matrix_fraction)
    return Elastomer(length, chamber, elastic, viscous, ring_modulus)


def hydraulic_joint(
    material: str = "linear",
    *,
    radius: float = 0.045,
    length: float = 0.2,
    mass: float = 0.158,
    actuator_radius: float = 0.024,
    matrix_fraction: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
    actuators: Actuator | tuple[Actuator, ...] | None = None,
    n_steps: int = 10,
    name: str = "",
) -> SoftSection:
    """Return a soft joint of three chambers 120 degrees apart, the first toward +y, counted from y toward z.

    Pressure in the first chamber alone bends the joint toward -y.

    Args:
        material: "linear", "yeoh" or "yeoh_ring", see `silicone_chamber`.
        radius: Radius of the joint [m]. The table gives 0.090, which is taken as the diameter: a hull of 0.090 m radius
            would contain the side propellers, 0.076 m from the axis.
        length: At rest [m].
        mass: Mass [kg].
        actuator_radius: Distance from the axis of the joint to that of a chamber [m].
        matrix_fraction, viscous: Properties of the chambers, see `silicone_chamber`.
        actuators: One actuator for all three chambers, or three; the default is `Hydraulic()`, a pressure on the area
            of the chambers.
        n_steps: Number of steps along the joint, even [-].
        name: Name in messages and plots.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    number(radius, "hydraulic_joint radius", RobotError, above=0, unit="m")
    chamber = silicone_chamber(
        material, length=length, body_radius=radius, matrix_fraction=matrix_fraction, viscous=viscous
    )
    return SoftSection(
        length,
        mass,
        actuator_radius,
        skin_radius=radius,
        n_steps=n_steps,
        actuators=Hydraulic() if actuators is None else actuators,
        springs=chamber,
        name=name,
    )
