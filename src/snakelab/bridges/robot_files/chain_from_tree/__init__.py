"""Conversion of a tree of rigid bodies, as in URDF and MJCF, to a chain of parts."""
