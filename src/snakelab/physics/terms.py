"""The terms of the energy balance: places in the state row, and names reserved against user-defined laws."""

GRAVITY_WORK, SPRING_WORK, DAMPER_WORK, DRY_WORK, LIMIT_WORK, ACTUATOR_WORK, DRIVE_WORK, PROPELLER_WORK = range(8)
CORRECTION_WORK, FIRST_LAW_WORK = 8, 9
# One for each place above; the laws of the world follow.
WORK_NAMES = (
    "gravity",
    "spring",
    "damper",
    "joint_friction",
    "end_stop",
    "actuator",
    "drive",
    "propeller",
    "correction",
)
