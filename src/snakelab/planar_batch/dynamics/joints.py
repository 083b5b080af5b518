"""What joints do over a step."""

from snakelab.compiling import kernel
from snakelab.planar_batch.dynamics.lane_model import DAMPING, FEED, FOLLOW, LIMIT, STIFFNESS
from snakelab.planar_batch.vector import load, where


@kernel(inner=True, ordered=True)
def joint_push(model, i, target, rate, dt, lanes):
    """What the joint at the tail end of link i gives over the step, and how much of it falls per change of its rate."""
    behind, ahead = i - 1 if i > 0 else 0, i + 1 if i < len(model.each) - 1 else i
    stiffness, limit = model.joints[i, STIFFNESS], model.joints[i, LIMIT]
    gain = model.joints[i, DAMPING] + dt * stiffness
    angle = load(lanes.angle, i)
    bend = angle - load(lanes.angle, behind)
    passed = model.joints[i, FOLLOW] * (load(lanes.angle, ahead) - angle - bend)
    passed = where(passed < limit, passed, limit)
    passed = where(passed > -limit, passed, -limit)
    held = stiffness * (load(target, behind) - bend) + model.joints[i, FEED] * load(rate, behind)
    u = passed + held - gain * (load(lanes.spin, i) - load(lanes.spin, behind))
    return dt * u, dt * gain
