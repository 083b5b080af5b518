"""What acts in one step of MuJoCo: drives, ceilings, friction of a stated load, friction of contacts."""
