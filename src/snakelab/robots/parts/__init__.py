"""The parts of a chain. Each maps its base frame to its tip frame by exp(x0 + B q)."""

from snakelab.robots.parts.joints import Joint, Mount, Prismatic, Revolute
from snakelab.robots.parts.link import Link
from snakelab.robots.parts.soft_section import SoftSection
from snakelab.robots.parts.wheel import Wheel

Part = Link | Mount | Joint | SoftSection

__all__ = ["Joint", "Link", "Mount", "Part", "Prismatic", "Revolute", "SoftSection", "Wheel"]
