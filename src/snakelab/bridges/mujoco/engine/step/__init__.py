"""Elements of one MuJoCo step: drives, torque limits, friction of a stated load, friction of contacts."""
