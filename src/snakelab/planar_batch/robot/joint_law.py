"""Joint law of a planar snake: each joint follows the angle of the joint ahead, or a target, with damping."""

from dataclasses import dataclass, fields

import numpy as np

from snakelab.argument_names import named_arguments
from snakelab.errors import ControlError
from snakelab.types import FloatArray, count, number

MAX_JOINTS = 10_000


@dataclass(frozen=True, eq=False)
class JointLaw:
    """Torques of all joints, tail first, in a form for the implicit step.

        u_i = clip(k_i (phi_{i+1} - phi_i), -limit_i, limit_i) + stiffness_i (r - phi_i) + feed_i r' - damping_i phi'_i

    Only the first term saturates. Stiffness and damping enter the step implicitly.

    Args:
        follow: k, gain on the angle of the joint ahead, shape (n - 1,), [N m/rad]. The head joint's has no effect.
        limit: Of the first term, shape (n - 1,), [N m].
        stiffness: Toward the target r, shape (n - 1,), [N m/rad].
        damping: Shape (n - 1,), [N m s/rad].
        feed: Gain on the target's rate, shape (n - 1,), [N m s/rad].

    Raises:
        ControlError: if shapes differ or a number is negative.
    """

    follow: FloatArray
    limit: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    feed: FloatArray

    def __post_init__(self) -> None:
        shape = np.shape(self.follow)
        for one in fields(self):
            values = np.array(getattr(self, one.name), dtype=np.float64)
            if values.shape != shape or values.ndim != 1 or not values.size:
                raise ControlError(f"JointLaw {one.name} has shape {values.shape}; all need one value per joint")
            if not (values >= 0.0).all():
                raise ControlError(f"JointLaw {one.name} must not be negative, got {values}")
            values.setflags(write=False)
            object.__setattr__(self, one.name, values)

    def proportional(self, phi: FloatArray, target: float | FloatArray, rate: float | FloatArray) -> FloatArray:
        """Torques without the damping, shape (n - 1,), [N m], from the joint angles and the target, or targets."""
        ahead = np.append(np.diff(phi), 0.0)
        following = np.clip(self.follow * ahead, -self.limit, self.limit)
        return following + self.stiffness * (target - phi) + self.feed * rate


@named_arguments
def curvature_derivative_law(
    n_joints: int,
    gain: float = 0.5,
    damping: float = 0.15,
    limit: float = 0.5,
    head_stiffness: float = 20.0,
    head_damping: float = 1.0,
) -> JointLaw:
    """Curvature-derivative control: the head joint tracks a target, every other joint follows its neighbour nearer to
    the head.

    Along a continuous body tau(s) = alpha kappa'(s) / int kappa'^2 ds gives the required thrust with minimum effort;
    with links the derivative of curvature is the difference of neighbouring joint angles. Each joint lags by damping /
    gain seconds.

    Args:
        n_joints: n - 1 [-].
        gain: K_c [N m/rad].
        damping: K_cd [N m s/rad]. The paper states 1.5, with which the wave decays along the body.
        limit: Saturation of the proportional part [N m].
        head_stiffness: Of the head joint's servo [N m/rad].
        head_damping: Of the head joint's servo, on the error's rate [N m s/rad].

    Raises:
        ControlError: if a number is negative or there is no joint.

    Source: Qiu and Date, A low computation-cost locomotion control for underwater snake robot based on Monte Carlo
    model predictive control and curvature derivative control, eq. 16 and 17.
    """
    n = count(n_joints, "n_joints", ControlError, minimum=1, maximum=MAX_JOINTS)
    given = {"gain": gain, "damping": damping, "limit": limit}
    given |= {"head_stiffness": head_stiffness, "head_damping": head_damping}
    values = {name: number(x, f"curvature_derivative_law {name}", ControlError, minimum=0) for name, x in given.items()}
    head = np.arange(n) == n - 1
    return JointLaw(
        follow=np.where(head, 0.0, values["gain"]),
        limit=np.full(n, values["limit"]),
        stiffness=np.where(head, values["head_stiffness"], 0.0),
        damping=np.where(head, values["head_damping"], values["damping"]),
        feed=np.where(head, values["head_damping"], 0.0),
    )
