"""Ground of nature as contacts: grass, rocks, gravel and sand, with coefficients from publications."""

from snakelab.worlds.terrain.bearing import Bearing, bearing_contact
from snakelab.worlds.terrain.grounds import grass, gravel, rocks, sand

__all__ = ["Bearing", "bearing_contact", "grass", "gravel", "rocks", "sand"]
