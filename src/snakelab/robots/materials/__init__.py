"""What soft actuators are made of: a chamber's areas, elastic laws, a viscous law, and their sum, which stands like a spring."""

from snakelab.robots.materials.chamber import FibreReinforcedChamber
from snakelab.robots.materials.elastic import LinearElastic, Yeoh
from snakelab.robots.materials.elastomer import Elastomer
from snakelab.robots.materials.viscous import PowerLawViscosity

__all__ = ["Elastomer", "FibreReinforcedChamber", "LinearElastic", "PowerLawViscosity", "Yeoh"]
