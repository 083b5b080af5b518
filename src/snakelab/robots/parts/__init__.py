"""The parts of a chain. Each maps its base frame to its tip frame by exp(x0 + B q)."""

from snakelab.robots.parts.joints import Prismatic, Revolute
from snakelab.robots.parts.link import Link
from snakelab.robots.parts.mount import Mount
from snakelab.robots.parts.soft_section import SoftSection
from snakelab.robots.parts.wheel import Wheel

Part = Link | Mount | Revolute | Prismatic | SoftSection

__all__ = ["Link", "Mount", "Part", "Prismatic", "Revolute", "SoftSection", "Wheel"]
