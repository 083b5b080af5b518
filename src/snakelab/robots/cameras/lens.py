"""Lens of a camera: size of its images, focal length and distortion."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Le, Lt

from snakelab.errors import RobotError
from snakelab.parameter_declarations.check import check_declared
from snakelab.parameter_declarations.marks import CHECKED_ELSEWHERE, FIXED, Choices, Slider, Unit
from snakelab.types import is_row, number

LARGEST = 8192  # columns or rows of an image
DISTORTIONS = ("none", "radial_tangential", "equidistant")
N_COEFFICIENTS = {"none": (0,), "radial_tangential": (4, 5), "equidistant": (4,)}
STRONGEST = 100.0  # coefficient of a distortion

Columns = Annotated[int, Ge(8), Le(LARGEST), Slider(160, 1920, 8), FIXED]
FocalLength = Annotated[float, Gt(0), Le(1e6), Unit("pixel"), Slider(100, 2000, 1), FIXED]
PrincipalPoint = Annotated[float, Ge(-LARGEST), Le(2 * LARGEST), Unit("pixel"), Slider(0, 1920, 0.5), FIXED]


@dataclass(frozen=True)
class Lens:
    """Pinhole projection with distortion: u = fx x' + cx, v = fy y' + cy, with (x', y') the distorted (x/z, y/z).

    Args:
        width: Columns of an image [pixel].
        height: Rows [pixel].
        field_of_view: Horizontal angle of view without distortion [rad]; not used where `fx` is given.
        fx: Focal length along the rows [pixel]; None for width / (2 tan(field_of_view / 2)).
        fy: Focal length along the columns [pixel]; None for the same as fx.
        cx: Column of the principal point [pixel]; the centre of the first pixel is 0. None for the centre of the image.
        cy: Row of the principal point [pixel]; None for the centre of the image.
        distortion: "none", "radial_tangential" (coefficients k1, k2, p1, p2 and, if given, k3) or "equidistant" (k1 to k4,
            Kannala and Brandt 2006).
        coefficients: Coefficients of the distortion.

    Raises:
        RobotError: if a number is out of range, or the number of coefficients does not fit the distortion.
    """

    width: Columns = 640
    height: Columns = 400
    field_of_view: Annotated[float, Gt(0), Lt(math.pi), Unit("rad"), Slider(0.3, 2.5, 0.01), FIXED] = math.pi / 2
    fx: FocalLength | None = None
    fy: FocalLength | None = None
    cx: PrincipalPoint | None = None
    cy: PrincipalPoint | None = None
    distortion: Annotated[str, Choices(DISTORTIONS)] = "none"
    coefficients: Annotated[Sequence[float], Slider(-1, 1, 0.001), CHECKED_ELSEWHERE, FIXED] = ()

    def __post_init__(self) -> None:
        check_declared(self, RobotError)
        allowed = N_COEFFICIENTS[self.distortion]
        if not is_row(self.coefficients) or len(self.coefficients) not in allowed:
            raise RobotError(
                f"Lens coefficients must be {' or '.join(map(str, allowed))} numbers with distortion {self.distortion!r}, got "
                f"{self.coefficients!r}"
            )
        values = tuple(
            number(value, f"Lens coefficients[{i}]", RobotError, minimum=-STRONGEST, maximum=STRONGEST)
            for i, value in enumerate(self.coefficients)
        )
        object.__setattr__(self, "coefficients", values)

    @property
    def focal_lengths(self) -> tuple[float, float]:
        """fx and fy [pixel]."""
        fx = self.width / (2 * math.tan(self.field_of_view / 2)) if self.fx is None else self.fx
        return float(fx), float(fx if self.fy is None else self.fy)

    @property
    def principal_point(self) -> tuple[float, float]:
        """cx and cy [pixel]."""
        cx = (self.width - 1) / 2 if self.cx is None else self.cx
        return float(cx), float((self.height - 1) / 2 if self.cy is None else self.cy)
