"""A soft joint of three hydraulic silicone chambers, as it bends the underwater snake of Zhang et al."""

from snakelab.errors import RobotError
from snakelab.robots.actuators import Actuator, Hydraulic
from snakelab.robots.actuators.hydraulic import CHAMBER
from snakelab.robots.materials import Elastomer, FibreReinforcedChamber, LinearElastic, PowerLawViscosity, Yeoh
from snakelab.robots.parts import SoftSection
from snakelab.types import choice, number

MODULUS = 2.048e5  # of the silicone, as the paper's table has it [Pa]
RUBBER = Yeoh(12563.0, -67.784, 2.7385)  # the same silicone, 75.4 kPa at small strains [Pa]
VISCOSITY = PowerLawViscosity(22263.8, 0.3)  # [Pa s^0.3]
# Elastic law, and the modulus of the silicone among the fibres.
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
    matrix_share: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
) -> Elastomer:
    """One chamber of the joint: 8 mm inner radius, 6 mm of silicone, 2 mm of fabric.

    Args:
        material: "linear" (the table's modulus, 204.8 kPa), "yeoh" (the table's Yeoh constants), or "yeoh_ring" (these, and the
            sleeve's ring with silicone of 204.8 kPa among fibres that do not stretch). The paper has all three and does not say
            which of them its figures use.
        length: At rest [m].
        body_radius: Of the joint, whose body the three chambers share [m]; None for a tube alone.
        matrix_share: Share of silicone in the wall at rest [-]; not in the paper.
        viscous: None for no damping.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    elastic, ring_modulus = _LAWS[choice(material, "silicone_chamber material", MATERIALS, RobotError)]
    chamber = FibreReinforcedChamber(CHAMBER, 0.006, 0.002, body_radius, matrix_share=matrix_share)
    return Elastomer(length, chamber, elastic, viscous, ring_modulus)


def hydraulic_joint(
    material: str = "linear",
    *,
    radius: float = 0.045,
    length: float = 0.2,
    mass: float = 0.158,
    actuator_radius: float = 0.024,
    matrix_share: float = 0.5,
    viscous: PowerLawViscosity | None = VISCOSITY,
    actuators: Actuator | tuple[Actuator, ...] | None = None,
    n_steps: int = 10,
    name: str = "",
) -> SoftSection:
    """One soft joint: three chambers 120 degrees apart, the first toward +y, counted from y toward z.

    Pressure in the first alone bends it toward -y.

    Args:
        material: "linear", "yeoh" or "yeoh_ring", see `silicone_chamber`.
        radius: Of its body [m]. The table prints 0.090; taken for the diameter, for a hull of 0.090 m radius would hold the side
            propellers, 0.076 m off the axis, inside.
        length: At rest [m].
        mass: [kg].
        actuator_radius: From the axis of the joint to a chamber's [m].
        matrix_share, viscous: Of the chambers, see `silicone_chamber`.
        actuators: One for all three, or three; the default is `Hydraulic()`, a pressure on the chambers' own area.
        n_steps: Stations along the joint, even [-].
        name: For messages and plots.

    Source: Zhang, Chen, Liu, Gong, Dynamic Modeling of Underwater Snake Robot by Hybrid Rigid-Soft Actuation, table 1.
    """
    number(radius, "hydraulic_joint radius", RobotError, above=0, unit="m")
    chamber = silicone_chamber(material, length=length, body_radius=radius, matrix_share=matrix_share, viscous=viscous)
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
